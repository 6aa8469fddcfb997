"""`schedules analyze`: a rung's memory accesses as a table, a ladder's as a row a rung."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import click

from gpusim.errors import UserError

from ..processes.pool import PROCESSES
from ..views.terminal import print_json, print_table
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
    from gpusim.counting.costs import LaunchCounts

    from ..analyses.accesses.access import KernelAccesses
    from ..api.costs import Accesses
    from ..core.kernel import Kernel

# Both in parentheses: the least it could be.
WAVEFRONTS, SECTORS = "wavefronts (least)", "sectors (least)"
INSTRUCTIONS = "instructions"
ACCESS_COLUMNS = (
    "line", "access", "what", "bits", INSTRUCTIONS, "requests", WAVEFRONTS, SECTORS, "note",
)  # fmt: skip
SUM_COLUMNS = ("over the launch", "requests", "wavefronts", "conflicts", "sectors", "bytes")
INSTRUCTION_COLUMNS = (
    "line", "instruction", "issued", "requests", "wavefronts", "sectors", "least", "conflicts",
)  # fmt: skip
RUNG_COLUMNS = ("rung", "shared loads", "shared stores", "global loads", "global stores", "note")


@click.command("analyze")
@click.argument("reference", type=REFERENCE, metavar="LADDER[:RUNG[:STEP]]")
@click.option("--as-written", is_flag=True, help="As in TIR, before nvcc merges accesses.")
@click.option(
    "--instructions", is_flag=True, help="Each memory instruction of the machine code for sm_90."
)
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
        if as_written or arch or shape:
            raise UserError(f"{reference} is a kernel for sm_90: it takes --json and its launch")
        analyze_kernel_file(reference, launch, as_json)
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
        print_json("accesses", [record for one in analyzed for record in one.records()])
    elif len(analyzed) == 1:
        print_accesses(analyzed[0])
    else:
        print_rungs(analyzed)


def analyze_kernel_file(reference: str, launch: dict[str, Any], as_json: bool) -> None:
    """What the memory instructions of a file's kernel cost over its launch."""
    from gpusim.chips import HOPPER_ARCH

    from ..analyses.verification.kernel_files import count_file_kernel
    from ..api.costs import InstructionCounts
    from ..sources.kernel_files import KernelFile

    counted = count_file_kernel(KernelFile(reference, launch))
    if as_json:
        found = InstructionCounts(reference, "", (), HOPPER_ARCH, (counted,))
        print_json(found.kind, found.records())
    else:
        print_instructions(reference, counted)


def analyze_instructions(kernels: Sequence[Kernel], as_json: bool) -> None:
    """What every memory instruction costs over the launch, by the machine."""
    from ..api.costs import InstructionCounts

    if not as_json:
        for kernel in kernels:
            launches = {launch.kernel: launch for launch in kernel.launches}
            for counted in kernel.instruction_counts:
                title = f"{kernel.name}, {launches[counted.kernel]}"
                print_instructions(title, counted)
        return
    counted = [InstructionCounts.of(kernel) for kernel in kernels]
    print_json(InstructionCounts.kind, [record for one in counted for record in one.records()])


def print_instructions(title: str, counted: LaunchCounts) -> None:
    """A row a memory instruction, and below why the counts hold for the whole launch."""
    rows = []
    for one in counted.instructions:
        row, shared = one.record(), one.scope == "shared"
        counts = (
            ("requests", True),
            ("wavefronts", shared),
            ("sectors", not shared),
            ("least", True),
            ("conflicts", shared),
        )
        rows.append(
            (
                one.line or "?",
                one.instruction,
                f"{one.issued:,}",
                *(f"{row[name]:,}" if told else "" for name, told in counts),
            )
        )
    print_table(INSTRUCTION_COLUMNS, rows, title=title)
    print_reason(counted)
    for passes in counted.passes:
        click.echo(f"  {passes}")


