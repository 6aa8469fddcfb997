"""Compares the documents' own times with predictions for the documents' GPUs.

    python -m benchmarks.documents            # predict every kernel with a time on a known GPU
    python -m benchmarks.documents --only gemv/fast_gemv

A prediction launches the kernel again on the same arrays, as the documents do. It writes
docs/results/documents.json; `python -m benchmarks.figures` makes the tables of docs/documents.md.
The chips' constants were committed before the first comparison, and are not fitted to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from gpusim.errors import UserError
from gpusim.timing.constants import constants
from schedules.analyses.resources import Resources
from schedules.api.measured import busy
from schedules.commands.program import run_command
from schedules.core.files import read_json, write_json
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.ladder import Figure, Rung, ladder
from schedules.core.target import Target

from .reproduction import OTHER_TIMES, SECONDS

RECORD = Path(__file__).parents[1] / "docs/results/documents.json"
LADDERS = (
    "gemm/sgemm_tvm",
    "gemm/sgemm_cuda",
    "gemm/sgemm_geforce",
    "gemv/hgemv",
    "gemv/fast_gemv",
)
# GPU name in a document -> chip.
CHIPS = {"RTX 3090": "rtx-3090", "RTX 4090": "rtx-4090", "A100": "a100"}
# Kernels that a document compares only in words: predicted as well.
WORDS = {
    "gemv/fast_gemv": ("rtx-3090", (8192, 8192), ("thread_per_row", "p_threads", "warp_reduce")),
    "gemv/hgemv": ("rtx-3090", (4096, 128), tuple(ladder("gemv/hgemv").rungs)),
}


class Case(NamedTuple):
    """A kernel on a document's GPU; `source_us` is the document's time, None where it has none."""

    rung: Rung
    chip: str
    shape: tuple[int, ...]
    source_us: float | None = None


def source_us(rung: Rung, figure: Figure) -> float | None:
    """A figure as the time of the kernel, in microseconds; None for any other figure."""
    if not figure.value or figure.shape is None or figure.note.startswith(OTHER_TIMES):
        return None
    if figure.unit in SECONDS:
        return figure.value * SECONDS[figure.unit] * 1e6
    return rung.at(figure.shape).flops / figure.value / 1e6 if figure.unit == "TFLOPS" else None


def cases(name: str) -> Iterator[Case]:
    """The kernels of a ladder whose time on a known GPU the document gives; then those of WORDS."""
    rungs = ladder(name).rungs
    for rung in rungs.values():
        for figure in rung.figures:
            us = source_us(rung, figure)
            if us is not None and figure.device in CHIPS:
                yield Case(rung, CHIPS[figure.device], figure.shape, us)
    if name in WORDS:
        chip, shape, named = WORDS[name]
        yield from (Case(rungs[rung_name], chip, shape) for rung_name in named)


def predicted(case: Case) -> dict[str, Any]:
    """The row of a case's rung."""
    target = Target.parse(constants(case.chip).architecture)
    kernel = last_kernel(case.rung, case.rung.at(case.shape), target)
    return prediction(case, kernel, lambda: kernel.resources_with({}))


def prediction(
    case: Case, kernel: Kernel, resources: Callable[[], Sequence[Resources]]
) -> dict[str, Any]:
    """The row of a case's kernel: both times, and for the longest launch the registers per thread,
    the blocks per SM and the busiest resources. `problem` is the reason if the model refuses the
    kernel."""
    row = {
        "ladder": case.rung.ladder,
        "rung": case.rung.name,
        "shape": list(case.shape),
        "chip": case.chip,
        "source_us": case.source_us,
    }
    try:
        made = kernel.predict(case.chip, rotated=False)
    except UserError as error:
        return row | {"problem": str(error)}
    longest = max(made.launches, key=lambda launch: launch.us)
    shares = {use.resource: round(use.busy, 3) for use in busy(longest)[:3]}
    (held,) = [usage for usage in resources() if usage.kernel == longest.kernel]
    counts = {"registers": held.registers, "blocks": held.occupancy.blocks}
    return row | {"predicted_us": made.us, **counts, "busy": shares}


def record_predictions(
    record: Path, only: str | None, chosen: Iterable[Case], row_of: Callable[[Case], dict[str, Any]]
) -> None:
    """Predict cases into a record, which is written after each; keeps the other ladders' rows if
    only one is predicted."""
    kept = read_json(record) if record.exists() else []
    rows = [row for row in kept if only and row["ladder"] != only]
    for case in chosen:
        rows.append(row := row_of(case))
        click.echo(" ".join(f"{key}={value}" for key, value in row.items()))
        rows.sort(key=lambda row: LADDERS.index(row["ladder"]))
        write_json(record, rows)


def cases_of(only: str | None) -> Iterator[Case]:
    """The cases of one ladder or of all."""
    for name in [only] if only else LADDERS:
        yield from cases(name)


@click.command()
@click.option("--only", type=click.Choice(LADDERS), help="Predict this ladder again.")
def command(only: str | None) -> None:
    """Predict the documents' kernels on their own GPUs."""
    record_predictions(RECORD, only, cases_of(only), predicted)


if __name__ == "__main__":
    run_command(command, "documents")
