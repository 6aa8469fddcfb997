"""`schedules verify --on cuda`: against the reference, and by compute-sanitizer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpusim.errors import UserError

from ...analyses.verification import verdict as verdicts
from ...analyses.verification.compute_sanitizer import PASSED, UNAVAILABLE, Verdict, sanitize
from ...analyses.verification.on_gpu import DeviceResult, References, verify_on_device
from ...analyses.verification.verdict import CUDA
from ...compile.compiler import for_launches
from ...core.cuda_driver import gpu_arch
from ...core.gpu import cuda, device_target
from ...core.kernel import Kernel, compiled_kernels
from ...measure.contest import identity
from ...measure.records import Growing
from ...processes.isolation import FileLimits
from ...processes.platforms import cores
from ...processes.pool import progress
from ...sources.names import is_kernel_file
from ...views.terminal import GrowingTable, print_json
from ..options import by_workload, chosen
from ..program import print_failure
from ..rungs import outcomes_of, print_verification

if TYPE_CHECKING:
    from ...core.ladder import Rung

# Processes at a time; each has a context on the same GPU.
MOST_TOOLS = 16


def record_of(path: Path | None) -> Growing | None:
    """The record that keeps verdicts, or None if no file was given."""
    return Growing(path, {"device": cuda().cuda.get_device_name(0)}) if path else None


def shape_name(shape: Sequence[int]) -> str:
    return ",".join(map(str, shape))


def run_verify_on_device(
    references: Sequence[str],
    sizes: Sequence[int],
    shape,
    to: Path | None,
    as_json: bool = False,
) -> int:
    """`schedules verify --on cuda`: returns the exit code."""
    compiler = for_launches(device_target())
    record = record_of(to)
    known = References()
    rungs = chosen(references, compiler.target)
    groups = by_workload(rungs, sizes, shape)
    if not groups:
        raise UserError("no rung to verify on this GPU at these sizes")
    columns = ("rung", "shape", "runs", "of tolerance", "relative error", "verdict")
    paths = max(len(rung.path) for rung in rungs)
    widths = (paths, max(len(shape_name(workload.shape)) for workload in groups), 0, 0, 0, 0)
    table = None if as_json else GrowingTable(columns, widths)
    failures, told, codes = [], [], [0]

    def failed(what: str, error: Exception) -> None:
        codes.append(print_failure(what, error))

    for workload, members in groups.items():
        kernels = compiled_kernels([(rung, workload) for rung in members], compiler, failed)
        results: dict[str, list[DeviceResult]] = {}
        for result in verify_on_device(kernels, known):
            if result.crash:
                failed(f"{result.kernel.rung.path} at {workload.shape}", result.crash)
            results.setdefault(result.kernel.rung.path, []).append(result)
        entries = []
        for kernel in kernels:
            entry, cells = verdict_of(kernel, results[kernel.rung.path])
            if table:
                table.add(cells)
            entries.append(entry)
            if entry["message"] and not results[kernel.rung.path][-1].crash:
                name = f"{kernel.rung.path} at {workload.shape}"
                failures += [f"{name}, {text}" for text in entry["message"].split("; ")]
        if record:
            record.keep_verdicts("verified", entries)
        told += entries
    if as_json:
        print_json("gpu-verifications", told)
    for failure in failures:
        click.echo(failure, err=True)
    return max(codes + [1] * bool(failures))


def run_verify_files(
    references: Sequence[str], launch: Mapping[str, Any], limits: FileLimits, as_json: bool
) -> int:
    """`schedules verify --on cuda` of kernel files: returns the exit code.

    A file's process has no limit of memory: CUDA reserves addresses by the terabyte.
    """
    if others := [reference for reference in references if not is_kernel_file(reference)]:
        raise UserError(f"{others[0]} is not a kernel file: verify it in a separate run")
    arch = gpu_arch()
    unlimited = replace(limits, memory=None)
    outcomes = outcomes_of(references, None, arch, unlimited, verified=(CUDA,), launch=launch)
    return print_verification(outcomes, as_json)


def verdict_of(
    kernel: Kernel, runs: Iterable[DeviceResult]
) -> tuple[dict[str, Any], tuple[str | int, ...]]:
    """A kernel's entry in a record, and its row of the table."""
    apart = {result.inputs: result.difference for result in runs}
    error = max(difference.error for difference in apart.values())
    relative = max(difference.relative_error for difference in apart.values())
    wrong = [
        f"{inputs} inputs: {difference.message}"
        for inputs, difference in apart.items()
        if difference.message
    ]
    entry = identity(kernel)
    # The errors of a wrong kernel may be NaN.
    numbers = (None, None) if wrong else (error, relative)
    entry |= dict(zip(("of_tolerance", "relative_error"), numbers, strict=True))
    entry |= {"right": not wrong, "runs": len(apart), "message": "; ".join(wrong)}
    cells = (
        f"{error:.3f}",
        f"{relative:.1e}",
        verdicts.Verdict.WRONG if wrong else verdicts.Verdict.CORRECT,
    )
    return entry, (kernel.rung.path, kernel.shape, len(apart), *cells)


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
        for rung in chosen(references, compiler.target)
    ]
    counts: dict[str, Counter[str]] = {tool: Counter() for tool in tools}
    notes: dict[str, None] = {}
    kernels = compiled_kernels(asked, compiler)
    names = [(kernel.rung.path, kernel.shape, *["did not run"] * len(tools)) for kernel in kernels]
    widths = [max(map(len, column)) for column in zip(*names, strict=True)]
    table = None if as_json else GrowingTable(("rung", "shape", *tools), widths)
    told: list[dict[str, Any]] = []

    def tell(kernel: Kernel, said: dict[str, Verdict]) -> None:
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
