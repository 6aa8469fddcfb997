"""`schedules predict`: how long a kernel should take on a chip, and where the time goes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gpusim.errors import UserError

from ..core.data import Table
from ..views.terminal import print_json, print_rows
from .options import (
    OUT_FILE,
    arch_option,
    chip_option,
    chosen_chip,
    compiler_option,
    json_option,
    shape_option,
)
from .references import REFERENCE

if TYPE_CHECKING:
    from ..api.measured import Predicted
    from ..core.kernel import Kernel

# Rows of a table of lines or instructions.
MOST_ROWS = 16


@click.command("predict")
@click.argument("reference", type=REFERENCE, metavar="LADDER[:RUNG[:STEP]]")
@chip_option
@arch_option
@click.option("--instructions", is_flag=True, help="List SASS instructions instead of CUDA lines.")
@json_option("predictions")
@click.option(
    "--timeline",
    type=OUT_FILE,
    metavar="FILE.json",
    help="Write a trace of one loop iteration for ui.perfetto.dev: warps and pipes by cycle.",
)
@click.option(
    "--cycles",
    type=click.IntRange(16, 1 << 16),
    help="Cycles that --timeline draws, from the start of the iteration.",
)
@shape_option
@compiler_option
def command(
    reference: str,
    chip: str | None,
    arch: str | None,
    instructions: bool,
    as_json: bool,
    timeline: Path | None,
    cycles: int | None,
    shape,
) -> None:
    """Predict the time of a kernel on a chip from its SASS, and the time of each line.

    No GPU is needed. For a ladder, print a row per rung, next to the recorded time if there is one.
    FILE.py:NAME names a schedule in your own file. docs/predicting.md explains the model and its
    error.
    """
    from ..core.kernel import last_kernel
    from ..sources.names import resolve

    if cycles and timeline is None:
        raise click.UsageError("--cycles requires --timeline FILE.json")
    if timeline and timeline.suffix != ".json":
        raise click.UsageError(f"--timeline {timeline}: the name must end in .json")
    if timeline and (as_json or instructions):
        raise click.UsageError("--timeline excludes --json and --instructions")
    on = chosen_chip(chip, arch)
    named = resolve(reference, shape)
    rungs = [rung for rung in named.rungs if not rung.on_cpu]
    if not rungs:
        raise UserError(f"{reference} is for a CPU: only GPU kernels can be predicted")
    if timeline and len(named.rungs) > 1:
        raise UserError(
            f"--timeline traces one kernel and {reference} has {len(rungs)} rungs: name one"
        )
    if len(named.rungs) == 1:
        kernels = [named.kernel(on.architecture)]
    else:
        kernels = [
            last_kernel(rung, rung.at(shape), rung.lowered_for(on.architecture)) for rung in rungs
        ]
    if timeline is not None:
        write_timeline(kernels[0], on.name, cycles, timeline)
        return
    found = predictions(kernels, on.name)
    if as_json:
        print_json("predictions", found)
    elif len(kernels) == 1:
        print_kernel(kernels[0], found[0], instructions)
    else:
        table = Table.of(
            [one.problem or one for one in found], {"rung": [rung.name for rung in rungs]}
        )
        print_rows(table, f"predicted for {on.name}, each rung at its own shape")


def predictions(kernels: Sequence[Kernel], chip: str) -> list[Predicted]:
    """Predictions; one of several kernels that cannot be predicted gets its problem as a row."""
    from ..api.measured import Predicted

    found = []
    for kernel in kernels:
        try:
            found.append(Predicted.of(kernel, chip))
        except UserError as error:
            if len(kernels) == 1:
                raise
            found.append(Predicted.none(kernel, str(error)))
    return found


def print_kernel(kernel: Kernel, predicted: Predicted, instructions: bool) -> None:
    """Its time, how busy each resource is, and the lines that take longest."""
    from ..api.measured import busy, by_instruction, by_line, launch_text

    click.echo("\n  ".join(predicted.said()))
    for launch in predicted.known.launches:
        click.echo(f"  {launch_text(launch)}")
        print_rows(Table.of(busy(launch)))
        if instructions:
            parts = by_instruction(launch, launch.us)
        else:
            parts = by_line(launch, kernel.text("cuda").splitlines())
        print_rows(Table.of(sorted(parts, key=lambda part: -part.us)[:MOST_ROWS]))
        if len(parts) > MOST_ROWS:
            click.echo(f"  {len(parts) - MOST_ROWS} more rows: see --json")


def write_timeline(kernel: Kernel, chip: str, cycles: int | None, to: Path) -> None:
    """Write a trace of the resident warps and the pipes."""
    from gpusim.timing.timeline import longest

    from ..core.files import write_text
    from ..views.timeline import trace

    launch, line = longest(kernel.recordings(chip), cycles)
    what = "the first cycles"
    if line.loop:
        lines = [one.line for one in launch.instructions if line.loop[0] <= one.at <= line.loop[1]]
        named = sorted(one for one in lines if one)
        what = "a loop without a CUDA line"
        if named:
            what = f"the loop over CUDA lines {named[0]} to {named[-1]}"
    each = 1 + max(warp for _, warp in line.warps)
    notes = (
        f"Predicted, not measured: one SM of {chip}, {launch.resident} resident blocks of {each} "
        f"warps; {what}, {line.end - line.start:,.0f} of {launch.cycles:,.0f} cycles.",
    )
    write_text(to, trace(line, f"{launch.kernel}: {kernel.name}", notes))
    click.echo(f"wrote {to}: {line.end - line.start:,.0f} cycles of {kernel.name}, predicted")
