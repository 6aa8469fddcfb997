"""CPUs by their LLVM names. TVM is loaded on first use: kernel files do not need it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from gpusim.errors import nearest

if TYPE_CHECKING:
    import tvm

# A fixed CPU (AVX2 and FMA), so that the assembly is the same on every machine.
DEFAULT_MCPU = "x86-64-v3"
# The CPU that the program runs on.
NATIVE = "native"
TRIPLE = "x86_64-linux-gnu"
CPUINFO = Path("/proc/cpuinfo")

# The flags in CPUINFO that each level of the x86-64 psABI adds to the previous one.
X86_LEVELS = {
    "x86-64-v2": {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"},
    "x86-64-v3": {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"},
    "x86-64-v4": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
}


@dataclass(frozen=True)
class VectorUnit:
    """A CPU's vector registers: float32 lanes per register, and number of registers."""

    lanes: int
    registers: int


# By LLVM's name of a feature, widest first (Intel SDM, volume 1, chapters 14, 15; Arm ARM, A1.4).
VECTOR_UNITS = {
    "avx512f": VectorUnit(16, 32),
    "avx2": VectorUnit(8, 16),
    "neon": VectorUnit(4, 32),
}
SSE = VectorUnit(4, 16)


def check_mcpu(mcpu: str) -> str:
    """Returns `mcpu`; raises UserError if LLVM does not know that CPU."""
    if mcpu == NATIVE:
        return mcpu
    from tvm.target import Target, codegen

    known = codegen.llvm_get_cpu_archlist(Target({"kind": "llvm", "mtriple": TRIPLE}))
    if mcpu not in known:
        raise nearest("mcpu", mcpu, [*map(str, known), NATIVE])
    return mcpu


def tvm_target(mcpu: str, **options: int) -> tvm.target.Target:
    """The LLVM target of a CPU by its LLVM name; 'native' is this machine's.

    `options` are additional options of TVM's LLVM targets (`{"opt-level": 0}`).
    """
    from tvm.target import Target, codegen

    triple = codegen.llvm_get_system_triple() if mcpu == NATIVE else TRIPLE
    name = native_mcpu() if mcpu == NATIVE else check_mcpu(mcpu)
    cpu = {"kind": "llvm", "mtriple": triple, "mcpu": name, **options}
    return Target(cpu, host=cpu)


def native_mcpu() -> str:
    """LLVM's name for this machine's CPU, or on x86-64 Linux the highest level that it supports.

    LLVM derives the name from family and model only, but a virtual machine may hide features of a
    model, AVX-512 above all. The CPU's flags say what can be used.
    """
    from tvm.target import codegen

    if not codegen.llvm_get_system_triple().startswith("x86_64") or not CPUINFO.exists():
        return str(codegen.llvm_get_system_cpu())
    lines = CPUINFO.read_text(encoding="utf-8").splitlines()
    flags = next((set(line.split()) for line in lines if line.startswith("flags")), set())
    best = "x86-64"
    for level, needed in X86_LEVELS.items():
        if not needed <= flags:
            break
        best = level
    return best


@cache
def vector_unit(mcpu: str) -> VectorUnit:
    """The widest vector registers of a CPU, by its LLVM name ('native': this machine's; '':
    DEFAULT_MCPU's)."""
    from tvm.target import codegen

    target = tvm_target(mcpu or DEFAULT_MCPU)
    units = (
        unit for name, unit in VECTOR_UNITS.items() if codegen.target_has_features(name, target)
    )
    return next(units, SSE)
