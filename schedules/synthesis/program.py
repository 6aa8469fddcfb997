"""Any schedule as a list of plain primitives, which can be replayed, continued and changed.

A schedule's trace prints itself as Python. Lines that are inserted into it change the schedule in
the way that lines in the user's own generator do: a loop that is split may leave its name to one of
the new loops, so that what follows applies to that loop.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import tvm
from tvm import s_tir, tirx
from tvm.s_tir.schedule import SBlockRV

from ..core.kernel import Kernel, kernels_of
from ..core.ladder import Build, Rung, Step
from ..core.tvm_script import quick_parser
from ..sources.computations import ScheduleSource
from ..sources.names import find_step
from ..sources.schedule_source import as_rung
from .draft import Draft
from .facts import Nest

_LOOPS = re.compile(r"((?:l\d+|_)(?:, (?:l\d+|_))*),? = (sch\.get_loops\(block=(\w+)\))")
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
        for at in range(len(self.lines) if count is None else count):
            yield variables
            if not self.lines[at].startswith(_STEP):
                exec(self.lines[at], variables)
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
        sch, variables = self.replayed(at)
        # A loop has several names, of which later lines use the latest.
        draft = Draft.continued(sch, dict(reversed(variables.items())))
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
        """The program with what a change does inserted before line `at`; the lines behind it that
        take a block's loops take those that they took before, if there are more of them now."""
        draft = self.draft(at)
        change(draft)
        lines = [*self.lines[:at], *draft.lines, *self.lines[at:]]
        made, sch = replace(self, build=draft.build), s_tir.Schedule(self.function)
        # What is run is the list, so that a line is aligned before it is run.
        for place, variables in enumerate(replace(made, lines=lines).run(sch)):
            before = self.loops.get(place - len(draft.lines), [])
            if place >= at + len(draft.lines) and before:
                now = loop_kinds(sch, variables, lines[place])
                lines[place] = aligned(lines[place], before, now)
        return replace(made, lines=tuple(lines))

    @cached_property
    def loops(self) -> dict[int, list[Hashable]]:
        """What each line that takes a block's loops takes."""
        sch = s_tir.Schedule(self.function)
        return {
            at: kinds
            for at, variables in enumerate(self.run(sch))
            if at < len(self.lines) and (kinds := loop_kinds(sch, variables, self.lines[at]))
        }

    def names_of(self, block: str) -> list[str]:
        """The variables that stand for a block."""
        sch, variables = self.replayed()
        found = []
        for name, each in variables.items():
            with suppress(ValueError, IndexError):  # A block that is gone.
                if isinstance(each, SBlockRV) and str(sch.get(each).name_hint) == block:
                    found.append(name)
        return found

    def without(self, block: str, loops_only: bool = False) -> Program:
        """The program without the lines that look up and schedule a block, or without those that
        schedule its loops."""
        about: set[str] = set()
        kept = []
        start = rf'get_sblock\(name="{block}"'
        if loops_only:
            start = rf"get_loops\(block=({'|'.join(self.names_of(block))})\)"
        for line in self.lines:
            results = _RESULTS.match(line)
            used = set(_VARIABLE.findall(line[results.end() :] if results else line))
            if re.search(start, line) or used & about:
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


def loop_kinds(sch: s_tir.Schedule, variables: dict[str, Any], line: str) -> list[Hashable]:
    """For each loop that a line takes, which iterators of the block it is part of, and what it is
    bound to; empty for a line that takes none."""
    found = _LOOPS.fullmatch(line)
    if not found:
        return []
    block = variables[found[3]]
    return [(loop.iters, loop.tag) for loop in Nest(sch, str(sch.get(block).name_hint)).loops]


def aligned(line: str, before: Sequence[Hashable], now: Sequence[Hashable]) -> str:
    """A line that takes loops, if there are others than before: each name is for the loop of the
    same kind, from the innermost one on, or else for the one in the same place."""
    found = _LOOPS.fullmatch(line)
    assert found
    names = list(zip(before, found[1].split(", "), strict=True))
    taken = ["_"] * len(now)
    for same in (True, False):
        for kind, name in reversed(names):
            free = [at for at, each in enumerate(taken) if each == "_"]
            alike = [at for at in free if now[at] == kind or not same]
            if alike and name not in taken:
                taken[alike[-1]] = name
    return f"{', '.join(taken)}{',' * (len(taken) == 1)} = {found[2]}"
