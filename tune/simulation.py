"""Replays strategies on a measured space, without a device: how fast each finds good candidates.

Only measured candidates can be proposed.
"""

from __future__ import annotations

import math
import random
import statistics
from bisect import bisect_left
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gpusim.errors import UserError

from .engine.recorded import point_of, recorded_job
from .predicting import predicting
from .records.lines import Entry, bootstrap
from .records.record import Record
from .space.base import Space
from .space.knob_space import Point
from .strategies import make
from .strategies.bayesian import Prior

TARGET = 0.95


@dataclass(frozen=True)
class Simulation:
    """The replay of a strategy on the space of a shape, with a curve per seed.

    `curves[s][n]` is the speed of the best candidate after n + 1 trials, relative to the best of
    all; a curve ends where it reaches 1. `share` is the relative speed up to which trials are
    counted. `speeds` are the relative speeds of all candidates, slowest first.
    """

    shape: tuple[int, ...]
    strategy: str
    points: int
    curves: tuple[tuple[float, ...], ...]
    share: float = TARGET
    speeds: tuple[float, ...] = ()

    def trials(self) -> list[float]:
        """For each seed, the trials until the best so far reaches `share`; inf where none does."""
        return [
            next((trial for trial, value in enumerate(curve, 1) if value >= self.share), math.inf)
            for curve in self.curves
        ]

    @property
    def median_trials(self) -> float:
        """The median over the seeds; for 'random', the exact median over all orders."""
        if self.strategy == "random" and self.speeds:
            return random_trials(self.points, self.enough, 0.5)
        return statistics.median(self.trials())

    @property
    def enough(self) -> int:
        """Number of candidates that reach the share of the best speed."""
        return len(self.speeds) - bisect_left(self.speeds, self.share)

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the median number of trials, by bootstrap over the seeds.

        For 'random' the median is exact.
        """
        if self.strategy == "random" and self.speeds:
            return (self.median_trials, self.median_trials)
        return bootstrap(self.trials(), statistics.median)

    def best_after(self, trials: int) -> list[float]:
        """For each seed, the best relative speed after the given number of trials."""
        return [curve[min(trials, len(curve)) - 1] for curve in self.curves]

    def row(self, after: int) -> tuple[str, ...]:
        """Medians as text: shape, strategy, points, trials, their interval, best after `after`
        trials."""
        middle, interval = number(self.median_trials), " to ".join(map(number, self.interval()))
        exact = self.strategy == "random" and bool(self.speeds)
        share = f"{statistics.median(self.best_after(after)) * 100:.1f}"
        shape = ",".join(map(str, self.shape))
        return shape, self.strategy, str(self.points), middle, "exact" if exact else interval, share

    def as_record(self) -> dict[str, Any]:
        trials, *interval = (
            value if math.isfinite(value) else None
            for value in (self.median_trials, *self.interval())
        )
        return {
            "shape": list(self.shape),
            "strategy": self.strategy,
            "points": self.points,
            "share": self.share,
            "trials": trials,
            "interval": interval,
            "curves": [[round(value, 4) for value in curve] for curve in self.curves],
        }


def random_trials(points: int, enough: int, share: float) -> int:
    """Trials after which a random order has met one of the `enough` with that probability.

    The probability that none of the first n is one of them is that of n draws without replacement.
    """
    missed, trials = 1.0, 0
    while 1 - missed < share and trials < points:
        missed *= max(points - enough - trials, 0) / (points - trials)
        trials += 1
    return trials


def number(trials: float) -> str:
    return "never" if math.isinf(trials) else f"{trials:g}"


def measured_space(
    record: Record, shape: tuple[int, ...], sample: int | None = None
) -> tuple[Space, dict[Point, float | None]]:
    """The space of a record's shape, restricted to the measured candidates, and their times.

    `sample` restricts it further, to that many random candidates that are always the same.
    """
    entries = [entry for entry in record.entries if entry.shape == shape]
    job = recorded_job(record)
    target = job.rung.lowered_for(record.line(entries[0])["arch"])
    whole = job.space_at(shape, target)
    if whole.size is None:
        raise UserError("the space 'auto' cannot be simulated: no record covers all of it")
    inside = [entry for entry in entries if whole.exclusion(entry.knobs) is None]
    if not inside:
        raise UserError(f"{record.path}: the space no longer allows any candidate of {shape}")
    tell_how_much(record, whole, inside, len(entries))
    times = {point_of(whole, entry, record): entry.time_us for entry in inside}
    if sample is not None and sample < len(times):
        times = {point: times[point] for point in random.Random(0).sample(sorted(times), sample)}
    if not any(times.values()):
        raise UserError(f"{record.path}: no candidate of {shape} was correct")

    def measured(**knobs) -> bool:
        """the record has it"""
        return whole.point(knobs) in times

    return replace(whole, restrictions=[*whole.restrictions, measured]), times


def tell_how_much(record: Record, space: Space, inside: Sequence[Entry], measured: int) -> None:
    """Notices if a record lacks a part of the space, or has candidates outside it."""
    shape = ",".join(map(str, space.shape))
    if lost := measured - len(inside):
        record.notice(f"{shape}: skipped {lost} candidates that the space no longer allows")
    if len(inside) < space.allowed:
        strategies = {entry.strategy or "an unknown strategy" for entry in inside}
        biased = "" if strategies == {"random"} else ", not a random sample of the space"
        record.notice(
            f"{shape}: the results apply only to the {len(inside)} of {space.allowed} candidates "
            f"that were measured, as chosen by {' and '.join(sorted(strategies))}{biased}"
        )


def simulate(
    space: Space,
    times: dict[Point, float | None],
    strategy: str,
    seed: int,
    most: int,
    prior: Prior | None = None,
    in_flight: int = 1,
) -> tuple[float, ...]:
    """The best-so-far curve of a strategy with a seed.

    `in_flight` candidates are proposed before the first result arrives, as in a run with that many
    builders; results arrive in the order of proposals.
    """
    best = min(time for time in times.values() if time is not None)
    proposer = make(strategy, space, seed, prior)
    waiting: deque[Point] = deque()
    curve: list[float] = []
    so_far = 0.0
    while len(curve) < most and so_far < 1.0:
        while len(waiting) < in_flight and (point := proposer.propose()) is not None:
            waiting.append(point)
        if not waiting:
            break
        point = waiting.popleft()
        time = times[point]
        proposer.observe(point, time)
        so_far = max(so_far, best / time if time else 0.0)
        curve.append(so_far)
    return tuple(curve)


def simulate_record(
    record: Record,
    strategies: Sequence[str],
    seeds: int,
    trials: int | None = None,
    share: float = TARGET,
    sample: int | None = None,
    in_flight: int = 1,
    predictions: Mapping[str, float] | None = None,
) -> list[Simulation]:
    """Replay every strategy on every shape of a record, with seeds 0, 1, ...

    With `sample`, replay on that many random candidates of each shape. Prior knowledge of a
    strategy is computed once for all seeds; the predicted times for 'model' are taken from
    `predictions`, by candidate key. 'random' is not replayed: its trials follow from combinatorics.
    Raises UserError for an invalid share.
    """
    if not 0 < share <= 1:
        raise UserError(f"--percent {100 * share:g}: must be above 0 and at most 100")
    simulations = []
    for shape in record.shapes():
        space, times = measured_space(record, shape, sample)
        most = min(trials or len(times), len(times))
        fastest = min(time for time in times.values() if time)
        speeds = tuple(sorted((fastest / time if time else 0.0) for time in times.values()))
        for strategy in strategies:
            device = record.runs[-1]["device"]
            with predicting(strategy, space, device, known=predictions) as prior:
                curves = tuple(
                    simulate(space, times, strategy, seed, most, prior, in_flight)
                    for seed in range(seeds)
                )
            simulations.append(Simulation(shape, strategy, len(times), curves, share, speeds))
    return simulations
