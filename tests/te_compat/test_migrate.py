"""`schedules migrate`: the new script schedules what the old one does."""

from __future__ import annotations

import ast
import contextlib
import io
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
import tvm as today
import tvm_ffi
from exhaustive import every, sampled_tuples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from legacy_samples import EXAMPLES, SHAPES
from migrate_samples import as_chosen
from random_schedules import COMPUTATIONS, Chooser

from gpusim.errors import UserError
from te_compat.calls import OldCallError
from te_compat.expression_text import ExprText
from te_compat.graph_text import GraphText
from te_compat.migrate import migrated, written
from te_compat.modules import te
from te_compat.replay import replay
from te_compat.schedule_text import AxisNames
from te_compat.script import run_script


def lowered_by_the_old(script: Path, shape: str) -> dict[int, today.ir.IRModule]:
    """What an old script lowers, by the line; from a run of its own."""
    with contextlib.redirect_stdout(io.StringIO()):
        session = run_script(script, shape.split(), only_lower=True)
    return {
        one.call.line: replay(history.states[one.calls], one.args).mod
        for history in session.histories
        for one in history.lowered
    }


# Here the last shape of each, which tiles do not divide; below the first.
LAST = [(name, found[-1]) for name, found in SHAPES.items()]


@pytest.mark.parametrize(("name", "shape"), sampled_tuples(LAST, LAST[::2]))
def test_the_new_script_schedules_what_the_old_one_does(name, shape, tmp_path, capsys):
    script = EXAMPLES / f"{name}.py"
    text, chosen = migrated(script, shape.split(), each=True)
    file = tmp_path / "new.py"
    file.write_text(text)
    names = runpy.run_path(str(file), run_name="migrated")
    wanted = lowered_by_the_old(script, shape)
    found = {one.lowering.call.line: names[one.function]().mod for one in chosen}
    assert max(found) == max(wanted)
    for line, mod in found.items():
        assert tvm_ffi.structural_equal(mod, wanted[line])
    # A line that has no function of its own builds what another has lowered.
    for line in wanted.keys() - found.keys():
        assert any(tvm_ffi.structural_equal(mod, wanted[line]) for mod in found.values())


@pytest.mark.parametrize("name", every(SHAPES, 2))
def test_the_new_script_runs_as_a_script_and_is_tidy(name, tmp_path, capsys):
    text, chosen = migrated(EXAMPLES / f"{name}.py", SHAPES[name][0].split())
    file = tmp_path / "new.py"
    file.write_text(text)
    runpy.run_path(str(file), run_name="__main__")
    out = capsys.readouterr().out
    assert out.count("@T.prim_func") == len(chosen)
    assert ("__global__" in out) == (name != "gemm_cpu")
    imported = {
        one.names[0].name if isinstance(one, ast.Import) else one.module
        for one in ast.walk(ast.parse(text))
        if isinstance(one, ast.Import | ast.ImportFrom)
    }
    # The pass of double buffers walks TIR, and has annotations.
    assert imported - {"tvm", "tvm.script"} in (set(), {"tvm_ffi", "__future__"})
    # A statement of an intrinsic is TVM's own text; everything else fits.
    assert all(len(line) <= 100 for line in text.splitlines() if "T.Cast(" not in line)


