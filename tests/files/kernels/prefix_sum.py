"""Prefix sums within blocks of 64, as Hillis and Steele: threads that wait for each other."""

import numpy as np
from tvm.script import tirx as T

BLOCK = 64


@T.prim_func(s_tir=True)
def schedule(x: T.Buffer((256,), "float32"), sums: T.Buffer((256,), "float32")):
    block = T.launch_thread("blockIdx.x", 4)
    thread = T.launch_thread("threadIdx.x", 64)
    parts = T.alloc_buffer((128,), "float32", scope="shared")
    parts[thread] = x[block * 64 + thread]
    T.tvm_storage_sync("shared")
    for step in T.unroll(6):
        here = (step % 2) * 64
        there = 64 - here
        if thread >= (1 << step):
            parts[there + thread] = parts[here + thread] + parts[here + thread - (1 << step)]
        else:
            parts[there + thread] = parts[here + thread]
        T.tvm_storage_sync("shared")
    sums[block * 64 + thread] = parts[thread]


def reference(x):
    return np.cumsum(x.reshape(-1, BLOCK).astype("float64"), axis=1).ravel()


tolerance = 1e-5
