"""Hardware limits by compute capability, and theoretical occupancy: resident warps per SM.

Sources: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"; allocation
of registers and shared memory from NVIDIA's cuda_occupancy.h. Occupancy assumes that shared memory
is configured at its maximum, and that the grid is large enough.

`ARCHITECTURES` has what SASS shows of them, for those that the simulator runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .columns import Entry
from .errors import UserError

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


# --- what SASS shows of an architecture -----------------------------------------------------------

# Addresses, latencies, order of completion. Source: the SASS that ptxas emits for each
# architecture. Latencies are the smallest distances that occur in it.


class ClusterLayout(NamedTuple):
    """Byte offsets in constant bank 0 for clusters.

    A word that is 1 in a launch with clusters; the cluster's dimensions in blocks, their
    reciprocals, the grid in clusters, and the number of blocks of a cluster.
    """

    flag: int
    dimensions: int
    reciprocals: int
    grid: int
    size: int


@dataclass(frozen=True)
class Architecture:
    """What differs between architectures.

    A block's own shared memory begins at `shared_base` of the shared window. Byte offsets in
    constant bank 0: `block` and `grid` dimensions, end of the `stack`, bytes of `dynamic` shared
    memory (None: the simulator does not provide them), the layout of `clusters` (None: the
    architecture has none), the generic addresses of the
    `local_window`, the `constant_window` and the `shared_window` (None: SR_SWINHI has it), the
    `workspace` of a cooperative launch (None: not known), `parameter_address` (None: not used),
    the number of `multiprocessors`, and the offset of the `reserved` shared memory that cooperative
    groups use (None: not known): before a block's own, or behind it if that begins at 0.
    `marks_pairs`: SASS marks the 64-bit registers of global addresses as `R2.64`. `barrier_drains`:
    BAR waits until earlier shared-memory instructions have read their sources. Latencies in cycles:
    from a comparison to an instruction that it guards, from an HMMA of depth 16 and from CS2R to a
    use of the result.
    """

    name: str
    shared_base: int = 0
    block: int = 0x0
    grid: int = 0xC
    stack: int = 0x28
    dynamic: int | None = 0x2C
    local_window: int = 0x20
    constant_window: int = 0x50
    shared_window: int | None = 0x18
    workspace: int | None = 0x8C
    clusters: ClusterLayout | None = None
    parameter_address: int | None = None
    multiprocessors: int | None = None
    reserved: int | None = None
    marks_pairs: bool = True
    barrier_drains: bool = False
    guard_latency: int = 13
    matrix_latency: int = 24
    clear_latency: int = 7

    @property
    def chip(self) -> Chip:
        return CHIPS[self.name]


HOPPER = Architecture(
    "sm_90",
    KB,
    shared_window=None,
    constant_window=0xD0,
    workspace=0x44,
    clusters=ClusterLayout(0x140, 0x144, 0x150, 0x15C, 0x188),
    parameter_address=0x198,
    multiprocessors=0x10C,
    reserved=0x6C,
)
_BLACKWELL = {
    **{"shared_base": KB, "block": 0x360, "grid": 0x370, "stack": 0x37C, "clear_latency": 6},
    **{"dynamic": None, "local_window": 0x2F8, "shared_window": None},
    "constant_window": 0x120,
    "workspace": None,
    "reserved": 0x27C,
    # SASS adds -0xA0 times SR_CgaSize, which is 0 in the simulator.
    "clusters": ClusterLayout(0x36C, 0x2A0, 0x2B0, 0x2C0, 0x2CC),
}
ARCHITECTURES = {
    architecture.name: architecture
    for architecture in (
        Architecture("sm_75", marks_pairs=False, barrier_drains=True, guard_latency=12),
        *(Architecture(name, reserved=0x124) for name in ("sm_80", "sm_86", "sm_87", "sm_89")),
        HOPPER,
        Architecture("sm_100", matrix_latency=19, **_BLACKWELL),
        Architecture("sm_120", **_BLACKWELL),
    )
}


def architecture(name: str) -> Architecture:
    """An architecture by name ('sm_90'); raises UserError for one that the simulator lacks."""
    if name not in ARCHITECTURES:
        known = ", ".join(ARCHITECTURES)
        raise UserError(f"the simulator does not run SASS for {name}, only for {known}")
    return ARCHITECTURES[name]
