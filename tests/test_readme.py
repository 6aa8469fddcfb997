"""What README and guides say is true: commands run, excerpts are real, links lead somewhere."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys

import click
import pytest
from conftest import ROOT
from exhaustive import sampled
from tune_fakes import timed_briefly
from tune_records import invoke

from schedules.commands import cli as schedules_program
from schedules.commands.options import REFERENCE
from tune.commands import cli as tune_program

README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text()
# Pages whose commands are run and whose excerpts are compared with what the program prints.
PATH = sorted((ROOT / "docs/path").glob("*.md"))
SHOWN = README + "".join(page.read_text(encoding="utf-8") for page in PATH)
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def commands(text: str = SHOWN) -> list[str]:
    """Lines of the sh blocks of pages, without their comments, each once."""
    blocks = re.findall(r"```sh\n(.*?)```", text.replace("\\\n", ""), re.DOTALL)
    lines = [line.partition("  #")[0].strip() for block in blocks for line in block.splitlines()]
    return list(dict.fromkeys(filter(None, lines)))


SCHEDULES = [line for line in commands() if line.startswith("schedules ")]
TUNE = [line for line in commands() if line.startswith("tune ")]
PYTHON = [line for line in commands() if line.startswith("python ")]
WRITES = ("schedules dump", "schedules report", "schedules exercise")
WRITING = [line for line in SCHEDULES if line.startswith(WRITES)]


def test_the_commands_were_found():
    assert len(SCHEDULES) > 15
    assert set(LONG) < set(READING) and len(QUICK) > 10
    assert len(TUNE) > 2 and len(PYTHON) > 0
    others = [line for line in commands() if line not in {*SCHEDULES, *TUNE, *PYTHON}]
    assert commands()[:2] == ["make", "make test"]
    assert others == ["make", "make test", "source .venv/bin/activate"]


# The quick suite runs README's, without one that does for a ladder what another does for a rung.
LONG = ("schedules explore examples/transpose.py",)
READING = [line for line in SCHEDULES if line not in WRITING]
QUICK = {*READING} & {*commands(README)} - {*LONG}


@pytest.mark.parametrize("line", sampled(READING, QUICK))
def test_a_readme_command_runs(cli, line, monkeypatch, tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    code, out, err = cli(*shlex.split(line)[1:])
    assert code == 0, err
    assert out.strip()
    assert [path.name for path in tmp_path.iterdir()] == ["examples"]


def test_the_writing_commands_run_in_their_order(cli, monkeypatch, tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for line in WRITING:
        code, _, err = cli(*shlex.split(line)[1:])
        assert code == 0, err
    assert (tmp_path / "my_dumps/stencil").is_dir()
    assert (tmp_path / "transpose.html").is_file()
    assert (tmp_path / "exercise_1.py").is_file()


def run_in(folder, arguments: list[str]) -> str:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    return done.stdout


@pytest.mark.parametrize(
    "line", sampled(PYTHON, [line for line in PYTHON if "autotvm" not in line])
)
def test_a_python_command_runs(line, tmp_path):
    """What tunes does so at a small size, with few trials."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    few = ["64", "64", "64", "6"] if "autotvm" in line else []
    run_in(tmp_path, [*shlex.split(line)[1:], *few])


def test_the_tuning_commands_run_in_their_order(capsys, monkeypatch, tmp_path):
    """The job itself, cut to a few trials at a small size, and timed in short."""
    monkeypatch.chdir(tmp_path)
    timed_briefly(monkeypatch)
    for line in TUNE:
        few = ["--trials", "2", "--shape", "64,64,64"] if line.startswith("tune run") else []
        code, out, err = invoke(capsys, *shlex.split(line)[1:], *few)
        assert code == 0, err
        assert out.strip()
    (record,) = tmp_path.rglob("*.jsonl")
    assert record.with_suffix(".html").is_file()


# A rung, or a step of one, of this project.
REFERENCE_TO = re.compile(r"(?:gemm|gemv)/\w+(?::\w+){0,2}")


def parsed(line: str) -> None:
    """Parse a command line without running it; raises for an unknown program, verb, option or
    reference."""
    words = shlex.split(line.partition(" | ")[0])
    if words[0] == "python":
        file = importlib.util.find_spec(words[2])
        module = f"{words[2]}.__main__" if file.submodule_search_locations else words[2]
        commands = vars(importlib.import_module(module)).values()
        (command,) = (one for one in commands if isinstance(one, click.Command))
        command.make_context(words[2], words[3:])
        return
    group = {"schedules": schedules_program, "tune": tune_program}[words[0]]
    command = group.get_command(click.Context(group), words[1])
    assert command is not None, words[1]
    command.make_context(words[1], words[2:])
    for word in filter(REFERENCE_TO.fullmatch, words):
        assert word in [item.value for item in REFERENCE.shell_complete(None, None, word)], word


def documented(text: str) -> list[str]:
    """The commands of a page's blocks, without those of scripts and of a reader's own ladder."""
    blocks = re.findall(r"```(?:sh|text)\n(.*?)```", text.replace("\\\n", ""), re.DOTALL)
    lines = [re.split(" +# |   +", line)[0] for block in blocks for line in block.splitlines()]
    own = ("schedules ", "tune ", "python -m benchmarks.")
    return [line for line in lines if line.startswith(own) and "gemm/mine" not in line]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_guides_commands_exist_with_their_options(page, monkeypatch):
    """Those of README and of the path are run as well."""
    monkeypatch.chdir(ROOT)
    # Files that a reader has need not be here.
    monkeypatch.setattr(click.Path, "convert", lambda self, value, *_: (self.type or str)(value))
    for line in documented(page.read_text(encoding="utf-8")):
        parsed(line)


