"""Error bands of predictions by what bounds the kernel: `python -m benchmarks.bands`.

Writes gpusim/timing/bands.json from docs/results: recorded over predicted times of the ladders and
of kernels that were not used for tuning (generic schedules, and the open half of the unseen
kernels). The band of a bound contains 90 % of each kind; the held-out half is not used.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import click
import numpy as np

from gpusim.timing.constants import BANDS, BOUNDS, Band, chips, recorded_bound
from schedules.commands.program import run_command
from schedules.core.files import json_text, read_json, write_text

from .predictions import ASIDE_KIND, GENERIC, RESULTS
from .unseen import HELD_OUT_TIMES, OPEN_TIMES, predictions_file, rows, times_file

LADDERS, UNTUNED, HELD_BACK = "ladders", "generic schedules and open half", "held-out half"
# Fraction of the ratios that a band contains, and the minimum number of rows of a bound and kind:
# with fewer, the rows of all bounds are used.
PART, LEAST = 0.9, 5


def read() -> dict[str, list[tuple[str, float]]]:
    """By kind of kernel, (bound, recorded over predicted time) of every predicted row."""
    by_kind: dict[str, list[tuple[str, float]]] = {LADDERS: [], UNTUNED: [], HELD_BACK: []}
    for chip in chips():
        record = read_json(RESULTS / f"predictions-{chip}.json")
        for prediction in record["predictions"]:
            kind = UNTUNED if prediction["group"] in (GENERIC, ASIDE_KIND) else LADDERS
            if "predicted_us" in prediction:
                by_kind[kind].append((recorded_bound(prediction), _ratio(prediction)))
        for kind, row in unseen(chip):
            if "problem" not in row:
                by_kind[kind].append((row["bound"], _ratio(row)))
    return by_kind


def _ratio(row: Mapping[str, Any]) -> float:
    return row["recorded_us"] / row["predicted_us"]


def unseen(chip: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The compared unseen kernels of a chip, each with the kind that it counts for."""
    made = read_json(predictions_file(chip))
    for kind, stem in ((UNTUNED, OPEN_TIMES), (HELD_BACK, HELD_OUT_TIMES)):
        times = read_json(times_file(stem, made["device"]))["kernels"]
        yield from ((kind, row) for row in rows(made["kernels"], times))


def limits(ratios: Sequence[float]) -> tuple[float, float]:
    """Limits of the central PART of the ratios, rounded outward to hundredths."""
    outside = (1 - PART) / 2
    low, high = np.quantile(ratios, (outside, 1 - outside), method="closest_observation")
    return float(np.floor(100 * low) / 100), float(np.ceil(100 * high) / 100)


def derived(by_kind: Mapping[str, Iterable[tuple[str, float]]]) -> dict[str, Band]:
    """The band of each bound: the smallest one that contains the limits of both kinds."""
    by_bound: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for kind in (LADDERS, UNTUNED):
        for bound, ratio in by_kind[kind]:
            by_bound[kind][bound].append(ratio)
    made = {}
    for bound in BOUNDS:
        own, sides = [], []
        for those in by_bound.values():
            ratios = those[bound]
            own += ratios
            every = [ratio for some in those.values() for ratio in some]
            sides.append(limits(ratios if len(ratios) >= LEAST else every))
        low, high = min(side[0] for side in sides), max(side[1] for side in sides)
        held = sum(low <= ratio <= high for ratio in own) / len(own) if own else None
        made[bound] = Band(low, high, len(own), held if held is None else round(held, 3))
    return made


def held(rows: Iterable[tuple[str, float]], bands: Mapping[str, Band]) -> tuple[int, int]:
    """The number of rows within the band of their bound, and of all rows."""
    inside = [bands[bound].low <= ratio <= bands[bound].high for bound, ratio in rows]
    return sum(inside), len(inside)


def text(bands: Mapping[str, Band]) -> str:
    """The text of bands.json."""
    return json_text({bound: asdict(band) for bound, band in bands.items()})


@click.command()
def main() -> None:
    """Derive the error bands from the records of predictions and times."""
    by_kind = read()
    bands = derived(by_kind)
    write_text(BANDS, text(bands))
    for bound, band in bands.items():
        click.echo(f"{bound}: {band.low:.2f} to {band.high:.2f}, from {band.rows} times")
    for kind in (LADDERS, UNTUNED):
        inside, every = held(by_kind[kind], bands)
        click.echo(f"{kind}: {inside} of {every} within their bands")


if __name__ == "__main__":
    run_command(main, "benchmarks.bands")
