"""`schedules verify --on cuda`: against the reference, and by compute-sanitizer."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpusim.errors import UserError

from ...analyses.verification.compute_sanitizer import PASSED, UNAVAILABLE, ToolVerdict, sanitize
from ...analyses.verification.on_gpu import References, verify_on_device
from ...analyses.verification.verdict import CUDA, Check, Verification
from ...compile.compiler import for_launches
from ...core.gpu import cuda, device_target, gpu_arch
from ...core.kernel import Kernel, compiled_kernels
from ...measure.contest import identity
from ...measure.records import Growing
from ...processes.isolation import FileLimits
from ...processes.platforms import cores
from ...processes.pool import progress
from ...sources.names import is_kernel_file
from ...views.terminal import GrowingTable, print_json
from ..options import by_workload, gpu_rungs
from ..rungs import Outcome, outcomes_of, print_failures

if TYPE_CHECKING:
    from ...core.ladder import Rung

# Processes at a time; each has a context on the same GPU.
MOST_TOOLS = 16


def record_of(path: Path | None) -> Growing | None:
    """The record that keeps verdicts, or None if no file was given."""
    return Growing(path, {"device": cuda().cuda.get_device_name(0)}) if path else None


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
    compiler = for_launches(device_target())
    record = record_of(to)
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
            record.keep_verdicts("verified", entries)


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


def sanitizer_shape(rung: Rung) -> tuple[int, ...]:
    """A small shape for the tile, not a multiple of it if the rung supports that."""
    shapes = rung.verify_shapes()
    odd = [
        shape
        for shape in shapes
        if any(extent % size for extent, size in zip(shape, rung.tile.block(), strict=False))
    ]
    return odd[0] if rung.any_shape and odd else shapes[0]


def run_sanitize(
    references: Sequence[str],
    tools: Sequence[str],
    shape,
    to: Path | None,
    as_json: bool = False,
) -> int:
    """`schedules verify --on cuda --sanitize`: returns the exit code.

    1 if a tool found an error or a kernel did not run, otherwise 3 if a tool is unavailable. Tools
    run in parallel, since each starts a process; a rung is printed and recorded when its last tool
    has finished.
    """
    compiler = for_launches(device_target())
    record = record_of(to)
    asked = [
        (rung, rung.at(shape or sanitizer_shape(rung)))
        for rung in gpu_rungs(references, compiler.target)
    ]
    counts: dict[str, Counter[str]] = {tool: Counter() for tool in tools}
    notes: dict[str, None] = {}
    kernels = compiled_kernels(asked, compiler)
    names = [(kernel.rung.path, kernel.shape, *["did not run"] * len(tools)) for kernel in kernels]
    widths = [max(map(len, column)) for column in zip(*names, strict=True)]
    table = None if as_json else GrowingTable(("rung", "shape", *tools), widths)
    told: list[dict[str, Any]] = []

    def tell(kernel: Kernel, said: dict[str, ToolVerdict]) -> None:
        if table:
            table.add((kernel.rung.path, kernel.shape, *(said.get(tool, "-") for tool in tools)))
        verdicts = {tool: asdict(verdict) for tool, verdict in said.items()}
        told.append(identity(kernel) | {"tools": verdicts})
        known = {tool: entry for tool, entry in verdicts.items() if entry["state"] != UNAVAILABLE}
        if known and record:
            record.keep_verdicts("sanitized", [identity(kernel) | known])

    pool = ThreadPoolExecutor(min(MOST_TOOLS, cores()))
    with progress(len(kernels) * len(tools), "sanitize") as tick:
        try:
            pending = [
                [pool.submit(sanitize, kernel, tool) for tool in tools] for kernel in kernels
            ]
            for kernel, futures in zip(kernels, pending, strict=True):
                said = {}
                for tool, future in zip(tools, futures, strict=True):
                    verdict = said[tool] = future.result()
                    counts[tool][verdict.state] += 1
                    if verdict.state == UNAVAILABLE:
                        notes[f"{tool} is unavailable: {verdict.message}"] = None
                    elif verdict.state != PASSED:
                        note = f"{kernel.rung.path} at {kernel.shape}, {tool}: {verdict.message}"
                        notes[note] = None
                    tick()
                tell(kernel, said)
        finally:
            # Ctrl-C ends the tools that are running, too: the terminal sends it to all processes.
            pool.shutdown(cancel_futures=True)
            if as_json:
                print_json("sanitizer-verdicts", told)
            for tool in () if as_json else tools:
                click.echo(f"{tool}: {counts[tool][PASSED]} of {len(kernels)} passed")
            for note in notes:
                click.echo(note, err=True)
    return exit_code(counts)


def exit_code(counts: Mapping[str, Counter[str]]) -> int:
    """1 if a tool found something, else 3 if one is unavailable."""
    states = {state for verdicts in counts.values() for state in verdicts}
    return 1 if states - {PASSED, UNAVAILABLE} else 3 if UNAVAILABLE in states else 0
