"""`tune apply`: store winners as tuned tiles."""

from __future__ import annotations

import click

from schedules.commands.options import json_option
from schedules.views.terminal import print_json

from .arguments import opened, record_argument


@click.command()
@record_argument
@json_option("applied")
def command(reference: str, as_json: bool) -> None:
    """Store the winners as tuned tiles of their rung, by device, shape and dtype.

    They are stored in your data folder and are used before the packaged tiles.

    `schedules` then accepts RUNG@DEVICE, as in gemm/sgemm_cpu:parallel@some-cpu.
    """
    from ..winners import apply_winners

    applied = apply_winners(opened(reference))
    if as_json:
        print_json("applied", applied.records())
        return
    for line in applied.lines():
        click.echo(line)
