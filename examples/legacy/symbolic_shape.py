"""A symbolic extent: one build, and a kernel for the extents of each call's arrays.

What is printed has 1024 for `n`, or what `--var n=NUMBER` says.
"""

import numpy as np
import tvm
from tvm import te

n = te.var("n")
A = te.placeholder((2 * n,), name="A")
B = te.compute((n,), lambda i: A[n - 1 - i] + A[n + i], name="B")

s = te.create_schedule(B.op)
block, thread = s[B].split(B.op.axis[0], factor=64)
s[B].vectorize(thread)

print(tvm.lower(s, [A, B], simple_mode=True))
add_ends = tvm.build(s, [A, B], "llvm")
for extent in (300, 7):
    a = np.arange(2 * extent, dtype="float32")
    b = tvm.nd.empty((extent,), "float32")
    add_ends(tvm.nd.array(a), b)
    np.testing.assert_array_equal(b.numpy(), a[:extent][::-1] + a[extent:])
    print("right for n =", extent)
