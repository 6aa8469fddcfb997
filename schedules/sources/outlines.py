"""Outlines of ladders: titles, rungs, and the steps of each.

Finding the steps means walking every schedule: `schedules list` takes 13 s of CPU time instead of
0.5, and `schedules serve` half a minute before it answers. `schedules dump` writes the outlines to
outlines.json. They are valid until a source that they depend on, or TVM, changes.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from gpusim.errors import UserError, nearest

PACKAGE = Path(__file__).parents[1]
FILE = Path(__file__).parent / "outlines.json"
# Besides the ladders, the sources that determine their steps.
BELOW_LADDERS = (
    "core/ladder",
    "core/schedule_moves",
    "workloads/__init__",
    "workloads/quantized",
    "workloads/linear_layer",
    "workloads/scaled",
    "workloads/weight_only",
)


@dataclass(frozen=True)
class RungOutline:
    """A rung's place, name, first line of its text, and the name and reason of each step."""

    index: int
    name: str
    summary: str
    steps: list[list[str]]


@dataclass(frozen=True)
class LadderOutline:
    """A ladder's name, its title line and its rungs."""

    name: str
    title: str
    rungs: list[RungOutline]


def outlines(name: str | None = None) -> list[LadderOutline]:
    """The outlines of all ladders in order, or of one; raises UserError with the nearest name."""
    kept = current()
    every = read(kept) if kept else walked()
    if name is None:
        return every
    named = [outline for outline in every if outline.name == name]
    if not named:
        known = [outline.name for outline in every]
        if members := [path for path in known if path.startswith(f"{name}/")]:
            raise UserError(f"{name!r} has several ladders: name one of {', '.join(members)}")
        raise nearest("ladder", name, known)
    return named


def current() -> dict | None:
    """The file's values if it was made from the present sources, else None."""
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return kept if kept.get("sources") == sources() else None


def read(kept: dict) -> list[LadderOutline]:
    """Outlines from the file's values."""
    return [
        LadderOutline(ladder["name"], ladder["title"], [RungOutline(**r) for r in ladder["rungs"]])
        for ladder in kept["ladders"]
    ]


def text() -> str:
    """The up-to-date content of the file."""
    ladders = [asdict(outline) for outline in walked()]
    return json.dumps({"sources": sources(), "ladders": ladders}, indent=1) + "\n"


def sources() -> str:
    """A hash of the sources that outlines depend on, and of TVM's version."""
    files = [PACKAGE / f"{name}.py" for name in BELOW_LADDERS]
    for family in ("gemm", "gemv"):
        files += sorted((PACKAGE / family).glob("*.py"))
    digest = hashlib.sha256(version("apache-tvm").encode())
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def walked() -> list[LadderOutline]:
    """Outlines by walking every rung."""
    from tvm import s_tir

    from ..core.ladder import as_step, ladders

    def marked(rung) -> list[list[str]]:
        """The steps from the yields alone, without snapshots."""
        sch = s_tir.Schedule(rung.workload.prim_func(), debug_mask="none")
        found = [as_step(1, mark, sch.mod, ()) for mark in rung.apply(sch, rung.tile)]
        return [[step.name, step.why] for step in found]

    return [
        LadderOutline(
            ladder.name,
            f"{ladder.name}: {ladder.title}",
            [
                RungOutline(rung.index, rung.name, rung.summary, marked(rung))
                for rung in ladder.rungs.values()
            ],
        )
        for ladder in ladders().values()
    ]
