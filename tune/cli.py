"""The command line `tune`.

Imports are inside the commands: TVM takes most of a second to load, and a typo should not.
"""

from __future__ import annotations

import importlib
import json
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schedules import __version__
from schedules.commands.program import Program, run_command
from schedules.commands.terminal import print_code, print_table
from schedules.errors import NoGpu, UserError

if TYPE_CHECKING:
    from .jobs import Job
    from .rate import Rate
    from .records import Record

RECORD_SUFFIX = ".jsonl"
JOB_SUFFIX = ".toml"


class WithMeasuring(Program):
    """Commands, with those of `tune.measure` where it is installed."""

    def _found(self) -> dict[str, click.Command]:
        try:
            module = importlib.import_module("tune.measure.cli")
        except ModuleNotFoundError:
            return {}
        return {name: getattr(module, name) for name in ("worker", "tracker")}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *self._found()])

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return super().get_command(ctx, name) or self._found().get(name)


@click.group(cls=WithMeasuring, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tune")
def cli() -> None:
    """Tuning jobs for the ladders' rungs: verified, resumable, fast.

    A JOB is a TOML file or the name of one in tune/jobs; a RECORD is the JSON Lines file that a run
    writes. Where a RECORD is expected, a JOB stands for its record on this device.
    """


# --- parameters -----------------------------------------------------------------------------------


def changed(job: Job, **values) -> Job:
    """The job with what the command line says otherwise; raises UserError as a job file does."""
    from .jobs import from_values

    text = job.text()
    name = text.pop("name")
    for key, value in values.items():
        table, _, last = key.rpartition("__")
        if value is not None:
            (text[table] if table else text)[last] = value
    return from_values(text, name, lambda keys: "the command line")


def record_path(job: Job, path: Path | None) -> Path:
    from .records import default_path

    if path is not None and path.suffix != RECORD_SUFFIX:
        raise UserError(f"--record {path}: a record's name ends in {RECORD_SUFFIX}")
    return path or default_path(job.name, job.device())


def opened(reference: str) -> Record:
    """The record that a RECORD or a JOB names, for reading; it has candidates."""
    from .records import Record, other_version, same_versions, versions

    path = Path(reference)
    if path.suffix != RECORD_SUFFIX:
        path = found_record(job_of(reference))
    record = Record.read(path, say)
    if not record.entries:
        command = f"resume {path}" if record.runs else f"run JOB --record {path}"
        raise UserError(f"{path} has no candidates yet: `tune {command}` measures some")
    found = record.line(record.entries[-1])["versions"]
    if not same_versions(found, versions()):
        say(other_version(path, found))
    return record


def job_of(reference: str) -> Job:
    """The job of a reference that is no record's; raises UserError for a file of another kind."""
    from .jobs import load

    suffix = Path(reference).suffix
    if suffix not in ("", JOB_SUFFIX) and Path(reference).exists():
        raise UserError(
            f"{reference} is no record and no job: a record's name ends in {RECORD_SUFFIX}, a "
            f"job's in {JOB_SUFFIX}"
        )
    return load(reference)


def found_record(job: Job) -> Path:
    """The record of a job on this device, or the only one of the job where it has none here."""
    from .records import FOLDER

    others = sorted(FOLDER.glob(f"{job.name}-*{RECORD_SUFFIX}"))
    try:
        path = record_path(job, None)
    except UserError as error:
        if not others:
            raise type(error)(f"{FOLDER} has no record of {job.name}; {error}") from None
        if len(others) > 1:
            names = ", ".join(map(str, others))
            raise UserError(
                f"{job.name} cannot run here, and has records of several devices: name one of "
                f"{names}"
            ) from None
        say(f"{job.name} cannot run here; its record is {others[0]}")
        return others[0]
    if not path.exists():
        known = f"; those of other devices: {', '.join(map(str, others))}" if others else ""
        raise UserError(f"{job.name} has no record here yet ({path}): `tune run` makes it{known}")
    return path


def say(text: str) -> None:
    click.echo(f"tune: {text}", err=True)


def no_record(_context: click.Context, option: click.Parameter, path: Path | None) -> Path | None:
    """The file that an option has written; raises UserError where it may be a record."""
    if path is not None and path.suffix == RECORD_SUFFIX:
        raise UserError(
            f"{option.opts[0]} {path}: files in {RECORD_SUFFIX} are records, and are not written "
            "over: name another"
        )
    return path


job_argument = click.argument("job", metavar="JOB")
record_argument = click.argument("reference", metavar="RECORD")
record_option = click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The record, by default docs/tuning/JOB-DEVICE.jsonl.",
)
trials_option = click.option("--trials", type=int, help="In place of the job's budget.")
minutes_option = click.option("--minutes", type=float, help="In place of the job's budget.")


