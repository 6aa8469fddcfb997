"""The search: candidates are written, compiled and predicted in worker processes."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import tvm
from tvm import tirx

from gpusim.chips import HOPPER_ARCH

from ..core.ladder import Build
from ..processes.pool import PROCESSES, Pool
from ..sources.computations import ScheduleSource, kept_rules
from ..sources.schedule_source import as_rung
from .draft import Draft
from .groups import group_stages
from .recipes import RECIPES, Choices, Numbers, without_hopper, write

if TYPE_CHECKING:
    from ..api.exploration import Exploration

# A number must gain this fraction to replace another; a move that gains less is left out.
GAIN, WORTH = 0.003, 0.01
BEAM = 2
# How many values of one number are tried for each member of the beam.
MOST_VALUES = 4
# Seconds beyond the limit for candidates that are under way, and for one verification.
GRACE, VERIFY_SECONDS = 20, 120

Chosen = dict[str, Numbers | None]
# `Exploration`, which is above this package and imports it.
Explorer = Callable[..., "Exploration"]


@dataclass(frozen=True)
class Text:
    """The source of a generator's body, and the compile options that it needs."""

    body: str
    async_copy: bool = False
    storage_rewrite: bool = True
    # Imports that the body needs.
    header: str = ""
    hopper: bool = False

    @classmethod
    def of(cls, draft: Draft) -> Text:
        options = draft.async_copy, draft.storage_rewrite, draft.header, draft.hopper
        return cls(draft.source(), *options)

    @property
    def build(self) -> dict[str, bool]:
        changed = {"async_copy": True} if self.async_copy else {}
        changed |= {"hopper": True} if self.hopper else {}
        return changed | ({} if self.storage_rewrite else {"storage_rewrite": False})

    def explored(self, explorer: Explorer, computation: Any, arch: str | None) -> Exploration:
        """The schedule that the text defines."""
        defined: dict[str, Any] = {}
        with kept_rules():
            whole = f"{self.header}def schedule(sch):\n{self.body}"
            exec(compile(whole, "<found>", "exec"), defined)
        source = ScheduleSource("the found schedule", "found", "schedule", computation)
        rung = as_rung(defined["schedule"], source)
        return explorer(replace(rung, build=Build(**self.build)), None, arch)


@dataclass(frozen=True)
class Task:
    """A candidate to assess: the computation as JSON, and its numbers."""

    explorer: Explorer
    function: str
    numbers: Chosen
    chip: str
    arch: str
    step: str | None = None


@dataclass(frozen=True)
class Outcome:
    """What became of a candidate: predicted microseconds, what bounds it, or why there are none."""

    us: float = math.inf
    bound: str = ""
    problem: str = ""


@lru_cache(maxsize=4)
def _function(text: str) -> tirx.PrimFunc:
    return tvm.ir.load_json(text)


@lru_cache(maxsize=4)
def _explored(explorer: Explorer, function: str, text: Text, arch: str) -> Exploration:
    return text.explored(explorer, _function(function), arch)


def text_of(function: tirx.PrimFunc, numbers: Chosen) -> Text:
    return Text.of(write(function, numbers))


def assess(task: Task) -> Outcome:
    """Write, compile and predict a candidate; runs in a worker process."""
    try:
        text = text_of(_function(task.function), task.numbers)
        explored = _explored(task.explorer, task.function, text, task.arch)
        if task.step:
            explored = explored[task.step]
        if explored.problem:
            return Outcome(problem=explored.problem)
        predicted = explored.predict(task.chip)
        return Outcome(predicted.us, predicted.known.bound)
    except Exception as error:  # TVM's passes raise any kind; one candidate must not end all.
        return Outcome(problem=first_line(error))


def first_line(error: Exception) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return lines[-1].strip()[:200] if lines else type(error).__name__


@dataclass(frozen=True)
class Check:
    """A step to verify by the simulator: the computation as JSON at a shape, and the text."""

    explorer: Explorer
    function: str
    text: Text
    arch: str
    step: str


def verified(check: Check) -> tuple[bool, str]:
    """Whether the simulator finds a step correct, and what it says; runs in a worker process."""
    try:
        step = _explored(check.explorer, check.function, check.text, check.arch)[check.step]
        if step.problem:
            return True, ""
        verdict = step.verify(["machine"])
        return bool(verdict), str(verdict)
    except Exception as error:  # The verdict is the result.
        return False, first_line(error)


def _called(asked: tuple[Callable[[Any], Any], Any]) -> Any:
    work, task = asked
    return work(task)


class Workers(Pool):
    """Processes that outlive one round of candidates, and are replaced if one dies."""

    def __init__(self) -> None:
        super().__init__(_called, PROCESSES)

    def run(
        self, work: Callable[[Any], Any], tasks: Sequence[Any], until: float, late: Any
    ) -> list[Any]:
        """The results of the tasks; `late` for those that have not ended by `until`."""
        asked = [(work, task) for task in tasks]
        return self.map(asked, lost=lambda _task, _error: late, until=until)


