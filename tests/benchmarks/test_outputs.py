"""What GPUs computed: the record's inputs can be made anywhere, and its elements are right."""

from __future__ import annotations

import json

import numpy as np
import pytest
from conftest import ROOT

from benchmarks.outputs import SEED, digest
from schedules.catalog import ladder
from schedules.checks.compare import Expected

RECORDS = sorted((ROOT / "docs" / "results").glob("outputs-*.json"))
RUNGS = ("gemm/sgemm_tvm:vthread", "gemm/hgemm:wgmma_tma", "gemv/fast_gemv:int4_mma")


def recorded(file, path: str) -> list[dict]:
    kernels = json.loads(file.read_text(encoding="utf-8"))["kernels"]
    return [kernel for kernel in kernels if f"{kernel['ladder']}:{kernel['rung']}" == path]


@pytest.mark.parametrize("path", RUNGS)
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_recorded_outputs_are_those_of_inputs_that_anyone_can_make(file, path):
    name, _, rung = path.partition(":")
    found = recorded(file, path)
    assert {kernel["compiler"].partition(" ")[0] for kernel in found} == {"NVRTC", "nvcc"}
    for kernel in found:
        workload = ladder(name)[rung].at(tuple(kernel["shape"]))
        expected = Expected.of(workload, np.random.default_rng(SEED), "random")
        assert [digest(array) for array in expected.inputs] == kernel["inputs"]
        for output, right, tolerance in zip(
            kernel["outputs"], expected.outputs, expected.tolerances, strict=True
        ):
            allowed = np.broadcast_to(tolerance, right.shape)
            for index, value in output["elements"].items():
                assert abs(value - right.flat[int(index)]) <= allowed.flat[int(index)]


def test_every_rung_of_a_gpu_is_in_the_records():
    assert RECORDS
    for file in RECORDS:
        kernels = json.loads(file.read_text(encoding="utf-8"))["kernels"]
        assert len({(kernel["ladder"], kernel["rung"]) for kernel in kernels}) == 76
