"""Every refusal names the script's line, the reason and what to write instead."""

from __future__ import annotations

import pytest
from conftest import ROOT
from legacy_samples import ran
from refusals import Refusal, in_source, in_tables

from gpusim.errors import UserError
from te_compat.migrate import migrated

PACKAGE = ROOT / "te_compat"
# Functions that put the line of a call before a text that their callers give.
PASS_ON = {"calls.py:error", "calls.py:refuse", "stage.py:error"}
# A name that is used after its import was refused: the same text, with the line of the use.
PASS_ON |= {"script.py:__getattr__", "script.py:__call__"}
# What no line of the script is at fault for.
NO_LINE = {
    "__main__.py:main": "what the script lacks, which test_script.py and test_rung.py test",
    "autotvm/record.py:append": "a file of a log",
    "autotvm/record.py:load_from_buffer": "a line of a log",
    "autotvm/record.py:load_from_file": "a file of a log",
    "expression_text.py:_print": "migrate puts the line of `lower` before it",
    "expression_text.py:_variable": "migrate puts the line of `lower` before it",
    "graph_text.py:lines": "migrate puts the line of `lower` before it",
    "intrinsic_text.py:function_text": "migrate puts the line of `lower` before it",
    "last_build.py:limits": "the whole script",
    "last_build.py:too_long": "the whole script",
    "migrate.py:_named": "it puts the line before such a text",
    "migrate.py:check": "its text has the line of `lower`",
    "migrate.py:run_migrate": "the file to write",
    "program.py:do": "only where no call of the script came before",
    "rung.py:histories_of": "what the script raises itself, or the whole script",
    "rung.py:load": "the name on the command line",
    "script.py:compiled": "the file on the command line",
}


def found() -> set[Refusal]:
    return {
        one
        for file in PACKAGE.rglob("*.py")
        for one in in_source(file.read_text(encoding="utf-8"), str(file.relative_to(PACKAGE)))
    }


def test_every_refusal_names_line_reason_and_what_to_write_instead():
    every = found()
    lacking = {one for one in every if one.lacks()}
    assert len(every) > 150
    assert {one.where for one in lacking if one.made_by not in ("UserError", "TooLong")} == {
        *PASS_ON,
        "program.py:do",
    }
    assert {one.where for one in lacking} == PASS_ON | set(NO_LINE)


def test_every_name_that_is_gone_says_what_to_write_instead():
    tables = in_tables()
    assert len(tables) > 30 and "tvm.contrib.sparse" in tables
    assert not [name for name, text in tables.items() if Refusal(name, text, "refuse").lacks()]


PLANTED = {
    """raise refuse(f"{name} has no axis; use one of {known}")""": [],
    """raise refuse(f"{name} has no axis (its axes: {known})")""": ["instead"],
    """raise refuse("; use one of C's axes")""": ["reason"],
    """raise UserError("C has no axis; use another one")""": ["line"],
    """raise NoGpu(call.refusal("there is no GPU; run it with --on-cpu"))""": [],
    """raise NoGpu("there is no GPU; run it with --on-cpu")""": ["line"],
    """way_out = "leave it out"; raise call.error(f"C is an output: {way_out}")""": [],
    """way_out = "it stays"; raise call.error(f"C is an output: {way_out}")""": ["instead"],
}


@pytest.mark.parametrize("statement", PLANTED)
def test_a_missing_part_is_found(statement):
    (one,) = in_source(f"def f(call, name, known):\n    {statement}\n", "planted.py")
    assert one.lacks() == PLANTED[statement]


SCRIPTS = {
    "import tvm.contrib.sparse as s\ns.placeholder((4, 4), 3)": (
        2,
        "pass data, indices and indptr",
    ),
    "import tvm\ntvm.ir_pass.StorageFlatten(None, {}, 64)": (2, r"use tvm.lower\(s, args\)"),
    "import tvm\ntvm.ir_pass.IRTransform(None)": (2, "use tvm.tir.stmt_functor.ir_transform"),
    "from tvm import te\nte.grad_op(1, 2)": (2, "use relax.transform.Gradient"),
    "from tvm import relay\nprint()\nrelay.var('x')": (3, "use tvm.relax"),
    "import tvm\ntvm.no_such_name": (2, "leave it out, or use one of the old names"),
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_is_told_its_line_and_what_to_write(script, tmp_path):
    line, instead = SCRIPTS[script]
    with pytest.raises(UserError, match=rf"script\.py:{line}: [\w.]+: .*; {instead}") as refused:
        ran(tmp_path, script)
    assert "\n" not in str(refused.value)


def test_what_migrate_cannot_print_names_the_line_that_lowers_it(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import tvm\nfrom tvm import te\n"
        "A = te.placeholder((4,), name='A')\n"
        "C = te.extern((4,), [A], lambda i, o: tvm.tir.call_packed('f', i[0], o[0]), name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C])\n"
    )
    wanted = r"script\.py:6: migrate cannot print C, which is not a te\.compute .*: keep that stage"
    with pytest.raises(UserError, match=wanted):
        migrated(script, [])
