"""Tables of results, in a terminal of 80 columns and in a wide one."""

from __future__ import annotations

from typing import Annotated

import pytest

from gpusim.columns import LEFT_OUT, Column, Entry, Hidden
from schedules.core.data import Table, plain, scalars

SMALL = ("--shape", "4096,128")


@pytest.mark.parametrize(
    ("line", "heads"),
    [
        (("analyze", "gemv/hgemv:warp4_smem"), "line access what bits (least) (least)"),
        (("predict", "gemv/hgemv:warp4"), "line share top causes code"),
        (("advise", "gemv/hgemv:warp4", "--minutes", "0.01"), "gain predicted if"),
        (("resources", "gemv/hgemv:warp4"), "rung registers spill B static B occupancy"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_tables_fit_80_columns_without_wrapping(cli, monkeypatch, line, heads):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    code, out, err = cli(*line, *SMALL)
    assert code == 0, err
    lines = out.splitlines()
    assert heads in [" ".join(one.split()) for one in lines]
    # Below the rule under the head, each row of a table is one line.
    rules = [at for at, one in enumerate(lines) if one.strip().startswith("──")]
    assert rules and max(len(lines[at].rstrip()) for at in rules) <= 80
    if line[0] in ("analyze", "predict"):
        rows = [text for text in lines[rules[-1] + 1 :] if text.strip()]
        assert not [text for text in rows if text.startswith(" " * 8)]


def example():
    from dataclasses import dataclass

    @dataclass(frozen=True)
    class Row:
        name: Annotated[str, Column("name")]
        count: Annotated[int, Column("count")]
        secret: Hidden[int]
        by_level: Annotated[dict, Column("B", ".1f", each=True, narrow=LEFT_OUT)]
        ratio: Annotated[float | None, Column("ratio", ".0%")]

        double = Entry(int, lambda it: 2 * it.count)
        twice = Column("twice", of=lambda it: 2 * it.count, after="name")

    return [Row("a", 1000, 1, {"L2": 1.25}, None), Row("b", 2, 1, {"L2": 2.0, "DRAM": 3.0}, None)]


def test_documents_tables_and_frames_of_one_dataclass():
    rows = example()
    assert plain(rows[0]) == {
        "name": "a",
        "count": 1000,
        "by_level": {"L2": 1.25},
        "ratio": None,
        "double": 2000,
    }
    table = Table.of([*rows, "no kernel"], {"rung": ["x", "y", "z"]})
    heads = ["rung", "name", "twice", "count", "B L2", "B DRAM", "ratio"]
    assert [one.label for one in table.columns] == heads
    assert [cell.text for cell in table.rows[0]][:4] == ["x", "a", "2,000", "1,000"]
    assert table.rows[2][1].text == "-" and table.rows[2][-1].text == "no kernel"
    assert scalars(rows[0]) == {
        "name": "a",
        "count": 1000,
        "ratio": None,
        "double": 2000,
        "twice": 2000,
    }
