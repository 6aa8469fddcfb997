"""`schedules passes`: every lowering pass with its effect on the TIR."""

from __future__ import annotations

import click

from ..views.terminal import print_json, print_table
from .options import arch_option, json_option, shape_option
from .references import REFERENCE
from .show import print_text

PASS_FIELDS = ("index", "name", "added", "removed", "milliseconds")


@click.command("passes")
@click.argument("reference", type=REFERENCE, metavar="LADDER:RUNG[:STEP]")
@click.option("--changed-only", is_flag=True, help="Leave out passes that changed nothing.")
@click.option("--grep", "pattern", help="Only passes that add or remove a line with this text.")
@click.option("--show", "shown", metavar="PASS", help="The TIR after a pass, by name or number.")
@json_option("passes")
@arch_option
@shape_option
def command(
    reference, changed_only: bool, pattern: str | None, shown, as_json: bool, arch, shape
) -> None:
    """Every lowering pass with its effect on the TIR."""
    from ..lowering.passes import after_pass
    from ..sources.names import resolve_rung

    named = resolve_rung(reference, shape)
    kernel = named.kernel(arch)
    if shown is not None:
        name = f"{kernel.name} after {shown}"
        print_text(name, "tir", "python", after_pass(kernel.passes, shown), as_json)
        return
    runs = [
        run
        for run in kernel.passes
        if (not changed_only or run.changed) and (pattern is None or run.touches(pattern))
    ]
    if as_json:
        record = {
            "rung": named.rung.path,
            "step": kernel.step.name,
            "shape": kernel.workload.shape,
            "arch": kernel.target.arch,
            "passes": [{name: getattr(run, name) for name in PASS_FIELDS} for run in runs],
        }
        print_json("passes", [record])
        return
    rows = [
        (run.index, run.name, run.added, run.removed, f"{run.milliseconds:.1f}") for run in runs
    ]
    title = f"{named.rung.path}:{kernel.step.name}"
    print_table(("#", "pass", "+", "-", "ms"), rows, title=title)
