"""What a record's rows say: in ladder order, by shape, beside the sources' own figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..checks.sanitize import PASSED, TOOLS, Verdict
from ..errors import UserError
from ..ladder import Figure, Ladder, Rung

Row = dict[str, Any]
Record = dict[str, Any]

SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
# Figures in seconds that are not of a kernel on its own.
OTHER_TIMES = ("whole program", "serial loop on the host")


@dataclass(frozen=True)
class Unit:
    """What speed is quoted in: a name, the row's field, and the factor from one to the other."""

    name: str
    field: str
    factor: float = 1.0

    def of(self, row: Row) -> float:
        return row[self.field] * self.factor


TERAFLOPS = Unit("TFLOP/s", "tflops")
GIGAFLOPS = Unit("GFLOP/s", "tflops", 1e3)
GIGABYTES = Unit("GB/s", "gbps")


@dataclass(frozen=True)
class Group:
    """The rows of a ladder that hold the same dtype, by shape, each shape's in ladder order."""

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
        """The fastest rung at a shape."""
        return min(self.shapes[shape], key=lambda row: row["time_us"])

    def ratios(self) -> dict[tuple[int, ...], float]:
        """The best rung's ratio to the first baseline at each shape."""
        return {shape: first_baseline(self.best(shape))[1]["ratio"] for shape in self.shapes}


def on_cpu(record: Record) -> bool:
    return record.get("kind") == "cpu"


def is_record(record: object) -> bool:
    """Whether a JSON value is a record of timed rungs, and not some other result."""
    rows = record.get("rows") if isinstance(record, dict) else None
    return isinstance(rows, list) and all(isinstance(row, dict) and "rung" in row for row in rows)


def groups(record: Record, ladders: Mapping[str, Ladder]) -> list[Group]:
    """A record's rows in the catalog's order. A row of a rung that is gone comes last in its
    ladder; one without a time raises UserError."""
    order = list(ladders)
    keyed: dict[tuple[str, str], list[Row]] = {}
    for row in record["rows"]:
        if "time_us" not in row:
            raise UserError(f"{row['ladder']}:{row['rung']} at {row['shape']} has no time")
        keyed.setdefault((row["ladder"], row["dtype"]), []).append(row)

    def place(key: tuple[str, str]) -> tuple:
        # A ladder's dtypes in the order of their first rungs.
        known = ladders[key[0]].rungs if key[0] in ladders else {}
        least = min(_index(known, row) for row in keyed[key])
        return (order.index(key[0]) if key[0] in order else len(order), key[0], least)

    found = []
    for key in sorted(keyed, key=place):
        ladder = ladders.get(key[0])
        rungs = ladder.rungs if ladder else {}
        shapes: dict[tuple[int, ...], list[Row]] = {}
        for row in sorted(
            keyed[key], key=lambda row: (row["shape"], _index(rungs, row), row["rung"])
        ):
            shapes.setdefault(tuple(row["shape"]), []).append(row)
        matrices = len(next(iter(shapes))) == 3
        unit = (GIGAFLOPS if on_cpu(record) else TERAFLOPS) if matrices else GIGABYTES
        own = tuple(ladder.workload.shape) if ladder else ()
        found.append(Group(*key, unit, shapes, rungs, own))
    return found


def _index(rungs: Mapping[str, Rung], row: Row) -> int:
    """A rung's place; RUNG@DEVICE stands beside its rung, one that is gone behind all."""
    name = row["rung"].partition("@")[0]
    return rungs[name].index if name in rungs else len(rungs) + 1


@dataclass(frozen=True)
class Checked:
    """How the rungs of a ladder have stood up to checks: per check the rungs that passed, None
    where none has had it, and every failure in words."""

    ladder: str
    rungs: int
    passed: dict[str, int | None]
    failures: list[str]


RIGHT = "right"


