"""Softmax of rows in one kernel: four stages, fused at the row that a block has.

python softmax_fused.py [ROWS COLUMNS]
"""

import sys

import numpy as np
import tvm
import tvm.testing
from tvm import te

n, m = map(int, sys.argv[1:3]) if len(sys.argv) > 2 else (512, 1000)

A = te.placeholder((n, m), name="A")
k1 = te.reduce_axis((0, m), name="k1")
k2 = te.reduce_axis((0, m), name="k2")
top = te.compute((n,), lambda i: te.max(A[i, k1], axis=k1), name="top")
expo = te.compute((n, m), lambda i, j: te.exp(A[i, j] - top[i]), name="expo")
total = te.compute((n,), lambda i: te.sum(expo[i, k2], axis=k2), name="total")
B = te.compute((n, m), lambda i, j: expo[i, j] / total[i], name="B")

threads = 64
s = te.create_schedule(B.op)
tx = te.thread_axis((0, threads), "threadIdx.x")
row, column = s[B].op.axis
s[B].bind(row, te.thread_axis("blockIdx.x"))
_, inner = s[B].split(column, factor=threads)
s[B].bind(inner, tx)

s[expo].compute_at(s[B], row)
_, inner = s[expo].split(expo.op.axis[1], factor=threads)
s[expo].bind(inner, tx)
for stage in (top, total):
    s[stage].set_scope("shared")
    s[stage].compute_at(s[B], row)
    _, inner = s[stage].split(stage.op.reduce_axis[0], factor=threads)
    s[stage].bind(inner, tx)
print(tvm.lower(s, [A, B], simple_mode=True))

func = tvm.build(s, [A, B], "cuda")
print(func.imported_modules[0].get_source())

dev = tvm.cuda(0)
a = np.random.uniform(-1, 1, size=(n, m)).astype(A.dtype)
b = tvm.nd.array(np.zeros((n, m), dtype=B.dtype), dev)
func(tvm.nd.array(a, dev), b)
powers = np.exp(a - a.max(axis=1, keepdims=True))
tvm.testing.assert_allclose(b.numpy(), powers / powers.sum(axis=1, keepdims=True), rtol=1e-4)
