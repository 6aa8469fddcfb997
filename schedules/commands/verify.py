"""`schedules verify`: steps on the CPU, or kernels on a GPU, against the float64 reference."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpusim.chips import CHIPS
from gpusim.errors import UserError

from ..analyses.verification.verdict import CUDA, MACHINE, SERIAL, Check, Conclusion, Verdict
from ..core.errors import NoGpu
from ..processes.platforms import FileLimits
from ..processes.worker import progress
from ..sources.names import check_launch_options, is_kernel_file
from .options import OUT_FILE, REFERENCE, by_workload, gpu_rungs, takes
from .program import format_option
from .rungs import Outcome, named_paths, print_verified, verified

if TYPE_CHECKING:
    from ..core.kernel import Kernel


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
    record: Path | None,
    all_blocks: bool,
    compilers: str | None,
    as_json: bool,
    limits: FileLimits,
    **asked,
) -> None:
    """Compare the outputs of steps on the CPU, or of kernels on a GPU, with a float64 reference.

    FILE.cu, FILE.ptx and FILE.cubin run in the simulator, or on a GPU with --on cuda
    (docs/files.md).
    """
    arch, launch = asked["arch"], asked["launch"]
    check_launch_options(launch, references)
    if CUDA in places:
        if arch:
            raise UserError("--arch goes with the simulator: --on cuda takes this GPU's")
        if len(places) > 1:
            raise UserError("--on cuda excludes other values of --on: it uses other shapes")
        files = list(filter(is_kernel_file, references))
        if files and (sizes or asked["shape"] or record is not None):
            raise UserError("a kernel file excludes --sizes, --shape and --record")
        rungs = [reference for reference in references if reference not in files]
        try:
            outcomes = on_gpu(rungs, sizes, asked["shape"], record) if rungs or not files else []
            outcomes += files_on_gpu(files, limits, launch) if files else []
        except NoGpu as error:
            raise NoGpu(f"{error}; without --on, `schedules verify` runs on the CPU") from None
        sys.exit(print_verified(outcomes, as_json))
    if record is not None:
        raise UserError("--record requires --on cuda")
    if sizes:
        raise UserError("--sizes requires --on cuda; use --shape")
    where = tuple(dict.fromkeys(places)) or (SERIAL, MACHINE)
    if arch in CHIPS and MACHINE in where:
        from ..core.target import Target

        Target.parse(arch).check_machine_code()
    limits = replace(limits, all_blocks=all_blocks)
    if not compilers:
        outcomes = verified(references, where, limits, **asked)
        sys.exit(print_verified(outcomes, as_json))
    from ..compile import selecting
    from ..compile.toolkit import VARIABLE, ptxas

    releases = compilers.split(",")
    for release in releases:
        ptxas(release)
    outcomes = []
    for release in releases:
        with selecting(VARIABLE, release):
            # The inputs are the same for every release.
            for one in verified(references, (MACHINE,), limits, **asked):
                named = replace(one.verdict, compiler=f"ptxas {release}")
                outcomes.append(replace(one, result=named))
    paths = named_paths(references) * len(releases)
    outcomes = [
        with_first_difference(one, outcomes, reference, arch, launch)
        for one, reference in zip(outcomes, paths, strict=True)
    ]
    sys.exit(print_verified(outcomes, as_json))


def with_first_difference(
    outcome: Outcome,
    outcomes: Sequence[Outcome],
    reference: str,
    arch: str | None,
    launch: dict[str, Any],
) -> Outcome:
    """The outcome of a release whose code is wrong where another's is not, with a note that names
    the first instruction whose result differs, at the first shape that is wrong."""
    found = outcome.verdict
    others = (one.verdict for one in outcomes)
    passed = (Conclusion.CORRECT, Conclusion.UNCOMPARED)
    right = next(
        (one for one in others if one.reference == found.reference and one.verdict in passed), None
    )
    if found.verdict is not Conclusion.WRONG or right is None:
        return outcome
    from ..analyses.verification.verify import first_difference
    from ..core.kernel import kernels_of
    from ..sources.kernel_files import FileKernel
    from ..sources.names import resolve

    releases = (one.compiler.removeprefix("ptxas ") for one in (found, right))
    if is_kernel_file(reference):
        kernel = FileKernel.load(reference, launch, arch=arch)
    else:
        wrong = next(check for check in found.checks if check.problems)
        kernel = kernels_of(resolve(reference).rung, wrong.shape, arch)[-1]
    try:
        first = first_difference(kernel, kernel.problem(), *releases)
    except UserError as error:
        first = f"unknown, {error}"
    note = f"first difference from {right.compiler}: {first or 'unknown'}"
    return replace(outcome, result=replace(found, notes=(*found.notes, note)))


# --- on a GPU -------------------------------------------------------------------------------------


def files_on_gpu(files: Sequence[str], limits: FileLimits, launch: dict[str, Any]) -> list[Outcome]:
    """The outcome of each kernel in a file. Its process has no limit of memory: CUDA reserves
    addresses by the terabyte."""
    from ..core.gpu import gpu_arch

    return verified(files, (CUDA,), replace(limits, memory=None), arch=gpu_arch(), launch=launch)


def on_gpu(
    references: Sequence[str], sizes: Sequence[int], shape, to: Path | None
) -> list[Outcome]:
    """The outcome of each rung at each shape, which is recorded if it ran."""
    from ..analyses.verification.on_gpu import References, verify_on_device
    from ..compile.compiler import Compiler
    from ..core.gpu import device_name, device_target
    from ..core.kernel import compiled_kernels
    from ..measure.contest import identity
    from ..measure.records import Growing

    compiler = Compiler(device_target())
    record = Growing(to, {"device": device_name()}) if to else None
    known = References()
    groups = by_workload(gpu_rungs(references, compiler.target), sizes, shape)
    if not groups:
        raise UserError("no rung to verify on this GPU at these sizes")
    outcomes: list[Outcome] = []

    def fail(what: str, error: Exception) -> None:
        outcomes.append(Outcome.failed(what, error))

    with progress(len(groups), "verify") as tick:
        for workload, members in groups.items():
            kernels = compiled_kernels([(rung, workload) for rung in members], compiler, fail)
            crashes: dict[Kernel, Outcome] = {}
            checks: dict[Kernel, list[Check]] = {kernel: [] for kernel in kernels}
            for kernel, check, crash in verify_on_device(kernels, known):
                checks[kernel].append(check)
                if crash:
                    crashes[kernel] = Outcome.failed(kernel.name, crash)
            entries = []
            for kernel in kernels:
                by = kernel.compiler_version
                found = Verdict(kernel.rung.path, tuple(checks[kernel]), compiled_by=by)
                outcome = crashes.get(kernel, Outcome(kernel.rung.path))
                outcomes.append(replace(outcome, result=found))
                entries.append(identity(kernel) | entry_of(found))
            if record:
                record.keep_verdicts(entries)
            tick()
    return outcomes


def entry_of(found: Verdict) -> dict[str, Any]:
    """What a record keeps; the errors of a wrong kernel, which may be NaN, are None."""
    wrong = [f"{check.inputs} inputs: {text}" for check in found.checks for text in check.problems]
    return {
        "of_tolerance": found.worst,
        "relative_error": found.relative_error,
        "right": not wrong,
        "runs": found.runs,
        "message": "; ".join(wrong),
    }
