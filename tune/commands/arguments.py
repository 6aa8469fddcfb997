"""Arguments and options that several verbs share, and the objects that they name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gpusim.errors import UserError
from schedules.commands.options import FILE, OUT_FOLDER
from schedules.core.errors import NoGpu

if TYPE_CHECKING:
    from schedules.core.target import Target
    from schedules.measure.units import Rate

    from ..jobs.job import Job
    from ..records.record import Record

JOB_SUFFIX = ".toml"


def say(text: str) -> None:
    click.echo(f"tune: {text}", err=True)


@contextmanager
def loading() -> Iterator[None]:
    """Print, on a terminal only, that TVM is being loaded, which takes a second."""
    from rich.console import Console

    with Console(stderr=True).status("loading TVM") if sys.stderr.isatty() else nullcontext():
        yield


def output_file(_context: click.Context, option: click.Parameter, path: Path | None) -> Path | None:
    """The file that an option writes; raises UserError if it may be a record."""
    from ..records.record import is_record

    if path is not None and is_record(path):
        raise UserError(
            f"{option.opts[0]} {path}: this file is a record and is not overwritten: "
            "choose another name"
        )
    return path


job_argument = click.argument("job", metavar="JOB")
record_argument = click.argument("reference", metavar="RECORD")


def run_options(command: Callable) -> Callable:
    """The options of `run` and `resume`."""
    for option in (
        click.option(
            "--work-dir",
            type=OUT_FOLDER,
            help="Folder of a MetaSchedule database: a new record starts with it; results are "
            "added.",
        ),
        click.option(
            "--workers", type=int, help="Start a Dask cluster of so many workers on this machine."
        ),
        click.option(
            "--scheduler", help="Dask scheduler whose workers build and run, as in tls://HOST:8786."
        ),
        click.option("--minutes", type=float, help="Minutes per shape; by default the job's."),
        click.option("--trials", type=int, help="Trials per shape; by default the job's."),
        click.option(
            "--record", type=FILE, help="Record to write; by default tuning/JOB-DEVICE.jsonl."
        ),
    ):
        command = option(command)
    return command


# --- Jobs -----------------------------------------------------------------------------------------


def job_of(reference: str) -> Job:
    """The job of a reference that is not a record; raises UserError for any other kind of file."""
    from ..jobs.job import load

    suffix = Path(reference).suffix
    if suffix not in ("", JOB_SUFFIX) and Path(reference).exists():
        raise UserError(
            f"{reference} is neither a record (.jsonl, .jsonl.gz) nor a job ({JOB_SUFFIX}); "
            "name another file"
        )
    return load(reference)


def changed(job: Job, **values) -> Job:
    """The job with the changes of the command line; raises UserError like a job file."""
    from ..jobs.job import from_values

    text = job.text()
    name = text.pop("name")
    for key, value in values.items():
        table, _, last = key.rpartition("__")
        if value is not None:
            (text[table] if table else text)[last] = value
    return from_values(text, name, lambda keys: "the command line")


def dry_target(job: Job) -> tuple[Target, str]:
    """The job's target and ''; for 'native' without a GPU, a common target and ' (assumed)'."""
    from schedules.core.target import DEFAULT_GPU

    try:
        return job.lowered_for, ""
    except NoGpu:
        return DEFAULT_GPU, " (assumed)"


def rate_of(job: Job, shape: Sequence[int]) -> Rate:
    from schedules.measure.units import Rate

    return Rate.of(job.rung.workload.with_shape(shape), job.rung.target)


# --- Records --------------------------------------------------------------------------------------


def record_path(job: Job, path: Path | None, device: str = "") -> Path:
    """The record to write: `path`, or the job's on a device, by default the one that it runs on."""
    from ..records.record import PLAIN, default_path

    if path is not None and path.suffix != PLAIN:
        raise UserError(f"--record {path}: the name of a record must end in {PLAIN}")
    return path or default_path(job.name, device or job.device())


def opened(reference: str) -> Record:
    """The record that a RECORD or a JOB names, opened for reading; raises UserError if it has no
    candidates."""
    from ..records.lines import other_version
    from ..records.record import Record, is_record

    path = Path(reference) if is_record(reference) else found_record(job_of(reference))
    record = Record.read(path, say)
    record.check_measured()
    if not record.entries:
        command = f"resume {path}" if record.runs else f"run JOB --record {path}"
        raise UserError(f"{path} has no candidates yet: measure some with `tune {command}`")
    if other := other_version(path, record.line(record.entries[-1])["versions"]):
        say(other)
    return record


def found_record(job: Job) -> Path:
    """The record of a job on this device; if there is none, the only record of the job."""
    from ..folders import records_folder
    from ..records.record import is_record

    folder = records_folder()
    others = sorted(filter(is_record, folder.glob(f"{job.name}-*")))
    names = ", ".join(map(str, others))
    try:
        path = record_path(job, None)
    except UserError as error:
        if not others:
            raise type(error)(f"{folder} has no record of {job.name}; {error}") from None
        if len(others) > 1:
            raise UserError(
                f"{job.name} cannot run here and has several records; name one of {names}"
            ) from None
        say(f"{job.name} cannot run here; its record is {names}")
        return others[0]
    if not path.exists():
        known = f", or name a record of another device: {names}" if others else ""
        raise UserError(
            f"no record of {job.name} on this device ({path}): make it with `tune run`{known}"
        )
    return path
