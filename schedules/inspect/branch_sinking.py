"""Accesses that the compiler moved behind a branch of the code after them.

`x[0] = s[0]` before `if (threadIdx.x == 0) y[0] = x[0]` is loaded by the warps that pass the
branch alone. Whom a branch lets pass is known from a store behind the same branch that has no
predicate of its own: a store is never made for lanes that the TIR does not have store, so the
conditions of its TIR are those of the branch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from .executed import Executed
from .expressions import UNKNOWN, Tree, free
from .matching import at_place, of_sort
from .measures import Change, Measured, Sunk
from .sites import STORE
from .source_accesses import Place


def with_sinking(
    measured: Sequence[Measured],
    places: Sequence[Place | None],
    changes: Sequence[Change | None],
    code: Sequence[Executed],
) -> list[Change | None]:
    """The changes, with what lies behind branches; None where it is not known who passes them."""
    passing = _passing(measured, places, changes, code)
    sorts = Counter(map(_sort, measured))
    result: list[Change | None] = []
    for access, place, change in zip(measured, places, changes, strict=True):
        if change is not None and not change.dropped and place is not None:
            own = [run for run in at_place(code, place) if of_sort(run, access.site)]
            change = _behind(access, change, own, passing, alone=sorts[_sort(access)] == 1)
        result.append(change)
    return result


def _sort(access: Measured) -> tuple:
    return access.site.statement, access.site.scope, access.site.kind, access.site.way


def _over_threads(access: Measured) -> tuple[Tree, ...]:
    return tuple(c for c in access.site.conditions if not access.of_loops_only(c))


def _passing(
    measured: Sequence[Measured],
    places: Sequence[Place | None],
    changes: Sequence[Change | None],
    code: Sequence[Executed],
) -> dict[frozenset[int], tuple[Tree, ...]]:
    """The conditions under which lanes come to what lies behind the same branches."""
    known: dict[frozenset[int], tuple[Tree, ...]] = {}
    for access, place, change in zip(measured, places, changes, strict=True):
        conditions = _over_threads(access)
        loops = access.site.loops.keys() | {UNKNOWN}
        if place is None or change is None or any(free(c) & loops for c in conditions):
            continue
        for run in at_place(code, place):
            stores = run.kind == STORE and of_sort(run, access.site)
            if stores and run.skipped and not run.predicated:
                known.setdefault(run.behind, conditions)
    return known


def _behind(
    access: Measured,
    change: Change,
    own: Sequence[Executed],
    passing: dict[frozenset[int], tuple[Tree, ...]],
    *,
    alone: bool,
) -> Change | None:
    skipped = [run for run in own if run.skipped]
    more = {_more(access, passing.get(run.behind)) for run in skipped}
    if more <= {()}:
        return change
    if len(more) > 1 or None in more:
        return None
    (conditions,) = more
    assert conditions is not None
    if len(skipped) == len(own):
        return replace(change, sunk=Sunk(conditions, Fraction(1)))
    if not alone or not access.same_in_all_loops(change):
        return None
    counts = [run.count for run in own]
    if None in counts:
        return None
    share = Fraction(sum(run.count or 0 for run in skipped), sum(run.count or 0 for run in own))
    return replace(change, sunk=Sunk(conditions, share))


def _more(access: Measured, passing: tuple[Tree, ...] | None) -> tuple[Tree, ...] | None:
    """What a branch asks beyond the access's own conditions; None where that is not known.

    A branch that no store tells of is taken to be the access's own, if it has conditions.
    """
    own = _over_threads(access)
    if passing is None:
        return () if own else None
    return tuple(condition for condition in passing if condition not in own)
