"""What each lowering pass did to the TIR of a kernel."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from ..errors import UserError, nearest
from .passes import PassRun, script


@dataclass(frozen=True)
class PassEffect:
    """One pass: lines added to and removed from the module's TVMScript, and its time."""

    index: int
    name: str
    milliseconds: float
    after: str
    changes: tuple[str, ...]

    @property
    def added(self) -> int:
        return sum(line.startswith("+") for line in self.changes)

    @property
    def removed(self) -> int:
        return sum(line.startswith("-") for line in self.changes)

    @property
    def changed(self) -> bool:
        return bool(self.changes)

    def touches(self, text: str) -> bool:
        """Some line with `text` was added or removed."""
        return any(text in line for line in self.changes)


def pass_effects(runs: Iterable[PassRun]) -> list[PassEffect]:
    """What the passes of a lowering did, each by its text."""
    effects: list[PassEffect] = []
    text = cache(script)
    for index, run in enumerate(runs, 1):
        old, new = text(run.before), text(run.after)
        lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), n=0))[2:]
        changes = tuple(line for line in lines if line[:1] in "+-")
        effects.append(PassEffect(index, run.name, run.seconds * 1e3, new, changes))
    return effects


def after_pass(found: list[PassEffect], name: str) -> str:
    """The TIR after a pass, by its number, its name or its name without the prefix."""
    matches = [
        one for one in found if name in (str(one.index), one.name, one.name.rpartition(".")[2])
    ]
    if len(matches) > 1:
        numbers = ", ".join(str(one.index) for one in matches)
        raise UserError(f"pass {name!r} runs {len(matches)} times; give its number: {numbers}")
    if not matches:
        raise nearest("pass", name, dict.fromkeys(one.name for one in found))
    return matches[0].after
