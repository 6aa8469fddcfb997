"""Old te.create_schedule scripts: the examples, the old semantics, and what is refused."""

from __future__ import annotations

import re
import sys
import textwrap

import numpy as np
import pytest
import tvm as today
import tvm_ffi
from conftest import ROOT

from schedules.checks.device import cuda
from schedules.checks.serial import run_library, serial
from schedules.errors import LoweringError, NoGpu, UserError
from schedules.legacy import te, tvm
from schedules.legacy.calls import OldCallError
from schedules.legacy.program import new_schedule
from schedules.legacy.replay import replay
from schedules.legacy.script import run_script
from schedules.lowering.lower import compile_module, lower

EXAMPLES = ROOT / "examples/legacy"

# Shapes that tiles divide, and shapes that they do not.
GEMM = ["128 128 32", "256 128 48", "130 70 20"]
SHAPES = {
    "gemm_native": ["32 1024 16", "7 1100 5"],
    "gemm_blocked": ["64 96 32", "33 65 17"],
    "gemm_thread_tile": GEMM,
    "gemm_warp_tile": GEMM,
    "gemm_vectorize": GEMM,
    "gemm_double_buffer": ["128 128 32", "256 128 48", "130 70 20"],
    "gemm_cpu": ["64 64 30", "50 32 7"],
    "rowsum_rfactor": ["40 100", "7 32"],
    "argmax_threads": ["7 100", "5 32"],
    "softmax_fused": ["12 100", "3 64"],
    "conv2d_group": ["9 20 8", "8 16 4"],
    "dense_dp4a": ["32 32 64", "48 32 96"],
    "hgemm_wmma": ["64 128 64", "64 64 32"],
    "masked_reductions": ["40 33", "33 100"],
}
PROMISES = {
    "gemm_thread_tile": ["__shared__", "__syncthreads"],
    "gemm_vectorize": ["float4"],
    "gemm_double_buffer": ["A_shared_ptr[4096]", "B_shared_ptr[4096]"],
    "rowsum_rfactor": ["__shfl_down_sync", "if (((int)threadIdx.x) == 0)"],
    "argmax_threads": ["__shfl_down_sync(mask_ptr[0], red_buf1"],
    "dense_dp4a": ["__dp4a"],
    "hgemm_wmma": ["nvcuda::wmma::mma_sync", "fill_fragment", "store_matrix_sync"],
    "conv2d_group": ["__shared__ alignas(64) float pad_shared_ptr"],
}


def run(name: str, shape: str, capsys) -> str:
    run_script(EXAMPLES / f"{name}.py", shape.split(), on_cpu=True)
    return capsys.readouterr().out


@pytest.mark.parametrize(("name", "shape"), [(n, s) for n, all_ in SHAPES.items() for s in all_])
def test_an_old_script_runs_and_its_own_check_holds(name, shape, capsys):
    out = run(name, shape, capsys)
    if name != "gemm_cpu":
        assert 'extern "C" __global__' in out
    if shape == SHAPES[name][0]:
        for text in PROMISES.get(name, ()):
            assert text in out


def test_every_example_is_run():
    found = {path.stem for path in EXAMPLES.glob("*.py")}
    # The tuning script is run in test_tune_legacy.
    assert found == {*SHAPES, "symbolic_shape", "autotvm_matmul"}


def test_a_script_runs_as_a_command(run_cli):
    script = EXAMPLES / "gemm_native.py"
    done = run_cli("--on-cpu", script, "8", "16", "4", module="schedules.legacy")
    assert done.returncode == 0, done.stderr
    assert "__global__" in done.stdout


def test_a_symbolic_shape_is_refused_with_its_line(run_cli):
    done = run_cli(EXAMPLES / "symbolic_shape.py", module="schedules.legacy")
    assert done.returncode == 2
    assert re.search(r"symbolic_shape.py:7: placeholder: A has the symbolic extent n", done.stderr)
    assert "Traceback" not in done.stderr


def test_a_wrong_result_fails_the_script(tmp_path):
    text = (EXAMPLES / "gemm_native.py").read_text()
    wrong = tmp_path / "wrong.py"
    wrong.write_text(text.replace("b.numpy().T @ a.numpy()", "1 + b.numpy().T @ a.numpy()"))
    with pytest.raises(AssertionError):
        run_script(wrong, ["8", "16", "4"], on_cpu=True)


def test_without_a_gpu_the_way_out_is_named():
    try:
        cuda()
    except NoGpu:
        with pytest.raises(NoGpu, match="--on-cpu"):
            run_script(EXAMPLES / "gemm_native.py", ["8", "16", "4"])
    else:
        run_script(EXAMPLES / "gemm_native.py", ["8", "16", "4"])


# --- TVM itself stays as it is --------------------------------------------------------------------


def test_only_the_scripts_own_imports_change(tmp_path):
    script = tmp_path / "imports.py"
    script.write_text(
        textwrap.dedent(
            """
            import json
            import tvm, tvm.testing
            import tvm.te as tensor_expressions
            from tvm import te, tir, topi
            from tvm.contrib import utils
            assert te is tvm.te is tensor_expressions
            assert te.create_schedule and tvm.lower and tir.ir_builder and tvm.testing
            A = te.placeholder((4,), name="A")
            B = topi.exp(A)
            s = te.create_schedule(B.op)
            print(tvm.lower(s, [A, B]))
            """
        )
    )
    before = {name for name in sys.modules if name.startswith("tvm")}
    argv, path = list(sys.argv), list(sys.path)
    run_script(script)
    assert not hasattr(today, "lower")
    assert not hasattr(today.te, "create_schedule")
    assert sys.modules["tvm"] is today
    assert sys.argv == argv and sys.path == path
    assert before <= {name for name in sys.modules if name.startswith("tvm")}


def test_a_script_may_expect_what_is_gone(tmp_path):
    script = tmp_path / "careful.py"
    script.write_text(
        textwrap.dedent(
            """
            import tvm
            try:
                from tvm import auto_scheduler
            except ImportError:
                auto_scheduler = None
            assert not hasattr(tvm, "relay") and getattr(tvm, "hybrid", 3) == 3
            """
        )
    )
    run_script(script)
    script.write_text("from tvm import te, auto_scheduler\n")
    with pytest.raises(OldCallError, match=r"careful.py:1: tvm.auto_scheduler: .*meta_schedule"):
        run_script(script)


def test_a_module_beside_the_script_gets_the_same_imports(tmp_path):
    (tmp_path / "shapes.py").write_text("import tvm\nfrom tvm import te\nlower = tvm.lower\n")
    script = tmp_path / "main.py"
    script.write_text("from shapes import te, lower\nte.create_schedule\nassert lower\n")
    run_script(script)
    assert "shapes" not in sys.modules


def ran(tmp_path, text: str) -> None:
    """Run a script whose checks are its own."""
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(text))
    run_script(script, on_cpu=True)


