"""SGEMM, version 1: a thread per element. After "a hgemm tvm schedule" (LeiWang1999), TVM 0.10.

python gemm_native.py [M N K]
"""

import sys

import numpy as np
import tvm
import tvm.testing
from tvm import te

M, N, K = map(int, sys.argv[1:4]) if len(sys.argv) > 3 else (1024, 1024, 1024)

A = te.placeholder((K, N), dtype="float32", name="A")
B = te.placeholder((K, M), dtype="float32", name="B")
k = te.reduce_axis((0, K), name="k")
C = te.compute((M, N), lambda ii, jj: te.sum(A[k, jj] * B[k, ii], axis=k), name="C")

s = te.create_schedule(C.op)
i, j = s[C].op.axis
s[C].bind(i, te.thread_axis("blockIdx.x"))
by, tx = s[C].split(j, factor=1024)
s[C].bind(by, te.thread_axis("blockIdx.y"))
s[C].bind(tx, te.thread_axis("threadIdx.x"))
print(tvm.lower(s, [A, B, C], simple_mode=True))

func = tvm.build(s, [A, B, C], "cuda")
print(func.imported_modules[0].get_source())

dev = tvm.cuda(0)
a = tvm.nd.array(np.random.uniform(size=(K, N)).astype(A.dtype), dev)
b = tvm.nd.array(np.random.uniform(size=(K, M)).astype(B.dtype), dev)
c = tvm.nd.array(np.zeros((M, N), dtype=C.dtype), dev)
func(a, b, c)
tvm.testing.assert_allclose(c.numpy(), b.numpy().T @ a.numpy(), rtol=1e-4)
