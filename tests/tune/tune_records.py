"""What tests of records share: lines, edited records, tables of their pages, the command line."""

from __future__ import annotations

import html
import json
import re
from functools import cache
from pathlib import Path

import pytest

from tune.commands import main
from tune.engine.recorded import recorded_job
from tune.records.lines import versions
from tune.records.record import Record
from tune.reports.page import page
from tune.winners import winners

ROOT = Path(__file__).parents[2]


def named(number: int) -> str:
    return f"64x64x64 a={number}"


def line(number: int, time_us: float | None = 1.0, **changes):
    """A candidate's line, whose key and knobs are of `number`."""
    return {
        "type": "candidate",
        "key": named(number),
        "kind": "crash" if time_us is None else "ok",
        "times_us": [] if time_us is None else [time_us],
        "message": "",
        "knobs": {"a": number},
        "rung": "gemm/sgemm_cpu:parallel",
        "shape": [64, 64, 64],
        "arch": "x86-64-v3",
        "device": "some CPU",
        "versions": versions(),
        "schedule": "0123",
        "source": "4567",
        "at_s": 1.0,
        **changes,
    }


def filled(path, count: int = 3):
    record = Record.open(path)
    for number in range(count):
        record.append(line(number, 10.0 - number))
    record.close()
    return path


def invoke(capsys, *arguments) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    out, err = capsys.readouterr()
    return end.value.code, out, err


def edited(folder, tmp_path, change, all_lines=False):
    """A copy of the record with every candidate's line, or every line, changed."""
    lines = [json.loads(line) for line in (folder / "some.jsonl").read_text().splitlines()]
    for line in lines:
        if all_lines or line["type"] == "candidate":
            change(line)
    path = tmp_path / "edited.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return Record.read(path)


def load_space(record):
    """The space of a record of one shape."""
    job = recorded_job(record)
    return job.space_at(job.shapes[0], job.lowered_for)


@cache
def page_of(name: str) -> str:
    """The page of a committed record."""
    return page(Record.read(ROOT / f"docs/tuning/{name}.jsonl.gz"))


def rows_of(text: str, table: str) -> list[list[str]]:
    """The cells of the first table of a class, without tags."""
    body = re.search(rf'<table class="{table}">(.*?)</table>', text, re.S)[1]
    return [
        [
            html.unescape(re.sub("<[^>]+>", "", cell))
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row)
        ]
        for row in re.findall(r"<tr.*?</tr>", body, re.S)
    ]


def final_of(record) -> dict:
    (final,) = winners(record)
    return final
