"""Cost of each SASS instruction over a launch, for the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gpusim.counting.costs import LaunchCounts
from gpusim.isa.sass import Instruction

from ..compile.listing import without_padding

Record = dict[str, Any]


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
