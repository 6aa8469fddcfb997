"""The banks view's data: the bytes that each lane of a warp requests, by wavefront.

The simulator records them (`InstructionCount.warps`). Requests of an access that differ only in
their first address, and take as many wavefronts, are shown once.
"""

from __future__ import annotations

from typing import Any

from gpusim.counting.costs import WarpRequest

from ..analyses.accesses.access import Access, KernelAccesses
from ..core.data import plain

Record = dict[str, Any]

# Maximum number of distinct requests shown per access: those with the most wavefronts.
MOST = 6
# Bytes of a row of shared-memory banks, and of a cache line.
ROW = 128


def accesses_record(kernel: KernelAccesses) -> Record:
    """A kernel's accesses; each has the places of its instructions in the code (`at`), and
    requests of a warp to show for it (`warps`), the most expensive first."""
    record = plain(kernel)
    for access, shown in zip(kernel.accesses, record["accesses"], strict=True):
        places = [instruction.at for instruction in (*access.counts, *access.touched)]
        shown["at"] = list(dict.fromkeys(places))
        shown["warps"] = _warps(access)
    return record


def _warps(access: Access) -> list[Record]:
    alike: dict[tuple, Record] = {}
    for instruction in access.counts:
        for request in instruction.warps:
            first = min(byte for byte in request.address if byte is not None)
            lanes = tuple(-1 if byte is None else byte - first for byte in request.address)
            key = instruction.name, request.width, request.taken, lanes
            shown = alike.setdefault(key, _shown(request, instruction.name, first - first % ROW))
            shown["often"] += request.often
            shown["at"].append(instruction.at)
    return sorted(alike.values(), key=lambda warp: -warp["taken"] * warp["often"])[:MOST]


def _shown(request: WarpRequest, name: str, base: int) -> Record:
    """A request; `lanes` are byte offsets from `base`, where a row begins (-1: the lane requests
    nothing); `wavefront` has a string per lane with a base-36 digit per word, '.' for none."""
    return {
        "name": name,
        "width": request.width,
        "taken": request.taken,
        "least": request.least,
        "often": 0,
        "at": [],
        "block": request.block,
        "warp": request.warp,
        "base": base,
        "lanes": [-1 if byte is None else byte - base for byte in request.address],
        "wavefront": ["".join(map(_digit, words)) for words in request.wavefront],
    }


def _digit(number: int) -> str:
    return "." if number < 0 else "0123456789abcdefghijklmnopqrstuvwxyz"[number]