# --- running --------------------------------------------------------------------------------------


@cli.command()
@job_argument
@click.option("--dry-run", is_flag=True, help="Say what would be done; measure nothing.")
@record_option
@trials_option
@minutes_option
@click.option("--strategy", help="In place of the job's.")
@click.option("--seed", type=int, help="Of the strategy, in place of the job's.")
def run(job, dry_run: bool, record: Path | None, trials, minutes, strategy, seed) -> None:
    """Run a job: measure candidates until its budget is spent, then confirm the winner."""
    from .jobs import check_strategy, load

    one = changed(
        load(job),
        budget__trials=trials,
        budget__minutes=minutes,
        strategy=strategy,
        seeds__strategy=seed,
    )
    check_strategy(one)
    if dry_run:
        print_plan(one)
        return
    sys.exit(tune(one, record_path(one, record), resume=False))


@cli.command()
@click.argument("reference", metavar="JOB|RECORD")
@record_option
@trials_option
@minutes_option
@click.option(
    "--confirm-only", is_flag=True, help="Search no more: time the fastest again for a winner."
)
def resume(reference: str, record: Path | None, trials, minutes, confirm_only: bool) -> None:
    """Go on with a run that was cut short, or that may have more trials now.

    Trials count from the beginning, minutes anew.
    """
    if confirm_only and (trials is not None or minutes is not None):
        raise UserError("--confirm-only searches no more: leave out --trials and --minutes")
    from .records import Record
    from .run import recorded_job

    if reference.endswith(RECORD_SUFFIX):
        if record is not None and record != Path(reference):
            raise UserError(f"resume goes on with {reference}: --record {record} is another")
        record = Path(reference)
        if not record.exists():
            raise UserError(f"there is no {record}")
        one = recorded_job(Record.read(record))
    else:
        one = job_of(reference)
    one = changed(one, budget__trials=trials, budget__minutes=minutes)
    path = record_path(one, record)
    sys.exit(tune(one, path, resume=True, search=not confirm_only))


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP end what is inside as Ctrl-C does, as KeyboardInterrupt(NUMBER)."""
    # What `nohup` has ignored stays ignored.
    before = {
        one: old
        for one in (signal.SIGTERM, signal.SIGHUP)
        if (old := signal.getsignal(one)) is not signal.SIG_IGN
    }

    def end(number: int, _frame: object) -> None:
        # The end is not to be interrupted itself.
        for one in before:
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt(number)

    for one in before:
        signal.signal(one, end)
    try:
        yield
    finally:
        for one, old in before.items():
            signal.signal(one, old)


def tune(job: Job, path: Path, *, resume: bool, search: bool = True) -> int:
    """Run a job with the terminal's view of it; returns the exit code."""
    from .run import start, to_go_on
    from .view import watcher

    try:
        with ended_by_signals(), watcher(partial(rate_of, job)) as view:
            winners = start(job, path, view, resume=resume, search=search)
    except KeyboardInterrupt as ended:
        # The terminal may be what has gone.
        with suppress(OSError):
            say(f"interrupted; {to_go_on(path, search)}")
        return 128 + next(iter(ended.args), signal.SIGINT)
    if winners:
        print_winners(job, winners)
    return 0 if len(winners) == len(job.shapes) else 1


def rate_of(job: Job, shape: Sequence[int]) -> Rate:
    from .rate import Rate

    return Rate.of(job.rung.workload.with_shape(shape), job.rung.target)


