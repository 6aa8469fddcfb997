"""`schedules dump`: every step of every rung, as files."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from gpusim.errors import UserError

from ..analyses.verification.verdict import MACHINE, SERIAL
from ..core.files import check_writable
from ..views.terminal import print_json, print_table
from .options import REFERENCE, check_named, takes
from .program import GITHUB, TEXT, annotate_failures, annotate_file, check_format, format_option
from .rungs import Outcome, outcomes_of, print_failures, verdict_cells

STALE = "stale: run `schedules dump`"


@click.command("dump")
@click.argument("references", type=REFERENCE, nargs=-1, metavar="[LADDER ...]")
@click.option(
    "--out", "to", metavar="DIR", default="lowered_ir", show_default=True, help="Folder to write."
)
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if the files differ.")
@click.option(
    "--strict", is_flag=True, help="Fail if a step has no effect and does not declare it."
)
@click.option(
    "--verify",
    "verified",
    is_flag=True,
    help="Also verify every step at one shape; `schedules verify` uses several.",
)
@format_option
@takes("arch", "shape", "limits", json="dumps")
def command(references, to: str, **asked) -> None:
    """Write TIR, lowered TIR and source of every step of every rung to files."""
    check_named(to, "--out")
    check_format(asked["style"], asked["check"])
    out = Path(to)
    if not asked["check"]:
        check_writable(out)
    elif not out.is_dir():
        raise UserError(
            f"no folder {out} to compare with: write it with `schedules dump --out {out}`"
        )
    sys.exit(dump_rungs(references, out, **asked))


def dump_rungs(
    references: Sequence[str],
    out: Path,
    *,
    check=False,
    strict=False,
    verified=False,
    as_json=False,
    silent=False,
    style=TEXT,
    **how,
) -> int:
    """Dump rungs (`how`: arch, shape, limits) and print the outcome; returns the exit code."""
    places = (SERIAL, MACHINE) if verified else ()
    outcomes = outcomes_of(references, dumped=True, verified=places, one_shape=True, **how)
    if as_json:
        records = [
            rung.dump_record() | {"verification": rung.verified if verified else None}
            for rung in outcomes
        ]
        print_json("dumps", records)
    elif style == GITHUB:
        annotate_failures("schedules dump", outcomes)
    elif not silent:
        print_dumps(outcomes, verified)
    status = print_failures(outcomes, verified)
    for rung in outcomes:
        notes = [
            f"{name}: has no effect on the kernel; yield it with NO_EFFECT or remove it"
            for name in rung.idle
        ]
        notes += [
            f"{name}: yields NO_EFFECT but changes the kernel; remove NO_EFFECT"
            for name in rung.false_claims
        ]
        broken = [f" the last step is not a kernel: {rung.broken}"] if rung.broken else []
        for note in [*broken, *notes]:
            click.echo(f"{rung.reference}:{note}", err=True)
        if broken or (strict and notes):
            status = status or 1
    if any(rung.error or rung.crash or not rung.files for rung in outcomes):
        return status
    different = save(outcomes, out, check, to_stderr=as_json, style=style)
    if not references:
        different = save_pages(out, check, style) or different
    return different or status


def print_dumps(outcomes: Sequence[Outcome], verified: bool) -> None:
    """A table within 100 columns: `--verify` prints verdicts instead of sizes and launches."""
    more = ["runs", "worst error", "verdict"] if verified else ["bytes", "launch of the last step"]
    rows = []
    for rung in outcomes:
        runs, _, error, verdict = verdict_cells(rung.verified)
        cells = [runs, error, verdict] if verified else [rung.source_bytes, rung.launch]
        rows.append([rung.reference, rung.steps, rung.kernels, *cells])
    print_table(["rung", "steps", "kernels", *more], rows)


def save_pages(out: Path, check: bool, style: str) -> int:
    """Write what covers all ladders, their outlines and the first page of the dumps, where it is
    stale, or report it; returns the exit code."""
    from ..core.files import write_text
    from ..core.ladder import ladders
    from ..sources import outlines
    from ..views.dumps import INDEX, first_page

    texts = {out / INDEX: first_page(ladders().values())}
    # Walking every schedule again takes seconds: with current outlines, only --check does it.
    if check or not outlines.current():
        texts[outlines.FILE] = outlines.text()
    stale = 0
    for file, text in texts.items():
        if file.exists() and file.read_text(encoding="utf-8") == text:
            continue
        if not check:
            write_text(file, text)
            continue
        stale = 1
        if style == GITHUB:
            annotate_file(STALE, "a fresh dump differs", str(file))
        click.echo(f"{file.name} is stale: run `schedules dump`", err=True)
    return stale


def save(outcomes: list[Outcome], out: Path, check: bool, to_stderr: bool, style: str) -> int:
    """Write the outcomes' files, or compare them with the existing ones; returns the exit code."""
    from ..views.dumps import differences, write

    different = 0
    for folder, files in folders(outcomes):
        if not check:
            write(files, folder, out)
            continue
        for difference in differences(files, folder, out):
            different += 1
            if style == GITHUB:
                annotate_file(STALE, difference.text, difference.file, difference.line)
            else:
                click.echo(difference.text, nl=False, err=to_stderr)
    if different:
        click.echo(f"{different} files differ from a fresh dump: run `schedules dump`", err=True)
    return 1 if different else 0


def folders(outcomes: list[Outcome]) -> Iterator[tuple[str, dict[str, str]]]:
    """The folders that a dump replaces as units: a ladder with its index page, or single rungs."""
    from ..core.ladder import ladders
    from ..views.dumps import index_file

    by_ladder: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_ladder.setdefault(outcome.ladder, []).append(outcome)
    for name, members in by_ladder.items():
        ladder = ladders().get(name)
        if ladder and [rung.path for rung in ladder.rungs.values()] == [
            outcome.reference for outcome in members
        ]:
            files = index_file(ladder, [member.section for member in members])
            for member in members:
                files |= member.files
            yield name, files
            continue
        for member in members:
            yield next(iter(member.files)).rpartition("/")[0], member.files
