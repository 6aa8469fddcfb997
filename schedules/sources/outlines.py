"""Outlines of ladders, as `schedules list --json` prints them: titles, rungs, and their steps.

Finding the steps means walking every schedule: `schedules list` takes 13 s of CPU time instead of
0.5, and `schedules serve` half a minute before it answers. `schedules dump` writes the outlines to
outlines.json. They are valid until a source that they depend on, or TVM, changes.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from gpusim.errors import UserError, nearest

Outline = dict[str, Any]

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
)


def outlines(name: str | None = None) -> list[Outline]:
    """The outlines of all ladders in order, or of one; raises UserError with the nearest name."""
    every = (current() or json.loads(text()))["ladders"]
    if name is None:
        return every
    named = [outline for outline in every if outline["ladder"] == name]
    if not named:
        known = [outline["ladder"] for outline in every]
        if members := [path for path in known if path.startswith(f"{name}/")]:
            raise UserError(f"{name!r} has several ladders: name one of {', '.join(members)}")
        raise nearest("ladder", name, known)
    return named


def current() -> dict | None:
    """The file's values if it was made from the present sources, else None."""
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return kept if kept.get("sources") == sources() else None


def text() -> str:
    """The up-to-date content of the file."""
    return json.dumps({"sources": sources(), "ladders": walked()}, indent=1) + "\n"


def sources() -> str:
    """A hash of the sources that outlines depend on, and of TVM's version."""
    files = [PACKAGE / f"{name}.py" for name in BELOW_LADDERS]
    for family in ("gemm", "gemv"):
        files += sorted((PACKAGE / family).glob("*.py"))
    digest = hashlib.sha256(version("apache-tvm").encode())
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def walked() -> list[Outline]:
    """Outlines by walking every rung."""
    from tvm import s_tir

    from ..core.ladder import as_step, ladders

    def marked(rung) -> list[Outline]:
        """The steps from the yields alone, without snapshots."""
        sch = s_tir.Schedule(rung.workload.prim_func(), debug_mask="none")
        found = [as_step(1, mark, sch.mod, ()) for mark in rung.apply(sch, rung.tile)]
        return [{"step": step.name, "why": step.why} for step in found]

    def outline(rung) -> Outline:
        return {
            "index": rung.index,
            "rung": rung.name,
            "doc": rung.doc,
            "shape": rung.workload.shape,
            "tile": rung.tile.block(),
            "any_shape": rung.any_shape,
            "figures": list(map(asdict, rung.figures)),
            "steps": marked(rung),
        }

    return [
        {
            "ladder": ladder.name,
            "title": ladder.title,
            "workload": str(ladder.workload),
            "reference": list(map(asdict, ladder.reference)),
            "rungs": list(map(outline, ladder.rungs.values())),
        }
        for ladder in ladders().values()
    ]
