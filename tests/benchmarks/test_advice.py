"""The blind test of advice: moves are read off schedules, not off what is advised."""

from __future__ import annotations

import pytest

from benchmarks.advice import BYTES, KINDS, Transition, moves_of
from schedules.catalog import ladder


@pytest.mark.parametrize(
    ("name", "before", "rung", "moves"),
    [
        ("gemm/hgemm", "mma_ldmatrix", "swizzled", {"conflicts"}),
        ("gemm/hgemm", "swizzled", "cp_async", {"async copy", "prefetch"}),
        ("gemm/sgemm_tvm", "conflict_free_store", "vthread", {"conflicts"}),
        ("gemm/sgemm_tvm", "vthread", "vectorized_fetch", {"wide"}),
        ("gemm/sgemm_tvm", "vectorized_read", "double_buffer", {"prefetch", "barriers"}),
        ("gemm/sgemm_geforce", "block_k_16", "block_k_8", {"barriers"}),
        ("gemv/fast_gemv", "rows_per_block", "int8", {BYTES}),
    ],
)
def test_a_rungs_move_is_read_off_its_schedule(name, before, rung, moves):
    found = moves_of(ladder(name)[rung], ladder(name)[before])
    assert moves <= set(found) <= KINDS


def test_only_the_first_three_count():
    advised = [("ports", 0.4), ("l2", 0.3), ("wide", 0.2), ("conflicts", 0.1)]
    one = Transition("l", "a", "b", ["conflicts"], advised, 0.1, 0.1)
    assert not one.among_the_first
    assert one.by_chance == pytest.approx(3 / len(KINDS))
    assert Transition("l", "a", "b", ["wide"], advised, 0.1, 0.1).among_the_first
    assert not Transition("l", "a", "b", [], advised, None, None).among_the_first
