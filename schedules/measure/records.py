"""Recorded results: one JSON file per device, to which each run adds or replaces its own rows."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from gpusim.errors import UserError

from ..core.files import read_json, write_json

Row = dict[str, Any]
Record = dict[str, Any]


def load(path: Path) -> Record:
    """Read a record; empty if there is no file. Raises UserError for another kind of file."""
    if not path.exists():
        return {"rows": []}
    record = read_json(path)
    if not isinstance(record, dict) or not isinstance(record.get("rows"), list):
        raise UserError(f"{path} is not a record: it has no list 'rows'")
    return record


def committed(folder: Path) -> dict[Path, Record]:
    """The records of timed rungs in a folder by file, with the highest ceilings of all runs. The
    folder may also contain other results."""
    records = {}
    for file in sorted(folder.glob("*.json")):
        with contextlib.suppress(UserError):
            record = load(file)
            if any("rung" in row for row in record["rows"]):
                records[file] = with_highest_ceilings(record)
    return records


def with_highest_ceilings(record: Record) -> Record:
    """A record with the highest ceilings that any of its runs measured, and percentages of those.

    A run that other programs disturb measures a ceiling that its own kernels may exceed. Rows that
    are bound by the same resource, with as many threads and in the same dtype, have one ceiling.
    """
    highest: dict[tuple, float] = {}

    def raised(kind: tuple, *rates: float) -> float:
        highest[kind] = max(highest.get(kind, 0.0), *rates)
        return highest[kind]

    def kind(row: Row) -> tuple:
        return row["bound"], row.get("threads"), row["bound"] == "arithmetic" and row["dtype"]

    for row in record["rows"]:
        if "ceiling" in row:
            raised(kind(row), row["ceiling"])
    ceilings = {}
    for name, rates in named_ceilings(record).items():
        threads = int(name.partition(" ")[0]) if name else None
        memory = rates["copy_gbps"], rates.get("read_gbps", 0.0)
        ceilings[name] = {
            **rates,
            "fma_tflops": raised(("arithmetic", threads, "float32"), rates["fma_tflops"]),
            "float16_tflops": raised(("arithmetic", threads, "float16"), rates["float16_tflops"]),
            "read_gbps": raised(("memory", threads, False), *memory),
        }
    rows = []
    for row in record["rows"]:
        if "ceiling" in row:
            most = highest[kind(row)]
            percent = round(row["percent_of_ceiling"] * row["ceiling"] / most, 2)
            row = {**row, "ceiling": most, "percent_of_ceiling": percent}
        rows.append(row)
    return {**record, "rows": rows, "ceilings": ceilings.get("", ceilings)}


def named_ceilings(record: Record) -> dict[str, dict[str, float]]:
    """A record's measured rates: a GPU's under '', a CPU's by '1 thread' and the like."""
    measured = record.get("ceilings") or {}
    return {"": measured} if "copy_gbps" in measured else measured


@cache
def rows_by_kernel(device: str, folder: Path) -> dict[tuple, Row]:
    """A device's timed rows by ladder, rung, shape and their kernel's fingerprint."""
    return {
        (row["ladder"], row["rung"], tuple(row["shape"]), row["kernel"]): row
        for known in committed(folder).values()
        if known.get("device") == device
        for row in known["rows"]
        if "time_us" in row
    }


def merge(record: Record, header: dict[str, Any], rows: Iterable[Row]) -> Record:
    """`record` with the header of this run, and its rows instead of older ones with the same key.

    A row keeps what the new one does not measure (profiler counters), unless its kernel or its
    compiler has changed. A ceiling is the highest that a run measured. Rows of another device are
    refused.
    """
    if record.get("device", header["device"]) != header["device"]:
        raise UserError(
            f"the record is for {record['device']} and this device is {header['device']}: "
            "choose another --record"
        )
    merged = {**record, **header, "rows": joined(record["rows"], rows, row_key)}
    if "ceilings" in record and "ceilings" in header:
        merged["ceilings"] = higher(record["ceilings"], header["ceilings"])
    return merged


def higher(old: Any, new: Any) -> Any:
    """Of two measured rates the higher one, also in dicts of rates by name."""
    if isinstance(new, dict):
        return {**old, **{name: higher(old.get(name, {}), rate) for name, rate in new.items()}}
    return max(old or new, new)


def joined(
    older: Iterable[dict], newer: Iterable[dict], key: Callable[[dict], tuple]
) -> list[dict[str, Any]]:
    """Entries by `key`: a newer entry's fields replace the older one's, if both are of the same
    machine code; another kernel's or compiler's entry is replaced."""
    known = {key(entry): entry for entry in older}
    for entry in newer:
        before = known.get(key(entry), {})
        same = code_key(before) == code_key({**before, **entry})
        known[key(entry)] = {**(before if same else {}), **entry}
    return sorted(known.values(), key=key)


def code_key(row: Row) -> tuple:
    """What a row's machine code depends on: the kernel's source and the compiler."""
    return row.get("kernel"), row.get("compiler")


def row_key(row: Row) -> tuple:
    """The key of a row: rows with equal keys are the same measurement."""
    return (row["ladder"], tuple(row["shape"]), row["dtype"], row["rung"])


def with_verdicts(record: Record, device: str, entries: Iterable[dict]) -> Record:
    """`record` with entries of `verified`, each with its commit and day.

    The header, which describes the times, is unchanged.
    """
    from .environment import environment

    known = environment()
    dated = [{**entry, "commit": known["commit"], "date": known["date"]} for entry in entries]
    verified = joined(record.get("verified", ()), dated, row_key)
    return {**merge(record, {"device": device}, ()), "verified": verified}


class Growing:
    """A record to which rows are added as they are measured, so that a run can be interrupted.

    Before anything is measured, it raises UserError if the file is not a record or is from another
    device. `header` says when and how times are taken.
    """

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self.path, self.header, self.device = path, header, header["device"]
        self.record = merge(load(path), {"device": self.device}, ())

    def keep(self, rows: list[Row], timed: bool = True) -> None:
        """Add or replace rows; rows without a time do not change the header."""
        header = self.header if timed else {"device": self.device}
        # The header is the last run's, a row is its own's.
        dated = {name: header[name] for name in ("commit", "date") if name in header}
        self._write(merge(self.record, header, [row | dated for row in rows]))

    def keep_verdicts(self, entries: Iterable[dict]) -> None:
        """Add or replace entries of `verified`."""
        self._write(with_verdicts(self.record, self.device, entries))

    def _write(self, record: Record) -> None:
        self.record = record
        write_json(self.path, record)
