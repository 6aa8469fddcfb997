"""WMMA fragments of three shapes, and accumulators that are stored through shared memory."""

from __future__ import annotations

import subprocess
import sys

import pytest
from legacy_samples import ran

from te_compat.migrate import migrated

SHAPES = ("16, 16, 16", "32, 8, 16", "8, 32, 16")
SCRIPT = """
import numpy as np, tvm
from tvm import te
m, n, k = {shape}
M, N, K = 2 * m, 3 * n, 2 * k

def term(a, b):
    return a.astype("float32") * b.astype("float32")

def buffer(t, scope):
    return tvm.tir.decl_buffer(
        t.shape, t.dtype, name="B" + t.op.name, scope=scope, data_alignment=32, offset_factor=8,
        strides=[te.var("apart"), 1])

def moved(rows, cols, dtype, scopes, intrinsic):
    X = te.placeholder((rows, cols), name="X", dtype=dtype)
    Y = te.compute((rows, cols), lambda i, j: X[i, j], name="Y")
    loads = scopes[1].startswith("wmma")
    BX, BY = buffer(X, scopes[0]), buffer(Y, scopes[1])
    def build(ins, outs):
        ib = tvm.tir.ir_builder.create()
        part, memory = (outs[0], ins[0]) if loads else (ins[0], outs[0])
        index = part.elem_offset // (rows * cols)
        pointer = memory.access_ptr("r" if loads else "w")
        ib.emit(tvm.tir.call_intrin("handle", "tir." + intrinsic, part.data, m, n, k, index,
                                    pointer, memory.strides[0], "row_major"))
        return ib.get()
    return te.decl_tensor_intrin(Y.op, build, name=intrinsic, binds={{X: BX, Y: BY}})

def multiplied():
    A = te.placeholder((m, k), name="A", dtype="float16")
    B = te.placeholder((k, n), name="B", dtype="float16")
    r = te.reduce_axis((0, k), name="r")
    C = te.compute((m, n), lambda i, j: te.sum(term(A[i, r], B[r, j]), axis=r), name="C")
    scopes = "wmma.matrix_a", "wmma.matrix_b", "wmma.accumulator"
    binds = {{t: buffer(t, scope) for t, scope in zip((A, B, C), scopes)}}
    def build(ins, outs):
        (a, b), c = ins, outs[0]
        sizes = [m * k, k * n, m * n]
        at = [x.elem_offset // size for x, size in zip((a, b, c), sizes)]
        fill = tvm.tir.call_intrin("handle", "tir.tvm_fill_fragment", c.data, m, n, k, at[2], 0.0)
        parts = c.data, at[2], a.data, at[0], b.data, at[1], c.data, at[2]
        mma = tvm.tir.call_intrin("handle", "tir.tvm_mma_sync", *parts)
        return mma, fill, mma
    return te.decl_tensor_intrin(C.op, build, name="mma", binds=binds)

A = te.placeholder((M, K), name="A", dtype="float16")
B = te.placeholder((K, N), name="B", dtype="float16")
r = te.reduce_axis((0, K), name="r")
C = te.compute((M, N), lambda i, j: te.sum(term(A[i, r], B[r, j]), axis=r), name="C")
s = te.create_schedule(C.op)
AS, BS = s.cache_read(A, "shared", [C]), s.cache_read(B, "shared", [C])
AF, BF = s.cache_read(AS, "wmma.matrix_a", [C]), s.cache_read(BS, "wmma.matrix_b", [C])
CF = s.cache_write(C, "wmma.accumulator")
lane = te.thread_axis("threadIdx.x")
{store}
io, ii = s[out].split(out.op.axis[0], m)
jo, ji = s[out].split(out.op.axis[1], n)
s[out].reorder(io, jo, ii, ji)
s[out].bind(io, te.thread_axis("blockIdx.y"))
s[out].bind(jo, te.thread_axis("blockIdx.x"))
{finish}
s[CF].compute_at(s[out], jo)
cii, cij = CF.op.axis
ro, ri = s[CF].split(r, k)
s[CF].reorder(ro, cii, cij, ri)
for copy, at in ((AS, ro), (BS, ro)):
    s[copy].compute_at(s[CF], at)
    fused = s[copy].fuse(*copy.op.axis)
    _, tx = s[copy].split(fused, 32)
    s[copy].bind(tx, lane)
for copy, rows, cols, scope in ((AF, m, k, "wmma.matrix_a"), (BF, k, n, "wmma.matrix_b")):
    s[copy].compute_at(s[CF], ro)
    intrin = moved(rows, cols, "float16", ("shared", scope), "tvm_load_matrix_sync")
    s[copy].tensorize(copy.op.axis[0], intrin)
s[CF].tensorize(cii, multiplied())
f = tvm.build(s, [A, B, C], "cuda")
source = f.imported_modules[0].get_source()
print(source)
assert f"matrix_a, {{m}}, {{n}}, {{k}}" in source
rng = np.random.default_rng(0)
a, b = (rng.integers(-4, 5, shape).astype("float16") for shape in ((M, K), (K, N)))
dev = tvm.cuda(0)
c = tvm.nd.array(np.zeros((M, N), "float32"), dev)
f(tvm.nd.array(a, dev), tvm.nd.array(b, dev), c)
np.testing.assert_array_equal(c.numpy(), a.astype("float32") @ b.astype("float32"))
"""
STORES = {
    "direct": (
        "out = C",
        's[out].tensorize(ii, moved(m, n, "float32", ("wmma.accumulator", "global"), '
        '"tvm_store_matrix_sync"))',
    ),
    "shared": (
        'CS = s.cache_read(CF, "shared", [C]); out = C',
        """
_, tx = s[out].split(s[out].fuse(ii, ji), 32)
s[out].bind(tx, lane)
s[CS].compute_at(s[out], jo)
s[CS].tensorize(
    CS.op.axis[0],
    moved(m, n, "float32", ("wmma.accumulator", "shared"), "tvm_store_matrix_sync"))
""",
    ),
}


def script(shape: str, how: str) -> str:
    store, finish = STORES[how]
    return SCRIPT.format(shape=shape, store=store, finish=finish)


@pytest.mark.parametrize("how", STORES)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_matrix_product_of_fragments(shape, how, tmp_path):
    ran(tmp_path, script(shape, how))


@pytest.mark.parametrize("apart", [True, False])
def test_plain_tvm_compiles_it_only_without_storage_rewrite(apart, tmp_path):
    """The planted fault is the option turned off; the text as written is its clean twin."""
    old, new = tmp_path / "old.py", tmp_path / "new.py"
    old.write_text(script("32, 8, 16", "shared"))
    text, _ = migrated(old)
    option = '"tirx.disable_storage_rewrite": '
    assert f"{option}True" in text
    new.write_text(text.replace(f"{option}True", f"{option}{apart}"))
    done = subprocess.run([sys.executable, new], capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == apart, done.stderr[-500:]
    assert apart == ("wmma::store_matrix_sync" in done.stdout)


def test_storage_rewrite_stays_where_it_is_harmless(tmp_path):
    old = tmp_path / "old.py"
    old.write_text(script("32, 8, 16", "direct"))
    assert "disable_storage_rewrite" not in migrated(old)[0]
