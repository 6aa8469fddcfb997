"""Library calls to compare the rungs with, implemented independently of `bench`'s baselines."""

from __future__ import annotations

import ctypes
import statistics
from collections.abc import Callable, Sequence
from typing import Any

from gpusim.errors import UserError
from schedules.workloads import Gemm, Gemv, Workload
from schedules.workloads.linear_layer import LinearLayer
from schedules.workloads.scaled import ScaledGemm
from schedules.workloads.weight_only import GROUP, WeightOnlyGemm

from .cublaslt import Operands, algorithms
from .timing import Harness

Run = Callable[[], None]
Sets = Sequence[tuple[list, list]]
# Launches per algorithm of cuBLASLt, and the maximum relative error against torch's result.
TRIALS, APART = 5, 1e-2
# For smaller GEMMs it also proposes split-K algorithms, one of which faulted here.
LEAST_LT = 1024


def relative_error(computed: Any, expected: Any) -> float:
    """The norm of the difference over the norm of the expected result; NaN if either has a NaN."""
    expected = expected.double()
    return float((computed.double() - expected).norm() / expected.norm())


def libraries(workload: Workload, sets: Sets, harness: Harness) -> dict[str, list[Run]]:
    """Runs for each set of inputs and outputs, by the library's name."""
    torch = harness.torch
    matmul = torch.backends.cuda.matmul
    matmul.allow_tf32 = False
    matmul.allow_fp16_reduced_precision_reduction = False
    matmul.allow_bf16_reduced_precision_reduction = False
    if isinstance(workload, Gemm):
        return _gemm(workload, sets, harness)
    if isinstance(workload, ScaledGemm):
        return _scaled(workload, sets, harness)
    if isinstance(workload, LinearLayer):
        return _layer(sets, harness)
    if isinstance(workload, WeightOnlyGemm):
        return _weight_only(workload, len(sets), torch)
    if isinstance(workload, Gemv):
        return _gemv(workload, sets, torch)
    raise UserError(f"no library call for {workload}")


def _each(sets: Sets, run: Callable[[list, list], Any]) -> list[Run]:
    return [lambda i=i, o=o: run(i, o) for i, o in sets]


def _gemm(workload: Gemm, sets: Sets, harness: Harness) -> dict[str, list[Run]]:
    torch = harness.torch

    def a(i: list) -> Any:
        return i[0].t() if workload.a_layout == "km" else i[0]

    def b(i: list) -> Any:
        return i[1].t() if workload.b_layout == "nk" else i[1]

    if workload.accumulate:
        return {"torch.addmm": _each(sets, lambda i, o: torch.addmm(i[2], a(i), b(i), out=i[2]))}
    made = {"cuBLAS": _each(sets, lambda i, o: torch.mm(a(i), b(i), out=o[0]))}
    if workload.in_dtype != "float32" and min(workload.shape) >= LEAST_LT:
        made["cuBLAS"][0]()
        expected = sets[0][1][0].clone()
        made |= _best_lt([Operands(i[0], i[1], o[0]) for i, o in sets], expected, harness)
    return made


def _best_lt(operands: list[Operands], expected: Any, harness: Harness) -> dict[str, list[Run]]:
    """The fastest of the algorithms that cuBLASLt's heuristics propose and that are right."""
    timed = []
    for number, bound in enumerate(algorithms(operands[0])):
        run = bound(operands[0])
        try:
            operands[0].c.fill_(float("nan"))
            run()
            if not relative_error(operands[0].c, expected) <= APART:
                continue
            us = statistics.median(harness.between(run) for _ in range(TRIALS))
        except UserError:
            continue
        timed.append((us, number, bound))
    if not timed:
        return {}
    _, number, bound = min(timed, key=lambda trial: trial[:2])
    name = f"cuBLASLt, best of {len(timed)}"
    return {f"{name} (number {number + 1})": [bound(each) for each in operands]}


