"""Records of tuning: append-only JSON Lines with one self-contained line per candidate.

Each line is written by one system call, so a process that is killed loses none. If the machine
crashes, the last line may be incomplete; `Record.open` then removes it. A record that `gzip` has
compressed can only be read.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from gpusim.errors import UserError
from schedules.core.files import read_bytes, slug
from schedules.core.target import Target
from schedules.processes.platforms import lock

from ..folders import records_folder
from .lines import TVM, Entry, RecordError, is_torn, no_line, parsed, versions

PLAIN = ".jsonl"
PACKED = f"{PLAIN}.gz"


def default_path(job: str, device: str) -> Path:
    """The default path of a job's record on a device; a packed one if only that exists."""
    name = f"{job}-{slug(device).removesuffix('.json')}"
    plain, small = (records_folder() / f"{name}{suffix}" for suffix in (PLAIN, PACKED))
    return small if small.exists() and not plain.exists() else plain


def is_record(path: str | Path) -> bool:
    """Whether a file's name is that of a record."""
    return str(path).endswith((PLAIN, PACKED))


class Record:
    """A record file; `open` takes it for writing, under a lock, `read` only reads it.

    Attributes
    ----------
    entries : list of Entry
        The candidates, with the last measurement of each.
    runs, finals, predictions : list of dict
        These lines, complete.
    """

    def __init__(self, path: Path, notice: Callable[[str], None] = lambda _: None) -> None:
        self.path = path
        self.notice = notice
        self.runs: list[dict[str, Any]] = []
        self.finals: list[dict[str, Any]] = []
        self.predictions: list[dict[str, Any]] = []
        self._entries: dict[str, Entry] = {}
        # Indices in `runs` of the runs that measured candidates.
        self._measuring: set[int] = set()
        # The unpacked bytes of a packed record.
        self._unpacked: bytes | None = None
        self._file: int | None = None
        self._end = 0

    @property
    def name(self) -> str:
        """The file's name, without that it is packed."""
        return self.path.name.removesuffix(".gz")

    @property
    def entries(self) -> list[Entry]:
        return list(self._entries.values())

    @property
    def entries_by_key(self) -> Mapping[str, Entry]:
        return self._entries

    @property
    def searches(self) -> list[dict[str, Any]]:
        """The runs that searched, as opposed to only confirming what others had found.

        Lines of an earlier version do not say: a run that measured no candidate counts as no
        search.
        """
        return [
            run
            for number, run in enumerate(self.runs)
            if run.get("search", number in self._measuring)
        ]

    @property
    def last_search(self) -> dict[str, Any]:
        """The last run that searched; if none did, the last run."""
        return (self.searches or self.runs)[-1]

    # --- Opening ----------------------------------------------------------------------------------

    @classmethod
    def read(cls, path: Path, notice: Callable[[str], None] = lambda _: None) -> Record:
        """Open a record for reading; an incomplete last line is skipped with a notice."""
        record = cls(path, notice)
        if path.name.endswith(PACKED):
            record._unpacked = read_bytes(path)
        try:
            with record._lines() as file:
                torn = record._load(file)
        except OSError as error:
            raise UserError(f"cannot read {path}: {error.strerror or error}") from None
        if torn:
            notice(f"{path}: skipped an incomplete last line")
        return record

    @classmethod
    def open(cls, path: Path, notice: Callable[[str], None] = lambda _: None) -> Record:
        """Open a record for writing, and create it if necessary; an incomplete last line is
        removed.

        Raises UserError if another run writes to it, or if the file is packed or not a record.
        """
        if path.name.endswith(PACKED):
            raise UserError(f"{path} is packed: unpack it with `gunzip {path}` to continue it")
        record = cls(path, notice)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            record._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        except OSError as error:
            raise UserError(f"cannot write {path}: {error.strerror or error}") from None
        try:
            lock(record._file)
        except OSError:
            os.close(record._file)
            raise UserError(
                f"another run is writing to {path}: wait for it or choose another --record"
            ) from None
        try:
            with path.open("rb") as file:
                torn = record._load(file)
            if torn:
                os.ftruncate(record._file, record._end)
                notice(f"{path}: removed an incomplete last line of {torn} bytes")
            elif record._end and os.pread(record._file, 1, record._end - 1) != b"\n":
                record._write(b"\n")
        except BaseException:
            record.close()
            raise
        return record

    def _load(self, file) -> int:
        """Read all lines; returns the bytes of an incomplete last one."""
        for number, line in enumerate(file, 1):
            if not line.strip():
                self._end += len(line)
                continue
            try:
                values = parsed(line, self.path, number)
            except (ValueError, RecursionError):
                if is_torn(line):
                    return len(line)
                raise no_line(self.path, number) from None
            self._take(values, self._end)
            self._end += len(line)
        return 0

    def _take(self, values: dict[str, Any], offset: int) -> None:
        if values["type"] == "run":
            self.runs.append(values)
        elif values["type"] == "final":
            self.finals.append(values)
        elif values["type"] == "prediction":
            self.predictions.append(values)
        else:
            entry = Entry.of(values, offset)
            self._measuring.add(len(self.runs) - 1)
            # In the order of their last measurement.
            self._entries.pop(entry.key, None)
            self._entries[entry.key] = entry

    # --- Lines ------------------------------------------------------------------------------------

    def line(self, entry: Entry) -> dict[str, Any]:
        """A candidate's line."""
        (line,) = self.lines([entry])
        return line

    def lines(self, entries: Iterable[Entry] | None = None) -> Iterator[dict[str, Any]]:
        """The lines of candidates, by default of all, with the last measurement of each."""
        with self._lines() as file:
            for entry in self.entries if entries is None else entries:
                file.seek(entry.offset)
                yield json.loads(file.readline())

    def _lines(self) -> BinaryIO:
        return self.path.open("rb") if self._unpacked is None else io.BytesIO(self._unpacked)

    def begin(self, job: str, search: bool, device: str, target: Target, **more: Any) -> None:
        """Write that a run begins now; `more` are keys in addition to those of all runs' lines."""
        date = datetime.now(UTC).isoformat(timespec="seconds")
        values = {"type": "run", "job": job, "search": search, "device": device}
        its = {"arch": target.arch, "versions": versions(), "date": date}
        self.append({**values, **its, **more})

    def append(self, values: dict[str, Any]) -> None:
        """Append a line; if the disk is full, raises UserError and leaves the file unchanged."""
        data = json.dumps(values, separators=(",", ":")).encode() + b"\n"
        offset = self._end
        self._write(data)
        self._take(values, offset)

    def _write(self, data: bytes) -> None:
        assert self._file is not None, "the record was opened to be read"
        try:
            written = os.write(self._file, data)
            if written < len(data):
                # The rest did not fit; writing again gives the reason.
                os.write(self._file, data[written:])
        except OSError as error:
            os.ftruncate(self._file, self._end)
            raise UserError(
                f"cannot write to {self.path}: {error.strerror or error}; its "
                f"{len(self._entries)} candidates are safe: free some space"
            ) from None
        self._end += len(data)

    def forget(self, entry: Entry) -> None:
        """Remove a candidate from memory; its line stays in the file."""
        self._entries.pop(entry.key, None)

    def close(self) -> None:
        """Release the lock. Safe to call twice."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    # --- Queries ----------------------------------------------------------------------------------

    def check_measured(self) -> None:
        """Raise RecordError if the record contains predictions instead of measurements."""
        if self.predictions:
            raise RecordError(
                f"{self.path} contains only predictions: measure with `tune run JOB`, which "
                "writes another record"
            )

    def check(self, device: str, rung: str, target: Target) -> None:
        """Raise RecordError if a candidate is for another device, TVM version, target or rung.

        Also if the record contains predictions only.
        """
        self.check_measured()
        for values in self.lines():
            for what, theirs, ours in (
                ("device", values["device"], device),
                ("TVM", values["versions"].get(TVM), versions()[TVM]),
                ("target", values["arch"], target.arch),
                ("rung", values["rung"], rung),
            ):
                if theirs != ours:
                    raise RecordError(
                        f"{self.path} is for another {what} ({theirs}, not {ours}), so its times "
                        "do not apply: choose another --record"
                    )

    def best(self, shape: tuple[int, ...] | None = None, count: int = 1) -> list[Entry]:
        """The correct candidates of a shape, fastest first."""
        right = [
            entry
            for entry in self._entries.values()
            if entry.time_us is not None and shape in (None, entry.shape)
        ]
        return sorted(right, key=lambda entry: entry.time_us or 0.0)[:count]

    def shapes(self) -> list[tuple[int, ...]]:
        return list(dict.fromkeys(entry.shape for entry in self._entries.values()))

    def job(self) -> dict[str, Any]:
        """The job of the last search."""
        if not self.runs:
            raise RecordError(f"{self.path} contains no run, so its job is unknown")
        return self.last_search["job"]
