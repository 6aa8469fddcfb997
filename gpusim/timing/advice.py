"""What limits a kernel, and upper bounds: the predicted time if one constant were ideal.

A bound changes one constant of the chip (a latency, the L2's misses, the time between blocks) or of
the launch (the resident blocks), and simulates the recorded launch again. It names no change of the
code; `schedules.synthesis.advice` tries real ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated

from ..columns import FIRST, Column, time_text
from ..errors import UserError
from .constants import BLOCK_STARTS, FULL, Band, bands
from .prediction import (
    LaunchTime,
    Recording,
    bound_of_launches,
    decided_by,
    launching,
    utilization,
)
from .what_if import with_plan

# Smaller potential gains are not simulated.
_LEAST = 0.02
# Above this number of simulated instructions, only the first resident blocks are compared.
_LONG = 150_000
# Smaller gains are not shown.
WORTH = 0.01
# Resident warps per SM.
_MOST_WARPS = 64

# Stall reason by the access, or opcode, whose result is awaited.
_WAITS = dict.fromkeys(("global.load", "global.copy", "LDGDEPBAR"), "global memory")
_WAITS |= dict.fromkeys(("shared.load", "shared.matrix"), "shared memory")
_OTHER = "other results"

# Records the launches for another number of resident blocks.
Again = Callable[[Callable[[int], int]], Sequence[Recording]]


@dataclass(frozen=True)
class UpperBound:
    """The predicted time in microseconds if one constant were ideal; `gain` is the saved
    fraction. No change of the code may reach it."""

    kind: str
    what: Annotated[str, Column("if")]
    us: float
    gain: float

    gain_text = Column("gain", of=lambda it: f"up to {it.gain:.0%}", after=FIRST)
    time = Column("predicted", of=lambda it: time_text(it.us), after="gain_text")


@dataclass(frozen=True)
class Advice:
    """What limits a kernel, as a sentence and as numbers, and upper bounds in decreasing order.

    `us` is the predicted time with its error `band`, `stalls` fractions of the warps' time by stall
    reason, `busy` utilization by resource.
    """

    us: float
    bound: str
    band: Band
    busy: Mapping[str, float]
    stalls: Mapping[str, float]
    limits: tuple[UpperBound, ...]


@dataclass(frozen=True)
class Profile:
    """Recorded and predicted launches: stall reasons and utilization.

    `least_bytes` is the size of all arrays, the compulsory DRAM traffic.
    """

    launches: Sequence[Recording]
    times: Sequence[LaunchTime]
    launch_us: float
    least_bytes: float

    @property
    def us(self) -> float:
        return sum(time.us for time in self.times) + self.launch_us

    @cached_property
    def stalls(self) -> Mapping[str, float]:
        """Fractions of the warps' time: issue and stall reasons."""
        parts: dict[str, float] = defaultdict(float)
        for launch, time in zip(self.launches, self.times, strict=True):
            codes = launch.plan.codes
            for instruction in time.instructions:
                for cause, us in instruction.causes.items():
                    if cause != "scoreboard":
                        parts[cause] += us
                for pc, us in instruction.waits_for.items():
                    code = codes[pc] if pc >= 0 else None
                    parts[_WAITS.get(code and (code.row.access or code.base), _OTHER)] += us
                parts[_OTHER] += instruction.causes.get("scoreboard", 0.0) - sum(
                    instruction.waits_for.values()
                )
        whole = sum(parts.values()) or 1.0
        return {name: us / whole for name, us in parts.items() if us > 0}

    @cached_property
    def busy(self) -> Mapping[str, float]:
        """Utilization of each resource over all launches."""
        return utilization(self.times)

    def waiting(self, *causes: str) -> float:
        return sum(self.stalls.get(cause, 0.0) for cause in causes)

    @property
    def least_us(self) -> float:
        """DRAM time for the arrays' bytes, at most the bytes that are moved now."""
        chip, clock = self.launches[0].plan.chip, self.times[0].clock_mhz
        moved = min(self.dram_bytes, self.least_bytes)
        return moved / (max(chip.dram_read, chip.dram_write) * chip.multiprocessors) / clock

    @property
    def dram_bytes(self) -> int:
        return sum(time.dram_bytes for time in self.times)


# --- constants that could be ideal ----------------------------------------------------------------


def from_l2(launch: Recording) -> Recording:
    """No L2 misses."""
    return replace(launch, from_dram=lambda _: 0.0)


def without_latency(launch: Recording) -> Recording:
    """No L2 and DRAM latency at unchanged rates: all loads were issued early enough."""
    chip = launch.plan.chip
    latencies = dict(chip.latencies, l2=0.0, dram=0.0)
    at_once = replace(
        chip,
        latencies=latencies,
        cold={1: 0.0},
        l2_spread=0.0,
        dram_spread=0.0,
        outstanding=1 << 30,
    )
    return with_plan(launch, chip=at_once)


def without_shared_latency(launch: Recording) -> Recording:
    chip = launch.plan.chip
    none = dict.fromkeys((name for name in chip.latencies if name.startswith("lds")), 0.0)
    return with_plan(launch, chip=replace(chip, latencies=chip.latencies | none))


