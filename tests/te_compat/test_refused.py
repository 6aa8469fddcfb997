"""What is refused: one line with the script's line and the call, and exit status 2."""

from __future__ import annotations

import re

import pytest
from legacy_samples import at_a_tile, elementwise, fused, gemm, windows

from schedules.core.errors import LoweringError
from te_compat import autotvm, te, tvm
from te_compat.calls import OldCallError


def threads(tag: str = "threadIdx.x"):
    return te.thread_axis(tag)


def row_sum(**options):
    a = te.placeholder((4, 8), name="A")
    r = te.reduce_axis((0, 8), name="k")
    return te.compute((4,), lambda i: te.sum(a[i, r], axis=r, **options), name="B")


def nested(a):
    r = te.reduce_axis((0, 8), name="k")
    return te.compute((16,), lambda i: te.sum(a[i, r], axis=r) + 1.0, name="N")


# By the call that the message names: what a script says of `elementwise`.
AT_ONCE = {
    "te.gradient": lambda s, a, b, c: te.gradient(c, a),
    "te.hybrid": lambda s, a, b, c: te.hybrid,
    "te.no_such_thing": lambda s, a, b, c: te.no_such_thing,
    "tvm.auto_scheduler": lambda s, a, b, c: tvm.auto_scheduler,
    "topi.mali": lambda s, a, b, c: tvm.topi.mali,
    "ir_pass.MakeAPI": lambda s, a, b, c: tvm.ir_pass.MakeAPI,
    "call_intrin": lambda s, a, b, c: tvm.call_pure_intrin("float32", "no_such", 1.0),
    "register_func": lambda s, a, b, c: tvm.register_func("ffi.Array", print),
    "build_config": lambda s, a, b, c: tvm.build_config(add_lower_pass=[]),
    "PassContext": lambda s, a, b, c: tvm.transform.PassContext(config={"tir.no_such_pass": 1}),
    "compute": lambda s, a, b, c: row_sum(init=tvm.tir.const(1.0, "float32")),
    "compute ": lambda s, a, b, c: nested(a),
    "Stage.rolling_buffer": lambda s, a, b, c: s[b].rolling_buffer(),
    "Stage.no_such": lambda s, a, b, c: s[c].no_such,
    "Schedule.no_such": lambda s, a, b, c: s.no_such,
    "NDArray.no_such": lambda s, a, b, c: tvm.nd.empty((2,)).no_such,
    "Target.no_such": lambda s, a, b, c: tvm.target.Target("llvm").no_such,
    "transform_layout": lambda s, a, b, c: s[b].transform_layout(lambda i: [i]),
    "split": lambda s, a, b, c: s[c].split(c.op.axis[0], factor=3, disable_predication=True),
    "split ": lambda s, a, b, c: s[c].split(c.op.axis[0], 2, 3),
    "split   ": lambda s, a, b, c: [s[c].split(c.op.axis[0], factor=2) for _ in "ab"],
    "reorder": lambda s, a, b, c: s[c].reorder(c.op.axis[0], c.op.axis[0]),
    "bind": lambda s, a, b, c: s[c].bind(*c.op.axis),
    "vectorize": lambda s, a, b, c: s[c].vectorize(1),
    "compute_at": lambda s, a, b, c: (fused(s[c]), s[b].compute_at(s[c], c.op.axis[0])),
    "cache_read": lambda s, a, b, c: s.cache_read(a, "shared", [c]),
    "rfactor": lambda s, a, b, c: s.rfactor(c, c.op.axis[0]),
    "s[...]": lambda s, a, b, c: s[row_sum()],
    "tensorize": lambda s, a, b, c: s[c].tensorize(c.op.axis[0], None),
    "build": lambda s, a, b, c: tvm.build(s, [a, c], "bogus"),
    "lower": lambda s, a, b, c: tvm.lower(s, [a, c, c]),
    "lower  ": lambda s, a, b, c: tvm.lower(s, [c]),
    "lower   ": lambda s, a, b, c: tvm.lower(c, [a, c]),
    "chain": lambda s, a, b, c: tvm.build(s, [a, c], "llvm", name="chain")(
        tvm.nd.empty((4, 8)), tvm.nd.empty((16, 8))
    ),
    "define_split": lambda s, a, b, c: autotvm.ConfigSpace().define_split("t", 8, "all"),
    "cfg['tile']": lambda s, a, b, c: autotvm.ConfigSpace()["tile"],
    "create": lambda s, a, b, c: autotvm.task.create("nobody", args=(), target="opencl"),
    "log_to_file": lambda s, a, b, c: autotvm.callback.log_to_file("a", protocol="pickle"),
    "LocalRunner": lambda s, a, b, c: autotvm.LocalRunner(enable_cpu_cache_flush=True),
    "autotvm.tuner.DropletTuner": lambda s, a, b, c: autotvm.tuner.DropletTuner,
}


