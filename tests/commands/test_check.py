"""`schedules check`: what is worse than recorded fails."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import click
import pytest
import yaml
from accesses import needs_compiler
from conftest import ROOT, items

from schedules.analyses.figures import COMPARED, regressions
from schedules.commands.program import annotate, format_option

TRANSPOSED = textwrap.dedent(
    """
    from tvm import te


    def workload():
        a = te.placeholder((256, 256), name="A")
        return [a, te.compute((256, 256), lambda i, j: a[j, i] * 2.0, name="B")]


    def schedule(sch):
        block = sch.get_sblock("B")
        i, j = sch.get_loops(block)
        rows, i = sch.split(i, [None, 32])
        columns, j = sch.split(j, [None, 32])
        sch.reorder(rows, columns, i, j)
        sch.bind(rows, "blockIdx.y")
        sch.bind(columns, "blockIdx.x")
        yield "tile", "a tile a block"
        sch.bind(j, "threadIdx.x")
        yield "threads", "a row of the tile at a time"
        copy = sch.cache_read(block, 0, "shared")
        sch.compute_at(copy, columns)
        fused = sch.fuse(*sch.get_loops(copy)[-2:])
        _, thread = sch.split(fused, [None, 32])
        sch.bind(thread, "threadIdx.x")
        yield "shared", "rows of A are read whole"
        sch.storage_align(copy, 0, 0, 32, 1)
        yield "padded", "columns of the copy lie in banks of their own"
    """
)


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """Write mine.py, with pieces of its text replaced."""
    monkeypatch.chdir(tmp_path)

    def write(*replaced: tuple[str, str]) -> str:
        text = TRANSPOSED
        for old, new in replaced:
            assert old in text
            text = text.replace(old, new)
        Path("mine.py").write_text(text)
        return "mine.py"

    return write


UNPADDED = ("    sch.storage_align(copy, 0, 0, 32, 1)\n", "    sch.annotate(copy, 'note', 1)\n")


@pytest.fixture
def here(monkeypatch):
    """Without a process of its own, whose start takes seconds."""
    at_once = lambda work, query, *_: (work(query), "")  # noqa: E731
    monkeypatch.setattr("schedules.commands.rungs.run_isolated", at_once)


@pytest.mark.exhaustive
@needs_compiler
def test_what_is_worse_than_recorded_fails(cli, mine, here):
    code, out, err = cli("check", mine(), "--record", "kept.json")
    assert (code, err) == (0, "wrote 1 records to kept.json\n") and " correct" in out
    kept = items(Path("kept.json").read_text(), "checks")
    figures = kept[0]["figures"]
    assert (figures["conflicts"], figures["findings"], figures["spill_bytes"]) == (0, [], 0)
    code, out, _ = cli("check", "--against", "kept.json")
    assert code == 0 and " yes" in out
    mine(UNPADDED)
    code, out, err = cli("check", "mine.py", "--against", "kept.json")
    assert code == 1 and " WORSE" in out
    assert any(line.endswith("over the launch, 0 recorded") for line in err.splitlines())
    # As annotations.
    code, out, err = cli("check", "--against", "kept.json", "--format", "github")
    assert code == 1 and "::error file=mine.py,title=worse%3A conflicts::" in out
    # And as a document.
    code, out, _ = cli("check", "--against", "kept.json", "--json")
    (checked,) = items(out, "checks")
    worse = {one["figure"]: one for one in checked["regressions"]}
    assert code == 1 and worse["conflicts"]["recorded"] == 0 < worse["conflicts"]["now"]
    assert "predicted_us" in worse


@pytest.mark.exhaustive
def test_rungs_of_ladders_join_those_that_are_kept(cli, tmp_path):
    """At the shape and on the architecture that they were kept with."""
    kept, names = tmp_path / "kept.json", ("gemv/hgemv:warp1", "gemv/hgemv:warp2")
    for name, shape in zip(names, ("8,128", "12,128"), strict=True):
        asked = ("check", name, "--shape", shape, "--arch", "sm_80", "--record", kept)
        assert cli(*asked)[0] == 0
    code, out, err = cli("check", "--against", kept, "--json")
    checked = items(out, "checks")
    assert code == 0 and [one["reference"] for one in checked] == list(names)
    assert [one["verdict"] for one in checked] == ["correct"] * 2
    assert {(one["arch"], one["chip"]) for one in checked} == {("sm_80", "a100")}
    assert [(one["shape"], one["arch"]) for one in checked] == [
        ([8, 128], "sm_80"),
        ([12, 128], "sm_80"),
    ]
    last = checked[0]["figures"]
    assert last["sectors"] > 0 and last["findings"] == [] and last["predicted_us"] > 0
    kept.write_text("{")
    code, _, err = cli("check", names[0], "--record", kept)
    assert code == 2 and "is not a file of `schedules check --record`" in err


def figures(**known) -> dict:
    return dict.fromkeys(COMPARED) | known


def test_a_figure_is_worse_if_it_is_larger():
    before = figures(registers=20, sectors=8, predicted_us=10.0, findings=[])
    now = figures(registers=50, spill_bytes=4, sectors=8, predicted_us=10.2, findings=["race: x"])
    worse = [one.message for one in regressions(before, now, tolerance=0.05)]
    assert worse == [
        "50 registers per thread, 20 recorded",
        "1 findings of the simulator, 0 recorded: race: x",
    ]
    slower = [one.figure for one in regressions(before, now, tolerance=0.01)]
    assert slower == ["registers", "predicted_us", "findings"]
    # Better, equal or unknown figures are no regressions.
    assert regressions(now, before, tolerance=0) == []
    assert regressions(figures(), figures(registers=9), tolerance=0) == []


# --- in CI ----------------------------------------------------------------------------------------


@pytest.mark.exhaustive
@needs_compiler
def test_the_workflow_and_the_hook_run_what_they_say(cli, mine, here):
    """Their commands, as they stand in the files, in a project of one's own."""
    assert cli("check", mine(), "--record", "schedules.json")[0] == 0
    workflow = yaml.safe_load((ROOT / "examples/ci/schedules.yml").read_text())
    commands = [one["run"] for one in workflow["jobs"]["schedules"]["steps"] if "run" in one]
    program, *arguments = commands[-1].split()
    assert (program, arguments[0]) == ("schedules", "check") and "github" in arguments
    # This one as a program, its file in a process of its own.
    run = [sys.executable, "-m", program, *arguments]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert subprocess.run(run, env=env, check=False).returncode == 0
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert hook["language"] == "system" and hook["pass_filenames"] is False
    mine(UNPADDED)
    code, _, err = cli(*hook["entry"].split()[1:], *hook["args"])
    assert code == 1 and "bank conflicts" in err


