"""An intrinsic of loops and branches that the old IR builder made."""

import tvm
from tvm import te

A = te.placeholder((32, 8), name="A")
B = te.compute((32, 8), lambda i, j: A[i, j] * 2.0 + 1.0, name="B")
s = te.create_schedule(B.op)


def intrin():
    a = te.placeholder((4, 8), name="a")
    b = te.compute((4, 8), lambda i, j: a[i, j] * 2.0 + 1.0, name="b")

    def func(ins, outs):
        ib = tvm.tir.ir_builder.create()
        a, b = ib.buffer_ptr(ins[0]), ib.buffer_ptr(outs[0])
        with ib.for_range(0, 4, name="i") as i, ib.for_range(0, 8, name="j", kind="unroll") as j:
            with ib.if_scope(i < 2):
                b[i, j] = a[i, j] * 2.0 + 1.0
            with ib.else_scope():
                b[i, j] = a[i, j] + a[i, j] + 1.0
        return ib.get()

    return te.decl_tensor_intrin(b.op, func, name="twice_plus")


o, i = s[B].split(B.op.axis[0], 4)
s[B].tensorize(i, intrin())
print(tvm.lower(s, [A, B]))
