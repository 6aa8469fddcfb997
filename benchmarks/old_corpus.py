"""Runs public te.create_schedule scripts that a user has downloaded, each in a separate process:
`python -m benchmarks.old_corpus FOLDER`.

`old_corpus.json` lists repositories with a commit and the paths of their scripts; they are not part
of this project. A repository must be in FOLDER/OWNER+NAME@COMMIT, with ten digits of the commit. If
the folder has none of them, all scripts in it are run. docs/results/old-corpus.json has the
outcomes; `python -m benchmarks.figures` makes their table in docs/legacy.md.
"""

from __future__ import annotations

import hashlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import click

from gpusim.errors import UserError
from schedules.commands.program import run_command
from schedules.core.files import read_json, write_json

LIST = Path(__file__).parent / "old_corpus.json"
ROOT = Path(__file__).parent.parent
RECORD = ROOT / "docs/results/old-corpus.json"
EQUAL, RAN = "ran, equal to its own check", "ran, checks nothing"
# What a program in the history (commit 99385137) found of migrated scripts.
MIGRATED, SAME = "migrated, runs", "migrated, equal numbers"
PART = "ran, some blocks of a kernel"
REFUSED, LACKS, TIME = "refused, with a reason", "lacks a module, a file or Python 3", "time limit"
WRONG, OWN, FAILED = "its own check fails", "an error of the script", "failed"
KINDS = (EQUAL, RAN, PART, REFUSED, LACKS, TIME, OWN, WRONG, FAILED)
RUNS, BAD = (EQUAL, RAN, PART), (WRONG, FAILED)
_CHECK = re.compile(r"\bassert\b|allclose|assert_\w+\(")
_OUTSIDE = re.compile(r"the script needs the (module|file) |this is not Python 3: ")
_PACKAGE = f"{os.sep}te_compat{os.sep}"


@dataclass(frozen=True)
class Outcome:
    """The outcome of one script: one of KINDS, a line with the reason, and the seconds it took."""

    script: str
    kind: str
    reason: str
    seconds: float


def scripts_in(folder: Path) -> list[Path]:
    """The listed scripts that a folder has, else every file that calls create_schedule."""
    listed = [
        folder / f"{entry['repository'].replace('/', '+')}@{entry['commit'][:10]}" / path
        for entry in read_json(LIST)
        for path in entry["scripts"]
    ]
    scripts = [script for script in listed if script.is_file()]
    if not scripts:
        files = sorted(folder.rglob("*.py"))
        scripts = [file for file in files if b"create_schedule" in file.read_bytes()]
    if not scripts:
        raise UserError(f"{folder} has no te.create_schedule script")
    return scripts


def run(
    command: Sequence[str], folder: Path, limit: float, repository: Path
) -> tuple[int | None, str]:
    """Exit status (None after a time-out) and stderr; the command's child processes end with it.

    A repository's own packages can be imported, as if it were installed. If the script calls a
    debugger, the debugger continues.
    """
    path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(repository)]))
    environment = {**os.environ, "MPLBACKEND": "Agg", "PYTHONPATH": path}
    with (
        tempfile.TemporaryFile("w+") as stdin,
        tempfile.TemporaryFile("w+", errors="replace") as stderr,
    ):
        stdin.write("c\n" * 1000)
        stdin.seek(0)
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            start_new_session=True,
        )
        try:
            status: int | None = process.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            status = None
        stderr.seek(0)
        return status, stderr.read()


def repository_of(script: Path, folder: Path) -> Path:
    """The folder directly in `folder` that contains a script."""
    return (folder / script.relative_to(folder).parts[0]).resolve()


def outcome(script: Path, folder: Path, limit: float) -> Outcome:
    """Run a script by `te_compat --on-cpu` in its own folder."""
    started = time.monotonic()
    command = [sys.executable, "-m", "te_compat", "--on-cpu", str(script.resolve())]
    status, said = run(command, script.parent, limit, repository_of(script, folder))
    checks = bool(_CHECK.search(script.read_text(encoding="utf-8", errors="replace")))
    last = next((line for line in reversed(said.splitlines()) if line.strip()), "")
    reason = "" if status == 0 else last.replace(f"{script.resolve()}:", "line ")
    seconds = time.monotonic() - started
    return Outcome(str(script.relative_to(folder)), kind(status, said, checks), reason, seconds)


