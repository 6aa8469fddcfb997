"""Lines of a record: their required keys, and the part of a candidate's line that stays in memory.

A line is one of

- `run`: a run started or continued; holds the job, and whether it searches.
- `candidate`: a measurement with everything that is needed to build the candidate again: knobs,
  tile, the trace of its decisions, the target, the device, versions, the compiler, and hashes of
  its schedule, its kernel's text, and the sources that generated them. `kind` is the outcome,
  `times_us` are the kernel's times.
- `final`: the winner of a shape, verified on new inputs and timed again with the runner-up.
- `prediction`: a candidate's predicted time. Records with predictions have no measurements.

Besides its knobs, a candidate depends on versions and on the sources that generate its kernel.
"""

from __future__ import annotations

import hashlib
import json
import platform
import random
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

import schedules
from gpusim.errors import UserError
from schedules.sources.outlines import BELOW_LADDERS

from ..measuring.interface import Kind, Knobs
from ..space.base import dims, key


class RecordError(UserError):
    """The file is not a record, or it is for another device, TVM version or job."""


Time = Annotated[float, Field(gt=0)]
# None for a computation without sizes.
Shape = list[Annotated[int, Field(ge=1)]]
Scalar = bool | int | float | str
RESAMPLES = 2000
# Part of a file name: see `slug`.
Device = Annotated[str, Field(pattern=r"[^\W_]")]


class Line(BaseModel):
    """A line of a record; it may have more keys than are read."""

    model_config = ConfigDict(strict=True, allow_inf_nan=False)


class RunLine(Line):
    job: dict[str, Any]
    device: Device = ""
    # None in lines of an earlier version: see `Record.searches`.
    search: bool | None = None


def check_shape(key: str, shape: list[int]) -> None:
    """Raise ValueError if the key does not contain a shape."""
    if key.partition(" ")[0] != dims(shape):
        raise ValueError(f"the key {key!r} does not match the shape {dims(shape)}")


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
    def _whole(self):
        if (self.kind == "ok") != bool(self.times_us):
            raise ValueError(f"the kind is {self.kind!r}, with {len(self.times_us)} times")
        # Candidates of earlier versions may have no knobs: they are named by their schedule's hash.
        if self.knobs and self.key != (own := key(self.shape, self.knobs)):
            raise ValueError(f"the key is {self.key!r}; its shape and knobs give {own!r}")
        check_shape(self.key, self.shape)
        return self


class FinalLine(Line):
    key: str
    shape: Shape
    time_us: Time
    runner_up_us: Time | None
    hand_written_us: Time | None
    tie: bool = False

    @model_validator(mode="after")
    def _key_of_the_shape(self):
        check_shape(self.key, self.shape)
        return self


class PredictionLine(Line):
    key: str
    rung: str
    shape: Shape
    chip: str
    predicted_us: Time
    low_us: Time
    high_us: Time


LINES: dict[str, type[Line]] = {
    "run": RunLine,
    "candidate": CandidateLine,
    "final": FinalLine,
    "prediction": PredictionLine,
}


def parsed(text: bytes, path: Path, number: int) -> dict[str, Any]:
    """A line's values.

    Raises ValueError if the line is not JSON, RecordError if it is not a record's line.
    """
    values = json.loads(text)
    kind = values.get("type") if isinstance(values, dict) else None
    if not isinstance(kind, str) or kind not in LINES:
        raise no_line(path, number)
    try:
        LINES[kind].model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"]))
        if first["type"] == "missing":
            text = f"has no {name!r}"
        else:
            text = f"has {name} = {first['input']!r}: " if name else "is inconsistent: "
            why = first["msg"].removeprefix("Value error, ")
            text += why[:1].lower() + why[1:]
        raise RecordError(f"{path}:{number}: the {kind} {text}") from None
    return values


def no_line(path: Path, number: int) -> RecordError:
    return RecordError(f"{path}:{number}: not a line of a record: remove it or name another file")


def is_torn(line: bytes) -> bool:
    """Whether the last line is an incomplete line of a record.

    After a power failure, NUL bytes may replace the rest.
    """
    begun = line.rstrip(b"\0")
    return not line.endswith(b"\n") and (begun.startswith(b'{"type"') or len(begun) < 8)


def median(times: Sequence[float]) -> float | None:
    return statistics.median(times) if times else None


def bootstrap(
    values: Sequence[float], statistic: Callable[[Sequence[float]], float]
) -> tuple[float, float]:
    """The 95 % interval of a statistic, from resampled values."""
    drawn = random.Random(0)
    made = sorted(statistic(drawn.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return made[round(0.025 * RESAMPLES)], made[round(0.975 * RESAMPLES) - 1]


@dataclass(slots=True)
class Entry:
    """The part of a candidate's line that stays in memory; the rest is read when needed."""

    key: str
    shape: tuple[int, ...]
    kind: Kind
    time_us: float | None
    schedule: str
    offset: int
    knobs: Knobs = field(default_factory=dict)
    at_s: float = 0.0
    kernel: str = ""
    source: str = ""
    lowering: str = ""
    strategy: str = ""

    @classmethod
    def of(cls, line: Mapping[str, Any], offset: int) -> Entry:
        """The entry of a candidate's line, at an offset in its file."""
        kept = {field.name: line[field.name] for field in fields(cls) if field.name in line}
        shape, time_us = tuple(line["shape"]), median(line["times_us"])
        own = {"shape": shape, "time_us": time_us, "offset": offset}
        return cls(**{**kept, **own})


TVM = "apache-tvm"


@cache
def versions() -> dict[str, str]:
    """Versions of the software on which a candidate's time depends."""
    packages = {name: version(name) for name in (TVM, "apache-tvm-ffi")}
    return {"python": platform.python_version(), **packages}


def other_version(path: Path, recorded: Mapping[str, str]) -> str:
    """A notice about a line measured with another TVM version; '' for this version."""
    if recorded.get(TVM) == versions()[TVM]:
        return ""
    return f"{path} was measured with TVM {recorded.get(TVM)}; this is TVM {versions()[TVM]}"


def check_versions(path: Path, recorded: Mapping[str, str]) -> None:
    """Raise UserError for a line of another TVM version, for which its result need not hold."""
    if other := other_version(path, recorded):
        raise UserError(f"{other}: tune again")


@cache
def source_hash(rung: str, space: str = "") -> str:
    """The hash of the sources that a candidate's schedule depends on.

    These are the rung's family of ladders, the modules below it, and the file of the space.
    """
    root = Path(schedules.__file__).parent
    family = root / rung.partition("/")[0]
    # A user's file has no family.
    files = sorted([*family.glob("*.py"), *family.glob("*.cuh")])
    files += [root / f"{name}.py" for name in BELOW_LADDERS]
    return hash_of([*files, *([Path(space)] if space else [])])


@cache
def lowering_hash() -> str:
    """Hash of the sources that generate a kernel's text from a schedule."""
    root = Path(schedules.__file__).parent
    lowering = sorted(root.glob("lowering/*.py"))
    return hash_of([*lowering, root / "core/target.py"])


def hash_of(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
