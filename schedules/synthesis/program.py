"""Any schedule as a list of plain primitives, which can be replayed, continued and changed.

A schedule's trace prints itself as Python. Lines that are inserted into it change the schedule in
the way that lines in the user's own generator do: a loop that is split may leave its name to one of
the new loops, so that what follows applies to that loop.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Any

import tvm
from tvm import s_tir, tirx

from ..core.kernel import Kernel, kernels_of
from ..core.ladder import Build, Rung, Step
from ..core.tvm_script import quick_parser
from ..sources.computations import ScheduleSource
from ..sources.names import find_step
from ..sources.schedule_source import as_rung
from .draft import Draft

_LOOPS = re.compile(r"(l\d+(?:, l\d+)*),? = (sch\.get_loops\(.*\))")
_BIND = re.compile(r'sch\.bind\(loop=(\w+), thread_axis="(\w+)\.\w"\)')
_RESULTS = re.compile(r"([lbv]\d+(?:, [lbv]\d+)*),? = ")
_VARIABLE = re.compile(r"\b[lbv]\d+\b")
_STEP = "yield "
# Arguments that TVM prints, with their default values.
_DEFAULTS = re.compile(
    r", (preserve_unit_iters=True|disable_predication=False|func_name=\"main\"|index=-1)(?=[,)])"
)

# What is done to a schedule at one place of it.
Change = Callable[[Draft], None]


@dataclass(frozen=True)
class Program:
    """The primitives of a schedule, a line each, and the lines that yield its steps; `header` has
    the imports that they need."""

    function: tirx.PrimFunc
    lines: tuple[str, ...]
    build: Build = Build()
    header: str = ""

    @classmethod
    def of(cls, steps: Sequence[Step], function: tirx.PrimFunc, build: Build) -> Program:
        """The primitives of the steps of any schedule, as its trace prints them."""
        lines = (_DEFAULTS.sub("", line) for step in steps for line in step.primitives)
        return cls(function, tuple(lines), build)

    @classmethod
    def written(cls, draft: Draft) -> Program:
        return cls(draft.original, tuple(draft.lines), draft.build, draft.header)

    def options(self, other: Build = Build()) -> dict[str, Any]:
        """The compile options that differ from others, by default from the usual ones."""
        pairs = {each.name: getattr(self.build, each.name) for each in fields(Build)}
        return {name: value for name, value in pairs.items() if value != getattr(other, name)}

    def run(self, sch: s_tir.Schedule, count: int | None = None) -> Iterator[dict[str, Any]]:
        """Run the first `count` lines on a schedule; before each line, yields the variables."""
        variables: dict[str, Any] = {"sch": sch, "tvm": tvm, "T": tirx}
        if self.header:
            with quick_parser():
                exec(self.header, variables)
        for line in self.lines[:count]:
            yield variables
            if not line.startswith(_STEP):
                exec(aligned(line), variables)
        yield variables

    def replayed(self, count: int | None = None) -> tuple[s_tir.Schedule, dict[str, Any]]:
        """The schedule after the first `count` lines, by default all, and its variables."""
        sch = s_tir.Schedule(self.function)
        *_, variables = self.run(sch, count)
        return sch, variables

    @property
    def runs(self) -> bool:
        """Whether the lines run: TVM prints some layouts as Python that it refuses."""
        with suppress(TypeError):
            return bool(self.replayed())
        return False

    def draft(self, at: int) -> Draft:
        draft = Draft.continued(*self.replayed(at))
        draft.build = self.build
        return draft

    def binds(self, *axes: str) -> dict[str, int]:
        """For each block with loops that are bound to one of the axes ('blockIdx', 'threadIdx',
        'vthread'), the first line that binds one."""
        sch = s_tir.Schedule(self.function)
        found: dict[str, int] = {}
        for at, variables in enumerate(self.run(sch)):
            bind = _BIND.match(self.lines[at]) if at < len(self.lines) else None
            if bind and bind[2] in axes:
                loop = sch.get(variables[bind[1]]).loop_var
                for block in sch.get_child_blocks(sch.get_sblock("root")):
                    if any(sch.get(each).loop_var.same_as(loop) for each in sch.get_loops(block)):
                        found.setdefault(str(sch.get(block).name_hint), at)
        return found

    def line_of(self, primitive: str) -> int:
        """The first line that calls a primitive; the number of lines if none does."""
        calls = (at for at, line in enumerate(self.lines) if f"sch.{primitive}(" in line)
        return next(calls, len(self.lines))

    def changed(self, at: int, change: Change) -> Program:
        """The program with what a change does inserted before line `at`."""
        draft = self.draft(at)
        change(draft)
        lines = (*self.lines[:at], *draft.lines, *self.lines[at:])
        return replace(self, lines=lines, build=draft.build)

    def without(self, block: str) -> Program:
        """The program without the lines that look up and schedule a block."""
        about: set[str] = set()
        kept = []
        for line in self.lines:
            results = _RESULTS.match(line)
            used = set(_VARIABLE.findall(line[results.end() :] if results else line))
            if f'get_sblock(name="{block}"' in line or used & about:
                about |= set(_VARIABLE.findall(results[1])) if results else set()
            else:
                kept.append(line)
        return replace(self, lines=tuple(kept))

    def rung(self, like: Rung | None = None) -> Rung:
        """A rung that runs the lines; its workload and names are those of `like`, by default those
        of the function alone."""

        def schedule(sch: s_tir.Schedule) -> Iterator:
            marks = 0
            for line, _ in zip((*self.lines, ""), self.run(sch), strict=True):
                if line.startswith(_STEP):
                    marks += 1
                    yield ast.literal_eval(line.removeprefix(_STEP))
            if not marks:
                yield "advised"

        source = ScheduleSource("the found schedule", "found", "schedule", self.function)
        rung = replace(as_rung(schedule, source), build=self.build)
        if like is None:
            return rung
        kept = ("ladder", "index", "name", "workload", "target")
        return replace(rung, **{name: getattr(like, name) for name in kept})

    def kernel(self, arch: str | None = None, step: str | None = None) -> Kernel:
        """The kernel of a step, by default of the last one."""
        kernels = kernels_of(self.rung(), None, arch)
        steps = [kernel.step for kernel in kernels]
        return kernels[steps.index(find_step(steps, step))] if step else kernels[-1]


def aligned(line: str) -> str:
    """A line that takes loops from the innermost one on, if there are more or fewer than before."""
    found = _LOOPS.fullmatch(line)
    if not found:
        return line
    count = len(found[1].split(","))
    return f"{found[1]}, = ([None] * {count} + list({found[2]}))[-{count}:]"
