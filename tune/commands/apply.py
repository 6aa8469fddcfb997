"""`tune apply`: winners for everybody's use."""

from __future__ import annotations

import click

from .arguments import opened, record_argument


@click.command()
@record_argument
def command(reference: str) -> None:
    """Make the winners configurations of their rung, by device, shape and dtype.

    `schedules` then knows RUNG@DEVICE, as in gemm/sgemm_cpu:parallel@some-cpu.
    """
    from ..winners import apply_winners

    for line in apply_winners(opened(reference)):
        click.echo(line)
