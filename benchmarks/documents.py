"""The documents' own times beside predictions for the GPUs that they measured.

    python -m benchmarks.documents            # predict every kernel with a time on a known GPU
    python -m benchmarks.documents --only gemv/fast_gemv

A prediction launches the kernel again on the same arrays, as the documents do. It writes
docs/results/documents.json; `python -m benchmarks.figures` makes the tables of docs/documents.md.
The chips' constants were committed before the first comparison, and are not fitted to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from gpusim.errors import UserError
from gpusim.timing.measured_constants import constants
from schedules.api.measured import busy
from schedules.commands.program import run_command
from schedules.core.catalog import ladder
from schedules.core.files import write_text
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.ladder import Figure, Rung
from schedules.core.target import Target
from schedules.measure.publishing.groups import OTHER_TIMES, SECONDS

RECORD = Path(__file__).parents[1] / "docs/results/documents.json"
LADDERS = (
    "gemm/sgemm_tvm",
    "gemm/sgemm_cuda",
    "gemm/sgemm_geforce",
    "gemv/hgemv",
    "gemv/fast_gemv",
)
# A document's name of its GPU -> chip.
CHIPS = {"RTX 3090": "rtx-3090", "RTX 4090": "rtx-4090", "A100": "a100"}
# Steps that a document reports in words: predicted beside the kernels with a time.
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
    """The kernels of a ladder whose time the document gives on a known GPU; then those of WORDS."""
    rungs = ladder(name).rungs
    for rung in rungs.values():
        for figure in rung.figures:
            us = source_us(rung, figure)
            if us is not None and figure.device in CHIPS:
                yield Case(rung, CHIPS[figure.device], figure.shape, us)
    if name in WORDS:
        chip, shape, named = WORDS[name]
        yield from (Case(rungs[one], chip, shape) for one in named)


def predicted(case: Case) -> dict[str, Any]:
    """The row of a case: both times; of the longest launch registers, blocks that an SM holds at
    once, and the busiest resources."""
    target = Target.parse(constants(case.chip).architecture)
    kernel = last_kernel(case.rung, case.rung.at(case.shape), target)
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
    longest = max(made.launches, key=lambda one: one.us)
    shares = {one.resource: round(one.busy, 3) for one in busy(longest)[:3]}
    return row | {"predicted_us": made.us, **held(kernel, longest.kernel), "busy": shares}


def held(kernel: Kernel, name: str) -> dict[str, int]:
    """Registers a thread of one launch, and how many of its blocks an SM holds."""
    (of_launch,) = [one for one in kernel.resources_with({}) if one.kernel == name]
    return {"registers": of_launch.registers, "blocks": of_launch.occupancy.blocks}


@click.command()
@click.option("--only", type=click.Choice(LADDERS), help="Predict this ladder again.")
def command(only: str | None) -> None:
    """Predict the documents' kernels on their own GPUs."""
    kept = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else []
    rows = [row for row in kept if only and row["ladder"] != only]
    for name in [only] if only else LADDERS:
        for case in cases(name):
            rows.append(row := predicted(case))
            click.echo(" ".join(f"{key}={value}" for key, value in row.items()))
    rows.sort(key=lambda row: LADDERS.index(row["ladder"]))
    write_text(RECORD, json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    run_command(command, "documents")
