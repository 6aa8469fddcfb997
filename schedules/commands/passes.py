"""`schedules passes`: every lowering pass with its effect on the TIR."""

from __future__ import annotations

import click

from .options import arch_option, shape_option
from .terminal import print_code, print_table


@click.command("passes")
@click.argument("reference", metavar="LADDER:RUNG[:STEP]")
@click.option("--changed-only", is_flag=True, help="Leave out passes that changed nothing.")
@click.option("--grep", "pattern", help="Only passes that add or remove a line with this text.")
@click.option("--show", "shown", metavar="PASS", help="The TIR after a pass, by name or number.")
@arch_option
@shape_option
def command(reference, changed_only: bool, pattern: str | None, shown, arch, shape) -> None:
    """Every lowering pass with its effect on the TIR."""
    from ..lowering.passes import after_pass
    from ..names import resolve_rung

    named = resolve_rung(reference, shape)
    kernel = named.kernel(arch)
    if shown is not None:
        print_code(after_pass(kernel.passes, shown), "python")
        return
    rows = [
        (run.index, run.name, run.added, run.removed, f"{run.milliseconds:.1f}")
        for run in kernel.passes
        if (not changed_only or run.changed) and (pattern is None or run.touches(pattern))
    ]
    title = f"{named.rung.path}:{kernel.step.name}"
    print_table(("#", "pass", "+", "-", "ms"), rows, title=title)
