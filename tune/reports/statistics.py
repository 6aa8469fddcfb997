"""Statistics of a search from its record: knobs, failures, stages, and why it ended."""

from __future__ import annotations

import math
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from schedules.measure.units import Rate

from ..jobs.job import Budget
from ..records.lines import Entry
from ..records.record import Record
from ..space.base import pairs, value_text
from ..space.knob_space import Space
from ..space.knobs import Split

# A knob with fewer candidates for each of its values gets no table.
LEAST_A_VALUE = 3
# In the order of a candidate's stages.
STAGES = ("walk", "lower", "compile", "link", "load", "verify", "time")
CUT_SHORT = "cut short"
# Number of bins of a distribution.
BINS = 20


@dataclass(frozen=True)
class Option:
    """Outcomes of the candidates with one value of a knob."""

    value: str
    right: int
    failed: int
    median: float
    best: float


@dataclass(frozen=True)
class KnobTable:
    name: str
    meaning: str
    options: list[Option]


def by_knob(
    entries: Sequence[Entry], rate: Rate, meanings: Mapping[str, str]
) -> tuple[list[KnobTable], list[str]]:
    """For each knob (each factor of a split) its values, with the speeds they were seen at.

    Returns the tables, and the knobs that too few candidates were measured for.
    """
    groups: dict[str, dict[Any, list[Entry]]] = {}
    for entry in entries:
        for name, value in pairs(entry.knobs):
            groups.setdefault(name, {}).setdefault(value, []).append(entry)
    tables, scarce = [], []
    for name, values in groups.items():
        if len(values) < 2:
            continue
        if len(entries) < LEAST_A_VALUE * len(values):
            scarce.append(name)
            continue
        options = []
        for value in sorted(values, key=lambda value: (isinstance(value, str), value)):
            speeds = [rate.speed(entry.time_us) for entry in values[value] if entry.time_us]
            failed = len(values[value]) - len(speeds)
            middle = statistics.median(speeds) if speeds else 0.0
            options.append(
                Option(value_text(value), len(speeds), failed, middle, max(speeds, default=0.0))
            )
        tables.append(KnobTable(name, meanings.get(name, ""), options))
    return tables, scarce


def factors(space: Space | None) -> dict[str, str]:
    """The meaning of each factor of a space's splits, as 'outermost of M' for 'tile_i[0]'."""
    meanings = {}
    for knob in space.knobs.values() if space else ():
        if isinstance(knob, Split):
            axis = space.workload.axes[knob.axis]
            for part in range(knob.parts):
                place = {0: "outermost", knob.parts - 1: "innermost"}.get(part, "between")
                meanings[f"{knob.name}[{part}]"] = f"{axis}, {place}"
    return meanings


# --- Failures -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Refused:
    """Recorded candidates that a new restriction now excludes.

    Without a name, the space no longer has their knobs. `outcomes` are kinds with their counts.
    """

    name: str
    why: str
    outcomes: list[tuple[str, int]]

    @property
    def count(self) -> int:
        return sum(count for _, count in self.outcomes)


def refused(space: Space, entries: Iterable[Entry]) -> list[Refused]:
    """Recorded candidates that the space now excludes, by the first restriction that does."""
    whys = {removed.name: removed.why for removed in space.removed}
    lost: dict[str, Counter[str]] = {}
    for entry in entries:
        if (name := space.exclusion(entry.knobs)) is not None:
            lost.setdefault(name, Counter())[entry.kind] += 1
    return [Refused(name, whys.get(name, ""), kinds.most_common()) for name, kinds in lost.items()]


@dataclass
class Failure:
    """Candidates with equal failures: `message` is the first one's, `others` differ in numbers."""

    kind: str
    message: str
    count: int = 0
    others: bool = False


# Not the digits of a name: float16, sm_90.
_NUMBERS = re.compile(r"(?<![\w.])-?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|nan|inf)\b")
# Components of a block or thread index that are 0 may be omitted.
_PLACE = re.compile(r"(?: [xyz]=\d+)+")


def without_numbers(message: str) -> str:
    """A message without its numbers, to group messages that differ only in these."""
    return _NUMBERS.sub("#", _PLACE.sub(" #", message))


# --- Data that only the lines have ----------------------------------------------------------------


@dataclass
class ShapeLog:
    """Data of a shape's lines that the record does not keep in memory."""

    pruned: set[str] = field(default_factory=set)
    failures: dict[tuple[str, str], Failure] = field(default_factory=dict)
    stages: dict[str, list[float]] = field(default_factory=dict)
    workers: Counter = field(default_factory=Counter)
    compilers: set[str] = field(default_factory=set)

    @property
    def compiler(self) -> str:
        return ", ".join(sorted(self.compilers))

    @property
    def seconds(self) -> dict[str, list[float]]:
        """Each candidate's seconds by stage, in the order of a candidate's life."""
        known = [*(stage for stage in STAGES if stage in self.stages)]
        return {name: self.stages[name] for name in [*known, *sorted({*self.stages} - {*known})]}

    def add(self, line: Mapping[str, Any]) -> None:
        if line["times_us"]:
            if line.get("pruned"):
                self.pruned.add(line["key"])
        else:
            message = (line.get("message") or "").partition("\n")[0]
            alike = (line["kind"], without_numbers(message))
            failure = self.failures.setdefault(alike, Failure(line["kind"], message[:200]))
            failure.count += 1
            failure.others |= message[:200] != failure.message
        for name, seconds in (line.get("stages_s") or {}).items():
            self.stages.setdefault(name, []).append(seconds)
        if line.get("worker"):
            self.workers[line["worker"]] += 1
        if line.get("compiler"):
            self.compilers.add(line["compiler"])


def logs_by_shape(record: Record) -> dict[tuple[int, ...], ShapeLog]:
    """Read the file once, without keeping complete lines."""
    logs: dict[tuple[int, ...], ShapeLog] = {}
    for line in record.lines():
        logs.setdefault(tuple(line["shape"]), ShapeLog()).add(line)
    return logs


def ending(
    trials: int, minutes: float, allowed: int | None, budget: Budget, confirmed: bool, runs: int
) -> str:
    """Why a shape's search ended, as far as the record shows."""
    if allowed is not None and trials >= allowed:
        return "every candidate of the space is measured"
    if trials >= budget.trials:
        return f"the budget of {budget.trials} trials is used up"
    # Each run has a new limit of minutes, and candidates in flight end a little later.
    if (confirmed or runs == 1) and minutes >= 0.98 * budget.minutes:
        return f"the budget of {budget.minutes:g} minutes is used up"
    if confirmed and runs == 1:
        return "the strategy had nothing left to propose"
    return "ended before the budget of trials was used up" if confirmed else CUT_SHORT


# --- Charts ---------------------------------------------------------------------------------------


def round_ticks(top: float, most: int = 6, least_step: float = 0.0) -> list[float]:
    """Ticks from 0 to the first at or above `top`, 1, 2 or 5 times a power of ten apart."""
    rough = max(top / most, least_step, 1e-12)
    power = 10.0 ** math.floor(math.log10(rough))
    # A power of ten may be slightly too small.
    step = next(
        factor * power for factor in (1, 2, 5, 10, 20) if factor * power >= rough * (1 - 1e-9)
    )
    return [tick * step for tick in range(math.ceil(top / step - 1e-9) + 1)]


def bins(shares: Iterable[float]) -> list[int]:
    """Histogram of speeds relative to the best (1.0), in BINS bins."""
    counts = Counter(min(int(share * BINS), BINS - 1) for share in shares)
    return [counts[number] for number in range(BINS)]
