"""Any schedule as a list of plain primitives, and a schedule that records its own source.

Every primitive that a move calls on a `Draft` runs on an `s_tir.Schedule`, so that the move can
look at the loops that result, and becomes a line of the generator that `find` writes: what is
predicted and verified is what is written.

A `Program` is such lines, or the trace of any schedule, which prints itself as Python. It can be
replayed, continued and changed. Lines that are inserted into it change the schedule in the way that
lines in the user's own generator do: a loop that is split may leave its name to one of the new
loops, so that what follows applies to that loop.
"""

from __future__ import annotations

import ast
import re
import textwrap
import traceback
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import chain, count
from pathlib import Path
from typing import Any

import tvm
from tvm import s_tir, tirx
from tvm.s_tir.schedule import LoopRV, SBlockRV

from ..core.kernel import Kernel, kernels_of
from ..core.ladder import Build, Rung, Step
from ..core.tvm_script import quick_parser
from ..sources.computations import ScheduleSource
from ..sources.names import find_step
from ..sources.schedule_source import as_rung
from .facts import Nest

WIDTH = 96
_LOOPS = re.compile(r"((?:l\d+|_)(?:, (?:l\d+|_))*),? = (sch\.get_loops\(block=(\w+)\))")
_BIND = re.compile(r'sch\.bind\(loop=(\w+), thread_axis="(\w+)\.\w"\)')
_COMPUTE_AT = re.compile(r"sch\.(?:reverse_)?compute_at\(block=\w+, loop=(\w+)")
_RESULTS = re.compile(r"([lbv]\d+(?:, [lbv]\d+)*),? = ")
_VARIABLE = re.compile(r"\b[lbv]\d+\b")
_LAYOUT, _ZERO = re.compile(r"index_map=lambda (\w+)"), re.compile(r"(?<=[( ])0(?=,)")
_STEP = "yield "
# Arguments that TVM prints, with their default values.
_DEFAULTS = re.compile(
    r", (preserve_unit_iters=True|disable_predication=False|func_name=\"main\"|index=-1)(?=[,)])"
)


class NotApplicable(Exception):
    """A move's condition does not hold; the message says which."""


# What a move may raise where it does not apply; anything else is a defect of the move.
REFUSED = (NotApplicable, s_tir.ScheduleError)
# The files with moves.
MOVES = ("moves", "matmul", "tensor_cores", "recipes", "next_moves")


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


# --- a schedule that records its source ---------------------------------------------------------


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
        self.build = Build()
        # Imports that the source needs.
        self.header = ""
        self._names: set[str] = {"sch"}

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
        name = free_name(re.sub(r"\W", "_", name), self._names)
        self._names.add(name)
        return name

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
            name: each for name, each in variables.items() if isinstance(each, LoopRV | SBlockRV)
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

    @property
    def steps(self) -> list[tuple[str, str]]:
        return steps_of(self.lines)

    def step(self, name: str, reason: str) -> None:
        """End a step, unless nothing has been scheduled since the last one."""
        if self.lines and not self.lines[-1].startswith(_STEP):
            self.lines.append(step_line(free_name(name, dict(self.steps), "_"), reason))


def steps_of(lines: Sequence[str]) -> list[tuple[str, str]]:
    """The steps that lines yield, and their reasons."""
    return [ast.literal_eval(line[len(_STEP) :]) for line in lines if line.startswith(_STEP)]


def free_name(name: str, taken: Collection[str], separator: str = "") -> str:
    """A name that is not taken: the given one, or that with a number."""
    numbered = (f"{name}{separator}{number}" for number in count(2))
    return next(each for each in chain([name], numbered) if each not in taken)


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
    return repr(value).replace("'", '"')


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


# --- any schedule ---------------------------------------------------------------------------------


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
        lines = (_accepted(line) for step in steps for line in step.primitives)
        return cls(function, tuple(lines), build)

    @classmethod
    def written(cls, draft: Draft) -> Program:
        return cls(draft.original, tuple(draft.lines), draft.build, draft.header)

    @property
    def steps(self) -> list[tuple[str, str]]:
        return steps_of(self.lines)

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
        """Whether the lines run: they may need lines that were left out."""
        with suppress(TypeError, ValueError):
            return bool(self.replayed())
        return False

    def draft(self, at: int) -> Draft:
        sch, variables = self.replayed(at)
        # A loop has several names, of which later lines use the latest.
        draft = Draft.continued(sch, dict(reversed(variables.items())))
        draft.build = self.build
        return draft

    def free_until(self, *axes: str) -> dict[str, int]:
        """For each block with a loop that is bound to one of the axes ('blockIdx', 'threadIdx',
        'vthread'), the first line that binds one, or computes another block in a reduction's."""
        sch = s_tir.Schedule(self.function)
        places: dict[str, int] = {}
        bound: set[str] = set()
        for at, variables in enumerate(self.run(sch)):
            line = self.lines[at] if at < len(self.lines) else ""
            bind, inside = _BIND.match(line), _COMPUTE_AT.match(line)
            if not inside and not (bind and bind[2] in axes):
                continue
            loop = sch.get(variables[(bind or inside)[1]]).loop_var
            for block in sch.get_child_blocks(sch.get_sblock("root")):
                nest = Nest(sch, str(sch.get(block).name_hint))
                if any(sch.get(each).loop_var.same_as(loop) for each in sch.get_loops(block)):
                    if bind:
                        bound.add(nest.name)
                    if bind or nest.reduces:
                        places.setdefault(nest.name, at)
        return {name: at for name, at in places.items() if name in bound}

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
        try:
            for place, variables in enumerate(replace(made, lines=lines).run(sch)):
                before = self.loops.get(place - len(draft.lines), [])
                if place >= at + len(draft.lines) and before:
                    now = loop_kinds(sch, variables, lines[place])
                    lines[place] = aligned(lines[place], before, now)
        except ValueError as error:
            raise NotApplicable(f"a later line takes a loop that is gone: {error}") from error
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

    def without(self, start: str) -> Program:
        """The program without the lines in which a pattern occurs, and those that use their
        results."""
        about: set[str] = set()
        kept = []
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


def _accepted(line: str) -> str:
    """A line of a trace as TVM accepts it: without default values, and without the constant 0 as an
    index of a layout, where TVM takes expressions alone."""
    line = _DEFAULTS.sub("", line)
    layout = _LAYOUT.search(line)
    return _ZERO.sub(f"{layout[1]} * 0", line) if layout else line


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
