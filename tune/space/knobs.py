"""Knobs, and the interface with which a template defines them and their restrictions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tvm import s_tir, tirx

from gpusim.chips import Limits
from gpusim.errors import UserError, nearest
from schedules.core.ladder import Rung
from schedules.core.target import Target
from schedules.lowering.nodes import nodes
from schedules.sources.computations import Computation
from schedules.sources.schedule_source import factorizations
from schedules.workloads import Workload


@dataclass(frozen=True)
class Split:
    """A loop split into `parts` whose product is its extent: sample_perfect_tile."""

    name: str
    axis: int
    parts: int
    max_factor: int
    options: tuple[tuple[int, ...], ...]

    def draw(self, sch: s_tir.Schedule, loops: Sequence, decision: int | None):
        chosen = None if decision is None else list(self.options[decision])
        loop = loops[self.axis]
        return sch.sample_perfect_tile(loop, self.parts, self.max_factor, chosen)[-1]

    def index(self, decision) -> int:
        return self.options.index(tuple(int(part) for part in decision))


@dataclass(frozen=True)
class Choice:
    """One of a few numbers or words: sample_categorical over their indices."""

    name: str
    options: tuple[Any, ...]

    def draw(self, sch: s_tir.Schedule, loops: Sequence, decision: int | None):
        count = len(self.options)
        return sch.sample_categorical(list(range(count)), [1 / count] * count, decision)

    def index(self, decision) -> int:
        return int(decision)


# A predicate over the knobs that its parameters name.
Restriction = Callable[..., bool]


@dataclass
class Config:
    """The interface by which a template defines its space.

    `rung` is the rung of the space, `limits` are the target's, and `arch` is its name.
    """

    rung: Rung
    workload: Workload
    target: Target
    limits: Limits | None
    knobs: dict[str, Split | Choice] = field(default_factory=dict)
    restrictions: list[Restriction] = field(default_factory=list)

    @property
    def arch(self) -> str:
        return self.target.arch

    def define_split(
        self, name: str, axis: str | int, num_outputs: int = 2, max_factor: int = 64
    ) -> None:
        """All perfect splits of an axis, with the outermost factor first.

        `axis` is an axis of the workload, a loop of the user's computation by name, or an extent.
        `max_factor` bounds the innermost factor, as in sample_perfect_tile.
        """
        if num_outputs < 1 or max_factor < 1:
            raise UserError(f"{name!r}: num_outputs and max_factor are at least 1")
        known = axis in self.workload.axes
        index = self.workload.axes.index(axis) if known else 0
        extent = self.workload.shape[index] if known else self._extent(axis)
        options = tuple(sorted(factorizations(extent, num_outputs, max_factor)))
        self._add(
            Split(name, index, num_outputs, max_factor, options) if known else Choice(name, options)
        )

    def _extent(self, axis: str | int) -> int:
        """The extent of a loop of the computation."""
        if isinstance(axis, int):
            return axis
        if not isinstance(self.workload, Computation):
            raise nearest("axis", axis, self.workload.axes)
        extents: dict[str, set[int]] = {}
        for loop in nodes(tirx.For, self.workload.prim_func().body):
            extents.setdefault(str(loop.loop_var.name), set()).add(int(loop.extent))
        if axis not in extents:
            raise nearest("loop of the computation", axis, extents)
        if len(extents[axis]) > 1:
            raise UserError(f"loops {axis!r} have the extents {sorted(extents[axis])}: write one")
        return extents[axis].pop()

    def define_knob(self, name: str, candidates: Sequence[Any]) -> None:
        """A knob with these candidates; a list among them becomes a tuple, as in a split."""
        options = [tuple(value) if isinstance(value, list) else value for value in candidates]
        for number, value in enumerate(options):
            if value in options[:number]:
                raise UserError(f"knob {name!r} has {value!r} twice")
        self._add(Choice(name, tuple(options)))

    def restrict(self, *predicates: Restriction) -> None:
        """Keep the candidates for which each predicate holds.

        A predicate is a function with a name; its parameters are the knobs it looks at (all of
        them for `**knobs`), and its docstring says why.
        """
        self.restrictions += predicates

    def _add(self, knob: Split | Choice) -> None:
        if knob.name in self.knobs:
            raise UserError(f"knob {knob.name!r} is defined twice")
        if not knob.options:
            raise UserError(f"knob {knob.name!r} has nothing to choose from")
        self.knobs[knob.name] = knob

    def check_restrictions(self) -> None:
        """Raise UserError for an invalid predicate."""
        for restriction in self.restrictions:
            name = getattr(restriction, "__name__", "")
            if not name:
                raise UserError(
                    f"restrict({restriction!r}): a restriction is a function with a name"
                )
            asked = looks_at(restriction, self.knobs)
            if not asked:
                raise UserError(
                    f"{name} has no parameter: name the knobs that it restricts as its parameters"
                )
            for knob in asked:
                if knob not in self.knobs:
                    raise nearest(f"knob in {name}:", knob, self.knobs)


def looks_at(restriction: Restriction, knobs: Iterable[str]) -> list[str]:
    """The knobs that a restriction takes as arguments."""
    parameters = inspect.signature(restriction).parameters.values()
    if any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters):
        return list(knobs)
    return [parameter.name for parameter in parameters]
