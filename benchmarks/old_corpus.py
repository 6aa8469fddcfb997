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
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import click

from benchmarks import old_numbers
from gpusim.errors import UserError
from schedules.commands.program import run_command
from schedules.core.files import read_json, write_json

LIST = Path(__file__).parent / "old_corpus.json"
ROOT = Path(__file__).parent.parent
RECORD = ROOT / "docs/results/old-corpus.json"
EQUAL, RAN, MIGRATED = "ran, equal to its own check", "ran, checks nothing", "migrated, runs"
SAME, OTHER = "migrated, equal numbers", "migrated, other numbers"
PART = "ran, some blocks of a kernel"
REFUSED, LACKS, TIME = "refused, with a reason", "lacks a module, a file or Python 3", "time limit"
WRONG, OWN, FAILED = "its own check fails", "an error of the script", "failed"
KINDS = (EQUAL, RAN, PART, SAME, MIGRATED, OTHER, REFUSED, LACKS, TIME, OWN, WRONG, FAILED)
RUNS, BAD = (EQUAL, RAN, PART), (WRONG, OTHER, FAILED)
_NUMBERS = {old_numbers.EQUAL: SAME, old_numbers.RUNS: MIGRATED, old_numbers.DIFFER: OTHER}
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
    command: Sequence[str],
    folder: Path,
    limit: float,
    repository: Path | None = None,
    python_path: str | None = None,
) -> tuple[int | None, str]:
    """Exit status (None after a time-out) and stderr; the command's child processes end with it.

    A repository's own packages can be imported, as if it were installed. If the script calls a
    debugger, the debugger continues.
    """
    before = os.environ.get("PYTHONPATH") if python_path is None else python_path
    path = os.pathsep.join(filter(None, [before, str(repository or "")]))
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
    reason = (
        "" if status == 0 else old_numbers.last_line(said).replace(f"{script.resolve()}:", "line ")
    )
    seconds = time.monotonic() - started
    return Outcome(str(script.relative_to(folder)), kind(status, said, checks), reason, seconds)


def _path() -> str:
    """PYTHONPATH with which another folder finds these benchmarks."""
    return os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))


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


def migrated(script: Path, folder: Path, limit: float) -> Outcome:
    """Migrate a script, run what was written in plain TVM and compare what both compute."""
    started, name = time.monotonic(), str(script.relative_to(folder))
    with tempfile.TemporaryDirectory() as made:
        new = Path(made) / "new.py"
        command = [sys.executable, "-m", "benchmarks.old_numbers", str(script.resolve()), str(new)]
        repository = repository_of(script, folder)
        status, said = run(command, script.parent, limit, repository, _path())
        written = new.exists()
        crashed = status is not None and status < 0 and written
        if crashed and run([sys.executable, str(new)], Path(made), limit)[0] == 0:
            # An intrinsic for which the script has a rule only on a GPU has no implementation here.
            status, said = 0, f"{old_numbers.RUNS}: the schedule does not run on this CPU"
    last = old_numbers.last_line(said)
    verdict, _, why = last.partition(": ")
    if status is None:
        result = TIME
    elif status in (0, 1) and verdict in _NUMBERS:
        result = _NUMBERS[verdict]
    else:
        result = REFUSED if status == 2 and not written else FAILED
        why = last
    why = why.replace(f"{script.resolve()}:", "line ")
    return Outcome(name, result, why, time.monotonic() - started)


def played(
    folder: Path,
    scripts: Sequence[Path],
    limit: float,
    migrate: bool,
    jobs: int = 1,
    known: Mapping[str, Mapping] | None = None,
) -> Iterator[list[Outcome]]:
    """The outcome of each script, `jobs` at a time, and of its migration if it ran.

    A row of `known`, by script, replaces the run. Scripts whose row is complete are skipped.
    """

    def both(script: Path, row: Mapping) -> list[Outcome]:
        name = str(script.relative_to(folder))
        result = (
            Outcome(name, row["kind"], row["reason"], 0.0)
            if row
            else outcome(script, folder, limit)
        )
        if migrate and result.kind in RUNS:
            return [result, migrated(script, folder, limit)]
        return [result]

    rows = {script: (known or {}).get(str(script.relative_to(folder)), {}) for script in scripts}
    left = [
        (script, row)
        for script, row in rows.items()
        if not row or (migrate and row["kind"] in RUNS and row.get("migrated_with") != state())
    ]
    with ThreadPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(both, *pair) for pair in left]):
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


def put(outcomes: Sequence[Outcome]) -> None:
    """Replace a script's row of RECORD by its outcome and, if there is one, its migration's."""
    result, rows = outcomes[0], recorded()
    row = {"script": result.script, "kind": result.kind, "reason": _line(result.reason)}
    for made in outcomes[1:]:
        row |= {"migrated": made.kind, "migrated_reason": _line(made.reason)}
        row["migrated_with"] = state()
    rows[result.script] = row | {"ran_with": state(), "date": str(date.today())}
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
@click.option("--migrate", is_flag=True, help="Migrate the scripts that run, too.")
@click.option("--every", default=1, help="Take every N-th script.")
@click.option("--match", default="", help="Take scripts with this in their path.")
@click.option("--resume", is_flag=True, help="Leave out what the record has of this te_compat.")
@click.option("--jobs", default=1, help="How many scripts run at a time.")
def command(
    folder: Path, keep: bool, limit: float, migrate: bool, every: int, match: str, resume: bool,
    jobs: int,
) -> None:  # fmt: skip
    """Run old scripts and print the outcome of each.

    The exit status is 1 if a script fails here, its own check fails, or a migrated script has
    other numbers.
    """
    scripts = [script for script in scripts_in(folder) if match in str(script)][::every]
    now, counts = state(), Counter[str]()
    known = {name: row for name, row in recorded().items() if row.get("ran_with") == now}
    for outcomes in played(folder, scripts, limit, migrate, jobs, known if resume else None):
        for result in outcomes:
            counts[result.kind] += 1
            reason = f": {result.reason[:300]}" if result.reason else ""
            click.echo(f"{result.seconds:5.0f} s  {result.script}: {result.kind}{reason}")
        if keep:
            put(outcomes)
    click.echo("")
    for name in KINDS:
        if counts[name]:
            click.echo(f"{counts[name]:5}  {name}")
    sys.exit(any(counts[name] for name in BAD))


if __name__ == "__main__":
    run_command(command, "benchmarks.old_corpus")
