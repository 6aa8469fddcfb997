"""Lines of records: nothing foreign is taken for one's own."""

from __future__ import annotations

import json

import pytest
from tune_records import line

from tune.records.lines import RecordError, source_hash
from tune.records.record import Record


def test_a_split_and_a_candidate_without_knobs_are_named_as_a_space_names_them(tmp_path):
    record = Record.open(tmp_path / "r.jsonl")
    split = {"key": "64x64x64 t=4.16 u=False w=word", "knobs": {"t": [4, 16], "u": False}}
    split["knobs"]["w"] = "word"
    record.append(line(0, **split))
    record.append(line(1, key="64x64x64 0123", knobs={}))
    record.close()
    assert [entry.key for entry in Record.read(record.path).entries] == [
        split["key"],
        "64x64x64 0123",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello\n", ":1: not a line"),
        ("[" * 100_000 + "\n", ":1: not a line of a record: remove it"),
        ("hello, a file without a newline", ":1: not a line"),
        ('{"type": "else"}\n', ":1: not a line"),
        ("[1, 2]\n", ":1: not a line"),
        (json.dumps(line(1)) + "\n{torn\n" + json.dumps(line(2)) + "\n", ":2: not a"),
        (json.dumps({"type": "candidate", "key": "k"}) + "\n", "has no 'rung'"),
        *(
            (json.dumps(line(1)) + "\n" + json.dumps({**line(2), **change}) + "\n", says)
            for change, says in (
                ({"times_us": "fast"}, ":2: the candidate has times_us = 'fast'"),
                ({"times_us": [-5.0]}, "times_us.0 = -5.0: input should be greater than 0"),
                ({"times_us": []}, "candidate is inconsistent: the kind is 'ok', with 0 times"),
                ({"shape": 64}, ":2: the candidate has shape = 64"),
                ({"device": ""}, ":2: the candidate has device = ''"),
                ({"type": "run", "job": {}, "device": ""}, ":2: the run has device = ''"),
                (
                    {"knobs": {"a": 7}},
                    ":2: the candidate is inconsistent: the key is '64x64x64 a=2'; its shape and "
                    "knobs give '64x64x64 a=7'",
                ),
                ({"shape": [64, 64, 32]}, "its shape and knobs give '64x64x32 a=2'"),
                (
                    {"knobs": {}, "key": "64x64x32 0123"},
                    "the key '64x64x32 0123' does not match the shape 64x64x64",
                ),
                (
                    dict.fromkeys(("runner_up_us", "hand_written_us"))
                    | {"type": "final", "time_us": 1.0, "shape": [8, 8, 8]},
                    "final is inconsistent: the key '64x64x64 a=2' does not match the shape 8x8x8",
                ),
                ({"type": "final", "time_us": 1.0}, ":2: the final has no 'runner_up_us'"),
                ({"type": ["run"]}, ":2: not a line"),
            )
        ),
    ],
)
def test_a_corrupt_record_is_refused_and_left_alone(tmp_path, text, says):
    path = tmp_path / "r.jsonl"
    path.write_text(text)
    for take in (Record.open, Record.read):
        with pytest.raises(RecordError, match=says):
            take(path)
    assert path.read_text() == text


def test_the_sources_of_a_users_file_are_those_below_the_ladders():
    assert source_hash("own.py:schedule") != source_hash("gemm/sgemm_tvm:naive")
