"""Cost of each SASS instruction over a launch, for the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gpusim.counting.costs import LaunchCounts
from gpusim.isa.sass import Instruction

from ..compile.listing import without_padding

Record = dict[str, Any]


def sass_places(code: Mapping[str, Sequence[Instruction]]) -> dict[str, list[int]]:
    """Of every kernel the rows of its instructions in the SASS as the page has it: a row for the
    kernel's name, one for each label, and NOPs at the end left out."""
    places: dict[str, list[int]] = {}
    row = 0
    for name, body in code.items():
        row += 1
        mine = places[name] = []
        for one in without_padding(list(body)):
            row += bool(one.label)
            mine.append(row)
            row += 1
    return places


def costs_record(
    code: Mapping[str, Sequence[Instruction]], counted: Iterable[LaunchCounts]
) -> list[Record]:
    """Of every launch: the rows of its instructions, how many warps issue each, and of those that
    access memory (place, whether it is shared memory, requests, what they take, the least)."""
    places = sass_places(code)
    return [
        {
            "kernel": one.kernel,
            "rows": places[one.kernel],
            "issued": one.issued[: len(places[one.kernel])],
            "memory": [
                (
                    each.at,
                    each.scope == "shared",
                    each.cost.requests,
                    each.cost.taken,
                    each.cost.least,
                )
                for each in one.instructions
            ],
        }
        for one in counted
    ]
