"""How often accesses are issued, warps counted whose lanes are all off.

An `if` around an access becomes a branch around the instruction, or a predicate on it. Warps for
which the condition fails jump over the one and issue the other, which then touches nothing. A
profiler's counters of shared instructions count what is issued; requests, wavefronts and sectors
are of what touches memory.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ..targets import WARP
from .executed import Executed
from .measures import Change, Measured


def issued(one: Measured, change: Change, code: Sequence[Executed]) -> int | None:
    """How often warps issue an access that `code` is left of; None where that is not known.

    Instructions that nothing leads around are issued by every warp. Others, without a predicate,
    are issued by the warps that take part. With both it is not known which condition became what.
    """
    requests = one.measure(change).requests
    if change.sunk is not None and any(own.skipped and own.predicated for own in code):
        return None
    over_loops = tuple(c for c in one.site.conditions if one.of_loops_only(c))
    if change.dropped or over_loops == one.site.conditions:
        return requests
    every = one.with_conditions(over_loops).measure(change).requests
    if every == requests or not any(own.skipped for own in code):
        return every
    return None if any(own.predicated for own in code) else requests


def padding(
    code: Sequence[Executed], grid: Mapping[str, int], block: Sequence[int]
) -> dict[tuple[str, str], int | None]:
    """Instructions of padding that a launch issues, by scope and kind; None where not known."""
    warps = math.prod(grid.values()) * -(-math.prod(block) // WARP)
    found: dict[tuple[str, str], int | None] = {}
    for one in code:
        if not one.padding:
            continue
        before = found.get((one.scope, one.kind), 0)
        known = before is not None and one.count is not None and not one.skipped
        found[one.scope, one.kind] = before + one.count * warps if known else None
    return found
