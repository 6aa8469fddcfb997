"""A schedule that records its own source: what is predicted and verified is what is written.

Every primitive that a move calls on a `Draft` runs on an `s_tir.Schedule`, so that the move can
look at the loops that result, and becomes a line of the generator that `find` writes.
"""

from __future__ import annotations

import re
import textwrap
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from tvm import s_tir, tirx
from tvm.s_tir.schedule import LoopRV, SBlockRV

from ..core.ladder import Build
from ..core.tvm_script import quick_parser

WIDTH = 96
_VARIABLES = (LoopRV, SBlockRV)


class NotApplicable(Exception):
    """A move's condition does not hold; the message says which."""


# What a move may raise where it does not apply; anything else is a defect of the move.
REFUSED = (NotApplicable, s_tir.ScheduleError)
# The files with moves.
MOVES = ("moves", "matmul", "tensor_cores", "warpgroups", "recipes")


def require(condition: bool, reason: str) -> None:
    if not condition:
        raise NotApplicable(reason)


def defect(error: Exception, move: str = "") -> str:
    """How an error that no move may raise is reported; `move` is by default the function that
    raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    inner = [each.name for each in frames if Path(each.filename).stem in MOVES]
    name = move or (inner or ["of an unknown name"])[-1]
    return f"defect of the move {name!r}: {type(error).__name__}: {first_line(error)}"


def first_line(error: Exception) -> str:
    """The line of an error that says what is wrong: TVM puts the module before it."""
    lines = [line for line in str(error).splitlines() if line.strip()]
    return lines[-1].strip()[:200] if lines else type(error).__name__


class Named:
    """A loop or block variable of the schedule, and its name in the source."""

    def __init__(self, name: str, variable: Any) -> None:
        self.name, self.variable = name, variable

    def __repr__(self) -> str:
        return self.name


class Code:
    """An argument that is source text, such as a lambda for `transform_layout`."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


Block = Named | str


