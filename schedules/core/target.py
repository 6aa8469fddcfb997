"""`Target`: what a kernel is lowered for, with the properties of its chip; CPUs by their LLVM
names; and the levels of code: TIR, lowered TIR, source, PTX, SASS and other languages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from gpusim.chips import CHIPS, Chip, Limits
from gpusim.errors import UserError, nearest

if TYPE_CHECKING:
    import tvm

CUDA, CPU = "cuda", "llvm"
# A fixed CPU (AVX2 and FMA), so that the assembly is the same on every machine.
DEFAULT_MCPU = "x86-64-v3"
# The CPU that the program runs on.
NATIVE = "native"
DEFAULT_ARCHS = {CUDA: "sm_90", CPU: DEFAULT_MCPU}


@dataclass(frozen=True)
class Target:
    """A TVM target kind and an architecture.

    Parameters
    ----------
    kind : str
        'cuda' or 'llvm'; 'opencl', 'metal' and 'webgpu' for a GPU's kernel in another language.
    arch : str
        A GPU's architecture ('sm_90'), or LLVM's name of a CPU ('native' is this machine's; '' any
        CPU of this machine's family, at a fraction of its vector width).
    """

    kind: str
    arch: str

    @classmethod
    def parse(cls, arch: str | None = None, kind: str = CUDA) -> Target:
        """The target of a kind and architecture, by default the kind's own. Raises UserError."""
        if arch is None:
            return cls(kind, DEFAULT_ARCHS[kind])
        if kind == CPU:
            return cls(kind, check_mcpu(arch))
        if arch[:-1] in CHIPS and arch[-1] in "af":
            compiled = ", compiled for sm_90a where the code needs it" if arch == "sm_90a" else ""
            raise UserError(f"arch {arch}: choose {arch[:-1]}{compiled}")
        if arch not in CHIPS:
            raise nearest("arch", arch, CHIPS, listed=True)
        return cls(kind, arch)

    @property
    def on_cpu(self) -> bool:
        return self.kind == CPU

    @property
    def chip(self) -> Chip:
        """The properties of the GPU's chip."""
        return CHIPS[self.arch]

    @property
    def limits(self) -> Limits:
        """The limits of a kernel on this GPU."""
        if self.kind == CUDA:
            return self.chip.limits
        attrs = self.tvm.attrs
        shared = int(attrs["max_shared_memory_per_block"])
        return Limits(int(attrs["max_num_threads"]), shared, shared)

    @property
    def tvm(self) -> tvm.target.Target:
        """TVM's target, always with an arch: without a GPU, plain 'cuda' would mean sm_50."""
        # A kernel file needs no TVM, which takes longer to load than such a file to verify.
        import tvm

        if self.kind == CUDA:
            return tvm.target.Target({"kind": CUDA, "arch": self.arch}, host="llvm")
        if self.kind == CPU and self.arch:
            return tvm_target(self.arch)
        return tvm.target.Target(self.kind, host="llvm")

    def of_kind(self, kind: str) -> Target:
        """The same chip with another kind, for a kernel in another language."""
        return replace(self, kind=kind)

    def check_machine_code(self) -> Target:
        """Returns this target; raises UserError if no machine code can be compiled for it."""
        if not self.chip.compiled:
            known = ", ".join(arch for arch, chip in CHIPS.items() if chip.compiled)
            raise UserError(f"no PTX or SASS for {self.arch} with CUDA 13: choose {known}")
        return self


DEFAULT_GPU = Target(CUDA, DEFAULT_ARCHS[CUDA])
DEFAULT_CPU = Target(CPU, DEFAULT_ARCHS[CPU])
ANY_CPU = Target(CPU, "")
THIS_CPU = Target(CPU, NATIVE)


def kind_and_arch(target: str | Target | tvm.target.Target | None) -> tuple[str | None, str | None]:
    """A target's kind and architecture; None for a part that it does not specify."""
    import tvm

    if target is None:
        return None, None
    if isinstance(target, Target):
        return target.kind, target.arch
    if isinstance(target, tvm.target.Target):
        kind = str(target.kind.name)
        arch = target.attrs.get("arch" if kind == CUDA else "mcpu")
        return kind, None if arch is None else str(arch)
    if target in (CUDA, CPU):
        return target, None
    return (CUDA if target.startswith("sm_") else CPU), target


# --- CPUs by their LLVM names ---------------------------------------------------------------------

# TVM is loaded on first use: kernel files do not need it.

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


# --- the table of levels: TIR, lowered TIR, source, PTX, SASS and other languages -----------------


@dataclass(frozen=True)
class Level:
    """A level: the suffix of its dumped file, the language for highlighting, and the target kind.

    `emitted_for` is the TVM target kind that emits this text, or the source that it is compiled
    from; '' for a level of TIR, which every kernel has.
    """

    name: str
    suffix: str
    language: str
    emitted_for: str = ""

    def of(self, kind: str) -> bool:
        """Whether a target kind has this level: assembly for a CPU, all others for a GPU."""
        return not self.emitted_for or (self.emitted_for == CPU) == (kind == CPU)


# Only the first level with source text of each target kind is dumped.
LEVELS = {
    level.name: level
    for level in (
        Level("tir", ".tir.py", "python"),
        Level("lowered", ".lowered.py", "python"),
        Level("cuda", ".cu", "cuda", CUDA),
        Level("ptx", ".ptx", "ptx", CUDA),
        Level("sass", ".sass", "ptx", CUDA),
        Level("opencl", ".cl", "c", "opencl"),
        Level("metal", ".metal", "cpp", "metal"),
        Level("wgsl", ".wgsl", "wgsl", "webgpu"),
        Level("asm", ".s", "gas", CPU),
        Level("llvm", ".ll", "llvm", CPU),
    )
}


# Suffixes of kernels in files, by their first level.
KERNEL_SUFFIXES = {".cu": "cuda", ".ptx": "ptx", ".cubin": "sass"}


def levels_of(kind: str) -> list[str]:
    """The levels that kernels of a target kind have."""
    return [level.name for level in LEVELS.values() if level.of(kind)]


def source_level(kind: str) -> str:
    """The level of the source code that TVM emits for a target kind."""
    return next(name for name in levels_of(kind) if LEVELS[name].emitted_for)


def check_level(level: str, kind: str) -> str:
    """Returns `level`; raises UserError if kernels of the target kind do not have it."""
    if level not in LEVELS:
        raise nearest("level", level, LEVELS)
    if level not in levels_of(kind):
        raise UserError(
            f"a schedule for {kind} has no level {level!r}: choose one of "
            + ", ".join(levels_of(kind))
        )
    return level
