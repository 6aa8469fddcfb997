"""What a kernel takes: registers, spills, shared memory, its instruction mix, and its occupancy.

Counts of instructions are of the machine code as it stands, not of what runs: a loop's body counts
once, however often it is taken.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..compile.listing import without_padding
from ..compile.sass import Instruction
from ..compile.shown_source import Cuda
from ..compile.toolchain import check_arch, compile_kernels, disassemble
from ..errors import UserError
from ..ladder import Rung, Step
from ..lowering.lower import Launch, Lowered, lower
from ..workloads import Workload
from .occupancy import Occupancy, occupancy

# Levels of memory that floating-point operations per byte are given for, outermost first. The bytes
# of 'dram' are the workload's least; those of the others come from who knows the accesses.
DRAM = "dram"
LEVELS = (DRAM, "global", "shared")

LOCAL_LOADS, LOCAL_STORES = "LDL", "STL"

_MEMORY = {"LDS", "STS", "LDG", "STG", "LD", "ST", "LDL", "STL", "LDGSTS", "LDSM", "STSM"}
_WIDTH = re.compile(r"\.(64|128|256)\b")
# Matrices of 8 x 8 that one LDSM or STSM moves.
_MATRICES = re.compile(r"\.[24]$")
_ARITHMETIC = {
    "FFMA", "FFMA2", "FADD", "FADD2", "FMUL", "FMUL2", "FMNMX", "DFMA", "DADD", "DMUL", "HFMA2",
    "HADD2", "HMUL2", "HMMA", "HGMMA", "IMMA", "DMMA", "BMMA", "QMMA", "IDP", "IDP4A", "MUFU",
}  # fmt: skip
_SYNCHRONISATION = {"BAR", "SHFL", "LDGDEPBAR", "DEPBAR", "SYNCS", "VOTE", "MATCH", "REDUX"}
_ATOMIC = {"ATOM", "ATOMG", "ATOMS", "RED", "REDG"}
_KINDS = {
    "conversion": {"F2F", "F2FP", "F2I", "I2F", "I2FP", "I2I", "F2IP", "I2IP", "FRND", "PRMT"},
    "control": {
        "BRA", "BRX", "BSSY", "BSYNC", "EXIT", "RET", "CALL", "WARPSYNC", "NOP", "YIELD", "BREAK",
        "JMP", "NANOSLEEP", "BMOV",
    },
    "move": {
        "MOV", "UMOV", "CS2R", "CS2UR", "S2R", "S2UR", "R2UR", "UR2UR", "R2P", "P2R", "SEL",
        "USEL", "FSEL", "LDC", "LDCU", "ULDC", "MOVM", "IMAD.MOV",
    },
}  # fmt: skip
_KIND_OF = {base: kind for kind, bases in _KINDS.items() for base in bases}
INTEGER = "integer"


@dataclass(frozen=True)
class LocalAccess:
    """Accesses to local memory from one line of CUDA: a spill, or an array with a run-time index.

    `line` counts in the kernel as it is shown; None where the compiler noted none.
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
    """One kernel on one architecture.

    `registers` are per thread; `stack`, `spill_stores` and `spill_loads` bytes per thread;
    `static_shared` and `dynamic_shared` bytes per block. `mix` counts instructions by class, the
    commonest first; `loop` those of the innermost loop with the most arithmetic, empty where the
    kernel has no loop. `intensity` is FLOP per byte by level of memory.
    """

    kernel: str
    arch: str
    launch: Launch
    registers: int
    stack: int
    spill_stores: int
    spill_loads: int
    static_shared: int
    dynamic_shared: int
    barriers: int
    mix: Mapping[str, int]
    loop: Mapping[str, int]
    local: Sequence[LocalAccess]
    occupancy: Occupancy
    intensity: Mapping[str, float]

    @property
    def instructions(self) -> int:
        return sum(self.mix.values())

    @property
    def warnings(self) -> list[str]:
        """What makes a kernel slow without a word from the compiler, with the lines it is in."""
        found = []
        if self.spill_stores or self.spill_loads:
            found.append(
                f"spills {self.spill_stores} B of stores and {self.spill_loads} B of loads a thread"
            )
        elif self.stack or self.local:
            found.append(f"{self.stack} B of local memory a thread: an array with a run-time index")
        if not self.occupancy.blocks:
            found.append(f"no block fits: {' and '.join(self.occupancy.limiters)}")
        return found + [str(access) for access in self.local]

    def record(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return {
            **asdict(self),
            "instructions": self.instructions,
            "occupancy": {
                **asdict(self.occupancy),
                "share": self.occupancy.share,
                "limiters": self.occupancy.limiters,
            },
            "warnings": self.warnings,
        }


# --- instruction mix ------------------------------------------------------------------------------


def instruction_class(one: Instruction) -> str:
    """The class an instruction counts in.

    Memory instructions by width ('LDS.128', 'LDG.E.128', 'LDSM.4' for four matrices), arithmetic,
    synchronisation and atomics by name ('FFMA', 'HMMA', 'BAR', 'SHFL'), the rest by kind: 'integer'
    (addresses and conditions), 'move', 'conversion', 'control'.
    """
    base = one.base
    if base in _MEMORY:
        width = (_MATRICES if base in ("LDSM", "STSM") else _WIDTH).search(one.opcode)
        extended = ".E" if ".E" in one.opcode else ""
        return f"{base}{extended}{width[0] if width else ''}"
    if _sets_constant(one):
        return "move"
    if _widens_half(one):
        return "conversion"
    if base in _ARITHMETIC or base in _SYNCHRONISATION or base in _ATOMIC:
        return base
    if base in _KIND_OF:
        return _KIND_OF[base]
    return "move" if one.opcode.startswith("IMAD.MOV") else INTEGER


def _sets_constant(one: Instruction) -> bool:
    """HFMA2 of zeros is how the compiler loads a constant while the integer pipe is busy."""
    return one.base == "HFMA2" and re.match(r"\w+, -RZ, RZ,", one.operands) is not None


def _widens_half(one: Instruction) -> bool:
    """HADD2.F32 of zero and half a register is how float16 becomes float32."""
    return one.opcode == "HADD2.F32" and ", -RZ, " in one.operands


def executable(code: Iterable[Instruction]) -> list[Instruction]:
    """The instructions without those that never run: padding, and loads under a false predicate."""
    return [one for one in without_padding(list(code)) if one.predicate != "@!PT"]


def instruction_mix(code: Iterable[Instruction]) -> dict[str, int]:
    """Class -> number of instructions, the commonest first."""
    return dict(Counter(map(instruction_class, code)).most_common())


def loops(code: Sequence[Instruction]) -> list[Sequence[Instruction]]:
    """The bodies of loops, each from a label to the last branch back to it, innermost first."""
    start = {one.label: at for at, one in enumerate(code) if one.label}
    spans: dict[int, int] = {}
    for at, one in enumerate(code):
        if one.base != "BRA" or not (target := re.search(r"\((\.L\w+)\)", one.operands)):
            continue
        begin = start.get(target[1], at)
        # The branch to itself after the end of a kernel is no loop, nor is one back from there:
        # what seldom runs, as the second look at a barrier, stands behind the end.
        ended = any(one.base == "EXIT" and not one.predicate for one in code[begin:at])
        if begin < at and not ended:
            spans[begin] = at
    return [
        code[begin : end + 1] for begin, end in sorted(spans.items(), key=lambda s: s[1] - s[0])
    ]


def busiest_loop(code: Sequence[Instruction]) -> Sequence[Instruction]:
    """The innermost loop with the most arithmetic, () where there is no loop.

    A loop that waits for a barrier, as loads by the tensor memory accelerator need it, has none.
    """
    found = [body for body in loops(code) if arithmetic(body)] or loops(code)
    inner = [
        body
        for at, body in enumerate(found)
        if not any(
            body[0].address <= other[0].address and other[-1].address <= body[-1].address
            for other in found[:at]
        )
    ]
    return max(inner, key=arithmetic, default=())


def arithmetic(code: Iterable[Instruction]) -> int:
    """Number of arithmetic instructions; moves and conversions in their guise are none."""
    return sum(instruction_class(one) in _ARITHMETIC for one in code)


# --- local memory ---------------------------------------------------------------------------------


def local_accesses(code: Iterable[Instruction], cuda: Cuda) -> list[LocalAccess]:
    """Loads and stores of local memory by line of CUDA, the line with most of them first."""
    loads: Counter[int | None] = Counter()
    stores: Counter[int | None] = Counter()
    for one in code:
        if one.base in (LOCAL_LOADS, LOCAL_STORES):
            (loads if one.base == LOCAL_LOADS else stores)[cuda.number(one.line)] += 1
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
    """Kernel -> registers, barriers, stack, spills and static shared memory, by ptxas's report."""
    found = {}
    for name, stack, stores, loads, registers, barriers, rest in _FUNCTION.findall(log):
        shared = _SHARED.search(rest)
        found[name] = {
            "registers": int(registers),
            "stack": int(stack),
            "spill_stores": int(stores),
            "spill_loads": int(loads),
            "static_shared": int(shared[1]) if shared else 0,
            "barriers": int(barriers or 0),
        }
    return found


# --- a rung ---------------------------------------------------------------------------------------


def intensity(workload: Workload, traffic: Mapping[str, float] | None = None) -> dict[str, float]:
    """FLOP per byte at each level of memory whose traffic is known.

    `traffic` gives bytes by level ('global': what the kernel's loads and stores move, 'shared': the
    same for shared memory); that of DRAM is the least the workload can do with.
    """
    known = {DRAM: float(workload.bytes), **(traffic or {})}
    return {
        level: workload.flops / known[level]
        for level in LEVELS
        if known.get(level) and workload.flops
    }


def resources_of(
    lowered: Lowered,
    workload: Workload,
    arch: str,
    traffic: Mapping[str, float] | None = None,
) -> list[Resources]:
    """What each kernel of a lowered module takes; raises as `toolchain.compile_source`."""
    compiled = compile_kernels(lowered.source, check_arch(arch))
    code = disassemble(compiled.cubin)
    numbers = reported(compiled.log)
    cuda = Cuda(lowered.source)
    per_byte = intensity(workload, traffic)
    found = []
    for launch in lowered.launches:
        if launch.kernel not in numbers or launch.kernel not in code:
            raise UserError(f"the compiler says nothing of kernel {launch.kernel}")
        own = numbers[launch.kernel]
        body = executable(code[launch.kernel])
        shared = own["static_shared"] + launch.dynamic_shared
        found.append(
            Resources(
                kernel=launch.kernel,
                arch=arch,
                launch=launch,
                dynamic_shared=launch.dynamic_shared,
                mix=instruction_mix(body),
                loop=instruction_mix(busiest_loop(body)),
                local=local_accesses(body, cuda),
                occupancy=occupancy(arch, launch.threads, own["registers"], shared),
                intensity=per_byte,
                **own,
            )
        )
    return found


def resources(rung: Rung, step: Step, workload: Workload, arch: str) -> list[Resources]:
    """What each kernel of a rung's step takes on an architecture."""
    return resources_of(lower(step.mod, rung.build, arch=check_arch(arch)), workload, arch)
