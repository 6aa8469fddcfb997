"""Modules without a schedule's trace, and computations, that several tests look at."""

from __future__ import annotations

from tvm import te
from tvm.script import ir as I
from tvm.script import tirx as T


def product(n: int = 32) -> list[te.Tensor]:
    a, b = (te.placeholder((n, n), name=name) for name in "AB")
    k = te.reduce_axis((0, n), name="k")
    return [a, b, te.compute((n, n), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="C")]


def add_one(one: float) -> list[te.Tensor]:
    a = te.placeholder((256,), name="A")
    return [a, te.compute((256,), lambda i: a[i] + one, name="B")]


@T.prim_func
def ADD_ONE(A: T.Buffer((256,), "float32"), B: T.Buffer((256,), "float32")):
    T.device_entry()
    block = T.cta_id([2])
    thread = T.thread_id([128])
    B[block * 128 + thread] = A[block * 128 + thread] + T.float32(1)


@I.ir_module
class PAIR:
    @T.prim_func(s_tir=True)
    def double(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for i in T.thread_binding(64, "threadIdx.x"):
            with T.sblock("B"):
                at = T.axis.spatial(64, i)
                B[at] = A[at] * T.float32(2)

    @T.prim_func(s_tir=True)
    def triple(a: T.handle, b: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n,), "float32")
        B = T.match_buffer(b, (n,), "float32")
        for i in T.thread_binding(n, "blockIdx.x"):
            with T.sblock("B"):
                at = T.axis.spatial(n, i)
                B[at] = A[at] * T.float32(3)