def test_a_script_of_tvm_0_6(tmp_path):
    ran(
        tmp_path,
        """
        import numpy as np
        import topi
        import tvm
        from topi.util import get_const_tuple

        n = tvm.convert(96)
        A = tvm.placeholder((n,), name="A", dtype=tvm.float32)
        B = tvm.compute(
            A.shape,
            lambda *i: tvm.if_then_else(
                tvm.all(i[0] > 2, tvm.indexmod(i[0], 2) == 0),
                tvm.max(A(*i), tvm.const(0.5, "float32")),
                tvm.call_pure_intrin("float32", "exp", A(*i)),
            ),
            name="B",
        )
        C = topi.nn.relu(B)
        D = C / 2.0
        s = tvm.create_schedule(D.op)
        tvm.te.schedule.AutoInlineInjective(s)
        bx, tx = s[D].split(D.op.axis[0], factor=32)
        s[D].bind(bx, tvm.thread_axis("blockIdx.x"))
        s[D].bind(tx, tvm.thread_axis("threadIdx.x"))
        with tvm.build_config(auto_unroll_max_step=16):
            func = tvm.build(s, [A, D], "cuda", target_host="llvm", name="old")
        ctx = tvm.context("cuda", 0)
        values = np.random.RandomState(0).uniform(-1, 1, get_const_tuple(A.shape))
        a = tvm.nd.array(values.astype(A.dtype), ctx)
        d = tvm.nd.array(np.zeros(96, dtype=D.dtype), ctx)
        func(a, d)
        i, a = np.arange(96), a.asnumpy()
        b = np.where((i > 2) & (i % 2 == 0), np.maximum(a, 0.5), np.exp(a))
        tvm.testing.assert_allclose(d.asnumpy(), np.maximum(b, 0) / 2, rtol=1e-5)
        """,
    )


def test_python_functions_that_a_kernel_calls(tmp_path):
    text = """
        import numpy as np
        import tvm
        from tvm import te

        @tvm.register_func("legacy.test.times")
        def times(x, factor, y):
            tvm.nd.array(x.asnumpy() * factor).copyto(y)

        A, factor = te.placeholder((6,), name="A"), te.var("factor", "float32")
        B = te.extern(
            A.shape,
            [A],
            lambda ins, outs: tvm.tir.call_packed("legacy.test.times", ins[0], factor, outs[0]),
            name="B",
        )
        C = te.compute(B.shape, lambda i: B[i] + factor, name="C")
        assert B.dtype == "float32"
        s = te.create_schedule(C.op)
        func = tvm.build(s, [A, factor, C], "llvm")
        a, c = tvm.nd.array(np.arange(6, dtype="float32")), tvm.nd.empty((6,))
        func(a, 3.0, c)
        np.testing.assert_array_equal(c.numpy(), a.numpy() * 3 + 3)
        """
    ran(tmp_path, text)
    ran(tmp_path, text)  # registered anew
    with pytest.raises(OldCallError, match="register_func: .*of its own"):
        tvm.register_func("ffi.Array", print)


def test_a_library_is_saved_and_read(tmp_path):
    s, a, b, c = elementwise()
    func = tvm.build(s, [a, c], "llvm", name="chain")
    path = str(tmp_path / "chain.so")
    func.export_library(path)
    values = np.ones((16, 8), "float32")
    for name in ("chain", "main"):
        got = tvm.nd.empty((16, 8))
        tvm.runtime.load_module(path)[name](tvm.nd.array(values), got)
        np.testing.assert_array_equal(got.numpy(), 4 * values)


def test_names_that_objects_of_old_scripts_had():
    s, a, b, c = elementwise()
    target = tvm.target.Target("llvm -mcpu=core-avx2")
    assert target.mcpu == "core-avx2" and tvm.target.Target("llvm").mcpu == ""
    assert isinstance(target, tvm.target.Target) and not hasattr(target, "no_such")
    assert str(tvm.target.Target.from_device(tvm.cpu(0)).kind.name) == "llvm"
    lowered = tvm.lower(s, [a, c], name="doubled")
    assert str(lowered["doubled"].attrs["global_symbol"]) == "doubled"
    func = tvm.build(tvm.tir.transform.Simplify()(lowered), target="llvm")
    values = np.arange(128, dtype="float32").reshape(16, 8)
    x, y = tvm.nd.array(values), tvm.nd.empty((16, 8))
    func.entry_func(x, y)
    np.testing.assert_array_equal(y, 2 * values + 2)
    assert y[1, 2] == 22 and x.ctx == x.device == tvm.cpu(0)
    equal = tvm.tir.analysis.expr_deep_equal
    assert equal(a[0, 1] + 1.0, a[0, 1] + 1.0) and not equal(a[0, 1] + 1.0, a[0, 1] + 2.0)
    assert tvm.tir.analysis.verify_gpu_code(lowered["doubled"], {"max_threads_per_block": 1})
    assert int(tvm.arith.Analyzer().simplify(tvm.expr.Select(True, 1, 2) + 1)) == 2


ABSENT = {
    "NDArray.handle": lambda s, c: tvm.nd.empty((2,)).handle,
    "Built.no_such": lambda s, c: tvm.build(s, [c.op.input_tensors[0], c], "llvm").no_such,
    "Stage.iter_var_attrs": lambda s, c: s[c].iter_var_attrs,
    "Schedule.no_such": lambda s, c: s.no_such,
    "Target.no_such": lambda s, c: tvm.target.Target("llvm").no_such,
    "tvm.tir.transform.no_such": lambda s, c: tvm.tir.transform.no_such,
    "tvm.tir.stmt_functor": lambda s, c: tvm.tir.stmt_functor.post_order_visit,
}


@pytest.mark.parametrize("name", ABSENT)
def test_a_name_that_an_object_has_no_more_is_refused_with_its_line(name):
    a = te.placeholder((8,), name="A")
    c = te.compute((8,), lambda i: a[i] + 1.0, name="C")
    s = te.create_schedule(c.op)
    with pytest.raises(OldCallError, match=rf"{re.escape(__file__)}:\d+: {re.escape(name)}: "):
        ABSENT[name](s, c)
    assert not hasattr(s, "no_such") and getattr(s[c], "no_such", None) is None


def test_a_mistake_of_the_scripts_is_shown_in_its_own_frames(tmp_path, run_cli):
    (tmp_path / "beside.py").write_text("def half(x):\n    return undefined / x\n")
    script = tmp_path / "mistaken.py"
    script.write_text("import tvm\nimport beside\n\nbeside.half(2)\n")
    done = run_cli(script, module="schedules.legacy")
    assert done.returncode == 1
    frames = re.findall(r'File "(.*)", line (\d+)', done.stderr)
    assert frames == [(str(script), "4"), (str(tmp_path / "beside.py"), "2")]
    assert done.stderr.endswith("NameError: name 'undefined' is not defined\n")


def test_llvm_of_ones_own_is_linked_in():
    a = te.placeholder((8,), name="A")
    b = te.compute((8,), lambda i: tvm.tir.call_pure_extern("float32", "thrice", a[i]), name="B")
    s = te.create_schedule(b.op)
    s[b].pragma(
        b.op.axis[0],
        "import_llvm",
        "define float @thrice(float %x) {\n  %y = fmul float %x, 3.0\n  ret float %y\n}\n",
    )
    (got,) = run_on_cpu(s, [a, b], np.arange(8, dtype="float32"))
    np.testing.assert_array_equal(got, 3 * np.arange(8))


