"""Which machine instructions each access became.

Machine code names the CUDA line of an instruction, not the access. A statement's accesses and its
instructions are matched by counting: some of the accesses merged to a wider one, taken out of loops
in which they do not change, or dropped, must come to as many instructions of each width as a warp
executes. The cheapest such explanation is taken; where there is none, the access says so.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from .executed import Executed
from .measures import GLOBAL_WIDTHS, WIDTHS, Change, Measured
from .sites import GLOBAL, MATRIX, PLAIN, STORE, WMMA, Site
from .source_accesses import Place

MOST_EXPLANATIONS = 50_000

# Cost of what the compiler may have done; a load that no other makes needless is hardly dropped.
_MERGED, _SPLIT, _HOISTED, _NEEDLESS, _DROPPED = 1, 2, 2, 2, 20


def matched(
    found: Sequence[Measured], places: Sequence[Place | None], code: Sequence[Executed]
) -> list[Change | None]:
    """The change of each access, None where the machine code's counts are not explained."""
    changes: list[Change | None] = [None] * len(found)
    unexplained: dict[tuple[str, str, str], list[list[int]]] = defaultdict(list)
    for numbers in _statements(found, places):
        site = found[numbers[0]].site
        place = places[numbers[0]]
        assert place is not None
        own = at_place(code, place)
        chosen = _explained(found, [[n] for n in numbers], _executed(own, site))
        if chosen is None:
            unexplained[site.scope, site.kind, _way(site)].append(numbers)
        for number, change in zip(numbers, chosen or (), strict=False):
            changes[number] = change
    for statements in unexplained.values():
        _across(found, places, code, statements, changes)
    return changes


def _across(
    found: Sequence[Measured],
    places: Sequence[Place | None],
    code: Sequence[Executed],
    statements: Sequence[Sequence[int]],
    changes: list[Change | None],
) -> None:
    """Explain statements together, whose accesses may have merged with each other.

    Accesses to one buffer of one width are then changed alike.
    """
    families: dict[tuple, list[int]] = defaultdict(list)
    own: list[Executed] = []
    for numbers in statements:
        place = places[numbers[0]]
        assert place is not None
        own += at_place(code, place)
        for number in numbers:
            site = found[number].site
            repeated = _needless(found, number)
            families[site.pointer, site.buffer, site.width, len(site.loops), repeated].append(
                number
            )
    site = found[statements[0][0]].site
    groups = list(families.values())
    chosen = _explained(found, groups, _executed(own, site), last_resort=True)
    for numbers, change in zip(families.values(), chosen or (), strict=False):
        for number in numbers:
            changes[number] = change


def _statements(found: Sequence[Measured], places: Sequence[Place | None]) -> Iterator[list[int]]:
    """Numbers of the sites that share a statement, scope and kind, where text and TIR agree."""
    groups: dict[tuple, list[int]] = defaultdict(list)
    for number, (one, place) in enumerate(zip(found, places, strict=True)):
        site = one.site
        # What a called function does to memory is its own: no count of it is known.
        if place is not None and (site.width or not site.problem):
            groups[site.statement, site.scope, site.kind, _way(site)].append(number)
    yield from groups.values()


def _way(site: Site) -> str:
    """How machine code tells the access apart: wmma loads are ldmatrix, its stores plain."""
    if site.way == WMMA:
        return PLAIN if site.kind == STORE else MATRIX
    return site.way


def at_place(code: Sequence[Executed], place: Place) -> list[Executed]:
    """The instructions of a statement, without padding."""
    return [one for one in code if place.first <= one.line <= place.last and not one.padding]


def of_sort(one: Executed, site: Site) -> bool:
    """Whether an instruction does what a site does: scope, load or store, and way."""
    return (one.scope, one.kind, one.way) == (site.scope, site.kind, _way(site))


def _executed(code: Sequence[Executed], site: Site) -> Counter[int] | None:
    """Instructions of a site's sort that a warp executes, by width; None where not known."""
    counts: Counter[int] = Counter()
    for one in code:
        if of_sort(one, site):
            if one.count is None:
                return None
            counts[one.width] += one.count
    return counts


def _explained(
    found: Sequence[Measured],
    families: Sequence[Sequence[int]],
    target: Counter[int] | None,
    *,
    last_resort: bool = False,
) -> list[Change] | None:
    """The cheapest change of each family that together give `target`."""
    if target is None:
        return None
    offers = [
        sorted(
            (
                offer
                for offer in _offers(found, family, last_resort=last_resort)
                if offer[2] <= target[offer[1].width]
            ),
            key=lambda offer: offer[0],
        )
        for family in families
    ]
    if math.prod(map(len, offers)) > MOST_EXPLANATIONS:
        # The plainest few of each.
        keep = max(2, int(MOST_EXPLANATIONS ** (1 / len(offers))))
        offers = [offer[:keep] for offer in offers]
        if math.prod(map(len, offers)) > MOST_EXPLANATIONS:
            return None
    best: tuple[int, list[Change]] | None = None
    for combination in itertools.product(*offers):
        cost = sum(one[0] for one in combination)
        if best is not None and cost >= best[0]:
            continue
        counts: Counter[int] = Counter()
        for _, change, number in combination:
            counts[change.width] += number
        if +counts == +target:
            best = cost, [change for _, change, _ in combination]
    return best and best[1]


def _offers(
    found: Sequence[Measured], family: Sequence[int], *, last_resort: bool
) -> Iterator[tuple[int, Change, int]]:
    """Cost, change and instructions a warp executes, of everything a family may have become."""
    first = found[family[0]]
    site = first.site
    plain = site.way == PLAIN or (site.way == WMMA and site.kind == STORE)
    every = GLOBAL_WIDTHS if site.scope == GLOBAL else WIDTHS
    widths = every if plain and site.width else (site.width,)
    invariant = first.invariant_loops
    for width in widths:
        price = 0 if width == site.width else _MERGED if width > site.width else _SPLIT
        for size in range(len(invariant) + 1):
            for without in itertools.combinations(invariant, size):
                for shared in (1, *first.repeats):
                    change = Change(width, frozenset(without), shared)
                    counts = [found[number].count(change) for number in family]
                    if None not in counts:
                        cost = price + _HOISTED * (size + (shared > 1))
                        yield cost, change, sum(counts)
    if all(_needless(found, number) for number in family):
        yield _NEEDLESS, Change(0, dropped=True), 0
    elif last_resort:
        yield _DROPPED, Change(0, dropped=True), 0


def _needless(found: Sequence[Measured], number: int) -> bool:
    """Whether a site touches what an earlier one touches, or what its own statement stores."""
    one = found[number].site
    return any(
        other.site.pointer == one.pointer
        and other.site.index == one.index
        and other.site is not one
        and (at < number or (other.site.kind == STORE and other.site.statement == one.statement))
        for at, other in enumerate(found)
    )
