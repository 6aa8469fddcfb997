"""A histogram in shared memory by atomic additions, a block."""

import numpy as np
from tvm.script import tirx as T

BINS, VALUES = 16, 512


@T.prim_func(s_tir=True)
def schedule(x: T.Buffer((512,), "int32"), counts: T.Buffer((16,), "int32")):
    thread = T.launch_thread("threadIdx.x", 128)
    bins = T.alloc_buffer((16,), "int32", scope="shared")
    if thread < 16:
        bins[thread] = 0
    T.tvm_storage_sync("shared")
    for k in range(4):
        T.evaluate(T.call_extern("int32", "atomicAdd", T.address_of(bins[x[k * 128 + thread]]), 1))
    T.tvm_storage_sync("shared")
    if thread < 16:
        counts[thread] = bins[thread]


def inputs(rng):
    return [rng.integers(0, BINS, VALUES, dtype="int32")]


def reference(x):
    return np.bincount(x, minlength=BINS)


tolerance = 0
