"""Recorded results: one JSON file per device, to which each run adds or replaces its own rows."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
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


def is_record(record: object) -> bool:
    """Whether a JSON value is a record of timed rungs."""
    rows = record.get("rows") if isinstance(record, dict) else None
    return isinstance(rows, list) and all(isinstance(row, dict) and "rung" in row for row in rows)


def committed(folder: Path) -> list[Record]:
    """The records of timed rungs in a folder that may also contain other results."""
    records = []
    for file in sorted(folder.glob("*.json")):
        with contextlib.suppress(UserError):
            record = load(file)
            if is_record(record) and record["rows"]:
                records.append(record)
    return records


@cache
def rows_by_kernel(device: str, folder: Path) -> dict[tuple, Row]:
    """A device's timed rows by ladder, rung, shape and their kernel's fingerprint."""
    return {
        (row["ladder"], row["rung"], tuple(row["shape"]), row["kernel"]): row
        for known in committed(folder)
        if known.get("device") == device
        for row in known["rows"]
        if "time_us" in row
    }


def merge(record: Record, header: dict[str, Any], rows: Iterable[Row]) -> Record:
    """`record` with the header of this run, and its rows instead of older ones with the same key.

    A row keeps what the new one does not measure (profiler counters), unless its kernel has
    changed. Rows of another device are refused.
    """
    if record.get("device", header["device"]) != header["device"]:
        raise UserError(
            f"the record is for {record['device']} and this device is {header['device']}: "
            "choose another --record"
        )
    return {**record, **header, "rows": joined(record["rows"], rows, key_of)}


def joined(
    older: Iterable[dict], newer: Iterable[dict], key: Callable[[dict], tuple]
) -> list[dict[str, Any]]:
    """Entries by `key`: a newer entry's fields replace the older one's, if both are of the same
    kernel."""
    known = {key(entry): entry for entry in older}
    for entry in newer:
        before = known.get(key(entry), {})
        kept = before if before.get("kernel") == entry.get("kernel", before.get("kernel")) else {}
        known[key(entry)] = {**kept, **entry}
    return sorted(known.values(), key=key)


def key_of(row: Row) -> tuple:
    """The key of a row: rows with equal keys are the same measurement."""
    return (row["ladder"], tuple(row["shape"]), row["dtype"], row["rung"])


# The record's lists of verdicts -> the fields that identify an entry: a rung is verified at several
# shapes, while only its last result of compute-sanitizer counts.
VERDICTS: dict[str, Callable[[dict], tuple]] = {
    "verified": key_of,
    "sanitized": lambda entry: (entry["ladder"], entry["rung"]),
}


def with_verdicts(record: Record, device: str, name: str, entries: Iterable[dict]) -> Record:
    """`record` with entries of one of VERDICTS, each with its commit and day.

    The header, which describes the times, is unchanged.
    """
    from .environment import environment

    known = environment()
    dated = [{**entry, "commit": known["commit"], "date": known["date"]} for entry in entries]
    lists = {name: joined(record.get(name, ()), dated, VERDICTS[name])}
    return {**merge(record, {"device": device}, ()), **lists}


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

    def keep_verdicts(self, name: str, entries: Iterable[dict]) -> None:
        """Add or replace entries of one of VERDICTS."""
        self._write(with_verdicts(self.record, self.device, name, entries))

    def _write(self, record: Record) -> None:
        self.record = record
        write_json(self.path, record)


@dataclass(frozen=True)
class Recorded:
    """A record and its file. Its page and its plots are next to the file."""

    path: Path
    record: Record

    @property
    def page(self) -> Path:
        return self.path.with_suffix(".md")

    @property
    def folder(self) -> Path:
        return self.path.with_suffix("")
