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
# 512 KB of local memory per thread minus CUDA's reserve: on an H200, a kernel with 523,264 B
# launches, and one with 512 B more does not.
LOCAL_BYTES = 511 * KB
MOST_THREADS = 1024
# The encoding of an instruction has eight bits for a register; one value means "no register".
MOST_REGISTERS = 255


@dataclass(frozen=True)
class Limits:
    """Limits of one block in threads and bytes; `local` is per thread."""

    threads: int
    static_shared: int
    dynamic_shared: int
    # None if unknown.
    local: int | None = None


@dataclass(frozen=True)
class Chip:
    """A compute capability: largest dynamic shared memory of a block, and resources of one SM.

    `shared` is bytes per SM, of the `l1` bytes that it shares with the L1 cache; the system
    reserves `reserved_shared` bytes per block. Shared memory is allocated in units of
    `shared_chunk` bytes, a warp's registers in units of `register_chunk`. Each of the
    `sub_partitions` has a warp scheduler and a share of the registers. `multiprocessors` is the
    number of SMs of the GPU that the comment names. `compiled`: supported by the compiler of
    CUDA 13.
    """

    block_shared: int
    warps: int
    blocks: int
    shared: int
    multiprocessors: int
    l1: int
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
    "sm_70": Chip(96 * KB, 64, 32, 96 * KB, 80, 128 * KB, 0, 256, compiled=False),  # V100
    "sm_75": Chip(64 * KB, 32, 16, 64 * KB, 68, 96 * KB, 0, 256),  # RTX 2080 Ti
    "sm_80": Chip(163 * KB, 64, 32, 164 * KB, 108, 192 * KB),  # A100
    "sm_86": Chip(99 * KB, 48, 16, 100 * KB, 82, 128 * KB),  # RTX 3090
    "sm_87": Chip(163 * KB, 48, 16, 164 * KB, 16, 192 * KB),  # Jetson AGX Orin
    "sm_89": Chip(99 * KB, 48, 24, 100 * KB, 128, 128 * KB),  # RTX 4090
    "sm_90": Chip(227 * KB, 64, 32, 228 * KB, 132, 256 * KB),  # H100 SXM, H200
    "sm_100": Chip(227 * KB, 64, 32, 228 * KB, 148, 256 * KB),  # B200
    "sm_120": Chip(99 * KB, 48, 24, 100 * KB, 170, 128 * KB),  # RTX 5090
}

# The only architecture with wgmma.
HOPPER_ARCH = "sm_90"
# Architectures for which kernels are compiled.
COMPILED = tuple(arch for arch, chip in CHIPS.items() if chip.compiled)
