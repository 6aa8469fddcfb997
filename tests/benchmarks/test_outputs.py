"""What GPUs computed: the record's inputs can be made anywhere, and its elements are right."""

from __future__ import annotations

import numpy as np
import pytest
from recorded_outputs import RECORDS, kernels, path_of, recorded

from benchmarks.outputs import SEED, digest
from schedules.core.ladder import ladder, ladders
from schedules.core.problem import Problem

RUNGS = ("gemm/sgemm_tvm:vthread", "gemm/hgemm:wgmma_tma", "gemv/fast_gemv:int4_mma")


@pytest.mark.parametrize("path", RUNGS)
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_recorded_outputs_are_those_of_inputs_that_anyone_can_make(file, path):
    name, _, rung = path.partition(":")
    found = recorded(file, path)
    assert {kernel["compiler"].partition(" ")[0] for kernel in found} == {"NVRTC", "nvcc"}
    for kernel in found:
        workload = ladder(name)[rung].at(tuple(kernel["shape"]))
        expected = Problem.of(workload, np.random.default_rng(SEED), "random")
        assert [digest(array) for array in expected.inputs] == kernel["inputs"]
        for output, right, tolerance in zip(
            kernel["outputs"], expected.outputs, expected.tolerances, strict=True
        ):
            allowed = np.broadcast_to(tolerance, right.shape)
            for index, value in output["elements"].items():
                assert abs(value - right.flat[int(index)]) <= allowed.flat[int(index)]


# Rungs that `benchmarks.outputs` has not run on the GPUs yet.
NEWER = {
    "gemm/tall:tiles_128x64",
    "gemm/w4a16:vectorized_sum",
    "gemm/w4a16:wgmma_vectorized_sum",
}


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_every_rung_of_a_gpu_is_in_the_records(file):
    rungs = {
        rung.path for one in ladders() for rung in ladder(one).rungs.values() if not rung.on_cpu
    }
    there = {path_of(kernel) for kernel in kernels(file)}
    assert there == rungs - NEWER
