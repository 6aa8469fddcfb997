"""Verification of kernels on a GPU: against the reference, and by compute-sanitizer."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import ShapeError, UserError
from ..ladder import Rung
from ..workloads import Workload

if TYPE_CHECKING:
    from ..checks.device import DeviceResult
    from ..lowering.lower import Lowered


def chosen(references: Sequence[str], arch: str) -> list[Rung]:
    """The rungs of the references, or of the whole catalog, that a GPU of `arch` can run.

    The others are left out, with a line for each. Raises UserError where none is left.
    """
    from ..catalog import ladders
    from .cli import resolve

    rungs: dict[str, Rung] = {}
    for reference in references or list(ladders()):
        for rung in resolve(reference).rungs:
            if rung.target == "cuda":
                rungs[rung.path] = rung
            elif references:
                raise UserError(f"{rung.path} is for a CPU")
    able = [rung for rung in rungs.values() if rung.build.runs_on(arch)]
    for path in rungs.keys() - {rung.path for rung in able}:
        click.echo(f"left out: {path} needs another GPU than this {arch}", err=True)
    if not able:
        raise UserError(f"nothing of this runs on a GPU of {arch}")
    return able


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


class Lines:
    """A table whose rows are printed as they come: a long run shows what it has found so far."""

    def __init__(self, columns: Sequence[str], least: Sequence[int]) -> None:
        self._widths = [max(len(name), low) for name, low in zip(columns, least, strict=True)]
        self.add(columns)

    def add(self, row: Sequence[Any]) -> None:
        cells = [f"{cell!s:{width}}" for cell, width in zip(row, self._widths, strict=True)]
        click.echo("  ".join(cells).rstrip())
        sys.stdout.flush()


class Verdicts:
    """Verdicts on their way into a record, which is written whole at each; into none without a
    file. Raises UserError at once for a file that is no record, or another device's."""

    def __init__(self, path: Path | None) -> None:
        from ..checks.device import cuda
        from ..results.records import load, merge

        self._path = path
        if path is not None:
            self._device = cuda().cuda.get_device_name(0)
            self._record = merge(load(path), {"device": self._device}, ())

    def keep(self, name: str, entries: Sequence[dict[str, Any]]) -> None:
        """Add or replace entries of the record's list `name`."""
        from ..results.records import with_verdicts, write

        if self._path is not None and entries:
            self._record = with_verdicts(self._record, self._device, name, entries)
            write(self._path, self._record)


def of_kernel(rung: Rung, workload: Workload, lowered: Lowered) -> dict[str, Any]:
    """The fields by which a record knows a kernel."""
    from ..timing.gpu import fingerprint

    return {
        "ladder": rung.ladder,
        "rung": rung.name,
        "shape": list(workload.shape),
        "dtype": workload.dtype,
        "kernel": fingerprint(lowered),
    }


def shape_name(shape: Sequence[int]) -> str:
    return ",".join(map(str, shape))


