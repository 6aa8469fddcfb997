"""The space of a template at a shape: its knobs, restrictions and schedules."""

from __future__ import annotations

import inspect
import itertools
import math
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from tvm import s_tir
from tvm.s_tir import meta_schedule as ms

from gpusim.errors import UserError, nearest
from schedules.core.ladder import Rung, Tile, ladders
from schedules.core.target import Target
from schedules.lowering.nodes import nodes
from schedules.workloads import Workload

from ..measuring.interface import BuildRequest
from .base import (
    Candidate,
    Point,
    Removed,
    SpaceError,
    dims,
    features,
    key,
    plain,
    schedule_hash,
)
from .generator import knob_generator
from .knobs import Choice, Restriction, Split, looks_at

MARK = "tune_knob"
SAMPLES = ("SamplePerfectTile", "SampleCategorical")
MOST_POINTS = 2_000_000


def mistake(file: str, where: str, error: Exception) -> SpaceError:
    """An error in a space's file, with its location."""
    if isinstance(error, SpaceError):
        return error
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == file]
    if isinstance(error, SyntaxError) and error.filename == file:
        lines = [error.lineno]
    place = f"{file}:{lines[-1]}" if lines else file
    text = str(error).strip().partition("\n")[0]
    if not isinstance(error, UserError):
        text = f"{type(error).__name__}: {text}"
    return SpaceError(f"{place}: {where}: {text}")


