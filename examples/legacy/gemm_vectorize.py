"""SGEMM, version 5: float4 loads and stores. After LeiWang1999, TVM 0.10.

python gemm_vectorize.py [M N K]
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
thread_xz = te.thread_axis((0, 2), "vthread", name="vx")
thread_yz = te.thread_axis((0, 2), "vthread", name="vy")

# thread block tiling
bx, xi = s[C].split(C.op.axis[0], nparts=Grid_Size_X)
by, yi = s[C].split(C.op.axis[1], nparts=Grid_Size_Y)
s[C].bind(bx, block_x)
s[C].bind(by, block_y)
s[C].reorder(bx, by, xi, yi)

# virtual threads: neighbours read neighbouring words of shared memory
tyz, yi = s[C].split(yi, nparts=2)
ty, yi = s[C].split(yi, nparts=Block_Size_Y)
txz, xi = s[C].split(xi, nparts=2)
tx, xi = s[C].split(xi, nparts=Block_Size_X)
s[C].bind(tyz, thread_yz)
s[C].bind(txz, thread_xz)
s[C].bind(ty, thread_y)
s[C].bind(tx, thread_x)
s[C].reorder(tyz, txz, ty, tx, yi, xi)

s[CC].compute_at(s[C], tx)
ko, ki = s[CC].split(k, factor=BK)
xc, yc = s[CC].op.axis
s[CC].reorder(ko, ki, xc, yc)

s[AA].compute_at(s[CC], ko)
s[BB].compute_at(s[CC], ko)
s[AL].compute_at(s[CC], ki)
s[BL].compute_at(s[CC], ki)

# float4 from global to shared memory
aa_yi, aa_ty = s[AA].split(s[AA].op.axis[0], factor=Block_Size_Y)
aa_xi, aa_tx = s[AA].split(s[AA].op.axis[1], factor=Block_Size_X * 4)
aa_tx, aa_vi = s[AA].split(aa_tx, nparts=Block_Size_X)
s[AA].reorder(aa_ty, aa_tx, aa_yi, aa_xi, aa_vi)
s[AA].bind(aa_ty, thread_y)
s[AA].bind(aa_tx, thread_x)
s[AA].vectorize(aa_vi)

bb_yi, bb_ty = s[BB].split(s[BB].op.axis[0], factor=Block_Size_Y)
bb_xi, bb_tx = s[BB].split(s[BB].op.axis[1], factor=Block_Size_X * 4)
bb_tx, bb_vi = s[BB].split(bb_tx, nparts=Block_Size_X)
s[BB].reorder(bb_ty, bb_tx, bb_yi, bb_xi, bb_vi)
s[BB].bind(bb_ty, thread_y)
s[BB].bind(bb_tx, thread_x)
s[BB].vectorize(bb_vi)

# and from shared memory to registers
al_yi, al_xi = s[AL].op.axis
s[AL].vectorize(al_xi)
bl_yi, bl_xi = s[BL].op.axis
s[BL].vectorize(bl_xi)

func = tvm.build(s, [A, B, C], "cuda")
print(func.imported_modules[0].get_source())

if max(M, N, K) <= 4096:
    dev = tvm.cuda(0)
    a = tvm.nd.array(np.random.uniform(size=(K, N)).astype(A.dtype), dev)
    b = tvm.nd.array(np.random.uniform(size=(K, M)).astype(B.dtype), dev)
    c = tvm.nd.array(np.zeros((M, N), dtype=C.dtype), dev)
    func(a, b, c)
    tvm.testing.assert_allclose(c.numpy(), b.numpy().T @ a.numpy(), rtol=1e-4)
