"""`schedules migrate` and its guide: new scripts schedule what the old ones did."""

from __future__ import annotations

import ast
import contextlib
import io
import re
import runpy
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import tvm as today
import tvm_ffi
from conftest import FILES, ROOT
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_legacy import EXAMPLES, SHAPES
from test_legacy_random import COMPUTATIONS, Chooser
from tvm import te as today_te
from tvm import tirx

from schedules.checks.serial import run_library, serial
from schedules.errors import UserError
from schedules.legacy.calls import OldCall, OldCallError
from schedules.legacy.expression_text import ExprText
from schedules.legacy.graph_text import GraphText
from schedules.legacy.migrate import Chosen, migrated, written
from schedules.legacy.modules import te, tvm
from schedules.legacy.replay import replay
from schedules.legacy.schedule_text import AxisNames
from schedules.legacy.script import ScriptImports, run_script
from schedules.legacy.session import History, Lowering

GUIDE = (ROOT / "docs/migrating.md").read_text()


# --- every example --------------------------------------------------------------------------------


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
@pytest.mark.parametrize(("name", "shape"), [(name, found[-1]) for name, found in SHAPES.items()])
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


@pytest.mark.parametrize("name", SHAPES)
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
    assert imported <= {"tvm", "tvm.script"}
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


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gemv", 'strides=("s1", 1)'),
        ("gemv", 's_tir.TensorIntrin.register(\n    "tensor_intrin_init"'),
        ("builder", "for j in T.unroll(8):\n                if i < 2:"),
    ],
)
def test_intrinsics_are_written_as_tvmscript(name, text):
    """`migrated` raises where they read back as anything else."""
    found, _ = migrated(FILES / f"legacy_{name}_intrinsic.py")
    assert text in found


# --- how it reads ---------------------------------------------------------------------------------


def body_of(text: str, function: str) -> str:
    return re.search(rf"^def {function}\(.*?(?=^\S|\Z)", text, re.DOTALL | re.MULTILINE)[0]


def test_names_and_old_lines_are_the_scripts():
    text, _ = migrated(EXAMPLES / "gemm_double_buffer.py", ["128", "128", "32"])
    schedule = body_of(text, "schedule")
    assert (
        "    # tyz, yi = s[C].split(yi, nparts=2)\n"
        "    tyz, yi = sch.split(yi, factors=[2, None])\n"
        "    # ty, yi = s[C].split(yi, nparts=Block_Size_Y)\n"
        "    ty, yi = sch.split(yi, factors=[16, None])\n"
    ) in schedule
    assert "    *_, xc, yc, k = sch.get_loops(c_local)\n" in schedule
    assert '    # CC = s.cache_write(C, "local")\n    k = te.reduce_axis' in text
    assert "lambda ii, jj: C_local[ii, jj]" in text


def test_a_statement_over_several_lines_is_quoted_whole(tmp_path):
    script = tmp_path / "old.py"
    script.write_text(
        "import tvm\nfrom tvm import te\n"
        'A = te.placeholder((8, 8), name="A")\n'
        'B = te.compute((8, 8), lambda i, j: A[i, j] + 1.0, name="B")\n'
        "s = te.create_schedule(B.op)\n"
        "outer, inner = s[B].split(\n    B.op.axis[0],\n    factor=4,\n)\n"
        "print(tvm.lower(s, [A, B]))\n"
    )
    text, _ = migrated(script)
    assert (
        "    # outer, inner = s[B].split(\n    #     B.op.axis[0],\n    #     factor=4,\n    # )\n"
        "    outer, inner = sch.split(i, factors=[None, 4])\n"
    ) in text


def test_the_last_lowering_of_each_schedule_is_taken_and_the_others_are_named(cli):
    script = EXAMPLES / "gemm_blocked.py"
    code, out, err = cli("migrate", script, "--shape", "64,32,8")
    assert code == 0
    assert out.count("s_tir.Schedule(") == 1
    assert "lines 30, 32, 36, 39, 43; schedule() is that of line 43" in err
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
    assert "yes" in out


# --- random schedules -----------------------------------------------------------------------------


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


