"""`schedules resources`: registers, occupancy and instruction mix, from the machine code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from gpusim.errors import nearest

from ..core.data import Table
from ..views.terminal import print_json, print_rows, print_table
from .options import REFERENCE, takes

if TYPE_CHECKING:
    from ..api.results import ResourceUse

ALL_ARCHS = "all"
MOST_WARNINGS = 6
WIDTH = 160


@click.command("resources")
@click.argument("reference", type=REFERENCE, metavar="LADDER[:RUNG[:STEP]]")
@click.option("--arch", help="Architectures such as sm_80,sm_90, or 'all'; by default sm_90.")
@takes("compiler", "shape", "launch", json="resources")
def command(reference: str, arch: str | None, as_json: bool, **asked) -> None:
    """Show registers, spills, shared memory, occupancy and instruction mix of the SASS."""
    from ..api.results import ResourceUse
    from ..sources.names import resolve

    named = resolve(reference, **asked)
    by_arch = [replace(named, arch=wanted).gpu_kernels() for wanted in archs_of(arch)]
    # By rung, then by architecture.
    kernels = [kernel for of_rung in zip(*by_arch, strict=True) for kernel in of_rung]
    names = [kernel.short_name if named.step else kernel.rung.path for kernel in kernels]
    used = ResourceUse.each(kernels)
    show_resources(used, names, as_json, mix=len(by_arch[0]) == 1)


def show_resources(
    used: Sequence[ResourceUse], names: Sequence[str], as_json: bool, *, mix: bool
) -> None:
    """Print the table, and the instruction mix of one rung."""
    if as_json:
        print_json("resources", used)
        return
    print_table_of(used, names)
    if mix:
        print_mix(used)


def archs_of(text: str | None) -> Sequence[str | None]:
    """'sm_80,sm_90' as a list, 'all' as every supported one, None as itself; raises UserError."""
    from gpusim.chips import CHIPS, COMPILED

    from ..core.target import Target

    if text is None:
        return [None]
    asked = COMPILED if text == ALL_ARCHS else text.split(",")
    for arch in asked:
        if arch not in CHIPS:
            raise nearest("arch", arch, COMPILED, listed=True)
    for arch in asked:
        Target.parse(arch).check_machine_code()
    return asked


def print_table_of(used: Sequence[ResourceUse], names: Sequence[str]) -> None:
    """Print the table, then the warnings."""
    several = len({use.arch for use in used}) > 1
    rows: list[Any] = []
    lead: dict[str, list[str]] = {"rung": [], **({"arch": []} if several else {})}
    for use, name in zip(used, names, strict=True):
        rows += use.kernels or [use.problem]
        of = [f"{name} {kernel.kernel}" for kernel in use.kernels] if len(use.kernels) > 1 else []
        lead["rung"] += of or [name]
        if several:
            lead["arch"] += [use.arch] * max(1, len(use.kernels))
    print_rows(Table.of(rows, lead), "" if several else used[0].arch)
    for use, name in zip(used, names, strict=True):
        where = f"{name} on {use.arch}" if several else name
        for kernel in use.kernels:
            for warning in kernel.warnings[:MOST_WARNINGS]:
                click.echo(shortened(f"{where}: {kernel.kernel}: {warning}"))
            left = len(kernel.warnings) - MOST_WARNINGS
            if left > 0:
                click.echo(f"{where}: {kernel.kernel}: {left} more lines: see --json")


def print_mix(used: Sequence[ResourceUse]) -> None:
    """Print every instruction class of one rung's kernels, by architecture if several."""
    kernels = [kernel for use in used for kernel in use.kernels]
    classes = dict.fromkeys(name for kernel in kernels for name in kernel.mix)
    heads = [kernel.arch if len(used) > 1 < len(kernels) else kernel.kernel for kernel in kernels]
    table = [[name, *(kernel.mix.get(name, 0) for kernel in kernels)] for name in classes]
    if len(kernels) == 1:
        heads.append("busiest loop")
        table = [[*row, kernels[0].loop.get(row[0], "")] for row in table]
    print_table(("instructions", *heads), table)


def shortened(line: str) -> str:
    """A line cut to WIDTH characters."""
    return line if len(line) <= WIDTH else line[: WIDTH - 4] + " ..."
