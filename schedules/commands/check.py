"""`schedules check`: compare a schedule's kernels with recorded figures."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from gpusim.errors import UserError

from ..analyses.verification.verdict import Verdict
from ..processes.isolation import FileLimits
from ..sources.names import named_paths, resolve_whole
from ..views.terminal import print_json, print_table
from .options import FILE, OUT_FILE, REFERENCE, chosen_chip, default_chip, takes
from .program import (
    GITHUB,
    INTERNAL_ERROR,
    annotate,
    format_option,
    internal_error,
    print_crash,
    shown,
)
from .rungs import distributed

Record = dict[str, Any]
VERSIONS = ("apache-tvm", "nvidia-cuda-nvrtc")


@click.command("check")
@click.argument(
    "references", type=REFERENCE, nargs=-1, metavar="[FILE.py[:NAME]|LADDER[:RUNG] ...]"
)
@click.option(
    "--against", type=FILE, metavar="FILE", help="Fail if a figure is worse than in this file."
)
@click.option("--record", type=OUT_FILE, metavar="FILE", help="Write the figures to this file.")
@click.option(
    "--tolerance",
    type=click.FloatRange(min=0),
    default=1,
    show_default=True,
    metavar="PERCENT",
    help="Allowed relative slowdown of a predicted time.",
)
@format_option
@takes("chip", "arch", "shape", "limits", json="checks")
def command(
    references,
    against: Path | None,
    record: Path | None,
    tolerance: float,
    chip: str | None,
    style: str,
    as_json: bool,
    arch: str | None,
    shape,
    limits: FileLimits,
) -> None:
    """Check the figures of a schedule against recorded ones.

    The figures are registers, spills, bank conflicts, sectors, findings and the predicted time of
    the last step. --record writes them to a file. --against compares with the figures in a file and
    fails if one is worse. Without references, --against checks everything in the file at the
    recorded shapes and architectures. docs/automation.md has a CI workflow and a pre-commit hook.
    """
    from ..core.kernel import DEFAULT_CHIP

    kept = {} if against is None else kept_records(against)
    # Read before the work: an unreadable file is an error now.
    already = kept_records(record) if record is not None and record.exists() else {}
    if against is None and not references:
        raise UserError("name a file or a rung, or give --against FILE")
    if chip:
        arch = chosen_chip(chip, arch).architecture
    asked = []
    for path in named_paths(references) if references else kept:
        known = kept.get(path)
        if against is not None and known is None:
            raise UserError(f"{against} has no record of {path}: add it with --record {against}")
        settings = known or {"shape": None, "arch": None, "chip": DEFAULT_CHIP}
        size = shape or tuple(settings["shape"] or ()) or None
        on = chip or (default_chip(arch) if arch else settings["chip"])
        asked.append(CheckTask(path, size, arch or settings["arch"], on))
    records, crashes = checked(asked, limits)
    for now in records:
        add_regressions(now, kept.get(now["reference"]), tolerance / 100)
    if as_json:
        print_json("checks", records)
    elif style == GITHUB:
        annotate_records(records)
    else:
        print_records(records, kept, crashes)
    if record is not None and not any(now["error"] for now in records):
        keep(record, already, records)
    sys.exit(INTERNAL_ERROR if crashes else exit_code(records))


@dataclass(frozen=True)
class CheckTask:
    """A rung whose figures a process determines."""

    reference: str
    shape: tuple[int, ...] | None
    arch: str | None
    chip: str


def checked(asked: Sequence[CheckTask], limits: FileLimits) -> tuple[list[Record], dict[str, str]]:
    """The records by reference, and the tracebacks of internal errors. A user's file is checked in
    a separate process."""
    results = distributed(
        figures, asked, limits, lambda request, problem: (empty(request, problem), "")
    )
    crashes = {record["reference"]: traceback for record, traceback in results if traceback}
    return [record for record, _ in results], crashes


def empty(asked: CheckTask, error: str) -> Record:
    """The record of a rung that has no figures."""
    from ..analyses.figures import CheckRecord

    place = asked.reference, list(asked.shape or ()), asked.arch or "", asked.chip
    return asdict(CheckRecord(*place, error=error))


def figures(asked: CheckTask) -> tuple[Record, str]:
    """A rung's record, and the traceback of an exception in this program. Errors are part of the
    record."""
    from ..analyses.figures import check_record
    from ..measure.environment import packages

    try:
        rung = resolve_whole(asked.reference, asked.shape).rung
        made = check_record(asked.reference, rung, asked.shape, asked.arch, asked.chip)
        return asdict(made) | {"versions": packages(VERSIONS)}, ""
    except UserError as error:
        return empty(asked, str(error)), ""
    except MemoryError:
        raise
    except Exception as error:  # an internal error, whatever its class
        line, traceback = internal_error(asked.reference, error)
        return empty(asked, line), traceback


def kept_records(file: Path) -> dict[str, Record]:
    """The records in a file, by reference; raises UserError for any other file."""
    from pydantic import ValidationError

    from ..schemas import form

    try:
        document = form("checks").validate_json(file.read_bytes(), strict=True)
    except OSError as error:
        raise UserError(f"cannot read {file}: {error.strerror or error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = "".join(f"{part}: " for part in first["loc"])
        raise UserError(
            f"{file} is not a file of `schedules check --record`: {where}{first['msg']}"
        ) from None
    return {item["reference"]: item for item in document["items"]}


def add_regressions(record: Record, kept: Record | None, tolerance: float) -> None:
    """Add the regressions of a record compared with an earlier one."""
    from ..analyses.figures import regressions

    if record["error"] or kept is None:
        return
    worse = regressions(kept["figures"], record["figures"], tolerance)
    record["regressions"] = [asdict(regression) for regression in worse]


def keep(file: Path, already: dict[str, Record], records: Sequence[Record]) -> None:
    """Write records to a file; they replace those of the same schedules."""
    from ..core.files import write_text
    from ..schemas import document

    known = already | {record["reference"]: record | {"regressions": []} for record in records}
    write_text(file, json.dumps(document("checks", known.values()), indent=1) + "\n")
    click.echo(f"wrote {len(records)} records to {file}", err=True)


def exit_code(records: Sequence[Record]) -> int:
    if any(record["error"] for record in records):
        return 2
    wrong = any(record["verdict"] == Verdict.WRONG for record in records)
    return 1 if wrong or any(record["regressions"] for record in records) else 0


# --- what is printed ------------------------------------------------------------------------------


def annotate_records(records: Sequence[Record]) -> None:
    for record in records:
        for text in filter(None, [record["error"], *record["failures"]]):
            annotate("schedules check", text, record["reference"])
        for worse in record["regressions"]:
            annotate(f"worse: {worse['figure']}", worse["message"], record["reference"])


def print_records(
    records: Sequence[Record], kept: dict[str, Record], crashes: dict[str, str]
) -> None:
    """A row per schedule; recorded values that differ are in parentheses."""
    from ..analyses.figures import FIGURES

    rows = []
    for record in records:
        before, now = kept.get(record["reference"]), record["figures"]
        then = before["figures"] if before else now
        cells = [_cell(now[name], then[name]) if now else "-" for name in FIGURES]
        compared = (
            "-" if record["error"] or not before else "WORSE" if record["regressions"] else "yes"
        )
        row = [record["reference"], *cells, record["verdict"]]
        rows.append([*row, compared] if kept else row)
    columns = [name.replace("_", " ").removesuffix(" bytes") for name in FIGURES]
    recorded = ["as recorded"] if kept else []
    print_table(["schedule", *columns, "verdict", *recorded], rows)
    for record in records:
        for text in (*record["failures"], *record["notes"]):
            click.echo(text, err=True)
        for worse in record["regressions"]:
            click.echo(f"{record['reference']}: {worse['message']}", err=True)
        if record["reference"] in crashes:
            print_crash(record["error"], crashes[record["reference"]])
        elif record["error"]:
            click.echo(f"schedules: {shown(record['error'])}", err=True)


def _cell(now: Any, then: Any) -> str:
    texts = [_text(value) for value in (now, then)]
    return texts[0] if texts[0] == texts[1] else f"{texts[0]} ({texts[1]})"


def _text(value: Any) -> str:
    from ..analyses.figures import counted

    value = counted(value)
    if value is None:
        return "?"
    return f"{value:,.4g}" if isinstance(value, float) else f"{value:,}"