def test_options_of_passes_count_where_the_script_builds():
    s, a, b, c = elementwise()

    def loops(**config):
        with tvm.transform.PassContext(config=config):
            func = tvm.build(s, [a, c], "llvm")
        return func.get_source().count("br i1")

    unroll = {"auto_max_step": 1024, "explicit_unroll": True, "auto_max_depth": 8}
    assert loops(**{"tir.UnrollLoop": unroll}) != loops()
    with pytest.raises(OldCallError, match="PassContext: nothing here acts on .*add_lower_pass"):
        loops(**{"tir.add_lower_pass": []})
    with pytest.raises(OldCallError, match="build_config: nothing here acts on .*dump_pass_ir"):
        tvm.build_config(dump_pass_ir=True)


def test_lower_of_the_inputs_alone_has_the_outputs_too():
    s, a, _, c = elementwise()
    assert tvm_ffi.structural_equal(tvm.lower(s, [a]), tvm.lower(s, [a, c]))


def test_a_wrong_call_of_a_built_function_is_one_line():
    s, a, _, c = elementwise()
    func = tvm.build(s, [a, c], "llvm", name="chain")
    with pytest.raises(OldCallError, match=r"\.py:\d+: chain: .*expected 16") as refused:
        func(tvm.nd.empty((4, 8)), tvm.nd.empty((16, 8)))
    assert "\n" not in str(refused.value) and isinstance(refused.value, tvm.TVMError)


GONE = {
    "topi.cuda.schedule_injective": "TOPI's schedules",
    "topi.generic.schedule_extern": "TOPI's schedules",
    "ir.register_intrin_lowering": "call_pure_extern",
    "register_intrin_rule": "call_pure_extern",
    "ir_pass.Simplify": "tvm.tirx",
    "te.schedule.InferBound": "tvm.lower",
    "contrib.tedd": "schedules report",
}


@pytest.mark.parametrize("name", GONE)
def test_what_is_gone_says_what_there_is(name):
    found = tvm
    with pytest.raises(OldCallError, match=re.escape(GONE[name])):
        for part in name.split("."):
            found = getattr(found, part)
    with pytest.raises(OldCallError, match="no intrinsic tirx.no_such"):
        tvm.call_pure_intrin("float32", "no_such", 1.0)


# --- the old semantics ----------------------------------------------------------------------------


def gemm(m=64, n=32, k=16):
    a, b = te.placeholder((m, k), name="A"), te.placeholder((k, n), name="B")
    r = te.reduce_axis((0, k), name="k")
    c = te.compute((m, n), lambda i, j: te.sum(a[i, r] * b[r, j], axis=r), name="C")
    return te.create_schedule(c.op), a, b, c, r


def tir(s, *args) -> str:
    return tvm.lower(s, list(args), simple_mode=True).script()


def test_the_init_stands_before_the_first_reduction_loop():
    s, a, b, c, r = gemm()
    ko, ki = s[c].split(r, factor=4)
    i, j = c.op.axis
    s[c].reorder(i, ko, j, ki)
    text = tir(s, a, b, c)
    init, update = text.index('T.sblock("C_init")'), text.index('T.sblock("C_update")')
    assert text.index("in range(64)") < init < text.index("in T.grid(4, 32, 4)") < update


def test_default_scopes_follow_from_the_threads_around():
    a = te.placeholder((64,), name="A")
    b = te.compute((64,), lambda i: a[i] + 1.0, name="B")
    c = te.compute((64,), lambda i: b[i] * 2.0, name="C")
    found = []
    for depth in (None, 0, 1):
        s = te.create_schedule(c.op)
        bx, tx = s[c].split(c.op.axis[0], factor=16)
        s[c].bind(bx, te.thread_axis("blockIdx.x"))
        s[c].bind(tx, te.thread_axis("threadIdx.x"))
        if depth is not None:
            s[b].compute_at(s[c], (bx, tx)[depth])
        text = tir(s, a, c)
        found.append(re.search(r'alloc_buffer\(.*scope="(\w+)"', text))
    assert [match and match[1] for match in found] == [None, "shared", "local"]


def test_a_factor_above_the_extent_is_clamped_but_not_where_threads_are():
    a = te.placeholder((6,), name="A")
    b = te.compute((6,), lambda i: a[i] + 1.0, name="B")
    s = te.create_schedule(b.op)
    s[b].split(b.op.axis[0], factor=16)
    assert "T.grid(1, 6)" in tir(s, a, b)
    s = te.create_schedule(b.op)
    _, tx = s[b].split(b.op.axis[0], factor=16)
    s[b].bind(tx, te.thread_axis("threadIdx.x"))
    assert "T.thread_binding(16" in tir(s, a, b)
    assert "T.where(" in tir(s, a, b)


def test_copies_at_one_loop_stand_in_the_order_of_the_stages():
    s, a, b, c, _ = gemm()
    aa, bb = s.cache_read(a, "shared", [c]), s.cache_read(b, "shared", [c])
    for copy in (bb, aa):
        s[copy].compute_at(s[c], c.op.axis[0])
    text = tir(s, a, b, c)
    assert text.index('"A_shared"') < text.index('"B_shared"')


def test_an_attach_axis_that_is_split_afterwards_becomes_its_inner_part():
    def attached(late: bool):
        s, a, b, c, r = gemm()
        copy = s.cache_read(a, "shared", [c])
        if late:
            s[copy].compute_at(s[c], r)
        _, inner = s[c].split(r, factor=4)
        if not late:
            s[copy].compute_at(s[c], inner)
        return tvm.lower(s, [a, b, c])

    assert tvm_ffi.structural_equal(attached(True), attached(False))


def test_tile_is_two_splits_and_a_reorder():
    s, a, b, c, _ = gemm()
    s[c].tile(*c.op.axis, 8, 4)
    t, a2, b2, c2, _ = gemm()
    io, ii = t[c2].split(c2.op.axis[0], factor=8)
    jo, ji = t[c2].split(c2.op.axis[1], factor=4)
    t[c2].reorder(io, jo, ii, ji)
    assert tvm_ffi.structural_equal(tvm.lower(s, [a, b, c]), tvm.lower(t, [a2, b2, c2]))


def test_a_group_is_placed_as_its_members_would_be():
    def placed(grouped: bool):
        a = te.placeholder((32, 8), name="A")
        b = te.compute((32, 8), lambda i, j: a[i, j] + 1.0, name="B")
        c = te.compute((32, 8), lambda i, j: b[i, j] * 2.0, name="C")
        d = te.compute((32, 8), lambda i, j: c[i, j] - 3.0, name="D")
        s = te.create_schedule(d.op)
        row = d.op.axis[0]
        if grouped:
            s.create_group(outputs=c, inputs=a).compute_at(s[d], row)
        else:
            s[c].compute_at(s[d], row)
            s[b].compute_at(s[d], row)
        return tvm.lower(s, [a, d])

    assert tvm_ffi.structural_equal(placed(True), placed(False))


