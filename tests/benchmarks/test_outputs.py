"""What GPUs computed: the record's inputs can be made anywhere, and its elements are right."""

from __future__ import annotations

import numpy as np
import pytest
from recorded_outputs import RECORDS, kernels, path_of, recorded

from benchmarks.outputs import SEED, digest, lacked
from benchmarks.outputs import recorded as entries_of
from schedules.analyses.verification.compare import Expected
from schedules.core.catalog import ladder, ladders
from schedules.core.kernel import last_kernel
from schedules.core.target import DEFAULT_GPU

RUNGS = ("gemm/sgemm_tvm:vthread", "gemm/hgemm:wgmma_tma", "gemv/fast_gemv:int4_mma")


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


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_every_rung_of_a_gpu_is_in_the_records(file):
    rungs = {
        rung.path for one in ladders() for rung in ladder(one).rungs.values() if not rung.on_cpu
    }
    there = {path_of(kernel) for kernel in kernels(file)}
    assert there == rungs


def test_gpus_compute_the_same_bits():
    def computed(file):
        names = ("ladder", "rung", "shape", "compiler")
        return {
            tuple(str(kernel[name]) for name in names): [kernel["inputs"], kernel["outputs"]]
            for kernel in kernels(file)
        }

    of_h100, of_h200 = (computed(file) for file in RECORDS)
    both = of_h200.keys() & of_h100.keys()
    assert len(both) > 400
    assert {key: of_h200[key] for key in both} == {key: of_h100[key] for key in both}


def test_missing_runs_what_a_record_lacks_as_it_is_now(tmp_path):
    rung = ladder("gemm/sgemm_tvm")["naive"]
    kernels = [last_kernel(rung, rung.at(shape), DEFAULT_GPU) for shape in rung.verify_shapes()]
    assert lacked(entries_of(tmp_path / "none.json"), kernels) == kernels
    entries = entries_of(RECORDS[0])
    assert lacked(entries, kernels) == []
    # One of another kernel, one of this compiler's missing.
    at, *_ = [key for key, entry in entries.items() if entry["kernel"] == kernels[0].fingerprint]
    version = kernels[0].compiler.version
    assert at[-1] == version
    assert lacked({**entries, at: entries[at] | {"kernel": "another"}}, kernels) == kernels[:1]
    assert lacked({k: v for k, v in entries.items() if k[-1] != version}, kernels) == kernels
