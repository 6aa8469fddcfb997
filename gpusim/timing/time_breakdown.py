"""Result of a prediction: time per launch, attributed to instructions and stall reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..isa.operands import Code
from ..launch import Call
from .bands import BLOCK_STARTS, Band, bands, bound_of_launches
from .caches import BUSY_L2, FROM_DRAM, FROM_L2, TO_DRAM, WRITTEN
from .constants import SLOWEST, SUB_PARTITIONS, Constants
from .issue import PIPES, TENSOR, WGMMA, pipe_of
from .sm import SM
from .warp_state import CAUSES


@dataclass(frozen=True)
class InstructionTime:
    """An instruction's share of a launch's time in microseconds, by stall reason.

    `issued` counts warps over the whole launch. `causes` add up to `us`; `waits_for` splits the
    scoreboard stalls by the awaited instruction.
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
    """Predicted time of one launch.

    `us` is the time at `clock_mhz`, without launch overhead; it includes the correction factor
    `fitted`. The busiest SM runs `blocks` blocks, `resident` of them at once. `shares` are the
    utilizations of the resources, including BLOCK_STARTS. `dram_bytes` and `l2_bytes` are totals
    over the launch. `decided_by` is a load whose data decide branches or addresses, "" if none do.
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
    decided_by: str = ""

    @property
    def us(self) -> float:
        return self.cycles * self.fitted / self.clock_mhz

    @classmethod
    def of(
        cls,
        call: Call,
        ran: SM,
        cycles: float,
        resident: int,
        blocks: int,
        scale: float,
        multiprocessors: float,
    ) -> LaunchTime:
        """Scale the simulated blocks by `scale`, on each of `multiprocessors` SMs."""
        chip = ran.plan.chip
        # Extrapolation must not exceed full utilization of any resource.
        cycles *= max(1.0, *_shares(ran, cycles / scale).values())
        whole = scale * multiprocessors
        moved, fitted = ran.memory.moved, 1 + SLOWEST * min(1.0, resident / blocks)
        # All SMs share the clock and the power limit.
        part = scale / cycles * min(1.0, multiprocessors / chip.multiprocessors)
        l2, dram = moved[FROM_L2] + moved[WRITTEN], moved[FROM_DRAM] + moved[TO_DRAM]
        clock = chip.clock(
            _products(ran.plan.codes),
            max(ran.busy[TENSOR], ran.busy[WGMMA]) / SUB_PARTITIONS * part,
            (l2 - dram) * part,
            dram * part,
        )
        # From the first to the last retirement; blocks of one wave also retire in sequence.
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


def _shares(ran: SM, cycles: float) -> dict[str, float]:
    """Utilization of each resource over `cycles`."""
    parts, moved, rates = SUB_PARTITIONS * cycles, ran.memory.moved, ran.memory.rates
    shares = {"issue": sum(ran.issued) / parts}
    shares |= {name: busy / parts for name, busy in zip(PIPES, ran.busy, strict=True) if busy}
    shares["shared memory and L1"] = ran.requests.busy[0] / cycles
    shares["L2"] = moved[BUSY_L2] / cycles
    dram = moved[FROM_DRAM] / rates["DRAM"] + moved[TO_DRAM] / rates["DRAM writes"]
    return shares | {"DRAM": dram / cycles}


def _products(codes: Iterable[Code]) -> str | None:
    """The kind of tensor-core work, as in `Constants.clock`."""
    by_pipe = {pipe_of(code): code for code in codes}
    if WGMMA not in by_pipe:
        return "" if TENSOR in by_pipe else None
    code = by_pipe[WGMMA]
    if code.base != "HGMMA":
        return "float8_e4m3fn"
    return "bfloat16" if code.has("BF16") else "float16"


def _instructions(ran: SM, us: float, whole: float) -> tuple[InstructionTime, ...]:
    """Each instruction's share of a time, in proportion to warp cycles."""
    each = us / (sum(map(sum, ran.spent)) or 1.0)
    waits: dict[int, dict[int, float]] = {}
    for (pc, producer), cost in ran.blamed.items():
        waits.setdefault(pc, {})[producer] = cost * each
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


def decided_by(launches: Iterable[LaunchTime]) -> str:
    """The loads whose data decide branches or addresses of any launch, "" if none do."""
    loads = (launch.decided_by for launch in launches)
    return ", ".join(f"`{load}`" for load in dict.fromkeys(filter(None, loads)))


@dataclass(frozen=True)
class Prediction:
    """Predicted time of a kernel's launches on a chip, with an error band.

    `us` includes the launch overhead (`launch_us`). Launches return to the same arrays after
    `set_bytes`. `bound` is what bounds the kernel, one of `bands.BOUNDS`; `band` is the range of
    the actual time relative to `us`.
    """

    chip: str
    launches: tuple[LaunchTime, ...]
    launch_us: float
    set_bytes: float
    bound: str
    band: Band

    @classmethod
    def of(
        cls, chip: Constants, launches: tuple[LaunchTime, ...], launch_us: float, set_bytes: float
    ) -> Prediction:
        """With the error band of the chip, or else of what bounds the kernel."""
        bound = bound_of_launches(launches, launch_us)
        return cls(chip.name, launches, launch_us, set_bytes, bound, chip.band or bands()[bound])

    @property
    def us(self) -> float:
        return sum(launch.us for launch in self.launches) + self.launch_us

    @property
    def decided_by(self) -> str:
        return decided_by(self.launches)

    @property
    def between(self) -> tuple[float, float]:
        """Lower and upper bound of the time in microseconds."""
        return self.us * self.band.low, self.us * self.band.high
