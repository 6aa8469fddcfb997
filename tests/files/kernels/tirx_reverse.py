"""A TIRx kernel: each block reverses its 64 numbers by way of shared memory."""

from tvm import te
from tvm.script import tirx as T


def workload():
    x = te.placeholder((256,), name="x")
    return [x, te.compute((256,), lambda i: x[i // 64 * 64 + 63 - i % 64] * 2.0, name="y")]


@T.prim_func
def schedule(x: T.Buffer((256,), "float32"), y: T.Buffer((256,), "float32")):
    T.device_entry()
    block = T.cta_id([4])
    thread = T.thread_id([64])
    tile = T.alloc_buffer((64,), "float32", scope="shared")
    tile[thread] = x[block * 64 + thread]
    T.tvm_storage_sync("shared")
    y[block * 64 + thread] = tile[63 - thread] * T.float32(2)
