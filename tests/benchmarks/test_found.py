"""The computations of benchmarks/found, their schedules, and the table of their times."""

from __future__ import annotations

import inspect
from collections import Counter

import pytest
from accesses import needs_compiler
from exhaustive import sampled

from benchmarks.found.searching import (
    RESULTS,
    computations,
    found_file,
    record,
    texts,
    written,
    written_with_schedules,
)
from benchmarks.found.timing import DLIGHT, TORCH, groups, ratios
from schedules import explore
from schedules.analyses.verification.verify import machine_checks
from schedules.sources.input_values import run_file

LINES = 15
KNOWN = record(RESULTS)


def test_forty_computations_of_ten_kinds_half_of_them_blind():
    forty = computations(r"^(?!ladder_)")
    kinds = Counter(name.partition("_")[0] for name in forty)
    assert len(forty) == 40 and set(kinds.values()) == {4} and len(kinds) == 10
    assert Counter(texts()[name][0] for name in forty) == {"open": 20, "blind": 20}


def test_each_is_short_and_its_torch_expression_takes_its_inputs(tmp_path):
    for name in computations(r"^(?!ladder_)"):
        assert sum(map(bool, texts()[name][1].splitlines())) <= LINES, name
        module = run_file(written(name, tmp_path))
        inputs = inspect.signature(module.eager).parameters
        assert len(module.workload()) == len(inputs) + 1, name


@pytest.mark.exhaustive
def test_every_found_schedule_still_makes_a_kernel(tmp_path):
    files = written_with_schedules(computations(), KNOWN, tmp_path)
    assert [file.stem for file in files] == computations()
    for file in files:
        assert explore(str(found_file(file))).kernel.launches, file


# One of each kind that takes less than a minute; tests/synthesis verify all kinds at small shapes.
VERIFIED = (
    *("batched_odd", "elementwise_clamp_3d", "gemv_int4", "layout_transpose_odd"),
    *("normalization_softmax_odd", "reduction_column_norm_odd", "window_max_pool"),
)


@needs_compiler
@pytest.mark.parametrize("name", sampled(VERIFIED, ("reduction_column_norm_odd",)))
def test_a_found_schedule_computes_what_it_was_found_for(name, tmp_path):
    (file,) = written_with_schedules([name], KNOWN, tmp_path)
    for check in machine_checks(explore(str(found_file(file))).kernel):
        assert check.ok, check.problems


def test_ratios_leave_out_what_failed():
    rows = {
        "gemv_a": {"half": "open", "found_us": 10.0, "dlight_us": 40.0, "torch_us": 5.0},
        "gemv_b": {"half": "open", "found_us": 10.0, "dlight_us": 10.0, "torch_us": 20.0},
        "gemm_c": {"half": "open", "found_error": "wrong", "torch_us": 20.0},
    }
    by_group = groups(rows)
    assert by_group.keys() == {"all", "open", "gemv", "gemm"}
    assert ratios(by_group["gemv"], DLIGHT) == [4.0, 1.0]
    assert ratios(by_group["all"], TORCH) == [0.5, 2.0] and ratios(by_group["gemm"], TORCH) == []
