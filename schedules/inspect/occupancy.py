"""Theoretical occupancy: how many warps of a kernel one multiprocessor holds, and what stops more.

Limits are those of the CUDA C++ Programming Guide's table per compute capability; how registers and
shared memory are handed out follows NVIDIA's cuda_occupancy.h. The shared memory is taken to be
configured as large as it gets, and the grid to be large enough.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import nearest
from ..targets import WARP

MAX_THREADS_PER_BLOCK = 1024
# Each of the four parts of a multiprocessor has a warp scheduler and a quarter of the registers.
SUB_PARTITIONS = 4
REGISTERS = 64 * 1024
# A warp's registers are handed out in chunks of this many.
REGISTER_CHUNK = 256
MAX_REGISTERS_PER_THREAD = 255


@dataclass(frozen=True)
class Multiprocessor:
    """What one multiprocessor has for all its blocks.

    `shared` and `reserved_shared` are bytes; the system reserves the latter of every block's shared
    memory. Blocks get their shared memory in chunks of `shared_chunk` bytes.
    """

    warps: int
    blocks: int
    shared: int
    reserved_shared: int = 1024
    shared_chunk: int = 128


MULTIPROCESSORS = {
    "sm_75": Multiprocessor(32, 16, 64 * 1024, reserved_shared=0, shared_chunk=256),
    "sm_80": Multiprocessor(64, 32, 164 * 1024),
    "sm_86": Multiprocessor(48, 16, 100 * 1024),
    "sm_87": Multiprocessor(48, 16, 164 * 1024),
    "sm_89": Multiprocessor(48, 24, 100 * 1024),
    "sm_90": Multiprocessor(64, 32, 228 * 1024),
    "sm_100": Multiprocessor(64, 32, 228 * 1024),
    "sm_120": Multiprocessor(48, 24, 100 * 1024),
}


@dataclass(frozen=True)
class Occupancy:
    """Blocks and warps resident on one multiprocessor, of `max_warps` possible.

    `limits` is the number of blocks that each resource allows; `limiters` are the resources with
    the smallest. No block at all fits where `blocks` is 0.
    """

    blocks: int
    warps: int
    max_warps: int
    limits: dict[str, int]

    @property
    def share(self) -> float:
        """Resident warps over possible ones."""
        return self.warps / self.max_warps

    @property
    def limiters(self) -> tuple[str, ...]:
        return tuple(name for name, blocks in self.limits.items() if blocks == self.blocks)

    def __str__(self) -> str:
        return f"{self.share:.0%} ({self.blocks} blocks, {' and '.join(self.limiters)})"


def occupancy(arch: str, threads: int, registers: int, shared: int) -> Occupancy:
    """Occupancy of blocks of `threads` with `registers` a thread and `shared` bytes a block."""
    if arch not in MULTIPROCESSORS:
        raise nearest("arch", arch, MULTIPROCESSORS)
    chip = MULTIPROCESSORS[arch]
    warps = -(-threads // WARP)
    limits = {
        "warps": chip.warps // warps if threads <= MAX_THREADS_PER_BLOCK else 0,
        "blocks": chip.blocks,
        "registers": _by_registers(warps, registers, chip.blocks),
        "shared memory": _by_shared(chip, shared),
    }
    blocks = min(limits.values())
    return Occupancy(blocks, blocks * warps, chip.warps, limits)


def _by_registers(warps: int, registers: int, most: int) -> int:
    if not registers:
        return most
    per_warp = _round_up(registers * WARP, REGISTER_CHUNK)
    # A launch is checked as if every sub-partition held equally many of the block's warps.
    fits = per_warp * _round_up(warps, SUB_PARTITIONS) <= REGISTERS
    if registers > MAX_REGISTERS_PER_THREAD or not fits:
        return 0
    return REGISTERS // SUB_PARTITIONS // per_warp * SUB_PARTITIONS // warps


def _by_shared(chip: Multiprocessor, shared: int) -> int:
    used = _round_up(shared + chip.reserved_shared, chip.shared_chunk)
    return chip.shared // used if used else chip.blocks


def _round_up(value: int, unit: int) -> int:
    return -(-value // unit) * unit