def run_verify_on_device(
    references: Sequence[str], sizes: Sequence[int], shape, json_file: Path | None
) -> int:
    """`schedules verify --device cuda`: returns the exit code."""
    from ..checks.device import Cubins, References, device_arch, kernels, verify_on_device
    from ..lowering.lower import lower

    cubins = Cubins(device_arch())
    verdicts = Verdicts(json_file)
    known = References()
    rungs = chosen(references, cubins.arch)
    groups: dict[Workload, list[Rung]] = {}
    if shape is not None:
        for rung in rungs:
            groups.setdefault(rung.at(shape), []).append(rung)
    else:
        groups = by_workload(rungs, sizes)
    if not groups:
        raise UserError("nothing to verify on this GPU")
    columns = ("rung", "shape", "runs", "of tolerance", "relative error", "right")
    paths = max(len(rung.path) for rung in rungs)
    lines = Lines(columns, (paths, max(len(shape_name(w.shape)) for w in groups), 0, 0, 0, 0))
    failures = []
    for workload, members in groups.items():
        found = kernels([(rung, workload) for rung in members], cubins)
        results: dict[str, list[DeviceResult]] = {}
        for result in verify_on_device(found, known):
            results.setdefault(result.rung, []).append(result)
        entries = []
        for kernel in found:
            runs = results[kernel.rung.path]
            error = max(one.error for one in runs)
            relative = max(one.relative_error for one in runs)
            wrong = [f"{one.inputs} inputs: {one.message}" for one in runs if not one.ok]
            failures += [f"{kernel.rung.path} at {workload.shape}, {text}" for text in wrong]
            lines.add(
                (
                    kernel.rung.path,
                    shape_name(workload.shape),
                    len(runs),
                    f"{error:.3f}",
                    f"{relative:.1e}",
                    "WRONG" if wrong else "yes",
                )
            )
            with cubins.emitting():
                lowered = lower(kernel.step.mod, kernel.rung.build, "cuda", cubins.arch)
            entry = of_kernel(kernel.rung, workload, lowered)
            # The errors of a wrong kernel may be no numbers.
            numbers = (None, None) if wrong else (error, relative)
            entry |= dict(zip(("of_tolerance", "relative_error"), numbers, strict=True))
            entry |= {"right": not wrong, "runs": len(runs), "message": "; ".join(wrong)}
            entries.append(entry)
        verdicts.keep("verified", entries)
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
    references: Sequence[str], tools: Sequence[str], shape, json_file: Path | None
) -> int:
    """`schedules verify --device cuda --sanitize`: returns the exit code.

    1 where a tool found an error or a kernel did not run, else 3 where a tool is unavailable. A
    rung's line comes when the last tool has had its say; a run that is cut short ends with the
    lines of those that were begun.
    """
    from ..checks.device import device_arch
    from ..checks.launch_process import LoneKernel, StoredCubins, lone_kernels
    from ..checks.sanitize import PASSED, UNAVAILABLE, Verdict, sanitize
    from ..process_pool import progress

    arch = device_arch()
    verdicts = Verdicts(json_file)
    asked = [(rung, rung.at(shape or sanitizer_shape(rung))) for rung in chosen(references, arch)]
    begun: dict[str, tuple[LoneKernel, dict[str, Verdict]]] = {}
    counts = {tool: Counter() for tool in tools}
    notes: dict[str, None] = {}

    def tell(kernel: LoneKernel, said: dict[str, Verdict]) -> None:
        lines.add((kernel.rung.path, kernel.shape, *(said.get(tool, "-") for tool in tools)))
        entry = of_kernel(kernel.rung, kernel.workload, kernel.lowered)
        known = {tool: asdict(one) for tool, one in said.items() if one.state != UNAVAILABLE}
        if known:
            verdicts.keep("sanitized", [entry | known])

    with tempfile.TemporaryDirectory() as folder:
        cubins = StoredCubins(arch, Path(folder))
        kernels = lone_kernels(asked, cubins)
        widths = [
            max(len(one.rung.path) for one in kernels),
            max(len(one.shape) for one in kernels),
        ]
        lines = Lines(("rung", "shape", *tools), (*widths, *(len("did not run") for _ in tools)))
        with progress(len(kernels) * len(tools), "sanitize") as tick:
            try:
                for kernel, tool, verdict in sanitize(kernels, tools, cubins):
                    path = kernel.rung.path
                    said = begun.setdefault(path, (kernel, {}))[1]
                    said[tool] = verdict
                    counts[tool][verdict.state] += 1
                    if verdict.state == UNAVAILABLE:
                        notes[f"{tool} is unavailable: {verdict.message}"] = None
                    elif verdict.state != PASSED:
                        notes[f"{path} at {kernel.shape}, {tool}: {verdict.message}"] = None
                    if len(said) == len(tools):
                        tell(*begun.pop(path))
                    tick()
            finally:
                for kernel, said in begun.values():
                    tell(kernel, said)
                for tool in tools:
                    click.echo(f"{tool}: {counts[tool][PASSED]} of {len(kernels)} passed")
                for note in notes:
                    click.echo(note, err=True)
    states = {state for one in counts.values() for state in one}
    return 1 if states - {PASSED, UNAVAILABLE} else 3 if UNAVAILABLE in states else 0
