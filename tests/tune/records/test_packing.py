"""Packed records: the same trials in fewer bytes."""

from __future__ import annotations

import gzip
import json

import pytest
from tune_fakes import FakeMeasurer, Told, run
from tune_records import filled, invoke

from gpusim.errors import UserError
from tune.engine import tuning
from tune.records.packing import pack, reproduced, space_of
from tune.records.record import Record


def every_line(path) -> list[dict]:
    """The lines with the tile and the trace that knobs reproduce."""
    lines, job = [], None
    for line in Record.read(path).every_line():
        job = line["job"] if line["type"] == "run" else job
        again = reproduced(space_of(job, line), line["knobs"]) if "knobs" in line else {}
        lines.append({**again, **line})
    return lines


def test_a_packed_record_has_the_same_lines_and_unpacks(job, tmp_path, capsys):
    path = tmp_path / "r.jsonl"
    run(job(trials=12), path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    # Two that the space would give otherwise, and one of another job's compiler.
    odd_tile, odd_trace, odd_compiler = [line for line in lines if line["type"] == "candidate"][:3]
    odd_tile["tile"] = {**odd_tile["tile"], "vector": 8}
    odd_trace["trace"] = [[], []]
    odd_compiler["compiler"] = "nvcc 1.2"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    before = path.read_bytes()
    entries = Record.read(path).entries

    code, out, _ = invoke(capsys, "pack", str(path))
    small = tmp_path / "r.jsonl.gz"
    assert code == 0 and out.startswith(f"wrote {small}: ") and not path.exists()
    assert every_line(small) == lines
    stored = [json.loads(line) for line in gzip.decompress(small.read_bytes()).splitlines()]
    kept = [(("tile" in line), ("trace" in line)) for line in stored if line["type"] == "candidate"]
    assert kept == [(True, False), (False, True), *[(False, False)] * 10]
    assert sum(line["type"] == "context" for line in stored) == 1
    assert small.stat().st_size < len(before) / 4
    read = Record.read(small)
    assert [(one.key, one.time_us, one.kind) for one in read.entries] == [
        (one.key, one.time_us, one.kind) for one in entries
    ]
    assert [read.line(one)["device"] for one in read.entries] == [lines[0]["device"]] * 12

    path.write_bytes(gzip.decompress(small.read_bytes()))
    assert every_line(path) == lines
    other = tmp_path / "other.jsonl"
    other.write_bytes(before)
    assert pack(Record.read(other)).read_bytes() == small.read_bytes(), "neither time nor name"


def test_an_unpacked_record_is_continued(job, forty, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(tuning, "measurer_of", lambda _: FakeMeasurer())
    small = pack(Record.read(forty))
    code, _, err = invoke(capsys, "resume", str(small), "--trials", "45")
    assert code == 2 and f"unpack it with `gunzip {small}` to continue it" in err
    forty.write_bytes(gzip.decompress(small.read_bytes()))
    small.unlink()
    run(job(trials=45), forty, resume=True, told=Told())
    lines = list(Record.read(forty).every_line())
    assert [line["type"] for line in lines].count("candidate") == 45
    assert all({"device", "versions", "source", "seed"} <= one.keys() for one in lines[1:41])


@pytest.mark.parametrize("cut", [1, 30])
def test_a_damaged_packed_record_is_told(tmp_path, cut):
    small = pack(Record.read(filled(tmp_path / "r.jsonl")))
    small.write_bytes(small.read_bytes()[:-cut])
    with pytest.raises(UserError, match="cannot read .*r.jsonl.gz: "):
        Record.read(small)


def test_nothing_is_overwritten_by_packing(tmp_path):
    record = Record.open(filled(tmp_path / "r.jsonl"))
    with pytest.raises(UserError, match="another run is writing"):
        pack(Record.read(record.path))
    record.close()
    (tmp_path / "r.jsonl.gz").touch()
    with pytest.raises(UserError, match="r.jsonl.gz exists: remove it first"):
        pack(Record.read(record.path))
    assert record.path.exists()