@pytest.mark.parametrize("inner_first", [False, True])
def test_a_group_may_lie_in_another(inner_first):
    a = te.placeholder((16, 12), name="A")
    x = te.compute((16, 12), lambda i, j: a[i, j] + 1.0, name="X")
    y = te.compute((16, 12), lambda i, j: x[i, j] * 2.0, name="Y")
    z = te.compute((16, 12), lambda i, j: y[i, j] - 3.0, name="Z")
    out = te.compute((16, 12), lambda i, j: z[i, j] * z[i, j], name="out")
    s = te.create_schedule(out.op)
    ends = [(y, x), (z, a)] if inner_first else [(z, a), (y, x)]
    groups = [s.create_group(outputs=last, inputs=first) for last, first in ends]
    inner, outer = groups if inner_first else groups[::-1]
    assert [s[one].group for one in (x, y, z)] == [outer, inner, outer] and inner.group is outer
    with pytest.raises(OldCallError, match="create_group: the group would cut through another"):
        s.create_group(outputs=out, inputs=y)
    assert s[z].group is outer and s[out].group is None
    outer.compute_at(s[out], out.op.axis[0])
    inner.compute_at(s[z], z.op.axis[1])
    values = np.arange(192, dtype="float32").reshape(16, 12)
    (got,) = run_on_cpu(s, [a, out], values)
    np.testing.assert_array_equal(got, (2 * values - 1) ** 2)
    depth = {name: len(replay(s, [a, out]).program.run().get_loops(name)) for name in "XYZ"}
    assert depth == {"X": 3, "Y": 5, "Z": 3}


def test_storage_align_changes_the_stride_of_the_shared_tile():
    s, a, b, c, _ = gemm()
    copy = s.cache_read(a, "shared", [c])
    rows, _ = s[c].split(c.op.axis[0], factor=8)
    s[c].bind(rows, te.thread_axis("blockIdx.x"))
    s[c].bind(c.op.axis[1], te.thread_axis("threadIdx.x"))
    s[copy].compute_at(s[c], rows)
    s[copy].storage_align(copy.op.axis[0], 32, 1)
    assert "buffer_dim_align" in tir(s, a, b, c)
    # A row of the tile has 16 elements and lies 33 after the one before: 1 more than 32.
    source = tvm.build(s, [a, b, c], "cuda").get_source()
    assert re.search(r"A_shared_ptr\[\(\(\w+ \* 33\)", source)


def test_cache_write_after_a_split_lays_the_cache_out_in_the_new_order():
    s, a, b, c, _ = gemm(12, 8, 4)
    io, ii = s[c].split(c.op.axis[0], factor=5)
    s[c].reorder(c.op.axis[1], io, ii)
    cache = s.cache_write(c, "local")
    assert [int(extent) for extent in cache.shape] == [8, 3, 5]


def test_an_uneven_layout_of_the_cache_is_padded():
    a = te.placeholder((7, 6), name="A")
    b = te.compute((7, 6), lambda i, j: a[i, j] * 2.0, name="B")
    s = te.create_schedule(b.op)
    io, ii = s[b].split(b.op.axis[0], factor=3)
    s[b].reorder(ii, b.op.axis[1], io)
    cache = s.cache_write(b, "global")
    assert [int(extent) for extent in cache.shape] == [3, 6, 3]
    values = np.random.default_rng(0).uniform(-1, 1, (7, 6)).astype("float32")
    (got,) = run_on_cpu(s, [a, b], values)
    np.testing.assert_array_equal(got, 2 * values)


def test_the_recorded_program_prints_as_python_that_gives_the_same_module():
    s, a, b, c, r = gemm()
    local = s.cache_write(c, "local")
    shared = s.cache_read(a, "shared", [local])
    io, jo, ii, _ = s[c].tile(*c.op.axis, 8, 4)
    s[c].bind(io, te.thread_axis("blockIdx.x"))
    s[c].bind(ii, te.thread_axis("threadIdx.x"))
    s[local].compute_at(s[c], jo)
    ko, _ = s[local].split(r, factor=5)
    s[shared].compute_at(s[local], ko)
    found = replay(s, [a, b, c])
    sch = new_schedule(found.program.origin)
    exec(found.program.as_python(), {"sch": sch})
    assert tvm_ffi.structural_equal(sch.mod, found.mod)
    asked = [one.cause.method for one in found.program if one.method in ("split", "compute_at")]
    assert asked.count("compute_at") == 2 and "tile" in asked and "split" in asked
    assert all(one.cause.file == __file__ for one in found.program if one.cause)


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


@pytest.mark.parametrize("n", [8, 10])
@pytest.mark.parametrize("retiled", [False, True])
def test_a_cache_in_tiles_is_computed_inside_loops_that_cut_across_them(n, retiled):
    s, a, b, c, _ = gemm(n, 12, 4)
    s[c].tile(*c.op.axis, 4, 4)
    cache = s.cache_write(c, "local")
    row = s[c].tile(*c.op.axis, 3, 3)[0] if retiled else c.op.axis[0]
    s[cache].compute_at(s[c], row)
    rng = np.random.default_rng(0)
    x, y = (rng.integers(-3, 4, shape).astype("float32") for shape in ((n, 4), (4, 12)))
    (got,) = run_on_cpu(s, [a, b, c], x, y)
    np.testing.assert_array_equal(got, x @ y)


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


def run_on_cpu(s, args, *inputs):
    """Build for LLVM and run; gives the arrays of the arguments after the inputs."""
    found = [tvm.nd.empty(tuple(map(int, arg.shape)), arg.dtype) for arg in args[len(inputs) :]]
    tvm.build(s, args, "llvm")(*map(tvm.nd.array, inputs), *found)
    return [one.asnumpy() for one in found]


def test_a_scalar_and_a_loop_around_everything():
    a = te.placeholder((8,), name="A")
    r = te.reduce_axis((0, 8), name="k")
    b = te.compute((), lambda: te.sum(a[r], axis=r), name="B")
    c = te.compute((), lambda: b() * 2.0, name="C")
    s = te.create_schedule(c.op)
    s[b].split(r, factor=3)
    unit = s[b].fuse()
    assert unit.var.name == "singleton"
    around = s[c].fuse()
    s[b].compute_at(s[c], around)
    (got,) = run_on_cpu(s, [a, c], np.arange(8, dtype="float32"))
    assert got == 56


def test_several_outputs_and_an_intermediate_that_is_an_argument():
    a = te.placeholder((8,), name="A")
    b = te.compute((8,), lambda i: a[i] + 1.0, name="B")
    c = te.compute((8,), lambda i: b[i] * 2.0, name="C")
    d = te.compute((8,), lambda i: b[i] - 1.0, name="D")
    s = te.create_schedule([c.op, d.op])
    s[b].split(b.op.axis[0], factor=3)
    values = np.arange(8, dtype="float32")
    got = run_on_cpu(s, [a, b, c, d], values)
    for one, right in zip(got, (values + 1, 2 * values + 2, values), strict=True):
        np.testing.assert_array_equal(one, right)
    s[b].compute_at(s[c], c.op.axis[0])
    with pytest.raises(OldCallError, match="compute_at: .*Not all required blocks"):
        tvm.lower(s, [a, b, c, d])


# --- an argument computed inside another stage ----------------------------------------------------