@pytest.mark.parametrize("inlined", [False, True])
def test_an_argument_inside_another_stage_and_two_outputs_are_written(inlined, tmp_path):
    a = te.placeholder((30, 4), name="A")
    x, y = te.compute((30, 4), lambda i, j: (a[i, j] + 2.0, a[i, j] * 3.0), name="B")
    c = te.compute((30, 4), lambda i, j: x[i, j] - y[i, j], name="C")
    s = te.create_schedule(c.op)
    if inlined:
        s[x].compute_inline()
    else:
        s[x].compute_at(s[c], c.op.axis[0])
        s[x].unroll(s[y].op.axis[1])
    args = [a, y, c, x]
    found = replay(s, args)
    text = written([as_chosen(s, args, found)], AxisNames(), "x")
    file = tmp_path / "new.py"
    file.write_text(text)
    names = runpy.run_path(str(file), run_name="migrated")
    assert tvm_ffi.structural_equal(names["schedule"]().mod, found.mod)
    assert "which nothing writes" in text if inlined else "sch.merge(" in text


def as_chosen(s, args, found) -> Chosen:
    lowering = Lowering(len(s.log.calls), tuple(args), OldCall("lower", __file__, 1), "")
    return Chosen("", lowering, History(s, []), found)


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
    with pytest.raises(UserError, match="would give other TIR"):
        written([one], AxisNames(), "x")


# --- computations as text -------------------------------------------------------------------------

A = today_te.placeholder((8, 8), name="A")
H = today_te.placeholder((8, 8), "float16", name="H")
N = today_te.placeholder((8, 8), "int32", name="N")
S = today_te.placeholder((), name="S")
BODIES = {
    "(i + j * 2) // 3": lambda i, j: (i + j * 2) // 3,
    "i - (j - 1)": lambda i, j: i - (j - 1),
    "(i - j) % 4 - 1": lambda i, j: (i - j) % 4 - 1,
    "A[i, j] * (A[j, i] + 1.5)": lambda i, j: A[i, j] * (A[j, i] + 1.5),
    "A[i, j] / 3.0 - S()": lambda i, j: A[i, j] / 3.0 - S(),
    'H[i, j] * tirx.const(2.0, "float16")': lambda i, j: H[i, j] * tirx.const(2.0, "float16"),
    'H[i, j].astype("float32")': lambda i, j: H[i, j].astype("float32"),
    '(H[i, j] + H[j, i]).astype("float32")': lambda i, j: (H[i, j] + H[j, i]).astype("float32"),
    "te.exp(A[i, j]) * te.sqrt(A[j, i])": lambda i, j: (
        today_te.exp(A[i, j]) * today_te.sqrt(A[j, i])
    ),
    "te.power(A[i, j], 2.0)": lambda i, j: today_te.power(A[i, j], 2.0),
    "te.abs(A[i, j])": lambda i, j: today_te.abs(A[i, j]),
    "tirx.max(A[i, j], 0.0)": lambda i, j: today_te.max(A[i, j], 0.0),
    "tirx.min(i, j - 2)": lambda i, j: tirx.min(i, j - 2),
    "N[i, j] << 2 | 1 & i": lambda i, j: N[i, j] << 2 | 1 & i,
    "~(N[i, j] ^ 7)": lambda i, j: ~(N[i, j] ^ 7),
    "tirx.truncdiv(N[i, j], 3)": lambda i, j: tirx.truncdiv(N[i, j], 3),
    "tirx.truncmod(N[i, j], 3)": lambda i, j: tirx.truncmod(N[i, j], 3),
    "te.if_then_else(te.all(i < 3, j >= 1, i == j), A[i, j], 0.0)": (
        lambda i, j: today_te.if_then_else(today_te.all(i < 3, j >= 1, i == j), A[i, j], 0.0)
    ),
    "tirx.Select(te.any(i < 3, tirx.Not(j < 1)), A[i, j], -1.0)": (
        lambda i, j: tirx.Select(
            today_te.any(i < 3, tirx.Not(j < 1)), A(i, j), tirx.const(-1.0, "float32")
        )
    ),
    'tirx.call_pure_extern("float32", "fast", A[i, j], i)': (
        lambda i, j: tirx.call_pure_extern("float32", "fast", A(i, j), i)
    ),
    'tirx.reinterpret("int32", A[i, j])': lambda i, j: tirx.reinterpret("int32", A(i, j)),
    'tirx.Cast("float32", i) * te.min_value("float32")': (
        lambda i, j: tirx.Cast("float32", i) * today_te.min_value("float32")
    ),
}


def printed(function) -> tuple[str, today_te.Tensor]:
    made = today_te.compute((8, 8), function, name="R")
    lines = GraphText([A, H, N, S, made], {}, {}).lines()
    text = "\n".join(lines)
    return text, made


