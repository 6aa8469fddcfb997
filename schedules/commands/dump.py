"""`schedules dump`: every step of every rung, as files."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gpusim.errors import UserError

from ..analyses.verification.verdict import MACHINE, SERIAL
from ..core.data import Table
from ..core.files import check_writable
from ..processes.platforms import FileLimits
from ..sources.names import ladder_of, named_paths, resolve_whole
from ..views.terminal import print_json, print_rows
from .options import REFERENCE, check_named, takes
from .program import STALE, annotate, annotating, format_option
from .rungs import outcomes_of, print_failures, verify

if TYPE_CHECKING:
    from ..views.dumps import DumpRecord


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
    if annotating() and not asked["check"]:
        raise click.UsageError("--format github requires --check")
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
    shape: tuple[int, ...] | None,
    arch: str | None,
    limits: FileLimits = FileLimits(),
    *,
    check=False,
    strict=False,
    verified=False,
    as_json=False,
) -> int:
    """Dump rungs and print the outcome; returns the exit code."""
    from ..views.dumps import DumpRecord

    work = partial(dump_rung, shape=shape, arch=arch, limits=limits, verified=verified)
    outcomes = outcomes_of(work, named_paths(references), limits, lines=True)
    dumps = [each.result or DumpRecord(each.reference, error=each.error) for each in outcomes]
    if as_json:
        print_json("dumps", dumps)
    else:
        print_rows(Table.of([each.verdict for each in outcomes] if verified else dumps))
    status = print_failures(outcomes, verified)
    for rung in dumps:
        notes = [
            f"{name}: has no effect on the kernel; yield it with NO_EFFECT or remove it"
            for name in rung.idle
        ]
        notes += [
            f"{name}: yields NO_EFFECT but changes the kernel; remove NO_EFFECT"
            for name in rung.false_claims
        ]
        broken = [f" the last step is not a kernel: {rung.problem}"] if rung.problem else []
        for note in [*broken, *notes]:
            click.echo(f"{rung.reference}:{note}", err=True)
        if broken or (strict and notes):
            status = status or 1
    if any(rung.error or not rung.texts for rung in dumps):
        return status
    different = save(dumps, out, check, to_stderr=as_json)
    if not references:
        different = save_pages(out, check) or different
    return different or status


def dump_rung(
    reference: str,
    shape: tuple[int, ...] | None,
    arch: str | None,
    limits: FileLimits,
    *,
    verified: bool,
) -> DumpRecord:
    """Dump the rung of a reference, and verify it at one shape."""
    from ..core.kernel import kernels_of
    from ..views.dumps import DumpRecord

    named = resolve_whole(reference, shape, arch=arch)
    found = verify(named, (SERIAL, MACHINE), limits, one_shape=True) if verified else None
    return DumpRecord.of(reference, kernels_of(named.rung, shape, arch), found)


def save_pages(out: Path, check: bool) -> int:
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
        annotate("a fresh dump differs", str(file), STALE)
        click.echo(f"{file.name} is stale: run `schedules dump`", err=True)
    return stale


def save(dumps: Sequence[DumpRecord], out: Path, check: bool, to_stderr: bool) -> int:
    """Write the dumps' files, or compare them with the existing ones; returns the exit code."""
    from ..views.dumps import differences, write

    different = 0
    for folder, files in folders(dumps):
        if not check:
            write(files, folder, out)
            continue
        for difference in differences(files, folder, out):
            different += 1
            annotate(difference.text, difference.file, STALE, difference.line)
            click.echo(difference.text, nl=False, err=to_stderr)
    if different:
        click.echo(f"{different} files differ from a fresh dump: run `schedules dump`", err=True)
    return 1 if different else 0


def folders(dumps: Sequence[DumpRecord]) -> Iterator[tuple[str, dict[str, str]]]:
    """The folders that a dump replaces as units: a ladder with its index page, or single rungs."""
    from ..core.ladder import ladders
    from ..views.dumps import index_file

    by_ladder: dict[str, list[DumpRecord]] = {}
    for dump in dumps:
        by_ladder.setdefault(ladder_of(dump.reference), []).append(dump)
    for name, members in by_ladder.items():
        ladder = ladders().get(name)
        paths = [rung.path for rung in ladder.rungs.values()] if ladder else []
        if paths == [dump.reference for dump in members]:
            files = index_file(ladder, [member.section for member in members])
            for member in members:
                files |= member.texts
            yield name, files
            continue
        for member in members:
            yield next(iter(member.texts)).rpartition("/")[0], dict(member.texts)
