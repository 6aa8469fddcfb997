"""A record's rows for tables and plots: by ladder and dtype, by shape, in ladder order.

Also the figures that a ladder's source gives for its kernels, in the same unit, and the results of
verification and of the sanitizer's tools.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gpusim.errors import UserError

from ...analyses.verification.compute_sanitizer import PASSED, TOOLS, Verdict
from ...core.ladder import Figure, Ladder, Rung
from ..ceilings import Ceilings
from ..records import Record, Row
from .units import Unit, shape_text, unit_of


@dataclass(frozen=True)
class Group:
    """The rows of a ladder with the same dtype, by shape, in ladder order."""

    ladder: str
    dtype: str
    unit: Unit
    shapes: dict[tuple[int, ...], list[Row]]
    rungs: Mapping[str, Rung]
    own_shape: tuple[int, ...]

    @property
    def name(self) -> str:
        return self.ladder.rpartition("/")[2]

    @property
    def main_shape(self) -> tuple[int, ...]:
        """The ladder's own shape, or the largest one that was measured."""
        return self.own_shape if self.own_shape in self.shapes else max(self.shapes)

    def best(self, shape: tuple[int, ...]) -> Row:
        """The rung with the best ratio to the library at a shape.

        Rows may be from several runs with other clocks, so their times are not compared; a ratio
        was measured within one run. The library is the first one of the fastest row.
        """
        rows = self.shapes[shape]
        library, _ = first_baseline(min(rows, key=lambda row: row["time_us"]))
        compared = [row for row in rows if library in row["baselines"]]
        return max(compared, key=lambda row: row["baselines"][library]["ratio"])

    def ratios(self) -> dict[tuple[int, ...], float]:
        """The best rung's ratio to the first baseline at each shape."""
        return {shape: first_baseline(self.best(shape))[1]["ratio"] for shape in self.shapes}


def on_cpu(record: Record) -> bool:
    return record.get("kind") == "cpu"


def measured_on(record: Record) -> str:
    """A record's device, and the regime of its times if there are two."""
    return record["device"] + ("" if on_cpu(record) else ", sustained")


def groups(record: Record, ladders: Mapping[str, Ladder]) -> list[Group]:
    """A record's rows in the catalog's order. Rows of removed rungs come last in their ladder; a
    row without a time raises UserError."""
    order = list(ladders)
    highest = highest_ceilings(record)
    keyed: dict[tuple[str, str], list[Row]] = {}
    for row in record["rows"]:
        if "time_us" not in row:
            raise UserError(f"{row['ladder']}:{row['rung']} at {row['shape']} has no time")
        known = row | _share(row, highest)
        keyed.setdefault((row["ladder"], row["dtype"]), []).append(known)

    def place(key: tuple[str, str]) -> tuple:
        # A ladder's dtypes in the order of their first rungs.
        known = ladders[key[0]].rungs if key[0] in ladders else {}
        least = min(_index(known, row) for row in keyed[key])
        return (order.index(key[0]) if key[0] in order else len(order), key[0], least)

    gathered = []
    for key in sorted(keyed, key=place):
        ladder = ladders.get(key[0])
        rungs = ladder.rungs if ladder else {}
        rows = sorted(keyed[key], key=lambda row: (row["shape"], _index(rungs, row), row["rung"]))
        shapes = {
            shape: list(members)
            for shape, members in itertools.groupby(rows, lambda row: tuple(row["shape"]))
        }
        # The unit is the ladder's, whatever shapes were measured, or that of the rows if the ladder
        # was removed.
        row = keyed[key][0]
        flops, moved = row["tflops"] * 1e12, row["gbps"] * 1e9
        own: tuple[int, ...] = ()
        if ladder:
            flops, moved = ladder.workload.flops, ladder.workload.bytes
            own = tuple(ladder.workload.shape)
        unit = unit_of(flops, moved, on_gpu=not on_cpu(record))
        gathered.append(Group(*key, unit, shapes, rungs, own))
    return gathered


def _index(rungs: Mapping[str, Rung], row: Row) -> int:
    """A rung's position; RUNG@DEVICE follows its rung, removed rungs come last."""
    name = row["rung"].partition("@")[0]
    return rungs[name].index if name in rungs else len(rungs) + 1


def first_baseline(row: Row) -> tuple[str, dict[str, float]]:
    """The baseline that ratios are quoted against: name, and its time and ratio."""
    return next(iter(row["baselines"].items()))


def ceilings(record: Record) -> list[tuple[str, dict[str, float]]]:
    """Measured ceilings by name: of a GPU '', of a CPU its number of threads.

    A CPU's FMA rate is the highest of all runs, as in `highest_ceilings`.
    """
    measured = record.get("ceilings") or {}
    if not all(isinstance(value, dict) for value in measured.values()):
        return [("", measured)]
    rates: dict[int, float] = {}
    for (bound, threads, _), rate in highest_ceilings(record).items():
        if bound == "arithmetic":
            rates[threads] = max(rates.get(threads, 0), rate)
    return [
        (name, own | {"fma_tflops": max(own["fma_tflops"], rates.get(int(name.split()[0]), 0))})
        for name, own in measured.items()
    ]