def said_by(refused) -> str:
    """The call that a message names; the message is one line that begins with the script's."""
    named = re.fullmatch(r"\S+/te_compat/\w+\.py:\d+: ([^ ]+): .+", str(refused.value))
    assert named, refused.value
    return named[1]


@pytest.mark.parametrize("name", AT_ONCE)
def test_a_call_is_refused_where_it_stands(name):
    with pytest.raises(OldCallError) as refused:
        AT_ONCE[name](*elementwise())
    assert said_by(refused).removeprefix("tvm.") == name.strip().removeprefix("tvm.")


def two_extents(s, a, b, c):
    for stage, factor in ((c, 8), (b, 4)):
        _, inner = s[stage].split(stage.op.axis[1], factor=factor)
        s[stage].bind(inner, threads())
    s[b].compute_at(s[c], c.op.axis[0])


def predicate_on_data(s, a, b, c):
    tx = threads()
    s[c].bind(c.op.axis[1], tx)
    s[c].set_store_predicate(tx.var.equal(0))


def five_vthreads(s, a, b, c):
    axis = c.op.axis[0]
    for _ in range(5):
        outer, axis = s[c].split(axis, factor=2)
        s[c].bind(outer, threads("vthread"))


def doubled_from_the_same_loop(s, a, b, c):
    copy = s.cache_read(a, "shared", [b])
    s[b].compute_at(s[c], c.op.axis[0])
    s[copy].compute_at(s[c], c.op.axis[0])
    s[b].double_buffer()


def barrier_in_an_uneven_loop(s, a, b, c):
    copy = s.cache_read(a, "shared", [b])
    outer, _ = s[c].split(fused(s[c]), factor=3)
    s[c].bind(outer, threads())
    s[b].compute_at(s[c], outer)
    s[copy].compute_at(s[b], b.op.axis[0])


# What only `lower` can find: the call is the one that caused it.
AT_LOWER = [
    ("compute_at", barrier_in_an_uneven_loop),
    ("bind", two_extents),
    ("bind", lambda s, a, b, c: (s[b].set_scope("local"), s[b].bind(b.op.axis[0], threads()))),
    ("bind", five_vthreads),
    ("bind", lambda s, a, b, c: s[c].bind(c.op.axis[0], threads("pipeline"))),
    ("set_store_predicate", predicate_on_data),
    ("double_buffer", lambda s, a, b, c: s[b].double_buffer()),
    ("double_buffer", doubled_from_the_same_loop),
    ("compute_at", lambda s, a, b, c: (s[b].compute_at(s[c], c.op.axis[0]), fused(s[c]))),
    ("compute_inline", lambda s, a, b, c: s[c].compute_inline()),
    ("pragma", lambda s, a, b, c: s[c].pragma(c.op.axis[0], "no_such", 1)),
    ("transform_layout", lambda s, a, b, c: s[b].transform_layout(lambda i, j: [i + j])),
]


@pytest.mark.parametrize(("call", "make"), AT_LOWER)
def test_a_mistake_that_lower_finds_names_the_call_that_caused_it(call, make):
    s, a, b, c = elementwise()
    make(s, a, b, c)
    with pytest.raises(tvm.error.TVMError) as refused:
        tvm.lower(s, [a, c])
    assert said_by(refused) == call


MOVED = [
    ("compute_at", lambda s, b, c, outer: s[c].parallel(outer)),
    ("bind", lambda s, b, c, outer: s[b].bind(s[b].leaf_iter_vars[0], threads())),
    ("storage_align", lambda s, b, c, outer: s[b].storage_align(b.op.axis[0], 8, 1)),
    ("double_buffer", lambda s, b, c, outer: s[b].double_buffer()),
]


@pytest.mark.parametrize(("call", "make"), MOVED)
def test_what_an_argument_computed_inside_its_reader_cannot_have(call, make):
    s, a, b, c = windows(total=True)
    make(s, b, c, at_a_tile(s, b, c))
    with pytest.raises(OldCallError) as refused:
        tvm.lower(s, [a, b, c])
    assert said_by(refused) == call
    if call != "bind":
        tvm.lower(s, [a, c])  # An intermediate may have it.