def test_dump_annotates_what_differs(cli, mine, tmp_path, monkeypatch):
    """At the first line that does; only --check compares."""
    monkeypatch.setattr(
        "schedules.commands.rungs.run_isolated", lambda work, asked, *_: (work(asked), "")
    )
    mine()
    assert cli("dump", "mine.py", "--out", "out")[0] == 0
    file = next(tmp_path.glob("out/mine/*/01-*.tir.py"))
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([*lines[:6], "# mine\n", *lines[6:]]))
    code, out, _ = cli("dump", "mine.py", "--out", "out", "--check", "--format", "github")
    where = (
        f"::error file={file.relative_to(tmp_path)},line=7,title=stale%3A run `schedules dump`::"
    )
    (line,) = (line for line in out.splitlines() if line.startswith("::"))
    assert code == 1 and line.startswith(where) and "%0A-# mine%0A" in line
    code, out, _ = cli("dump", "none.py", "--out", "out", "--check", "--format", "github")
    told = "::error file=none.py,title=schedules dump::no such file: none.py\n"
    assert code == 2 and out.endswith(told)
    code, _, err = cli("dump", "mine.py", "--out", "out", "--format", "github")
    assert code == 2 and "--format github requires --check" in err


@click.command("verb")
@format_option
def verb() -> None:
    annotate("first\nsecond 50%", "a,b.py", "100%: a, b")


def test_an_annotation_is_one_line_whatever_it_says(capsys):
    verb.main(["--format", "github"], standalone_mode=False)
    told = "::error file=a%2Cb.py,title=100%25%3A a%2C b::first%0Asecond 50%25\n"
    assert capsys.readouterr().out == told
    verb.main([], standalone_mode=False)
    assert capsys.readouterr().out == ""
