"""Kernels' machine code on the CPU, verified."""

from __future__ import annotations

import pytest
from accesses import needs_compiler

from schedules.analyses.verification import simulation
from schedules.analyses.verification.simulated import verify_on_machine
from schedules.core.kernel import last_kernel
from schedules.core.target import Target
from schedules.sources.names import resolve


@needs_compiler
@pytest.mark.parametrize("path", ("gemm/sgemm_tvm:naive", "gemm/hgemm:mma_ldmatrix"))
def test_blocks_that_did_not_run_are_no_mistake(monkeypatch, path):
    monkeypatch.setattr(simulation, "MOST_WORK", 1)
    monkeypatch.setattr(simulation, "_FEW_THREADS", 0)
    rung = resolve(path).rung
    shape = [2 * size for size in rung.verify_shapes()[0]]
    results = list(verify_on_machine(last_kernel(rung, rung.at(shape), Target.parse("sm_90"))))
    assert [one.inputs for one in results] == ["random", "integer"][: len(results)]
    for one in results:
        assert one.blocks < one.of
        assert one.ok, (one.inputs, one.difference.message, one.findings)
