"""A stage's block once its loops are in place: reductions, and intrinsics in place of loops."""

from __future__ import annotations

import numpy as np
import pytest
from legacy_samples import EXAMPLES, gemm, run_on_cpu, tir

from schedules.core.errors import LoweringError
from te_compat import te, tvm
from te_compat.calls import OldCallError
from te_compat.script import run_script


def test_the_init_stands_before_the_first_reduction_loop():
    s, a, b, c, r = gemm()
    ko, ki = s[c].split(r, factor=4)
    i, j = c.op.axis
    s[c].reorder(i, ko, j, ki)
    text = tir(s, a, b, c)
    init, update = text.index('T.sblock("C_init")'), text.index('T.sblock("C_update")')
    assert text.index("in range(64)") < init < text.index("in T.grid(4, 32, 4)") < update


@pytest.mark.parametrize("combine", ["sum", "max", "min"])
def test_where_counts_only_some_terms(combine):
    a = te.placeholder((6, 9), name="A")
    r = te.reduce_axis((0, 9), name="k")
    reducer = getattr(te, combine)
    b = te.compute((6,), lambda i: reducer(a[i, r], axis=r, where=r % 2 == 0), name="B")
    s = te.create_schedule(b.op)
    values = np.random.default_rng(0).uniform(-1, 1, (6, 9)).astype("float32")
    got = tvm.nd.empty((6,))
    tvm.build(s, [a, b], "llvm")(tvm.nd.array(values), got)
    right = getattr(np, combine)(values[:, ::2], axis=1)
    np.testing.assert_allclose(got.numpy(), right, rtol=1e-5)


def doubled_argmax(m=6, n=12):
    """The greatest of twice A in each row, and its place: a reduction of two outputs."""
    a = te.placeholder((m, n), name="A")
    b = te.compute((m, n), lambda i, j: a[i, j] * 2.0, name="B")
    r = te.reduce_axis((0, n), name="k")

    def better(x, y):
        first = x[1] >= y[1]
        return tvm.tir.Select(first, x[0], y[0]), tvm.tir.Select(first, x[1], y[1])

    argmax = te.comm_reducer(
        better, lambda at, top: (tvm.tir.const(-1, at), te.min_value(top)), name="argmax"
    )
    outs = te.compute((m,), lambda i: argmax((r.var, b[i, r]), axis=r), name="top")
    return te.create_schedule(outs[0].op), a, b, outs, r


def factored_argmax(s, a, b, outs, r):
    _, inner = s[outs[0]].split(r, factor=5)
    s.rfactor(outs[0], inner)


ARGMAX = {
    "default": lambda s, a, b, outs, r: None,
    "inline": lambda s, a, b, outs, r: s[b].compute_inline(),
    "compute_at": lambda s, a, b, outs, r: s[b].compute_at(s[outs[0]], outs[0].op.axis[0]),
    "cache_read": lambda s, a, b, outs, r: s.cache_read(b, "local", [outs[0]]),
    "cache_write": lambda s, a, b, outs, r: s.cache_write(b, "local"),
    "rfactor": factored_argmax,
    "cache_write of both": lambda s, a, b, outs, r: s.cache_write(list(outs), "local"),
    "rfactor of the whole axis": lambda s, a, b, outs, r: s.rfactor(outs[0], r),
}


@pytest.mark.parametrize("name", ARGMAX)
def test_a_reduction_of_two_outputs_over_a_computed_stage(name):
    s, a, b, outs, r = doubled_argmax()
    ARGMAX[name](s, a, b, outs, r)
    values = np.random.default_rng(0).permutation(72).reshape(6, 12).astype("float32")
    place, top = run_on_cpu(s, [a, *outs], values)
    np.testing.assert_array_equal(place, values.argmax(1))
    np.testing.assert_array_equal(top, 2 * values.max(1))


@pytest.mark.parametrize("outer", [True, False])
def test_a_reduction_over_threads_becomes_shuffles(outer):
    a = te.placeholder((8, 64), name="A")
    r = te.reduce_axis((0, 64), name="k")
    b = te.compute((8,), lambda i: te.sum(a[i, r], axis=r), name="B")
    s = te.create_schedule(b.op)
    parts = s[b].split(r, factor=16)
    s[b].bind(b.op.axis[0], te.thread_axis("blockIdx.x"))
    s[b].bind(parts[0 if outer else 1], te.thread_axis("threadIdx.x"))
    with tvm.target.Target("cuda"):
        built = tvm.build(s, [a, b])
    assert "__shfl_down_sync" in built.get_source()
    assert built.lowered.launches[0].threads == (4 if outer else 16)