def check_reads_back(text: str, made: today_te.Tensor) -> None:
    names: dict = {"te": today_te, "tirx": tirx}
    exec(text, names)
    first = today_te.create_prim_func([A, H, N, S, made])
    second = today_te.create_prim_func([names[one] for one in "AHNSR"])
    assert tvm_ffi.structural_equal(first, second)


@pytest.mark.parametrize("wanted", BODIES)
def test_an_expression_prints_and_reads_back(wanted):
    text, made = printed(BODIES[wanted])
    wanted = wanted.replace('tirx.Cast("float32", i)', 'i.astype("float32")')
    assert wanted in text
    check_reads_back(text, made)


def test_a_long_expression_is_broken_at_its_operators_and_reads_back():
    text, made = printed(
        lambda i, j: (
            (A[i, j] + A[j, i] * A[i, i] - A[j, j] / A[i, j]).astype("int32")
            - (A[j, i] * 3.0 - A[i, 0]).astype("int32")
            + N[i, j]
        )
    )
    assert all(len(line) <= 96 for line in text.splitlines())
    assert "lambda i, j: (\n" in text and "\n        + N[i, j]\n" in text
    check_reads_back(text, made)


def test_what_has_no_text_is_refused_with_its_stage():
    with pytest.raises(UserError, match=r"no readable text for Let in R"):
        printed(lambda i, j: tirx.Let(var := tirx.Var("v", "int32"), i, var + j))
    with pytest.raises(UserError, match=r"cannot print R: it reads n"):
        printed(lambda i, j: i + tirx.Var("n", "int32"))
    extern = today_te.extern(
        (8, 8), [A], lambda ins, outs: tirx.call_extern("int32", "f"), name="E", dtype="float32"
    )
    with pytest.raises(UserError, match=r"cannot print E, which is no te.compute"):
        GraphText([A, extern], {}, {}).lines()


def test_a_stage_named_like_the_functions_is_renamed(tmp_path):
    """te.compute's own default name is `compute`."""
    a = te.placeholder((8,), name="te")
    b = te.compute((8,), lambda i: a[i] + 1.0)
    c = te.compute((8,), lambda lambda_: b[lambda_] * 2.0, name="schedule")
    s = te.create_schedule(c.op)
    s[b].compute_at(s[c], c.op.axis[0])
    text = written([as_chosen(s, [a, c], replay(s, [a, c]))], AxisNames(), "x")
    assert 'compute_1 = sch.get_sblock("compute")' in text


# --- refusals -------------------------------------------------------------------------------------


