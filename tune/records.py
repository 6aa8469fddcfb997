"""Records of tuning: append-only JSON Lines, a line per candidate, whole in itself.

A line is one of

- `run`: a run began or was taken up again; holds the job, and whether it searches.
- `candidate`: what was measured, with all that it takes to build it again: knobs, tile, the trace
  of its decisions, the target, the device, versions, the compiler, and hashes of its schedule, its
  kernel's text, and the sources that made them. `kind` is the outcome, `times_us` are the kernel's
  times.
- `final`: the winner of a shape, verified on fresh inputs and timed again beside the runner-up.

Lines are written whole by one system call, so a process that is killed loses none; a machine that
dies may tear the last one, which `Record.open` then repairs.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import platform
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

import schedules
from schedules.errors import UserError
from schedules.files import slug

from .space import by, key
from .task import Kind, Knobs

FOLDER = Path("docs/tuning")


class RecordError(UserError):
    """A file that is no record, or one of another device, TVM or job."""


# --- what a line has to have ----------------------------------------------------------------------

Time = Annotated[float, Field(gt=0)]
Shape = Annotated[list[Annotated[int, Field(ge=1)]], Field(min_length=1)]
Scalar = bool | int | float | str
# A file is named for it: see `slug`.
Device = Annotated[str, Field(pattern=r"[^\W_]")]


class Line(BaseModel):
    """A line of a record; it may have more than what is read."""

    model_config = ConfigDict(strict=True, allow_inf_nan=False)


class RunLine(Line):
    job: dict[str, Any]
    device: Device = ""
    # None in lines of an earlier version: see `Record.searches`.
    search: bool | None = None


class CandidateLine(Line):
    key: str
    rung: str
    shape: Shape
    arch: str
    device: Device
    versions: dict[str, str]
    schedule: str
    kind: Kind
    times_us: list[Time]
    knobs: dict[str, Scalar | list[Scalar]] = {}
    at_s: float = Field(0.0, ge=0)
    message: str = ""
    kernel: str = ""
    source: str = ""
    lowering: str = ""
    strategy: str = ""

    @model_validator(mode="after")
    def _times_of_what_was_right(self):
        if (self.kind == "ok") != bool(self.times_us):
            raise ValueError(f"the kind is {self.kind!r}, with {len(self.times_us)} times")
        return self

    @model_validator(mode="after")
    def _key_of_what_was_measured(self):
        # What has no knobs is of the space 'auto', and named by its schedule's hash.
        if self.knobs and self.key != (own := key(self.shape, self.knobs)):
            raise ValueError(f"the key is {self.key!r}, that of its shape and knobs {own!r}")
        check_shape(self.key, self.shape)
        return self


class FinalLine(Line):
    key: str
    shape: Shape
    time_us: Time
    runner_up_us: Time | None
    hand_written_us: Time | None

    @model_validator(mode="after")
    def _key_of_the_shape(self):
        check_shape(self.key, self.shape)
        return self


def check_shape(key: str, shape: list[int]) -> None:
    """Raise ValueError where a key is not of a shape."""
    if key.partition(" ")[0] != by(shape):
        raise ValueError(f"the key is {key!r}, and the shape {by(shape)}")


LINES: dict[str, type[Line]] = {"run": RunLine, "candidate": CandidateLine, "final": FinalLine}


@cache
def versions() -> dict[str, str]:
    """What a candidate's time depends on besides its schedule."""
    found = {name: version(name) for name in ("apache-tvm", "apache-tvm-ffi")}
    return {"python": platform.python_version(), **found}


def same_versions(one: dict[str, str], other: dict[str, str]) -> bool:
    return one.get("apache-tvm") == other.get("apache-tvm")


@cache
def source_hash(rung: str, space: str = "") -> str:
    """Of the sources that a candidate's schedule can come from.

    The rung's family of ladders, what is below them, and the file of the space.
    """
    root = Path(schedules.__file__).parent
    family = rung.partition("/")[0]
    files = [*sorted((root / family).glob("*.py"))]
    files += [root / f"{name}.py" for name in BELOW_LADDERS]
    return hash_of([*files, *([Path(space)] if space else [])])


BELOW_LADDERS = ("ladder", "moves", "workloads", "quantized")


@cache
def lowering_hash() -> str:
    """Of the sources that make a kernel's text of a schedule."""
    root = Path(schedules.__file__).parent
    return hash_of(sorted([*root.glob("lowering/*.py"), *root.glob("targets/*.py")]))