def windows(total=False):
    """Sums of three neighbours of B, which is twice A, or the sums of A's rows."""
    a, r = te.placeholder((32, 6), name="A"), te.reduce_axis((0, 6), name="k")
    b = te.compute((32,), lambda i: te.sum(a[i, r], axis=r) if total else a[i, 0] * 2.0, name="B")
    c = te.compute((30,), lambda i: b[i] + b[i + 1] + b[i + 2], name="C")
    return te.create_schedule(c.op), a, b, c


def at_a_tile(s, b, c):
    outer, _ = s[c].split(c.op.axis[0], factor=7)
    s[b].compute_at(s[c], outer)
    s[b].unroll(s[b].split(b.op.axis[0], factor=4)[1])
    return outer


@pytest.mark.parametrize(
    "place", ["compute_at", "tile", "parallel", "reduction", "group", "inline"]
)
def test_an_argument_may_be_computed_inside_its_reader(place):
    s, a, b, c = windows(total=place == "reduction")
    if place in ("compute_at", "inline"):
        # B is made again for each window that it is in.
        s[b].compute_at(s[c], c.op.axis[0])
    elif place == "group":
        s.create_group(outputs=b, inputs=a).compute_at(s[c], c.op.axis[0])
    else:
        outer = at_a_tile(s, b, c)
        if place == "parallel":
            s[c].parallel(outer)
    if place == "inline":
        s[b].compute_inline()
    found = replay(s, [a, b, c])
    assert [str(one.name) for one in found.mod["main"].params] == ["A", "B", "C"]
    again = found.program.run().mod
    assert tvm_ffi.structural_equal(again, found.mod)
    values = np.random.default_rng(0).integers(-4, 5, (32, 6)).astype("float32")
    right = values.sum(1) if place == "reduction" else 2 * values[:, 0]
    made = tvm.nd.array(np.full(32, -1, "float32"))
    got = tvm.nd.empty((30,))
    tvm.build(s, [a, b, c], "llvm")(tvm.nd.array(values), made, got)
    np.testing.assert_array_equal(got.numpy(), right[:-2] + right[1:-1] + right[2:])
    # As with the old TE, nothing writes what is inlined.
    np.testing.assert_array_equal(made.numpy(), np.full(32, -1) if place == "inline" else right)


def test_an_argument_computed_inside_a_thread_lies_in_global_memory():
    s, a, b, c = windows()
    block, thread = s[c].split(c.op.axis[0], factor=8)
    s[c].bind(block, te.thread_axis("blockIdx.x"))
    s[c].bind(thread, te.thread_axis("threadIdx.x"))
    s[b].compute_at(s[c], thread)
    source = tvm.build(s, [a, b, c], "cuda").get_source()
    assert re.search(r"B_ptr\[.*\] = ", source) and "alignas" not in source


def summed_by_threads(s, b, c):
    s[c].parallel(at_a_tile(s, b, c))


def shared_between_threads(s, b, c):
    at_a_tile(s, b, c)
    s[b].bind(s[b].leaf_iter_vars[0], te.thread_axis("threadIdx.x"))


def padded(s, b, c):
    at_a_tile(s, b, c)
    s[b].storage_align(b.op.axis[0], 8, 1)


def made_ahead(s, b, c):
    at_a_tile(s, b, c)
    s[b].double_buffer()


MOVED = {
    summed_by_threads: ("compute_at", "several threads along i.outer"),
    shared_between_threads: ("bind", "one thread cannot fill for another"),
    padded: ("storage_align", "the caller's"),
    made_ahead: ("double_buffer", "the caller's"),
}


@pytest.mark.parametrize("make", MOVED, ids=lambda make: make.__name__)
def test_what_an_argument_computed_inside_its_reader_cannot_have(make):
    method, reason = MOVED[make]
    s, a, b, c = windows(total=True)
    make(s, b, c)
    with pytest.raises(OldCallError, match=f": {method}: B is an argument .*{reason}"):
        tvm.lower(s, [a, b, c])
    # An intermediate may have them all.
    if make is not shared_between_threads:
        tvm.lower(s, [a, c])


# --- several outputs without a reduction ----------------------------------------------------------


def pair():
    """A stage of two outputs and one that reads both."""
    a, d = te.placeholder((30, 21), name="A"), te.placeholder((30, 21), name="D")
    outs = te.compute((30, 21), lambda i, j: (a[i, j] + 2.0, d[i, j] * 3.0), name="B")
    c = te.compute((30, 21), lambda i, j: outs[0][i, j] - outs[1][i, j], name="C")
    return a, d, *outs, c


@pytest.mark.parametrize(
    "place",
    ["root", "cache_write", "row", "element", "inline", "argument", "threads", "one output"],
)
def test_a_stage_of_two_outputs_is_scheduled_as_one(place):
    a, d, x, y, c = pair()
    at_root = place in ("root", "cache_write")
    s = te.create_schedule(x.op if at_root else c.op)
    args = [a, d, x, y] if at_root else [a, d, c]
    if at_root:
        outer, inner = s[x].split(x.op.axis[0], factor=8)
        s[y].reorder(outer, y.op.axis[1], inner)
        if place == "cache_write":
            copies = s.cache_write([x, y], "local")
            s[copies[1]].compute_at(s[x], x.op.axis[0])
        else:
            s[x].vectorize(inner)
    elif place == "inline":
        s[y].compute_inline()
    elif place == "one output":
        # Of the copies one is read.
        c = te.compute((30, 21), lambda i, j: y[i, j] + 0.0, name="C")
        s, args = te.create_schedule(c.op), [a, d, c]
        s[s.cache_write([x, y], "local")[0]].compute_at(s[x], x.op.axis[0])
        s[x].compute_at(s[c], c.op.axis[0])
    elif place == "threads":
        block, thread = s[c].split(s[c].fuse(*c.op.axis), factor=64)
        s[c].bind(block, te.thread_axis("blockIdx.x"))
        s[c].bind(thread, te.thread_axis("threadIdx.x"))
        s[x].compute_at(s[c], thread)
        # What the stage reads is computed in the loops that its outputs share.
        s[s.cache_read(a, "local", [x])].compute_at(s[x], x.op.axis[0])
    else:
        outer, inner = s[c].split(c.op.axis[0], factor=7)
        s[x].compute_at(s[c], inner if place == "element" else outer)
        s[x].unroll(s[x].split(y.op.axis[1], factor=4)[1])
        if place == "argument":
            args = [a, d, y, c]
    values = np.random.default_rng(0).integers(-4, 5, (2, 30, 21)).astype("float32")
    first, second = values[0] + 2, values[1] * 3
    wanted = {x: first, y: second, c: second if place == "one output" else first - second}
    found = replay(s, args)
    library = compile_module(serial(found.mod), kind="llvm")
    got = run_library(library, list(values), [((30, 21), "float32")] * (len(args) - 2))
    for arg, one in zip(args[2:], got, strict=True):
        np.testing.assert_array_equal(one, wanted[arg])
    if place in ("row", "element", "argument", "threads"):
        loops = [found.program.run().get_loops(f"B_v{at}") for at in range(2)]
        assert len(loops[0]) == len(loops[1])
        assert [one.method for one in found.program].count("merge") == 1


