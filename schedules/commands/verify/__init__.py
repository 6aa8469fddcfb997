"""`schedules verify`: steps on the CPU, or kernels on a GPU, against the float64 reference."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from gpusim.chips import CHIPS
from gpusim.errors import UserError, nearest

from ...analyses.verification.verdict import CUDA, MACHINE, SERIAL
from ...core.errors import NoGpu
from ...processes.isolation import FileLimits
from ...sources.names import check_launch_options, is_kernel_file
from ..options import OUT_FILE, REFERENCE, takes
from ..program import format_option
from ..rungs import outcomes_of, print_verification


def parse_tools(_context: click.Context, _param: click.Parameter, text: str | None) -> list[str]:
    """'memcheck,racecheck' or 'all' as a list of compute-sanitizer's tools."""
    if text is None:
        return []
    from ...analyses.verification.compute_sanitizer import TOOLS

    asked = text.split(",")
    for name in asked:
        if name not in (*TOOLS, "all"):
            raise nearest("sanitizer tool", name, [*TOOLS, "all"])
    return [tool for tool in TOOLS if tool in asked or "all" in asked]


@click.command("verify")
@click.argument("references", type=REFERENCE, nargs=-1, metavar="[LADDER[:RUNG] ...]")
@click.option(
    "--on",
    "places",
    multiple=True,
    type=click.Choice([SERIAL, MACHINE, CUDA]),
    help="serial: run every step on the CPU, one thread after the other. machine: run the SASS of "
    "the last step in the simulator. cuda: run the kernel on a GPU at its full shape. By default "
    "serial and machine. Repeatable.",
)
@click.option(
    "--sanitize",
    "tools",
    callback=parse_tools,
    metavar="TOOL,...",
    help="With --on cuda: run compute-sanitizer: memcheck, racecheck, synccheck, initcheck or all.",
)
@click.option(
    "--record",
    type=OUT_FILE,
    metavar="FILE",
    help="With --on cuda: add the verdicts to this record.",
)
@click.option(
    "--all-blocks",
    is_flag=True,
    help="Simulate all blocks of a launch; by default, of one that takes more than about a minute, "
    "blocks that differ in their control flow and blocks at the edges.",
)
@format_option
@takes("arch", "compiler", "sizes", "shape", "launch", "limits", json="verifications")
def command(
    references,
    places: tuple[str, ...],
    sizes: list[int],
    arch: str | None,
    shape,
    tools: list[str],
    record: Path | None,
    all_blocks: bool,
    style: str,
    as_json: bool,
    launch: dict[str, Any],
    limits: FileLimits,
) -> None:
    """Compare the outputs of steps on the CPU, or of kernels on a GPU, with a float64 reference.

    FILE.cu, FILE.ptx and FILE.cubin run in the simulator, or on a GPU with --on cuda
    (docs/files.md).
    """
    check_launch_options(launch, references)
    if tools and (places != (CUDA,) or sizes):
        raise UserError("--sanitize requires --on cuda and excludes --sizes")
    if CUDA in places:
        if arch:
            raise UserError("--arch goes with the simulator: --on cuda takes this GPU's")
        if len(places) > 1:
            raise UserError("--on cuda excludes other values of --on: it uses other shapes")
        if any(map(is_kernel_file, references)) and (tools or sizes or shape or record is not None):
            raise UserError("a kernel file excludes --sanitize, --sizes, --shape and --record")
        from .on_gpu import run_sanitize, run_verify_on_gpu

        try:
            if tools:
                sys.exit(run_sanitize(references, tools, shape, record, as_json))
            sys.exit(run_verify_on_gpu(references, sizes, shape, record, as_json, launch, limits))
        except NoGpu as error:
            raise NoGpu(f"{error}; without --on, `schedules verify` runs on the CPU") from None
    if record is not None:
        raise UserError("--record requires --on cuda")
    if sizes:
        raise UserError("--sizes requires --on cuda; use --shape")
    where = tuple(dict.fromkeys(places)) or (SERIAL, MACHINE)
    if arch in CHIPS and MACHINE in where:
        from ...core.target import Target

        Target.parse(arch).check_machine_code()
    limits = replace(limits, all_blocks=all_blocks)
    outcomes = outcomes_of(references, shape, arch, limits, verified=where, launch=launch)
    sys.exit(print_verification(outcomes, as_json, style))
