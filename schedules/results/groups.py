"""A record's rows as tables and plots have them: by ladder and dtype, by shape, in ladder order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import UserError
from ..ladder import Ladder, Rung
from .records import Record, Row
from .units import Unit, unit_of


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

    gathered = []
    for key in sorted(keyed, key=place):
        ladder = ladders.get(key[0])
        rungs = ladder.rungs if ladder else {}
        shapes: dict[tuple[int, ...], list[Row]] = {}
        for row in sorted(
            keyed[key], key=lambda row: (row["shape"], _index(rungs, row), row["rung"])
        ):
            shapes.setdefault(tuple(row["shape"]), []).append(row)
        # The unit is the ladder's, whatever shapes were measured; the rows' if the ladder is gone.
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
    """A rung's place; RUNG@DEVICE stands beside its rung, one that is gone behind all."""
    name = row["rung"].partition("@")[0]
    return rungs[name].index if name in rungs else len(rungs) + 1


def first_baseline(row: Row) -> tuple[str, dict[str, float]]:
    """The baseline that ratios are quoted against: name, and its time and ratio."""
    return next(iter(row["baselines"].items()))


def ceilings(record: Record) -> list[tuple[str, dict[str, float]]]:
    """Measured ceilings by name: of a GPU '', of a CPU its number of threads."""
    measured = record.get("ceilings") or {}
    if all(isinstance(value, dict) for value in measured.values()):
        return list(measured.items())
    return [("", measured)]


def memory_ceiling(record: Record) -> float | None:
    """The largest measured copy bandwidth, GB/s."""
    return max((rates["copy_gbps"] for _, rates in ceilings(record)), default=None)
