"""A product that dlight has scheduled."""

import tvm
from tvm import te
from tvm.s_tir import dlight


def workload(n=64):
    a, b = (te.placeholder((n, n), "float16", name=name) for name in "AB")
    k = te.reduce_axis((0, n), name="k")
    return [a, b, te.compute((n, n), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="C")]


def schedule():
    mod = tvm.IRModule({"main": te.create_prim_func(workload())})
    with tvm.target.Target({"kind": "cuda", "arch": "sm_90"}):
        return dlight.ApplyDefaultSchedule(dlight.gpu.Matmul(), dlight.gpu.Fallback())(mod)
