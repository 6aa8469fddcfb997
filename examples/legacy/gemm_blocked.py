"""SGEMM, version 2: 32 x 32 threads a block, the sum in a register. After LeiWang1999, TVM 0.10.

python gemm_blocked.py [M N K]
"""

import sys

import numpy as np
import tvm
import tvm.testing
from tvm import te

M, N, K = map(int, sys.argv[1:4]) if len(sys.argv) > 3 else (1024, 1024, 1024)
block_h = block_w = 32

A = te.placeholder((K, N), name="A")
B = te.placeholder((K, M), name="B")
k = te.reduce_axis((0, K), name="k")
C = te.compute((M, N), lambda ii, jj: te.sum(A[k, jj] * B[k, ii], axis=k), name="C")

s = te.create_schedule(C.op)
CC = s.cache_write(C, "local")

block_x = te.thread_axis("blockIdx.x")
block_y = te.thread_axis("blockIdx.y")
thread_x = te.thread_axis("threadIdx.x")
thread_y = te.thread_axis("threadIdx.y")

bx, xi = s[C].split(C.op.axis[0], factor=block_h)
print(tvm.lower(s, [A, B, C], simple_mode=True))
by, yi = s[C].split(C.op.axis[1], factor=block_w)
print(tvm.lower(s, [A, B, C], simple_mode=True))
s[C].bind(bx, block_x)
s[C].bind(by, block_y)
s[C].reorder(bx, by, xi, yi)
print(tvm.lower(s, [A, B, C], simple_mode=True))
s[C].bind(xi, thread_x)
s[C].bind(yi, thread_y)
print(tvm.lower(s, [A, B, C], simple_mode=True))
s[CC].compute_at(s[C], yi)
print(tvm.lower(s, [A, B, C], simple_mode=True))

func = tvm.build(s, [A, B, C], "cuda")
print(func.imported_modules[0].get_source())

dev = tvm.cuda(0)
a = tvm.nd.array(np.random.uniform(size=(K, N)).astype(A.dtype), dev)
b = tvm.nd.array(np.random.uniform(size=(K, M)).astype(B.dtype), dev)
c = tvm.nd.array(np.zeros((M, N), dtype=C.dtype), dev)
func(a, b, c)
tvm.testing.assert_allclose(c.numpy(), b.numpy().T @ a.numpy(), rtol=1e-4)
