"""Hardware limits by compute capability, and theoretical occupancy: resident warps per SM.

Sources: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"; allocation
of registers and shared memory from NVIDIA's cuda_occupancy.h. Occupancy assumes that shared memory
is configured at its maximum, and that the grid is large enough.
"""

from __future__ import annotations

from dataclasses import dataclass

from .columns import Entry

KB = 1024
# Lanes of a warp, and of a warpgroup.
WARP, WARPGROUP = 32, 128
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


@dataclass(frozen=True)
class Occupancy:
    """Resident blocks and warps of one SM, out of `max_warps`.

    `limits` is the number of blocks that each resource allows; `limiters` are those with the
    smallest. `blocks` is 0 if no block fits.
    """

    blocks: int
    warps: int
    max_warps: int
    limits: dict[str, int]

    # Resident warps / possible warps.
    share = Entry(float, lambda it: it.warps / it.max_warps)
    limiters = Entry(
        tuple[str, ...],
        lambda it: tuple(name for name, blocks in it.limits.items() if blocks == it.blocks),
    )

    def __str__(self) -> str:
        return f"{self.share:.0%} ({self.blocks} blocks, {' and '.join(self.limiters)})"


def occupancy(chip: Chip, threads: int, registers: int, shared: int) -> Occupancy:
    """Occupancy of blocks of `threads`, with `registers` per thread and `shared` bytes per
    block."""
    warps = -(-threads // WARP)
    limits = {
        "warps": chip.warps // warps if threads <= MOST_THREADS else 0,
        "blocks": chip.blocks,
        "registers": _by_registers(chip, warps, registers),
        "shared memory": _by_shared(chip, shared),
    }
    blocks = min(limits.values())
    return Occupancy(blocks, blocks * warps, chip.warps, limits)


def _by_registers(chip: Chip, warps: int, registers: int) -> int:
    if not registers:
        return chip.blocks
    per_warp = _round_up(registers * WARP, chip.register_chunk)
    # A launch is checked as if the block's warps were distributed evenly over the sub-partitions.
    fits = per_warp * _round_up(warps, chip.sub_partitions) <= chip.registers
    if registers > MOST_REGISTERS or not fits:
        return 0
    return chip.registers // chip.sub_partitions // per_warp * chip.sub_partitions // warps


def _by_shared(chip: Chip, shared: int) -> int:
    used = _round_up(shared + chip.reserved_shared, chip.shared_chunk)
    return chip.shared // used if used else chip.blocks


def _round_up(value: int, unit: int) -> int:
    return -(-value // unit) * unit
