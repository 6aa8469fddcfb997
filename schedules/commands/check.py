"""`schedules check`: are a schedule's kernels as good as they were recorded to be?"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpusim.errors import UserError

from ..processes.pool import in_processes
from ..sources.names import is_file, named_paths, resolve_whole
from ..views.terminal import print_json, print_table
from .annotations import GITHUB, annotate, format_option
from .isolated import apart
from .options import FILE, OUT_FILE, FileLimits, arch_option, file_limits, json_option, shape_option
from .references import REFERENCE

if TYPE_CHECKING:
    from ..analyses.figures import StepFigures

Record = dict[str, Any]
VERSIONS = ("apache-tvm", "nvidia-cuda-nvrtc")


@click.command("check")
@click.argument(
    "references", type=REFERENCE, nargs=-1, metavar="[FILE.py[:NAME]|LADDER[:RUNG] ...]"
)
@click.option("--against", type=FILE, metavar="FILE", help="Fail on what is worse than this says.")
@click.option("--record", type=OUT_FILE, metavar="FILE", help="Keep the figures there.")
@click.option(
    "--slack",
    type=click.FloatRange(min=0),
    default=1,
    show_default=True,
    metavar="PERCENT",
    help="So much longer a predicted time may be.",
)
@click.option("--chip", help="A chip with measured constants, as h200 or h100; by default h200.")
@format_option
@json_option("checks")
@arch_option
@shape_option
@file_limits
def command(
    references,
    against: Path | None,
    record: Path | None,
    slack: float,
    chip: str | None,
    style: str,
    as_json: bool,
    arch: str | None,
    shape,
    limits: FileLimits,
) -> None:
    """Registers, spills, bank conflicts, sectors, findings and the predicted time of each step.

    --record keeps them. --against fails where one is larger at the last step than was kept, and
    names the change of the schedule that made it so. Without names it checks all that was kept, at
    the shape and on the architecture of then. docs/ci.md has a workflow and a hook.
    """
    from ..core.kernel import DEFAULT_CHIP

    kept = {} if against is None else kept_records(against)
    # Told before the work whose figures it is to hold.
    already = kept_records(record) if record is not None and record.exists() else {}
    if against is None and not references:
        raise UserError("name a file or a rung, or give --against FILE")
    asked = []
    for path in named_paths(references) if references else kept:
        known = kept.get(path)
        if against is not None and known is None:
            raise UserError(f"{against} has nothing of {path}: --record {against} adds it")
        at = known or {"shape": None, "arch": None, "chip": DEFAULT_CHIP}
        size = shape or tuple(at["shape"] or ()) or None
        asked.append(Asked(path, size, arch or at["arch"], chip or at["chip"]))
    records = checked(asked, limits)
    for one in records:
        add_regressions(one, kept.get(one["reference"]), slack / 100)
    if as_json:
        print_json("checks", records)
    elif style == GITHUB:
        annotate_records(records)
    else:
        print_records(records, kept)
    if record is not None and not any(one["error"] for one in records):
        keep(record, already, records)
    sys.exit(exit_code(records))


@dataclass(frozen=True)
class Asked:
    """A rung whose figures one process finds."""

    reference: str
    shape: tuple[int, ...] | None
    arch: str | None
    chip: str


def checked(asked: Sequence[Asked], limits: FileLimits) -> list[Record]:
    """The record of each; a user's file has a process of its own."""
    ours = iter(in_processes(figures, [one for one in asked if not is_file(one.reference)]))
    records = []
    for one in asked:
        if not is_file(one.reference):
            records.append(next(ours))
            continue
        found, problem = apart(figures, one, one.reference, limits)
        records.append(found or empty(one, problem))
    return records


def empty(asked: Asked, error: str) -> Record:
    return {
        "reference": asked.reference,
        "shape": list(asked.shape or ()),
        "arch": asked.arch or "",
        "chip": asked.chip,
        "versions": {},
        "steps": [],
        "regressions": [],
        "error": error,
    }


