"""What --json prints: every command, every kind, by the forms that are published."""

from __future__ import annotations

import json
import re

import click
import pytest
from conftest import ROOT, items
from pydantic import ValidationError

from gpusim.errors import UserError
from schedules import schemas
from schedules.commands import cli as program
from schedules.commands.schema import kinds

SOFTMAX, WARP = "examples/softmax.py", "gemv/hgemv:warp1"
SMALL = ("--shape", "8,128")
# Commands that print no result: a server, and the forms themselves.
WITHOUT = {"completion", "help", "init", "mcp", "run", "schema", "serve"}

# One line per verb and kind of document.
PRINTED = [
    ("ladders", "list", "gemv/hgemv"),
    ("texts", "show", WARP, "--level", "cuda", *SMALL),
    ("texts", "show", "examples/kernels/saxpy.cu"),
    ("ladders", "show", "gemv/hgemv"),
    ("steps", "steps", SOFTMAX),
    ("steps", "steps", WARP, "--primitives", *SMALL),
    ("differences", "diff", f"{SOFTMAX}:schedule:shared", SOFTMAX),
    ("causes", "diff", WARP, "gemv/hgemv:warp8", "--why", *SMALL),
    ("passes", "passes", WARP, "--changed-only", *SMALL),
    ("texts", "passes", WARP, "--show", "3", *SMALL),
    ("dumps", "dump", WARP, "--verify", "--out", "{tmp}", *SMALL),
    ("resources", "resources", WARP, *SMALL),
    ("accesses", "analyze", WARP, *SMALL),
    ("instruction-counts", "analyze", "examples/kernels/saxpy.cu"),
    ("predictions", "predict", WARP, *SMALL),
    ("speedups", "predict", WARP, "--lines", *SMALL),
    ("advice", "advise", WARP, *SMALL, "--minutes", "0.01"),
    ("verifications", "verify", WARP, *SMALL),
    ("explorations", "explore", SOFTMAX, "--shape", "3,40"),
    ("checks", "check", WARP, *SMALL),
    ("measurements", "bench", WARP, "--shape", "8,128", "--record", "{tmp}/record.json"),
    ("files", "report", WARP, "--out", "{tmp}/page.html"),
    ("texts", "migrate", "examples/legacy/gemm_native.py", "--shape", "8,16,4"),
    ("exercises", "exercise"),
]
# Their tests compare their documents with the form.
ELSEWHERE = {"find": "../synthesis/test_find.py"}


def test_what_is_published_is_what_there_is():
    """After a change: `schedules schema > docs/schemas.json`, and a new VERSION for one that is
    more than an addition."""
    kept = json.loads((ROOT / "docs/schemas.json").read_text(encoding="utf-8"))
    assert kept == schemas.schemas()


def test_every_kind_is_in_the_guide():
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    guide = page.partition("## Use results in a script")[2]
    assert set(re.findall(r"^\| `([\w-]+)` \|", guide, re.M)) == set(schemas.KINDS)
    assert f'"version": {schemas.VERSION}' in guide


def test_every_command_has_the_flag():
    context = click.Context(program)
    for name in set(program.list_commands(context)) - WITHOUT:
        (flag,) = [
            option
            for option in program.get_command(context, name).params
            if "--json" in option.opts
        ]
        assert flag.is_flag, name
        for kind in re.findall(r"schema ([\w-]+)", flag.help):
            assert kind in schemas.KINDS


def test_every_verb_has_a_line():
    verbs = set(program.list_commands(click.Context(program)))
    assert {line[1] for line in PRINTED} | WITHOUT | ELSEWHERE.keys() == verbs


@pytest.mark.parametrize("line", PRINTED, ids=lambda line: " ".join(line[1:3]))
def test_what_is_printed_has_the_form_of_its_kind(cli, monkeypatch, tmp_path, played, line):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    kind, *arguments = (word.format(tmp=tmp_path) for word in line)
    code, out, err = cli(*arguments, "--json")
    assert code == 0, err
    assert items(out, kind)


def test_what_is_wrong_is_told_in_the_document_too(cli, tmp_path):
    file = tmp_path / "unbound.py"
    file.write_text(
        "from tvm import te\n\n\ndef workload():\n    a = te.placeholder((8,), name='A')\n"
        "    return [a, te.compute((8,), lambda i: a[i] * 2.0, name='B')]\n\n\n"
        "def schedule(sch):\n    sch.split(sch.get_loops('B')[0], [None, 4])\n    yield 'split'\n"
    )
    code, out, err = cli("explore", file, "--json")
    (explored,) = items(out, "explorations")
    assert code in (1, 2) and explored["problem"].startswith("no kernel yet") and err
    assert [step["launches"] for step in explored["steps"]] == [[]]
    code, out, _ = cli("verify", "gemm/sgemm_tvm:naive", "--shape", "9999,9999,9999", "--json")
    (verified,) = items(out, "verifications")
    assert code == 2 and verified["verdict"] == "not run"
    assert verified["right"] is None and "too many" in verified["error"]


@pytest.mark.parametrize(
    "change",
    [{"kind": "passes"}, {"version": 0}, {"more": 1}, {"items": [{"path": "a"}]}],
    ids=lambda change: next(iter(change)),
)
def test_another_form_is_refused(change):
    right = {"kind": "files", "version": schemas.VERSION, "items": []}
    schemas.form("files").validate_python(right, strict=True)
    with pytest.raises(ValidationError):
        schemas.form("files").validate_python(right | change, strict=True)
    with pytest.raises(UserError, match="did you mean 'files'"):
        schemas.form("file")


def test_the_command_prints_a_kind_or_all(cli):
    code, out, err = cli("schema", "steps")
    assert (code, err) == (0, "") and json.loads(out) == schemas.schema("steps")
    assert json.loads(cli("schema")[1]) == schemas.schemas()
    assert kinds(None, None, "st") == ["steps"]


def test_help_of_a_command(cli):
    assert cli("help", "diff") == cli("diff", "--help")
    assert "explore" in cli("help")[1]
