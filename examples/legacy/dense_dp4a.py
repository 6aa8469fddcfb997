"""An int8 matrix product with dp4a: four products of eight bits in one instruction.

python dense_dp4a.py [M N K]
"""

import sys

import numpy as np
import tvm
import tvm.testing
from tvm import te

M, N, K = map(int, sys.argv[1:4]) if len(sys.argv) > 3 else (256, 256, 256)


def dp4a():
    """The dot product of four int8 with four int8, added to an int32."""
    x = te.placeholder((4,), name="x", dtype="int8")
    y = te.placeholder((4,), name="y", dtype="int8")
    k = te.reduce_axis((0, 4), name="rc")
    z = te.compute(
        (1,), lambda i: te.sum(x[k].astype("int32") * y[k].astype("int32"), axis=[k]), name="z"
    )

    def intrin_func(ins, outs):
        xx, yy = ins
        zz = outs[0]

        def instr(index):
            if index == 1:
                return zz.vstore(0, tvm.tir.const(0, "int32"))
            ib = tvm.tir.ir_builder.create()
            vec_x = xx.vload(0, dtype="int8x4")
            vec_y = yy.vload(0, dtype="int8x4")
            prev_z = 0 if index == 0 else zz.vload(0)
            new_z = tvm.tir.call_pure_extern("int32", "__dp4a", vec_x, vec_y, prev_z)
            ib.emit(zz.vstore(0, new_z))
            return ib.get()

        return instr(0), instr(1), instr(2)  # body, reset, update

    scopes = {x: "shared", y: "shared", z: "local"}
    binds = {
        t: tvm.tir.decl_buffer(
            t.shape, t.dtype, t.op.name, scope=scope, data_alignment=4, offset_factor=1, strides=[1]
        )
        for t, scope in scopes.items()
    }
    return te.decl_tensor_intrin(z.op, intrin_func, binds=binds, name="dp4a")


A = te.placeholder((M, K), name="A", dtype="int8")
B = te.placeholder((N, K), name="B", dtype="int8")
k = te.reduce_axis((0, K), name="k")
C = te.compute(
    (M, N),
    lambda i, j: te.sum(A[i, k].astype("int32") * B[j, k].astype("int32"), axis=k),
    name="C",
)

s = te.create_schedule(C.op)
CL = s.cache_write(C, "local")
AA = s.cache_read(A, "shared", [CL])
BB = s.cache_read(B, "shared", [CL])

by, ty = s[C].split(C.op.axis[0], factor=16)
bx, tx = s[C].split(C.op.axis[1], factor=16)
s[C].reorder(by, bx, ty, tx)
s[C].bind(by, te.thread_axis("blockIdx.y"))
s[C].bind(bx, te.thread_axis("blockIdx.x"))
s[C].bind(ty, te.thread_axis("threadIdx.y"))
s[C].bind(tx, te.thread_axis("threadIdx.x"))

s[CL].compute_at(s[C], tx)
ko, ki = s[CL].split(CL.op.reduce_axis[0], factor=32)
ki, kp = s[CL].split(ki, factor=4)
s[CL].reorder(ko, ki, *CL.op.axis, kp)
s[CL].tensorize(kp, dp4a())
for load in (AA, BB):
    s[load].compute_at(s[CL], ko)
    fused = s[load].fuse(*load.op.axis)
    fused, vec = s[load].split(fused, factor=4)
    outer, tid = s[load].split(fused, factor=256)
    t1, t0 = s[load].split(tid, factor=16)
    s[load].bind(t1, te.thread_axis("threadIdx.y"))
    s[load].bind(t0, te.thread_axis("threadIdx.x"))
    s[load].vectorize(vec)

func = tvm.build(s, [A, B, C], "cuda")
source = func.imported_modules[0].get_source()
print(source)
assert "__dp4a" in source

dev = tvm.cuda(0)
a = np.random.randint(-128, 128, size=(M, K)).astype(A.dtype)
b = np.random.randint(-128, 128, size=(N, K)).astype(B.dtype)
c = tvm.nd.array(np.zeros((M, N), dtype=C.dtype), dev)
func(tvm.nd.array(a, dev), tvm.nd.array(b, dev), c)
tvm.testing.assert_allclose(c.numpy(), a.astype("int32") @ b.astype("int32").T)
