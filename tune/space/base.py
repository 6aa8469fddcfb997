"""What every search space answers, whether it is a template's or MetaSchedule's own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tvm import s_tir
from tvm.s_tir import meta_schedule as ms

from schedules.errors import UserError
from schedules.ladder import Rung, Tile
from schedules.targets import Target
from schedules.workloads import Workload

from .candidate import Candidate
from .knobs import Choice, Split

# What a candidate is within its space: an index for each knob, or a trace as text.
Point = Any


class SpaceError(UserError):
    """A mistake in a space's file."""


class EmptySpace(UserError):
    """A space in which no candidate keeps all restrictions."""


@dataclass(frozen=True)
class Removed:
    """What a restriction takes out of a space, of what those before it have left."""

    name: str
    why: str
    count: int


class Space(ABC):
    """The candidates of a rung at one shape, for one target.

    `knobs` are none, and `size` and `allowed` are None, where candidates can be drawn but not
    listed; `file` is that of the template, '' without one. What is no abstract method has the
    answer of such a space.
    """

    rung: Rung
    workload: Workload
    target: Target
    knobs: Mapping[str, Split | Choice]
    file: str
    # Candidates before any restriction, and what each restriction removes.
    size: int | None
    removed: Sequence[Removed]

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.workload.shape)

    @property
    def allowed(self) -> int | None:
        """How many candidates keep all restrictions; raises EmptySpace where none does."""
        return None

    # --- points -----------------------------------------------------------------------------------

    def hand_written(self) -> list[Point]:
        """The points of tiles that people wrote: the rung's own and those of its relatives."""
        return []

    @abstractmethod
    def recorded(self, knobs: Mapping[str, Any], trace: Callable[[], Any]) -> Point:
        """The point of a recorded candidate; raises UserError where it is none of this space."""

    def exclusion(self, knobs: Mapping[str, Any]) -> str | None:
        """What keeps a recorded candidate out of the space, which may have been narrowed since.

        A restriction's name, or '' where the space lacks a knob's value; None where nothing does.
        """
        return None

    def carried_over(self, knobs: Mapping[str, Any]) -> Point | None:
        """The point of a candidate of another shape; None where it is none here."""
        return None

    # --- schedules --------------------------------------------------------------------------------

    @abstractmethod
    def schedule(self, point: Point) -> s_tir.Schedule:
        """A point's finished schedule. Raises RungError where TVM refuses a primitive."""

    @abstractmethod
    def candidate(self, point: Point) -> Candidate:
        """A point with its schedule walked. Raises RungError where TVM refuses a primitive."""

    @abstractmethod
    def proposed(self, point: Point) -> Candidate:
        """A point whose schedule is walked, and hashed, by its builder, if its name allows."""

    @abstractmethod
    def tile(self, values: Mapping[str, Any]) -> Tile:
        """The rung's tile of knobs' values; raises UserError where there is none."""

    # --- under MetaSchedule -----------------------------------------------------------------------

    @abstractmethod
    def generator(self, seed: int) -> ms.SpaceGenerator:
        """The space's draws, for any of MetaSchedule's strategies."""

    @abstractmethod
    def drawn(self, sch: s_tir.Schedule) -> Point:
        """The point that a schedule's decisions stand for."""

    @abstractmethod
    def register_intrinsics(self) -> None:
        """Register the tensor intrinsics that the space's schedules name."""
