"""Reproduction: each rung's speed relative to the previous step, in its source and in the records.

A ratio is the old time divided by the new time: above 1 the step is faster. If the source has no
figure for the previous step, both the source's and the record's ratio refer to the nearest earlier
step that has one. Sentences in docs/ladders/differences.toml say why a step came out differently.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from schedules.core.ladder import Figure, Ladder, Rung
from schedules.measure.records import Record
from schedules.measure.units import ratio_text, shape_text

Shape = tuple[int, ...]
SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
# Figures in seconds that are not times of a single kernel.
OTHER_TIMES = ("whole program", "serial loop on the host")
# Two kernels count as different in speed only beyond this factor.
TIE = 0.015
# Up to this number of shapes, all are listed; otherwise the rung's own shape and the range.
LISTED = 6
# Times by rung and shape, in microseconds.
Times = Mapping[tuple[str, Shape], float]


@dataclass(frozen=True)
class Step:
    """A rung at a shape, compared with its base rung.

    `source` is the document's ratio on `device`, or None; `ours` are the records' ratios by device.
    """

    rung: str
    before: str
    shape: Shape
    source: float | None
    device: str
    ours: dict[str, float]

    @property
    def differs(self) -> bool:
        """Whether a record's ratio has the opposite direction of the source's, or at least twice
        or at most half its size."""
        return self.source is not None and any(
            differ(self.source, ratio) for ratio in self.ours.values()
        )


def sign(ratio: float) -> int:
    return 0 if abs(ratio - 1) <= TIE else 1 if ratio > 1 else -1


def differ(source: float, ours: float) -> bool:
    if sign(source) != sign(ours):
        return True
    share = math.log(ours) / math.log(source) if sign(source) else 1
    return not 0.5 <= share <= 2


def times_of(record: Record, ladder: str) -> Times:
    return {
        (row["rung"], tuple(row["shape"])): row["time_us"]
        for row in record["rows"]
        if row["ladder"] == ladder
    }


def source_speeds(rung: Rung) -> dict[tuple[str, Shape], float]:
    """A kernel's speeds in the source by device and shape, whose ratios are ratios of times."""
    speeds = {}
    for figure in rung.figures:
        if figure.value and figure.shape and not figure.note.startswith(OTHER_TIMES):
            if figure.unit in SECONDS:
                speeds[figure.device, figure.shape] = 1 / (figure.value * SECONDS[figure.unit])
            elif figure.unit == "TFLOPS":
                speeds[figure.device, figure.shape] = figure.value
    return speeds


def ancestors(ladder: Ladder, rung: Rung) -> Iterator[Rung]:
    """A rung's base rungs, the nearest first."""
    for name in rung.against:
        yield ladder[name]
    if rung.against:
        yield from ancestors(ladder, ladder[rung.against[0]])


def steps_of(ladder: Ladder, rung: Rung, recorded: Mapping[str, Times]) -> list[Step]:
    """A rung's step, once for each shape that its source or a record has."""
    reproduced = []
    speeds = source_speeds(rung)
    for (device, shape), speed in speeds.items():
        for before in ancestors(ladder, rung):
            if slower := source_speeds(before).get((device, shape)):
                ours = ratios(rung, before, shape, recorded)
                reproduced.append(Step(rung.name, before.name, shape, speed / slower, device, ours))
                break
    told = {step.shape for step in reproduced}
    shapes = {shape for times in recorded.values() for name, shape in times if name == rung.name}
    # If the source's ratio refers to an earlier rung, so do those of other shapes.
    names = dict.fromkeys(step.before for step in reproduced) or rung.against
    for shape in sorted(shapes - told):
        for before in map(ladder.__getitem__, names):
            if ours := ratios(rung, before, shape, recorded):
                reproduced.append(Step(rung.name, before.name, shape, None, "", ours))
                break
    return reproduced


def ratios(
    rung: Rung, before: Rung, shape: Shape, recorded: Mapping[str, Times]
) -> dict[str, float]:
    """The records' ratios by device, for devices that have both rungs at the shape."""
    return {
        device: times[before.name, shape] / times[rung.name, shape]
        for device, times in recorded.items()
        if (before.name, shape) in times and (rung.name, shape) in times
    }


# --- Text -----------------------------------------------------------------------------------------


def words_of(rung: Rung) -> list[str]:
    """The source's remarks on a kernel without figures, without duplicates."""
    wordy: list[Figure] = [figure for figure in rung.figures if figure.value is None]
    return list(dict.fromkeys(figure.note for figure in wordy if figure.note))


def source_cell(rung: Rung, steps: Sequence[Step]) -> str:
    """'1.10 on RTX 3090', '512² 0.97, 1024² 0.98 on RTX 3090', the source's words, or '-'."""
    by_device: dict[str, list[Step]] = {}
    for step in steps:
        if step.source is not None:
            by_device.setdefault(step.device, []).append(step)
    cells = []
    for device, told in by_device.items():
        listed = [f"{shape_text(s.shape)} {ratio_text(s.source)}" for s in told]
        cells.append(
            f"{', '.join(listed) if len(told) > 1 else ratio_text(told[0].source)} on {device}"
        )
    return "; ".join(cells or words_of(rung)) or "-"


def record_cell(rung: Rung, steps: Sequence[Step], device: str) -> str:
    """'1.01 at 16384³, 0.99 at 1024³', or 'not measured'."""
    known = {step.shape: step.ours[device] for step in steps if device in step.ours}
    if not known:
        return "not measured"
    own = rung.workload.shape
    order = sorted(known, key=lambda shape: (shape != own, shape))
    if len(known) <= LISTED:
        return ", ".join(f"{ratio_text(known[shape])} at {shape_text(shape)}" for shape in order)
    first = order[0]
    return (
        f"{ratio_text(known[first])} at {shape_text(first)}, {ratio_text(min(known.values()))} to "
        f"{ratio_text(max(known.values()))} over {len(known)} sizes"
    )


def rows_of(ladder: Ladder, recorded: Mapping[str, Times]) -> list[tuple[Rung, list[Step]]]:
    return [(rung, steps_of(ladder, rung, recorded)) for rung in ladder.rungs.values()]


def differences(folder: Path) -> dict[str, dict[str, str]]:
    """The sentences of docs/ladders/differences.toml by ladder and rung; empty without the file."""
    file = folder / "differences.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def recorded_times(records: Iterable[Record], ladder: Ladder) -> dict[str, Times]:
    """The records' times of a ladder by device, for devices that have any."""
    times = {record["device"]: times_of(record, ladder.name) for record in records}
    return {device: by_rung for device, by_rung in times.items() if by_rung}
