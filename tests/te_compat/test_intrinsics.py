"""Tensor intrinsics: declared, called in te.compute, tensorized; wmma fragments."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from exhaustive import sampled
from legacy_samples import ran, run_on_cpu, tir

from schedules.core.errors import LoweringError
from te_compat import te, tvm
from te_compat.calls import OldCallError
from te_compat.migrate import migrated


def copied_by_an_intrinsic(**options):
    x = te.placeholder((4, 4), name="x")
    z = te.compute((4, 4), lambda i, j: x[i, j], name="z")
    buffers = {one: tvm.tir.decl_buffer((4, 4), offset_factor=1, **options) for one in (x, z)}
    intrinsic = te.decl_tensor_intrin(
        z.op,
        lambda ins, outs: tvm.tir.call_extern(
            "int32", "copy", outs[0].access_ptr("w"), ins[0].access_ptr("r")
        ),
        binds=buffers,
    )
    a = te.placeholder((16, 8), name="A")
    b = te.compute((16, 8), lambda i, j: a[i, j], name="B")
    s = te.create_schedule(b.op)
    *_, inner, _ = s[b].tile(*b.op.axis, 4, 4)
    s[b].tensorize(inner, intrinsic)
    return s, a, b, intrinsic


@pytest.mark.parametrize("doubled", [True, False])
def test_a_double_buffer_of_a_tensorized_stage_says_that_it_has_no_effect(capsys, doubled):
    a = te.placeholder((16, 4), name="A")
    b = te.compute((16, 4), lambda i, j: a[i, j] + 1, name="B")
    s = te.create_schedule(b.op)
    copy = s.cache_read(a, "global", [b])
    s[copy].compute_at(s[b], b.op.axis[0])
    x = te.placeholder((4,), name="x")
    z = te.compute((4,), lambda i: x[i], name="z")
    buffers = {one: tvm.tir.decl_buffer((4,), offset_factor=1, strides=[1]) for one in (x, z)}
    intrinsic = te.decl_tensor_intrin(
        z.op,
        lambda ins, outs: tvm.tir.call_extern(
            "int32", "copy", outs[0].access_ptr("w"), ins[0].access_ptr("r")
        ),
        binds=buffers,
    )
    s[copy].tensorize(s[copy].op.axis[1], intrinsic)
    if doubled:
        s[copy].double_buffer()
    tvm.lower(s, [a, b])
    assert ("double_buffer has no effect" in capsys.readouterr().err) == doubled


def test_an_intrinsic_with_other_strides_than_its_tensor_is_refused():
    s, a, b, _ = copied_by_an_intrinsic(strides=[8, 1])
    tvm.lower(s, [a, b])
    s, a, b, _ = copied_by_an_intrinsic(strides=[4, 1])
    s[b].bind(s[b].leaf_iter_vars[0], te.thread_axis("threadIdx.x"))
    with pytest.raises(LoweringError, match=r"test_intrinsics.py:\d+: build: "):
        tvm.build(s, [a, b], "cuda")


def test_a_tensorized_copy_at_the_sum_of_two_loops():
    x = te.placeholder((8,), name="x")
    z = te.compute((8,), lambda i: x[i], name="z")

    def copy(ins, outs):
        ib = tvm.tir.ir_builder.create()
        source, target = map(ib.buffer_ptr, (ins[0], outs[0]))
        with ib.for_range(0, 8) as i:
            target[i] = source[i]
        return ib.get()

    a = te.placeholder((9, 8), name="A")
    r = te.reduce_axis((0, 4), name="k")
    b = te.compute((6, 8), lambda i, j: te.sum(a[i + r, j], axis=r), name="B")
    s = te.create_schedule(b.op)
    row = s.cache_read(a, "global", [b])
    s[b].reorder(b.op.axis[0], r, b.op.axis[1])
    s[row].compute_at(s[b], r)
    s[row].tensorize(row.op.axis[-1], te.decl_tensor_intrin(z.op, copy))
    values = np.arange(72, dtype="float32").reshape(9, 8)
    (got,) = run_on_cpu(s, [a, b], values)
    np.testing.assert_array_equal(got, sum(values[k : k + 6] for k in range(4)))
    s[row].set_scope("local")
    with pytest.raises(OldCallError, match=r"tensorize: "):
        tvm.lower(s, [a, b])
    # A scheduled axis of the sum cannot become two.
    s[row].set_scope("global")
    s[row].unroll(row.op.axis[0])
    with pytest.raises(OldCallError, match=r"tensorize: "):
        tvm.lower(s, [a, b])


def test_a_tensorized_copy_may_be_aligned():
    x = te.placeholder((8, 8), name="x")
    z = te.compute((8, 8), lambda i, j: x[i, j], name="z")

    def copy(ins, outs):
        ib = tvm.tir.ir_builder.create()
        source, target = map(ib.buffer_ptr, (ins[0], outs[0]))
        with ib.for_range(0, 8) as i, ib.for_range(0, 8) as j:
            target[i, j] = source[i, j]
        return ib.get()

    binds = {
        tensor: tvm.tir.decl_buffer(
            (8, 8), "float32", strides=[te.var("stride"), 1], offset_factor=1
        )
        for tensor in (x, z)
    }
    a = te.placeholder((24, 16), name="A")
    b = te.compute((24, 16), lambda i, j: a[i, j] * 2.0, name="B")
    s = te.create_schedule(b.op)
    copied = s.cache_read(a, "global", [b])
    _, _, inner, _ = s[copied].tile(*copied.op.axis, 8, 8)
    s[copied].tensorize(inner, te.decl_tensor_intrin(z.op, copy, binds=binds))
    s[copied].storage_align(copied.op.axis[0], 32, 4)
    text = tir(s, a, b)
    assert '"buffer_dim_align": [[0, 0, 32, 4]]' in text and "T.match_buffer" in text
    values = np.arange(384, dtype="float32").reshape(24, 16)
    (got,) = run_on_cpu(s, [a, b], values)
    np.testing.assert_array_equal(got, 2 * values)


def gemv(m, n):
    w, x = te.placeholder((m, n), name="w"), te.placeholder((n,), name="x")
    k = te.reduce_axis((0, n), name="k")
    z = te.compute((m,), lambda i: te.sum(w[i, k] * x[k], axis=k), name="z")
    strides = [te.var("ldw"), 1]
    rows = tvm.tir.decl_buffer(w.shape, w.dtype, name="W", offset_factor=1, strides=strides)

    def statements(ins, outs):
        out = outs[0].access_ptr("w")
        given = [one.access_ptr("r") for one in ins]
        return tuple(
            tvm.tir.call_packed(name, *given, out) for name in ("whole", "reset", "update")
        )

    return te.decl_tensor_intrin(z.op, statements, name="gemv", binds={w: rows})


def test_a_reduction_goes_on_around_it():
    a, b = te.placeholder((4, 3, 8, 8), name="A"), te.placeholder((5, 3, 8), name="B")
    k = te.reduce_axis((0, 3), name="k")
    intrin = gemv(8, 8)
    c = te.compute(
        (4, 5, 8), lambda i, j: intrin(a[i, k, 0:8, 0:8], b[j, k, 0:8], reduce_axis=k), name="C"
    )
    s = te.create_schedule(c.op)
    outer, _ = s[c].split(c.op.axis[0], factor=2)
    s[c].reorder(c.op.axis[1], outer)
    mod = tvm.lower(s, [a, b, c])
    assert '"update"' in mod.script() and '"reset"' in mod.script()
    # A script's own tensorize changes nothing.
    s[c].tensorize(c.op.axis[2], gemv(4, 4))
    assert tvm.lower(s, [a, b, c]).script() == mod.script()


SHAPES = ("16, 16, 16", "32, 8, 16", "8, 32, 16")


SCRIPT = """
import numpy as np, tvm
from tvm import te
m, n, k = SHAPE
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
    return te.decl_tensor_intrin(Y.op, build, name=intrinsic, binds={X: BX, Y: BY})