class Draft:
    """A schedule of `func` and the source of the generator that made it.

    `draft.split(loop, [None, 8], to="outer inner")` calls the primitive of that name and names its
    results; any primitive of `s_tir.Schedule` can be called. `step` ends a step with its reason.
    """

    def __init__(self, func: tirx.PrimFunc | s_tir.Schedule) -> None:
        self.original = func
        self.sch = func if isinstance(func, s_tir.Schedule) else s_tir.Schedule(func)
        # Variables of a schedule that is continued; their names may be given to new loops.
        self.given: dict[str, Any] = {}
        self.lines: list[str] = []
        self.steps: list[tuple[str, str]] = []
        self.build = Build()
        # Imports that the source needs.
        self.header = ""
        self._names: set[str] = {"sch"}
        self._lines_at_step = 0

    def fuse(self, *loops: Named, to: str) -> Named:
        """One loop of several; a single loop stays as it is."""
        return loops[0] if len(loops) == 1 else self.__getattr__("fuse")(*loops, to=to)

    def __getattr__(self, primitive: str) -> Callable[..., Any]:
        function = getattr(self.sch, primitive)

        def call(*arguments: Any, to: str = "", **options: Any) -> Any:
            given = {name: _value(value) for name, value in options.items()}
            result = function(*map(_value, arguments), **given)
            texts = [_text(value) for value in arguments]
            texts += [f"{name}={_text(value)}" for name, value in options.items()]
            return self._assign(to, result, f"sch.{primitive}({', '.join(texts)})")

        return call

    def loops(self, block: Block, to: str, last: int = 0) -> list[Named]:
        """The block's loops, or only the `last` innermost ones, under the names `to`."""
        loops = self.sch.get_loops(_value(block))
        part = f"[-{last}:]" if last else ""
        loops = loops[-last:]
        names = to or " ".join(loop_name(self.sch, loop) for loop in loops)
        named = self._assign(names, loops, f"sch.get_loops({_text(block)}){part}")
        return named if isinstance(named, list) else [named]

    def loops_of(self, block: Block) -> list[Any]:
        """The variables of the block's loops, without a line for them."""
        return list(self.sch.get_loops(_value(block)))

    def named(self, block: Block) -> list[Named]:
        """The block's loops under the names that they have, or else under new ones."""
        known = [self.known(loop) for loop in self.loops_of(block)]
        fresh = [] if all(known) else self.loops(block, "")
        return [name or fresh[position] for position, name in enumerate(known)]

    def _assign(self, to: str, result: Any, call: str) -> Any:
        if not to:
            self.lines.append(call)
            return result
        if not hasattr(result, "__len__"):
            named = Named(self._free(to), result)
            self.lines.append(f"{named} = {call}")
            return named
        all_named = [
            Named("_" if name == "_" else self._free(name), each)
            for name, each in zip(to.split(), result, strict=True)
        ]
        if len(all_named) == 1:
            self.lines.append(f"({all_named[0]},) = {call}")
        else:
            self.lines.append(f"{', '.join(map(str, all_named))} = {call}")
        return all_named

    def _free(self, name: str) -> str:
        if name in self.given:
            return name
        name = re.sub(r"\W", "_", name)
        taken, number = name, 1
        while taken in self._names:
            number += 1
            taken = f"{name}{number}"
        self._names.add(taken)
        return taken

    def options(self, **build: Any) -> None:
        """Change compile options."""
        self.build = replace(self.build, **build)

    def uses(self, header: str) -> None:
        """Run imports that the source needs, and keep them as its header."""
        self.header = header
        with quick_parser():
            exec(header, {})

    @classmethod
    def continued(cls, sch: s_tir.Schedule, variables: Mapping[str, Any]) -> Draft:
        """A draft of what follows in a schedule; `variables` are its loops and blocks by name."""
        draft = cls(sch)
        draft.given = {
            name: each for name, each in variables.items() if isinstance(each, _VARIABLES)
        }
        return draft

    def known(self, loop: Any) -> Named | None:
        """The name that a loop has in a schedule that is continued."""
        wanted = self.sch.get(loop).loop_var
        for name, each in self.given.items():
            if isinstance(each, LoopRV):
                with suppress(
                    ValueError, IndexError
                ):  # It is gone, or belongs to another schedule.
                    if self.sch.get(each).loop_var.same_as(wanted):
                        return Named(name, each)
        return None

    def extent(self, loop: Named) -> int:
        return int(self.sch.get(loop.variable).extent)

    def step(self, name: str, reason: str) -> None:
        """End a step, unless nothing has been scheduled since the last one."""
        if len(self.lines) == self._lines_at_step:
            return
        taken, number = name, 1
        while taken in dict(self.steps):
            number += 1
            taken = f"{name}_{number}"
        self.steps.append((taken, reason))
        self.lines.append(step_line(taken, reason))
        self._lines_at_step = len(self.lines)


def source_of(lines: Sequence[str]) -> str:
    """The body of the generator, indented."""
    return textwrap.indent("\n".join(map(_wrapped, lines)), "    ") + "\n"


def loop_name(sch: s_tir.Schedule, loop: Any) -> str:
    return str(sch.get(loop).loop_var.name)


def _value(value: Any) -> Any:
    if isinstance(value, Named):
        return value.variable
    if isinstance(value, Code):
        return eval(value.text, {})
    if isinstance(value, list | tuple):
        return type(value)(map(_value, value))
    return value


def _text(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(_text, value))})"
    return repr(value)


def step_line(name: str, reason: str) -> str:
    """The line that yields a step."""
    reason = reason.replace('"', "'")
    line = f'yield "{name}", "{reason}"'
    return line if len(line) <= WIDTH else f'yield (\n    "{name}",\n    "{reason}",\n)'


def _wrapped(line: str) -> str:
    """A long call, one argument per line."""
    if len(line) <= WIDTH or "\n" in line:
        return line
    head, _, rest = line.partition("(") if not line.startswith("(") else line.partition(" = ")
    return f"{head}(\n    {rest[:-1]}\n)" if rest.endswith(")") and head else line