@dataclass
class Space:
    """The candidates of a template's knobs; `name` and `file` are the template's."""

    rung: Rung
    workload: Workload
    target: Target
    name: str
    file: str
    knobs: dict[str, Split | Choice]
    restrictions: list[Restriction]
    make_tile: Callable[..., Tile]
    # Makes the rung in the process that builds a candidate: `BuildRequest.loader`.
    loader: str = ""

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.workload.shape)

    @property
    def size(self) -> int:
        """Number of candidates before any restriction."""
        return math.prod(len(knob.options) for knob in self.knobs.values())

    @property
    def splits(self) -> bool:
        """Whether a knob splits a loop."""
        return any(isinstance(knob, Split) for knob in self.knobs.values())

    def restricted(self, only: Mapping[str, Sequence[Any]]) -> Space:
        """The part of the space in which each named knob has one of the listed values."""
        knobs = dict(self.knobs)
        for name, values in only.items():
            if name not in knobs:
                raise nearest("knob", name, knobs)
            values = [tuple(value) if isinstance(value, list) else value for value in values]
            options = knobs[name].options
            if foreign := [value for value in values if value not in options]:
                raise UserError(f"{name} has no value {foreign[0]!r}: use some of {options}")
            kept = tuple(option for option in options if option in values)
            knobs[name] = replace(knobs[name], options=kept)
        return replace(self, knobs=knobs)

    # --- points, values, tiles --------------------------------------------------------------------

    def values(self, point: Point) -> dict[str, Any]:
        """The knobs' values at a point."""
        return {
            name: knob.options[choice]
            for (name, knob), choice in zip(self.knobs.items(), point, strict=True)
        }

    def point(self, values: Mapping[str, Any]) -> Point:
        """The point for values of the knobs (lists are tuples); UserError for unknown values."""
        point = []
        for name, knob in self.knobs.items():
            value = values.get(name)
            value = tuple(value) if isinstance(value, list) else value
            if value not in knob.options:
                raise UserError(f"{name} = {value!r} is not in the space {self.name!r}")
            point.append(knob.options.index(value))
        return tuple(point)

    def exclusion(self, knobs: Mapping[str, Any]) -> str | None:
        """Why a recorded candidate is not in the space, which may have been restricted since.

        The name of a restriction, or '' if the space lacks a knob's value; None if the candidate is
        in the space.
        """
        try:
            self.point(knobs)
        except UserError:
            return ""
        return self.refusal(knobs) or None

    def carried_over(self, knobs: Mapping[str, Any]) -> Point | None:
        """The point of another shape's candidate; None if it is not in this space."""
        # A split of one extent does not fit another.
        return self.point(knobs) if self.exclusion(knobs) is None else None

    def tile(self, values: Mapping[str, Any]) -> Tile:
        """The tile for values; raises UserError if its preconditions fail.

        Raises SpaceError if the template's function does not return a tile.
        """
        try:
            tile = self.make_tile(**values)
        except UserError:
            raise
        except Exception as error:  # as above
            where = f"the template {self.name!r}, its tile at {values}"
            raise mistake(self.file, where, error) from error
        if not isinstance(tile, type(self.rung.tile)):
            raise SpaceError(
                f"{self.file}: the template {self.name!r} returns {tile!r} for {values} instead "
                f"of a {type(self.rung.tile).__name__}"
            )
        if not self.rung.any_shape:
            tile.check(self.workload)
        return tile

    def refusal(self, values: Mapping[str, Any]) -> str:
        """The name of the first restriction that values violate, or ''."""
        for restriction in self.restrictions:
            if not self._keeps(restriction, looks_at(restriction, values), values):
                return restriction.__name__
        return "" if self._has_tile(values) else "tile"

    def _keeps(
        self, restriction: Restriction, needs: Iterable[str], values: Mapping[str, Any]
    ) -> bool:
        asked = {name: values[name] for name in needs}
        try:
            return bool(restriction(**asked))
        except Exception as error:  # as above
            where = f"the template {self.name!r}, {restriction.__name__} at {asked}"
            raise mistake(self.file, where, error) from error

    def _has_tile(self, values: Mapping[str, Any]) -> bool:
        try:
            self.tile(values)
        except SpaceError:
            raise
        except UserError:
            return False
        return True

    @cached_property
    def _survey(self) -> tuple[list[Point], list[Removed]]:
        """All points that meet the restrictions, and how many points each restriction removes.

        Knobs are chosen one after another. A restriction is evaluated as soon as its knobs have
        values, so that all points that it removes are counted at once.
        """
        names = list(self.knobs)
        options = [knob.options for knob in self.knobs.values()]
        below = [math.prod(map(len, options[number + 1 :])) for number in range(len(options))]
        asked: list[list[tuple[int, Restriction, list[str]]]] = [[] for _ in names]
        for number, restriction in enumerate(self.restrictions):
            needs = looks_at(restriction, names)
            asked[max(names.index(name) for name in needs)].append((number, restriction, needs))
        removed = [0] * (len(self.restrictions) + 1)
        points: list[Point] = []
        values: dict[str, Any] = {}

        def choose(depth: int, chosen: Point) -> None:
            if depth == len(names):
                if not self._has_tile(values):
                    removed[-1] += 1
                    return
                points.append(chosen)
                if len(points) > MOST_POINTS:
                    raise UserError(
                        f"{self.name!r} has more than {MOST_POINTS} candidates: restrict it"
                    )
                return
            for index, option in enumerate(options[depth]):
                values[names[depth]] = option
                for number, restriction, needs in asked[depth]:
                    if not self._keeps(restriction, needs, values):
                        removed[number] += below[depth]
                        break
                else:
                    choose(depth + 1, (*chosen, index))

        choose(0, ())
        table = [
            Removed(rule.__name__, (inspect.getdoc(rule) or "").partition("\n")[0], count)
            for rule, count in zip(self.restrictions, removed, strict=False)
        ]
        table.append(Removed("tile", "the tile's own preconditions", removed[-1]))
        return points, table

    @property
    def removed(self) -> list[Removed]:
        """What each restriction removes."""
        return self._survey[1]

    @property
    def points(self) -> list[Point]:
        """The points that meet all restrictions; raises UserError if there are none."""
        points = self._survey[0]
        if not points:
            most = max(self.removed, key=lambda removed: removed.count)
            raise UserError(
                f"{self.file}: the space {self.name!r} of {self.rung.path} at "
                f"{','.join(map(str, self.shape))} is empty: {most.name} removes {most.count} of "
                f"{self.size}; `tune space` shows all"
            )
        return points

    @property
    def allowed(self) -> int:
        """Number of candidates that meet all restrictions; raises UserError if none does."""
        return len(self.points)

    def features(self, point: Point) -> list[float]:
        """A point as numbers for a cost model (`features` of its values)."""
        return features(self.values(point))

    # --- schedules --------------------------------------------------------------------------------

    def request(self, point: Point) -> BuildRequest:
        """The request to build and run a point."""
        values = self.values(point)
        return BuildRequest(
            key=key(self.shape, values),
            rung=self.rung.path,
            shape=self.shape,
            arch=self.target.arch,
            knobs=asdict(self.tile(values)),
            loader=self.loader,
        )

    def draw(self, sch: s_tir.Schedule, point: Point | None = None) -> s_tir.Schedule:
        """Sample every knob on a fresh schedule, or apply a point's decisions.

        An unused sampled value would be removed from the trace as dead code: an annotation on the
        block uses each of them; `walk` removes it.
        """
        block = marked_block(sch, self.shape, self.splits)
        loops = sch.get_loops(block)
        for number, knob in enumerate(self.knobs.values()):
            drawn = knob.draw(sch, loops, None if point is None else point[number])
            sch.annotate(block, f"{MARK}.{knob.name}", drawn)
        return sch

    def drawn(self, sch: s_tir.Schedule) -> Point:
        """The point that a schedule's decisions select."""
        decisions = sch.trace.decisions
        chosen = [decisions[inst] for inst in sch.trace.insts if inst.kind.name in SAMPLES]
        return tuple(
            knob.index(decision)
            for knob, decision in zip(self.knobs.values(), chosen, strict=False)
        )

    def walk(self, sch: s_tir.Schedule, point: Point) -> None:
        """Apply the rung's function to a schedule that `draw` has sampled."""
        block = marked_block(sch, self.shape, self.splits)
        for name in self.knobs:
            sch.unannotate(block, f"{MARK}.{name}")
        for _ in self.rung.apply(sch, self.tile(self.values(point))):
            pass

    def schedule(self, point: Point) -> s_tir.Schedule:
        """A point's finished schedule. Raises RungError if TVM refuses a primitive.

        The trace has the decisions, then the rung's primitives."""
        sch = s_tir.Schedule(self.workload.prim_func())
        self.draw(sch, point)
        sch.enter_postproc()
        self.walk(sch, point)
        return sch

    def candidate(self, point: Point) -> Candidate:
        """A point with its schedule walked. Raises RungError if TVM refuses a primitive."""
        sch = self.schedule(point)
        return Candidate(
            point=point,
            knobs=self.values(point),
            request=self.request(point),
            trace=plain(drawn_trace(sch.trace).as_json()),
            schedule=schedule_hash(sch.mod, self.rung),
        )

    def proposed(self, point: Point) -> Candidate:
        """A point whose builder walks and hashes its schedule; the trace has only the decisions."""
        trace = self.draw(s_tir.Schedule(self.workload.prim_func()), point).trace
        return Candidate(point, self.values(point), self.request(point), plain(trace.as_json()), "")

    def generator(self, seed: int) -> ms.SpaceGenerator:
        """Generates candidates for any of MetaSchedule's search strategies."""
        return knob_generator(self, seed)

    def register_intrinsics(self) -> None:
        """Register the tensor intrinsics that the space's schedules name."""
        # Names of intrinsics may contain numbers of the tile, so every value of every knob is
        # walked.
        walked: set[tuple[int, int]] = set()
        for point in self.points:
            if not walked.issuperset(enumerate(point)):
                walked.update(enumerate(point))
                self.schedule(point)

    def hand_written(self) -> list[Point]:
        """The points of hand-written tiles: the rung's own and those of related rungs.

        Related rungs are the ladder's rungs for the same computation.

        Many differ only in their tiles, so the tile of one may suit another.
        """
        tiles = [self.rung.tile_for(self.workload, self.target.arch)]
        ladder = ladders().get(self.rung.ladder)
        for other in ladder.rungs.values() if ladder else ():
            with suppress(UserError):
                if other.workload.with_shape(self.shape) == self.workload:
                    tiles.append(other.tile_for(self.workload, self.target.arch))
        points = {self.tile(self.values(point)): point for point in self.points}
        return list(dict.fromkeys(points[tile] for tile in tiles if tile in points))


def marked_block(
    sch: s_tir.Schedule, shape: Sequence[int], splits: bool = True
) -> s_tir.schedule.SBlockRV:
    """The first block whose loops have the workload's extents, in order.

    Without `splits`, decisions do not depend on its loops, and any block will do.
    """
    names = [str(block.name_hint) for block in nodes(s_tir.SBlock, sch.mod)]
    names = [name for name in names if name != "root"]
    if not splits:
        return sch.get_sblock(names[0])
    probe = s_tir.Schedule(sch.mod)
    for name in names:
        extents = [int(probe.get(loop).extent) for loop in probe.get_loops(name)]
        if extents == list(shape):
            return sch.get_sblock(name)
    raise UserError(f"no block of the workload has loops of {dims(shape)}")


def drawn_trace(trace: s_tir.schedule.Trace) -> s_tir.schedule.Trace:
    """The part of a trace that samples the knobs."""
    insts = list(itertools.takewhile(lambda inst: inst.kind.name != "EnterPostproc", trace.insts))
    decisions = {inst: trace.decisions[inst] for inst in insts if inst.kind.name in SAMPLES}
    return s_tir.schedule.Trace(insts, decisions)
