"""Static issue requirements of each instruction: pipe, register reads, scoreboards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..dataflow.provenance import LINE
from ..isa.decoder import ZERO_REGISTER, Code
from ..isa.program import Program
from .constants import Constants

# Pipes of a sub-partition. FMA has two halves, of which integer multiplication and conversions of
# halves to floats use one, and arithmetic on halves needs both.
FMA, IMAD, WIDEN, HALF, ALU, SPECIAL, DOUBLE, UNIFORM, TENSOR, WGMMA = range(10)
MEMORY, GLOBAL, CONTROL = range(10, 13)
QUEUED = (MEMORY, GLOBAL)
PRODUCTS = (TENSOR, WGMMA)
PIPES = (
    "FMA", "integer multiply", "half to float", "half", "ALU", "special functions", "double",
    "uniform", "tensor", "wgmma", "memory", "global memory", "control",
)  # fmt: skip
# Names of the pipes in the opcode table.
_NAMES = (
    "fma", "imad", "widen", "half", "alu", "special", "double", "uniform", "tensor", "wgmma",
    "memory", "global", "control",
)  # fmt: skip
_PIPE = {name: pipe for pipe, name in enumerate(_NAMES)}
# Roles of instructions that affect other warps; BSYNC does too.
_CONCERN_OTHERS = ("waits", "exit")
# Default latency of a result guarded by a scoreboard barrier.
_RESULT = 20.0
_FACTOR_BYTES = {"HMMA": 2, "IMMA": 1}


# Default intervals of instructions that were not measured.
_DEFAULT = {
    FMA: 1.0,
    IMAD: 2.0,
    WIDEN: 2.0,
    HALF: 2.0,
    ALU: 2.0,
    SPECIAL: 8.0,
    DOUBLE: 3.0,
    UNIFORM: 2.0,
    TENSOR: 6.0,
}


@dataclass(frozen=True, slots=True)
class IssueRequirements:
    """Static requirements of an instruction.

    `pipe` is occupied for `interval` cycles; a result takes `latency`. `even` and `odd` count reads
    of the two register banks that the operand cache does not serve, which may finish `window`
    cycles later; `reads` is whether there are any. `stall`, `awaited`, `write`, `read` and `yields`
    are the control code: scoreboard barriers waited for, those that the result releases, the one
    released once sources are read (-1: none), and the yield bit. If `left` >= 0, the instruction
    also waits until that many results of scoreboard barrier `results` are pending, or wgmma groups
    for -1. `meets`: waits for the last BAR; `waits`: waits for anything. `plain`: affects no other
    warp. `ends_group` closes a wgmma group. `cost` is the fraction of its issue slot, wavefronts,
    waits and barriers that the instruction takes (`what_if`).
    """

    pipe: int
    interval: float
    latency: float
    even: float
    odd: float
    window: float
    reads: bool
    stall: int
    awaited: tuple[int, ...]
    write: tuple[int, ...]
    read: int
    yields: bool
    plain: bool
    results: int
    left: int
    waits: bool
    meets: bool
    ends_group: bool
    cost: float = 1.0


def pipe_of(code: Code) -> int:
    """The pipe that executes an instruction."""
    widens = code.base == "HADD2" and code.has("F32")
    return WIDEN if widens else _PIPE[code.row.pipe]


def interval_of(code: Code, intervals: Mapping[str, float]) -> float:
    """Cycles for which an instruction occupies its pipe."""
    pipe, base = pipe_of(code), code.base.lower()
    if pipe == WGMMA:
        # 64 rows by N columns of 32 bytes: two columns per cycle, or the time to read both operands
        # from shared memory (`async.wgmma`).
        n = int(code.modifiers[0].split("x")[1])
        return max(n / 2, (64 + n) * 32 / LINE)
    names = [base, base.removeprefix("u") if pipe == UNIFORM else base]
    if pipe == TENSOR:
        names.insert(0, f"{base}.{code.modifiers[0]}.{code.modifiers[1].lower()}")
        names.insert(1, f"{base}.{code.modifiers[0]}")
    elif base == "imad" and code.has("WIDE"):
        names.insert(0, "imad.wide")
    return next((intervals[name] for name in names if name in intervals), _DEFAULT.get(pipe, 1.0))


def register_reads(code: Code, before: Code | None) -> tuple[float, float]:
    """Reads of the even and odd register banks, without operand-cache hits.

    The cache holds an operand of the preceding instruction at the same position if its reuse bit is
    set.
    """
    places = _sources(code)
    cached = {}
    if before is not None:
        reuse = before.instruction.reuse
        cached = {place: index for place, index in _sources(before).items() if reuse >> place & 1}
    read = {place: index for place, index in places.items() if cached.get(place) != index}
    if code.base in _FACTOR_BYTES:
        # Fragments are in consecutive registers, half of them even.
        half = sum(map(_fragments(code).__getitem__, read)) / 2
        return half, half
    indices = set(read.values())
    even = sum(not index & 1 for index in indices)
    return even, len(indices) - even


def _fragments(code: Code) -> tuple[float, float, float]:
    """Registers of A, B and C of an mma."""
    depth = int(code.modifiers[0].removeprefix("168")) * _FACTOR_BYTES[code.base]
    return depth / 8, depth / 16, 2 if code.has("F16") else 4


def _sources(code: Code) -> dict[int, int]:
    """Source registers of an arithmetic instruction by operand position."""
    operands = [operand for operand in code.operands if operand.kind not in ("P", "UP")][1:]
    return {
        place: operand.index
        for place, operand in enumerate(operands)
        if operand.kind == "R" and operand.index != ZERO_REGISTER
    }


def _under_way(code: Code) -> tuple[int, int]:
    """(scoreboard barrier, allowed pending results) of a DEPBAR; barrier -1 for
    WARPGROUP.DEPBAR; (-1, -1) for any other instruction.
    """
    products = code.base == "WARPGROUP" and code.has("DEPBAR")
    if code.base != "DEPBAR" and not products:
        return -1, -1
    left = int(code.operands[1].value) if len(code.operands) > 1 else 0
    return -1 if products else code.operands[0].index, left


def _fetching(length: int, chip: Constants) -> int:
    """Least cycles between instructions of one warp in a loop of this length."""
    return max((1, *(cycles for least, cycles in chip.fetching.items() if least <= length)))


def issue_requirements(program: Program, chip: Constants) -> list[IssueRequirements]:
    """Requirements of all instructions of a kernel."""
    codes, requirements = program.codes, []
    lengths = {pc: last - first + 1 for pc, (first, last) in program.innermost_loops.items()}
    fetching = {length: _fetching(length, chip) for length in {0, *lengths.values()}}
    for pc, code in enumerate(codes):
        pipe, control, length = pipe_of(code), code.instruction, lengths.get(pc, 0)
        even = odd = 0.0
        if pipe in (FMA, IMAD, WIDEN, HALF, ALU) or code.base in _FACTOR_BYTES:
            even, odd = register_reads(code, codes[pc - 1] if pc else None)
        interval = interval_of(code, chip.intervals)
        write = () if control.write_barrier is None else (control.write_barrier,)
        read = -1 if control.read_barrier is None else control.read_barrier
        concerns = (
            pipe in (*QUEUED, WGMMA)
            or not code.row.roles.isdisjoint(_CONCERN_OTHERS)
            or code.base == "BSYNC"
        )
        results, left = _under_way(code)
        meets = pipe in (*QUEUED, WGMMA, CONTROL)
        requirements.append(
            IssueRequirements(
                pipe,
                interval,
                chip.latencies.get(code.base.lower(), _RESULT),
                even,
                odd,
                window=interval if pipe == TENSOR else chip.window,
                reads=bool(even or odd),
                stall=max(fetching[length], control.stall),
                awaited=control.waits,
                write=write,
                read=read,
                yields=control.yield_,
                plain=not concerns and not write and read < 0,
                results=results,
                left=left,
                waits=bool(control.waits) or left >= 0 or meets,
                meets=meets,
                ends_group=any(operand.kind == "barrier" for operand in code.operands),
            )
        )
    return requirements
