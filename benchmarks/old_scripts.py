"""Runs old scripts and tests unmodified: `python -m benchmarks.old_scripts FILE ...`.

The files are from TVM v0.8, whose sources are public and not part of this project: its 13 tutorials
of te.create_schedule, and the files test_te_schedule*.py of tests/python/unittest. Every test
function runs in a separate session, unmodified and with numbers for symbolic extents (`--var`).
docs/results/old-scripts.json has the outcomes; docs/legacy.md has the counts and the reasons for
failures.
"""

from __future__ import annotations

import contextlib
import io
import json
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

import click

from benchmarks import old_corpus
from gpusim.errors import UserError
from schedules.commands.program import run_command
from schedules.core.files import write_text
from schedules.measure.publishing.publish import filled_in
from te_compat.calls import fresh_notices
from te_compat.script import ScriptImports, compiled
from te_compat.session import new_session
from te_compat.symbolic import Sizes

ROOT = Path(__file__).parent.parent
RESULT, GUIDE = ROOT / "docs/results/old-scripts.json", ROOT / "docs/legacy.md"
# Seconds per test function or tutorial.
LIMIT = 1500
# Numbers for the variables of the tests.
VALUES = {"m": 64, "n": 48, "l": 36, "s": 8}
_NOT_BUILT = "calls C++ functions that only a test build of TVM has"
# Test function -> why it does not run.
REASONS = {
    "test_rfactor": "puts axes into a set; axes of TVM 0.27 are not hashable",
    "test_tensor_intrin_scalar_params": "passes numbers beside buffers to an intrinsic, which TVM "
    "0.27 does not accept, and compares with the text that TVM 0.8 prints",
    "test_legalize_invalid_attach": "expects a loop as the body that tvm.lower returns; in "
    "today's TIR it is a block",
    "test_bound_tensor_compute_op": "its intrinsic reads rows outside the slice it is given",
    "test_local_stage_predicate2": "looks for `Allocate` nodes; TVM 0.27 allocates in blocks",
    "test_tensorize_vadd": _NOT_BUILT,
    "test_tensorize_matmul": _NOT_BUILT,
}


class TooLong(Exception):
    """A test function took longer than LIMIT."""


@contextlib.contextmanager
def limited() -> Iterator[None]:
    def too_long(_signal, _frame) -> None:
        raise TooLong(f"took over {LIMIT} s")

    handler = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LIMIT)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, handler)


