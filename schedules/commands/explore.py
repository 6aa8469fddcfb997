"""`schedules explore`: the steps of a schedule and their verification."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..analyses.verification.verdict import MACHINE, SERIAL
from ..views.terminal import print_json
from .dump import dump_rungs
from .options import OUT_FOLDER, arch_option, json_option, shape_option
from .references import REFERENCE
from .rungs import outcomes_of, print_failures, print_verdicts
from .steps import print_steps, walked


@click.command("explore")
@click.argument("reference", type=REFERENCE, metavar="FILE.py[:NAME]|LADDER:RUNG")
@click.option("--out", type=OUT_FOLDER, help="Also write a dump to this folder.")
@json_option("explorations")
@arch_option
@shape_option
def command(reference: str, out: Path | None, as_json: bool, **at) -> None:
    """Show the steps of your own schedule or of a rung, their effects, and verify each.

    The function NAME (by default `schedule`) takes no argument and returns an s_tir.Schedule, or is
    a generator that takes a schedule and yields step names. show, steps, diff, passes, dump and
    verify also accept FILE.py:NAME. A script for the old te.create_schedule runs unchanged, with
    --shape as its arguments; every tvm.lower is a step (docs/legacy.md). LADDER:RUNG@DEVICE is a
    rung with the tile that tuning found.
    """
    from ..sources.names import is_file, resolve_rung

    if not is_file(reference):
        resolve_rung(reference, at["shape"])  # Several rungs are refused before one is verified.
    # A file runs in a process of its own first: what ends that would end this one.
    outcomes = outcomes_of([reference], at["shape"], verified=(SERIAL, MACHINE))
    kernels = [] if outcomes[0].lost else walked(reference, **at)
    problem = kernels[-1].problem if kernels else ""
    if kernels and not as_json:
        print_steps(kernels)
    if as_json:
        from ..api.results import Steps

        steps = Steps.of(kernels).records()
        record = {"reference": reference, "steps": steps, "problem": problem}
        print_json("explorations", [record | {"verification": outcomes[0].record()}])
    else:
        print_verdicts(outcomes)
    status = print_failures(outcomes)
    if problem and not outcomes[0].error:
        click.echo(f"{reference}: the last step is not a kernel: {problem}", err=True)
    if out is not None:
        status = dump_rungs([reference], out, silent=as_json, **at) or status
    sys.exit(status or (1 if problem else 0))
