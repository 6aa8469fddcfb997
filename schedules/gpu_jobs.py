"""Verification of kernels on a GPU: against the reference, and by compute-sanitizer."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from .errors import ShapeError, UserError
from .ladder import Rung
from .workloads import Workload

PrintTable = Callable[..., None]


def chosen(references: Sequence[str]) -> list[Rung]:
    """The GPU rungs of the references, or of the whole catalog."""
    from .catalog import ladders
    from .cli import resolve

    rungs: dict[str, Rung] = {}
    for reference in references or list(ladders()):
        for rung in resolve(reference).rungs:
            if rung.target == "cuda":
                rungs[rung.path] = rung
            elif references:
                raise UserError(f"{rung.path} is for a CPU")
    return list(rungs.values())


def at_size(rung: Rung, size: int) -> tuple[int, ...]:
    """A rung's shape at a size: every extent of a square one, else the first alone."""
    shape = rung.workload.shape
    return (size,) * len(shape) if len(set(shape)) == 1 else (size, *shape[1:])


def by_workload(rungs: Sequence[Rung], sizes: Sequence[int]) -> dict[Workload, list[Rung]]:
    """Rungs grouped by what they compute; a rung that does not take a size is left out of it."""
    groups: dict[Workload, list[Rung]] = {}
    for rung in rungs:
        for shape in [at_size(rung, size) for size in sizes] or [rung.workload.shape]:
            try:
                groups.setdefault(rung.at(shape), []).append(rung)
            except ShapeError as error:
                click.echo(f"left out: {error}", err=True)
    return groups


def run_verify_on_device(
    references: Sequence[str], sizes: Sequence[int], shape, print_table: PrintTable
) -> int:
    """`schedules verify --device cuda`: returns the exit code."""
    from .harness.device import Cubins, References, device_arch, kernels, verify_on_device

    cubins = Cubins(device_arch())
    known = References()
    rows, failures = [], []
    rungs = chosen(references)
    groups: dict[Workload, list[Rung]] = {}
    if shape is not None:
        for rung in rungs:
            groups.setdefault(rung.at(shape), []).append(rung)
    else:
        groups = by_workload(rungs, sizes)
    for workload, members in groups.items():
        found = kernels([(rung, workload) for rung in members], cubins)
        worst: dict[str, list[Any]] = {}
        for result in verify_on_device(found, known):
            kept = worst.setdefault(result.rung, [0, 0.0, 0.0, "yes"])
            kept[0] += 1
            kept[1] = max(kept[1], result.error)
            kept[2] = max(kept[2], result.relative_error)
            if not result.ok:
                kept[3] = "WRONG"
                failures.append(
                    f"{result.rung} at {workload.shape}, {result.inputs} inputs: {result.message}"
                )
        name = ",".join(map(str, workload.shape))
        rows += [
            (path, name, runs, f"{error:.3f}", f"{relative:.1e}", right)
            for path, (runs, error, relative, right) in worst.items()
        ]
    if not rows:
        raise UserError("nothing to verify on this GPU")
    columns = ("rung", "shape", "runs", "of tolerance", "relative error", "right")
    print_table(columns, rows)
    for failure in failures:
        click.echo(failure, err=True)
    return 1 if failures else 0


def sanitizer_shape(rung: Rung) -> tuple[int, ...]:
    """A small shape that keeps the tile: one it does not divide, where the rung takes such."""
    shapes = rung.verify_shapes()
    odd = [
        shape
        for shape in shapes
        if any(extent % size for extent, size in zip(shape, rung.tile.block(), strict=False))
    ]
    return odd[0] if rung.any_shape and odd else shapes[0]


def run_sanitize(
    references: Sequence[str], tools: Sequence[str], shape, print_table: PrintTable
) -> int:
    """`schedules verify --device cuda --sanitize`: returns the exit code.

    1 where a tool found an error or a kernel did not run, else 3 where a tool is unavailable.
    """
    from .harness.device import device_arch
    from .harness.lone_kernel import StoredCubins, lone_kernels
    from .harness.sanitize import PASSED, UNAVAILABLE, Verdict, sanitize
    from .jobs import progress

    arch = device_arch()
    asked = [(rung, rung.at(shape or sanitizer_shape(rung))) for rung in chosen(references)]
    found: dict[tuple[str, str], list[Verdict]] = {}
    notes: dict[str, None] = {}
    with tempfile.TemporaryDirectory() as folder:
        cubins = StoredCubins(arch, Path(folder))
        kernels = lone_kernels(asked, cubins)
        with progress(len(kernels) * len(tools), "sanitize") as tick:
            for kernel, tool, verdict in sanitize(kernels, tools, cubins):
                found.setdefault((kernel.rung.path, kernel.shape), []).append(verdict)
                if verdict.state == UNAVAILABLE:
                    notes[f"{tool} is unavailable: {verdict.message}"] = None
                elif verdict.state != PASSED:
                    notes[f"{kernel.rung.path} at {kernel.shape}, {tool}: {verdict.message}"] = None
                tick()
    print_table(("rung", "shape", *tools), [(*key, *row) for key, row in found.items()])
    for note in notes:
        click.echo(note, err=True)
    states = {verdict.state for row in found.values() for verdict in row}
    return 1 if states - {PASSED, UNAVAILABLE} else 3 if UNAVAILABLE in states else 0
