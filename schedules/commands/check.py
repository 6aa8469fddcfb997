"""`schedules check`: compare a schedule's kernels with recorded figures."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpusim.errors import UserError

from ..analyses.verification.verdict import Conclusion
from ..core.data import plain
from ..processes.platforms import FileLimits
from ..sources.names import named_paths, resolve_whole
from ..views.terminal import print_json, print_table
from .options import FILE, OUT_FILE, REFERENCE, chosen_chip, takes
from .program import annotate, format_option
from .rungs import outcomes_of, print_problem

if TYPE_CHECKING:
    from ..analyses.figures import CheckRecord

# Shape, architecture and chip of a check, '' for the architecture's.
Place = tuple[tuple[int, ...] | None, str | None, str]
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
    from ..analyses.figures import CheckRecord
    from ..core.kernel import DEFAULT_CHIP

    kept = {} if against is None else kept_records(against)
    # Read before the work: an unreadable file is an error now.
    already = kept_records(record) if record is not None and record.exists() else {}
    if against is None and not references:
        raise UserError("name a file or a rung, or give --against FILE")
    if chip:
        arch = chosen_chip(chip, arch).architecture
    places: dict[str, Place] = {}
    for path in named_paths(references) if references else kept:
        known = kept.get(path)
        if against is not None and known is None:
            raise UserError(f"{against} has no record of {path}: add it with --record {against}")
        settings = known or {"shape": None, "arch": None, "chip": DEFAULT_CHIP}
        size = shape or tuple(settings["shape"] or ()) or None
        on = chip or ("" if arch else settings["chip"])
        places[path] = size, arch or settings["arch"], on
    outcomes = outcomes_of(partial(check_reference, places), list(places), limits)
    records = []
    for path, outcome in zip(places, outcomes, strict=True):
        size, arch_of, on = places[path]
        failed = CheckRecord(path, list(size or ()), arch_of or "", on, error=outcome.error)
        records.append(compared(outcome.result or failed, kept.get(path), tolerance / 100))
    if as_json:
        print_json("checks", records)
    else:
        print_records(records, kept)
    code = max(map(print_problem, outcomes))
    if record is not None and not any(now.error for now in records):
        keep(record, already, records)
    sys.exit(max(code, *map(exit_code, records)))


def check_reference(places: Mapping[str, Place], reference: str) -> CheckRecord:
    """The record of a reference at its place."""
    from ..analyses.figures import check_record
    from ..measure.environment import packages

    shape, arch, chip = places[reference]
    made = check_record(reference, resolve_whole(reference, shape).rung, shape, arch, chip)
    return replace(made, versions=packages(VERSIONS))


def kept_records(file: Path) -> dict[str, Any]:
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


def compared(record: CheckRecord, kept: Mapping[str, Any] | None, tolerance: float) -> CheckRecord:
    """The record with its regressions compared with an earlier one."""
    from ..analyses.figures import regressions

    if record.error or kept is None:
        return record
    return replace(
        record, regressions=regressions(kept["figures"], asdict(record.figures), tolerance)
    )


def keep(file: Path, already: Mapping[str, Any], records: Sequence[CheckRecord]) -> None:
    """Write records to a file; they replace those of the same schedules."""
    from ..core.data import document
    from ..core.files import write_text

    known = {**already}
    known |= {record.reference: plain(replace(record, regressions=[])) for record in records}
    write_text(file, json.dumps(document("checks", known.values()), indent=1) + "\n")
    click.echo(f"wrote {len(records)} records to {file}", err=True)


def exit_code(record: CheckRecord) -> int:
    return 1 if record.verdict == Conclusion.WRONG or record.regressions else 0


# --- what is printed ------------------------------------------------------------------------------


def print_records(records: Sequence[CheckRecord], kept: Mapping[str, Any]) -> None:
    """A row per schedule; recorded values that differ are in parentheses."""
    from ..analyses.figures import COMPARED

    rows = []
    for record in records:
        now = None if record.figures is None else asdict(record.figures)
        before = kept.get(record.reference)
        then = before["figures"] if before else now
        cells = [_cell(now[name], then[name]) if now else "-" for name in COMPARED]
        state = "WORSE" if record.regressions else "yes"
        row = [record.reference, *cells, record.verdict]
        rows.append([*row, state if now and before else "-"] if kept else row)
    columns = [name.replace("_", " ").removesuffix(" bytes") for name in COMPARED]
    recorded = ["as recorded"] if kept else []
    print_table(["schedule", *columns, "verdict", *recorded], rows)
    for record in records:
        for failure in record.failures:
            annotate(failure, record.reference)
        for text in (*record.failures, *record.notes):
            click.echo(text, err=True)
        for worse in record.regressions:
            annotate(worse.message, record.reference, f"worse: {worse.figure}")
            click.echo(f"{record.reference}: {worse.message}", err=True)


def _cell(now: Any, then: Any) -> str:
    texts = [_text(value) for value in (now, then)]
    return texts[0] if texts[0] == texts[1] else f"{texts[0]} ({texts[1]})"


def _text(value: Any) -> str:
    from ..analyses.figures import counted

    value = counted(value)
    if value is None:
        return "?"
    return f"{value:,.4g}" if isinstance(value, float) else f"{value:,}"
