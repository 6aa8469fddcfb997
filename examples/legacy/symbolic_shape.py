"""A symbolic shape, which is refused: the message names this file's line and what to write."""

import tvm
from tvm import te

n = te.var("n")
A = te.placeholder((n,), name="A")
B = te.compute((n,), lambda i: A[i] + 1.0, name="B")
s = te.create_schedule(B.op)
print(tvm.lower(s, [A, B], simple_mode=True))
