"""Compressed records: read like others, and continued when they are unpacked."""

from __future__ import annotations

import gzip

import pytest
from tune_fakes import FakeMeasurer, Told, run
from tune_records import filled, invoke

from gpusim.errors import UserError
from tune.engine import tuning
from tune.records.record import Record


def compressed(path):
    small = path.with_name(f"{path.name}.gz")
    small.write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()
    return small


def test_a_compressed_record_is_read_and_continued_once_it_is_unpacked(
    job, forty, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(tuning, "measurer_of", lambda _: FakeMeasurer())
    plain = Record.read(forty)
    entries, lines = plain.entries, list(plain.lines())
    small = compressed(forty)
    assert Record.read(small).entries == entries and list(Record.read(small).lines()) == lines
    code, _, err = invoke(capsys, "resume", str(small), "--trials", "45")
    assert code == 2 and f"unpack it with `gunzip {small}` to continue it" in err
    forty.write_bytes(gzip.decompress(small.read_bytes()))
    small.unlink()
    run(job(trials=45), forty, resume=True, told=Told())
    assert len(list(Record.read(forty).lines())) == 45


@pytest.mark.parametrize("cut", [1, 30])
def test_a_damaged_compressed_record_is_told(tmp_path, cut):
    small = compressed(filled(tmp_path / "r.jsonl"))
    small.write_bytes(small.read_bytes()[:-cut])
    with pytest.raises(UserError, match="cannot read .*r.jsonl.gz: "):
        Record.read(small)