def print_winners(job: Job, winners) -> None:
    from .rate import digits

    rows = []
    for one in winners:
        own = one.hand_written_us
        rows.append(
            (
                ",".join(map(str, one.shape)),
                digits(one.time_us),
                rate_of(job, one.shape).text(one.time_us),
                digits(one.runner_up_us) if one.runner_up_us else "-",
                f"{own / one.time_us:.3f}" if own else "-",
                one.key.partition(" ")[2],
            )
        )
    columns = ("shape", "us", "speed", "runner-up us", "x hand-written", "knobs")
    print_table(columns, rows, title=f"{job.workload}, confirmed on fresh inputs")


def print_plan(job: Job) -> None:
    """What a run would do, without a device."""
    from .auto import AutoSpace

    job.check_memory()
    arch, assumed = dry_arch(job)
    target = f"{arch} (assumed)" if assumed else arch
    click.echo(
        f"{job.name}: {job.workload} for {target}, strategy {job.strategy}, runner {job.runner}; "
        f"each shape at most {job.budget.trials} trials and {job.budget.minutes:g} minutes"
    )
    for shape in job.shapes:
        space = job.space_at(shape, arch)
        if isinstance(space, AutoSpace):
            click.echo(f"{shape}: MetaSchedule's own space")
            continue
        click.echo(f"{shape}: {len(space.points)} of {space.size} candidates")
        known = space.hand_written()
        first = space.candidate(known[0] if known else space.points[0])
        what = f"written by hand: {len(known)}" if known else "it lacks the rung's own tile"
        click.echo(f"  first: {first.key} ({what}), schedule {first.schedule}")


def dry_arch(job: Job) -> tuple[str, bool]:
    """The job's target, or a usual one where 'native' means a GPU that is not here, assumed."""
    from schedules.targets import DEFAULT_GPU

    try:
        return job.arch, False
    except NoGpu:
        return DEFAULT_GPU.arch, True


# --- looking --------------------------------------------------------------------------------------


@cli.command()
@job_argument
def space(job: str) -> None:
    """The size of a job's spaces, their knobs, and what each restriction removes."""
    from .auto import AutoSpace
    from .jobs import load
    from .space import said

    one = load(job)
    arch, assumed = dry_arch(one)
    target = f", {arch} (assumed)" if assumed else ""
    # By what is printed: a space whose knobs are no splits is the same at most shapes.
    alike: dict[tuple, list[str]] = {}
    for shape in one.shapes:
        found = one.space_at(shape, arch)
        if isinstance(found, AutoSpace):
            click.echo(f"{shape}: MetaSchedule's own space; its size is not known")
            continue
        knobs = tuple(
            (name, len(knob.options), shortened([said(option) for option in knob.options]))
            for name, knob in found.knobs.items()
        )
        left, restrictions = found.size, [("all", "", found.size, "")]
        for removed in found.removed:
            left -= removed.count
            restrictions.append((removed.name, f"-{removed.count}", left, removed.why))
        alike.setdefault((knobs, tuple(restrictions)), []).append(str(shape))
    for (knobs, restrictions), shapes in alike.items():
        # A table's own title would be broken at the table's width.
        click.echo(f"{one.space} at {', '.join(shapes)}{target}")
        print_table(("knob", "options", "values"), knobs)
        print_table(("restriction", "removes", "leaves", "why"), restrictions)


def shortened(words: list[str], most: int = 8) -> str:
    return " ".join(words if len(words) <= most else [*words[: most - 1], "...", words[-1]])


@cli.command()
def schema() -> None:
    """The JSON Schema of job files."""
    from .jobs import schema as found

    print_code(json.dumps(found(), indent=2) + "\n", "json")