def highest_ceilings(record: Record) -> dict[tuple, float]:
    """The highest ceiling that any run of a record measured, by kind of row.

    A run that other programs disturb measures a ceiling that its own kernels may exceed.
    """
    highest: dict[tuple, float] = {}
    for row in record["rows"]:
        kind = _kind(row)
        highest[kind] = max(highest.get(kind, 0), row.get("ceiling", 0))
    if record.get("ceilings") and not on_cpu(record):
        memory = ("memory", None, "")
        highest[memory] = max(highest.get(memory, 0), memory_ceiling(record) or 0)
    return highest


def _kind(row: Row) -> tuple:
    """Rows of one kind have the same ceiling."""
    bound = row["bound"]
    return bound, row.get("threads"), row["dtype"] if bound == "arithmetic" else ""


def _share(row: Row, highest: Mapping[tuple, float]) -> Row:
    """A row's percentage of the highest ceiling of its kind."""
    if "ceiling" not in row:
        return {}
    share = row["percent_of_ceiling"] * row["ceiling"] / highest[_kind(row)]
    return {"percent_of_ceiling": round(share, 2)}


def memory_ceiling(record: Record) -> float | None:
    """The largest measured bandwidth of copying or reading, GB/s."""
    return max((Ceilings(**rates).memory_gbps for _, rates in ceilings(record)), default=None)


SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
# Figures in seconds that are not times of a single kernel.
OTHER_TIMES = ("whole program", "serial loop on the host")


def source_rates(rung: Rung | None, unit: Unit) -> Iterator[tuple[Figure, float]]:
    """The source's figures of a kernel as speeds in `unit`, one per device and shape: its own speed
    if it gives one, otherwise computed from its time."""
    rates: dict[tuple, tuple[Figure, float]] = {}
    for figure in rung.figures if rung else ():
        if figure.value is None or figure.note.startswith(OTHER_TIMES):
            continue
        rate = rate_of(figure, rung, unit)
        key = (figure.device, figure.shape)
        if rate is not None and (key not in rates or figure.unit not in SECONDS):
            rates[key] = (figure, rate)
    yield from rates.values()


def rate_of(figure: Figure, rung: Rung, unit: Unit) -> float | None:
    """A figure converted to `unit`; None if it is neither a rate nor a time at a known shape."""
    name = figure.unit.replace("FLOPS", "FLOP/s")
    if name == unit.name:
        return figure.value
    if figure.unit not in SECONDS or figure.shape is None or not figure.value:
        return None
    workload = rung.workload.with_shape(figure.shape)
    return unit.rate(workload, figure.value * SECONDS[figure.unit])


@dataclass(frozen=True)
class Checked:
    """The checks of a ladder: rungs that passed each check (None if not run), and failures."""

    ladder: str
    rungs: int
    passed: dict[str, int | None]
    failures: list[str]


RIGHT = "right"


def checked(record: Record, ladders: Mapping[str, Ladder]) -> list[Checked]:
    """A record's verdicts by ladder: of verification, and of each sanitizer tool.

    A timed row means that the kernel was correct at its shape. A rung that is wrong at any shape
    counts as wrong. Removed rungs are skipped.
    """
    by_ladder = []
    for name, ladder in ladders.items():
        failures = []
        verified = [verdict for verdict in record.get("verified", ()) if verdict["ladder"] == name]
        timed = {row["rung"] for row in record["rows"] if row["ladder"] == name}
        wrong = [v for v in verified if not v["right"] and v["rung"] in ladder.rungs]
        right = (timed | {v["rung"] for v in verified}) - {v["rung"] for v in wrong}
        failures += [f"{_where(v)}: {v['message']}" for v in wrong]
        passed = {RIGHT: len(right & set(ladder.rungs)) if timed or verified else None}
        sanitized = [
            entry
            for entry in record.get("sanitized", ())
            if entry["ladder"] == name and entry["rung"] in ladder.rungs
        ]
        for tool in TOOLS:
            said = [(entry, entry[tool]) for entry in sanitized if tool in entry]
            passed[tool] = sum(v["state"] == PASSED for _, v in said) if said else None
            failures += [
                f"{_where(entry)}, {tool}: {Verdict(**v)}: {v['message']}"
                for entry, v in said
                if v["state"] != PASSED
            ]
        if any(count is not None for count in passed.values()):
            by_ladder.append(Checked(name, len(ladder.rungs), passed, failures))
    return by_ladder


def _where(entry: Row) -> str:
    return f"`{entry['ladder']}:{entry['rung']}` at {shape_text(entry['shape'])}"
