"""Every rung's kernel on the machine, against what GPUs computed, bit for bit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from exhaustive import REPRESENTATIVES, sampled
from recorded_outputs import RECORDS, kernels, path_of, recorded

from benchmarks.outputs import SEED, digest, elements
from gpusim.arithmetic import floats
from gpusim.functional.instructions.arithmetic import SINGLE
from schedules.analyses.verification.simulated import Run, simulate
from schedules.compile.compiler import Compiler
from schedules.core.kernel import last_kernel
from schedules.core.ladder import Rung, ladder
from schedules.core.problem import Problem
from schedules.core.target import Target

PATHS = sorted({path_of(kernel) for file in RECORDS for kernel in kernels(file)})
# Of a rung's recorded shapes the largest within so many operations is run, or the least.
WORK = 2**20
# How far MUFU.TANH may be off, of its value (PTX ISA, tanh.approx.f32); here of a product with it.
TANH = 2**-10.9


def rung_of(path: str) -> Rung:
    name, _, rung = path.partition(":")
    return ladder(name)[rung]


def of_nvrtc(file: Path, path: str) -> list[dict]:
    """A rung's kernels in a record as the compiler that is everywhere made them."""
    return [one for one in recorded(file, path) if one["compiler"].startswith("NVRTC")]


def at_shape(file: Path, path: str, shape: tuple[int, ...]) -> list[dict]:
    return [one for one in of_nvrtc(file, path) if tuple(one["shape"]) == shape]


def chosen_shape(path: str) -> tuple[int, ...]:
    shapes = {tuple(one["shape"]) for file in RECORDS for one in of_nvrtc(file, path)}
    work = {shape: rung_of(path).at(shape).flops for shape in shapes}
    cheap = [shape for shape in shapes if work[shape] <= WORK]

    def order(shape: tuple[int, ...]) -> tuple:
        return work[shape], shape

    return max(cheap, key=order) if cheap else min(shapes, key=order)


def ran(path: str, shape: tuple[int, ...]) -> tuple[list[str], Run, bool]:
    """Digests of a rung's inputs, what the machine makes of these, and whether the kernel asks the
    special function unit, whose bits nobody defines."""
    rung, target = rung_of(path), Target.parse("sm_90")
    workload = rung.at(shape)
    inputs = Problem.of(workload, np.random.default_rng(SEED), "random").inputs
    kernel = last_kernel(rung, workload, target, Compiler(target))
    lines = (line for code in kernel.sass.values() for line in code)
    approximate = any(line.base == "MUFU" for line in lines)
    return [digest(array) for array in inputs], simulate(kernel, inputs), approximate


@pytest.mark.parametrize("path", sampled(PATHS, sorted(REPRESENTATIVES)[::4]))
def test_a_rung_computes_the_bits_that_gpus_did(path):
    shape = chosen_shape(path)
    inputs, run, approximate = ran(path, shape)
    assert run.whole and all(written.all() for written in run.written.values())
    assert [launch.findings.wrong for launch in run.launches] == [[]] * len(run.launches)
    for file in RECORDS:
        given = at_shape(file, path, shape)
        assert given or not recorded(file, path), f"{file.stem} lacks {path} at {shape}"
        for kernel in given:
            assert kernel["inputs"] == inputs
            for output, made in zip(kernel["outputs"], run.outputs.values(), strict=True):
                if approximate:
                    assert output["elements"] == pytest.approx(
                        elements(made), rel=TANH, abs=TANH * float(abs(made).max())
                    )
                else:
                    assert output["elements"] == elements(made)
                    assert output["sha256"] == digest(made)


def test_a_product_that_is_rounded_before_its_sum_is_seen(monkeypatch):
    def twice(a, b, c, **form):
        return floats.add(floats.mul(a, b, **form), c, **form)

    monkeypatch.setitem(SINGLE, "FFMA", (twice, 3))
    path = "gemm/sgemm_cuda:shared_tile"
    shape = chosen_shape(path)
    _, run, _ = ran(path, shape)
    for file in RECORDS:
        (kernel,) = at_shape(file, path, shape)
        assert kernel["outputs"][0]["sha256"] != digest(*run.outputs.values())
