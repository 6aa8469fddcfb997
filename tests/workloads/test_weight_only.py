"""Products with 4-bit weights: the order of codes, and what a wrong kernel differs by."""

from __future__ import annotations

import numpy as np
import pytest

from schedules.analyses.verification.compare import difference
from schedules.core.problem import Problem
from schedules.workloads.quantized import (
    FRAGMENT,
    FRAGMENT_K,
    FRAGMENT_N,
    WeightOnlyGemm,
    fragment_codes,
    place_in_fragment,
)


def by_lane(codes: np.ndarray, in_order: bool = False) -> np.ndarray:
    """Codes of shape (N, K) as words, one after the other."""
    n, k = codes.shape
    words = np.zeros((n // FRAGMENT_N, k // FRAGMENT_K, *FRAGMENT), "uint32")
    for (j, at), code in np.ndenumerate(codes):
        upper, g = divmod(j % FRAGMENT_N, 8)
        lane, word, number = place_in_fragment(upper, g, at % FRAGMENT_K, in_order)
        words[j // FRAGMENT_N, at // FRAGMENT_K, lane, word] |= int(code) << 4 * number
    return words.view("int32")


@pytest.mark.parametrize("in_order", [False, True])
def test_codes_by_lane_are_taken_apart_again(in_order):
    codes = np.random.default_rng(0).integers(0, 16, size=(32, 128))
    assert np.array_equal(fragment_codes(by_lane(codes, in_order), in_order), codes)
    assert not np.array_equal(fragment_codes(by_lane(codes, in_order), not in_order), codes)


@pytest.mark.parametrize(("fragments", "in_order"), [(False, False), (True, False), (True, True)])
def test_reference_dequantizes_by_groups(fragments, in_order):
    workload = WeightOnlyGemm(3, 16, 256, fragments, in_order)
    a, w, scale_zero = workload.inputs(np.random.default_rng(1))
    codes = (
        fragment_codes(w, in_order)
        if fragments
        else np.stack([w.view("uint32") >> 4 * at & 15 for at in range(8)], -1).reshape(16, 256)
    )
    weights = np.empty((16, 256))
    for j in range(16):
        for k in range(256):
            scale, zero = scale_zero[k // 128, j].astype("float64")
            weights[j, k] = scale * (codes[j, k] - zero)
    assert np.array_equal(
        workload.reference([a, w, scale_zero])[0], a.astype("float64") @ weights.T
    )


@pytest.mark.parametrize("wrong", ["zero", "group", "row"])
def test_a_kernel_that_takes_a_wrong_zero_scale_or_weight_is_wrong(wrong):
    workload = WeightOnlyGemm(4, 32, 256)
    expected = Problem.of(workload, np.random.default_rng(2), "random")
    a, w, scale_zero = (one.copy() for one in expected.inputs)
    right = workload.reference([a, w, scale_zero])[0].astype("float16")
    assert not difference([right], expected).message
    if wrong == "zero":
        scale_zero[1, 5, 1] += 1
    elif wrong == "group":
        scale_zero[:, 5, 0] = scale_zero[::-1, 5, 0]
    else:
        w[5] = w[6]
    assert difference(
        [workload.reference([a, w, scale_zero])[0].astype("float16")], expected
    ).message


def test_largest_sums_stay_within_float16():
    workload = WeightOnlyGemm(1, 8, 16384)
    a, w, scale_zero = workload.inputs(np.random.default_rng(3))
    size = workload.k * 15 * float(scale_zero[..., 0].max())
    assert size < np.finfo("float16").max