@dataclass
class Search:
    """A search for the numbers of a computation's moves.

    Parameters
    ----------
    explorer : callable
        Makes an `Exploration` of a rung, a shape and an architecture.
    function : PrimFunc
        The unscheduled computation.
    chip, arch : str
        What to predict for.
    pool : Workers
    seconds : float
        When to stop; candidates under way may take GRACE longer.
    """

    explorer: Explorer
    function: tirx.PrimFunc
    chip: str
    arch: str
    pool: Workers
    seconds: float
    known: dict[str, Outcome] = field(default_factory=dict)
    chosen: dict[str, Chosen] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._json = tvm.ir.save_json(self.function)
        self._until = time.monotonic() + self.seconds
        self.groups = group_stages(Draft(self.function))
        self.choices: dict[str, Choices] = {
            group.name: RECIPES[group.kind].choices(group) for group in self.groups
        }
        if self.arch != HOPPER_ARCH:
            self.choices = {name: without_hopper(each) for name, each in self.choices.items()}

    @property
    def naive(self) -> Chosen:
        return {group.name: None for group in self.groups}

    @property
    def ended(self) -> bool:
        return time.monotonic() >= self._until

    def us(self, numbers: Chosen) -> float:
        return self.known.get(repr(numbers), Outcome()).us

    def task(self, numbers: Chosen, step: str | None = None) -> Task:
        return Task(self.explorer, self._json, numbers, self.chip, self.arch, step)

    def assess(self, candidates: Sequence[Chosen]) -> None:
        """Predict the candidates that are not known yet."""
        new = {repr(each): each for each in candidates if repr(each) not in self.known}
        tasks = [self.task(each) for each in new.values()]
        late = Outcome(problem="the time was over")
        until = max(self._until, time.monotonic()) + (GRACE if self.known else VERIFY_SECONDS)
        results = self.pool.run(assess, tasks, until, late)
        self.known |= dict(zip(new, results, strict=True))
        self.chosen |= new

    def run(self) -> Chosen:
        """The numbers of the fastest candidate, without moves that do not matter."""
        first: Chosen = {
            name: {number: values[0] for number, values in choices.items()}
            for name, choices in self.choices.items()
        }
        self.assess([self.naive, first])
        beam = [first]
        for _ in range(3):
            before = self.us(beam[0])
            for name, choices in self.choices.items():
                for number in choices:
                    if self.ended:
                        return self.shorter(beam[0])
                    beam = self.extended(beam, name, number)
            if not self.us(beam[0]) < before * (1 - GAIN):
                break
        return self.shorter(beam[0])

    def extended(self, beam: list[Chosen], name: str, number: str) -> list[Chosen]:
        """The best of the beam and of its variations of one number."""
        tried = []
        for member in beam:
            numbers = member[name]
            assert numbers is not None
            others = [v for v in self.choices[name][number] if v != numbers[number]]
            tried += [_changed(member, name, number, value) for value in others[:MOST_VALUES]]
        self.assess(tried)
        ranked = {repr(each): each for each in sorted([*beam, *tried], key=self.us)}
        return list(ranked.values())[:BEAM]

    def shorter(self, best: Chosen) -> Chosen:
        """`best` without the moves that gain less than WORTH; the naive kernel if it is as fast."""
        for name, choices in self.choices.items():
            for number, values in choices.items():
                numbers = best[name]
                assert numbers is not None
                off = next((v for v in values if v in (0, 1) and not isinstance(v, tuple)), None)
                if off is None or numbers[number] == off:
                    continue
                without = _changed(best, name, number, off)
                if not self.ended:
                    self.assess([without])
                if self.us(without) <= self.us(best) * (1 + WORTH):
                    best = without
        if not self.us(best) < self.us(self.naive):
            return self.naive
        return best

    def ranked(self) -> list[Chosen]:
        """All candidates with a prediction, fastest first."""
        done = [key for key, outcome in self.known.items() if outcome.us < math.inf]
        return [self.chosen[key] for key in sorted(done, key=lambda key: self.known[key].us)]

    def steps(self, numbers: Chosen, names: Sequence[str]) -> list[Outcome]:
        """The prediction of each step of a candidate."""
        tasks = [self.task(numbers, name) for name in names]
        until = max(self._until, time.monotonic()) + VERIFY_SECONDS
        return self.pool.run(assess, tasks, until, Outcome(problem="not predicted in time"))


def _changed(chosen: Chosen, name: str, number: str, value: Any) -> Chosen:
    numbers: Mapping[str, Any] = chosen[name] or {}
    return chosen | {name: {**numbers, number: value}}
