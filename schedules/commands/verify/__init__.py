"""`schedules verify`: steps on the CPU, or kernels on a GPU, against the float64 reference."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ...errors import UserError, nearest
from ..options import FileLimits, file_limits, shape_option, sizes_option
from ..rungs import outcomes_of, print_failures, verdict
from ..terminal import print_table


def parse_tools(_context: click.Context, _param: click.Parameter, text: str | None) -> list[str]:
    """'memcheck,racecheck' or 'all' as a list of compute-sanitizer's tools."""
    if text is None:
        return []
    from ...checks.sanitize import TOOLS

    asked = text.split(",")
    for name in asked:
        if name not in (*TOOLS, "all"):
            raise nearest("sanitizer tool", name, [*TOOLS, "all"])
    return [tool for tool in TOOLS if tool in asked or "all" in asked]


@click.command("verify")
@click.argument("references", nargs=-1, metavar="[LADDER[:RUNG] ...]")
@click.option(
    "--device",
    type=click.Choice(["cpu", "cuda"]),
    default="cpu",
    show_default=True,
    help="cpu: every step, turned serial. cuda: every rung's kernel at its real shape.",
)
@sizes_option
@shape_option
@click.option(
    "--sanitize",
    "tools",
    callback=parse_tools,
    metavar="TOOL,...",
    help="With cuda: run compute-sanitizer's memcheck, racecheck, synccheck, initcheck, or all.",
)
@click.option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="With cuda: add the verdicts to this record.",
)
@file_limits
def command(
    references,
    device: str,
    sizes: list[int],
    shape,
    tools: list[str],
    json_file: Path | None,
    limits: FileLimits,
) -> None:
    """Compare steps on the CPU, or kernels on a GPU, with the float64 reference."""
    if tools:
        if device != "cuda" or sizes:
            raise UserError("--sanitize goes with --device cuda and at most one --shape")
        from .on_gpu import run_sanitize

        sys.exit(run_sanitize(references, tools, shape, json_file))
    if device == "cuda":
        from .on_gpu import run_verify_on_device

        sys.exit(run_verify_on_device(references, sizes, shape, json_file))
    if json_file is not None:
        raise UserError("--json goes with --device cuda: a record is of a GPU")
    if sizes:
        raise UserError("--sizes goes with --device cuda; the CPU takes one --shape")
    sys.exit(verify_on_cpu(references, shape, limits))


def verify_on_cpu(references: Sequence[str], shape, limits: FileLimits = FileLimits()) -> int:
    """Verify every step, print the table; returns the exit code."""
    outcomes = outcomes_of(references, shape, limits=limits, verified=True)
    rows = [[rung.reference, rung.steps, *verdict(rung)] for rung in outcomes]
    print_table(("rung", "steps", "runs", "worst error", "right"), rows)
    return print_failures(outcomes)
