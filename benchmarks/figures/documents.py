"""Tables of docs/documents.md: the documents' times and predictions for their GPUs."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gpusim.timing.constants import constants
from schedules.core.ladder import ladder
from schedules.measure.units import ratio_text, shape_text

from ..documents import CHIPS, LADDERS, RECORD, WORDS
from ..reproduction import sign, steps_of
from .records import read, table

Row = dict[str, Any]
DEVICES = {chip: device for device, chip in CHIPS.items()}
# Steps whose sign on an H200 differs from the document's, and what the document says if it gives no
# ratio: the step is faster.
OTHER_WAY = {
    "gemm/sgemm_tvm": ("vectorized_fetch", "vectorized_read", "double_buffer"),
    "gemm/sgemm_geforce": ("float4_fetch", "max_registers", "transposed_store", "double_buffer"),
    "gemv/fast_gemv": ("p_threads", "warp_reduce"),
}
FASTER = "faster"


def rows(name: str, record: Path = RECORD) -> list[Row]:
    return [row for row in read(record) if row["ladder"] == name]


def errors(name: str, record: Path = RECORD) -> list[float]:
    """Predicted over the document's time, less 1, of every kernel with both."""
    return [
        row["predicted_us"] / row["source_us"] - 1
        for row in rows(name, record)
        if row["source_us"] and "predicted_us" in row
    ]


def in_band(name: str, record: Path = RECORD) -> int:
    """How many of the document's times are within the band of the prediction."""
    return sum(
        band.low <= row["source_us"] / row["predicted_us"] <= band.high
        for row in rows(name, record)
        if row["source_us"] and "predicted_us" in row
        if (band := constants(row["chip"]).band)
    )


def document_times(name: str) -> str:
    """A row per kernel with a time in the document, and the mean error below."""
    listed = [row for row in rows(name) if row["source_us"]]
    cells = [
        [
            f"`{row['rung']}`",
            DEVICES[row["chip"]],
            shape_text(tuple(row["shape"])),
            time_text(row["source_us"]),
            *_predicted(row),
        ]
        for row in listed
    ]
    off = errors(name)
    head = ("kernel", "GPU", "shape", "document", "predicted", "error", "code; busiest resources")
    mean = statistics.mean(map(abs, off))
    return table(head, cells) + (
        f"\nMean absolute error {100 * mean:.0f} %, median {100 * _median(off):.0f} %; "
        f"{in_band(name)} of {len(off)} of the document's times are within the band.\n"
    )


def _median(off: list[float]) -> float:
    return statistics.median(map(abs, off))


def _predicted(row: Row) -> list[str]:
    if "predicted_us" not in row:
        return [row["problem"], "", ""]
    error = ""
    if row["source_us"]:
        error = f"{100 * (row['predicted_us'] / row['source_us'] - 1):+.0f} %"
    return [time_text(row["predicted_us"]), error, _busy(row)]


def _busy(row: Row) -> str:
    busiest = (f"{name} {100 * part:.0f} %" for name, part in list(row["busy"].items())[:2])
    return f"{row['registers']} registers, {row['blocks']} blocks an SM; {', '.join(busiest)}"


def time_text(us: float) -> str:
    unit, scale = next((u, s) for u, s in (("ms", 1e3), ("us", 1.0)) if us >= s or s == 1.0)
    return f"{us / scale:,.4g} {unit}"


def steps(name: str) -> Iterator[tuple[str, str, str, float | None, float, str]]:
    """(step, from, GPU, the document's ratio or None, predicted ratio, cause) of a ladder."""
    known: dict[str, dict[tuple[str, tuple[int, ...]], float]] = {}
    by_key = {}
    for row in rows(name):
        if "predicted_us" in row:
            key = row["rung"], tuple(row["shape"])
            known.setdefault(DEVICES[row["chip"]], {})[key] = row["predicted_us"]
            by_key[(row["chip"], *key)] = row
    words = WORDS.get(name, ("", (), ()))
    for rung in ladder(name).rungs.values():
        for step in steps_of(ladder(name), rung, known):
            on = step.device or (DEVICES[words[0]] if rung.name in words[2] else "")
            if on not in step.ours:
                continue
            before, after = (
                by_key[CHIPS[on], kernel, step.shape] for kernel in (step.before, step.rung)
            )
            yield (
                step.rung,
                step.before,
                f"{on}, {shape_text(step.shape)}",
                step.source,
                step.ours[on],
                f"{_busy(before)}<br>{_busy(after)}",
            )


