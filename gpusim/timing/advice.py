"""What bounds a kernel, and which moves should gain most: each predicted by changing one thing."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..errors import UserError
from .edits import alone, shortened
from .optimizations import BYTES, MOVES, Move
from .prediction import Recording, launching
from .profile import Profile
from .time_breakdown import LaunchTime
from .value_sources import sums

# Changes that are simulated at most; those that can gain less than this part are not.
MOST_SIMULATIONS = 8
# And of launches that are long to simulate.
FEW_SIMULATIONS = 6
_LEAST = 0.02
# Simulated instructions beyond which moves are compared on the blocks that run at once alone.
_LONG = 150_000
# A resource that is busy for this part of the time bounds a kernel.
_FULL = 0.75
# Gains from here on are worth a line.
WORTH = 0.01

# Records the launches again for another number of resident blocks.
Again = Callable[[Callable[[int], int]], Sequence[Recording]]


@dataclass(frozen=True)
class Gain:
    """A move and the microseconds predicted with it; `gain` is the part of the time it saves.

    With `limit` no more than that can be gained: what is assumed goes further than the move can.
    """

    kind: str
    what: str
    how: str
    us: float
    gain: float
    limit: bool


@dataclass(frozen=True)
class Advice:
    """What bounds a kernel, in a sentence and its numbers, and gains, the largest first.

    `us` is the predicted time as it is, `stalls` parts of the warps' time, `busy` parts of the time
    by resource.
    """

    us: float
    bound: str
    busy: Mapping[str, float]
    stalls: Mapping[str, float]
    gains: tuple[Gain, ...]

    @property
    def worth(self) -> list[Gain]:
        return [one for one in self.gains if one.gain >= WORTH]

    def record(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def advise(
    launches: Sequence[Recording], again: Again, least_bytes: float, dtypes: frozenset[str]
) -> Advice:
    """Predict a kernel as it is and with each move that could gain, at most MOST_SIMULATIONS.

    `again` records it for other numbers of resident blocks; `least_bytes` of arrays have to be
    read or written, of these types. Raises UserError as `Recording.simulate`.
    """
    times = [one.simulate() for one in launches]
    profile = Profile(launches, times, launching(launches), least_bytes, dtypes)
    wanted = [(move.most(profile), move) for move in MOVES]
    wanted = sorted((one for one in wanted if one[0] >= _LEAST), key=lambda one: -one[0])
    as_it_is = [
        _us(one, short=True) if _is_long(time) else _in_the_long_run(time)
        for one, time in zip(launches, times, strict=True)
    ]
    most = FEW_SIMULATIONS if any(map(_is_long, times)) else MOST_SIMULATIONS
    gains = [_gain(profile, move, again, as_it_is) for _, move in wanted[:most]]
    gains += [*_even_grid(profile), *_fused(profile)]
    ranked = sorted((one for one in gains if one), key=lambda one: one.us)
    bound = _bound(profile, ranked)
    return Advice(profile.us, bound, dict(profile.busy), dict(profile.stalls), tuple(ranked))


def _gain(profile: Profile, move: Move, again: Again, as_it_is: Sequence[float]) -> Gain | None:
    """What a move is predicted to bring; None where the model finds no way through."""
    launches = again(move.fitting) if move.fitting else profile.launches
    short = [_is_long(one) for one in profile.times]
    try:
        took = [_us(*one) for one in zip(map(move.change, launches), short, strict=True)]
    except UserError:
        return None
    parts = zip(profile.times, took, as_it_is, strict=True)
    us = sum(time.us * new / old for time, new, old in parts)
    us = max(us, profile.least_us / (2 if move.kind == BYTES else 1))
    us += profile.launch_us
    return Gain(move.kind, move.what, move.how, us, 1 - us / profile.us, move.limit)


def _is_long(time: LaunchTime) -> bool:
    return time.simulated > _LONG


def _us(launch: Recording, short: bool) -> float:
    """A launch's time, by its first blocks alone if it is long.

    Few blocks may get more of what all multiprocessors share than is there: not in the long run.
    """
    if not short:
        return _in_the_long_run(launch.simulate())
    return _in_the_long_run(shortened(launch).simulate()) * launch.mine / launch.resident


def _in_the_long_run(time: LaunchTime) -> float:
    return time.us * max(1.0, time.shares["L2"], time.shares["DRAM"])


def _even_grid(profile: Profile) -> list[Gain]:
    """What an even share of the blocks for every multiprocessor would bring, not simulated."""
    us = profile.launch_us
    for one, time in zip(profile.launches, profile.times, strict=True):
        part = math.prod(one.call.grid) / one.mine / one.plan.chip.multiprocessors
        us += max(time.us * part, min(time.us, _longest(one))) if part < 1 else time.us
    gain = 1 - us / profile.us
    if gain < _LEAST:
        return []
    what = "as much work for every multiprocessor: more blocks, or a multiple of their number"
    how = "smaller factors in split; split K and rfactor; of a tile those that fill the last wave"
    return [Gain("grid", what, how, us, gain, limit=True)]


def _longest(launch: Recording) -> float:
    """Microseconds of what no other multiprocessor can take over: a warp's own way.

    A sum's parts can go to several. Where warps wait for each other none goes its way alone.
    """
    try:
        return 0.0 if sums(launch) else alone(launch).simulate().us
    except UserError:
        return 0.0


def _fused(profile: Profile) -> list[Gain]:
    """What all launches but the longest take, where there are several; not simulated."""
    if len(profile.times) < 2:
        return []
    longest = max(one.us for one in profile.times)
    us = longest + profile.launch_us / len(profile.times)
    what = f"one launch in place of {len(profile.times)}"
    how = "compute_inline, compute_at or reverse_compute_at puts one's blocks into another's loops"
    return [Gain("fusion", what, how, us, 1 - us / profile.us, limit=True)]


# --- what bounds it -------------------------------------------------------------------------------


def _bound(profile: Profile, gains: Sequence[Gain]) -> str:
    """One sentence, with its numbers."""
    if profile.launch_us > profile.us / 2:
        of = f"{profile.launch_us:.3g} us of {profile.us:.3g}"
        return f"launching takes {of}: hardly anything is left"
    name, share = max(profile.busy.items(), key=lambda one: one[1])
    waits = _waits(profile)
    if share < _FULL:
        return f"latency: no resource is busy for more than {share:.0%} ({name}), and {waits}"
    sentence = f"{name}: busy for {share:.0%} of the time"
    if name == "DRAM":
        moved, most = profile.dram_bytes, profile.least_bytes
        us = sum(one.us for one in profile.times)
        sentence += f", {moved / 1e6:,.0f} MB at {moved / us / 1e6:.2f} TB/s; arrays have "
        sentence += f"{most / 1e6:,.0f} MB"
        if all(one.gain < _NOTHING for one in gains if one.kind != BYTES):
            return f"{sentence}. Nothing helps but fewer bytes, as by narrower types"
    return f"{sentence}; {waits}"


# A gain that is within what DRAM's rate itself varies by.
_NOTHING = 0.1


def _waits(profile: Profile) -> str:
    """'its warps wait for global memory (40% of their time) and at barriers (12%)'."""
    issue = {"issue", "not selected"}
    stalls = [(name, share) for name, share in profile.stalls.items() if name not in issue]
    most = sorted(stalls, key=lambda one: -one[1])[:2]
    parts = " and ".join(f"{_AT.get(name, f'for {name}')} ({share:.0%})" for name, share in most)
    working = sum(profile.stalls.get(name, 0.0) for name in issue)
    return f"its warps wait {parts} of their time, and issue or could for {working:.0%}"


_AT = {
    "barrier": "at barriers", "pipe": "for a busy pipe", "register port": "for register ports",
    "fixed latency": "for the instruction before", "branch": "after branches",
    "memory queue": "for the memory queue",
}  # fmt: skip
