"""The table of levels: TIR, lowered TIR, source, PTX, SASS and other languages."""

from __future__ import annotations

from dataclasses import dataclass

from gpusim.errors import UserError, nearest

from .target import CPU, CUDA


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