def test_a_command_line_that_is_none_is_found():
    with pytest.raises(click.NoSuchOption):
        parsed("schedules predict gemm/sgemm_tvm:vthread --card h200")
    with pytest.raises(AssertionError, match="prophesy"):
        parsed("schedules prophesy gemm/sgemm_tvm:vthread")
    with pytest.raises(AssertionError, match="vthred"):
        parsed("schedules show gemm/sgemm_tvm:vthred")
    with pytest.raises(click.NoSuchOption):
        parsed("python -m benchmarks.listings --forecast")
    parsed("schedules predict gemm/sgemm_tvm:vthread --chip h200 --json | jq .")
    parsed("python -m benchmarks.listings --predict")
    assert documented("```text\nschedules show a:b   why\nls\n```\n`tune c`") == [
        "schedules show a:b"
    ]


@pytest.mark.parametrize("target", ["run", "dump", "test", "test-rest", "format"])
def test_make_targets_exist(target):
    # -B: the recipes, also of what is up to date.
    result = subprocess.run(["make", "-B", "-n", target], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert ".venv/bin/" in result.stdout


EXCERPT = re.compile(r"<!-- excerpt: (\S+) (\w+) -->\n```\w+\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize(("reference", "level", "text"), EXCERPT.findall(SHOWN))
def test_an_excerpt_is_what_the_program_prints(cli, reference, level, text):
    _, out, _ = cli("show", reference, "--level", level)
    assert text in out


def test_there_are_excerpts_and_tables():
    assert {level for _, level, _ in EXCERPT.findall(SHOWN)} == {"tir", "cuda", "sass"}
    assert len(TABLE.findall(SHOWN)) > 5


@pytest.mark.parametrize("page", PATH, ids=lambda page: page.stem)
def test_a_page_of_the_path_has_its_parts(page):
    """A question, a picture, a command, an exercise, a ladder that shows it, and the next page."""
    text = page.read_text(encoding="utf-8")
    assert "**Question.**" in text and "![" in text and commands(text)
    assert re.search(r"\*\*Exercises?\.\*\*.*?```sh\nschedules ", text, re.S)
    assert re.search(r"\*\*See it in a ladder\*\*", text)
    following = PATH[PATH.index(page) + 1 :]
    assert not following or f"({following[0].name})" in text


TABLE = re.compile(r"<!-- table: ([^\n]+) -->\n```\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize(("command", "text"), TABLE.findall(SHOWN))
def test_a_tables_rows_are_what_the_program_prints(cli, command, text):
    """Up to the width of columns."""
    _, out, _ = cli(*command.split())
    printed = [" ".join(line.split()) for line in out.splitlines()]
    _, *rows = (" ".join(line.split()) for line in text.splitlines())
    assert rows
    assert set(rows) <= set(printed)


FILE = re.compile(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)


def test_a_files_text_is_the_files():
    shown = FILE.findall(README)
    assert shown
    for name, text in shown:
        assert text in (ROOT / name).read_text()


def test_the_guides_rung_is_a_ladder(tmp_path):
    from schedules.analyses.verification.verdict import SERIAL
    from schedules.analyses.verification.verify import verify_rung
    from schedules.core.ladder import steps
    from schedules.lowering.lower import lower

    (code,) = re.findall(r"<!-- rung -->\n```python\n(.*?)```", CONTRIBUTING, re.DOTALL)
    file = tmp_path / "mine.py"
    file.write_text(code)
    names: dict = {}
    exec(compile(code, str(file), "exec"), names)
    rung = names["ladder"]["square"]
    assert [step.name for step in steps(rung)] == ["split", "bind"]
    assert lower(steps(rung)[-1].mod).launches[0].block == (16, 16, 1)
    assert verify_rung(rung, places=[SERIAL])


def prose(page) -> str:
    """A page without its blocks of code."""
    return re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)


def anchors(page) -> set[str]:
    """What GitHub calls a page's headings."""
    titles = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    # Python's module["main"](a) is no link.
    text = re.sub(r"`[^`\n]*`(?!\])", "", prose(page))
    missing = []
    for link, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", text):
        if link.startswith(("http", "mailto:")):
            continue
        target = page.parent / link if link else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            missing.append(f"{link}#{anchor}")
    assert missing == []


# A path in inline code: of a folder that is ours, or of one that a page's own folder has.
NAMED_PATH = re.compile(
    r"`((?:gpusim|schedules|te_compat|tune|tests|benchmarks|docs|examples|lowered_ir|lowering|compile"
    r"|analyses|measure|core|sources|views|commands)/[\w./-]*)`"
)
# NAME, DEVICE, JOB and the like stand for a reader's own.
STANDS_FOR = re.compile(r"\b[A-Z]{3,}\b")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_path_that_is_named_is_there(page):
    missing = [
        path
        for path in NAMED_PATH.findall(prose(page))
        if not STANDS_FOR.search(path)
        and not any((root / path).exists() for root in (ROOT, ROOT / "schedules"))
    ]
    assert missing == []


def test_the_architecture_names_every_package():
    """So that none is added without its line."""
    linked = set(re.findall(r"\]\(\.\./([\w/.]+)\)", ARCHITECTURE))
    packages = [
        file.parent
        for name in ("gpusim", "schedules", "tune")
        for file in (ROOT / name).glob("*/__init__.py")
    ]
    modules = (ROOT / "schedules").glob("[!_]*.py")
    assert not {str(path.relative_to(ROOT)) for path in (*packages, *modules)} - linked
