"""Reductions with `where`, and one of two values at once (the largest element and its place).

python masked_reductions.py [ROWS COLUMNS]
"""

import sys

import numpy as np
import tvm
import tvm.testing
from tvm import te

n, m = map(int, sys.argv[1:3]) if len(sys.argv) > 2 else (256, 1000)
dev = tvm.cuda(0)

A = te.placeholder((n, m), name="A")
a = np.random.uniform(-1, 1, size=(n, m)).astype(A.dtype)


def bind_rows(s, stage, *within):
    rows, threads = s[stage].split(s[stage].op.axis[0], factor=32)
    s[stage].bind(rows, te.thread_axis("blockIdx.x"))
    s[stage].bind(threads, te.thread_axis("threadIdx.x"))
    for tensor in within:
        s[tensor].compute_at(s[stage], threads)


# Only what lies on or below the diagonal counts.
k = te.reduce_axis((0, m), name="k")
below = te.compute((n,), lambda i: te.sum(A[i, k], axis=k, where=k <= i), name="below")
s = te.create_schedule(below.op)
local = s.cache_write(below, "local")
bind_rows(s, below, local)
s[local].split(k, factor=7)
func = tvm.build(s, [A, below], "cuda")
print(func.imported_modules[0].get_source())
got = tvm.nd.array(np.zeros(n, dtype="float32"), dev)
func(tvm.nd.array(a, dev), got)
tvm.testing.assert_allclose(got.numpy(), np.tril(a).sum(axis=1), rtol=1e-3, atol=1e-3)

# The same with the minimum, whose identity is the largest float.
k = te.reduce_axis((0, m), name="k")
least = te.compute((n,), lambda i: te.min(A[i, k], axis=k, where=k <= i), name="least")
s = te.create_schedule(least.op)
_, ki = s[least].split(k, factor=16)
factor = s.rfactor(least, ki)
bind_rows(s, least, factor)
func = tvm.build(s, [A, least], "cuda")
got = tvm.nd.array(np.zeros(n, dtype="float32"), dev)
func(tvm.nd.array(a, dev), got)
masked = np.where(np.tri(n, m, dtype=bool), a, np.inf)
tvm.testing.assert_allclose(got.numpy(), masked.min(axis=1))


# A combiner of one's own, over pairs.
def combine(x, y):
    place = tvm.tir.Select(x[1] >= y[1], x[0], y[0])
    return place, tvm.tir.Select(x[1] >= y[1], x[1], y[1])


def identity(t0, t1):
    return tvm.tir.const(-1, t0), tvm.te.min_value(t1)


argmax = te.comm_reducer(combine, identity, name="argmax")
k = te.reduce_axis((0, m), name="k")
place, largest = te.compute((n,), lambda i: argmax((k, A[i, k]), axis=k), name="largest")
s = te.create_schedule(largest.op)
bind_rows(s, largest)
func = tvm.build(s, [A, place, largest], "cuda")
where = tvm.nd.array(np.zeros(n, dtype="int32"), dev)
value = tvm.nd.array(np.zeros(n, dtype="float32"), dev)
func(tvm.nd.array(a, dev), where, value)
tvm.testing.assert_allclose(where.numpy(), a.argmax(axis=1))
tvm.testing.assert_allclose(value.numpy(), a.max(axis=1))
