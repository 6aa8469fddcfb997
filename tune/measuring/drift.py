"""Corrects times for changes of clocks, load and worker, so that they can be compared.

The first correct candidate of a shape is its reference. It is timed again on each runner before the
runner's first candidate, and at intervals after that. The ratio of this time to its first time is
the runner's drift; times are divided by it. A time that would be the new best is measured once
more. Only if the second measurement confirms it is it recorded and used to stop slow candidates
early.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from .child import InFlight
from .interface import BuildRequest, Outcome

# Number of candidates on a runner between two timings of the reference.
EVERY = 16
# Number of timings of the reference that are used, since one may have been disturbed.
KEPT = 3
# Smaller changes are noise and are not corrected; larger ones are reported.
LEAST = 0.03
# Two times of a candidate within this factor confirm each other.
AGREE = 0.05

At = tuple[str, tuple[int, ...]]


def middle(outcome: Outcome) -> float:
    return statistics.median(outcome.times_us)


@dataclass
class Clock:
    """A runner's timings of the reference, and the number of candidates since the last one."""

    ratios: list[float] = field(default_factory=list)
    since: int = EVERY
    reported: float = 1.0

    @property
    def drift(self) -> float:
        ratio = statistics.median_low(self.ratios[-KEPT:]) if self.ratios else 1.0
        return ratio if abs(ratio - 1) > LEAST else 1.0


class Drift:
    """The references of a pool's shapes, the drift of each runner by name, and the best times.

    If `on` is false, times are not corrected, and a best time is accepted immediately.
    """

    def __init__(self, on: bool) -> None:
        self.on = on
        self.best_us: dict[At, float] = {}
        self.references: dict[At, tuple[InFlight, float]] = {}
        self.clocks: dict[tuple[str, At], Clock] = {}

    def clock(self, runner: str, request: BuildRequest) -> Clock:
        return self.clocks.setdefault((runner, place_of(request)), Clock())

    def expected_us(self, runner: str, request: BuildRequest) -> float | None:
        """Expected time of the shape's best candidate on a runner now, in microseconds."""
        best = self.best_us.get(place_of(request))
        return best and best * self.clock(runner, request).drift

    def needs(self, request: BuildRequest) -> bool:
        """Whether there is no reference yet to compare a request's time with."""
        return self.on and place_of(request) not in self.references

    def due(self, runner: str, request: BuildRequest) -> InFlight | None:
        """The reference of a request's shape, if the runner has to time it before the request."""
        reference = self.references.get(place_of(request))
        clock = self.clock(runner, request)
        if reference is None or clock.since < EVERY:
            return None
        clock.since = 0
        candidate, _ = reference
        return InFlight(candidate.request, candidate.built, reference=True)

    def referred(
        self, runner: str, request: BuildRequest, outcome: Outcome, say: Callable[[str], None]
    ) -> None:
        """Record a timing of the reference; reports a changed drift."""
        _, first_us = self.references[place_of(request)]
        clock = self.clock(runner, request)
        if outcome.kind != "ok":
            return
        clock.ratios.append(middle(outcome) / first_us)
        if abs(clock.drift / clock.reported - 1) > LEAST:
            clock.reported = clock.drift
            say(
                f"{outcome.worker or runner}: the reference candidate takes {clock.drift:.2f} x "
                "its first time; other times are corrected for this drift"
            )

    def taken(self, runner: str, candidate: InFlight, outcome: Outcome) -> Outcome | None:
        """A candidate's corrected outcome; None if it must be timed once more."""
        where, clock = place_of(candidate.request), self.clock(runner, candidate.request)
        clock.since += 1
        if outcome.kind != "ok":
            return outcome
        if clock.drift != 1.0:
            times = tuple(time / clock.drift for time in outcome.times_us)
            outcome = replace(outcome, times_us=times, drift=clock.drift)
        candidate.timed.append(outcome)
        best = self.best_us.get(where)
        if self.on and len(candidate.timed) == 1 and (best is None or middle(outcome) < best):
            return None
        outcome = borne_out(candidate.timed)
        if outcome is None:
            return None
        self.best_us[where] = min(middle(outcome), best or middle(outcome))
        if self.on and where not in self.references:
            self.references[where] = candidate, middle(outcome)
            clock.since = 0
        return outcome


def place_of(request: BuildRequest) -> At:
    return request.rung, request.shape


def borne_out(timed: list[Outcome]) -> Outcome | None:
    """The outcome of one time, or two that agree, or the median of three; None requests another
    time."""
    ordered = sorted(timed, key=middle)
    if len(ordered) == 2 and middle(ordered[1]) > middle(ordered[0]) * (1 + AGREE):
        return None
    if len(ordered) > 2:
        return ordered[1]
    varies = any(result.varies for result in ordered)
    times = tuple(time for result in timed for time in result.times_us)
    return replace(timed[-1], times_us=times, varies=varies)
