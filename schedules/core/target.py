"""`Target`: what a kernel is lowered for, with the properties of its chip; and the levels of its
code: TIR, lowered TIR, source, PTX, SASS and other languages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gpusim.chips import CHIPS, Chip, Limits
from gpusim.errors import UserError, nearest

from .cpus import DEFAULT_MCPU, NATIVE, check_mcpu, tvm_target

if TYPE_CHECKING:
    import tvm

CUDA, CPU = "cuda", "llvm"
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
