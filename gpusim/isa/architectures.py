"""Where machine code of each architecture finds its shared memory and its launch parameters.

Source: the SASS that ptxas emits for each architecture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..errors import UserError

KB = 1024


@dataclass(frozen=True)
class Architecture:
    """Addresses that machine code assumes.

    A block's own shared memory begins at `shared_base` of the shared window. The other fields are
    byte offsets in constant bank 0: block and grid dimensions, end of the stack, whether the launch
    is in clusters (None: the simulator runs no clusters), address of the parameters (None: not
    used). `marks_pairs`: SASS marks the 64-bit registers of global addresses as `R2.64`.
    `guard_latency`: cycles from a comparison to an instruction that it guards. `barrier_drains`:
    BAR waits until earlier shared-memory instructions have read their sources; ptxas relies on it
    for sm_75 alone. `matrix_latency`: cycles from an HMMA of depth 16 to a use of its result;
    `clear_latency`: from CS2R.
    """

    shared_base: int
    block: int
    grid: int
    stack: int
    in_clusters: int | None = None
    parameter_address: int | None = None
    marks_pairs: bool = True
    guard_latency: int = 13
    barrier_drains: bool = False
    matrix_latency: int = 24
    clear_latency: int = 7


_AMPERE = Architecture(0, 0x0, 0xC, 0x28)
_TURING = replace(_AMPERE, marks_pairs=False, guard_latency=12, barrier_drains=True)
_HOPPER = Architecture(KB, 0x0, 0xC, 0x28, 0x140, 0x198)
_BLACKWELL = Architecture(KB, 0x360, 0x36C, 0x37C, clear_latency=6)
ARCHITECTURES = {
    "sm_75": _TURING,
    **dict.fromkeys(("sm_80", "sm_86", "sm_87", "sm_89"), _AMPERE),
    "sm_90": _HOPPER,
    "sm_100": replace(_BLACKWELL, matrix_latency=20),
    "sm_120": _BLACKWELL,
}


def architecture(name: str) -> Architecture:
    """An architecture by name ('sm_90'); raises UserError for one that the simulator lacks."""
    if name not in ARCHITECTURES:
        known = ", ".join(ARCHITECTURES)
        raise UserError(f"the simulator does not run machine code of {name}, only of {known}")
    return ARCHITECTURES[name]
