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


def issue_count(access: Measured, change: Change, code: Sequence[Executed]) -> int | None:
    """How often warps issue an access that `code` is left of; None where that is not known.

    Instructions that nothing leads around are issued by every warp. Others, without a predicate,
    are issued by the warps that take part. With both it is not known which condition became what.
    """
    requests = access.measure(change).requests
    if change.sunk is not None and any(own.skipped and own.predicated for own in code):
        return None
    over_loops = tuple(c for c in access.site.conditions if access.of_loops_only(c))
    if change.dropped or over_loops == access.site.conditions:
        return requests
    every = access.with_conditions(over_loops).measure(change).requests
    if every == requests or not any(own.skipped for own in code):
        return every
    return None if any(own.predicated for own in code) else requests


def padding_counts(
    code: Sequence[Executed], grid: Mapping[str, int], block: Sequence[int]
) -> dict[tuple[str, str], int | None]:
    """Instructions of padding that a launch issues, by scope and kind; None where not known."""
    warps = math.prod(grid.values()) * -(-math.prod(block) // WARP)
    counts: dict[tuple[str, str], int | None] = {}
    for run in code:
        if not run.padding:
            continue
        before = counts.get((run.scope, run.kind), 0)
        known = before is not None and run.count is not None and not run.skipped
        counts[run.scope, run.kind] = before + run.count * warps if known else None
    return counts