def without_ends(launch: Recording) -> Recording:
    """No time between the ends of blocks."""
    return with_plan(launch, chip=replace(launch.plan.chip, retire=0.0))


@dataclass(frozen=True)
class Limit:
    """A constant that could be ideal. `most` is an upper bound of the fraction of time that it can
    save. Without `change`, the launch has one more resident block per SM."""

    kind: str
    what: str
    change: Callable[[Recording], Recording] | None
    most: Callable[[Profile], float]


def _from_dram(profile: Profile) -> float:
    if profile.dram_bytes < 1.1 * profile.least_bytes:
        return 0.0
    return max(profile.busy.get("DRAM", 0.0), profile.waiting("global memory"))


def _idle(profile: Profile) -> float:
    """Idle fraction, if one more block per SM would fit and have work."""
    for launch in profile.launches:
        wanted = launch.resident + 1
        if wanted > launch.blocks_per_sm or wanted * launch.plan.warps_per_block > _MOST_WARPS:
            return 0.0
    return 1 - max(profile.busy.values())


LIMITS = (
    Limit(
        "latency",
        "L2 and DRAM answered at once, at their bandwidth",
        without_latency,
        lambda profile: profile.waiting("global memory", "barrier"),
    ),
    Limit(
        "shared latency",
        "shared memory answered at once",
        without_shared_latency,
        lambda profile: profile.waiting("shared memory"),
    ),
    Limit("l2", "no read went to DRAM", from_l2, _from_dram),
    Limit(
        "blocks",
        "blocks retired at once",
        without_ends,
        lambda profile: profile.busy.get(BLOCK_STARTS, 0.0),
    ),
    Limit("occupancy", "one more block were resident per SM", None, _idle),
)


def advise(launches: Sequence[Recording], again: Again, least_bytes: float) -> Advice:
    """Predict a kernel unchanged and with each promising constant.

    `again` records it for other numbers of resident blocks; `least_bytes` is the compulsory traffic
    of its arrays. Raises UserError as `Recording.simulate`.
    """
    times = [launch.simulate() for launch in launches]
    profile = Profile(launches, times, launching(launches), least_bytes)
    wanted = [(limit.most(profile), limit) for limit in LIMITS]
    wanted = sorted((item for item in wanted if item[0] >= _LEAST), key=lambda item: -item[0])
    as_it_is = [
        _us(launch, short=True) if _is_long(time) else _in_the_long_run(time)
        for launch, time in zip(launches, times, strict=True)
    ]
    found = [_simulated(profile, limit, again, as_it_is) for _, limit in wanted]
    found += [_even_grid(profile)]
    ranked = sorted((each for each in found if each and each.gain >= WORTH), key=lambda b: b.us)
    band = launches[0].plan.chip.band or bands()[bound_of_launches(times, profile.launch_us)]
    bound = _bound(profile)
    if loads := decided_by(times):
        bound += f"; decided by the given inputs: {loads}"
    return Advice(profile.us, bound, band, dict(profile.busy), dict(profile.stalls), tuple(ranked))


def _simulated(
    profile: Profile, limit: Limit, again: Again, as_it_is: Sequence[float]
) -> UpperBound | None:
    """The predicted time with an ideal constant; None if the model cannot simulate it."""
    if limit.change:
        launches = [limit.change(launch) for launch in profile.launches]
    else:
        launches = list(again(lambda blocks: blocks + 1))
    try:
        took = [
            _us(launch, _is_long(time))
            for launch, time in zip(launches, profile.times, strict=True)
        ]
    except UserError:
        return None
    parts = zip(profile.times, took, as_it_is, strict=True)
    us = sum(time.us * new / old for time, new, old in parts)
    us = max(us, profile.least_us) + profile.launch_us
    return UpperBound(limit.kind, limit.what, us, 1 - us / profile.us)


def _is_long(time: LaunchTime) -> bool:
    return time.simulated > _LONG


def _us(launch: Recording, short: bool) -> float:
    """Predicted time of a launch; for a long one, from its first resident blocks.

    A few blocks may exceed the shared bandwidth for a while, so the long-run rate limits them.
    """
    if not short:
        return _in_the_long_run(launch.simulate())
    streams = launch.plan.streams[: launch.resident * launch.plan.warps_per_block]
    first = with_plan(replace(launch, blocks_per_sm=launch.resident), streams=streams)
    return _in_the_long_run(first.simulate()) * launch.blocks_per_sm / launch.resident


def _in_the_long_run(time: LaunchTime) -> float:
    return time.us * max(1.0, time.shares["L2"], time.shares["DRAM"])


def _even_grid(profile: Profile) -> UpperBound:
    """An equal share of the blocks' work for every SM; estimated without simulation."""
    us = profile.launch_us
    for launch, time in zip(profile.launches, profile.times, strict=True):
        part = launch.blocks / launch.blocks_per_sm / launch.plan.chip.multiprocessors
        us += time.us * min(part, 1.0)
    us = max(us, profile.least_us + profile.launch_us)
    return UpperBound("grid", "every SM had an equal share of the work", us, 1 - us / profile.us)


# --- what bounds it -------------------------------------------------------------------------------


def _bound(profile: Profile) -> str:
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
    return f"{sentence}; {waits}"


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
