"""Timing on a GPU."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from schedules.catalog import ladder
from schedules.checks.compare import Difference
from schedules.checks.on_gpu import DeviceResult
from schedules.compile.compiler import Compiler
from schedules.errors import UserError
from schedules.kernel import last_kernel
from schedules.targets import DEFAULT_GPU
from schedules.timing import baselines
from schedules.timing import gpu as bench
from schedules.timing.ceilings import Ceilings
from schedules.workloads import Gemm, Gemv


def test_a_rung_that_is_wrong_is_not_timed_and_leaves_the_others(monkeypatch):
    workload = ladder("gemm/sgemm_tvm")["naive"].at((128, 128, 128))
    rungs = [ladder("gemm/sgemm_tvm")[name] for name in ("naive", "vthread")]
    kernels = [last_kernel(rung, workload, DEFAULT_GPU) for rung in rungs]
    for kernel in kernels:
        kernel.executable = {"main": print}
    measured = []

    def verify_on_device(found, _):
        for kernel in found:
            path = kernel.rung.path
            message = "first at [0, 1]" if path.endswith("vthread") else ""
            yield DeviceResult(kernel, "random 0", Difference(0.1, 1e-7, message))
            yield DeviceResult(kernel, "integer 0", Difference(0.0, 0.0, message))

    def measure(_, contestants, *__):
        for one in contestants:
            measured.append(one.name)
            one.samples_us.append(1.0)

    for name, value in {
        "verify_on_device": verify_on_device,
        "TensorSets": lambda _: None,
        "baselines": lambda *_: {"cuBLAS": print},
        "measure": measure,
        "facts": lambda *_: None,
        "row": lambda kernel, *_: {"rung": kernel.rung.name},
    }.items():
        monkeypatch.setattr(bench, name, value)
    references = SimpleNamespace(forget=lambda: None)
    rows = bench.bench_shape(kernels, Ceilings(1.0, 1.0, 1.0), references)
    assert next(rows) == {"rung": "naive"}
    with pytest.raises(UserError) as caught:
        next(rows)
    told = "gemm/sgemm_tvm:vthread at (128, 128, 128) is wrong: first at [0, 1]"
    assert str(caught.value) == told
    assert measured == ["gemm/sgemm_tvm:naive", "cuBLAS", "cuBLAS (again)"]


@pytest.mark.parametrize("workload", [Gemm(64, 64, 64), Gemv(64, 64)], ids=str)
def test_the_first_baseline_alone(monkeypatch, workload):
    """What ratios are quoted against; nothing of the others is compiled for it."""
    matmul = SimpleNamespace()
    torch = SimpleNamespace(backends=SimpleNamespace(cuda=SimpleNamespace(matmul=matmul)))
    monkeypatch.setattr(baselines, "cuda", lambda: torch)
    asked = []
    for other in ("_dlight", "_triton"):
        monkeypatch.setattr(baselines, other, lambda *_, other=other: asked.append(other) or print)
    everything = baselines.baselines(workload, Compiler(DEFAULT_GPU))
    assert list(everything)[-2:] == ["dlight", "Triton"] and asked == ["_dlight", "_triton"]
    alone = baselines.baselines(workload, Compiler(DEFAULT_GPU), first_only=True)
    assert list(alone) == list(everything)[:1] and len(asked) == 2
