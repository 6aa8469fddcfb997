"""Resources of a kernel: registers, spills, shared memory, instruction mix, occupancy."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from gpusim.chips import Occupancy, occupancy
from gpusim.columns import LEFT_OUT, Column, Entry
from gpusim.errors import UserError
from gpusim.isa.opcodes import opcode
from gpusim.isa.program import Program
from gpusim.isa.sass import Instruction

from ..compile.listing import Cuda, without_padding
from ..core.launch import Launch
from ..core.target import Target

if TYPE_CHECKING:
    from ..workloads import Workload

# Memory levels for which FLOP per byte are given, outermost first. The bytes of 'dram' are the
# workload's minimum; those of the others come from the access analysis.
DRAM = "dram"
LEVELS = (DRAM, "global", "shared")

LOCAL_LOADS, LOCAL_STORES = "LDL", "STL"
# Instruction classes that the short form of a mix omits.
_ASIDE = ("integer", "move", "conversion", "control")


@dataclass(frozen=True)
class LocalAccess:
    """Accesses to local memory from one line of CUDA: a spill, or an array with a run-time index.

    `line` is the line in the kernel as shown, None if the compiler recorded none.
    """

    line: int | None
    source: str
    loads: int
    stores: int

    def __str__(self) -> str:
        where = f"line {self.line}: {self.source}" if self.line else "no line noted"
        return f"{self.loads} LDL, {self.stores} STL, {where}"


@dataclass(frozen=True)
class Resources:
    """The resources of one kernel on one architecture.

    `registers` is per thread; `stack`, `spill_stores` and `spill_loads` are bytes per thread;
    `static_shared` and `dynamic_shared` are bytes per block. `mix` counts the kernel's instructions
    by class, most frequent first. `loop` does the same for the innermost loop with the most
    arithmetic, and is empty if the kernel has no loop. `intensity` is FLOP per byte by memory
    level.
    """

    kernel: str
    arch: str
    launch: Launch
    registers: Annotated[int, Column("registers")]
    stack: Annotated[int, Column("stack B", "d", narrow=LEFT_OUT)]
    spill_stores: int
    spill_loads: int
    static_shared: Annotated[int, Column("static B", "d")]
    dynamic_shared: Annotated[int, Column("dynamic B", "d", narrow=LEFT_OUT)]
    barriers: int
    mix: Mapping[str, int]
    loop: Mapping[str, int]
    local: Sequence[LocalAccess]
    occupancy: Annotated[
        Occupancy, Column("occupancy", lambda it: f"{it.share:.0%}, {it.blocks} blocks")
    ]
    intensity: Annotated[Mapping[str, float], Column("FLOP/B", ".4g", each=True, narrow=LEFT_OUT)]

    spilled = Column(
        "spill B",
        of=lambda it: it.spill_stores + it.spill_loads,
        text="d",
        after="stack",
        worse=lambda it: it.spilled > 0,
    )
    limited_by = Column(
        "limited by",
        of=lambda it: ", ".join(it.occupancy.limiters),
        after="occupancy",
        narrow=LEFT_OUT,
    )

    def _busiest(self) -> str:
        """'64 FFMA, 4 LDS.128': the classes of instructions that do most of the kernel's work."""
        mix = self.loop or self.mix
        return ", ".join(f"{count} {name}" for name, count in mix.items() if name not in _ASIDE)

    busiest = Column("mix of the busiest loop", of=_busiest, narrow=LEFT_OUT)

    instructions = Entry(int, lambda it: sum(it.mix.values()))

    def _warnings(self) -> list[str]:
        """Warnings about costs that the compiler does not report, with their CUDA lines."""
        warnings = []
        if self.spill_stores or self.spill_loads:
            warnings.append(
                f"spills {self.spill_stores} B of stores and {self.spill_loads} B of loads a thread"
            )
        elif self.stack or self.local:
            warnings.append(
                f"{self.stack} B of local memory a thread: an array with a run-time index"
            )
        if not self.occupancy.blocks:
            warnings.append(f"no block fits: {' and '.join(self.occupancy.limiters)}")
        return warnings + [str(access) for access in self.local]

    warnings = Entry(list[str], _warnings)


# --- Local memory ---------------------------------------------------------------------------------


def local_accesses(code: Iterable[Instruction], cuda: Cuda) -> list[LocalAccess]:
    """Loads and stores of local memory by CUDA line, most accesses first."""
    loads: Counter[int | None] = Counter()
    stores: Counter[int | None] = Counter()
    for instruction in code:
        if instruction.base in (LOCAL_LOADS, LOCAL_STORES):
            counts = loads if instruction.base == LOCAL_LOADS else stores
            counts[cuda.number(instruction.line)] += 1
    return [
        LocalAccess(line, cuda.text(line) if line else "", loads[line], stores[line])
        for line, _ in (loads + stores).most_common()
    ]


# --- ptxas's report -------------------------------------------------------------------------------

_FUNCTION = re.compile(
    r"Function properties for (\S+)\n"
    r".*?(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads\n"
    r".*?Used (\d+) registers(?:, used (\d+) barriers)?(.*)"
)
_SHARED = re.compile(r", (\d+) bytes smem")


