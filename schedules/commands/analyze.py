"""`schedules analyze`: a rung's memory accesses as a table, a ladder's as a row a rung."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import click

from gpusim.errors import UserError

from ..core.data import Table
from ..processes.pool import PROCESSES
from ..views.terminal import print_json, print_rows
from .options import (
    arch_option,
    check_launch_options,
    compiler_option,
    json_option,
    launch_options,
    shape_option,
)
from .references import REFERENCE

if TYPE_CHECKING:
    from ..analyses.accesses.access import KernelAccesses
    from ..api.costs import Accesses, LaunchCosts
    from ..core.kernel import Kernel


@click.command("analyze")
@click.argument("reference", type=REFERENCE, metavar="LADDER[:RUNG[:STEP]]")
@click.option("--as-written", is_flag=True, help="As in TIR, before nvcc merges accesses.")
@click.option("--instructions", is_flag=True, help="Each memory instruction of the machine code.")
@json_option("accesses", "instruction-counts")
@arch_option
@compiler_option
@shape_option
@launch_options
def command(
    reference: str,
    as_written: bool,
    instructions: bool,
    as_json: bool,
    arch: str | None,
    shape,
    launch: dict[str, Any],
) -> None:
    """Memory accesses: bank conflicts, sectors, widths, and their totals over the launch.

    FILE.py:NAME:STEP takes a schedule of yours. docs/memory-access.md says how to read the table.
    FILE.cu, FILE.ptx and FILE.cubin are counted as they run (docs/kernel-files.md).
    """
    from ..core.kernel import last_kernel
    from ..sources.names import is_kernel_file, resolve

    if is_kernel_file(reference):
        if as_written or shape:
            raise UserError(f"{reference} is a kernel: --as-written and --shape go with schedules")
        analyze_kernel_file(reference, launch, arch, as_json)
        return
    check_launch_options(launch, [reference])
    if instructions and as_written:
        raise UserError("--instructions are those of the machine code: not --as-written")
    named = resolve(reference, shape)
    rungs = [rung for rung in named.rungs if not rung.on_cpu]
    if not rungs:
        raise UserError(f"{reference} is for a CPU: its accesses are not those of warps")
    if len(named.rungs) == 1:
        kernels = [named.kernel(arch)]
    else:
        kernels = [last_kernel(rung, rung.at(shape), rung.lowered_for(arch)) for rung in rungs]
    if instructions:
        analyze_instructions(kernels, as_json)
        return
    analyzed = analyze_kernels(kernels, as_written)
    if as_json:
        print_json("accesses", analyzed)
    elif len(analyzed) == 1:
        print_accesses(analyzed[0])
    else:
        title = "wavefronts of a shared request and sectors of a global one, (least)"
        names = [one.rung.rpartition(":")[2] for one in analyzed]
        print_rows(Table.of(analyzed, {"rung": names}), title)
        print_origins(analyzed)


def analyze_kernel_file(
    reference: str, launch: dict[str, Any], arch: str | None, as_json: bool
) -> None:
    """What the memory instructions of a file's kernel cost over its launch."""
    from ..api.file_exploration import FileExploration
    from ..sources.kernel_files import KernelFile

    found = FileExploration(KernelFile(reference, launch, arch=arch)).accesses
    if as_json:
        print_json(found.kind, [found])
    else:
        for one in found.launches:
            title = reference if len(found.launches) == 1 else f"{reference}, {one.kernel}"
            print_instructions(title, one)


def analyze_instructions(kernels: Sequence[Kernel], as_json: bool) -> None:
    """What every memory instruction costs over the launch, by the machine."""
    from ..api.costs import InstructionCounts

    counted = [InstructionCounts.of(kernel) for kernel in kernels]
    if as_json:
        print_json(InstructionCounts.kind, counted)
        return
    for kernel, one in zip(kernels, counted, strict=True):
        launches = {launch.kernel: launch for launch in kernel.launches}
        for costs in one.launches:
            print_instructions(f"{kernel.name}, {launches[costs.kernel]}", costs)


def print_instructions(title: str, costs: LaunchCosts) -> None:
    """A row a memory instruction, and below why the counts hold for the whole launch."""
    from ..api.costs import reasons

    print_rows(Table.of(costs.instructions), title)
    for line in (*reasons(costs), *costs.passes):
        click.echo(f"  {line}")


def analyze_kernels(kernels: Sequence[Kernel], as_written: bool) -> list[Accesses]:
    """The accesses of kernels, compiled in parallel where machine code is wanted."""
    from ..api.costs import Accesses

    for kernel in kernels:
        _ = kernel.lowering
    if not as_written:
        with ThreadPoolExecutor(PROCESSES) as pool:
            list(pool.map(lambda kernel: kernel.no_machine_code, kernels))
    return [Accesses.of(kernel, as_written) for kernel in kernels]


# --- tables ---------------------------------------------------------------------------------------


def print_accesses(analysis: Accesses) -> None:
    """A table of accesses and one of sums for each kernel launched."""
    from ..api.costs import reasons

    for kernel in analysis.kernels:
        print_rows(Table.of(kernel.accesses), f"{analysis.rung}:{analysis.step}, {kernel.launch}")
        sums = kernel.totals
        print_rows(Table.of(list(sums.values()), {"over the launch": list(sums)}))
        lines = [kernel.problem] if kernel.problem else []
        lines += reasons(kernel.counted) if kernel.counted else []
        for line in (*lines, *left_out(kernel)):
            click.echo(f"  {line}")
    print_origins([analysis])


def left_out(kernel: KernelAccesses) -> list[str]:
    """Which of a profiler's counters the analysis does not give for a kernel, and why."""
    from ..analyses.accesses.access import uncounted

    names: dict[str, list[str]] = {}
    for name, why in uncounted([kernel]).items():
        names.setdefault(why, []).append(name)
    return [f"not summed up: {', '.join(which)} ({why})" for why, which in names.items()]


def print_origins(analyzed: Iterable[Accesses]) -> None:
    """Why there is no machine code, where there is none."""
    for reason in sorted({analysis.problem for analysis in analyzed} - {""}):
        click.echo(f"  widths and counts as in TIR, before nvcc: {reason}")
