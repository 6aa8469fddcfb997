"""The low halves of a packed addition, and its reference: ptxas up to 13.0 drops the constant."""

import tvm
from tvm import te

tolerance = 0


def workload(n=64):
    a = te.placeholder((n,), name="A", dtype="int32")

    def low(i):
        return tvm.tirx.call_pure_extern("int32", "__vadd2", a[i], 65537).astype("int16")

    return [a, te.compute((n,), low, name="B")]


def reference(*arrays):
    return [(arrays[-1] + 1).astype("int16")]


def schedule(sch):
    i, t = sch.split(sch.get_loops("B")[0], [None, 32])
    sch.bind(i, "blockIdx.x")
    sch.bind(t, "threadIdx.x")
    yield "threads", "one thread per element"
