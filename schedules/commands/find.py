"""`schedules find`: a schedule for a computation, step by step, without a GPU."""

from __future__ import annotations

from pathlib import Path

import click

from gpusim.errors import UserError

from ..views.terminal import print_result
from .options import OUT_FILE, REFERENCE, chosen_chip, takes

MOST_TRIALS = 8


@click.command("find")
@click.argument("reference", type=REFERENCE, metavar="FILE.py[:NAME]")
@click.option(
    "--from", "going_on", is_flag=True, help="Go on from the schedule FILE.py[:NAME][:STEP]."
)
@click.option(
    "--minutes",
    type=click.FloatRange(0.01),
    default=3.0,
    help="When to stop searching; the result's steps are then predicted and simulated, in at most "
    "2 minutes more.",
)
@click.option(
    "--gpu",
    type=click.IntRange(1, MOST_TRIALS),
    help="Time this many of the last candidates on this machine's GPU.",
)
@click.option(
    "--out", type=OUT_FILE, metavar="FILE.py", help="File to write; by default FILE_found.py."
)
@takes("chip", "shape", json="found")
def command(
    reference: str,
    going_on: bool,
    chip: str | None,
    minutes: float,
    gpu: int | None,
    out: Path | None,
    as_json: bool,
    shape,
) -> None:
    """Find a schedule for a computation: a generator of plain primitives, with reasons.

    FILE.py[:NAME] is a list of TE tensors, a function that returns one, or a PrimFunc. Candidates
    are compiled and predicted, the steps of the best are simulated, and FILE_found.py is written.
    With --from, FILE.py[:NAME][:STEP] is a schedule that you wrote: moves are added to that step.
    docs/find.md explains the kinds of computations and the moves.
    """
    from ..api.exploration import explore

    file = reference.partition(":")[0]
    if out is None:
        if not file.endswith(".py"):
            raise UserError(f"{reference} is not in a file: say where to write, with --out FILE.py")
        out = Path(file).with_name(f"{Path(file).stem}_found.py")
    on = chosen_chip(chip, None)
    found = explore(reference, shape=shape).find(
        on.name, minutes=minutes, gpu=gpu or 0, going_on=going_on
    )
    found.write(out)
    print_result(found, as_json, f"steps of {out}")