def test_a_stage_of_two_outputs_has_no_double_buffer():
    a, d, x, y, c = pair()
    s = te.create_schedule(c.op)
    s[x].compute_at(s[c], c.op.axis[0])
    s[x].double_buffer()
    with pytest.raises(OldCallError, match="double_buffer: B has several outputs"):
        tvm.lower(s, [a, d, c])


def test_outputs_read_at_different_places_share_no_loops():
    a, d, x, y, _ = pair()
    c = te.compute((29, 21), lambda i, j: x[i, j] + y[i, j] + y[i + 1, j], name="C")
    s = te.create_schedule(c.op)
    s[x].compute_at(s[c], c.op.axis[0])
    with pytest.raises(OldCallError, match="compute_at: the outputs of B are read at different"):
        tvm.lower(s, [a, d, c])


def test_an_extern_stage_written_with_ir_builder():
    a = te.placeholder((8,), name="A")
    b = te.compute((8,), lambda i: a[i] + 1.0, name="B")

    def tripled(ins, outs):
        ib = tvm.tir.ir_builder.create()
        source, target = ib.buffer_ptr(ins[0]), ib.buffer_ptr(outs[0])
        with ib.for_range(0, 8, name="i") as i:
            with ib.if_scope(i < 4):
                target[i] = source[i] * 3.0
            with ib.else_scope():
                target[i] = 0.0
        return ib.get()

    c = te.extern((8,), [b], tripled, name="C", dtype="float32")
    s = te.create_schedule(c.op)
    s[b].split(b.op.axis[0], factor=3)
    got = tvm.nd.empty((8,))
    values = np.arange(8, dtype="float32")
    tvm.build(s, [a, c], "llvm")(tvm.nd.array(values), got)
    np.testing.assert_array_equal(got.numpy(), np.where(values < 4, 3 * (values + 1), 0))


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


def test_topi_computations_are_scheduled_by_default():
    a = te.placeholder((8, 16), name="A")
    b = tvm.topi.nn.softmax(a)
    s = te.create_schedule(b.op)
    values = np.random.default_rng(0).uniform(-1, 1, (8, 16)).astype("float32")
    got = tvm.nd.empty((8, 16))
    tvm.build(tvm.lower(s, [a, b]), target="llvm")(tvm.nd.array(values), got)
    powers = np.exp(values)
    np.testing.assert_allclose(got.numpy(), powers / powers.sum(1, keepdims=True), rtol=1e-5)


# --- what is refused ------------------------------------------------------------------------------


def elementwise():
    a = te.placeholder((16, 8), name="A")
    b = te.compute((16, 8), lambda i, j: a[i, j] + 1.0, name="B")
    c = te.compute((16, 8), lambda i, j: b[i, j] * 2.0, name="C")
    return te.create_schedule(c.op), a, b, c


def row_sum(**options):
    a = te.placeholder((4, 8), name="A")
    r = te.reduce_axis((0, 8), name="k")
    return te.compute((4,), lambda i: te.sum(a[i, r], axis=r, **options), name="B")


def fused(stage):
    return stage.fuse(*stage.op.axis)


CALLS = {
    "scan": (lambda s, a, b, c: te.scan(None, None, None), "does not take a scan"),
    "gradient": (lambda s, a, b, c: te.gradient(c, a), "relax.transform.Gradient"),
    "hybrid": (lambda s, a, b, c: te.hybrid, "TVMScript"),
    "auto_scheduler": (lambda s, a, b, c: tvm.auto_scheduler, "meta_schedule"),
    "unknown": (lambda s, a, b, c: te.no_such_thing, "no te.no_such_thing"),
    "init": (lambda s, a, b, c: row_sum(init=tvm.tir.const(1.0, "float32")), "init="),
    "nested": (
        lambda s, a, b, c: nested(a),
        "reduction inside an expression",
    ),
    "env_threads": (lambda s, a, b, c: s[b].env_threads([]), "te.scan"),
    "prefetch": (lambda s, a, b, c: s[c].prefetch(a, c.op.axis[0], 1), "prefetch"),
    "rolling_buffer": (lambda s, a, b, c: s[b].rolling_buffer(), "sch.rolling_buffer"),
    "transform_layout": (
        lambda s, a, b, c: s[b].transform_layout(lambda i, j: [j, i]),
        "sch.transform_layout",
    ),
    "predication": (
        lambda s, a, b, c: s[c].split(c.op.axis[0], factor=3, disable_predication=True),
        "bounds checks",
    ),
    "both": (lambda s, a, b, c: s[c].split(c.op.axis[0], 2, 3), "one of factor and nparts"),
    "zero": (lambda s, a, b, c: s[c].split(c.op.axis[0], factor=0), "at least 1"),
    "twice": (
        lambda s, a, b, c: [s[c].split(c.op.axis[0], factor=2) for _ in "ab"],
        "split or fused already",
    ),
    "foreign": (lambda s, a, b, c: s[c].split(b.op.axis[0], factor=2), "no axis of C"),
    "reorder": (lambda s, a, b, c: s[c].reorder(c.op.axis[0], c.op.axis[0]), "twice"),
    "neighbours": (
        lambda s, a, b, c: s[c].fuse(s[c].split(c.op.axis[0], factor=2)[0], c.op.axis[1]),
        "not neighbours",
    ),
    "bind": (lambda s, a, b, c: s[c].bind(*c.op.axis), "no thread axis"),
    "pragma": (lambda s, a, b, c: s[c].pragma(c.op.axis[0], "tensor_core", 1), "auto_unroll"),
    "output": (lambda s, a, b, c: s[c].compute_inline(), "output of the schedule"),
    "gone": (
        lambda s, a, b, c: (fused(s[c]), s[b].compute_at(s[c], c.op.axis[0])),
        "no axis of C now",
    ),
    "reader": (lambda s, a, b, c: s.cache_read(a, "shared", [c]), "C does not read A"),
    "rfactor": (lambda s, a, b, c: s.rfactor(c, c.op.axis[0]), "no reduction"),
    "stage": (lambda s, a, b, c: s[row_sum()], "no stage of this schedule"),
    "intrinsic": (lambda s, a, b, c: s[c].tensorize(c.op.axis[0], None), "decl_tensor_intrin"),
    "vectorize": (lambda s, a, b, c: s[c].vectorize(1), "1 is no axis of C"),
    "parallel": (lambda s, a, b, c: s[c].parallel("i"), "i is no axis of C"),
    "thread": (
        lambda s, a, b, c: s[c].bind(c.op.axis[0], te.thread_axis("threadIdx.q")),
        "no thread axis threadIdx.q",
    ),
    "target": (lambda s, a, b, c: tvm.build(s, [a, c], "bogus"), 'Target kind "bogus"'),
    "number": (lambda s, a, b, c: s[c].bind(0, te.thread_axis("threadIdx.x")), "0 is no axis of C"),
    "place": (lambda s, a, b, c: s[b].compute_at(s[c], 1), "1 is no axis of C"),
    "parent": (lambda s, a, b, c: s[c].split(factor=2), "missing 1 required positional argument"),
    "again": (lambda s, a, b, c: tvm.lower(s, [a, c, c]), "among the arguments twice"),
    "no list": (lambda s, a, b, c: tvm.lower(s, 3), "'int' object is not iterable"),
    "argument": (lambda s, a, b, c: tvm.build(s, [a]), "output C is not among the arguments"),
    "input": (lambda s, a, b, c: tvm.lower(s, [c]), "input A is not among the arguments"),
    "no schedule": (lambda s, a, b, c: tvm.lower(c, [a, c]), "no schedule"),
}