def kind(status: int | None, said: str, checks: bool) -> str:
    """The outcome by exit status and stderr; `checks` says whether the script checks a result."""
    if status is None:
        return TIME
    if status == 0:
        return PART if "(--all-blocks " in said else EQUAL if checks else RAN
    if status in (2, 3):
        return LACKS if _OUTSIDE.search(said) else REFUSED
    if "AssertionError" in said:
        return WRONG
    return FAILED if _PACKAGE in said or "Traceback" not in said else OWN


def played(
    folder: Path, scripts: Sequence[Path], limit: float, jobs: int = 1, known: Collection[str] = ()
) -> Iterator[Outcome]:
    """The outcome of each script, `jobs` at a time; those in `known` are skipped."""
    left = [script for script in scripts if str(script.relative_to(folder)) not in known]
    with ThreadPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(outcome, script, folder, limit) for script in left]):
            yield done.result()


def state() -> str:
    """Ten digits that change with the sources of te_compat."""
    digest = hashlib.sha256()
    for file in sorted((ROOT / "te_compat").rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:10]


def recorded() -> dict[str, dict]:
    """The rows of RECORD by script; none where there is no such file."""
    rows = read_json(RECORD) if RECORD.exists() else []
    return {row["script"]: row for row in rows}


def put(result: Outcome) -> None:
    """Replace what a script's row of RECORD says of its run by its outcome."""
    rows = recorded()
    row = {"script": result.script, "kind": result.kind, "reason": _line(result.reason)}
    row |= {"ran_with": state(), "date": str(date.today())}
    rows[result.script] = rows.get(result.script, {}) | row
    write_json(RECORD, [rows[name] for name in sorted(rows)])


def _line(reason: str) -> str:
    """A reason without the folders of the machine on which it was found."""
    return re.sub(r"(?<![\w.])(/[^\s/:'\"]+)+/", "", reason)[:240]


def table() -> str:
    """How many of the recorded scripts ran, and what came of the others."""
    rows = recorded()
    counts = Counter(row["kind"] for row in rows.values())
    ran = sum(counts[name] for name in RUNS)
    written = Counter(row["migrated"] for row in rows.values() if "migrated" in row)
    runs = written[SAME] + written[MIGRATED]
    own = sum(not name.startswith("apache+") for name in rows)
    days = sorted({row["date"] for row in rows.values()})
    lines = [
        f"Of {len(rows)} scripts, {own} of them not TVM's own, {ran} run "
        f"({ran / len(rows):.0%}); run on {' and '.join(days)}. Of the migrated scripts, "
        f"{runs} of {written.total()} run in plain TVM, {written[SAME]} of them compared with the "
        "old ones and equal bit by bit.",
        "",
        "| outcome | scripts |",
        "| --- | ---: |",
        *(f"| {name} | {counts[name]} |" for name in KINDS if counts[name]),
        "",
    ]
    return "\n".join(lines)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--record", "keep", is_flag=True, help="Write the record.")
@click.option("--limit", default=300.0, help="Seconds for each script.")
@click.option("--every", default=1, help="Take every N-th script.")
@click.option("--match", default="", help="Take scripts with this in their path.")
@click.option("--resume", is_flag=True, help="Leave out what the record has of this te_compat.")
@click.option("--jobs", default=1, help="How many scripts run at a time.")
def command(
    folder: Path, keep: bool, limit: float, every: int, match: str, resume: bool, jobs: int
) -> None:
    """Run old scripts and print the outcome of each.

    The exit status is 1 if a script fails here or its own check fails.
    """
    scripts = [script for script in scripts_in(folder) if match in str(script)][::every]
    now, counts = state(), Counter[str]()
    known = [name for name, row in recorded().items() if row.get("ran_with") == now]
    for result in played(folder, scripts, limit, jobs, known if resume else ()):
        counts[result.kind] += 1
        reason = f": {result.reason[:300]}" if result.reason else ""
        click.echo(f"{result.seconds:5.0f} s  {result.script}: {result.kind}{reason}")
        if keep:
            put(result)
    click.echo("")
    for name in KINDS:
        if counts[name]:
            click.echo(f"{counts[name]:5}  {name}")
    sys.exit(any(counts[name] for name in BAD))


if __name__ == "__main__":
    run_command(command, "benchmarks.old_corpus")
