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

# Different requests of an access that are shown, those that take most.
MOST = 6
# Bytes of a row of banks, and of a line of the cache.
ROW = 128


def accesses_record(kernel: KernelAccesses) -> Record:
    """A kernel's accesses; each has the places of its instructions in the code (`at`), and
    requests of a warp to show for it (`warps`), the dearest first."""
    record = plain(kernel)
    for access, shown in zip(kernel.accesses, record["accesses"], strict=True):
        places = [one.at for one in (*access.counts, *access.touched)]
        shown["at"] = list(dict.fromkeys(places))
        shown["warps"] = _warps(access)
    return record


def _warps(access: Access) -> list[Record]:
    alike: dict[tuple, Record] = {}
    for instruction in access.counts:
        for one in instruction.warps:
            first = min(byte for byte in one.address if byte is not None)
            lanes = tuple(-1 if byte is None else byte - first for byte in one.address)
            key = instruction.name, one.width, one.taken, lanes
            shown = alike.setdefault(key, _shown(one, instruction.name, first - first % ROW))
            shown["often"] += one.often
            shown["at"].append(instruction.at)
    return sorted(alike.values(), key=lambda one: -one["taken"] * one["often"])[:MOST]


def _shown(one: WarpRequest, name: str, base: int) -> Record:
    """A request; `lanes` are bytes from `base` on, where a row begins, -1 of lanes that ask for
    nothing; `wavefront` has, of each lane, a digit or letter (base 36) a word, '.' for none."""
    return {
        "name": name,
        "width": one.width,
        "taken": one.taken,
        "least": one.least,
        "often": 0,
        "at": [],
        "block": one.block,
        "warp": one.warp,
        "base": base,
        "lanes": [-1 if byte is None else byte - base for byte in one.address],
        "wavefront": ["".join(map(_digit, words)) for words in one.wavefront],
    }


def _digit(number: int) -> str:
    return "." if number < 0 else "0123456789abcdefghijklmnopqrstuvwxyz"[number]