def multiplied():
    A = te.placeholder((m, k), name="A", dtype="float16")
    B = te.placeholder((k, n), name="B", dtype="float16")
    r = te.reduce_axis((0, k), name="r")
    C = te.compute((m, n), lambda i, j: te.sum(term(A[i, r], B[r, j]), axis=r), name="C")
    scopes = "wmma.matrix_a", "wmma.matrix_b", "wmma.accumulator"
    binds = {t: buffer(t, scope) for t, scope in zip((A, B, C), scopes)}
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
CS = s.cache_read(CF, "shared", [C])
out = C
io, ii = s[out].split(out.op.axis[0], m)
jo, ji = s[out].split(out.op.axis[1], n)
s[out].reorder(io, jo, ii, ji)
s[out].bind(io, te.thread_axis("blockIdx.y"))
s[out].bind(jo, te.thread_axis("blockIdx.x"))
_, tx = s[out].split(s[out].fuse(ii, ji), 32)
s[out].bind(tx, lane)
s[CS].compute_at(s[out], jo)
s[CS].tensorize(
    CS.op.axis[0],
    moved(m, n, "float32", ("wmma.accumulator", "shared"), "tvm_store_matrix_sync"))
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
assert f"matrix_a, {m}, {n}, {k}" in source
rng = np.random.default_rng(0)
a, b = (rng.integers(-4, 5, shape).astype("float16") for shape in ((M, K), (K, N)))
dev = tvm.cuda(0)
c = tvm.nd.array(np.zeros((M, N), "float32"), dev)
f(tvm.nd.array(a, dev), tvm.nd.array(b, dev), c)
np.testing.assert_array_equal(c.numpy(), a.astype("float32") @ b.astype("float32"))
"""


@pytest.mark.parametrize("shape", sampled(SHAPES, SHAPES[1:2]))
def test_a_matrix_product_of_fragments(shape, tmp_path):
    ran(tmp_path, SCRIPT.replace("SHAPE", shape))


@pytest.mark.exhaustive
@pytest.mark.parametrize("apart", [True, False])
def test_plain_tvm_compiles_it_only_without_storage_rewrite(apart, tmp_path):
    """The planted fault is the option turned off; the text as written is its clean twin."""
    old, new = tmp_path / "old.py", tmp_path / "new.py"
    old.write_text(SCRIPT.replace("SHAPE", SHAPES[1]))
    text, _ = migrated(old)
    option = '"tirx.disable_storage_rewrite": '
    assert f"{option}True" in text
    new.write_text(text.replace(f"{option}True", f"{option}{apart}"))
    done = subprocess.run([sys.executable, new], capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == apart, done.stderr[-500:]
    assert apart == ("wmma::store_matrix_sync" in done.stdout)
