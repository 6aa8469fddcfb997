"""`schedules resources`: registers, occupancy and instruction mix, from the machine code."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import click

from gpusim.errors import UserError, nearest

from ..core.data import Table
from ..processes.pool import PROCESSES
from ..views.terminal import print_json, print_rows, print_table
from .options import (
    check_launch_options,
    compiler_option,
    file_kernel,
    json_option,
    launch_options,
    shape_option,
)
from .references import REFERENCE

if TYPE_CHECKING:
    from ..api.costs import ResourceUse
    from ..core.kernel import Kernel

ALL_ARCHS = "all"
MOST_WARNINGS = 6
WIDTH = 160


@click.command("resources")
@click.argument("reference", type=REFERENCE, metavar="LADDER[:RUNG[:STEP]]")
@click.option("--arch", help="Architectures such as sm_80,sm_90, or 'all'; by default sm_90.")
@json_option("resources")
@compiler_option
@shape_option
@launch_options
def command(reference: str, arch: str | None, as_json: bool, shape, launch: dict[str, Any]) -> None:
    """Show registers, spills, shared memory, occupancy and instruction mix of the SASS."""
    from ..api.costs import ResourceUse
    from ..sources.names import find_step, is_kernel_file, resolve

    if is_kernel_file(reference):
        used = [ResourceUse.of(file_kernel(reference, launch, shape=shape, arch=arch))]
        show_resources(used, [reference], as_json, mix=True)
        return
    from ..core.kernel import Kernel
    from ..core.steps import steps

    check_launch_options(launch, [reference])
    wanted = targets_of(arch)
    named = resolve(reference, shape)
    rungs = [rung for rung in named.rungs if not rung.on_cpu]
    if not rungs:
        raise UserError(f"{reference} is for a CPU: only GPU kernels have these resources")
    kernels, names = [], []
    for rung in rungs:
        workload = rung.at(shape)
        for target in wanted:
            walked = steps(rung, workload, target=target)
            step = find_step(walked, named.step) if named.step else walked[-1]
            kernels.append(Kernel(rung, step, workload, target))
        names += [f"{rung.path}:{step.name}" if named.step else rung.path] * len(wanted)
    used = used_by(kernels)
    if all(use.problem for use in used):
        raise UserError(used[0].problem)
    show_resources(used, names, as_json, mix=len(rungs) == 1)


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


def targets_of(text: str | None) -> list:
    """'sm_80,sm_90' as a list of targets, 'all' as every supported one; raises UserError."""
    from gpusim.chips import CHIPS, COMPILED

    from ..core.target import DEFAULT_GPU, Target

    if text is None:
        return [DEFAULT_GPU]
    asked = COMPILED if text == ALL_ARCHS else text.split(",")
    for arch in asked:
        if arch not in CHIPS:
            raise nearest("arch", arch, COMPILED, listed=True)
    return [Target.parse(arch).check_machine_code() for arch in asked]


def used_by(kernels: Sequence[Kernel]) -> list[ResourceUse]:
    """The resources of each kernel, or why it has none; compiles in parallel."""
    from gpusim.toolkit import check_wheels

    from ..api.costs import ResourceUse

    check_wheels()

    def used(kernel: Kernel) -> ResourceUse:
        try:
            return ResourceUse.of(kernel)
        except UserError as error:
            return ResourceUse.none(kernel, str(error))

    for kernel in kernels:
        # TVM lowers only in this thread.
        _ = kernel.problem
    with ThreadPoolExecutor(PROCESSES) as pool:
        return list(pool.map(used, kernels))


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
