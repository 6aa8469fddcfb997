"""What rungs are measured against: library calls in the same maths mode, on the same tensors.

A baseline is a function of (inputs, outputs) that fills the outputs, as a rung does. Which there
are follows from the workload; one that this machine's libraries lack is left out.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import tvm
from tvm.s_tir import dlight

from ..quantized import QuantizedGemv
from ..workloads import Gemm, Gemv, Workload
from .device import cold_sets, cuda
from .lower import compile_module
from .targets import target

Baseline = Callable[[list, list], None]


def baselines(workload: Workload, arch: str) -> dict[str, Baseline]:
    """Baselines by name; the first is the one that ratios are quoted against."""
    cuda().backends.cuda.matmul.allow_tf32 = False
    # float16 sums stay in float32, as the rungs' do.
    cuda().backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
    found: dict[str, Baseline] = {}
    if isinstance(workload, Gemm):
        found["cuBLAS"] = _cublas_gemm(workload)
    elif isinstance(workload, Gemv):
        found["torch.mv"] = lambda i, o: cuda().mv(i[0], i[1], out=o[0])
        found["torch.matmul"] = lambda i, o: cuda().matmul(
            i[1][None, :], i[0].t(), out=o[0][None, :]
        )
    elif isinstance(workload, QuantizedGemv):
        found["torch.mv float16"] = _float16_of(workload)
    for name, make in (("dlight", _dlight), ("Triton", _triton)):
        baseline = make(workload, arch)
        if baseline is not None:
            found[name] = baseline
    return found


def _cublas_gemm(workload: Gemm) -> Baseline:
    torch = cuda()

    def operands(inputs: list) -> tuple[Any, Any]:
        a = inputs[0].t() if workload.a_layout == "km" else inputs[0]
        b = inputs[1].t() if workload.b_layout == "nk" else inputs[1]
        return a, b

    if workload.accumulate:
        # beta = 1 in place: with a separate output torch would first copy C_in, another pass.
        return lambda i, o: torch.addmm(i[2], *operands(i), out=i[2])
    if workload.out_dtype != workload.in_dtype:
        return lambda i, o: torch.mm(*operands(i), out_dtype=o[0].dtype, out=o[0])
    return lambda i, o: torch.mm(*operands(i), out=o[0])


def _float16_of(workload: QuantizedGemv) -> Baseline:
    """torch.mv on float16 matrices of the same extents: what quantizing is meant to beat.

    It has a ring of matrices of its own, which together exceed the L2 cache as the rungs' do.
    """
    torch = cuda()
    n, k = workload.shape
    count = cold_sets(2 * n * k)
    matrices = [torch.rand((n, k), device="cuda").half() for _ in range(count)]
    turn = itertools.count()

    def run(inputs: list, outputs: list) -> None:
        vector = next(x for x in inputs if x.dtype == torch.float16)
        torch.mv(matrices[next(turn) % count], vector, out=outputs[0])

    return run


def _dlight(workload: Workload, arch: str) -> Baseline | None:
    """The kernel TVM's own rules make of the workload, or None where they do not apply."""
    to = target("cuda", arch)
    limits = {
        **dict(to.attrs.items()),
        "max_threads_per_block": 1024,
        "max_shared_memory_per_block": 49152,
    }
    to = tvm.target.Target({"kind": "cuda", **limits}, host="llvm")
    mod = tvm.IRModule({"main": workload.prim_func()})
    try:
        with to:
            scheduled = dlight.ApplyDefaultSchedule(
                dlight.gpu.Matmul(),
                dlight.gpu.GEMV(),
                dlight.gpu.Reduction(),
                dlight.gpu.Fallback(),
            )(mod)
        run = compile_module(scheduled, kind="cuda", arch=arch)["main"]
    except (RuntimeError, ValueError, TypeError, AttributeError, KeyError):
        return None
    return lambda i, o: run(*i, *o)


def _triton(workload: Workload, arch: str) -> Baseline | None:
    try:
        from . import triton_kernels
    except ImportError:
        return None
    if isinstance(workload, Gemm) and np.dtype(workload.in_dtype).itemsize <= 4:
        return triton_kernels.gemm(workload)
    if isinstance(workload, Gemv):
        return triton_kernels.gemv(workload)
    return None
