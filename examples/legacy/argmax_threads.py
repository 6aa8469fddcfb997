"""The place of the greatest distance in each row: a reduction of two values, over threads.

python argmax_threads.py [M N]
"""

import sys

import numpy as np
import tvm
from tvm import te

M, N = map(int, sys.argv[1:3]) if len(sys.argv) > 2 else (512, 1000)

A = te.placeholder((M, N), name="A")
D = te.compute((M, N), lambda i, j: te.abs(A[i, j] - 0.5), name="D")
k = te.reduce_axis((0, N), name="k")


def farther(x, y):
    first = x[1] >= y[1]
    return tvm.tir.Select(first, x[0], y[0]), tvm.tir.Select(first, x[1], y[1])


def nothing(place, distance):
    return tvm.tir.const(-1, place), te.min_value(distance)


argmax = te.comm_reducer(farther, nothing, name="argmax")
place, distance = te.compute((M,), lambda i: argmax((k.var, D[i, k]), axis=k), name="farthest")

s = te.create_schedule(place.op)
s[D].compute_inline()
_, ki = s[place].split(k, factor=32)
part, _ = s.rfactor(place, ki)
row, thread = s[place].op.axis[0], s[place].op.reduce_axis[0]
s[place].bind(row, te.thread_axis("blockIdx.x"))
s[place].bind(thread, te.thread_axis("threadIdx.x"))
s[part].compute_at(s[place], thread)
print(tvm.lower(s, [A, place, distance], simple_mode=True))

func = tvm.build(s, [A, place, distance], "cuda")
print(func.imported_modules[0].get_source())

dev = tvm.cuda(0)
a = tvm.nd.array(np.random.permutation(M * N).reshape(M, N).astype("float32"), dev)
at, far = tvm.nd.empty((M,), "int32", dev), tvm.nd.empty((M,), "float32", dev)
func(a, at, far)
np.testing.assert_array_equal(at.numpy(), abs(a.numpy() - 0.5).argmax(axis=1))
np.testing.assert_array_equal(far.numpy(), abs(a.numpy() - 0.5).max(axis=1))