def hash_of(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def default_path(job: str, device: str) -> Path:
    """Where the record of a job on a device is, unless said otherwise."""
    return FOLDER / f"{job}-{slug(device).removesuffix('.json')}.jsonl"


def is_torn(line: bytes) -> bool:
    """Whether a last line was begun as a line of ours and never ended.

    A machine that lost its power may leave NUL bytes where the rest would be.
    """
    begun = line.rstrip(b"\0")
    return not line.endswith(b"\n") and (begun.startswith(b'{"type"') or len(begun) < 8)


@dataclass(slots=True)
class Entry:
    """What is kept in memory of a candidate's line; the rest is read again when it is wanted."""

    key: str
    shape: tuple[int, ...]
    knobs: Knobs
    kind: Kind
    time_us: float | None
    at_s: float
    schedule: str
    kernel: str
    source: str
    lowering: str
    offset: int
    strategy: str = ""


def median(times: list[float] | tuple[float, ...]) -> float | None:
    return statistics.median(times) if times else None


class Record:
    """A record file. `open` takes it for writing, under a lock; `read` only looks.

    Attributes
    ----------
    entries : list of Entry
        The candidates, the last measurement of each.
    runs, finals : list of dict
        Those lines, whole.
    """

    def __init__(self, path: Path, notice: Callable[[str], None] = lambda _: None) -> None:
        self.path = path
        self.notice = notice
        self.runs: list[dict[str, Any]] = []
        self.finals: list[dict[str, Any]] = []
        self._entries: dict[str, Entry] = {}
        # Of the runs that candidates were measured in, their places among `runs`.
        self._measuring: set[int] = set()
        self._file: int | None = None
        self._end = 0

    @property
    def entries(self) -> list[Entry]:
        return list(self._entries.values())

    @property
    def entries_by_key(self) -> Mapping[str, Entry]:
        return self._entries

    @property
    def searches(self) -> list[dict[str, Any]]:
        """The runs that searched, and did not only confirm what others had found.

        Lines of an earlier version do not say: what measured no candidate is taken for no search.
        """
        return [run for at, run in enumerate(self.runs) if run.get("search", at in self._measuring)]

    @property
    def last_search(self) -> dict[str, Any]:
        """The last run that searched, or where none has the last."""
        return (self.searches or self.runs)[-1]

    # --- opening ----------------------------------------------------------------------------------

    @classmethod
    def read(cls, path: Path, notice: Callable[[str], None] = lambda _: None) -> Record:
        """A record to look at; a torn last line is passed over with a notice."""
        record = cls(path, notice)
        try:
            with path.open("rb") as file:
                torn = record._load(file)
        except OSError as error:
            raise UserError(f"cannot read {path}: {error.strerror or error}") from None
        if torn:
            notice(f"{path}: the last line is torn, and left out")
        return record

    @classmethod
    def open(cls, path: Path, notice: Callable[[str], None] = lambda _: None) -> Record:
        """A record to write to, made where there is none; a torn last line is cut off.

        Raises UserError where another run writes to it, or where the file is no record.
        """
        record = cls(path, notice)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            record._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        except OSError as error:
            raise UserError(f"cannot write {path}: {error.strerror or error}") from None
        try:
            fcntl.flock(record._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(record._file)
            raise UserError(
                f"another run is writing to {path}: wait for it, or name another --record"
            ) from None
        try:
            with path.open("rb") as file:
                torn = record._load(file)
            if torn:
                os.ftruncate(record._file, record._end)
                notice(f"{path}: the last line was torn, and is cut off: {torn} bytes")
            elif record._end and not record._ends_in_newline():
                record._write(b"\n")
        except BaseException:
            record.close()
            raise
        return record

    def _ends_in_newline(self) -> bool:
        return os.pread(self._file, 1, os.fstat(self._file).st_size - 1) == b"\n"

    def _load(self, file) -> int:
        """Take in all lines; returns the bytes of a torn last one."""
        for number, line in enumerate(file, 1):
            if not line.strip():
                self._end += len(line)
                continue
            try:
                values = json.loads(line)
            except (ValueError, RecursionError):
                if is_torn(line):
                    return len(line)
                raise self._no_line(number) from None
            self._check(values, number)
            self._take(values, self._end)
            self._end += len(line)
        return 0

    def _no_line(self, number: int) -> RecordError:
        return RecordError(
            f"{self.path}:{number}: this is no line of a record: remove it, or name another file"
        )

    def _check(self, values: Any, number: int) -> None:
        kind = values.get("type") if isinstance(values, dict) else None
        if not isinstance(kind, str) or kind not in LINES:
            raise self._no_line(number)
        try:
            LINES[kind].model_validate(values)
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(map(str, first["loc"]))
            if first["type"] == "missing":
                text = f"has no {name!r}"
            else:
                text = f"has {name} = {first['input']!r}: " if name else "is odd: "
                said = first["msg"].removeprefix("Value error, ")
                text += said[:1].lower() + said[1:]
            raise RecordError(f"{self.path}:{number}: the {kind} {text}") from None

    def _take(self, values: dict[str, Any], offset: int) -> None:
        if values["type"] == "run":
            self.runs.append(values)
        elif values["type"] == "final":
            self.finals.append(values)
        else:
            entry = Entry(
                key=values["key"],
                shape=tuple(values["shape"]),
                knobs=values.get("knobs") or {},
                kind=values["kind"],
                time_us=median(values["times_us"]),
                at_s=values.get("at_s", 0.0),
                schedule=values["schedule"],
                kernel=values.get("kernel", ""),
                source=values.get("source", ""),
                lowering=values.get("lowering", ""),
                offset=offset,
                strategy=values.get("strategy", ""),
            )
            self._measuring.add(len(self.runs) - 1)
            # In the order of their last measurement.
            self._entries.pop(entry.key, None)
            self._entries[entry.key] = entry

    # --- lines ------------------------------------------------------------------------------------

    def line(self, entry: Entry) -> dict[str, Any]:
        """A candidate's whole line."""
        with self.path.open("rb") as file:
            file.seek(entry.offset)
            return json.loads(file.readline())

    def lines(self) -> Iterator[dict[str, Any]]:
        """The whole lines of all candidates, the last measurement of each."""
        with self.path.open("rb") as file:
            for entry in self.entries:
                file.seek(entry.offset)
                yield json.loads(file.readline())

    def append(self, values: dict[str, Any]) -> None:
        """Write a line; raises UserError where the disk is full, with the file as it was."""
        data = json.dumps(values, separators=(",", ":")).encode() + b"\n"
        offset = self._end
        self._write(data)
        self._take(values, offset)

    def _write(self, data: bytes) -> None:
        assert self._file is not None, "the record was opened to be read"
        try:
            written = os.write(self._file, data)
            if written < len(data):
                # The rest did not fit; asking again gives the reason.
                os.write(self._file, data[written:])
        except OSError as error:
            os.ftruncate(self._file, self._end)
            raise UserError(
                f"cannot write to {self.path}: {error.strerror or error}; the "
                f"{len(self._entries)} candidates in it are kept: make room"
            ) from None
        self._end += len(data)

    def forget(self, entry: Entry) -> None:
        """Leave a candidate out of what is known; its line stays in the file."""
        self._entries.pop(entry.key, None)

    def close(self) -> None:
        """Give up the lock. Safe to call twice."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    # --- what it says -----------------------------------------------------------------------------

    def check(self, device: str, rung: str, arch: str) -> None:
        """Raise RecordError where a candidate is of another device, TVM, target or rung."""
        mine = versions()
        for values in self.lines():
            for what, theirs, ours in (
                ("device", values["device"], device),
                ("TVM", values["versions"].get("apache-tvm"), mine["apache-tvm"]),
                ("target", values["arch"], arch),
                ("rung", values["rung"], rung),
            ):
                if theirs != ours:
                    raise RecordError(
                        f"{self.path} is of another {what}: {theirs}, this is {ours}; its times "
                        "mean nothing here: name another --record"
                    )

    def best(self, shape: tuple[int, ...] | None = None, count: int = 1) -> list[Entry]:
        """The fastest candidates of a shape that were right, fastest first."""
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
            raise RecordError(f"{self.path} has no run in it, so nobody knows its job")
        return self.last_search["job"]


def check_versions(record: Record, line: dict[str, Any]) -> None:
    """Raise UserError for a line of another TVM: what it found need not hold for this one."""
    if not same_versions(line["versions"], versions()):
        raise UserError(f"{other_version(record.path, line['versions'])}: tune again")


def other_version(path: Path, found: dict[str, str]) -> str:
    return f"{path} is of TVM {found.get('apache-tvm')}, this is {versions()['apache-tvm']}"
