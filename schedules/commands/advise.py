"""`schedules advise`: what bounds a kernel, and which moves should gain most."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ..errors import UserError
from .options import shape_option
from .predict import time_text
from .terminal import print_table

if TYPE_CHECKING:
    from ..kernel import Kernel
    from ..machine.cycles.advice import Advice, Gain

COLUMNS = ("gain", "predicted", "move", "how")


@click.command("advise")
@click.argument("reference", metavar="LADDER:RUNG[:STEP]")
@click.option("--chip", help="A chip with measured constants, as h200 or h100; by default h200.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@shape_option
def command(reference: str, chip: str | None, as_json: bool, shape) -> None:
    """What bounds a kernel on a chip, and what each move would gain: a prediction, without a GPU.

    A gain is predicted by changing one thing in the model (no bank conflicts, wider accesses,
    another occupancy, ...) and predicting again. FILE.py takes a schedule of yours.
    """
    from ..kernel import DEFAULT_CHIP
    from ..machine.cycles.constants import constants
    from ..names import resolve_rung

    on = constants(chip or DEFAULT_CHIP)
    named = resolve_rung(reference, shape)
    if named.rung.on_cpu:
        raise UserError(f"{reference} is for a CPU: only GPUs' times are predicted")
    kernel = named.kernel(None)
    advice = kernel.advise(on.name)
    if as_json:
        record = {"kernel": kernel.name, "chip": on.name, "band": on.band, **advice.record()}
        click.echo(json.dumps(record, indent=2))
    else:
        print_advice(kernel, advice, on.name, on.band)


def print_advice(kernel: Kernel, advice: Advice, chip: str, band: tuple[float, float]) -> None:
    click.echo(f"{kernel.name} on {chip}: predicted {time_text(advice.us)}")
    click.echo(f"bound by {advice.bound}")
    if not advice.worth:
        click.echo("no move that the model knows gains more than 1%")
        return
    rows = [row_of(one) for one in advice.worth]
    print_table(COLUMNS, rows, title="what one change would gain, the rest as it is")
    low, high = band
    click.echo(
        f"Times and gains are predictions: a time is {low:.2f} to {high:.2f} of it. 'up to': what "
        "is assumed goes further than the move can."
    )


def row_of(gain: Gain) -> tuple[str, ...]:
    return (
        f"{'up to ' if gain.limit else ''}{gain.gain:.0%}",
        time_text(gain.us),
        gain.what,
        gain.how,
    )
