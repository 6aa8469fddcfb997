"""What the simulator counted, for the page: the cost of each SASS instruction, and the bytes that
each lane of a warp requests.

Requests of an access that differ only in their first address, and take as many wavefronts, are
shown once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gpusim.counting.costs import LaunchCounts, WarpRequest
from gpusim.isa.sass import Instruction

from ..analyses.accesses import Access, KernelAccesses
from ..compile.listing import without_padding
from ..core.data import plain

Record = dict[str, Any]

# Maximum number of distinct requests shown per access: those with the most wavefronts.
MOST = 6
# Bytes of a row of shared-memory banks, and of a cache line.
ROW = 128


def sass_places(code: Mapping[str, Sequence[Instruction]]) -> dict[str, list[int]]:
    """For every kernel, the rows of its instructions in the SASS as the page shows it: with a
    row for the kernel's name, one for each label, and no NOPs at the end."""
    places: dict[str, list[int]] = {}
    row = 0
    for name, body in code.items():
        row += 1
        mine = places[name] = []
        for instruction in without_padding(list(body)):
            row += bool(instruction.label)
            mine.append(row)
            row += 1
    return places


def costs_record(
    code: Mapping[str, Sequence[Instruction]], counted: Iterable[LaunchCounts]
) -> list[Record]:
    """For every launch: the rows of its instructions, the number of warps that issue each, and
    for memory instructions (row, whether it is shared memory, requests, cost, minimum)."""
    places = sass_places(code)
    return [
        {
            "kernel": launch.kernel,
            "rows": places[launch.kernel],
            "issued": launch.issued[: len(places[launch.kernel])],
            "memory": [
                (
                    each.at,
                    each.scope == "shared",
                    each.cost.requests,
                    each.cost.taken,
                    each.cost.least,
                )
                for each in launch.instructions
            ],
        }
        for launch in counted
    ]


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
