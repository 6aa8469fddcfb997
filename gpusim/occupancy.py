"""Theoretical occupancy: resident warps per SM, and the limiting resources.

Allocation of registers and shared memory follows NVIDIA's cuda_occupancy.h. Shared memory is
assumed to be configured at its maximum, and the grid to be large enough.
"""

from __future__ import annotations

from dataclasses import dataclass

from .chips import MOST_REGISTERS, MOST_THREADS, WARP, Chip


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

    @property
    def share(self) -> float:
        """Resident warps / possible warps."""
        return self.warps / self.max_warps

    @property
    def limiters(self) -> tuple[str, ...]:
        return tuple(name for name, blocks in self.limits.items() if blocks == self.blocks)

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