def _scaled(workload: ScaledGemm, sets: Sets, harness: Harness) -> dict[str, list[Run]]:
    torch = harness.torch

    def product(i: list, o: list) -> Any:
        scales = i[2:]
        if workload.per_row:
            scales = [i[2][:, None], i[3][None, :]]
        given = {"out_dtype": torch.bfloat16, "use_fast_accum": True}
        return torch._scaled_mm(i[0], i[1].t(), *scales, **given)

    operands = [Operands(i[0], i[1], o[0], None, i[2], i[3]) for i, o in sets]
    expected = product(*sets[0])
    return {"torch._scaled_mm": _each(sets, product), **_best_lt(operands, expected, harness)}


def _layer(sets: Sets, harness: Harness) -> dict[str, list[Run]]:
    torch = harness.torch
    functional = torch.nn.functional
    made = {"cuBLAS's GEMM alone": _each(sets, lambda i, o: torch.mm(i[0], i[1].t(), out=o[0]))}

    def layer(a: Any, b: Any, bias: Any, residual: Any) -> Any:
        return functional.gelu(functional.linear(a, b, bias), approximate="tanh") + residual

    compiled = torch.compile(layer, dynamic=False)
    try:
        compiled(*sets[0][0])
        made["torch.compile"] = _each(sets, lambda i, o: compiled(*i))
    except Exception as error:  # torch.compile's errors have no common base
        print(f"torch.compile: {error}", flush=True)
    operands = [Operands(i[0], i[1], o[0], i[2]) for i, o in sets]
    a, b, bias, _ = sets[0][0]
    activated = functional.gelu(functional.linear(a, b, bias), approximate="tanh")
    for name, fused in _best_lt(operands, activated, harness).items():

        def both(run: Run, i: list, o: list) -> None:
            run()
            torch.add(o[0], i[3], out=o[0])

        pairs = zip(fused, sets, strict=True)
        runs = [lambda run=run, i=i, o=o: both(run, i, o) for run, (i, o) in pairs]
        made[f"{name}, bias and GELU fused, and an addition"] = runs
    return made


def _weight_only(workload: WeightOnlyGemm, count: int, torch: Any) -> dict[str, list[Run]]:
    m, n, k = workload.shape
    wide = max(2, min(count, 3))
    x = torch.rand((m, k), device="cuda").half()
    out = torch.empty((m, n), device="cuda", dtype=torch.float16)
    weights = [(torch.rand((n, k), device="cuda") - 0.5).half() for _ in range(wide)]
    made = {"cuBLAS float16": [lambda w=w: torch.mm(x, w.t(), out=out) for w in weights]}
    try:
        codes = torch.randint(0, 256, (n, k // 2), device="cuda", dtype=torch.uint8)
        packed = [torch._convert_weight_to_int4pack(codes, 8).clone() for _ in range(count)]
        scales = torch.rand((k // GROUP, n, 2), device="cuda").bfloat16()
        narrow = x.bfloat16()
        runs = [lambda w=w: torch._weight_int4pack_mm(narrow, w, GROUP, scales) for w in packed]
        runs[0]()
        made["torch int4"] = runs
    except (RuntimeError, AttributeError, TypeError) as error:
        print(f"torch int4: {error}", flush=True)
    return made


def _gemv(workload: Gemv, sets: Sets, torch: Any) -> dict[str, list[Run]]:
    made = {"torch.mv": _each(sets, lambda i, o: torch.mv(i[0], i[1], out=o[0]))}
    name = "cublasHSHgemvStridedBatched"
    try:
        function = getattr(ctypes.CDLL(f"libcublas.so.{torch.version.cuda.split('.')[0]}"), name)
    except (OSError, AttributeError):
        return made
    n, k = workload.shape
    alpha, beta, none = ctypes.c_float(1), ctypes.c_float(0), ctypes.c_longlong(0)

    def product(i: list, o: list) -> None:
        handle = ctypes.c_void_p(torch.cuda.current_blas_handle())
        w, x, y = (ctypes.c_void_p(x.data_ptr()) for x in (*i[:2], o[0]))
        matrix, scalars = (w, k, none), (ctypes.byref(alpha), ctypes.byref(beta))
        status = function(
            *(handle, 1, k, n, scalars[0], *matrix, x, 1, none),
            *(scalars[1], y, 1, none, 1),
        )
        if status:
            raise UserError(f"{name}: status {status}")

    return made | {"cublasHSHgemv": _each(sets, product)}