def nested(a):
    r = te.reduce_axis((0, 8), name="k")
    return te.compute((16,), lambda i: te.sum(a[i, r], axis=r) + 1.0, name="N")


@pytest.mark.parametrize("name", CALLS)
def test_a_call_without_counterpart_is_refused_where_it_stands(name):
    call, reason = CALLS[name]
    with pytest.raises(OldCallError, match=re.escape(reason)) as refused:
        call(*elementwise())
    assert str(refused.value).startswith(f"{__file__}:")


def inside_vector(s, a, b, c):
    s[c].vectorize(c.op.axis[1])
    s[b].compute_at(s[c], c.op.axis[1])


def thread_in_registers(s, a, b, c):
    s[b].set_scope("local")
    s[b].bind(b.op.axis[0], te.thread_axis("threadIdx.x"))


def predicate_on_data(s, a, b, c):
    tx = te.thread_axis("threadIdx.x")
    s[c].bind(c.op.axis[1], tx)
    s[c].set_store_predicate(tx.var.equal(0))


def five_vthreads(s, a, b, c):
    axis = c.op.axis[0]
    for _ in range(5):
        outer, axis = s[c].split(axis, factor=2)
        s[c].bind(outer, te.thread_axis("vthread"))


def doubled_at_the_root(s, a, b, c):
    s[b].double_buffer()


def doubled_from_the_same_loop(s, a, b, c):
    copy = s.cache_read(a, "shared", [b])
    s[b].compute_at(s[c], c.op.axis[0])
    s[copy].compute_at(s[c], c.op.axis[0])
    s[b].double_buffer()


def fused_away(s, a, b, c):
    s[b].compute_at(s[c], c.op.axis[0])
    fused(s[c])


def two_extents(s, a, b, c):
    for stage, factor in ((c, 8), (b, 4)):
        _, inner = s[stage].split(stage.op.axis[1], factor=factor)
        s[stage].bind(inner, te.thread_axis("threadIdx.x"))
    s[b].compute_at(s[c], c.op.axis[0])


def barrier_in_an_uneven_loop(s, a, b, c):
    copy = s.cache_read(a, "shared", [b])
    outer, _ = s[c].split(fused(s[c]), factor=3)
    s[c].bind(outer, te.thread_axis("threadIdx.x"))
    s[b].compute_at(s[c], outer)
    s[copy].compute_at(s[b], b.op.axis[0])


AT_LOWER = {
    barrier_in_an_uneven_loop: ("compute_at", "may not meet at the barriers of A.shared"),
    two_extents: ("bind", "has the extent 4, but threadIdx.x has 8 in C"),
    inside_vector: ("vectorize", "lanes of a vector"),
    thread_in_registers: ("bind", "registers"),
    predicate_on_data: ("set_store_predicate", "left out"),
    five_vthreads: ("bind", "fifth"),
    doubled_at_the_root: ("double_buffer", "no loop"),
    doubled_from_the_same_loop: ("double_buffer", "iteration ahead"),
    fused_away: ("compute_at", "fused away"),
}


@pytest.mark.parametrize("make", AT_LOWER, ids=lambda make: make.__name__)
def test_a_mistake_found_at_lower_names_the_call_that_caused_it(make):
    method, reason = AT_LOWER[make]
    s, a, b, c = elementwise()
    make(s, a, b, c)
    with pytest.raises(OldCallError, match=reason) as refused:
        tvm.lower(s, [a, c])
    assert re.match(rf"{re.escape(__file__)}:\d+: {method}: ", str(refused.value))


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
    with pytest.raises(OldCallError, match=r"compute_at: total is summed up in shared memory"):
        scheduled("shared")


def test_what_tvm_refuses_names_the_old_call_and_the_primitive():
    s, a, b, c, r = gemm()
    copy = s.cache_read(a, "shared", [c])
    again = s.cache_read(copy, "local", [c])
    s[again].compute_at(s[c], c.op.axis[0])
    s[copy].compute_at(s[c], r)
    with pytest.raises(OldCallError, match=r"compute_at: sch.compute_at\(a_shared, k") as refused:
        tvm.lower(s, [a, b, c])
    assert "s[copy].compute_at(s[c], r)" in str(refused.value)


def test_shared_memory_that_would_outlive_its_kernel_is_refused():
    s, a, b, c = elementwise()
    for stage in (b, c):
        s[stage].bind(s[stage].op.axis[0], te.thread_axis("blockIdx.x"))
    s[b].set_scope("shared")
    with pytest.raises(LoweringError, match=r"\.py:\d+: build: .* ends with a kernel"):
        tvm.build(s, [a, c], "cuda")


@pytest.mark.parametrize("stand_in", ["create_prim_func", "ComputeOp"])
def test_an_error_inside_tvm_is_one_line_that_names_the_call(stand_in, monkeypatch):
    s, a, b, c = elementwise()

    def fails(*_args, **_kwargs):
        raise today.error.InternalError("Check failed: (x) is false: why\nand more\nand more")

    if stand_in == "ComputeOp":
        monkeypatch.setattr(today.te._ffi_api, stand_in, fails)
        with pytest.raises(OldCallError) as refused:
            s.cache_write(c, "local")
        method = "cache_write"
    else:
        monkeypatch.setattr(today.te, stand_in, fails)
        with pytest.raises(OldCallError) as refused:
            tvm.lower(s, [a, c])
        method = "lower"
    said = str(refused.value)
    assert re.match(rf"{re.escape(__file__)}:\d+: {method}: .*is false: why in `", said)
    assert "\n" not in said


def test_what_llvm_code_cannot_be_made_of_names_the_build():
    s, a, b, c = elementwise()
    s[b].pragma(b.op.axis[0], "auto_unroll_max_step", "many")
    with pytest.raises(OldCallError, match=r"\.py:\d+: build: is refused: TypeError: "):
        tvm.build(s, [a, c], "llvm")(tvm.nd.empty((16, 8)), tvm.nd.empty((16, 8)))


