"""Kernels' machine code on the CPU, verified."""

from __future__ import annotations

import pytest
from accesses import needs_compiler

from schedules.analyses.verification import simulated
from schedules.analyses.verification.verify import machine_checks
from schedules.core.kernel import last_kernel
from schedules.core.target import Target
from schedules.sources.names import resolve


@needs_compiler
@pytest.mark.parametrize("path", ("gemm/sgemm_tvm:naive", "gemm/hgemm:mma_ldmatrix"))
def test_blocks_that_did_not_run_are_no_mistake(monkeypatch, path):
    monkeypatch.setattr(simulated, "MOST_WORK", 1)
    monkeypatch.setattr(simulated, "_FEW_THREADS", 0)
    rung = resolve(path).rung
    shape = [2 * size for size in rung.verify_shapes()[0]]
    results = list(machine_checks(last_kernel(rung, rung.at(shape), Target.parse("sm_90"))))
    assert [one.inputs for one in results] == ["random", "integer"][: len(results)]
    for one in results:
        assert one.blocks < one.of
        assert one.ok, (one.inputs, one.problems)
