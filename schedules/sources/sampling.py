"""Sampling instructions of a schedule: their candidates, and schedules with given decisions.

`sample_perfect_tile` and `sample_categorical` decide at random. Here each instruction has a name
and takes the decision given for that name, so that a schedule is reproducible and `tune` can
choose. A name is 'tile_' and the loop's name, or 'choice'; repeated names are numbered.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import tvm
from tvm import s_tir

from gpusim.errors import UserError

PERFECT_TILE, CATEGORICAL = "SamplePerfectTile", "SampleCategorical"


def divisors(extent: int) -> list[int]:
    small = [number for number in range(1, math.isqrt(extent) + 1) if extent % number == 0]
    return sorted({*small, *(extent // number for number in small)})


def factorizations(extent: int, parts: int, max_factor: int) -> list[tuple[int, ...]]:
    """All ways to write `extent` as a product of `parts`, the last at most `max_factor`."""
    if parts == 1:
        return [(extent,)]
    return [
        (*outer, last)
        for last in divisors(extent)
        if last <= max_factor
        for outer in factorizations(extent // last, parts - 1, extent)
    ]


@dataclass(frozen=True)
class Sample:
    """A sampling instruction: its candidates (numbers or splits), and its decision."""

    name: str
    options: tuple[Any, ...]
    chosen: Any


@dataclass
class Decisions:
    """The decisions of a schedule's sampling instructions, by name; `samples` are those
    encountered.

    An instruction without a given decision takes its own `decision=`; without that, the most
    probable candidate (the first of several), or the split with the largest innermost factor and
    similar other factors.
    """

    given: Mapping[str, Any] = field(default_factory=dict)
    samples: list[Sample] = field(default_factory=list)

    def tile(
        self, loop: s_tir.schedule.For, parts: int, most: int, own: Sequence[int] | None
    ) -> tuple[int, ...]:
        """The decided split of a loop; raises UserError if the requested one is not a candidate."""
        options = sorted(factorizations(int(loop.extent), parts, most))
        usual = min(options, key=lambda option: (-option[-1], max(option), option))
        return self._decided(f"tile_{loop.loop_var.name}", options, own, usual)

    def choice(
        self, candidates: Sequence[Any], weights: Sequence[Any], own: int | None = None
    ) -> int:
        """The index of the decided candidate; raises UserError if the requested one is not one."""
        numbers = [int(candidate) for candidate in candidates]
        likely = [float(weight) for weight in weights]
        usual = numbers[likely.index(max(likely))]
        decided = self._decided("choice", numbers, None if own is None else numbers[own], usual)
        return numbers.index(decided)

    def _decided(self, stem: str, options: Sequence[Any], own: Any, usual: Any) -> Any:
        names = {sample.name for sample in self.samples}
        numbered = (f"{stem}_{number}" for number in itertools.count(2))
        name = next(
            candidate for candidate in itertools.chain([stem], numbered) if candidate not in names
        )
        if own is not None:
            usual = tuple(map(int, own)) if isinstance(usual, tuple) else own
        chosen = self.given.get(name, usual)
        chosen = tuple(chosen) if isinstance(chosen, list) else chosen
        if name in self.given and chosen not in options:
            raise UserError(
                f"{name} = {chosen} is not one of its {len(options)} options: the options depend "
                "on another choice"
            )
        # A given split may be any split, including ones that the instruction would not draw.
        options = options if chosen in options else sorted([*options, chosen])
        self.samples.append(Sample(name, tuple(options), chosen))
        return chosen


@contextlib.contextmanager
def deciding(decisions: Decisions) -> Iterator[None]:
    """A context in which the sampling instructions of a user's function use `decisions`."""
    perfect_tile = s_tir.Schedule.sample_perfect_tile
    categorical = s_tir.Schedule.sample_categorical

    def sample_perfect_tile(self, loop, n, max_innermost_factor=16, decision=None):
        decided = decisions.tile(self.get(loop), n, max_innermost_factor, decision)
        return perfect_tile(self, loop, n, max_innermost_factor, list(decided))

    def sample_categorical(self, candidates, probs, decision=None):
        decided = decisions.choice(candidates, probs, decision)
        return categorical(self, candidates, probs, decided)

    s_tir.Schedule.sample_perfect_tile = sample_perfect_tile
    s_tir.Schedule.sample_categorical = sample_categorical
    try:
        yield
    finally:
        s_tir.Schedule.sample_perfect_tile = perfect_tile
        s_tir.Schedule.sample_categorical = categorical


def decided(marks: Iterator, decisions: Decisions) -> Iterator:
    """Yield what a generator over a schedule yields, running it inside `deciding`."""
    done = object()
    while True:
        with deciding(decisions):
            mark = next(marks, done)
        if mark is done:
            return
        yield mark


def decided_anew(
    sch: s_tir.Schedule, origin: tvm.ir.IRModule, decisions: Decisions
) -> s_tir.Schedule:
    """A finished schedule with other decisions: its trace replayed on its original module."""
    replay = s_tir.Schedule(origin)

    def decide(instruction, inputs, attributes, decision):
        if instruction.kind.name == PERFECT_TILE:
            return list(decisions.tile(replay.get(inputs[0]), *map(int, attributes), decision))
        if instruction.kind.name == CATEGORICAL:
            return decisions.choice(*attributes, own=None if decision is None else int(decision))
        return decision

    sch.trace.apply_to_schedule(replay, False, decide)
    return replay
