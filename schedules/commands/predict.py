"""`schedules predict`: how long a kernel should take on a chip, and where the time goes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpusim.errors import UserError

from ..views.terminal import print_json, print_table
from .options import OUT_FILE, compiler_option, json_option, shape_option
from .references import REFERENCE

if TYPE_CHECKING:
    from gpusim.timing.time_breakdown import InstructionTime, LaunchTime

    from ..core.kernel import Kernel

RUNG_COLUMNS = ("rung", "predicted", "between", "recorded", "off by", "busiest")
LINE_COLUMNS = ("line", "share", "us", "mostly", "CUDA")
INSTRUCTION_COLUMNS = ("line", "share", "us", "mostly", "instruction")
# Rows of a table of lines or instructions.
MOST_ROWS = 16


@click.command("predict")
@click.argument("reference", type=REFERENCE, metavar="LADDER[:RUNG[:STEP]]")
@click.option("--chip", help="A chip with measured constants, as h200 or h100; by default h200.")
@click.option("--instructions", is_flag=True, help="Machine instructions instead of CUDA lines.")
@json_option("predictions")
@click.option(
    "--timeline",
    type=OUT_FILE,
    metavar="FILE.svg",
    help="A picture of an iteration: what warps and pipes do, cycle by cycle.",
)
@click.option(
    "--cycles",
    type=click.IntRange(16, 1 << 16),
    help="As many cycles of --timeline, from the beginning of the iteration.",
)
@shape_option
@compiler_option
def command(
    reference: str,
    chip: str | None,
    instructions: bool,
    as_json: bool,
    timeline: Path | None,
    cycles: int | None,
    shape,
) -> None:
    """The time of a kernel on a chip, predicted from its machine code, and where it goes.

    No GPU is needed. Of a whole ladder a row a rung, beside what was recorded on that chip. FILE.py
    takes a schedule of yours. docs/predicting.md says how it is made and how far off it is.
    """
    from gpusim.timing.measured_constants import constants

    from ..core.kernel import DEFAULT_CHIP, last_kernel
    from ..sources.names import resolve

    if cycles and timeline is None:
        raise click.UsageError("--cycles is for --timeline FILE.svg")
    if timeline and timeline.suffix != ".svg":
        raise click.UsageError(f"--timeline: {timeline} is to end in .svg")
    if timeline and (as_json or instructions):
        raise click.UsageError("--timeline draws a picture, --json and --instructions are texts")
    on = constants(chip or DEFAULT_CHIP)
    named = resolve(reference, shape)
    rungs = [rung for rung in named.rungs if not rung.on_cpu]
    if not rungs:
        raise UserError(f"{reference} is for a CPU: only GPUs' times are predicted")
    if timeline and len(named.rungs) > 1:
        raise UserError(f"--timeline draws one kernel; {reference} has {len(rungs)} rungs")
    if len(named.rungs) == 1:
        kernels = [named.kernel(None)]
    else:
        kernels = [last_kernel(rung, rung.at(shape), rung.lowered_for(None)) for rung in rungs]
    if timeline is not None:
        draw_timeline(kernels[0], on.name, cycles, timeline)
        return
    if as_json:
        print_json("predictions", records_of(kernels, on.name))
    elif len(kernels) == 1:
        print_kernel(kernels[0], on.name, instructions)
    else:
        print_ladder(kernels, on.name)


def records_of(kernels: Sequence[Kernel], chip: str) -> list[dict[str, Any]]:
    """Predictions; of several kernels, what the model does not know is a problem of its own."""
    from ..api.measured import Predicted

    found = []
    for kernel in kernels:
        try:
            found += Predicted.of(kernel, chip).records()
        except UserError as error:
            if len(kernels) == 1:
                raise
            found += Predicted.none(kernel, str(error)).records()
    return found


# --- one kernel -----------------------------------------------------------------------------------


def print_kernel(kernel: Kernel, chip: str, instructions: bool) -> None:
    """Its time, how busy each resource is, and the lines that take longest."""
    from ..api.measured import Predicted

    found = Predicted.of(kernel, chip)
    predicted = found.known
    low, high = predicted.between
    click.echo(
        f"{kernel.name} on {predicted.chip}: predicted {time_text(predicted.us)}, "
        f"between {time_text(low)} and {time_text(high)}"
    )
    if took := found.recorded_us:
        click.echo(
            f"  recorded {time_text(took)}{found.by_another}: {predicted.us / took - 1:+.0%} off"
        )
    for launch in predicted.launches:
        click.echo(
            f"  {launch.kernel}: {launch.resident} blocks at once on a multiprocessor, which gets "
            f"{launch.blocks}; {launch.l2_bytes / 1e6:,.1f} MB by L2, "
            f"{launch.dram_bytes / 1e6:,.1f} MB by DRAM; at {launch.clock_mhz:,.0f} MHz"
        )
        busy = ((name, f"{share:.0%}") for name, share in busiest(launch))
        print_table(("resource", "busy"), list(busy))
        if instructions:
            print_instructions(launch)
        else:
            print_lines(kernel, launch)


def busiest(launch: LaunchTime) -> list[tuple[str, float]]:
    """Resources that are busy for more than a percent, the busiest first."""
    shares = sorted(launch.shares.items(), key=lambda one: -one[1])
    return [(name, share) for name, share in shares if share >= 0.01]


def print_lines(kernel: Kernel, launch: LaunchTime) -> None:
    """The CUDA lines that take longest, and what their instructions wait for."""
    lines: dict[int | None, list[InstructionTime]] = defaultdict(list)
    for one in launch.instructions:
        lines[one.line].append(one)
    text = kernel.text("cuda").splitlines()
    rows = [
        (
            line or "?",
            sum(one.us for one in found),
            merged(found),
            text[line - 1].strip() if line else "no line",
        )
        for line, found in lines.items()
    ]
    print_longest(LINE_COLUMNS, rows, launch.us)


def print_instructions(launch: LaunchTime) -> None:
    rows = [(one.line or "?", one.us, one.causes, one.instruction) for one in launch.instructions]
    print_longest(INSTRUCTION_COLUMNS, rows, launch.us)


def merged(found: Iterable[InstructionTime]) -> dict[str, float]:
    """Microseconds by cause, of several instructions."""
    causes: dict[str, float] = defaultdict(float)
    for one in found:
        for cause, us in one.causes.items():
            causes[cause] += us
    return causes


def print_longest(columns: Sequence[str], rows: Sequence[tuple], whole: float) -> None:
    longest = sorted(rows, key=lambda row: -row[1])[:MOST_ROWS]
    print_table(
        columns,
        [
            (line, f"{us / whole:.1%}", f"{us:.4g}", mostly(causes), text)
            for line, us, causes, text in longest
        ],
    )
    if len(rows) > MOST_ROWS:
        click.echo(f"  and {len(rows) - MOST_ROWS} more, all of them with --json")


def mostly(causes: Mapping[str, float]) -> str:
    """'scoreboard 61%, issue 20%': the two that take most."""
    whole = sum(causes.values())
    top = sorted(causes.items(), key=lambda one: -one[1])[:2]
    return ", ".join(f"{name} {us / whole:.0%}" for name, us in top)


def draw_timeline(kernel: Kernel, chip: str, cycles: int | None, to: Path) -> None:
    """An SVG of what the resident warps and the pipes do."""
    from gpusim.timing.timeline import longest

    from ..core.files import write_text
    from ..views.timeline import timeline_svg

    launch, line = longest(kernel.recordings(chip), cycles)
    what = "its first cycles"
    if line.loop:
        lines = [one.line for one in launch.instructions if line.loop[0] <= one.at <= line.loop[1]]
        named = sorted(one for one in lines if one)
        what = "the loop that does not come from a CUDA line"
        if named:
            what = f"the loop over CUDA lines {named[0]} to {named[-1]}"
    each = 1 + max(warp for _, warp in line.warps)
    notes = (
        f"Predicted, not measured: one multiprocessor of {chip}, blocks at a time: "
        f"{launch.resident}, of {each} warps; {what}, {line.end - line.start:,.0f} cycles of "
        f"{launch.cycles:,.0f}.",
        "A column of a warp's row is divided by what it does; of a pipe's as high as it is busy. "
        "Dashed: a pass begins. Flags: a block's warps go on behind a barrier.",
    )
    write_text(to, timeline_svg(line, f"{launch.kernel}: {kernel.name}", notes))
    click.echo(f"wrote {to}: {line.end - line.start:,.0f} cycles of {kernel.name}, predicted")


# --- a ladder -------------------------------------------------------------------------------------


def print_ladder(kernels: Sequence[Kernel], chip: str) -> None:
    """A row a rung, predicted beside recorded."""
    from ..api.measured import Predicted

    rows = []
    for kernel in kernels:
        try:
            found = Predicted.of(kernel, chip)
        except UserError as error:
            rows.append((kernel.rung.name, "-", "", "", "", str(error)))
            continue
        predicted, took, (low, high) = found.known, found.recorded_us, found.between
        launch = max(predicted.launches, key=lambda one: one.us)
        rows.append(
            (
                kernel.rung.name,
                time_text(predicted.us),
                f"{time_text(low)} to {time_text(high)}",
                time_text(took) if took else "",
                f"{predicted.us / took - 1:+.0%}" if took else "",
                ", ".join(f"{name} {share:.0%}" for name, share in busiest(launch)[:2]),
            )
        )
    print_table(RUNG_COLUMNS, rows, title=f"predicted for {chip}, each rung at its own shape")


def time_text(us: float) -> str:
    """'3.21 ms', '12.4 us'."""
    return f"{us / 1e3:.3g} ms" if us >= 1e3 else f"{us:.3g} us"
