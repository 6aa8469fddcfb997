"""`schedules explore`: the steps of a schedule and their verification."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from ..analyses.verification.verdict import MACHINE, SERIAL
from ..core.data import Table
from ..views.terminal import print_json, print_rows
from .options import REFERENCE, takes
from .resources import show_resources
from .rungs import print_failures, verified
from .steps import print_steps, walked

if TYPE_CHECKING:
    from ..api.results import Steps


@click.command("explore")
@click.argument("reference", type=REFERENCE, metavar="FILE.py[:NAME]|FILE.cu[:KERNEL]|LADDER:RUNG")
@takes("arch", "shape", "launch", json="explorations")
def command(reference: str, as_json: bool, launch: dict[str, Any], **settings) -> None:
    """Show the steps of your own schedule or of a rung, their effects, and verify each.

    The function NAME (by default `schedule`) takes no argument and returns an s_tir.Schedule, or is
    a generator that takes a schedule and yields step names. show, steps, diff, passes, dump and
    verify also accept FILE.py:NAME. A script for the old te.create_schedule runs unchanged, with
    --shape as its arguments; every tvm.lower is a step (docs/legacy.md). LADDER:RUNG@DEVICE is a
    rung with the tile that tuning found. FILE.cu, FILE.ptx and FILE.cubin have one step, the kernel
    (docs/files.md).
    """
    from ..api.results import Explored, Steps
    from ..sources.names import is_file, resolve_rung

    if not is_file(reference):
        # Fails if the reference names several rungs, before one is verified.
        resolve_rung(reference, settings["shape"], launch)
    # A file first runs in a separate process, which may crash without ending this one.
    asked = {"shape": settings["shape"], "launch": launch}
    outcomes = verified([reference], (SERIAL, MACHINE), **asked)
    found = outcomes[0].verdict
    failed = outcomes[0].lost
    steps, problem = (Steps(()), "") if failed else shown(reference, launch, as_json, **settings)
    if as_json:
        print_json("explorations", [Explored(reference, steps.steps, found, problem)])
    else:
        print_rows(Table.of([found]))
    status = print_failures(outcomes)
    if problem and not found.error:
        click.echo(f"{reference}: the last step is not a kernel: {problem}", err=True)
    sys.exit(status or (1 if problem else 0))


def shown(reference: str, launch: dict[str, Any], silent: bool, **settings) -> tuple[Steps, str]:
    """The steps and why the last one is not a kernel; prints their table unless `silent`."""
    from ..api.results import ResourceUse, Steps

    kernels = walked(reference, launch=launch, **settings)
    if not silent and kernels[-1].tir is None:
        show_resources([ResourceUse.of(kernels[-1])], [reference], False, mix=False)
    elif not silent:
        print_steps(kernels)
    return Steps.of(kernels), kernels[-1].no_kernel