def figures(asked: Asked) -> Record:
    """A rung's record. UserErrors are part of it."""
    from ..analyses.figures import figures_of
    from ..measure.environment import packages

    try:
        rung = resolve_whole(asked.reference, asked.shape).rung
        found = {
            "shape": list(rung.at(asked.shape).shape),
            "arch": rung.lowered_for(asked.arch).arch,
            "versions": packages(VERSIONS),
            "steps": [
                one.record() for one in figures_of(rung, asked.shape, asked.arch, asked.chip)
            ],
        }
        return empty(asked, "") | found
    except UserError as error:
        return empty(asked, str(error))


def kept_records(file: Path) -> dict[str, Record]:
    """The records that a file keeps, by reference; raises UserError for another file."""
    from pydantic import ValidationError

    from ..schemas import form

    try:
        found = form("checks").validate_json(file.read_bytes(), strict=True)
    except OSError as error:
        raise UserError(f"cannot read {file}: {error.strerror or error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise UserError(f"{file} holds no checks: {where}: {first['msg']}") from None
    return {one["reference"]: one for one in found["items"]}


def add_regressions(record: Record, kept: Record | None, slack: float) -> None:
    """Give a record its regressions."""
    from ..analyses.regressions import figures_from, regressions

    if record["error"] or kept is None or not kept["steps"]:
        return
    found = regressions(figures_from(kept["steps"]), figures_from(record["steps"]), slack)
    record["regressions"] = [asdict(one) for one in found]


def keep(file: Path, already: dict[str, Record], records: Sequence[Record]) -> None:
    """Write records to a file, in place of those of the same schedules that it has already."""
    from ..core.files import write_text
    from ..schemas import document

    known = already | {one["reference"]: one | {"regressions": []} for one in records}
    write_text(file, json.dumps(document("checks", known.values()), indent=1) + "\n")
    click.echo(f"kept {len(records)} in {file}", err=True)


def exit_code(records: Sequence[Record]) -> int:
    if any(one["error"] for one in records):
        return 2
    return 1 if any(one["regressions"] for one in records) else 0


# --- what is printed ------------------------------------------------------------------------------


def annotate_records(records: Sequence[Record]) -> None:
    for one in records:
        if one["error"]:
            annotate("schedules check", one["error"], one["reference"])
        for worse in one["regressions"]:
            annotate(f"worse: {worse['figure']}", worse["message"], one["reference"], worse["step"])


def print_records(records: Sequence[Record], kept: dict[str, Record]) -> None:
    """A row a schedule, what was recorded in parentheses where it was something else."""
    from ..analyses.figures import FIGURES
    from ..analyses.regressions import figures_from

    rows = []
    for one in records:
        before = kept.get(one["reference"])
        now = figures_from(one["steps"][-1:])
        then = figures_from(before["steps"][-1:]) if before else now
        cells = [_cell(now[0], (then or now)[0], name) for name in FIGURES] if now else []
        state = "not run" if one["error"] else "WORSE" if one["regressions"] else "yes"
        rows.append([one["reference"], *(cells or ["-"] * len(FIGURES)), state])
    columns = [name.replace("_", " ").removesuffix(" bytes") for name in FIGURES]
    print_table(["schedule", *columns, "as good"], rows)
    for one in records:
        for worse in one["regressions"]:
            click.echo(f"{one['reference']}: {worse['message']}", err=True)
        if one["error"]:
            click.echo(f"schedules: {one['error']}", err=True)


def _cell(now: StepFigures, then: StepFigures, figure: str) -> str:
    texts = [_text(getattr(one, figure)) for one in (now, then)]
    return texts[0] if texts[0] == texts[1] else f"{texts[0]} ({texts[1]})"


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        value = len(value)
    if value is None:
        return "?"
    return f"{value:,.4g}" if isinstance(value, float) else f"{value:,}"
