"""A float16 matrix product on tensor cores, with the three intrinsics of TVM's old tutorial.

The matrices are packed: A[i, k] lies at A[i // 16, k // 16, i % 16, k % 16].

    python hgemm_wmma.py [M N K]
"""

import sys

import numpy as np
import tvm
import tvm.testing
from tvm import te

M, N, K = map(int, sys.argv[1:4]) if len(sys.argv) > 3 else (1024, 1024, 1024)
n = 16  # rows, columns and depth of a fragment
warp_rows, warp_cols, warps_y, warps_x, chunk = 2, 2, 2, 2, 2
assert M % 64 == 0 and N % 64 == 0 and K % 32 == 0


def intrin_load(scope):
    A = te.placeholder((n, n), name="A", dtype="float16")
    BA = tvm.tir.decl_buffer(
        A.shape, A.dtype, name="BA", scope="shared", data_alignment=32, offset_factor=256
    )
    C = te.compute((n, n), lambda i, j: A[i, j], name="C")
    BC = tvm.tir.decl_buffer(
        C.shape, C.dtype, name="BC", scope=scope, data_alignment=32, offset_factor=256
    )

    def intrin_func(ins, outs):
        ib = tvm.tir.ir_builder.create()
        BA, BC = ins[0], outs[0]
        ib.emit(
            tvm.tir.call_intrin(
                "handle",
                "tir.tvm_load_matrix_sync",
                BC.data,
                n,
                n,
                n,
                BC.elem_offset // 256,
                BA.access_ptr("r"),
                n,
                "row_major",
            )
        )
        return ib.get()

    return te.decl_tensor_intrin(C.op, intrin_func, binds={A: BA, C: BC}, name="wmma_load")


def intrin_gemm():
    A = te.placeholder((n, n), name="A", dtype="float16")
    B = te.placeholder((n, n), name="B", dtype="float16")
    k = te.reduce_axis((0, n), name="k")
    C = te.compute(
        (n, n),
        lambda ii, jj: te.sum(A[ii, k].astype("float") * B[k, jj].astype("float"), axis=k),
        name="C",
    )
    BA, BB, BC = (
        tvm.tir.decl_buffer(
            t.shape, t.dtype, name=f"B{t.op.name}", scope=s, data_alignment=32, offset_factor=256
        )
        for t, s in ((A, "wmma.matrix_a"), (B, "wmma.matrix_b"), (C, "wmma.accumulator"))
    )

    def intrin_func(ins, outs):
        BA, BB = ins
        (BC,) = outs

        def init():
            ib = tvm.tir.ir_builder.create()
            ib.emit(
                tvm.tir.call_intrin(
                    "handle", "tir.tvm_fill_fragment", BC.data, n, n, n, BC.elem_offset // 256, 0.0
                )
            )
            return ib.get()

        def update():
            ib = tvm.tir.ir_builder.create()
            ib.emit(
                tvm.tir.call_intrin(
                    "handle",
                    "tir.tvm_mma_sync",
                    BC.data,
                    BC.elem_offset // 256,
                    BA.data,
                    BA.elem_offset // 256,
                    BB.data,
                    BB.elem_offset // 256,
                    BC.data,
                    BC.elem_offset // 256,
                )
            )
            return ib.get()

        return update(), init(), update()

    return te.decl_tensor_intrin(C.op, intrin_func, binds={A: BA, B: BB, C: BC}, name="wmma_gemm")


def intrin_store():
    A = te.placeholder((n, n), name="A", dtype="float32")
    BA = tvm.tir.decl_buffer(
        A.shape, A.dtype, scope="wmma.accumulator", data_alignment=32, offset_factor=256
    )
    C = te.compute((n, n), lambda i, j: A[i, j], name="C")
    BC = tvm.tir.decl_buffer(C.shape, C.dtype, scope="global", data_alignment=32, offset_factor=256)

    def intrin_func(ins, outs):
        ib = tvm.tir.ir_builder.create()
        BA, BC = ins[0], outs[0]
        ib.emit(
            tvm.tir.call_intrin(
                "handle",
                "tir.tvm_store_matrix_sync",
                BA.data,
                n,
                n,
                n,
                BA.elem_offset // 256,
                BC.access_ptr("w"),
                n,
                "row_major",
            )
        )
        return ib.get()

    return te.decl_tensor_intrin(C.op, intrin_func, binds={A: BA, C: BC}, name="wmma_store")