def reported(log: str) -> dict[str, dict[str, int]]:
    """Kernel -> registers, barriers, stack, spills and static shared memory, parsed from ptxas's
    report."""
    usage = {}
    for name, stack, stores, loads, registers, barriers, rest in _FUNCTION.findall(log):
        shared = _SHARED.search(rest)
        usage[name] = {
            "registers": int(registers),
            "stack": int(stack),
            "spill_stores": int(stores),
            "spill_loads": int(loads),
            "static_shared": int(shared[1]) if shared else 0,
            "barriers": int(barriers or 0),
        }
    return usage


# --- A kernel's resources -------------------------------------------------------------------------


def intensity(workload: Workload, traffic: Mapping[str, float] | None = None) -> dict[str, float]:
    """FLOP per byte at each memory level whose traffic is known.

    `traffic` gives the bytes that the kernel's loads and stores move, 'global' and 'shared'. DRAM
    traffic is the workload's minimum.
    """
    known = {DRAM: float(workload.bytes), **(traffic or {})}
    return {
        level: workload.flops / known[level]
        for level in LEVELS
        if known.get(level) and workload.flops
    }


def resources_of(
    launches: Iterable[Launch],
    target: Target,
    numbers: Mapping[str, Mapping[str, int]],
    code: Mapping[str, Sequence[Instruction]],
    cuda: Cuda,
    per_byte: Mapping[str, float],
) -> list[Resources]:
    """The resources of each launched kernel, from its SASS.

    `numbers` are those of `reported`, `per_byte` is the FLOP per byte by memory level.
    """
    resources = []
    for launch in launches:
        if launch.kernel not in numbers or launch.kernel not in code:
            raise UserError(f"the compiler reports no resources of kernel {launch.kernel}")
        own = numbers[launch.kernel]
        body = executable(code[launch.kernel])
        shared = own["static_shared"] + launch.dynamic_shared
        resources.append(
            Resources(
                kernel=launch.kernel,
                arch=target.arch,
                launch=launch,
                dynamic_shared=launch.dynamic_shared,
                mix=instruction_mix(body),
                loop=instruction_mix(busiest_loop(body)),
                local=local_accesses(body, cuda),
                occupancy=occupancy(target.chip, launch.threads, own["registers"], shared),
                intensity=per_byte,
                **own,
            )
        )
    return resources


# --- instruction mix ------------------------------------------------------------------------------

# Counts are static: a loop's body counts once, regardless of its iterations.


_WIDTH = re.compile(r"\.(64|128|256)\b")
# Matrices of 8 x 8 that one LDSM or STSM moves.
_MATRICES = re.compile(r"\.[24]$")
INTEGER = "integer"


def instruction_class(instruction: Instruction) -> str:
    """The class in which an instruction is counted.

    Memory instructions by width ('LDS.128', 'LDG.E.128', 'LDSM.4' for four matrices), arithmetic,
    synchronisation and atomics by name ('FFMA', 'HMMA', 'BAR', 'SHFL'), the rest by kind: 'integer'
    (addresses and conditions), 'move', 'conversion', 'control'.
    """
    base, mix = instruction.base, opcode(instruction.base).mix
    if mix == "memory":
        width = (_MATRICES if base in ("LDSM", "STSM") else _WIDTH).search(instruction.opcode)
        extended = ".E" if ".E" in instruction.opcode else ""
        return f"{base}{extended}{width[0] if width else ''}"
    if _sets_constant(instruction):
        return "move"
    if _widens_half(instruction):
        return "conversion"
    if instruction.opcode.startswith("IMAD.MOV"):
        return "move"
    return base if mix in ("arithmetic", "named") else mix


def _sets_constant(instruction: Instruction) -> bool:
    """Whether HFMA2 of zeros loads a constant, which the compiler does while the integer pipe is
    busy."""
    return (
        instruction.base == "HFMA2" and re.match(r"\w+, -RZ, RZ,", instruction.operands) is not None
    )


def _widens_half(instruction: Instruction) -> bool:
    """Whether HADD2.F32 adds zero to half a register, which converts float16 to float32."""
    return instruction.opcode == "HADD2.F32" and ", -RZ, " in instruction.operands


def executable(code: Iterable[Instruction]) -> list[Instruction]:
    """The instructions without those that never run: padding, and loads under a false predicate."""
    return [each for each in without_padding(list(code)) if each.predicate != "@!PT"]


def instruction_mix(code: Iterable[Instruction]) -> dict[str, int]:
    """Class -> number of instructions, most frequent first."""
    return dict(Counter(map(instruction_class, code)).most_common())


def busiest_loop(code: Sequence[Instruction]) -> Sequence[Instruction]:
    """The innermost loop with the most arithmetic; () if there is no loop.

    Loops that spin on a barrier, as TMA loads require, have no arithmetic.
    """
    bodies = [code[head : tail + 1] for head, tail in Program.of("", code).natural_loops]
    bodies = [body for body in bodies if arithmetic(body)] or bodies
    inner = [
        body
        for number, body in enumerate(bodies)
        if not any(
            body[0].address <= other[0].address and other[-1].address <= body[-1].address
            for other in bodies[:number]
        )
    ]
    return max(inner, key=arithmetic, default=())


def arithmetic(code: Iterable[Instruction]) -> int:
    """Number of arithmetic instructions, without moves and conversions that use arithmetic
    opcodes."""
    classes = map(instruction_class, code)
    return sum(opcode(name).mix == "arithmetic" for name in classes)
