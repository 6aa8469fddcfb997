"""`schedules advise`: what bounds a kernel, and the moves that gain most, as patches."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gpusim.errors import UserError

from ..core.data import Table
from ..core.files import write_text
from ..views.terminal import print_result, print_rows
from .options import REFERENCE, takes
from .predict import kernels_on

if TYPE_CHECKING:
    from ..synthesis.advised import Advised

# Moves whose patch is printed.
MOST_PATCHES = 3


@click.command("advise")
@click.argument("reference", type=REFERENCE, metavar="LADDER:RUNG[:STEP]")
@click.option("--minutes", type=click.FloatRange(0.01), default=2.0, help="When to stop trying.")
@click.option(
    "--apply", "number", type=click.IntRange(1), help="Write the move with this number to FILE.py."
)
@takes("chip", "arch", "compiler", "shape", "launch", json="advice")
def command(
    reference: str, minutes: float, number: int | None, as_json: bool, chip: str | None, **asked
) -> None:
    """Try every move that applies to a schedule, and print those that gain, without a GPU.

    Each move is made, compiled and predicted. For a generator in your own file, FILE.py[:NAME], the
    patch is shown, and --apply writes it; for a rung of a ladder, a diff of its primitives. Upper
    bounds follow: the time if one constant of the chip or the launch were ideal. FILE.cu, FILE.ptx
    and FILE.cubin have only these.
    """
    from ..sources.names import resolve_rung
    from ..synthesis.advised import limits

    named = resolve_rung(reference, **asked)
    (kernel,), on = kernels_on(reference, chip, **asked)
    if named.rung.has_tir:
        from ..synthesis.advice import advised

        found = advised(kernel, on.name, reference, named.shape, 60 * minutes)
    else:
        found = limits(kernel, on)
    if number:
        apply(found, number, reference)
    elif as_json:
        print_result(found, as_json)
    else:
        print_advice(found)


def apply(found: Advised, number: int, reference: str) -> None:
    """Write the file with a move."""
    if number > len(found.moves):
        raise UserError(f"{reference}: {len(found.moves)} moves gain; there is no number {number}")
    move = found.moves[number - 1]
    if not move.text:
        raise UserError(f"{reference} is not a generator in a file of yours: nothing is written")
    path = Path(reference.partition(":")[0])
    write_text(path, move.text)
    click.echo(f"{path}: {move.move}, predicted gain {move.gain_text}; verify it")
    click.echo(move.patch)


def print_advice(found: Advised) -> None:
    head = "\n".join(repr(found).splitlines()[:3])
    click.echo(head.replace(found.name, found.kernel))
    if found.moves:
        numbers = [str(number) for number in range(1, len(found.moves) + 1)]
        print_rows(Table.of(found.moves, {"": numbers}), "moves, each compiled and predicted")
    for number, move in enumerate(found.moves[:MOST_PATCHES], 1):
        click.echo(f"\n{number}. {move.move}\n{move.patch}")
    for text in found.defects:
        click.echo(text, err=True)
    if found.limits:
        print_rows(Table.of(found.limits), "upper bounds: no change of the code may reach them")
    if found.us:
        band = found.band
        click.echo(
            f"Times and gains are predictions; a measured time is expected to be {band.low:.2f} "
            f"to {band.high:.2f} times the prediction."
        )
