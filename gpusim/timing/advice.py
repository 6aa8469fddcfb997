"""What limits a kernel, and predicted gains of optimizations, each simulated as one change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from ..columns import FIRST, Column, time_text
from ..errors import UserError
from .bands import FULL, Band, bands
from .optimizations import MOVES, Move, Profile
from .prediction import LaunchTime, Recording, bound_of_launches, decided_by, launching
from .what_if import alone, has_reduction, shortened

# Maximum number of simulated changes; smaller potential gains are skipped.
MOST_SIMULATIONS = 8
# Maximum for long launches.
FEW_SIMULATIONS = 6
_LEAST = 0.02
# Above this number of simulated instructions, only the first resident blocks are compared.
_LONG = 150_000
# Smaller gains are not shown.
WORTH = 0.01

# Records the launches for another number of resident blocks.
Again = Callable[[Callable[[int], int]], Sequence[Recording]]


@dataclass(frozen=True)
class Gain:
    """An optimization and the predicted time with it, in microseconds; `gain` is the saved
    fraction.

    With `limit` it is an upper bound: the model removes the whole cost.
    """

    kind: str
    what: Annotated[str, Column("move")]
    how: Annotated[str, Column("how", narrow="move")]
    us: float
    gain: float
    limit: bool

    @property
    def gain_text(self) -> Annotated[str, Column("gain", after=FIRST)]:
        return f"{'up to ' if self.limit else ''}{self.gain:.0%}"

    @property
    def time(self) -> Annotated[str, Column("predicted", after="gain_text")]:
        return time_text(self.us)


@dataclass(frozen=True)
class Advice:
    """What limits a kernel, as a sentence and as numbers, and gains in decreasing order.

    `us` is the predicted time with its error `band`, `stalls` fractions of the warps' time by stall
    reason, `busy` utilization by resource.
    """

    us: float
    bound: str
    band: Band
    busy: Mapping[str, float]
    stalls: Mapping[str, float]
    gains: tuple[Gain, ...]

    @property
    def worth(self) -> list[Gain]:
        """The gains that are large enough to show."""
        return [gain for gain in self.gains if gain.gain >= WORTH]


def advise(
    launches: Sequence[Recording], again: Again, least_bytes: float, dtypes: frozenset[str]
) -> Advice:
    """Predict a kernel unchanged and with each promising optimization, at most MOST_SIMULATIONS.

    `again` records it for other numbers of resident blocks; `least_bytes` is the compulsory traffic
    of arrays of these `dtypes`. Raises UserError as `Recording.simulate`.
    """
    times = [launch.simulate() for launch in launches]
    profile = Profile(launches, times, launching(launches), least_bytes, dtypes)
    wanted = [(move.most(profile), move) for move in MOVES]
    wanted = sorted((item for item in wanted if item[0] >= _LEAST), key=lambda item: -item[0])
    as_it_is = [
        _us(launch, short=True) if _is_long(time) else _in_the_long_run(time)
        for launch, time in zip(launches, times, strict=True)
    ]
    most = FEW_SIMULATIONS if any(map(_is_long, times)) else MOST_SIMULATIONS
    gains = [_gain(profile, move, again, as_it_is) for _, move in wanted[:most]]
    gains += [*_even_grid(profile), *_fused(profile)]
    ranked = sorted((gain for gain in gains if gain), key=lambda gain: gain.us)
    band = launches[0].plan.chip.band or bands()[bound_of_launches(times, profile.launch_us)]
    bound = _bound(profile, ranked)
    if loads := decided_by(times):
        bound += f"; decided by the given inputs: {loads}"
    return Advice(profile.us, bound, band, dict(profile.busy), dict(profile.stalls), tuple(ranked))


def _gain(profile: Profile, move: Move, again: Again, as_it_is: Sequence[float]) -> Gain | None:
    """Predicted gain of an optimization; None if the model cannot simulate it."""
    launches = again(move.max_resident_blocks) if move.max_resident_blocks else profile.launches
    short = [_is_long(time) for time in profile.times]
    try:
        took = [
            _us(*launch_and_time)
            for launch_and_time in zip(map(move.change, launches), short, strict=True)
        ]
    except UserError:
        return None
    parts = zip(profile.times, took, as_it_is, strict=True)
    us = sum(time.us * new / old for time, new, old in parts)
    us = max(us, profile.least_us) + profile.launch_us
    return Gain(move.kind, move.what, move.how, us, 1 - us / profile.us, move.limit)


def _is_long(time: LaunchTime) -> bool:
    return time.simulated > _LONG


def _us(launch: Recording, short: bool) -> float:
    """Predicted time of a launch; for a long one, from its first resident blocks.

    A few blocks may exceed the shared bandwidth for a while, so the long-run rate limits them.
    """
    if not short:
        return _in_the_long_run(launch.simulate())
    return _in_the_long_run(shortened(launch).simulate()) * launch.blocks_per_sm / launch.resident


def _in_the_long_run(time: LaunchTime) -> float:
    return time.us * max(1.0, time.shares["L2"], time.shares["DRAM"])


def _even_grid(profile: Profile) -> list[Gain]:
    """Gain of an equal share of blocks for every SM; estimated without simulation."""
    us = profile.launch_us
    for launch, time in zip(profile.launches, profile.times, strict=True):
        part = launch.blocks / launch.blocks_per_sm / launch.plan.chip.multiprocessors
        us += max(time.us * part, min(time.us, _longest(launch))) if part < 1 else time.us
    gain = 1 - us / profile.us
    if gain < _LEAST:
        return []
    what = "equal work for every SM: more blocks, or a multiple of the number of SMs"
    how = "smaller factors in split; split K and rfactor; of a tile those that fill the last wave"
    return [Gain("grid", what, how, us, gain, limit=True)]


def _longest(launch: Recording) -> float:
    """Time in microseconds that other SMs cannot take over: the critical path of one warp.

    The parts of a reduction can be distributed. Warps that wait for each other have no separate
    critical path.
    """
    try:
        return 0.0 if has_reduction(launch) else alone(launch).simulate().us
    except UserError:
        return 0.0


def _fused(profile: Profile) -> list[Gain]:
    """Gain of fusing all launches into the longest; estimated without simulation."""
    if len(profile.times) < 2:
        return []
    longest = max(time.us for time in profile.times)
    us = longest + profile.launch_us / len(profile.times)
    what = f"one launch in place of {len(profile.times)}"
    how = "compute_inline, compute_at or reverse_compute_at puts one's blocks into another's loops"
    return [Gain("fusion", what, how, us, 1 - us / profile.us, limit=True)]


# --- what bounds it -------------------------------------------------------------------------------


def _bound(profile: Profile, gains: Sequence[Gain]) -> str:
    """One sentence on what limits the kernel, with numbers."""
    if profile.launch_us > profile.us / 2:
        of = f"{profile.launch_us:.3g} us of {profile.us:.3g}"
        return f"launch overhead is {of}"
    name, share = max(profile.busy.items(), key=lambda item: item[1])
    waits = _waits(profile)
    if share < FULL:
        return f"latency: no resource is busy for more than {share:.0%} ({name}), and {waits}"
    sentence = f"{name}: busy for {share:.0%} of the time"
    if name == "DRAM":
        moved, most = profile.dram_bytes, profile.least_bytes
        us = sum(time.us for time in profile.times)
        sentence += f", {moved / 1e6:,.0f} MB at {moved / us / 1e6:.2f} TB/s; arrays have "
        sentence += f"{most / 1e6:,.0f} MB"
        if all(gain.gain < _NOTHING for gain in gains):
            return f"{sentence}. Nothing helps but fewer bytes, as by narrower types"
    return f"{sentence}; {waits}"


# Within the variation of DRAM's rate, the bandwidth is used up.
_NOTHING = 0.1


def _waits(profile: Profile) -> str:
    """Example: "its warps wait for global memory (40% of their time) and at barriers (12%)"."""
    issue = {"issue", "not selected"}
    stalls = [(name, share) for name, share in profile.stalls.items() if name not in issue]
    most = sorted(stalls, key=lambda item: -item[1])[:2]
    parts = " and ".join(f"{_AT.get(name, f'for {name}')} ({share:.0%})" for name, share in most)
    working = sum(profile.stalls.get(name, 0.0) for name in issue)
    return f"its warps wait {parts} of their time, and are issuing or eligible for {working:.0%}"


_AT = {
    "barrier": "at barriers", "pipe": "for a busy pipe", "register port": "for register ports",
    "fixed latency": "for the instruction before", "branch": "after branches",
    "memory queue": "for the memory queue",
}  # fmt: skip