def print_reason(counted: LaunchCounts) -> None:
    """Why counts hold for the whole launch."""
    click.echo(f"  {'exact' if counted.exact else 'not exact'}: {counted.reason}")
    if counted.by_data:
        first, *others = counted.by_data
        more = f" and {len(others)} more" if others else ""
        click.echo(f"  costs depend on the data that `{first}` loads{more}")


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
    name = f"{analysis.rung}:{analysis.step}"
    for kernel in analysis.kernels:
        columns, rows = ACCESS_COLUMNS, access_rows(kernel)
        if not kernel.counted:
            at = columns.index(INSTRUCTIONS)
            columns, *rows = [(*row[:at], *row[at + 1 :]) for row in (columns, *rows)]
        print_table(columns, rows, title=f"{name}, {kernel.launch}")
        print_table(SUM_COLUMNS, sum_rows(kernel))
        if kernel.problem:
            click.echo(f"  {kernel.problem}")
        if kernel.counted:
            print_reason(kernel.counted)
        for line in left_out(kernel):
            click.echo(f"  {line}")
    print_origins([analysis])


def access_rows(kernel: KernelAccesses) -> list[tuple[Any, ...]]:
    rows = []
    for access in kernel.accesses:
        each = access.per_request
        rows.append(
            (
                access.line or "?",
                access.expression,
                access.what,
                access.bits,
                access.code,
                "?" if access.cost.requests is None else f"{access.cost.requests:,}",
                beside(each["wavefronts"], each["least_wavefronts"]),
                beside(each["sectors"], each["least_sectors"]),
                access.note,
            )
        )
    return rows


def sum_rows(kernel: KernelAccesses) -> list[tuple[Any, ...]]:
    from ..analyses.accesses.access import totals

    rows = []
    for what, total in totals([kernel]).items():
        sums = {name: f"{value:,}" for name, value in total.record().items()}
        shared = sums["wavefronts"] != "0"
        rows.append(
            (
                what,
                sums["requests"],
                sums["wavefronts"] if shared else "",
                sums["conflicts"] if shared and sums["conflicts"] != "0" else "",
                sums["sectors"] if sums["sectors"] != "0" else "",
                sums["bytes"] + (" and more" if total.incomplete else ""),
            )
        )
    return rows


def left_out(kernel: KernelAccesses) -> list[str]:
    """Which of a profiler's counters the analysis does not give for a kernel, and why."""
    from ..analyses.accesses.access import uncounted

    names: dict[str, list[str]] = {}
    for name, why in uncounted([kernel]).items():
        names.setdefault(why, []).append(name)
    return [f"not summed up: {', '.join(which)} ({why})" for why, which in names.items()]


def print_rungs(analyzed: Sequence[Accesses]) -> None:
    """A row a rung: wavefronts a shared request takes, sectors a global one touches."""
    from gpusim.counting.costs import GLOBAL, SHARED

    from ..analyses.accesses.access import Total, totals
    from ..analyses.accesses.sites import LOAD, STORE

    rows = []
    for analysis in analyzed:
        sums = totals(analysis.kernels)
        cells = []
        for scope in (SHARED, GLOBAL):
            for kind in (LOAD, STORE):
                sort = f"{scope} {kind}"
                alike = (total for what, total in sums.items() if what.startswith(sort))
                total = sum(alike, Total(scope))
                requests = total.cost.requests
                each = [
                    value / requests if requests else None
                    for value in (total.cost.taken, total.cost.least)
                ]
                cells.append(beside(*each) + (" and more" if total.incomplete else ""))
        problems = dict.fromkeys(kernel.problem for kernel in analysis.kernels if kernel.problem)
        rows.append((analysis.rung.rpartition(":")[2], *cells, "; ".join(problems)))
    title = "wavefronts of a shared request and sectors of a global one, (least)"
    print_table(RUNG_COLUMNS, rows, title=title)
    print_origins(analyzed)


def print_origins(analyzed: Iterable[Accesses]) -> None:
    """Why there is no machine code, where there is none."""
    for reason in sorted({analysis.problem for analysis in analyzed} - {""}):
        click.echo(f"  widths and counts as in TIR, before nvcc: {reason}")


def beside(value: float | None, least: float | None) -> str:
    """'8 (4)'; '' where there is nothing to count."""
    if value is None:
        return ""
    return f"{value:.4g}" if least is None else f"{value:.4g} ({least:.4g})"
