"""Dot products of 4- and 8-bit codes with float16 on tensor cores, a row along the lanes of a warp.

mma.sync.m16n8k16 adds A B to D: A 16 x 16 and B 16 x 8 in float16, D in float32. Lane 4 g + t holds
two pairs of values of each of rows g and g + 8 of A, the same two pairs of column g of B, and
columns 2 t and 2 t + 1 of rows g and g + 8 of D.

A GEMV multiplies a lane's codes by the same lane's x, for two rows of W. The codes go to rows g and
g + 8 of A, and x to column g of B. D[g, g] and D[g + 8, g] are then the dot products over the quad
of lanes 4 g .. 4 g + 3. The seven other columns mix values of different lanes and are discarded:
7/8 of the work, which costs nothing, because a GEMV leaves the tensor cores idle otherwise.

The tensor intrinsic is described lane by lane, in plain loops, with one difference: the dot
products of the quad's four lanes all end up in the lane that has D[g, g]. The reduction over the
lanes of the warp that follows gives the same result. All 32 lanes must take part.

The conversion of codes to float16 is exact and takes one operation for two codes (the technique of
Kim et al., "Who Says Elephants Can't Run", 2022, and of NVIDIA's FasterTransformer).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tvm import tirx
from tvm.backend.cuda.op import cuda_func_call
from tvm.s_tir import TensorIntrin
from tvm.script import tirx as T
from tvm.sym import Analyzer

from ..core.files import cuda_parts
from ..core.tvm_script import quick_parser
from ..workloads.quantized import CODES, int4_value, int8_value

ROWS = 2  # rows of W of a lane in one instruction

_PARTS = cuda_parts(Path(__file__).with_name("mma_dot.cuh"))


def _description(bits: int, vector: int) -> tirx.PrimFunc:
    _, _, dtype, per_element = CODES[bits]
    stored = vector // per_element

    def value(w, i, j, zero):
        code = (
            int8_value(w[i, j], zero[0]) if bits == 8 else int4_value(w[i, j // 8], j % 8, zero[0])
        )
        # As te.create_prim_func leaves it: tensorize compares expressions as they are written.
        return Analyzer().simplify(code)

    @T.prim_func(s_tir=True)
    def description(y: T.handle, w: T.handle, x: T.handle, z: T.handle) -> None:
        Y = T.match_buffer(y, (ROWS, 1), "float32", offset_factor=1, scope="local")
        W = T.match_buffer(w, (ROWS, stored), dtype, offset_factor=1, scope="local")
        X = T.match_buffer(x, (vector,), "float16", offset_factor=1, scope="local")
        Z = T.match_buffer(z, (1,), "int32", offset_factor=1)
        with T.sblock("root"):
            T.reads(Y[0:ROWS, 0:1], W[0:ROWS, 0:stored], Z[0:1], X[0:vector])
            T.writes(Y[0:ROWS, 0:1])
            for i, j in T.grid(ROWS, vector):
                with T.sblock("dot"):
                    vi, vj = T.axis.remap("SR", [i, j])
                    Y[vi, 0] = Y[vi, 0] + value(W, vi, vj, Z) * T.Cast("float32", X[vj])

    return description


def _implementation(bits: int, vector: int) -> tirx.PrimFunc:
    _, _, dtype, per_element = CODES[bits]
    stored = vector // per_element

    def call(y, w, x, z):
        return cuda_func_call(
            f"mma_dot_int{bits}<{vector * bits // 32}>",
            y.access_ptr("rw"),
            w.access_ptr("r"),
            x.access_ptr("r"),
            z[0],
            source_code=_PARTS["common"] + _PARTS[f"int{bits}"],
        )

    @T.prim_func(s_tir=True)
    def implementation(y: T.handle, w: T.handle, x: T.handle, z: T.handle) -> None:
        Y = T.match_buffer(y, (ROWS, 1), "float32", offset_factor=1, scope="local")
        W = T.match_buffer(w, (ROWS, stored), dtype, offset_factor=1, scope="local")
        X = T.match_buffer(x, (vector,), "float16", offset_factor=1, scope="local")
        Z = T.match_buffer(z, (1,), "int32", offset_factor=1)
        with T.sblock("root"):
            T.reads(Y[0:ROWS, 0:1], W[0:ROWS, 0:stored], Z[0:1], X[0:vector])
            T.writes(Y[0:ROWS, 0:1])
            T.evaluate(call(Y, W, X, Z))

    return implementation


@cache
@quick_parser()
def mma_dot(bits: int, vector: int) -> str:
    """Name of the intrinsic for `vector` codes of `bits` bits, registered on first use.

    sums[i] += sum_j (W[i,j] - zero) x[j] for two rows i and whole words of codes j, all in
    registers. Codes become float16, exactly for |zero| <= 896; accumulation is in float32.
    """
    name = f"mma_dot_int{bits}_{vector}"
    TensorIntrin.register(name, _description(bits, vector), _implementation(bits, vector))
    return name