def checked(record: Record, ladders: Mapping[str, Ladder]) -> list[Checked]:
    """A record's verdicts by ladder: of verification, and of each sanitizer tool.

    A timed row is of a kernel that was right at its shape; a rung is not right that is wrong at
    any. A rung that is gone from its ladder is left out.
    """
    found = []
    for name, ladder in ladders.items():
        failures = []
        verified = [one for one in record.get("verified", ()) if one["ladder"] == name]
        timed = {row["rung"] for row in record["rows"] if row["ladder"] == name}
        wrong = [one for one in verified if not one["right"] and one["rung"] in ladder.rungs]
        right = (timed | {one["rung"] for one in verified}) - {one["rung"] for one in wrong}
        failures += [f"{_where(one)}: {one['message']}" for one in wrong]
        passed = {RIGHT: len(right & set(ladder.rungs)) if timed or verified else None}
        sanitized = [
            one
            for one in record.get("sanitized", ())
            if one["ladder"] == name and one["rung"] in ladder.rungs
        ]
        for tool in TOOLS:
            said = [(one, one[tool]) for one in sanitized if tool in one]
            passed[tool] = sum(v["state"] == PASSED for _, v in said) if said else None
            failures += [
                f"{_where(one)}, {tool}: {Verdict(**v)}: {v['message']}"
                for one, v in said
                if v["state"] != PASSED
            ]
        if any(count is not None for count in passed.values()):
            found.append(Checked(name, len(ladder.rungs), passed, failures))
    return found


def _where(entry: Row) -> str:
    return f"`{entry['ladder']}:{entry['rung']}` at {shape_text(entry['shape'])}"


def first_baseline(row: Row) -> tuple[str, dict[str, float]]:
    """The baseline that ratios are quoted against: name, and its time and ratio."""
    return next(iter(row["baselines"].items()))


def source_rates(rung: Rung | None, unit: Unit) -> Iterator[tuple[Figure, float]]:
    """The source's figures of a kernel as speeds in `unit`, one per device and shape: its own
    number where it gives one, else from its time."""
    found: dict[tuple, tuple[Figure, float]] = {}
    for figure in rung.figures if rung else ():
        if figure.value is None or figure.note.startswith(OTHER_TIMES):
            continue
        rate = rate_of(figure, rung, unit)
        key = (figure.device, figure.shape)
        if rate is not None and (key not in found or figure.unit not in SECONDS):
            found[key] = (figure, rate)
    yield from found.values()


def rate_of(figure: Figure, rung: Rung, unit: Unit) -> float | None:
    """A figure in `unit`; None where it is neither that nor a time at a known shape."""
    name = figure.unit.replace("FLOPS", "FLOP/s")
    if name == unit.name:
        return figure.value
    if figure.unit not in SECONDS or figure.shape is None or not figure.value:
        return None
    workload = rung.workload.with_shape(figure.shape)
    per_second = (workload.bytes if unit is GIGABYTES else workload.flops) / (
        figure.value * SECONDS[figure.unit]
    )
    return per_second / {"GB/s": 1e9, "GFLOP/s": 1e9, "TFLOP/s": 1e12}[unit.name]


def best_source(group: Group) -> tuple[Rung, Figure, float] | None:
    """The source's fastest kernel: at the group's main shape if it has one there."""
    names = {row["rung"] for rows in group.shapes.values() for row in rows}
    known = [
        (rung, figure, rate)
        for rung in group.rungs.values()
        if rung.name in names
        for figure, rate in source_rates(rung, group.unit)
    ]
    here = [entry for entry in known if entry[1].shape == group.main_shape]
    return max(here or known, key=lambda entry: entry[2], default=None)


# --- text -----------------------------------------------------------------------------------------


def digits(value: float, count: int = 3) -> str:
    """`value` with that many significant digits, and never in exponent form."""
    if value == 0:
        return "0"
    text = f"{float(f'{value:.{count}g}'):f}"
    whole = text.partition(".")[0].lstrip("-")
    decimals = max(0, count - len(whole)) if whole != "0" else None
    if decimals is None:
        return text.rstrip("0").rstrip(".")
    return f"{value:.{decimals}f}"


def ratio_text(ratio: float) -> str:
    """'1.024', and '0.013' where three decimals would be too many."""
    return f"{ratio:.3f}" if ratio >= 0.1 else digits(ratio, 2)


def time_text(time_us: float) -> str:
    """'9.43 us', '2.63 ms'."""
    for name, factor in (("s", 1e6), ("ms", 1e3)):
        if time_us >= factor:
            return f"{digits(time_us / factor)} {name}"
    return f"{digits(time_us)} µs"


def shape_text(shape: Sequence[int]) -> str:
    """'4096³', '4096²', '4096 x 128'."""
    if len(set(shape)) == 1 and len(shape) in (2, 3):
        return f"{shape[0]}{'²³'[len(shape) - 2]}"
    return " x ".join(map(str, shape))