A = te.placeholder((M // n, K // n, n, n), name="A", dtype="float16")
B = te.placeholder((K // n, N // n, n, n), name="B", dtype="float16")
ko = te.reduce_axis((0, K // n), name="ko")
ki = te.reduce_axis((0, n), name="ki")
C = te.compute(
    (M // n, N // n, n, n),
    lambda i, j, ii, jj: te.sum(
        A[i, ko, ii, ki].astype("float32") * B[ko, j, ki, jj].astype("float32"), axis=[ko, ki]
    ),
    name="C",
)

s = te.create_schedule(C.op)
AS = s.cache_read(A, "shared", [C])
BS = s.cache_read(B, "shared", [C])
AF = s.cache_read(AS, "wmma.matrix_a", [C])
BF = s.cache_read(BS, "wmma.matrix_b", [C])
CF = s.cache_write(C, "wmma.accumulator")

block_x, block_y = te.thread_axis("blockIdx.x"), te.thread_axis("blockIdx.y")
thread_x, thread_y, thread_z = (te.thread_axis(f"threadIdx.{axis}") for axis in "xyz")

i, j, ii, jj = C.op.axis
block_i, i = s[C].split(i, factor=warp_rows * warps_y)
block_j, j = s[C].split(j, factor=warp_cols * warps_x)
warp_i, i = s[C].split(i, factor=warp_rows)
warp_j, j = s[C].split(j, factor=warp_cols)
s[C].reorder(block_i, block_j, warp_i, warp_j, i, j, ii, jj)
s[C].bind(block_i, block_y)
s[C].bind(block_j, block_x)
s[C].bind(warp_i, thread_y)
s[C].bind(warp_j, thread_z)

s[CF].compute_at(s[C], warp_j)
ci, cj, cii, cjj = CF.op.axis
ko_outer, ko_inner = s[CF].split(ko, factor=chunk)
s[CF].reorder(ko_outer, ko_inner, ci, cj, cii, cjj, ki)
s[AF].compute_at(s[CF], ko_inner)
s[BF].compute_at(s[CF], ko_inner)
s[AS].compute_at(s[CF], ko_outer)
s[BS].compute_at(s[CF], ko_outer)

for load in (AS, BS):
    xo, yo, xi, yi = load.op.axis
    t = s[load].fuse(xi, yi)
    t, vec = s[load].split(t, factor=8)
    t, tx = s[load].split(t, factor=32)
    warps = s[load].fuse(xo, yo, t)
    warps, tz = s[load].split(warps, factor=warps_x)
    warps, ty = s[load].split(warps, factor=warps_y)
    s[load].bind(ty, thread_y)
    s[load].bind(tz, thread_z)
    s[load].bind(tx, thread_x)
    s[load].vectorize(vec)

s[AF].tensorize(AF.op.axis[-2], intrin_load("wmma.matrix_a"))
s[BF].tensorize(BF.op.axis[-2], intrin_load("wmma.matrix_b"))
s[CF].tensorize(cii, intrin_gemm())
s[C].tensorize(ii, intrin_store())

func = tvm.build(s, [A, B, C], "cuda")
source = func.imported_modules[0].get_source()
print(source)
assert source.count("mma_sync(") and "nvcuda::wmma::load_matrix_sync(" in source


def packed(x):
    return np.ascontiguousarray(
        x.reshape(x.shape[0] // n, n, x.shape[1] // n, n).transpose(0, 2, 1, 3)
    )


dev = tvm.cuda(0)
a = np.random.uniform(size=(M, K)).astype("float16")
b = np.random.uniform(size=(K, N)).astype("float16")
c = tvm.nd.array(np.zeros((M // n, N // n, n, n), dtype="float32"), dev)
func(tvm.nd.array(packed(a), dev), tvm.nd.array(packed(b), dev), c)
tvm.testing.assert_allclose(c.numpy(), packed(a.astype("float32") @ b.astype("float32")), rtol=1e-3)