def test_an_intrinsic_without_strides_is_refused_on_rows_that_lie_apart():
    x = te.placeholder((4, 4), name="x")
    z = te.compute((4, 4), lambda i, j: x[i, j], name="z")
    intrinsic = te.decl_tensor_intrin(
        z.op,
        lambda ins, outs: tvm.tir.call_extern(
            "int32", "copy", outs[0].access_ptr("w"), ins[0].access_ptr("r")
        ),
    )
    a = te.placeholder((16, 8), name="A")
    b = te.compute((16, 8), lambda i, j: a[i, j], name="B")
    s = te.create_schedule(b.op)
    *_, inner, _ = s[b].tile(*b.op.axis, 4, 4)
    s[b].tensorize(inner, intrinsic)
    with pytest.raises(OldCallError, match="has no strides"):
        tvm.lower(s, [a, b])
    with pytest.raises(OldCallError, match="called inside te.compute"):
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
    if im2col:
        (got,) = run_on_cpu(s, [a, b], values)
        np.testing.assert_array_equal(got, sum(values[k : k + 6] for k in range(4)))
    else:
        with pytest.raises(OldCallError, match=r"tensorize: .* lies at a sum of two loops"):
            tvm.lower(s, [a, b])
        s[row].set_scope("local")
        with pytest.raises(OldCallError, match=r"tensorize: .* declare it with scope='local'"):
            tvm.lower(s, [a, b])


def test_a_tile_that_does_not_divide_is_refused_to_an_intrinsic():
    with pytest.raises(OldCallError, match=r"dense_dp4a.py:78: tensorize: the tiles of C.local"):
        run_script(EXAMPLES / "dense_dp4a.py", ["20", "24", "32"], on_cpu=True)


def test_targets_are_read_as_old_scripts_wrote_them():
    assert str(tvm.target.Target("cuda").attrs["arch"]) == "sm_90"
    assert str(tvm.target.Target("cuda -arch=sm_80").attrs["arch"]) == "sm_80"
    assert str(tvm.target.Target("llvm").kind.name) == "llvm"


def test_cuda_is_emitted_for_the_architecture_of_the_target():
    s, a, b, c, _ = gemm()
    s[c].bind(c.op.axis[0], te.thread_axis("blockIdx.x"))
    s[c].bind(c.op.axis[1], te.thread_axis("threadIdx.x"))
    built = tvm.build(s, [a, b, c], "cuda -arch=sm_80")
    assert "__global__" in built.imported_modules[0].get_source()
    assert lower(tvm.lower(s, [a, b, c])).launches[0].threads == 32


# --- the explorer ---------------------------------------------------------------------------------


def test_explore_walks_an_old_script(cli):
    script = EXAMPLES / "gemm_blocked.py"
    code, out, err = cli("explore", script, "--shape", "64,32,8")
    assert (code, err) == (0, "")
    assert [line.split()[1] for line in out.splitlines() if re.match(r"\s+\d+\s+line_", line)] == [
        f"line_{line}" for line in (30, 32, 36, 39, 41)
    ]
    assert "grid 2, block 32x32" in out or "grid 2x1, block 32x32" in out
    assert "yes" in out.splitlines()[-1]


def test_every_call_is_a_primitive_of_the_step_that_follows_it(cli):
    script = EXAMPLES / "gemm_blocked.py"
    code, out, _ = cli("steps", script, "--primitives", "--shape", "64,32,8")
    assert code == 0
    rows = re.findall(r"(line_\d+)/(\w+)", out)
    assert rows[:2] == [("line_30", "cache_write"), ("line_30", "split")]
    assert rows[-1] == ("line_41", "compute_at")
    assert len(rows) == 9


def test_show_diff_analyze_and_dump_take_an_old_script(cli, tmp_path):
    script = EXAMPLES / "dense_dp4a.py"
    code, out, _ = cli("show", script, "--level", "cuda", "--shape", "32,32,64")
    assert code == 0 and "__dp4a" in out
    blocked = EXAMPLES / "gemm_blocked.py"
    code, out, _ = cli(
        "diff",
        f"{blocked}:schedule:line_39",
        f"{blocked}:schedule:line_41",
        *("--level", "tir", "--shape", "64,32,8"),
    )
    assert code == 0 and "+" in out
    code, out, _ = cli("analyze", blocked, "--shape", "64,32,8")
    assert code == 0 and "global load" in out
    code, out, err = cli("dump", script, "--shape", "32,32,64", "--out", tmp_path, "--verify")
    assert code == 0, err
    assert list(tmp_path.rglob("*.cu"))


def test_a_tensorized_script_is_verified_by_its_descriptions(cli):
    code, out, err = cli("verify", EXAMPLES / "hgemm_wmma.py", "--shape", "64,64,32")
    assert (code, err) == (0, "")
    assert "yes" in out


def test_report_takes_an_old_script(cli, tmp_path):
    page = tmp_path / "page.html"
    script = EXAMPLES / "rowsum_rfactor.py"
    code, _, err = cli("report", script, "--out", page)
    assert code == 0, err
    assert page.stat().st_size > 10_000


def test_verify_takes_an_inlined_argument_for_an_input(cli, tmp_path):
    script = tmp_path / "inlined.py"
    script.write_text(
        textwrap.dedent(
            """
            import tvm
            from tvm import te
            A = te.placeholder((64,), name="A")
            B = te.compute((64,), lambda i: A[i] + 1, name="B")
            C = te.compute((64,), lambda i: B[i] * 2, name="C")
            s = te.create_schedule(C.op)
            s[B].compute_at(s[C], C.op.axis[0])
            tvm.lower(s, [A, B, C])
            s[B].compute_inline()
            tvm.lower(s, [A, B, C])
            """
        )
    )
    code, out, err = cli("verify", script)
    assert (code, err) == (0, "") and re.search(r"2 +2 .* yes", out)


def test_a_script_with_several_schedules_wants_one_named(cli):
    script = EXAMPLES / "masked_reductions.py"
    code, _, err = cli("explore", script, "--shape", "40,33")
    assert code == 2 and "schedule_2 (line " in err
    code, out, err = cli("verify", f"{script}:schedule_2", "--shape", "40,33")
    assert (code, err) == (0, "")
    code, _, err = cli("verify", f"{script}:schedule_9", "--shape", "40,33")
    assert code == 2 and "did you mean 'schedule_" in err


def test_a_script_that_fails_is_told_in_one_line(tmp_path):
    from schedules.userfile import load

    script = tmp_path / "broken.py"
    script.write_text("from tvm import te\nx = te.create_schedule\nte.create_schedule(1 / 0)\n")
    with pytest.raises(UserError, match=r"broken.py:3 does not run: ZeroDivisionError"):
        load(str(script))


def test_an_error_of_several_lines_is_told_in_one(tmp_path):
    from schedules.userfile import load

    script = tmp_path / "broken.py"
    script.write_text(
        "from tvm import te\nif 0: te.create_schedule(0)\nraise ValueError('a\\nb')\n"
    )
    with pytest.raises(UserError, match=r"broken.py:3 does not run: ValueError: a$"):
        load(str(script))


@pytest.mark.parametrize("code", ["", "0", "3", "'no'"])
def test_a_script_may_end_itself(code, tmp_path, cli):
    script = tmp_path / "ends.py"
    text = (EXAMPLES / "gemm_native.py").read_text()
    assert "func = tvm.build" in text
    script.write_text(text.replace("func = tvm.build", f"sys.exit({code})\nfunc = tvm.build"))
    for command in ("steps", "migrate"):
        exit_code, out, err = cli(command, script)
        if code in ("", "0"):
            assert (exit_code, err) == (0, "") and out
        else:
            wanted = code.strip("'")
            assert exit_code == 2 and err.endswith(f"ended with exit code {wanted}\n")
