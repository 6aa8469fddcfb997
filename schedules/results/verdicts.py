"""How the rungs of a ladder have stood up to verification and to the sanitizer's tools."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..checks.sanitize import PASSED, TOOLS, Verdict
from ..ladder import Ladder
from .records import Record, Row
from .units import shape_text


@dataclass(frozen=True)
class Checked:
    """Of a ladder: per check the rungs that passed, None
    where none has had it, and every failure in words."""

    ladder: str
    rungs: int
    passed: dict[str, int | None]
    failures: list[str]


RIGHT = "right"


def checked(record: Record, ladders: Mapping[str, Ladder]) -> list[Checked]:
    """A record's verdicts by ladder: of verification, and of each sanitizer tool.

    A timed row is of a kernel that was right at its shape; a rung is not right that is wrong at
    any. A rung that is gone from its ladder is left out.
    """
    by_ladder = []
    for name, ladder in ladders.items():
        failures = []
        verified = [verdict for verdict in record.get("verified", ()) if verdict["ladder"] == name]
        timed = {row["rung"] for row in record["rows"] if row["ladder"] == name}
        wrong = [v for v in verified if not v["right"] and v["rung"] in ladder.rungs]
        right = (timed | {v["rung"] for v in verified}) - {v["rung"] for v in wrong}
        failures += [f"{_where(v)}: {v['message']}" for v in wrong]
        passed = {RIGHT: len(right & set(ladder.rungs)) if timed or verified else None}
        sanitized = [
            entry
            for entry in record.get("sanitized", ())
            if entry["ladder"] == name and entry["rung"] in ladder.rungs
        ]
        for tool in TOOLS:
            said = [(entry, entry[tool]) for entry in sanitized if tool in entry]
            passed[tool] = sum(v["state"] == PASSED for _, v in said) if said else None
            failures += [
                f"{_where(entry)}, {tool}: {Verdict(**v)}: {v['message']}"
                for entry, v in said
                if v["state"] != PASSED
            ]
        if any(count is not None for count in passed.values()):
            by_ladder.append(Checked(name, len(ladder.rungs), passed, failures))
    return by_ladder


def _where(entry: Row) -> str:
    return f"`{entry['ladder']}:{entry['rung']}` at {shape_text(entry['shape'])}"