def said(error: BaseException, file: Path) -> str:
    """An error in one line, without the folder of the file."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == str(file)]
    line = f"line {frames[-1].lineno}: " if frames else ""
    text = " ".join(str(error).split()).replace(f"{file}:", "")
    return f"{line}{type(error).__name__}: {text}"[:240]


def functions(file: Path, given: Mapping[str, int]) -> dict[str, str]:
    """Test function of a file -> its error, "" if it passed."""
    folder = file.resolve().parent
    names = [
        line.split("(")[0].removeprefix("def ")
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith("def test")
    ]
    outcomes = {}
    for name in names:
        space = {"__name__": "tests", "__file__": str(file)}
        space["__builtins__"] = ScriptImports(folder).builtins
        # Their imports take pytest's names for what they find.
        exec("import pytest", space)
        hidden = io.StringIO()
        with (
            new_session(on_cpu=True, sizes=Sizes(dict(given))),
            fresh_notices(),
            contextlib.redirect_stdout(hidden),
            contextlib.redirect_stderr(hidden),
        ):
            try:
                with limited():
                    exec(compiled(file), space)
                    space[name]()
                outcomes[name] = ""
            except Exception as error:  # a test can raise anything
                outcomes[name] = said(error, file)
    return outcomes


def tutorial(file: Path) -> str:
    """The outcome of a script: "" if it ran to its end."""
    command = [sys.executable, "-m", "te_compat", "--on-cpu", str(file.resolve())]
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=LIMIT, check=False, cwd=folder
            )
        except subprocess.TimeoutExpired:
            return f"took over {LIMIT} s"
    lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
    return lines[-1].replace(f"{file.resolve()}:", "line ")[:240] if done.returncode else ""


def played(files: Sequence[Path]) -> dict:
    """The outcome of every file, in order; for files that were not run, the recorded one."""
    record: dict = {"values": VALUES, "functions": [], "tutorials": []}
    if RESULT.exists():
        record = json.loads(RESULT.read_text(encoding="utf-8"))
    names = {file.name for file in files}
    for rows, key in ((record["functions"], "file"), (record["tutorials"], "name")):
        rows[:] = [row for row in rows if row[key] not in names]
    for file in files:
        if not file.name.startswith("test_"):
            row = {"name": file.name, "error": tutorial(file), "date": str(date.today())}
            record["tutorials"].append(row)
            click.echo(f"{file.name}: {record['tutorials'][-1]['error'] or 'runs'}")
            continue
        plain, with_values = functions(file, {}), functions(file, VALUES)
        for name in plain:
            row = {"file": file.name, "name": name}
            row |= {"as_it_is": plain[name], "with_values": with_values[name]}
            row["date"] = str(date.today())
            record["functions"].append(row)
            click.echo(f"{file.name}:{name}: {row['with_values'] or 'passes'}")
    record["functions"].sort(key=lambda row: row["file"])
    record["tutorials"].sort(key=lambda row: row["name"])
    return record


def tables(record: Mapping) -> str:
    """The counts, and a reason for everything that does not run."""
    tests, tutorials = record["functions"], record["tutorials"]
    as_they_are = sum(not row["as_it_is"] for row in tests)
    passed = sum(not row["with_values"] for row in tests)
    ran = sum(not row["error"] for row in tutorials)
    values = ", ".join(f"{name}={value}" for name, value in record["values"].items())
    lines = [
        f"Of v0.8's {len(tests)} test functions, {as_they_are} pass unmodified and {passed} with "
        f"`--var` ({values}). Of its {len(tutorials)} tutorials, {ran} run to completion.",
        *_dates(tests, tutorials),
        "",
        "| does not run | reason |",
        "| --- | --- |",
    ]
    failed = [row["name"] for row in tests if row["with_values"]]
    failed += [row["name"] for row in tutorials if row["error"]]
    unknown = [name for name in failed if name not in REASONS]
    stale = [name for name in REASONS if name not in failed]
    if unknown or stale:
        raise UserError(
            f"reasons are missing for {', '.join(unknown) or 'none'}, and not needed for "
            f"{', '.join(stale) or 'none'}"
        )
    return "\n".join([*lines, *(f"| `{name}` | {REASONS[name]} |" for name in failed)])


def _dates(tests: Sequence[Mapping], tutorials: Sequence[Mapping]) -> list[str]:
    """When the rows were measured, a line for each day."""
    days: dict[str, dict[str, None]] = {}
    for row in (*tests, *tutorials):
        days.setdefault(row["date"], {})[f"`{row.get('file', row['name'])}`"] = None
    return [f"Run on {day}: {', '.join(days[day])}." for day in sorted(days)]


def publish(record: Mapping) -> None:
    """Put the tables into the guide, between their markers."""
    text = GUIDE.read_text(encoding="utf-8")
    made = {"old scripts": tables(record), "old corpus": old_corpus.table(old_corpus.recorded())}
    for mark, lines in made.items():
        text = filled_in(GUIDE, text, mark, f"{lines}\n")
    write_text(GUIDE, text)


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--publish", "also", is_flag=True, help="Write the record and the guide's table.")
@click.option(
    "--corpus",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Run the scripts of this folder, each in a process of its own.",
)
@click.option("--limit", default=300.0, help="Seconds for each script of --corpus.")
@click.option("--migrate", is_flag=True, help="Migrate the scripts of --corpus that run, too.")
@click.option("--every", default=1, help="Of --corpus, take every N-th script.")
@click.option("--match", default="", help="Of --corpus, take scripts with this in their path.")
@click.option("--resume", is_flag=True, help="Leave out what the record has of this te_compat.")
@click.option("--jobs", default=1, help="How many scripts of --corpus run at a time.")
def command(
    files: tuple[Path, ...],
    also: bool,
    corpus: Path | None,
    every: int,
    match: str,
    **how,
) -> None:
    """Run old scripts and test files, and print the outcome of each.

    With --publish, the outcomes replace those of the same files in the record. Without files, the
    guide's tables are generated again from the records. With --corpus, the exit status is 1 if a
    script fails here or its own check does.
    """
    if corpus is not None:
        scripts = [script for script in old_corpus.scripts_in(corpus) if match in str(script)][
            ::every
        ]
        good = old_corpus.report(corpus, scripts, also, **how)
        if also:
            publish(json.loads(RESULT.read_text(encoding="utf-8")))
        sys.exit(0 if good else 1)
    record = played(files) if files else json.loads(RESULT.read_text(encoding="utf-8"))
    if also and files:
        write_text(RESULT, json.dumps(record, indent=1) + "\n")
    if also:
        publish(record)


if __name__ == "__main__":
    run_command(command, "benchmarks.old_scripts")
