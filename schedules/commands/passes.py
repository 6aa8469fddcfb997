"""`schedules passes`: every lowering pass with its effect on the TIR."""

from __future__ import annotations

import click

from gpusim.errors import UserError

from ..views.terminal import print_result
from .options import REFERENCE, takes
from .show import print_text


@click.command("passes")
@click.argument("reference", type=REFERENCE, metavar="LADDER:RUNG[:STEP]")
@click.option("--changed-only", is_flag=True, help="Omit passes that changed nothing.")
@click.option(
    "--show", "shown", metavar="PASS", help="Print the TIR after a pass, given by name or number."
)
@takes("arch", "shape", json="passes")
def command(reference, changed_only: bool, shown: str | None, as_json: bool, **asked) -> None:
    """List every lowering pass with the lines of TIR that it adds and removes."""
    from ..api.results import Passes
    from ..lowering.passes import after_pass
    from ..sources.names import resolve_rung

    kernel = resolve_rung(reference, **asked).kernel()
    if kernel.tir is None:
        raise UserError(f"{reference} has no TIR, and so no lowering passes")
    if shown is not None:
        name = f"{kernel.name} after {shown}"
        print_text(name, "tir", "python", after_pass(kernel.passes, shown), as_json)
        return
    runs = [run for run in kernel.passes if run.changed or not changed_only]
    print_result(Passes(*kernel.place, runs), as_json, kernel.short_name, text=False)
