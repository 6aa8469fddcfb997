"""`schedules predict`: the predicted time of a kernel on a chip, and how it is spent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpusim.errors import UserError

from ..core.data import Table
from ..views.terminal import print_json, print_result, print_rows
from .options import OUT_FILE, REFERENCE, chosen_chip, takes

if TYPE_CHECKING:
    from gpusim.timing.constants import Constants

    from ..api.results import Predicted
    from ..core.kernel import Kernel

# Rows of a table of lines or instructions.
MOST_ROWS = 16


@click.command("predict")
@click.argument("reference", type=REFERENCE, metavar="LADDER[:RUNG[:STEP]]")
@click.option("--instructions", is_flag=True, help="List SASS instructions instead of CUDA lines.")
@click.option(
    "--lines",
    is_flag=True,
    help="Predict the time if each of the five hottest lines cost 25, 50, 75 or 100 % less.",
)
@click.option(
    "--if",
    "cheaper",
    multiple=True,
    metavar='"line N: P %"',
    help="Predict the time if line N cost P % less; may be repeated, each line is tried alone.",
)
@click.option(
    "--timeline",
    type=OUT_FILE,
    metavar="FILE.json",
    help="Write a trace of one loop iteration for ui.perfetto.dev: warps and pipes by cycle.",
)
@takes("chip", "arch", "compiler", "shape", "launch", json=("predictions", "speedups"))
def command(
    reference: str,
    instructions: bool,
    lines: bool,
    cheaper: Sequence[str],
    as_json: bool,
    timeline: Path | None,
    **asked,
) -> None:
    """Predict the time of a kernel on a chip from its SASS, and the time of each line.

    No GPU is needed. For a ladder, print a row per rung, next to the recorded time if there is one.
    FILE.py:NAME names a schedule in your own file, FILE.cu, FILE.ptx and FILE.cubin a kernel.
    docs/predicting.md explains the model and its error.
    """
    from ..api.results import Predicted, Speedups

    if timeline and timeline.suffix != ".json":
        raise click.UsageError(f"--timeline {timeline}: the name must end in .json")
    if timeline and (as_json or instructions):
        raise click.UsageError("--timeline excludes --json and --instructions")
    if (lines or cheaper) and (timeline or instructions):
        raise click.UsageError("--lines and --if exclude --timeline and --instructions")
    percentages = dict(map(percentage, cheaper))
    kernels, on = kernels_on(reference, **asked)
    if (timeline or lines or cheaper) and len(kernels) > 1:
        raise UserError(
            f"--timeline, --lines and --if need one kernel and {reference} has {len(kernels)} "
            "rungs: name one"
        )
    if lines or cheaper:
        print_result(Speedups.of(kernels[0], on.name, None if lines else percentages), as_json)
        return
    if timeline is not None:
        write_timeline(kernels[0], on.name, timeline)
        return
    predicted = Predicted.each(kernels, on.name)
    if as_json:
        print_json("predictions", predicted)
    elif len(kernels) == 1:
        print_kernel(kernels[0], predicted[0], instructions)
    else:
        names = [kernel.place[0].rpartition(":")[2] for kernel in kernels]
        table = Table.of(
            [prediction.problem or prediction for prediction in predicted], {"rung": names}
        )
        by = f", compiled by {kernels[0].compiler_version}"
        print_rows(table, f"predicted for {on.name}{by}, each rung at its own shape")


def percentage(text: str) -> tuple[int, float]:
    """'line 34: 50 %' as line and percentage."""
    match = re.fullmatch(r"\s*(?:line\s+)?(\d+)\s*:\s*(\d+(?:\.\d+)?)\s*%?\s*", text)
    if not match:
        raise click.UsageError(
            f'--if {text!r}: write a line and a percentage, as in "line 34: 50 %"'
        )
    return int(match[1]), float(match[2])


def kernels_on(
    reference: str, chip: str | None, arch: str | None, **asked: Any
) -> tuple[Sequence[Kernel], Constants]:
    """The kernel of a file, of a step or of a rung, or the last one of each rung of a ladder;
    and the chip to predict for."""
    from ..sources.names import resolve

    named = resolve(reference, **asked)
    usual = named.rung.lowered_for()
    if chip is None and arch is None and not usual.on_cpu:
        # A cubin has an architecture of its own.
        arch = usual.arch
    on = chosen_chip(chip, arch)
    return replace(named, arch=on.architecture).gpu_kernels(), on


def print_kernel(kernel: Kernel, predicted: Predicted, instructions: bool) -> None:
    """Print a kernel's time, how busy each resource is, and the lines that take longest."""
    from ..api.results import busy, by_instruction, by_line, launch_text

    click.echo("\n  ".join(predicted.lines()))
    for launch in predicted.known.launches:
        click.echo(f"  {launch_text(launch)}")
        print_rows(Table.of(busy(launch)))
        if instructions:
            parts = by_instruction(launch, launch.us)
        else:
            parts = by_line(launch, kernel.cuda_lines)
        print_rows(Table.of(sorted(parts, key=lambda part: -part.us)[:MOST_ROWS]))
        if len(parts) > MOST_ROWS:
            click.echo(f"  {len(parts) - MOST_ROWS} more rows: see --json")


def write_timeline(kernel: Kernel, chip: str, to: Path) -> None:
    """Write a trace of the resident warps and the pipes."""
    from gpusim.timing.timeline import longest

    from ..core.files import write_text
    from ..views.timeline import loop_lines, trace

    launch, line = longest(kernel.recordings(chip))
    what = "the first cycles"
    if line.loop:
        lines = " to ".join(map(str, loop_lines(launch, line)))
        what = f"the loop over CUDA lines {lines}" if lines else "a loop without a CUDA line"
    each = 1 + max(warp for _, warp in line.warps)
    notes = (
        f"Predicted, not measured: one SM of {chip}, {launch.resident} resident blocks of {each} "
        f"warps; {what}, {line.end - line.start:,.0f} of {launch.cycles:,.0f} cycles.",
    )
    write_text(to, trace(line, f"{launch.kernel}: {kernel.name}", notes))
    click.echo(f"wrote {to}: {line.end - line.start:,.0f} cycles of {kernel.name}, predicted")