def test_a_sum_that_all_threads_would_add_to_is_refused():
    def scheduled(scope: str):
        a = te.placeholder((16, 8), name="A")
        r = te.reduce_axis((0, 8), name="k")
        total = te.compute((16,), lambda i: te.sum(a[i, r], axis=r), name="total")
        out = te.compute((16, 8), lambda i, j: a[i, j] / total[i], name="out")
        s = te.create_schedule(out.op)
        s[out].bind(out.op.axis[0], te.thread_axis("blockIdx.x"))
        s[out].bind(out.op.axis[1], te.thread_axis("threadIdx.x"))
        s[total].set_scope(scope)
        s[total].compute_at(s[out], out.op.axis[0])
        return tvm.build(s, [a, out], "cuda")

    assert "__global__" in scheduled("local").get_source()
    with pytest.raises(OldCallError, match=r"compute_at: total is accumulated in shared memory"):
        scheduled("shared")


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


def test_an_intrinsic_with_other_strides_than_its_tensor_is_refused():
    s, a, b, _ = copied_by_an_intrinsic(strides=[8, 1])
    tvm.lower(s, [a, b])
    s, a, b, _ = copied_by_an_intrinsic(strides=[4, 1])
    s[b].bind(s[b].leaf_iter_vars[0], te.thread_axis("threadIdx.x"))
    with pytest.raises(LoweringError, match=r"test_blocks.py:\d+: build: .* in dimension 0; pass"):
        tvm.build(s, [a, b], "cuda")


def test_an_intrinsic_without_strides_is_refused_on_rows_that_lie_apart():
    s, a, b, intrinsic = copied_by_an_intrinsic()
    with pytest.raises(OldCallError, match="has no strides"):
        tvm.lower(s, [a, b])
    with pytest.raises(OldCallError, match="which the intrinsic adds"):
        te.compute((4,), lambda i: intrinsic(a[i, 0:4]), name="inside")


@pytest.mark.parametrize("im2col", [False, True])
def test_a_tensorized_copy_at_the_sum_of_two_loops(im2col):
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
    columns = te.compute((6, 4, 8), lambda i, k, j: a[i + k, j], name="columns")
    read = (lambda i, k, j: columns[i, k, j]) if im2col else (lambda i, k, j: a[i + k, j])
    b = te.compute((6, 8), lambda i, j: te.sum(read(i, r, j), axis=r), name="B")
    s = te.create_schedule(b.op)
    if im2col:
        s[columns].compute_inline()
    row = s.cache_read(columns if im2col else a, "global", [b])
    s[b].reorder(b.op.axis[0], r, b.op.axis[1])
    s[row].compute_at(s[b], r)
    s[row].tensorize(row.op.axis[-1], te.decl_tensor_intrin(z.op, copy))
    values = np.arange(72, dtype="float32").reshape(9, 8)
    (got,) = run_on_cpu(s, [a, b], values)
    np.testing.assert_array_equal(got, sum(values[k : k + 6] for k in range(4)))
    s[row].set_scope("local")
    with pytest.raises(OldCallError, match=r"tensorize: .* declare it with scope='local'"):
        tvm.lower(s, [a, b])
    if not im2col:
        # An axis of the sum that something is said of cannot become two.
        s[row].set_scope("global")
        s[row].unroll(row.op.axis[0])
        with pytest.raises(OldCallError, match=r"tensorize: .* is indexed by a sum of two loops"):
            tvm.lower(s, [a, b])


def test_a_tile_that_does_not_divide_is_refused_to_an_intrinsic():
    # Threads whose tiles lie outside the result leave them out whole.
    run_script(EXAMPLES / "dense_dp4a.py", ["20", "24", "32"], on_cpu=True)
    with pytest.raises(OldCallError, match=r"tensorize: the tiles of x do not divide its extents"):
        tvm.lower(*vector_copy(20, 8))


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


