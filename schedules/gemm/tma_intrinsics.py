"""Copies by the Tensor Memory Accelerator (TMA) as tensor intrinsics: loads of slices, stores of C.

A load is one instruction of one thread. The TMA computes the addresses and the swizzle, and a
barrier in shared memory counts the bytes that arrive. With TMA_MULTICAST each block of a cluster
loads a part, and all blocks receive the whole slice. A store may read shared memory until the
thread has waited for it.
"""

from __future__ import annotations

from functools import cache

from tvm import s_tir, tirx
from tvm.script import tirx as T

from ..core.tvm_script import quick_parser
from .wgmma_intrinsics import (
    GROUP_M,
    ROW_BYTES,
    STAGE,
    TILE_STORE,
    TILE_WRITE,
    TILE_WRITE_ROUNDED,
    TMA_LOAD,
    Wgmma,
)

SHARED = "shared.dyn"


def _copy(shape: tuple[int, int], dtype: str, source: str, target: str) -> tirx.PrimFunc:
    """A copy of a tile from one memory scope to another, element by element."""
    rows, columns = shape

    @T.prim_func(s_tir=True)
    def copy(a: T.handle, b: T.handle) -> None:
        A = T.match_buffer(a, shape, dtype, offset_factor=1, scope=source)
        B = T.match_buffer(b, shape, dtype, offset_factor=1, scope=target)
        with T.sblock("root"):
            T.reads(A[0:rows, 0:columns])
            T.writes(B[0:rows, 0:columns])
            for i, j in T.grid(rows, columns):
                with T.sblock("copy"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A[vi, vj]

    return copy


@cache
@quick_parser()
def tma_intrinsic(rows: int, dtype: str = "float16", function: str = TMA_LOAD) -> str:
    """Registers the copy of `rows` rows of ROW_BYTES from global memory to shared.dyn; returns its
    name.

    `rows` is at most 256, the limit of the TMA. With TMA_MULTICAST the blocks of a cluster share
    the load.
    """
    columns = Wgmma(dtype).slice_k
    shape = (rows, columns)
    size = rows * ROW_BYTES

    @T.prim_func(s_tir=True)
    def copy_bulk(a: T.handle, b: T.handle) -> None:
        outer = T.int32()
        inner = T.int32()
        A = T.match_buffer(a, shape, dtype, offset_factor=1, strides=[outer, inner])
        B = T.match_buffer(b, shape, dtype, offset_factor=1, scope=SHARED)
        with T.sblock("root"):
            T.reads(A[0:rows, 0:columns])
            T.writes(B[0:rows, 0:columns])
            T.call_extern(
                "void",
                function,
                B.access_ptr("w"),
                A.access_ptr("r"),
                outer,
                size,
                T.call_extern("int32", STAGE),
            )

    name = f"{function}_{rows}x{columns}" + ("" if dtype == "float16" else f"_{dtype}")
    s_tir.TensorIntrin.register(
        name, _copy(shape, dtype, "global", SHARED), copy_bulk, override=True
    )
    return name


@cache
@quick_parser()
def tile_intrinsics(kind: Wgmma, dtype: str, rounded: bool = False) -> dict[str, str]:
    """Registers the intrinsics that round a lane's accumulators into a tile of C ('write') and that
    store the tile ('store').

    With `rounded`, a lane's results already have type `dtype`, in registers like the accumulators.
    The tile of a warpgroup has GROUP_M x `columns` elements in shared.dyn. Only these two
    intrinsics know its layout: boxes of GROUP_M rows of ROW_BYTES, swizzled.
    """
    suffix = "_rounded" if rounded else ""
    names = {name: f"tile_{name}_{kind}_{dtype}{suffix}" for name in ("write", "store")}
    made = _tile_writes(kind, dtype, rounded), _tile_stores(kind, dtype)
    for name, functions in zip(names.values(), made, strict=True):
        s_tir.TensorIntrin.register(name, *functions, override=True)
    return names


def _tile_writes(kind: Wgmma, dtype: str, rounded: bool) -> tuple[tirx.PrimFunc, tirx.PrimFunc]:
    """Rounds a lane's accumulators to `dtype`; the implementation first waits until the previous
    tile is stored."""
    columns, halves, pair = sums = kind.sums
    source = dtype if rounded else "float32"
    function = TILE_WRITE_ROUNDED if rounded else TILE_WRITE

    def value(element: tirx.PrimExpr) -> tirx.PrimExpr:
        return element if rounded else T.Cast(dtype, element)

    shape = rows, width = 9, kind.columns - 6

    @T.prim_func(s_tir=True)
    def write(c: T.handle, d: T.handle) -> None:
        stride = T.int32()
        C = T.match_buffer(c, sums, source, offset_factor=1, scope="local")
        D = T.match_buffer(d, shape, dtype, offset_factor=1, strides=[stride, 1], scope=SHARED)
        with T.sblock("root"):
            T.reads(C[0:columns, 0:halves, 0:pair])
            T.writes(D[0:rows, 0:width])
            for j, i, p in T.grid(columns, halves, pair):
                with T.sblock("write"):
                    vj, vi, vp = T.axis.remap("SSS", [j, i, p])
                    D[vi * 8, vj * 8 + vp] = value(C[vj, vi, vp])

    @T.prim_func(s_tir=True)
    def write_swizzled(c: T.handle, d: T.handle) -> None:
        stride = T.int32()
        C = T.match_buffer(c, sums, source, offset_factor=1, scope="local")
        D = T.match_buffer(d, shape, dtype, offset_factor=1, strides=[stride, 1], scope=SHARED)
        with T.sblock("root"):
            T.reads(C[0:columns, 0:halves, 0:pair])
            T.writes(D[0:rows, 0:width])
            T.call_extern("void", function, C.access_ptr("r"), D.access_ptr("w"))

    return write, write_swizzled


def _tile_stores(kind: Wgmma, dtype: str) -> tuple[tirx.PrimFunc, tirx.PrimFunc]:
    """Copies a tile to global memory; the implementation uses the TMA."""
    shape = rows, columns = GROUP_M, kind.columns

    @T.prim_func(s_tir=True)
    def copy_bulk(a: T.handle, b: T.handle) -> None:
        outer = T.int32()
        inner = T.int32()
        A = T.match_buffer(a, shape, dtype, offset_factor=1, scope=SHARED)
        B = T.match_buffer(b, shape, dtype, offset_factor=1, strides=[outer, inner])
        with T.sblock("root"):
            T.reads(A[0:rows, 0:columns])
            T.writes(B[0:rows, 0:columns])
            T.call_extern("void", TILE_STORE, A.access_ptr("r"), B.access_ptr("w"), outer)

    return _copy(shape, dtype, SHARED, "global"), copy_bulk
