"""SGEMM, version 3: 8 x 8 elements a thread, shared memory, registers. After LeiWang1999, TVM 0.10.

python gemm_thread_tile.py [M N K]
"""

import sys

import numpy as np
import tvm
import tvm.testing
from tvm import te

M, N, K = map(int, sys.argv[1:4]) if len(sys.argv) > 3 else (16384, 16384, 16384)
BM = BN = 128
BK = 16
Block_Size_X = Block_Size_Y = 16
Grid_Size_X, Grid_Size_Y = (M + BM - 1) // BM, (N + BN - 1) // BN

A = te.placeholder((K, N), name="A")
B = te.placeholder((K, M), name="B")
k = te.reduce_axis((0, K), name="k")
C = te.compute((M, N), lambda ii, jj: te.sum(A[k, jj] * B[k, ii], axis=k), name="C")

s = te.create_schedule(C.op)
CC = s.cache_write(C, "local")
AA = s.cache_read(A, "shared", [CC])
AL = s.cache_read(AA, "local", [CC])
BB = s.cache_read(B, "shared", [CC])
BL = s.cache_read(BB, "local", [CC])

block_x = te.thread_axis("blockIdx.x")
block_y = te.thread_axis("blockIdx.y")
thread_x = te.thread_axis("threadIdx.x")
thread_y = te.thread_axis("threadIdx.y")

# thread block tiling
bx, xi = s[C].split(C.op.axis[0], nparts=Grid_Size_X)
by, yi = s[C].split(C.op.axis[1], nparts=Grid_Size_Y)
s[C].bind(bx, block_x)
s[C].bind(by, block_y)
s[C].reorder(bx, by, xi, yi)

tx, xi = s[C].split(xi, nparts=Block_Size_X)
ty, yi = s[C].split(yi, nparts=Block_Size_Y)
s[C].reorder(tx, ty, xi, yi)
s[C].bind(tx, thread_x)
s[C].bind(ty, thread_y)

s[CC].compute_at(s[C], ty)
ko, ki = s[CC].split(k, factor=BK)
xc, yc = s[CC].op.axis
s[CC].reorder(ko, ki, xc, yc)

s[AA].compute_at(s[CC], ko)
s[BB].compute_at(s[CC], ko)
s[AL].compute_at(s[CC], ki)
s[BL].compute_at(s[CC], ki)

# every thread fetches its share
aa_tx, aa_xi = s[AA].split(s[AA].op.axis[0], nparts=Block_Size_X)
aa_ty, aa_yi = s[AA].split(s[AA].op.axis[1], nparts=Block_Size_Y)
s[AA].reorder(aa_tx, aa_ty, aa_xi, aa_yi)
s[AA].bind(aa_tx, thread_x)
s[AA].bind(aa_ty, thread_y)

bb_tx, bb_xi = s[BB].split(s[BB].op.axis[0], nparts=Block_Size_X)
bb_ty, bb_yi = s[BB].split(s[BB].op.axis[1], nparts=Block_Size_Y)
s[BB].reorder(bb_tx, bb_ty, bb_xi, bb_yi)
s[BB].bind(bb_tx, thread_x)
s[BB].bind(bb_ty, thread_y)

func = tvm.build(s, [A, B, C], "cuda")
print(func.imported_modules[0].get_source())

if max(M, N, K) <= 4096:
    dev = tvm.cuda(0)
    a = tvm.nd.array(np.random.uniform(size=(K, N)).astype(A.dtype), dev)
    b = tvm.nd.array(np.random.uniform(size=(K, M)).astype(B.dtype), dev)
    c = tvm.nd.array(np.zeros((M, N), dtype=C.dtype), dev)
    func(a, b, c)
    tvm.testing.assert_allclose(c.numpy(), b.numpy().T @ a.numpy(), rtol=1e-4)
