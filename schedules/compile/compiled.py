"""What a compiler makes of a CUDA text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Compiled:
    """What one compilation gave: PTX ('' by nvcc), the cubin and ptxas's report on every kernel."""

    ptx: str
    cubin: bytes
    log: str
