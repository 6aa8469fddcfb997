"""Record files: whole lines or none, and one writer."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from tune_records import filled, line, named

from gpusim.errors import UserError
from schedules.core.target import DEFAULT_CPU
from tune.records.lines import RecordError
from tune.records.record import Record


def test_what_is_appended_is_read_again(tmp_path):
    path = filled(tmp_path / "deep" / "r.jsonl")
    record = Record.read(path)
    assert [entry.key for entry in record.entries] == list(map(named, range(3)))
    assert [entry.key for entry in record.best((64, 64, 64), 2)] == [named(2), named(1)]
    assert record.line(record.entries[1]) == line(1, 9.0)


def test_the_last_measurement_of_a_candidate_counts(tmp_path):
    path = filled(tmp_path / "r.jsonl")
    record = Record.open(path)
    record.append(line(2, None))
    record.close()
    found = Record.read(path)
    assert [entry.key for entry in found.best()] == [named(1)]
    assert len(found.entries) == 3


@pytest.mark.parametrize("cut", [1, 2, 40, 300])
def test_a_torn_last_line_is_cut_off_with_a_notice(tmp_path, cut):
    path = filled(tmp_path / "r.jsonl")
    whole = path.read_bytes()
    last = len(whole.splitlines(keepends=True)[-1])
    path.write_bytes(whole[:-cut])
    told = []
    if cut == 1:
        # Only the newline is missing: the candidate is whole.
        record = Record.open(path, told.append)
        assert len(record.entries) == 3 and not told
    else:
        assert len(Record.read(path, told.append).entries) == 2
        assert "incomplete last line" in told.pop()
        record = Record.open(path, told.append)
        assert len(record.entries) == 2
        assert f"{last - cut} bytes" in told[0]
    record.append(line(9))
    record.close()
    lines = path.read_text().splitlines()
    assert [json.loads(one)["key"] for one in lines] == [
        *map(named, range(3 if cut == 1 else 2)),
        named(9),
    ]


def test_a_second_writer_is_refused_and_a_reader_is_not(tmp_path):
    path = filled(tmp_path / "r.jsonl")
    first = Record.open(path)
    with pytest.raises(UserError, match="another run is writing"):
        Record.open(path)
    assert len(Record.read(path).entries) == 3
    first.close()
    first.close()
    Record.open(path).close()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"device": "other"}, r"device \(other, "),
        ({"versions": {"apache-tvm": "0.26"}}, r"TVM \(0.26, "),
        ({"arch": "sm_90"}, r"target \(sm_90, "),
        ({"rung": "gemm/hgemm:wmma"}, r"rung \(gemm/hgemm:wmma, "),
    ],
)
def test_a_record_of_something_else_is_refused(tmp_path, change, what):
    record = Record.open(filled(tmp_path / "r.jsonl"))
    mine = ("some CPU", "gemm/sgemm_cpu:parallel", DEFAULT_CPU)
    record.check(*mine)
    record.append(line(9, **change))
    with pytest.raises(RecordError, match=f"is for another {what}"):
        record.check(*mine)
    record.close()


FULL = """
    import resource, sys
    from pathlib import Path
    from schedules.core.errors import UserError
    from tune.records.record import Record
    sys.path.insert(0, {tests!r})
    from tune_records import line

    record = Record.open(Path({path!r}))
    resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
    try:
        for number in range(100):
            record.append(line(number))
    except UserError as error:
        print(error)
"""


def test_a_full_disk_is_one_clear_line_and_no_half_line(tmp_path):
    """The limit on a file's size stands for the disk: both end a write before its end."""
    path = tmp_path / "r.jsonl"
    code = textwrap.dedent(FULL).format(tests=str(Path(__file__).parents[1]), path=str(path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1
    assert "cannot write to" in done.stdout and "are safe: free some space" in done.stdout
    keys = [json.loads(one)["key"] for one in path.read_text().splitlines()]
    assert keys == list(map(named, range(len(keys)))) and len(keys) > 3


def test_a_run_that_measured_nothing_was_no_search_unless_it_says_so(tmp_path):
    record = Record.open(tmp_path / "r.jsonl")
    runs = [
        {"type": "run", "job": {"at": at}, **said}
        for at, said in enumerate([{}, {}, {"search": True}, {"search": False}])
    ]
    assert record.searches == []
    record.append(runs[1])
    assert record.job() == {"at": 1}, "the only one"
    record.append(runs[0])
    record.append(line(0))
    for one in (*runs[1:],):
        record.append(one)
    record.close()
    for found in (record, Record.read(record.path)):
        assert found.searches == [runs[0], runs[2]]
        assert found.job() == {"at": 2}
