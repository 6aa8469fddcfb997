"""The cost of one TIR access over a launch, before the compiler merges or moves anything."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpusim.counting.costs import GLOBAL, SHARED, Cost
from gpusim.counting.wavefronts import (
    BANKS,
    WIDEST,
    WORD,
    distinct_banks,
    matrix_wavefronts,
    sectors,
    shared_wavefronts,
)

from .expressions import UNKNOWN, Tree, free, linear, number, plus, reasons, scaled
from .patterns import Patterns, iterations, patterns
from .sites import Site
from .ways import MATRIX, STORE, WMMA

_ROW = BANKS * WORD


@dataclass(frozen=True)
class Measure:
    """A site's cost; `problem` says which part of it is unknown."""

    cost: Cost
    problem: str = ""


_TOO_MANY = Measure(Cost(None), "addresses of too many kinds")


def measured(site: Site, grid: Mapping[str, int], block: Sequence[int]) -> Measure:
    """The cost of a site in its launch."""
    trees = (site.index or number(0), *site.conditions)
    problem = site.problem or next((why for tree in trees for why in reasons(tree)), "")
    if site.index is None or any(UNKNOWN in free(c) for c in site.conditions) or site.problem:
        return Measure(Cost(None, bytes=_moved(site, grid)), problem)
    extents = {**site.loops, **grid}
    if UNKNOWN in free(site.index):
        return _data_dependent(site, extents, block, problem)
    lanes = patterns(site.index, site.conditions, extents, block)
    if lanes is None:
        return _TOO_MANY
    if site.way in (MATRIX, WMMA) and site.matrices:
        taken, least = matrix_wavefronts(lanes.address, lanes.active, site.matrices)
        cost = Cost(_requests(lanes), lanes.total(taken), lanes.total(least), _bytes(lanes, site))
        return Measure(cost)
    requests = taken = least = 0
    width = _width(site)
    for offset in range(0, site.width, width):
        address = lanes.address + offset
        if site.scope == GLOBAL:
            each = sectors(address, lanes.active, width)
        else:
            each = shared_wavefronts(address, lanes.active, width, store=site.kind == STORE)
        requests += _requests(lanes)
        taken, least = taken + lanes.total(each[0]), least + lanes.total(each[1])
    return Measure(Cost(requests, taken, least, _bytes(lanes, site)))


def _width(site: Site) -> int:
    """Bytes per lane and instruction; wider vectors take several instructions."""
    return min(site.width & -site.width, WIDEST)


def _requests(requests: Patterns) -> int:
    return requests.total(requests.active.any(axis=1))


def _bytes(requests: Patterns, site: Site) -> int:
    return requests.total(requests.active.sum(axis=1) * site.width)


def _moved(site: Site, grid: Mapping[str, int]) -> int | None:
    """Bytes that all blocks move without going through registers."""
    runs = iterations(site.conditions, site.loops)
    if site.moved is None or runs is None:
        return None
    return site.moved * runs * math.prod(grid.values())


def _data_dependent(
    site: Site, extents: Mapping[str, int], block: Sequence[int], problem: str
) -> Measure:
    """The cost of an access whose index depends on data, as far as it holds for any data."""
    assert site.index is not None
    constant, terms = linear(site.index)
    total: Tree = number(constant)
    for term, factor in terms:
        if UNKNOWN not in free(term):
            total = plus(total, scaled(term, factor))
    lanes = patterns(total, site.conditions, extents, block)
    if lanes is None:
        return _TOO_MANY
    whole_rows = all(factor % _ROW == 0 for term, factor in terms if UNKNOWN in free(term))
    banks = site.scope == SHARED and whole_rows and site.width == _width(site)
    if banks and distinct_banks(lanes.address, lanes.active, site.width).all():
        # Data select the row of the banks and the lane selects the bank: no two lanes conflict.
        groups = shared_wavefronts(lanes.address, lanes.active, site.width, store=True)[1]
        least = lanes.total(groups)
        cost = Cost(_requests(lanes), least, least, _bytes(lanes, site))
        return Measure(cost)
    requests = _requests(lanes) * (site.width // _width(site))
    return Measure(Cost(requests, bytes=_bytes(lanes, site)), problem)
