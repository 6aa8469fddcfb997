"""`schedules analyze`: a rung's memory accesses as a table, a ladder's as a row a rung."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ..core.data import Table
from ..views.terminal import print_json, print_rows
from .options import REFERENCE, takes

if TYPE_CHECKING:
    from gpusim.counting.costs import LaunchCounts

    from ..api.results import Accesses
    from ..core.kernel import Kernel


@click.command("analyze")
@click.argument("reference", type=REFERENCE, metavar="LADDER[:RUNG[:STEP]]")
@click.option("--instructions", is_flag=True, help="List the memory instructions of the SASS.")
@takes("arch", "compiler", "shape", "launch", json=("accesses", "instruction-counts"))
def command(reference: str, instructions: bool, as_json: bool, **asked) -> None:
    """Count memory accesses: bank conflicts, sectors, widths, and totals over the launch.

    FILE.py:NAME:STEP names a schedule in your own file. docs/memory-access.md explains the table.
    FILE.cu, FILE.ptx and FILE.cubin are counted in the simulator (docs/files.md).
    """
    from ..api.results import Accesses
    from ..sources.names import resolve

    kernels = resolve(reference, **asked).gpu_kernels()
    if instructions or kernels[0].tir is None:
        analyze_instructions(kernels, as_json)
        return
    analyzed = Accesses.each(kernels)
    if as_json:
        print_json("accesses", analyzed)
    elif len(analyzed) == 1:
        print_accesses(analyzed[0])
    else:
        title = "per request: wavefronts (shared), sectors (global), and (the minimum)"
        names = [access.rung.rpartition(":")[2] for access in analyzed]
        print_rows(Table.of(analyzed, {"rung": names}), title)
        for reason in sorted({analysis.problem for analysis in analyzed} - {""}):
            click.echo(f"  not counted: {reason}")


def analyze_instructions(kernels: Sequence[Kernel], as_json: bool) -> None:
    """Print the cost of every memory instruction over the launch, counted in the simulator."""
    from ..api.results import InstructionCounts

    counted = [InstructionCounts.of(kernel) for kernel in kernels]
    if as_json:
        print_json(InstructionCounts.kind, counted)
        return
    for kernel, counts in zip(kernels, counted, strict=True):
        launches = {launch.kernel: launch for launch in kernel.launches}
        for costs in counts.launches:
            print_instructions(f"{kernel.name}, {launches[costs.kernel]}", costs)


def print_instructions(title: str, costs: LaunchCounts) -> None:
    """Print a row per memory instruction, then why the counts hold for the whole launch."""
    from ..api.results import reasons

    print_rows(Table.of(costs.instructions), title)
    for line in (*reasons(costs), *costs.passes):
        click.echo(f"  {line}")


# --- tables ---------------------------------------------------------------------------------------


def print_accesses(analysis: Accesses) -> None:
    """Print a table of accesses and a table of totals for each kernel launched."""
    from ..api.results import reasons

    for kernel in analysis.kernels:
        print_rows(Table.of(kernel.accesses), f"{analysis.rung}:{analysis.step}, {kernel.launch}")
        sums = kernel.totals
        print_rows(Table.of(list(sums.values()), {"over the launch": list(sums)}))
        for line in filter(None, (kernel.problem, *reasons(kernel.counted))):
            click.echo(f"  {line}")