def vector_copy(extent: int, tile: int):
    x = te.placeholder((tile,), name="x")
    z = te.compute((tile,), lambda i: x[i], name="z")
    intrinsic = te.decl_tensor_intrin(
        z.op, lambda ins, outs: outs[0].vstore(0, ins[0].vload(0, f"float32x{tile}"))
    )
    a = te.placeholder((extent,), name="A")
    copied = te.compute((extent,), lambda i: a[i], name="x")
    s = te.create_schedule(copied.op)
    _, inner = s[copied].split(copied.op.axis[0], factor=tile)
    s[copied].tensorize(inner, intrinsic)
    return s, [a, copied]


def test_an_intrinsic_of_another_computation_is_refused_in_the_words_of_the_script():
    s, args = vector_copy(64, 8)
    (_, copied) = args
    halved = te.compute((64,), lambda i: copied[i] * 0.5, name="halved")
    s = te.create_schedule(halved.op)
    x = te.placeholder((8,), name="x")
    z = te.compute((8,), lambda i: x[i] + 1.0, name="z")
    intrinsic = te.decl_tensor_intrin(
        z.op, lambda ins, outs: outs[0].vstore(0, ins[0].vload(0, "float32x8")), name="add_one"
    )
    _, inner = s[halved].split(halved.op.axis[0], factor=8)
    s[halved].tensorize(inner, intrinsic)
    with pytest.raises(OldCallError) as refused:
        tvm.lower(s, [args[0], halved])
    said = str(refused.value)
    assert "halved computes x[i] * 0.5 inside i.inner, and add_one computes x[i] + 1.0" in said
    assert said.endswith("in `s[halved].tensorize(inner, intrinsic)`")


@pytest.mark.parametrize("cached", [False, True])
def test_a_reduction_may_be_longer_for_some_elements(cached):
    """The extent of its axis depends on the element: none is reduced for the first."""
    a = te.placeholder((10,), name="A")

    def before(i):
        r = te.reduce_axis((0, i), name="r")
        return te.sum(a[r], axis=r)

    b = te.compute((10,), before, name="B")
    s = te.create_schedule(b.op)
    if cached:
        outer, _ = s[b].split(b.op.axis[0], factor=4)
        product = s.cache_write(b, "local")
        s[product].compute_at(s[b], s[b].op.axis[0])
    values = np.arange(10, dtype="float32")
    (got,) = run_on_cpu(s, [a, b], values)
    np.testing.assert_array_equal(got, [values[:i].sum() for i in range(10)])


def test_a_tensorize_that_no_later_call_mends_is_refused_at_its_line():
    s, a, b, c, _ = gemm(16, 16, 16)
    _, yi = s[c].split(c.op.axis[1], factor=8)

    def intrinsic(dtype, reduce):
        w, x = te.placeholder((8, 16), dtype, name="w"), te.placeholder((16,), dtype, name="x")
        k = te.reduce_axis((0, 16), name="k")
        z = te.compute((8,), lambda i: reduce(w[i, k] * x[k], axis=k), name="z")
        return te.decl_tensor_intrin(z.op, lambda ins, outs: tvm.tir.Evaluate(0), name="gemv")

    for dtype, reduce in (("float16", te.sum), ("float32", te.max)):
        with pytest.raises(OldCallError, match=r"tensorize: C is a te.sum of float32, and gemv"):
            s[c].tensorize(yi, intrinsic(dtype, reduce))
    assert s[c].iter_var_attrs.get(yi.var) is None or not s[c].iter_var_attrs[yi].tensor_intrin
    # What other calls could mend is refused by `lower`, of the same line and in the same words.
    s[c].tensorize(yi, intrinsic("float32", te.sum))
    with pytest.raises(OldCallError, match=r":\d+: tensorize: C computes a te.sum of A.* in `s\[c"):
        tvm.lower(s, [a, b, c])


def test_an_intrinsic_whose_axis_is_split_afterwards_is_told(capsys):
    x = te.placeholder((8,), name="x")
    z = te.compute((8,), lambda i: x[i] * 2.0, name="z")
    double = te.decl_tensor_intrin(z.op, lambda ins, outs: tvm.tir.Evaluate(0), name="double")
    a = te.placeholder((32,), name="A")
    b = te.compute((32,), lambda i: a[i] * 2.0, name="B")
    s = te.create_schedule(b.op)
    _, inner = s[b].split(b.op.axis[0], factor=8)
    s[b].tensorize(inner, double)
    s[b].split(inner, factor=4)
    tvm.lower(s, [a, b])
    assert (
        "i.inner was split or fused after tensorize, so double is not "
        "inserted" in capsys.readouterr().err
    )