def test_a_script_that_is_refused_is_refused_in_the_same_words(cli, tmp_path):
    script = EXAMPLES / "symbolic_shape.py"
    new = tmp_path / "new.py"
    code, out, err = cli("migrate", script, "-o", new)
    assert (code, out) == (2, "")
    assert re.fullmatch(r"schedules: \S+symbolic_shape.py:7: placeholder: A has the [^\n]+\n", err)
    with pytest.raises(OldCallError) as refused:
        run_script(script)
    assert err == f"schedules: {refused.value}\n"
    assert not new.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = (\n", r"old.py:1 is no Python: '\(' was never closed"),
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


# --- the guide ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """An example of the guide: old lines, new ones, and how they are compared."""

    heading: str
    setup: str
    how: str
    old: str
    new: str


BLOCK = re.compile(
    r"^#+ (?P<heading>[^\n]+)$|^```python (old|new) (\w+) ?(\w*)\n(.*?)^```$", re.M | re.S
)


def rows() -> list[Row]:
    found: list[Row] = []
    heading, old = "", None
    for match in BLOCK.finditer(GUIDE):
        if match["heading"]:
            assert old is None, f"{heading}: an old example without a new one"
            heading = match["heading"]
            continue
        side, setup, how, code = match.groups()[1:]
        if side == "old":
            assert old is None
            old = setup, how, code
        else:
            assert old is not None and (old[0], "") == (setup, how), heading
            found.append(Row(heading, *old, code))
            old = None
    return found


ROWS = rows()
SETUPS = {
    (side, name): code
    for side, name, code in re.findall(
        r"^```python (old|new)-setup (\w+)\n(.*?)^```$", GUIDE, re.M | re.S
    )
}
SETUPS["old", "alone"] = "import numpy as np\nimport tvm\nfrom tvm import te\n"
SETUPS["new", "alone"] = "import numpy as np\nimport tvm\nfrom tvm import s_tir, te, tirx\n"


def ran_old(row: Row, folder: Path) -> dict:
    file = folder / "old_lines.py"
    file.write_text(SETUPS["old", row.setup] + row.old)
    names: dict = {"__builtins__": ScriptImports(folder).builtins, "__name__": "__main__"}
    exec(compile(file.read_text(), str(file), "exec"), names)
    return names


def ran_new(row: Row, folder: Path) -> dict:
    file = folder / "new_lines.py"
    file.write_text(SETUPS["new", row.setup] + row.new)
    return runpy.run_path(str(file))


def values(mod: today.ir.IRModule, inputs: list[np.ndarray], shape) -> np.ndarray:
    (got,) = run_library(today.compile(serial(mod), target="llvm"), inputs, [(shape, "float32")])
    return got


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.heading)
def test_a_row_of_the_guide_is_true(row, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    if row.how == "refused":
        with pytest.raises(OldCallError):
            ran_old(row, tmp_path)
        new = ran_new(row, tmp_path)
        np.testing.assert_allclose(new["result"], new["expected"], rtol=1e-5)
        return
    old, new = ran_old(row, tmp_path), ran_new(row, tmp_path)
    if "result" in old:
        np.testing.assert_allclose(new["result"], old["result"], rtol=1e-5)
        return
    mod = tvm.lower(old["s"], old["args"])
    if row.how == "values":
        shapes = [tuple(int(extent) for extent in one.shape) for one in old["args"]]
        rng = np.random.default_rng(0)
        inputs = [rng.uniform(-1, 1, shape).astype("float32") for shape in shapes[:-1]]
        right = values(mod, inputs, shapes[-1])
        np.testing.assert_allclose(
            values(new["sch"].mod, inputs, shapes[-1]), right, rtol=1e-4, atol=1e-5
        )
        assert np.abs(right).max() > 0.1
    else:
        assert row.how == ""
        assert tvm_ffi.structural_equal(new["sch"].mod, mod)


def anchors() -> set[str]:
    """What the headings of the guide are linked by."""
    found = re.findall(
        r"^#+ ([^\n]+)$", re.sub(r"^```.*?^```$", "", GUIDE, flags=re.M | re.S), re.M
    )
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in found}


def test_the_table_leads_to_every_row_and_its_links_lead_somewhere():
    linked = set(re.findall(r"\]\(#([^)]+)\)", GUIDE))
    assert linked <= anchors()
    (table,) = re.findall(r"^## The table\n(.*?)^## ", GUIDE, re.M | re.S)
    wanted = {re.sub(r"[^\w\- ]", "", one.heading.lower()).replace(" ", "-") for one in ROWS}
    assert wanted == set(re.findall(r"\[row\]\(#([^)]+)\)", table))


# Every public method of 0.19's te.Stage and te.Schedule, and what else its scripts name.
OLD_NAMES = (
    "split fuse reorder tile bind vectorize unroll parallel pragma tensorize compute_at",
    "compute_inline compute_root set_scope storage_align double_buffer env_threads prefetch",
    "set_store_predicate rolling_buffer transform_layout set_axis_separators cache_read",
    "cache_write rfactor create_group normalize copy stages outputs leaf_iter_vars",
    "te.create_schedule te.placeholder te.compute te.reduce_axis te.thread_axis te.var te.size_var",
    "te.sum te.max te.min te.comm_reducer te.scan te.extern te.extern_primfunc te.hybrid",
    "te.gradient te.decl_tensor_intrin te.tag_scope te.create_prim_func te.const ScheduleOps",
    "te.schedule.AutoInlineInjective te.schedule.InferBound if_then_else indexdiv indexmod",
    "tvm.lower tvm.build tvm.nd tvm.gpu tvm.cpu tvm.context tvm.target tvm.tir ir_builder",
    "decl_buffer call_intrin call_extern Select time_evaluator imported_modules get_source",
    "export_library load_module build_config PassContext register_func get_global_func",
    "tvm.contrib tvm.testing autotvm auto_scheduler relay simple_mode binds asnumpy vthread",
    "where= init=",
)


def test_the_guide_speaks_of_every_old_name():
    names = [name for line in OLD_NAMES for name in line.split()]
    missing = [name for name in names if not re.search(rf"(?<!\w){re.escape(name)}", GUIDE)]
    assert missing == []
