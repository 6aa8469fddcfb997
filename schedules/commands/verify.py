"""`schedules verify`: steps on the CPU, or kernels on a GPU, against the float64 reference."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpusim.chips import CHIPS
from gpusim.errors import UserError

from ..analyses.verification.verdict import CUDA, MACHINE, SERIAL, Check, Verification
from ..core.errors import NoGpu
from ..processes.isolation import FileLimits
from ..sources.names import check_launch_options, is_kernel_file
from ..views.terminal import GrowingTable, print_json, print_table
from .options import OUT_FILE, REFERENCE, by_workload, gpu_rungs, takes
from .program import format_option
from .rungs import COLUMNS as RUNG_COLUMNS
from .rungs import Outcome, outcomes_of, print_failures, print_verification, verdict_cells

if TYPE_CHECKING:
    from ..core.kernel import Kernel


def compare_compilers(
    references: Sequence[str], releases: Sequence[str], shape, arch, limits, launch, as_json: bool
) -> int:
    """Verify the machine code that each release of ptxas makes of the same PTX; returns the exit
    code. The inputs are the same."""
    from ..compile.ptxas import assembling, ptxas

    for release in releases:
        ptxas(release)
    rows, status, found = [], 0, []
    for release in releases:
        with assembling(release):
            outcomes = outcomes_of(
                references, shape, arch, limits, verified=(MACHINE,), launch=launch
            )
        for outcome in outcomes:
            verified = replace(outcome.verified, compiler=f"ptxas {release}")
            found.append(verified)
            rows.append([verified.reference, verified.compiler, *verdict_cells(verified)])
        status = max(status, *(outcome.verified.verdict.exit_code for outcome in outcomes))
    if as_json:
        print_json("verifications", found)
        return status
    print_table(("rung", "compiler", *RUNG_COLUMNS), rows)
    for verified in found:
        for line in (*verified.failures, *filter(None, [verified.error])):
            click.echo(f"{verified.compiler}: {line}", err=True)
    return status


@click.command("verify")
@click.argument("references", type=REFERENCE, nargs=-1, metavar="[LADDER[:RUNG] ...]")
@click.option(
    "--on",
    "places",
    multiple=True,
    type=click.Choice([SERIAL, MACHINE, CUDA]),
    help="serial: run every step on the CPU, one thread after the other. machine: run the SASS of "
    "the last step in the simulator. cuda: run the kernel on a GPU at its full shape. By default "
    "serial and machine. Repeatable.",
)
@click.option(
    "--record",
    type=OUT_FILE,
    metavar="FILE",
    help="With --on cuda: add the verdicts to this record.",
)
@click.option(
    "--all-blocks",
    is_flag=True,
    help="Simulate all blocks of a launch; by default, of one that takes more than about a minute, "
    "blocks that differ in their control flow and blocks at the edges.",
)
@click.option(
    "--compilers",
    metavar="RELEASE,...",
    help="Assemble the same PTX by these releases of ptxas, as in 13.0,13.4 or 13.0-O0, and print "
    "a verdict for each.",
)
@format_option
@takes("arch", "compiler", "sizes", "shape", "launch", "limits", json="verifications")
def command(
    references,
    places: tuple[str, ...],
    sizes: list[int],
    arch: str | None,
    shape,
    record: Path | None,
    all_blocks: bool,
    compilers: str | None,
    style: str,
    as_json: bool,
    launch: dict[str, Any],
    limits: FileLimits,
) -> None:
    """Compare the outputs of steps on the CPU, or of kernels on a GPU, with a float64 reference.

    FILE.cu, FILE.ptx and FILE.cubin run in the simulator, or on a GPU with --on cuda
    (docs/files.md).
    """
    check_launch_options(launch, references)
    if CUDA in places:
        if arch:
            raise UserError("--arch goes with the simulator: --on cuda takes this GPU's")
        if len(places) > 1:
            raise UserError("--on cuda excludes other values of --on: it uses other shapes")
        if any(map(is_kernel_file, references)) and (sizes or shape or record is not None):
            raise UserError("a kernel file excludes --sizes, --shape and --record")
        try:
            sys.exit(run_verify_on_gpu(references, sizes, shape, record, as_json, launch, limits))
        except NoGpu as error:
            raise NoGpu(f"{error}; without --on, `schedules verify` runs on the CPU") from None
    if record is not None:
        raise UserError("--record requires --on cuda")
    if sizes:
        raise UserError("--sizes requires --on cuda; use --shape")
    where = tuple(dict.fromkeys(places)) or (SERIAL, MACHINE)
    if arch in CHIPS and MACHINE in where:
        from ..core.target import Target

        Target.parse(arch).check_machine_code()
    limits = replace(limits, all_blocks=all_blocks)
    if compilers:
        sys.exit(
            compare_compilers(
                references, compilers.split(","), shape, arch, limits, launch, as_json
            )
        )
    outcomes = outcomes_of(references, shape, arch, limits, verified=where, launch=launch)
    sys.exit(print_verification(outcomes, as_json, style))


# --- on a GPU -------------------------------------------------------------------------------------

COLUMNS = ("rung", "shape", "runs", "of tolerance", "relative error", "verdict")
WIDTHS = (35, 14, 0, 0, 0, 0)


def run_verify_on_gpu(
    references: Sequence[str],
    sizes: Sequence[int],
    shape,
    to: Path | None,
    as_json: bool = False,
    launch: Mapping[str, Any] | None = None,
    limits: FileLimits = FileLimits(),
) -> int:
    """`schedules verify --on cuda`: returns the exit code.

    A row is printed as soon as it is known. A file's process has no limit of memory: CUDA reserves
    addresses by the terabyte.
    """
    from ..core.gpu import gpu_arch

    files = [reference for reference in references if is_kernel_file(reference)]
    rungs = [reference for reference in references if reference not in files]
    outcomes: list[Outcome] = []
    table = None
    for outcome in itertools.chain(
        outcomes_on_device(rungs, sizes, shape, to) if rungs or not files else (),
        outcomes_of(
            files, None, gpu_arch(), replace(limits, memory=None), verified=(CUDA,), launch=launch
        )
        if files
        else (),
    ):
        found = outcome.verified
        if not as_json and found.checks:
            table = table or GrowingTable(COLUMNS, WIDTHS)
            table.add(cells_of(found))
        outcomes.append(outcome)
    if as_json:
        print_json("verifications", [outcome.verified for outcome in outcomes])
    return print_failures(outcomes)


def cells_of(found: Verification) -> list[str]:
    error = "-" if found.worst is None else f"{found.worst:.3f}"
    relative = "-" if found.relative_error is None else f"{found.relative_error:.1e}"
    shapes = (",".join(map(str, shape)) for shape in found.shapes)
    return [found.reference, " ".join(shapes), str(found.runs), error, relative, found.verdict]


def outcomes_on_device(
    references: Sequence[str], sizes: Sequence[int], shape, to: Path | None
) -> Iterator[Outcome]:
    """The outcome of each rung at each shape, which is recorded if it ran."""
    from ..analyses.verification.on_gpu import References, verify_on_device
    from ..compile.compiler import for_launches
    from ..core.gpu import device_name, device_target
    from ..core.kernel import compiled_kernels
    from ..measure.contest import identity
    from ..measure.records import Growing

    compiler = for_launches(device_target())
    record = Growing(to, {"device": device_name()}) if to else None
    known = References()
    groups = by_workload(gpu_rungs(references, compiler.target), sizes, shape)
    if not groups:
        raise UserError("no rung to verify on this GPU at these sizes")
    failed: list[Outcome] = []

    def fail(what: str, error: Exception) -> None:
        failed.append(Outcome.failed(what, error))

    for workload, members in groups.items():
        kernels = compiled_kernels([(rung, workload) for rung in members], compiler, fail)
        yield from failed
        failed.clear()
        outcomes = {kernel: Outcome(kernel.rung.path) for kernel in kernels}
        checks: dict[Kernel, list[Check]] = {kernel: [] for kernel in kernels}
        for kernel, check, crash in verify_on_device(kernels, known):
            checks[kernel].append(check)
            if crash:
                outcomes[kernel] = Outcome.failed(kernel.name, crash)
        entries = []
        for kernel, outcome in outcomes.items():
            outcome.found = Verification(kernel.rung.path, tuple(checks[kernel]))
            entries.append(identity(kernel) | entry_of(outcome.found))
            yield outcome
        if record:
            record.keep_verdicts(entries)


def entry_of(found: Verification) -> dict[str, Any]:
    """What a record keeps; the errors of a wrong kernel, which may be NaN, are None."""
    wrong = [f"{check.inputs} inputs: {text}" for check in found.checks for text in check.problems]
    return {
        "of_tolerance": found.worst,
        "relative_error": found.relative_error,
        "right": not wrong,
        "runs": found.runs,
        "message": "; ".join(wrong),
    }
