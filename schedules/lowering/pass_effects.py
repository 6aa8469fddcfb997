"""The lowering passes of one step, each with what it did to the TIR."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

import tvm

from ..errors import UserError, nearest
from ..kernel import DEFAULT_ARCHS
from ..ladder import Rung, Step
from .cpu import lower_cpu
from .lower import lower, script


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


def watch(rung: Rung, step: Step, arch: str = "") -> list[PassEffect]:
    """Lower a step, watching every pass; raises what lowering raises."""
    found: list[PassEffect] = []
    texts: dict[tvm.ir.IRModule, str] = {}

    def text(mod: tvm.ir.IRModule) -> str:
        if mod not in texts:
            texts[mod] = script(mod)
        return texts[mod]

    def observe(name: str, before, after, seconds: float) -> None:
        old, new = text(before), text(after)
        lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), n=0))[2:]
        changes = tuple(line for line in lines if line[:1] in "+-")
        found.append(PassEffect(len(found) + 1, name, seconds * 1e3, new, changes))

    arch = arch or DEFAULT_ARCHS[rung.target]
    if rung.target == "llvm":
        lower_cpu(step.mod, rung.build, arch, observe)
    else:
        lower(step.mod, rung.build, arch=arch, observe=observe)
    return found


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
