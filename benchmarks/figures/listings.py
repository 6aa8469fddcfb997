"""Tables of docs/documents.md: the documents' kernels, predicted and timed."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from gpusim.timing.constants import constants
from schedules.core.ladder import ladder
from schedules.measure.units import ratio_text, shape_text

from ..listings import CHIPS, LADDERS, LISTINGS, RECORD
from ..reproduction import sign, steps_of
from .records import H100, H200, RESULTS, read, rows_of, table

Row = dict[str, Any]
Key = tuple[str, tuple[int, ...]]
LISTING, RUNG = "listing", "rung"
DEVICES = {chip: device for device, chip in CHIPS.items()}


def compared_rows(name: str) -> list[Row]:
    """The rows of a ladder's predictions with both a prediction and a time in the document."""
    rows = [row for row in read(RECORD) if row["ladder"] == name]
    return [row for row in rows if row["source_us"] and "predicted_us" in row]


def in_band(rows: list[Row]) -> int:
    """How many of the document's times are within the band of the prediction."""
    return sum(
        band.low <= row["source_us"] / row["predicted_us"] <= band.high
        for row in rows
        if (band := constants(row["chip"]).band)
    )


def time_text(us: float) -> str:
    return f"{us / 1e3:,.4g} ms" if us >= 1e3 else f"{us:,.4g} us"


def timed(name: str, device: str = H200) -> dict[str, dict[Key, float]]:
    """Times of a ladder's listings and of the corresponding rungs on a device, in microseconds."""
    listings = read(RESULTS / f"listings-{device}.json")["listings"]
    records = {LISTING: listings, RUNG: rows_of(device)}
    return {
        kind: {
            (row["rung"], tuple(row["shape"])): row["time_us"]
            for row in listed
            if row["ladder"] == name and (name, row["rung"]) in LISTINGS
        }
        for kind, listed in records.items()
    }


def predictions(name: str) -> dict[str, dict[Key, Row]]:
    """Rows of the predictions of a ladder's listings by GPU."""
    by_device: dict[str, dict[Key, Row]] = {}
    for row in read(RECORD):
        if row["ladder"] == name:
            by_device.setdefault(DEVICES[row["chip"]], {})[row["rung"], tuple(row["shape"])] = row
    return by_device


def summary() -> str:
    """A row per document: errors of the predictions of its listings, and signs of steps."""
    cells = []
    for name in LADDERS:
        rows = compared_rows(name)
        if not rows:
            continue
        off = [abs(row["predicted_us"] / row["source_us"] - 1) for row in rows]
        right, every = same_way(name)
        errors = (f"{100 * part(off):.0f} %" for part in (statistics.mean, statistics.median))
        signs = (f"{right[kind]} of {every[kind]}" for kind in KINDS)
        cells.append([f"`{name}`", len(off), *errors, f"{in_band(rows)} of {len(off)}", *signs])
    head = (
        "ladder", "times", "mean absolute error", "median", "within the band",
        "steps with the document's sign: predicted", "listings on an H200", "rungs on an H200",
    )  # fmt: skip
    return table(head, cells)


def times(name: str) -> str:
    """A row per listing: the document's time, the predicted one, and the times on both GPUs."""
    measured, on_h100, cells = timed(name), timed(name, H100)[LISTING], []
    for device, predicted in predictions(name).items():
        for key, row in predicted.items():
            ours, rung = measured[LISTING][key], measured[RUNG].get(key)
            source, made = row["source_us"], row.get("predicted_us")
            cells.append(
                [
                    f"`{row['rung']}`",
                    f"{device}, {shape_text(key[1])}",
                    time_text(source) if source else "-",
                    time_text(made) if made else "refused",
                    f"{100 * (made / source - 1):+.0f} %" if made and source else "",
                    time_text(on_h100[key]),
                    time_text(ours),
                    time_text(rung) if rung else "-",
                    f"{ours / rung:.2f}" if rung else "-",
                ]
            )
    head = (
        "kernel", "GPU", "document", "predicted", "error",
        "H100: listing", "H200: listing", "H200: rung", "listing / rung",
    )  # fmt: skip
    return table(head, cells)


class Compared(NamedTuple):
    """A step with the document's ratio, and the ratios that are compared with it."""

    step: str
    before: str
    where: str
    source: float
    ratios: Mapping[str, float]


def steps(name: str) -> Iterator[Compared]:
    """The steps between two listings that the document has a ratio for, on each of its GPUs."""
    predicted = {
        device: {key: row["predicted_us"] for key, row in made.items() if "predicted_us" in row}
        for device, made in predictions(name).items()
    }
    for rung in ladder(name).rungs.values():
        for step in steps_of(ladder(name), rung, {**predicted, **timed(name)}):
            if step.source is None or LISTING not in step.ours:
                continue
            ratios = {kind: step.ours[kind] for kind in (LISTING, RUNG) if kind in step.ours}
            if step.device in step.ours:
                ratios["predicted"] = step.ours[step.device]
            where = f"{step.device}, {shape_text(step.shape)}"
            yield Compared(step.rung, step.before, where, step.source, ratios)


KINDS = ("predicted", LISTING, RUNG)


def same_way(name: str) -> tuple[dict[str, int], dict[str, int]]:
    """For each kind of ratio: how many have the document's sign, and how many there are."""
    right, every = dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0)
    for compared in steps(name):
        for kind, ratio in compared.ratios.items():
            every[kind] += 1
            right[kind] += sign(ratio) == sign(compared.source)
    return right, every


def compared_steps() -> str:
    """A row per step of every document: its ratio, the predicted one, and both on an H200."""
    cells = [
        [
            f"`{name}:{compared.step}`",
            f"`{compared.before}`",
            compared.where,
            ratio_text(compared.source),
            *(_ratio(compared, kind) for kind in KINDS),
        ]
        for name in LADDERS
        for compared in steps(name)
    ]
    head = (
        "step", "from", "where", "document", "predicted there",
        "listings on an H200", "rungs on an H200",
    )  # fmt: skip
    return table(head, cells)


def _ratio(compared: Compared, kind: str) -> str:
    """A ratio; bold if its sign differs from the document's."""
    if kind not in compared.ratios:
        return "-"
    text = ratio_text(compared.ratios[kind])
    return text if sign(compared.ratios[kind]) == sign(compared.source) else f"**{text}**"
