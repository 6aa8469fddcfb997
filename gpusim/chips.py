"""Hardware limits by compute capability: per-block limits and the resources of an SM.

Sources: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"; allocation
granularity of registers and shared memory from NVIDIA's cuda_occupancy.h.
"""

from __future__ import annotations

from dataclasses import dataclass

KB = 1024
# Lanes of a warp, on every NVIDIA GPU.
WARP = 32
# Static `__shared__` arrays are capped on every CUDA chip; dynamic ones reach the opt-in maximum.
STATIC_SHARED_BYTES = 48 * KB
# 512 KB of local memory per thread minus CUDA's reserve: on an H200 a kernel with 523,264 B
# launches, one with 512 B more does not.
LOCAL_BYTES = 511 * KB
MOST_THREADS = 1024
# The encoding of an instruction has eight bits for a register; one value means "no register".
MOST_REGISTERS = 255


@dataclass(frozen=True)
class Limits:
    """What one block, and of local memory one thread, may use; bytes and threads."""

    threads: int
    static_shared: int
    dynamic_shared: int
    # None where it is not known.
    local: int | None = None


@dataclass(frozen=True)
class Chip:
    """A compute capability: most dynamic shared bytes of a block, and one multiprocessor's share.

    `shared` and `reserved_shared` are bytes of a multiprocessor; the system reserves the latter of
    every block's shared memory. Blocks get their shared memory in chunks of `shared_chunk` bytes,
    warps their registers in chunks of `register_chunk`. Each of the `sub_partitions` has a warp
    scheduler and its part of the registers. `compiled`: the compiler of CUDA 13 takes it.
    """

    block_shared: int
    warps: int
    blocks: int
    shared: int
    reserved_shared: int = 1 * KB
    shared_chunk: int = 128
    registers: int = 64 * KB
    register_chunk: int = 256
    sub_partitions: int = 4
    compiled: bool = True

    @property
    def limits(self) -> Limits:
        return Limits(MOST_THREADS, STATIC_SHARED_BYTES, self.block_shared, LOCAL_BYTES)


CHIPS = {
    "sm_70": Chip(96 * KB, 64, 32, 96 * KB, 0, 256, compiled=False),
    "sm_75": Chip(64 * KB, 32, 16, 64 * KB, 0, 256),
    "sm_80": Chip(163 * KB, 64, 32, 164 * KB),
    "sm_86": Chip(99 * KB, 48, 16, 100 * KB),
    "sm_87": Chip(163 * KB, 48, 16, 164 * KB),
    "sm_89": Chip(99 * KB, 48, 24, 100 * KB),
    "sm_90": Chip(227 * KB, 64, 32, 228 * KB),
    "sm_100": Chip(227 * KB, 64, 32, 228 * KB),
    "sm_120": Chip(99 * KB, 48, 24, 100 * KB),
}

# The one architecture that has wgmma.
HOPPER_ARCH = "sm_90"
# Of an H200 and of an H100 with SXM; other H100 have fewer.
HOPPER_MULTIPROCESSORS = 132
# Architectures that machine code is made for.
COMPILED = tuple(arch for arch, chip in CHIPS.items() if chip.compiled)
