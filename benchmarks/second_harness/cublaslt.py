"""cuBLASLt by ctypes: a GEMM with each algorithm that its heuristics propose.

Row-major C (M, N) = A (M, K) B (N, K)^T is for cuBLASLt the column-major C^T = B A^T: its first
matrix is B, transposed, its second A.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from gpusim.errors import UserError

# Enumerations of cublasLt.h and library_types.h.
_COMPUTE_32F, _R_32F = 68, 0
_TYPES = {"float16": 2, "bfloat16": 14, "float8_e4m3fn": 28, "float32": 0}
_TRANSA, _EPILOGUE, _BIAS = 3, 7, 8
_A_SCALE, _B_SCALE, _FAST_ACCUM, _A_SCALE_MODE, _B_SCALE_MODE = 17, 18, 25, 31, 32
_OP_T, _GELU_BIAS, _OUTER_VECTOR = 1, 36, 3
_WORKSPACE = 1  # CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES
WORKSPACE_BYTES = 64 << 20
MOST_ALGORITHMS = 16


class _Result(ctypes.Structure):
    """cublasLtMatmulHeuristicResult_t."""

    _fields_ = (
        ("algorithm", ctypes.c_uint64 * 8),
        ("workspace", ctypes.c_size_t),
        ("state", ctypes.c_int),
        ("waves", ctypes.c_float),
        ("reserved", ctypes.c_int * 4),
    )


class Operands(NamedTuple):
    """Tensors of torch: A (M, K), B (N, K), C (M, N); a bias (N,) that is added before GELU; scales
    of the rows of A and B, or one of each."""

    a: Any
    b: Any
    c: Any
    bias: Any = None
    scale_a: Any = None
    scale_b: Any = None


@cache
def _library() -> ctypes.CDLL:
    import torch

    return ctypes.CDLL(f"libcublasLt.so.{torch.version.cuda.split('.')[0]}")


def _check(status: int, what: str) -> None:
    if status:
        raise UserError(f"cuBLASLt, {what}: status {status}")


def _made(name: str, *given: Any) -> ctypes.c_void_p:
    handle = ctypes.c_void_p()
    _check(getattr(_library(), name)(ctypes.byref(handle), *given), name)
    return handle


def _layout(tensor: Any) -> ctypes.c_void_p:
    rows, columns = tensor.shape
    kind = _TYPES[str(tensor.dtype).removeprefix("torch.")]
    sizes = ctypes.c_uint64(columns), ctypes.c_uint64(rows), ctypes.c_int64(columns)
    return _made("cublasLtMatrixLayoutCreate", kind, *sizes)


def _description(of: Operands) -> ctypes.c_void_p:
    made = _made("cublasLtMatmulDescCreate", _COMPUTE_32F, _R_32F)

    def told(attribute: int, value: Any) -> None:
        status = _library().cublasLtMatmulDescSetAttribute(
            made, attribute, ctypes.byref(value), ctypes.sizeof(value)
        )
        _check(status, f"attribute {attribute}")

    told(_TRANSA, ctypes.c_int(_OP_T))
    if of.bias is not None:
        told(_EPILOGUE, ctypes.c_int(_GELU_BIAS))
        told(_BIAS, ctypes.c_void_p(of.bias.data_ptr()))
    if of.scale_a is not None:
        told(_FAST_ACCUM, ctypes.c_int8(1))
        told(_A_SCALE, ctypes.c_void_p(of.scale_b.data_ptr()))
        told(_B_SCALE, ctypes.c_void_p(of.scale_a.data_ptr()))
        if of.scale_a.numel() > 1:
            told(_A_SCALE_MODE, ctypes.c_int(_OUTER_VECTOR))
            told(_B_SCALE_MODE, ctypes.c_int(_OUTER_VECTOR))
    return made


def algorithms(of: Operands) -> Iterator[Callable[[Operands], Callable[[], None]]]:
    """Functions that launch the GEMM with each of the heuristic's algorithms, the preferred one
    first.

    `of` gives the operands. Empty if this cuBLASLt does not support the GEMM.
    """
    import torch

    library, handle = _library(), _made("cublasLtCreate")
    description = _description(of)
    layouts = [_layout(operand) for operand in (of.b, of.a, of.c, of.c)]
    preference = _made("cublasLtMatmulPreferenceCreate")
    most = ctypes.c_uint64(WORKSPACE_BYTES)
    status = library.cublasLtMatmulPreferenceSetAttribute(
        preference, _WORKSPACE, ctypes.byref(most), ctypes.sizeof(most)
    )
    _check(status, "the workspace")
    results, count = (_Result * MOST_ALGORITHMS)(), ctypes.c_int()
    if library.cublasLtMatmulAlgoGetHeuristic(
        *(handle, description, *layouts, preference),
        *(MOST_ALGORITHMS, results, ctypes.byref(count)),
    ):
        return
    workspace = torch.empty(WORKSPACE_BYTES, dtype=torch.uint8, device="cuda")
    alpha, beta = ctypes.c_float(1), ctypes.c_float(0)

    def launcher(result: _Result) -> Callable[[Operands], Callable[[], None]]:
        def bound(now: Operands) -> Callable[[], None]:
            own = _description(now)
            b, a, c = (ctypes.c_void_p(x.data_ptr()) for x in (now.b, now.a, now.c))

            def run() -> None:
                stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
                status = library.cublasLtMatmul(
                    *(handle, own, ctypes.byref(alpha), b, layouts[0], a, layouts[1]),
                    *(ctypes.byref(beta), c, layouts[2], c, layouts[3]),
                    ctypes.byref(result, 0),
                    ctypes.c_void_p(workspace.data_ptr()),
                    ctypes.c_size_t(WORKSPACE_BYTES),
                    stream,
                )
                _check(status, "the product")

            return run

        return bound

    for result in list(results)[: count.value]:
        if not result.state:
            yield launcher(result)
