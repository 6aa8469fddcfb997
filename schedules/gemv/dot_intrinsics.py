"""Dot product instructions of CPUs as tensor intrinsics: four multiply-adds in each int32 lane.

With unsigned codes W and signed x, sum_r W[4 i + r] x[4 i + r] is added to lane i of a register.
`vpdpbusd` (AVX-512 VNNI, AVX-VNNI) does so in one instruction. Elsewhere LLVM expands its own
`vector.partial.reduce.add`: AVX2 and AVX-512 widen the bytes and use `vpmaddwd`, NEON has `usdot`
where the CPU has it.
"""

from __future__ import annotations

from functools import cache

from tvm import tirx
from tvm.s_tir import TensorIntrin
from tvm.script import tirx as T

from ..core.tvm_script import quick_parser
from ..workloads.integer_gemv import HALF, QUAD, code_of

VPDPBUSD = {lanes: f"llvm.x86.avx512.vpdpbusd.{32 * lanes}" for lanes in (4, 8, 16)}
PARTIAL_SUM = "llvm.vector.partial.reduce.add"


def dot(
    lanes: int, fused: bool, total: tirx.PrimExpr, codes: tirx.PrimExpr, x: tirx.PrimExpr
) -> tirx.PrimExpr:
    """`total` plus, in each of `lanes`, four multiply-adds; `fused` by one instruction."""
    if fused:
        signed = tirx.reinterpret(f"int8x{QUAD * lanes}", codes)
        return T.call_llvm_pure_intrin(f"int32x{lanes}", VPDPBUSD[lanes], total, signed, x)
    wide = f"int32x{QUAD * lanes}"
    products = tirx.Cast(wide, codes) * tirx.Cast(wide, x)
    return T.call_llvm_pure_intrin(f"int32x{lanes}", PARTIAL_SUM, total, products)


def _rows(lanes: int, fused: bool) -> tuple[tirx.PrimFunc, tirx.PrimFunc]:
    """Codes of 8 bits: lanes * QUAD of them."""
    span = lanes * QUAD

    @T.prim_func(s_tir=True)
    def description(c: T.handle, w: T.handle, x: T.handle) -> None:
        C = T.match_buffer(c, (1, lanes), "int32", offset_factor=1)
        W = T.match_buffer(w, (1, span), "uint8", offset_factor=1)
        X = T.match_buffer(x, (span,), "int8", offset_factor=1)
        with T.sblock("root"):
            T.reads(C[0, 0:lanes], W[0, 0:span], X[0:span])
            T.writes(C[0, 0:lanes])
            for i, r in T.grid(lanes, QUAD):
                with T.sblock("dot"):
                    vi, vr = T.axis.remap("SR", [i, r])
                    C[0, vi] = C[0, vi] + T.Cast("int32", W[0, vi * QUAD + vr]) * T.Cast(
                        "int32", X[vi * QUAD + vr]
                    )

    @T.prim_func(s_tir=True)
    def implementation(c: T.handle, w: T.handle, x: T.handle) -> None:
        C = T.match_buffer(c, (1, lanes), "int32", offset_factor=1)
        W = T.match_buffer(w, (1, span), "uint8", offset_factor=1)
        X = T.match_buffer(x, (span,), "int8", offset_factor=1)
        with T.sblock("root"):
            T.reads(C[0, 0:lanes], W[0, 0:span], X[0:span])
            T.writes(C[0, 0:lanes])
            C[0, T.ramp(0, 1, lanes)] = dot(
                lanes,
                fused,
                C[0, T.ramp(0, 1, lanes)],
                W[0, T.ramp(0, 1, span)],
                X[T.ramp(0, 1, span)],
            )

    return description, implementation


def _groups(lanes: int, fused: bool) -> tuple[tirx.PrimFunc, tirx.PrimFunc]:
    """Codes of 4 bits: lanes * QUAD bytes, low halves first, and both halves' x."""
    span = lanes * QUAD

    @T.prim_func(s_tir=True)
    def description(c: T.handle, w: T.handle, x: T.handle) -> None:
        C = T.match_buffer(c, (1, 1, lanes), "int32", offset_factor=1)
        W = T.match_buffer(w, (1, 1, span), "uint8", offset_factor=1)
        X = T.match_buffer(x, (1, 2, span), "int8", offset_factor=1, strides=[2 * HALF, HALF, 1])
        with T.sblock("root"):
            T.reads(C[0, 0, 0:lanes], W[0, 0, 0:span], X[0, 0:2, 0:span])
            T.writes(C[0, 0, 0:lanes])
            for i, h, r in T.grid(lanes, 2, QUAD):
                with T.sblock("dot"):
                    vi, vh, vr = T.axis.remap("SRR", [i, h, r])
                    C[0, 0, vi] = C[0, 0, vi] + code_of(W[0, 0, vi * QUAD + vr], vh) * T.Cast(
                        "int32", X[0, vh, vi * QUAD + vr]
                    )

    @T.prim_func(s_tir=True)
    def implementation(c: T.handle, w: T.handle, x: T.handle) -> None:
        C = T.match_buffer(c, (1, 1, lanes), "int32", offset_factor=1)
        W = T.match_buffer(w, (1, 1, span), "uint8", offset_factor=1)
        X = T.match_buffer(x, (1, 2, span), "int8", offset_factor=1, strides=[2 * HALF, HALF, 1])
        with T.sblock("root"):
            T.reads(C[0, 0, 0:lanes], W[0, 0, 0:span], X[0, 0:2, 0:span])
            T.writes(C[0, 0, 0:lanes])
            C[0, 0, T.ramp(0, 1, lanes)] = dot(
                lanes,
                fused,
                dot(
                    lanes,
                    fused,
                    C[0, 0, T.ramp(0, 1, lanes)],
                    W[0, 0, T.ramp(0, 1, span)] & T.broadcast(T.uint8(15), span),
                    X[0, 0, T.ramp(0, 1, span)],
                ),
                W[0, 0, T.ramp(0, 1, span)] >> T.broadcast(T.uint8(4), span),
                X[0, 1, T.ramp(0, 1, span)],
            )

    return description, implementation


@cache
@quick_parser()
def dot_product(bits: int, lanes: int, fused: bool) -> str:
    """Name of the intrinsic for `lanes` int32 accumulators, registered on first use."""
    name = f"dot_int{bits}_{lanes}" + "_vpdpbusd" * fused
    TensorIntrin.register(name, *(_rows if bits == 8 else _groups)(lanes, fused))
    return name
