"""What the README says is true: commands run, excerpts are real, links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

README = (ROOT / "README.md").read_text()
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def commands() -> list[str]:
    """Lines of the README's sh blocks, without their comments."""
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    return [line.partition("  #")[0].strip() for block in blocks for line in block.splitlines()]


SCHEDULES = [line for line in commands() if line.startswith("schedules ")]
TUNE = [line for line in commands() if line.startswith("tune ")]
PYTHON = [line for line in commands() if line.startswith("python ")]
WRITING = [line for line in SCHEDULES if line.startswith(("schedules dump", "schedules report"))]


def test_the_commands_were_found():
    assert len(SCHEDULES) > 15
    assert len(TUNE) > 2 and len(PYTHON) > 0
    others = set(commands()) - {*SCHEDULES, *TUNE, *PYTHON}
    assert others == {"make", "make test"}


@pytest.mark.parametrize("line", [line for line in SCHEDULES if line not in WRITING])
def test_a_readme_command_runs(cli, line, monkeypatch, tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    code, out, err = cli(*shlex.split(line)[1:])
    assert code == 0, err
    assert out.strip()
    assert [path.name for path in tmp_path.iterdir()] == ["examples"]


def test_the_readmes_writing_commands_run_in_their_order(cli, monkeypatch, tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for line in WRITING:
        code, _, err = cli(*shlex.split(line)[1:])
        assert code == 0, err
    assert (tmp_path / "lowered_ir/gemm/sgemm_tvm/README.md").is_file()
    assert (tmp_path / "my_dumps/stencil").is_dir()
    assert (tmp_path / "sgemm_tvm.html").is_file()


def run_in(folder, arguments: list[str]) -> str:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    return done.stdout


@pytest.mark.parametrize("line", PYTHON)
def test_a_python_command_runs(line, tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    run_in(tmp_path, shlex.split(line)[1:])


def test_the_tuning_commands_run_in_their_order(tmp_path):
    """The job itself, cut to a few trials."""
    for line in TUNE:
        few = ["--trials", "3"] if line.startswith("tune run") else []
        run_in(tmp_path, ["-m", "tune", *shlex.split(line)[1:], *few])
    (record,) = tmp_path.rglob("*.jsonl")
    assert record.with_suffix(".html").is_file()


@pytest.mark.parametrize("target", ["run", "test", "bench", "format"])
def test_make_targets_exist(target):
    result = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert ".venv/bin/" in result.stdout


EXCERPT = re.compile(r"<!-- excerpt: (\S+) (\w+) -->\n```\w+\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize(("reference", "level", "text"), EXCERPT.findall(README))
def test_an_excerpt_is_what_the_program_prints(cli, reference, level, text):
    _, out, _ = cli("show", reference, "--level", level)
    assert text in out


def test_there_are_excerpts():
    assert {level for _, level, _ in EXCERPT.findall(README)} == {"tir", "cuda", "sass"}


TABLE = re.compile(r"<!-- table: ([^\n]+) -->\n```\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize(("command", "text"), TABLE.findall(README))
def test_a_tables_rows_are_what_the_program_prints(cli, command, text):
    """Up to the width of columns."""
    _, out, _ = cli(*command.split())
    printed = [" ".join(line.split()) for line in out.splitlines()]
    _, *rows = (" ".join(line.split()) for line in text.splitlines())
    assert rows
    assert set(rows) <= set(printed)


def test_there_are_tables():
    assert [command for command, _ in TABLE.findall(README)] == [
        f"analyze gemm/sgemm_tvm:{rung}" for rung in ("cooperative_fetch", "conflict_free_store")
    ]


def test_the_readmes_rung_is_a_ladder(tmp_path):
    from schedules.checks.serial import Verifier
    from schedules.lowering.lower import lower
    from schedules.steps import steps

    (code,) = re.findall(r"<!-- rung -->\n```python\n(.*?)```", README, re.DOTALL)
    file = tmp_path / "mine.py"
    file.write_text(code)
    names: dict = {}
    exec(compile(code, str(file), "exec"), names)
    rung = names["ladder"]["square"]
    assert [step.name for step in steps(rung)] == ["split", "bind"]
    assert lower(steps(rung)[-1].mod).launches[0].block == (16, 16, 1)
    assert all(result.ok for result in Verifier().verify(rung))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    # Python's module["main"](a) is no link.
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(), flags=re.DOTALL)
    links = re.findall(r"\]\(([^)#\s]+)", text)
    missing = [
        link
        for link in links
        if not link.startswith(("http", "mailto:")) and not (page.parent / link).exists()
    ]
    assert missing == []