def same_way(name: str) -> tuple[int, int]:
    """The number of a ladder's steps predicted with the document's sign, and of all that it has a
    ratio for."""
    both = [(source, ours) for *_, source, ours, _ in steps(name) if source is not None]
    return sum(sign(source) == sign(ours) for source, ours in both), len(both)


def document_steps(name: str) -> str:
    """A row per step: the document's ratio and the predicted one, and what the kernels are busy
    with."""
    cells = [
        [
            f"`{step}`",
            f"`{before}`",
            where,
            "-" if source is None else ratio_text(source),
            ratio_text(ours),
            "" if source is None else _way(source, ours),
            cause,
        ]
        for step, before, where, source, ours, cause in steps(name)
    ]
    right, every = same_way(name)
    head = (
        "step",
        "from",
        "where",
        "document",
        "predicted",
        "same sign",
        "code; busiest resources",
    )
    kernels = "Steps predicted with the document's sign" if every else "Steps"
    return table(head, cells) + f"\n{kernels}: {right} of {every}; {order(name)}.\n"


def _way(source: float, ours: float) -> str:
    return "yes" if sign(source) == sign(ours) else "no"


def order(name: str) -> str:
    """How many pairs of a GPU's kernels at one shape are predicted in the document's order."""
    groups: dict[tuple, list[tuple[float, float]]] = {}
    for row in rows(name):
        if row["source_us"] and "predicted_us" in row:
            key = row["chip"], tuple(row["shape"])
            groups.setdefault(key, []).append((row["source_us"], row["predicted_us"]))
    right = every = 0
    for times in groups.values():
        for index, (source, ours) in enumerate(times):
            for other_source, other in times[index + 1 :]:
                if abs(math.log(source / other_source)) > 0.015:
                    every += 1
                    right += (source < other_source) == (ours < other)
    return f"pairs of kernels predicted in the document's order: {right} of {every}"


def other_way() -> str:
    """The steps whose sign is the opposite on an H200, and whether the document's sign is predicted
    for its own GPU."""
    cells, right = [], 0
    for name, wanted in OTHER_WAY.items():
        told = {step: rest for step, *rest in steps(name)}
        for step in wanted:
            if step not in told:
                cells.append([f"`{name}:{step}`", "", "", "not predicted", "", ""])
                continue
            before, where, source, ours, cause = told[step]
            agreed = sign(ours) == (1 if source is None else sign(source))
            right += agreed
            document = FASTER if source is None else ratio_text(source)
            cells.append(
                [
                    f"`{name}:{step}`",
                    where,
                    document,
                    ratio_text(ours),
                    "yes" if agreed else "no",
                    cause,
                ]
            )
    head = ("step", "where", "document", "predicted", "document's sign", "code; busiest resources")
    return table(head, cells) + f"\nPredicted with the document's sign: {right} of {len(cells)}.\n"


def summary() -> str:
    """A row per document."""
    cells = []
    for name in LADDERS:
        off = errors(name)
        right, every = same_way(name)
        mean = f"{100 * statistics.mean(map(abs, off)):.0f} %" if off else "no times"
        band = f"{in_band(name)} of {len(off)}" if off else "-"
        cells.append([f"`{name}`", len(off), mean, band, f"{right} of {every}"])
    head = ("ladder", "times", "mean absolute error", "within the band", "steps with the same sign")
    return table(head, cells)
