"""Ladders in short: titles, rungs, how many steps each has.

Counting steps means walking every schedule, which takes seconds; what was counted is kept in the
user's cache until a source of the ladders, or TVM, is another one.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from .compile.cache import Cache, key_of
from .errors import nearest

_MEMBER = "outlines"


@dataclass(frozen=True)
class RungOutline:
    """A rung's place, name, number of steps and first line of its text."""

    index: int
    name: str
    steps: int
    summary: str


@dataclass(frozen=True)
class LadderOutline:
    """A ladder's name, its title line and its rungs."""

    name: str
    title: str
    rungs: list[RungOutline]


def outlines(name: str | None = None) -> list[LadderOutline]:
    """All ladders in order, or the one of a name; raises UserError with the nearest."""
    entry = f"{_key()}.outlines.zip"
    kept = Cache().load(entry, (_MEMBER,))
    if kept is None:
        found = _counted()
        Cache().store(entry, {_MEMBER: json.dumps([asdict(one) for one in found]).encode()})
    else:
        found = [
            LadderOutline(one["name"], one["title"], [RungOutline(**r) for r in one["rungs"]])
            for one in json.loads(kept[_MEMBER])
        ]
    if name is None:
        return found
    named = [outline for outline in found if outline.name == name]
    if not named:
        raise nearest("ladder", name, [outline.name for outline in found])
    return named


def _key() -> str:
    """Of what the outlines follow from: the ladders' sources with all below them, and TVM."""
    root = Path(__file__).parent
    folders = (root, root / "gemm", root / "gemv", root / "targets")
    files = sorted(file for folder in folders for file in folder.glob("*.py"))
    return key_of(version("apache-tvm"), *(file.read_bytes() for file in files))


def _counted() -> list[LadderOutline]:
    from tvm import s_tir

    from .catalog import ladders

    def count(rung) -> int:
        """Its marks alone: no snapshots are taken."""
        sch = s_tir.Schedule(rung.workload.prim_func(), debug_mask="none")
        return sum(1 for _ in rung.apply(sch, rung.tile))

    return [
        LadderOutline(
            ladder.name,
            f"{ladder.name}: {ladder.title}",
            [
                RungOutline(rung.index, rung.name, count(rung), rung.summary)
                for rung in ladder.rungs.values()
            ],
        )
        for ladder in ladders().values()
    ]
