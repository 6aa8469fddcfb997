"""Sampling instructions: what they choose, and schedules decided otherwise."""

from __future__ import annotations

import pytest
from own_modules import product
from tvm import s_tir, te

import schedules
from gpusim.errors import UserError
from schedules.sources.schedule_source import Decisions, Sample, decided, decided_anew


def tiled(sch):
    i, j, _ = sch.get_loops("C")
    yield sch.split(i, sch.sample_perfect_tile(i, 2, 8))
    yield sch.split(j, [None, sch.sample_categorical([4, 8, 16], [0.2, 0.6, 0.2])])
    yield sch.sample_categorical([0, 1], [0.5, 0.5], decision=1)


SAMPLES = [
    Sample("tile_i", ((4, 8), (8, 4), (16, 2), (32, 1)), (4, 8)),
    Sample("choice", (4, 8, 16), 8),
    Sample("choice_2", (0, 1), 1),
]


def fresh() -> s_tir.Schedule:
    return s_tir.Schedule(te.create_prim_func(product(32)))


def test_undecided_is_the_likeliest_and_the_same_everywhere():
    sch, met = fresh(), Decisions()
    for _ in decided(tiled(sch), met):
        pass
    assert met.samples == SAMPLES
    assert "decision=[4, 8]" in str(sch.trace) and "decision=1" in str(sch.trace)


def test_a_generator_and_its_trace_are_decided_alike():
    asked = {"tile_i": [16, 2], "choice": 4}
    sch, origin = fresh(), fresh().mod
    for _ in decided(tiled(sch), Decisions(asked)):
        pass
    usual = fresh()
    list(decided(tiled(usual), Decisions()))
    again = decided_anew(usual, origin, Decisions(asked))
    assert str(again.mod) == str(sch.mod) != str(usual.mod)
    assert "T.grid(16, 2, 8, 4, 32)" in str(sch.mod)


def test_a_decision_that_is_none_of_its_options_is_refused():
    with pytest.raises(UserError, match=r"tile_i = \(5, 7\) is not one of its 4 options"):
        list(decided(tiled(fresh()), Decisions({"tile_i": [5, 7]})))


def test_what_is_explored_is_what_is_verified():
    def schedule(sch):
        for at, _ in enumerate(tiled(sch)):
            yield f"step_{at}"

    texts = {schedules.explore(schedule, computation=product, target="llvm").tir for _ in range(3)}
    assert len(texts) == 1
