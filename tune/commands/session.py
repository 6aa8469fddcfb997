"""Runs a job in a terminal: the common part of `run` and `resume`."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schedules.commands.program import exit_code
from schedules.views.terminal import print_json, print_table

from .arguments import rate_of, say

if TYPE_CHECKING:
    from ..engine.confirming import Winner
    from ..jobs.job import Job

# Smaller gains count as none.
AS_GOOD = 1.02


def tune(
    job: Job,
    path: Path,
    *,
    resume: bool,
    search: bool = True,
    as_json: bool = False,
    work_dir: Path | None = None,
) -> int:
    """Run a job and show its progress; returns the exit code.

    A new record starts with the job's candidates in the database of `work_dir`, to which those of
    the run are added.
    """
    from ..engine.tuning import start, to_go_on
    from ..exchange import has_database, import_database
    from ..reports.progress import watcher

    if work_dir is not None and has_database(work_dir) and not (resume or path.exists()):
        count, _ = import_database(work_dir, job, path, say)
        say(f"{path} starts with {count} candidates of {work_dir}")
        resume = True
    try:
        with ended_by_signals(), watcher(partial(rate_of, job)) as view:
            winners = start(job, path, view, resume=resume, search=search)
    except KeyboardInterrupt as ended:
        # The terminal may be gone.
        with suppress(OSError):
            say(f"interrupted; {to_go_on(path, search)}")
        return exit_code(ended)
    finally:
        if work_dir is not None and path.exists():
            write_database(path, work_dir)
    if as_json:
        told = {"file": job.workload, "record": str(path)}
        print_json("winners", [told | asdict(winner) for winner in winners])
    elif winners:
        print_winners(job, winners)
        click.echo(f"wrote {path}; `tune report {path}` makes a page of it")
    return 0 if len(winners) == len(job.shapes) else 1


def write_database(path: Path, work_dir: Path) -> None:
    from ..exchange import export_database
    from ..records.record import Record

    count, _ = export_database(Record.read(path), work_dir)
    say(f"added {count} candidates to the database in {work_dir}")


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP end the `with` block like Ctrl-C, as KeyboardInterrupt(NUMBER)."""
    # A signal that `nohup` ignores stays ignored.
    before = {
        number: handler
        for name in ("SIGTERM", "SIGHUP")
        if (number := getattr(signal, name, None)) is not None
        and (handler := signal.getsignal(number)) is not signal.SIG_IGN
    }

    def end(number: int, _frame: object) -> None:
        # Cleaning up must not be interrupted.
        for ending in before:
            signal.signal(ending, signal.SIG_IGN)
        raise KeyboardInterrupt(number)

    for number in before:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def print_winners(job: Job, winners: Sequence[Winner]) -> None:
    from schedules.measure.units import short_digits

    from ..space.base import knobs_of

    rows = []
    for winner in winners:
        own = winner.hand_written_us
        rows.append(
            (
                ",".join(map(str, winner.shape)),
                short_digits(winner.time_us),
                rate_of(job, winner.shape).text(winner.time_us),
                short_digits(winner.runner_up_us) if winner.runner_up_us else "-",
                f"{own / winner.time_us:.3f}{', tie' if winner.tie else ''}" if own else "-",
                knobs_of(winner.key),
            )
        )
    columns = ("shape", "us", "speed", "runner-up us", "x hand-written", "knobs")
    print_table(columns, rows, title=f"{job.workload}, confirmed on fresh inputs")
    for winner in winners:
        if winner.hand_written_us:
            click.echo(verdict(winner))


def verdict(winner: Winner) -> str:
    """A winner's speed relative to the fastest hand-written tile."""
    gain = winner.hand_written_us / winner.time_us
    shape = ",".join(map(str, winner.shape))
    if gain <= AS_GOOD:
        return f"{shape}: the hand-written numbers are within 2 % of the best found"
    return f"{shape}: {gain:.2f} times as fast as the hand-written numbers"
