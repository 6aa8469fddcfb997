"""`schedules migrate`: the new script schedules and computes what the old one does."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from conftest import FILES
from exhaustive import every
from legacy_samples import EXAMPLES, SHAPES
from migrate_samples import as_lowering, check_migrated

from gpusim.errors import UserError
from te_compat.expression_text import ExprText
from te_compat.graph_text import GraphText
from te_compat.migrate import migrated, written
from te_compat.modules import te
from te_compat.schedule_text import AxisNames
from te_compat.session import replay

EVERY = {**{name: shapes[0] for name, shapes in SHAPES.items()}, "symbolic_shape": "40"}


def run_alone(tmp_path, text: str) -> subprocess.CompletedProcess:
    """Run a new script in a process that cannot find this project."""
    new = tmp_path / "new.py"
    new.write_text(text)
    code = (
        "import sys, runpy; sys.modules['schedules'] = None; "
        f"runpy.run_path({str(new)!r}, run_name='__main__')"
    )
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("name", every(EVERY, 8))
def test_an_example_migrated(name, tmp_path):
    numbers, kernels = check_migrated(EXAMPLES / f"{name}.py", EVERY[name].split(), tmp_path)
    assert (numbers > 0) == (name not in ("dense_dp4a", "hgemm_wmma"))
    assert (kernels > 0) == (name not in ("gemm_cpu", "symbolic_shape"))


def test_the_new_script_needs_tvm_alone_and_keeps_double_buffers(tmp_path):
    text, _ = migrated(EXAMPLES / "gemm_double_buffer.py", ["128", "128", "32"])
    assert "disable_cse" not in text and all(len(line) <= 100 for line in text.splitlines())
    for quoted in (
        "    # ko, ki = s[CC].split(k, factor=BK)\n    ko, ki = sch.split(k, factors=[None, 16])\n",
        '    # CC = s.cache_write(C, "local")\n    k = te.reduce_axis',
    ):
        assert quoted in text
    done = run_alone(tmp_path, text)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"__shared__ .* (\w+)_ptr\[4096\]", done.stdout) == [
        "A_shared_shared",
        "B_shared_shared",
    ]


def test_the_last_lowering_of_each_schedule_is_taken_and_the_others_are_named(cli):
    script = EXAMPLES / "gemm_blocked.py"
    code, out, err = cli("migrate", script, "--shape", "64,32,8")
    assert code == 0 and out.count("s_tir.Schedule(") == 1
    assert "lines 30, 32, 36, 39, 43; schedule() is its version in line 43" in err
    code, out, err = cli("migrate", script, "--shape", "64,32,8", "--each-lower")
    assert (code, err) == (0, "") and out.count("def compute") == 1
    functions = re.findall(r"^def (schedule_\w+)", out, re.MULTILINE)
    assert functions == [f"schedule_line_{line}" for line in (30, 32, 36, 39, 43)]


def test_a_text_that_schedules_something_else_is_not_handed_out(monkeypatch):
    a = te.placeholder((8,), name="A")
    b = te.compute((8,), lambda i: a[i] + 1.0, name="B")
    s = te.create_schedule(b.op)
    one = as_lowering(s, [a, b], replay(s, [a, b]))
    monkeypatch.setattr(GraphText, "_placeholder", lambda self, op: ["A = te.placeholder((8,))"])
    written([one], AxisNames(), "x")
    for text in ("A[i] + missing", "A[i] + 2.0"):
        monkeypatch.setattr(ExprText, "of", lambda self, expr, text=text: text)
        with pytest.raises(UserError, match="migrate cannot write"):
            written([one], AxisNames(), "x")


def test_a_file_is_replaced_only_when_asked(cli, tmp_path):
    script, new = tmp_path / "old.py", tmp_path / "new.py"
    script.write_text((EXAMPLES / "gemm_native.py").read_text())
    before = script.read_text()
    new.write_text("mine")
    command = ("migrate", script, "--shape", "8,16,4")
    code, _, err = cli(*command, "-o", new)
    assert (code, new.read_text()) == (2, "mine") and "--force" in err
    code, _, _ = cli(*command, "-o", script, "--force")
    assert (code, script.read_text()) == (2, before)
    code, _, err = cli(*command, "-o", new, "--force")
    assert (code, err) == (0, "") and "def schedule()" in new.read_text()
    code, out, err = cli("verify", new)
    assert (code, err) == (0, "") and "correct" in out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.py", "old.py"]


HEAD = """
import tvm
from tvm import te
"""
SMALL = f"""{HEAD}
A = te.placeholder((8, 8), name="A")
B = te.compute((8, 8), lambda i, j: A[i, j] + 1.0, name="B")
s = te.create_schedule(B.op)
"""
# What a script schedules, and what the new one has of it.
KEPT = {
    "options of passes": (
        'with tvm.transform.PassContext(config={"tir.UnrollLoop": {"auto_max_step": 8}}):\n'
        '    f = tvm.build(s, [A, B], "llvm")\n',
        "'auto_max_step': 8",
    ),
    "a pragma of several lines": (
        "s[B].pragma(B.op.axis[0], 'import_llvm', '; \"comment\"\\n;\\n')\ntvm.lower(s, [A, B])\n",
        '"pragma_import_llvm", "; \\"comment\\"\\n;\\n"',
    ),
    "a statement over several lines": (
        "o, i = s[B].split(\n    B.op.axis[0],\n    factor=4,\n)\ntvm.lower(s, [A, B])\n",
        "    # o, i = s[B].split(\n    #     B.op.axis[0],\n    #     factor=4,\n    # )\n"
        "    o, i = sch.split(i, factors=[None, 4])\n",
    ),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_a_script_says_is_kept(name, tmp_path):
    said, kept = KEPT[name]
    script = tmp_path / "old.py"
    script.write_text(SMALL + said)
    text, _ = migrated(script)
    assert kept in text
    assert run_alone(tmp_path, text).returncode == 0


@pytest.mark.exhaustive
def test_the_new_script_is_verified_on_the_target_of_the_old(cli, tmp_path):
    script, new = tmp_path / "old.py", tmp_path / "new.py"
    script.write_text(f'{SMALL}s[B].parallel(B.op.axis[0])\ntvm.build(s, [A, B], "llvm")\n')
    assert cli("migrate", script, "-o", new)[0] == 0
    code, out, err = cli("explore", new)
    assert (code, err) == (0, "") and "correct" in out
    # Of several schedules one has to be named.
    cli("migrate", EXAMPLES / "masked_reductions.py", "--shape", "40,33", "-o", new, "--force")
    code, _, err = cli("verify", new)
    assert code == 2 and f"{new}:schedule_least" in err
    assert cli("verify", f"{new}:schedule_least")[0] == 0


@pytest.mark.parametrize("name", ["gemv", "builder"])
def test_intrinsics_are_written_as_tvmscript(name):
    """`migrated` raises where they read back as anything else."""
    text, _ = migrated(FILES / f"legacy_{name}_intrinsic.py")
    assert "s_tir.TensorIntrin.register(" in text


# Unrolled steps have an index of both kernels in common, which TVM computes before them.
SCAN = f"""{HEAD}
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
with tvm.transform.PassContext(config={{"tir.UnrollLoop": {{"auto_max_step": 128}}}}):
    tvm.build(s, [X, scan], "cuda")
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("disabled", [True, False])
def test_without_the_option_tvm_does_not_compile_the_same_text(disabled, tmp_path):
    """The planted fault is the option turned off; the text as written is its clean twin."""
    script = tmp_path / "old.py"
    script.write_text(SCAN)
    text, _ = migrated(script)
    option = '"tirx.disable_cse_tir": '
    assert f"{option}True" in text
    done = run_alone(tmp_path, text.replace(f"{option}True", f"{option}{disabled}"))
    assert (done.returncode == 0) == disabled, done.stderr[-500:]
