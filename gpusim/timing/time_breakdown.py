"""A prediction: each launch's time, every microsecond of it with an instruction and a cause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..isa.operands import Code
from ..launch import Call
from .caches import FROM_DRAM, FROM_L2, READING, TO_DRAM, WRITTEN
from .constants import SLOWEST, SUB_PARTITIONS
from .issue import PIPES, TENSOR, WGMMA, pipe_of
from .sm import Multiprocessor
from .warp_state import CAUSES

# The resource that ends one block after the other, for the next one to start.
BLOCK_STARTS = "block starts"


@dataclass(frozen=True)
class InstructionTime:
    """An instruction's part of a launch's time, in microseconds, and what it went to.

    `issued` counts warps over the whole launch. `causes` sum up to `us`; `waits_for` has, of what
    went to scoreboards, the instructions whose results were waited for.
    """

    at: int
    line: int | None
    instruction: str
    issued: int
    us: float
    causes: Mapping[str, float]
    waits_for: Mapping[int, float]


@dataclass(frozen=True)
class LaunchTime:
    """One launch's predicted time: `us` at `clock_mhz`, without what a launch itself takes; it is
    `fitted` times what the model finds.

    `resident` blocks run at once on a multiprocessor, of `blocks` that the busiest one gets.
    `shares` are parts of the time for which each resource is busy, BLOCK_STARTS among them.
    `dram_bytes` and `l2_bytes` are of the whole launch.
    """

    kernel: str
    cycles: float
    clock_mhz: float
    fitted: float
    resident: int
    blocks: int
    shares: Mapping[str, float]
    l2_bytes: int
    dram_bytes: int
    simulated: int
    instructions: tuple[InstructionTime, ...]

    @property
    def us(self) -> float:
        return self.cycles * self.fitted / self.clock_mhz

    @classmethod
    def of(
        cls,
        call: Call,
        ran: Multiprocessor,
        cycles: float,
        resident: int,
        blocks: int,
        scale: float,
        multiprocessors: float,
    ) -> LaunchTime:
        """`scale` times as many blocks as ran, on each of so many multiprocessors."""
        chip = ran.plan.chip
        # Whatever passes and blocks that were not run are taken to be, no resource is busy for more
        # than all of the time.
        cycles *= max(1.0, *_shares(ran, cycles / scale).values())
        whole = scale * multiprocessors
        moved, fitted = ran.memory.moved, 1 + SLOWEST * min(1.0, resident / blocks)
        # The clock is all multiprocessors', and so is the power that makes it fall.
        part = scale / cycles * min(1.0, multiprocessors / chip.multiprocessors)
        l2, dram = moved[FROM_L2] + moved[WRITTEN], moved[FROM_DRAM] + moved[TO_DRAM]
        clock = chip.clock(
            _products(ran.plan.codes),
            max(ran.busy[TENSOR], ran.busy[WGMMA]) / SUB_PARTITIONS * part,
            (l2 - dram) * part,
            dram * part,
        )
        # From the first end to the last: blocks of one round end one after the other too.
        starts = min(1.0, (blocks - 1) * chip.retire / cycles)
        return cls(
            call.program.name,
            cycles,
            clock,
            fitted,
            resident,
            blocks,
            _shares(ran, cycles / scale) | {BLOCK_STARTS: starts},
            round(l2 * whole),
            round(dram * whole),
            ran.simulated,
            _instructions(ran, cycles * fitted / clock, whole),
        )


def _shares(ran: Multiprocessor, cycles: float) -> dict[str, float]:
    """The parts of some cycles for which each resource was busy."""
    parts, moved, rates = SUB_PARTITIONS * cycles, ran.memory.moved, ran.memory.rates
    shares = {"issue": sum(ran.issued) / parts}
    shares |= {name: busy / parts for name, busy in zip(PIPES, ran.busy, strict=True) if busy}
    shares["shared memory and L1"] = ran.requests.busy[0] / cycles
    reads = {"L2": moved[READING], "DRAM": moved[FROM_DRAM] / rates["DRAM"]}
    for name, written in (("L2", WRITTEN), ("DRAM", TO_DRAM)):
        shares[name] = (reads[name] + moved[written] / rates[f"{name} writes"]) / cycles
    return shares


def _products(codes: Iterable[Code]) -> str | None:
    """The kind of what the tensor cores multiply, as `Constants.clock` has it."""
    by_pipe = {pipe_of(code): code for code in codes}
    if WGMMA not in by_pipe:
        return "" if TENSOR in by_pipe else None
    code = by_pipe[WGMMA]
    if code.base != "HGMMA":
        return "float8_e4m3fn"
    return "bfloat16" if code.has("BF16") else "float16"


def _instructions(ran: Multiprocessor, us: float, whole: float) -> tuple[InstructionTime, ...]:
    """Each instruction's part of a time: that of the warps' cycles which went to it."""
    each = us / (sum(map(sum, ran.spent)) or 1.0)
    waits: dict[int, dict[int, float]] = {}
    for (at, producer), cost in ran.blamed.items():
        waits.setdefault(at, {})[producer] = cost * each
    return tuple(
        InstructionTime(
            code.at,
            code.instruction.line,
            code.instruction.text,
            round(ran.issued[code.at] * whole),
            sum(causes) * each,
            {name: cost * each for name, cost in zip(CAUSES, causes, strict=True) if cost},
            waits.get(code.at, {}),
        )
        for code, causes in zip(ran.plan.codes, ran.spent, strict=True)
        if any(causes)
    )


@dataclass(frozen=True)
class Prediction:
    """The predicted time of all launches of a kernel on a chip, and how far off it may be.

    `us` holds what the launches themselves take (`launch_us`); `band` are the least and the most
    that it may be, as parts of it. Launches come back to the same arrays after `set_bytes`.
    """

    chip: str
    launches: tuple[LaunchTime, ...]
    launch_us: float
    set_bytes: float
    band: tuple[float, float]

    @property
    def us(self) -> float:
        return sum(launch.us for launch in self.launches) + self.launch_us

    @property
    def between(self) -> tuple[float, float]:
        """The least and the most microseconds it should take."""
        return self.us * self.band[0], self.us * self.band[1]

    def record(self) -> dict[str, Any]:
        """For JSON."""
        low, high = self.between
        parts = [asdict(launch) | {"us": launch.us} for launch in self.launches]
        return asdict(self) | {"us": self.us, "low_us": low, "high_us": high, "launches": parts}
