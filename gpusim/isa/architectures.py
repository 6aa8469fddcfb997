"""Properties of SASS that differ between architectures: addresses, latencies, order of completion.

Source: the SASS that ptxas emits for each architecture. Latencies are the smallest distances that
occur in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..chips import CHIPS, KB, Chip
from ..errors import UserError


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
    groups use (None: not known).
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
    # SASS adds -0xA0 times SR_CgaSize, which is 0 in the simulator.
    "clusters": ClusterLayout(0x36C, 0x2A0, 0x2B0, 0x2C0, 0x2CC),
}
ARCHITECTURES = {
    architecture.name: architecture
    for architecture in (
        Architecture("sm_75", marks_pairs=False, barrier_drains=True, guard_latency=12),
        *map(Architecture, ("sm_80", "sm_86", "sm_87", "sm_89")),
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