@cli.command()
@record_argument
@click.option("--count", type=click.IntRange(1), default=5, show_default=True)
def best(reference: str, count: int) -> None:
    """The fastest candidates of a record, and its confirmed winners."""
    from .rate import digits
    from .run import recorded_job
    from .view import knobs_of
    from .winners import winners

    record = opened(reference)
    job = recorded_job(record)
    device = record.runs[-1].get("device") or "an unknown device"
    confirmed = {
        line["key"]: ", ".join(
            filter(None, [digits(line["time_us"]), "winner", line.get("compiler")])
        )
        for line in winners(record)
    }
    for shape in record.shapes():
        rate = rate_of(job, shape)
        every = record.best(shape, len(record.entries))
        rows = [
            (
                digits(entry.time_us),
                rate.text(entry.time_us),
                confirmed.get(entry.key, ""),
                knobs_of(entry) or entry.key,
            )
            for at, entry in enumerate(every)
            if at < count or entry.key in confirmed
        ]
        title = f"{','.join(map(str, shape))} on {device}"
        if not rows:
            click.echo(f"{title}: no candidate was right")
            continue
        print_table(("us", "speed", "confirmed us", "knobs"), rows, title=title)


@cli.command()
@record_argument
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    callback=no_record,
    help="By default beside the record, as .html.",
)
def report(reference: str, out: Path | None) -> None:
    """A record as an HTML page: curves, knobs, failures, the winner's diff and its CUDA."""
    from schedules.files import write_text

    from .report import page

    record = opened(reference)
    out = out or record.path.with_suffix(".html")
    write_text(out, page(record))
    click.echo(f"wrote {out}")


# --- using ----------------------------------------------------------------------------------------


@cli.command()
@record_argument
def apply(reference: str) -> None:
    """Make the winners configurations of their rung, by device, shape and dtype.

    `schedules` then knows RUNG@DEVICE, as in gemm/sgemm_cpu:parallel@some-cpu.
    """
    from .winners import apply_winners

    for line in apply_winners(opened(reference)):
        click.echo(line)


@cli.command()
@record_argument
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def export(reference: str, folder: Path) -> None:
    """Write a record as MetaSchedule's JSON database."""
    from .exchange import export_database

    count, left_out = export_database(opened(reference), folder)
    click.echo(f"wrote {count} candidates to {folder}")
    if left_out:
        say(f"{left_out} candidates are left out: their schedule has changed since")


@cli.command("import")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@job_argument
@record_option
def import_(folder: Path, job: str, record: Path | None) -> None:
    """Take a MetaSchedule JSON database of a job's space into a record."""
    from .exchange import import_database
    from .jobs import load

    one = load(job)
    path = record_path(one, record)
    count, left_out = import_database(folder, one, path, say)
    click.echo(f"took {count} candidates into {path}")
    if left_out:
        say(f"{left_out} candidates are left out: they failed, or are not of the job's space")


@cli.command()
@click.argument("reference", metavar="RECORDS")
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    help="May be given more than once; by default random and ranking.",
)
@click.option("--seeds", type=click.IntRange(1), default=30, show_default=True)
@click.option("--trials", type=click.IntRange(1), help="At most so many; by default all.")
@click.option(
    "--percent",
    type=float,
    default=95.0,
    show_default=True,
    help="Of the best candidate's speed, what the trials are counted to.",
)
@click.option(
    "--json",
    "out",
    type=click.Path(path_type=Path, dir_okay=False),
    callback=no_record,
    help="Write the curves too.",
)
def simulate(
    reference: str, strategies, seeds: int, trials: int | None, percent: float, out: Path | None
) -> None:
    """Replay a measured space: how many trials each strategy needs to come near the best."""
    from schedules.files import write_text

    from .simulate import simulate_record

    found = simulate_record(
        opened(reference), strategies or ("random", "ranking"), seeds, trials, percent / 100
    )
    rows = [
        (
            ",".join(map(str, one.shape)),
            one.strategy,
            one.points,
            one.median_text,
            one.range_text,
            one.median_best_after(32),
        )
        for one in found
    ]
    goal = f"trials to {percent:g} % of the best"
    columns = ("shape", "strategy", "candidates", goal, "of the seeds", "% of best after 32")
    print_table(columns, rows, title=f"medians of {seeds} seeds")
    if out is not None:
        write_text(out, json.dumps([one.as_record() for one in found]) + "\n")


# --- entry point ----------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    run_command(cli, "tune", arguments)
