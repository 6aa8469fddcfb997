"""The blind test of advice: moves are read off schedules, not off what is advised."""

from __future__ import annotations

import pytest
from exhaustive import every

from benchmarks.advice import (
    BYTES,
    GAINED,
    KINDS,
    Transition,
    advised_kinds,
    guides,
    moves_of,
    on_gpu,
    pairs,
    read_record,
    reason,
    reasons,
)
from gpusim.timing.advice import Advice, Gain
from gpusim.timing.bands import Band
from schedules.core.catalog import ladder
from schedules.core.ladder import Rung


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
    gains = [
        Gain(kind, "", "", 1.0, gain, False)
        for kind, gain in (
            ("ports", 0.4),
            ("l2", 0.3),
            ("l2", 0.25),
            ("wide", 0.2),
            ("conflicts", 0.1),
        )
    ]
    advised = advised_kinds(Advice(1.0, "", Band(1.0, 1.0), {}, {}, tuple(gains)))
    assert advised == [("ports", 0.4), ("l2", 0.3), ("wide", 0.2)]
    one = Transition("l", "a", "b", ["conflicts"], advised, None, 0.1)
    assert not one.among_the_first
    assert one.by_chance == pytest.approx(3 / len(KINDS))
    assert Transition("l", "a", "b", ["wide"], advised, 0.2, 0.1).among_the_first
    assert not Transition("l", "a", "b", [], advised, None, None).among_the_first


def steps_now() -> dict[tuple[str, str, str], tuple[Rung, Rung]]:
    """Every step from a rung to the next on a GPU, by ladder, rung and rung before."""
    return {
        (one.name, rung.name, before.name): (rung, before)
        for one in on_gpu()
        for rung, before in pairs(one)
    }


def test_the_record_has_every_step():
    assert {(one.ladder, one.rung, one.before) for one in read_record()} == steps_now().keys()


@pytest.mark.parametrize("step", every(sorted(steps_now()), 5), ids="-".join)
def test_the_record_has_the_move_that_a_steps_schedule_makes(step):
    (kept,) = [one for one in read_record() if (one.ladder, one.rung, one.before) == step]
    assert kept.moves == moves_of(*steps_now()[step])


def test_a_step_that_advice_does_not_name_first_is_explained():
    found, said = read_record(), reasons()
    missed = [one for one in found if not one.among_the_first]
    unexplained = [
        f"{one.ladder}:{one.rung}" for one in missed if not reason(one, said.get(one.ladder, {}))
    ]
    assert not unexplained, "docs/ladders/advice.toml has no sentence for these"
    told = {(name, rung) for name, own in said.items() for rung in own}
    assert told <= {(one.ladder, one.rung) for one in missed}, "these are named first"


def test_only_a_measured_step_that_saves_nothing_needs_no_sentence():
    lost, gained, never = (
        Transition("l", "a", "b", ["wide"], [("l2", 0.2)], None, saved)
        for saved in (GAINED - 0.01, GAINED, None)
    )
    assert "time -1 %" in reason(lost, {}) and reason(lost, {"a": "Why."}).endswith("Why.")
    assert not reason(gained, {}) and not reason(never, {"b": "Another."})


def test_the_guides_have_what_the_record_says():
    for page, text in guides(read_record()).items():
        assert page.read_text(encoding="utf-8") == text, "python -m benchmarks.advice --again"