def test_the_new_script_needs_tvm_alone(tmp_path):
    """In a process that cannot find this project."""
    text, _ = migrated(EXAMPLES / "gemm_blocked.py", ["64", "32", "8"])
    (tmp_path / "new.py").write_text(text)
    code = (
        "import sys; sys.modules['schedules'] = None; import runpy; "
        "print(runpy.run_path('new.py')['schedule']().mod.script())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert 'T.sblock("C_local_update")' in done.stdout


def test_the_last_lowering_of_each_schedule_is_taken_and_the_others_are_named(cli):
    script = EXAMPLES / "gemm_blocked.py"
    code, out, err = cli("migrate", script, "--shape", "64,32,8")
    assert code == 0
    assert out.count("s_tir.Schedule(") == 1
    assert "lines 30, 32, 36, 39, 43; schedule() is its version in line 43" in err
    code, out, err = cli("migrate", script, "--shape", "64,32,8", "--each-lower")
    assert (code, err) == (0, "")
    functions = re.findall(r"^def (schedule_\w+)", out, re.MULTILINE)
    assert functions == [f"schedule_line_{line}" for line in (30, 32, 36, 39, 43)]
    assert out.count("def compute") == 1


def test_the_new_script_is_explored_like_any_other(cli, tmp_path):
    new = tmp_path / "new.py"
    script = EXAMPLES / "rowsum_rfactor.py"
    code, out, _ = cli("migrate", script, "--shape", "40,100", "-o", new)
    assert (code, out) == (0, "")
    code, out, err = cli("verify", new)
    assert (code, err) == (0, "")
    assert "correct" in out


@pytest.mark.parametrize("computation", COMPUTATIONS)
def test_a_random_schedule_is_written_as_it_is(computation):
    """`written` raises where the text would schedule anything else."""
    count = 0

    @settings(
        max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(st.data())
    def run(data):
        nonlocal count
        try:
            s, args, _ = computation(Chooser(data))
            found = replay(s, args)
        except OldCallError:
            return
        assert "sch = s_tir.Schedule(" in written([as_chosen(s, args, found)], AxisNames(), "x")
        count += 1

    run()
    assert count >= 4


def test_a_text_that_schedules_something_else_is_not_handed_out(monkeypatch):
    a = te.placeholder((8,), name="A")
    b = te.compute((8,), lambda i: a[i] + 1.0, name="B")
    s = te.create_schedule(b.op)
    s[b].split(b.op.axis[0], factor=4)
    one = as_chosen(s, [a, b], replay(s, [a, b]))
    monkeypatch.setattr(GraphText, "_placeholder", lambda self, op: ["A = te.placeholder((8,))"])
    written([one], AxisNames(), "x")
    monkeypatch.setattr(ExprText, "of", lambda self, expr: "A[i] + missing")
    with pytest.raises(UserError, match="would not run .name 'missing' is not defined"):
        written([one], AxisNames(), "x")
    monkeypatch.setattr(ExprText, "of", lambda self, expr: "A[i] + 2.0")
    with pytest.raises(UserError, match="would differ from that of the old"):
        written([one], AxisNames(), "x")


def test_a_script_that_is_refused_is_refused_in_the_same_words(cli, tmp_path):
    script = tmp_path / "refused.py"
    script.write_text("from tvm import te\nte.gradient()\n")
    new = tmp_path / "new.py"
    code, out, err = cli("migrate", script, "-o", new)
    assert (code, out) == (2, "")
    assert re.fullmatch(
        r"schedules: \S+refused.py:2: te.gradient: TVM removed automatic [^\n]+\n", err
    )
    with pytest.raises(OldCallError) as refused:
        run_script(script)
    assert err == f"schedules: {refused.value}\n"
    assert not new.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = (\n", r"old.py:1: this is not Python 3: '\(' was never closed"),
        ("import tvm\n1 / 0\n", r"old.py:2 does not run: ZeroDivisionError"),
        ("raise SystemExit(4)\n", "ended with exit code 4"),
        ("x = 1\n", "lowers no schedule"),
    ],
)
def test_a_script_with_nothing_to_migrate_is_told_in_one_line(cli, tmp_path, text, message):
    script = tmp_path / "old.py"
    script.write_text(text)
    code, out, err = cli("migrate", script)
    assert (code, out) == (2, "")
    assert re.search(message, err) and err.count("\n") == 1


def test_a_file_is_replaced_only_when_asked(cli, tmp_path):
    script, new = tmp_path / "old.py", tmp_path / "new.py"
    script.write_text((EXAMPLES / "gemm_native.py").read_text())
    before = script.read_text()
    new.write_text("mine")
    command = ("migrate", script, "--shape", "8,16,4")
    code, _, err = cli(*command, "-o", new)
    assert (code, new.read_text()) == (2, "mine") and "--force" in err
    code, _, err = cli(*command, "-o", script, "--force")
    assert (code, script.read_text()) == (2, before) and "is the old script" in err
    code, _, err = cli(*command, "-o", new, "--force")
    assert (code, err) == (0, "")
    assert "def schedule()" in new.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.py", "old.py"]
    code, _, err = cli("migrate", tmp_path / "absent.py")
    assert code == 2 and "no such file" in err


def test_double_buffers_stay_in_plain_tvm(tmp_path):
    """The new file has the pass that makes them, and so the kernel that the old script has here."""
    text, _ = migrated(EXAMPLES / "gemm_double_buffer.py", ["128", "128", "32"])
    new = tmp_path / "new.py"
    new.write_text(text)
    done = subprocess.run([sys.executable, new], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"__shared__ .* (\w+)_ptr\[4096\]", done.stdout) == [
        "A_shared_shared",
        "B_shared_shared",
    ]


def test_the_options_of_passes_are_kept(tmp_path):
    script = tmp_path / "old.py"
    script.write_text(
        "import tvm\nfrom tvm import te\n"
        'A = te.placeholder((64,), name="A")\n'
        'B = te.compute((64,), lambda i: A[i] + 1.0, name="B")\n'
        "s = te.create_schedule(B.op)\n"
        'with tvm.transform.PassContext(config={"tir.UnrollLoop": {"auto_max_step": 8}}):\n'
        '    f = tvm.build(s, [A, B], "llvm")\n'
    )
    text, _ = migrated(script)
    assert '"auto_max_step": 8' in text.replace("'", '"')
    assert '):\n        tvm.compile(mod, target="llvm")\n' in text
    new = tmp_path / "new.py"
    new.write_text(text)
    subprocess.run([sys.executable, new], capture_output=True, check=True)


SCAN = """
import tvm
from tvm import te

X = te.placeholder((64, 64), name="X")
state = te.placeholder((8, 4, 64))
init = te.compute((1, 4, 64), lambda _, i, j: 1.0, name="init")
k = te.reduce_axis((0, 64), name="k")
update = te.compute(
    (8, 4, 64), lambda t, i, j: te.sum(state[t - 1, i, k] * X[k, j], axis=k), name="update"
)
scan = te.scan(init, update, state, inputs=[X])
s = te.create_schedule(scan.op)
for stage in (init, update):
    outer, inner = s[stage].split(stage.op.axis[2], 16)
    s[stage].bind(outer, te.thread_axis("blockIdx.x"))
    s[stage].bind(inner, te.thread_axis("threadIdx.x"))
tvm.build(s, [X, scan], "cuda")
"""


def test_common_subexpressions_stay_where_tvm_would_move_them_out_of_a_kernel(tmp_path):
    script, new = tmp_path / "old.py", tmp_path / "new.py"
    script.write_text(SCAN)
    text, _ = migrated(script)
    assert 'PassContext(config={"tirx.disable_cse_tir": True})' in text
    new.write_text(text)
    done = subprocess.run([sys.executable, new], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "__global__" in done.stdout, done.stderr[-500:]


WARP = """
import tvm
from tvm import te

A = te.placeholder((128,), name="A")
B = te.compute((128,), lambda i: A[i] + 3, name="B")
s = te.create_schedule(B.op)
AA = s.cache_read(A, "warp", [B])
xo, xi = s[B].split(B.op.axis[0], 64)
_, lane = s[B].split(xi, factor=32)
tx = te.thread_axis("threadIdx.x")
s[B].bind(lane, tx)
s[B].bind(xo, te.thread_axis("blockIdx.x"))
s[AA].compute_at(s[B], xo)
_, lane = s[AA].split(s[AA].op.axis[0], 32)
s[AA].bind(lane, tx)
tvm.build(s, [A, B], "cuda")
"""


# Unrolled steps have an index of both kernels in common, which TVM computes before them.
UNROLLED = SCAN.replace(
    "tvm.build(",
    'with tvm.transform.PassContext(config={"tir.UnrollLoop": {"auto_max_step": 128}}):\n'
    "    tvm.build(",
)


@pytest.mark.parametrize("old", [WARP, UNROLLED], ids=["warp", "scan"])
@pytest.mark.parametrize("disabled", [True, False])
def test_without_the_option_tvm_does_not_compile_the_same_text(disabled, old, tmp_path):
    """The planted fault is the option turned off; the text as written is its clean twin."""
    script, new = tmp_path / "old.py", tmp_path / "new.py"
    script.write_text(old)
    text, _ = migrated(script)
    option = '"tirx.disable_cse_tir": '
    assert f"{option}True" in text
    new.write_text(text.replace(f"{option}True", f"{option}{disabled}"))
    done = subprocess.run([sys.executable, new], capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == disabled, done.stderr[-500:]


def test_common_subexpressions_stay_eliminated_elsewhere(tmp_path):
    """The clean twin: a kernel that is no scan keeps TVM's passes."""
    script, new = tmp_path / "old.py", tmp_path / "new.py"
    before, _, after = SCAN.partition("state = ")
    update = "update = te.compute((64, 64), lambda i, j: X[i, j] + 1.0, name='update')\n"
    rest = after[after.index("s = te.create") :]
    rest = rest.replace("scan", "update").replace("(init, update)", "(update,)")
    script.write_text(before + update + rest.replace("op.axis[2]", "op.axis[1]"))
    text, _ = migrated(script)
    assert "disable_cse" not in text
    new.write_text(text)
    done = subprocess.run([sys.executable, new], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "__global__" in done.stdout, done.stderr[-500:]


def test_a_pragma_of_several_lines_is_written_on_one(tmp_path):
    script = tmp_path / "old.py"
    script.write_text(
        "import tvm\nfrom tvm import te\n"
        "A = te.placeholder((8,), name='A')\nB = te.compute((8,), lambda i: A[i] + 1.0, name='B')\n"
        "s = te.create_schedule(B.op)\n"
        "s[B].pragma(B.op.axis[0], 'import_llvm', '; a \"comment\"\\n; another\\n')\n"
        "tvm.lower(s, [A, B])\n"
    )
    text, _ = migrated(script)
    assert '"pragma_import_llvm", "; a \\"comment\\"\\n; another\\n"' in text
