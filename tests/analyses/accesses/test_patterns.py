"""Patterns of a launch sum up to what every warp of it touches."""

from __future__ import annotations

import itertools

from accesses import linear_sum, var
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gpusim.counting.costs import GLOBAL, Cost
from gpusim.counting.wavefronts import sectors, shared_wavefronts
from schedules.analyses.accesses.expressions import evaluate
from schedules.analyses.accesses.measures import measured
from schedules.analyses.accesses.patterns import patterns
from schedules.analyses.accesses.sites import Site
from schedules.analyses.accesses.ways import LOAD


def by_brute_force(index, conditions, extents, block):
    """Requests, wavefronts of 32-bit loads and sectors, one warp at a time in plain Python."""
    requests = wavefronts = touched = 0
    names = list(extents)
    for values in itertools.product(*(range(n) for n in extents.values())):
        given = dict(zip(names, values, strict=True))
        addresses = []
        for z, y, x in itertools.product(*(range(n) for n in reversed(block))):
            thread = {"threadIdx.x": x, "threadIdx.y": y, "threadIdx.z": z}
            here = {**given, **thread, "lane": (x + block[0] * (y + block[1] * z)) % 32}
            on = all(evaluate(condition, here) for condition in conditions)
            addresses.append(int(evaluate(index, here)) if on else None)
        for first in range(0, len(addresses), 32):
            warp = [a for a in addresses[first : first + 32] if a is not None]
            requests += bool(warp)
            touched += len({a // 32 for a in warp})
            banks: dict[int, set[int]] = {}
            for address in warp:
                banks.setdefault(address // 4 % 32, set()).add(address // 4)
            wavefronts += max(map(len, banks.values()), default=0)
    return requests, wavefronts, touched


UNIFORM = ("blockIdx.x", "k#0", "j#1")


EVERY = ("threadIdx.x", "threadIdx.y", *UNIFORM)


@st.composite
def accesses(draw):
    """An index of linear, swizzled and divided terms, a bound or none, a small launch."""
    block = draw(st.sampled_from([(32, 1, 1), (16, 4, 1), (8, 8, 1), (24, 2, 1), (5, 3, 2)]))
    extents = {name: draw(st.integers(1, 4)) for name in UNIFORM}
    index = linear_sum({n: 4 * draw(st.integers(0, 40)) for n in EVERY})
    if draw(st.booleans()):
        mixed = ("^", ("&", var("threadIdx.x"), ("int", 7)), ("mod", var("k#0"), ("int", 4)))
        index = ("+", index, ("*", mixed, ("int", 4 * draw(st.integers(1, 33)))))
    if draw(st.booleans()):
        mixed = ("//", ("+", var("threadIdx.x"), ("*", var("j#1"), ("int", 3))), ("int", 5))
        index = ("+", index, ("*", mixed, ("int", 4 * draw(st.integers(1, 40)))))
    conditions = []
    if draw(st.booleans()):
        position = linear_sum({n: draw(st.integers(0, 12)) for n in EVERY})
        conditions.append((draw(st.sampled_from(["<", "=="])), position, ("int", 30)))
    if draw(st.booleans()):
        conditions.append(("==", ("mod", var("k#0"), ("int", 2)), ("int", 0)))
    return index, tuple(conditions), extents, block


NOTHING_LEFT = ("<", linear_sum(dict.fromkeys(EVERY, 0)), ("int", 30))


@given(accesses())
@example((linear_sum({}), (NOTHING_LEFT,), dict.fromkeys(UNIFORM, 1), (32, 1, 1)))
@settings(max_examples=150, deadline=None)
def test_patterns_sum_up_to_every_warp_of_the_launch(one):
    index, conditions, extents, block = one
    found = patterns(index, conditions, extents, block)
    assert found is not None
    got = (
        found.total(found.active.any(axis=1)),
        found.total(shared_wavefronts(found.address, found.active, 4)[0]),
        found.total(sectors(found.address, found.active, 4)[0]),
    )
    assert got == by_brute_force(index, conditions, extents, block)


def test_a_launch_too_large_to_enumerate_is_not_guessed():
    blocks = {"blockIdx.x": 4096, "blockIdx.y": 4096}
    product = ("*", var("blockIdx.x"), var("blockIdx.y"))
    index = ("*", ("//", ("+", product, var("threadIdx.x")), ("int", 7)), ("int", 4))
    assert patterns(index, (), blocks, (32, 1, 1)) is None
    site = Site(0, "A", "A", GLOBAL, LOAD, "", 4, index, (), {})
    measure = measured(site, blocks, (32, 1, 1))
    assert measure.cost == Cost(None) and measure.problem == "addresses of too many kinds"
