"""The long commands on a GPU: verify and bench."""

from __future__ import annotations

import sys
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


def run_bench(
    references: Sequence[str],
    sizes: Sequence[int],
    json_file: Path | None,
    print_table: PrintTable,
) -> int:
    """`schedules bench`: returns the exit code. Rows are written after every shape."""
    from .harness.bench import bench_shape
    from .harness.ceilings import measure_ceilings
    from .harness.device import Cubins, References, cuda, device_arch
    from .harness.records import gpu_header, load, merge, slug, write

    torch = cuda()
    cubins = Cubins(device_arch())
    path = json_file or Path("docs/results") / slug(torch.cuda.get_device_name(0))
    record = load(path)
    header = gpu_header()
    ceilings = measure_ceilings(cubins.arch)
    header["ceilings"] = ceilings.as_record()
    known = References()
    failed = 0
    for workload, rungs in by_workload(chosen(references), sizes).items():
        try:
            rows = list(bench_shape(rungs, workload, cubins, ceilings, known))
        except UserError as error:
            click.echo(f"schedules: {error}", err=True)
            failed += 1
            continue
        record = merge(record, header, rows)
        write(path, record)
        print_bench(rows, workload, print_table)
        sys.stdout.flush()
    return 1 if failed else 0


def print_bench(rows: list[dict[str, Any]], workload: Workload, print_table: PrintTable) -> None:
    """A shape's table: slow to fast as the ladder has them, then the baselines."""
    names = list(rows[0]["baselines"]) if rows else []
    columns = ["rung", "us", "TFLOP/s", "GB/s", "% of ceiling", "error", "regs", "shared"]
    table = [
        [
            f"{row['ladder']}:{row['rung']}",
            row["time_us"],
            row["tflops"],
            row["gbps"],
            f"{row['percent_of_ceiling']} ({row['bound']})",
            f"{row['relative_error']:.1e}",
            row["registers"],
            row["shared_bytes"],
            *(row["baselines"][name]["ratio"] for name in names),
        ]
        for row in rows
    ]
    times = ", ".join(f"{name} {rows[0]['baselines'][name]['time_us']} us" for name in names)
    tie = f"tie {rows[0]['tie_ratio']}"
    print_table([*columns, *(f"x {name}" for name in names)], table, f"{workload}: {times}, {tie}")
