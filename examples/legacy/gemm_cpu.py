"""The steps of TVM's old tutorial "How to optimize GEMM on CPU", in one schedule.

python gemm_cpu.py [M N K]
"""

import sys

import numpy as np
import tvm
import tvm.testing
from tvm import te

M, N, K = map(int, sys.argv[1:4]) if len(sys.argv) > 3 else (256, 256, 256)
bn = 32
assert N % bn == 0

A = te.placeholder((M, K), name="A")
B = te.placeholder((K, N), name="B")
k = te.reduce_axis((0, K), "k")
packedB = te.compute(
    (N // bn, K, bn), lambda big, z, little: B[z, big * bn + little], name="packedB"
)
C = te.compute(
    (M, N),
    lambda m, n: te.sum(A[m, k] * packedB[n // bn, k, tvm.tir.indexmod(n, bn)], axis=k),
    name="C",
)

s = te.create_schedule(C.op)
CC = s.cache_write(C, "global")
mo, no, mi, ni = s[C].tile(C.op.axis[0], C.op.axis[1], bn, bn)
s[CC].compute_at(s[C], no)
mc, nc = s[CC].op.axis
(kaxis,) = s[CC].op.reduce_axis
ko, ki = s[CC].split(kaxis, factor=4)
s[CC].reorder(ko, mc, ki, nc)
s[CC].vectorize(nc)
s[CC].unroll(ki)
s[C].parallel(mo)
bigN, _, littleN = s[packedB].op.axis
s[packedB].compute_root()
s[packedB].vectorize(littleN)
s[packedB].parallel(bigN)
print(tvm.lower(s, [A, B, C], simple_mode=True))

func = tvm.build(s, [A, B, C], target="llvm", name="mmult")
dev = tvm.cpu(0)
a = tvm.nd.array(np.random.rand(M, K).astype(A.dtype), dev)
b = tvm.nd.array(np.random.rand(K, N).astype(B.dtype), dev)
c = tvm.nd.empty((M, N), C.dtype, dev)
func(a, b, c)
tvm.testing.assert_allclose(c.asnumpy(), a.asnumpy() @ b.asnumpy(), rtol=1e-4)
evaluator = func.time_evaluator(func.entry_name, dev, number=2)
print(f"{evaluator(a, b, c).mean * 1e3:.3f} ms")