def accumulated(scope: str):
    """A sum inside a loop over blocks, that its readers' threads do not share."""
    a = te.placeholder((16, 8), name="A")
    r = te.reduce_axis((0, 8), name="k")
    total = te.compute((16,), lambda i: te.sum(a[i, r], axis=r), name="total")
    out = te.compute((16, 8), lambda i, j: a[i, j] / total[i], name="out")
    s = te.create_schedule(out.op)
    s[out].bind(out.op.axis[0], threads("blockIdx.x"))
    s[out].bind(out.op.axis[1], threads())
    s[total].set_scope(scope)
    s[total].compute_at(s[out], out.op.axis[0])
    return tvm.build(s, [a, out], "cuda")


def test_a_sum_that_all_threads_would_add_to_is_refused():
    assert "__global__" in accumulated("local").get_source()
    with pytest.raises(OldCallError) as refused:
        accumulated("shared")
    assert said_by(refused) == "compute_at"


def test_shared_memory_that_would_outlive_its_kernel_is_refused():
    s, a, b, c = elementwise()
    for stage in (b, c):
        s[stage].bind(s[stage].op.axis[0], threads("blockIdx.x"))
    s[b].set_scope("shared")
    with pytest.raises(LoweringError) as refused:
        tvm.build(s, [a, c], "cuda")
    assert said_by(refused) == "build"


def test_steps_of_a_scan_that_read_what_is_not_written_are_refused():
    state, x = te.placeholder((4, 8)), te.placeholder((4, 8), name="X")
    init = te.compute((1, 8), lambda _, i: x[0, i])

    def scanned(step):
        return te.scan(init, te.compute((4, 8), step, name="next"), state)

    between = te.compute((4, 8), lambda t, i: state[t - 1, i], name="between")
    for step in (
        lambda t, i: state[t, i],
        lambda t, i: state[t - 2, i],
        lambda t, i: between[t - 1, i],
    ):
        with pytest.raises(OldCallError) as refused:
            scanned(step)
        assert said_by(refused) == "scan"
    s = te.create_schedule(scanned(lambda t, i: between[t, i] + x[t, i]).op)
    update = s.stages[-2].op
    s[update].parallel(update.axis[0])
    with pytest.raises(OldCallError) as refused:
        tvm.lower(s, [x, s.outputs[0].output(0)])
    assert said_by(refused) == "parallel"


def test_what_tvm_refuses_names_the_old_call():
    s, a, b, c, r = gemm()
    copy = s.cache_read(a, "shared", [c])
    again = s.cache_read(copy, "local", [c])
    s[again].compute_at(s[c], c.op.axis[0])
    s[copy].compute_at(s[c], r)
    with pytest.raises(OldCallError) as refused:
        tvm.lower(s, [a, b, c])
    assert said_by(refused) == "compute_at" and refused.value.__cause__


def test_an_error_inside_tvm_is_one_line_that_names_the_call(monkeypatch):
    s, a, b, c = elementwise()

    def fails(*_args, **_kwargs):
        raise RuntimeError("Check failed: (x) is false: why\nand more\nand more")

    monkeypatch.setattr("tvm.te.create_prim_func", fails)
    with pytest.raises(OldCallError) as refused:
        tvm.lower(s, [a, c])
    assert said_by(refused) == "lower"


# Scripts by what is called, and in which line.
SCRIPTS = {
    "sparse.placeholder": (2, "import tvm.contrib.sparse as s\ns.placeholder((4, 4), 3)"),
    "te.grad_op": (2, "from tvm import te\nte.grad_op(1, 2)"),
    "relay.var": (3, "from tvm import relay\nprint()\nrelay.var('x')"),
    "tvm.no_such_name": (2, "import tvm\ntvm.no_such_name"),
    "autotvm.graph_tuner": (1, "from tvm.autotvm.graph_tuner import DPTuner; DPTuner()"),
}


@pytest.mark.parametrize("name", SCRIPTS)
@pytest.mark.parametrize("command", ["legacy", "migrate"])
def test_a_refused_script_exits_with_2(command, name, tmp_path, cli, legacy):
    line, text = SCRIPTS[name]
    script = tmp_path / "script.py"
    script.write_text(text)
    code, _, error = legacy(script) if command == "legacy" else cli("migrate", script)
    assert code == 2 and error.count("\n") == 1
    assert f"{script}:{line}: " in error and f"{name}: " in error


def test_what_migrate_cannot_print_names_the_line_that_lowers_it(tmp_path, cli):
    script = tmp_path / "script.py"
    script.write_text(
        "import tvm\nfrom tvm import te\n"
        "A = te.placeholder((4,), name='A')\n"
        "C = te.extern((4,), [A], lambda i, o: tvm.tir.call_packed('f', i[0], o[0]), name='C')\n"
        "tvm.lower(te.create_schedule(C.op), [A, C])\n"
    )
    code, _, error = cli("migrate", script)
    assert code == 2 and error.count("\n") == 1 and f"{script}:5: " in error
