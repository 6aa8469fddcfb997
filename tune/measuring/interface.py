"""What is asked to be measured, and what came of it: the words all of `tune` shares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Kind = Literal["ok", "limit", "compile error", "time-out", "crash", "wrong"]

# Values of knobs by name: a number, a word, or the factors of a split, outermost first.
Knobs = Mapping[str, Any]


@dataclass(frozen=True)
class BuildRequest:
    """One candidate: everything a process needs to build and run it, as plain picklable values.

    Parameters
    ----------
    key : str
        Names the candidate within its job; no two candidates of a job share one.
    rung : str
        'LADDER:RUNG', whose workload (and, with knobs, whose schedule) this is.
    shape : tuple of int
        The workload's shape.
    arch : str
        The target: 'sm_90a', ..., or an LLVM `-mcpu`.
    knobs : mapping
        The tile's fields; a candidate of a space made from a rung.
    trace : str, optional
        The schedule's trace as JSON, in place of knobs, for spaces that are no rung's.
    loader : str
        'MODULE:FUNCTION', which makes the rung of `rung` where that is no rung of the catalog.
    """

    key: str
    rung: str
    shape: tuple[int, ...]
    arch: str
    knobs: Knobs = field(default_factory=dict)
    trace: str | None = None
    loader: str = ""


@dataclass(frozen=True)
class Outcome:
    """What measuring a candidate gave.

    `times_us` are the kernel's times, empty unless `kind` is 'ok'; `message` is the saved error
    otherwise. `pruned` says that timing stopped early because the candidate could not win: its
    times are honest but few. `stages_s` is where the seconds went, by stage. `made` is what its
    builder says of it: hashes of its 'schedule' and its 'kernel', and the 'compiler'.
    """

    kind: Kind
    times_us: tuple[float, ...] = ()
    message: str = ""
    pruned: bool = False
    worker: str = ""
    stages_s: Mapping[str, float] = field(default_factory=dict)
    made: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class RunQuery:
    """What a runner is asked: a built candidate, and the best time of its shape so far."""

    request: BuildRequest
    built: dict[str, bytes]
    best_us: float | None = None


class Measurer(Protocol):
    """Builds and runs candidates. Results come as they finish, in any order."""

    def measure(self, requests: Iterable[BuildRequest]) -> Iterator[tuple[BuildRequest, Outcome]]:
        """Measure every request once; takes from `requests` lazily, as workers become free."""

    def close(self) -> None:
        """End the workers. Safe to call twice."""
