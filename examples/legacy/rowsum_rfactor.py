"""Sums of rows, each by the threads of a warp: rfactor, then a reduction over threadIdx.x.

python rowsum_rfactor.py [ROWS COLUMNS]
"""

import sys

import numpy as np
import tvm
import tvm.testing
from tvm import te

n, m = map(int, sys.argv[1:3]) if len(sys.argv) > 2 else (1024, 1000)

A = te.placeholder((n, m), name="A")
k = te.reduce_axis((0, m), "k")
B = te.compute((n,), lambda i: te.sum(A[i, k], axis=k), name="B")

s = te.create_schedule(B.op)
ko, ki = s[B].split(B.op.reduce_axis[0], factor=32)
BF = s.rfactor(B, ki)
print(tvm.lower(s, [A, B], simple_mode=True))

xo, xi = s[B].split(s[B].op.axis[0], factor=8)
s[B].bind(xo, te.thread_axis("blockIdx.x"))
s[B].bind(xi, te.thread_axis("threadIdx.y"))
tx = te.thread_axis("threadIdx.x")
s[B].bind(s[B].op.reduce_axis[0], tx)
s[BF].compute_at(s[B], s[B].op.reduce_axis[0])
s[B].set_store_predicate(tx.var.equal(0))
print(tvm.lower(s, [A, B], simple_mode=True))

func = tvm.build(s, [A, B], "cuda")
source = func.imported_modules[0].get_source()
print(source)
assert "__shfl_" in source and "if (((int)threadIdx.x) == 0)" in source

dev = tvm.cuda(0)
a = np.random.uniform(size=(n, m)).astype(A.dtype)
b = tvm.nd.array(np.zeros(n, dtype=B.dtype), dev)
func(tvm.nd.array(a, dev), b)
tvm.testing.assert_allclose(b.numpy(), a.sum(axis=1), rtol=1e-4)
