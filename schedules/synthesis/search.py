"""The search: candidates are written, compiled and predicted in worker processes."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tvm import tirx

from gpusim.errors import UserError

from ..core.kernel import Kernel
from ..processes.worker import PROCESSES, Pool
from .moves import Choices, Numbers
from .program import REFUSED, Draft, defect, first_line
from .recipes import RECIPES, group_stages, write

# A number must gain this fraction to replace another; a move that gains less is left out.
GAIN, WORTH = 0.003, 0.01
BEAM = 2
# How many values of one number are tried for each member of the beam.
MOST_VALUES = 4
# Seconds beyond the limit for candidates that are under way, and for the steps of the result.
GRACE, VERIFY_SECONDS = 20, 120

Chosen = dict[str, Numbers | None]


# --- in a worker process --------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What became of a candidate: predicted microseconds, what bounds it, or why there are none.

    `defect` is an error that no move may raise, '' if there was none.
    """

    us: float = math.inf
    bound: str = ""
    problem: str = ""
    defect: str = ""
    fingerprint: str = ""


def outcome(made: Callable[[], Kernel], chip: str, move: str = "") -> Outcome:
    """Make a candidate's kernel and predict it; `move` is the one that a defect is of."""
    try:
        kernel = made()
        if kernel.no_kernel:
            return Outcome(problem=kernel.no_kernel)
        predicted = kernel.predict(chip)
        return Outcome(predicted.us, predicted.bound, fingerprint=kernel.fingerprint)
    except (UserError, *REFUSED) as error:
        return Outcome(problem=first_line(error))
    except Exception as error:  # One candidate must not end the others; it is reported.
        return Outcome(problem=first_line(error), defect=defect(error, move))


def found_kernel(function: tirx.PrimFunc, numbers: Chosen, arch: str, step: str | None) -> Kernel:
    return write(function, numbers).kernel(arch, step)


def _done(task: Callable[[], Any]) -> Any:
    return task()


class Workers(Pool):
    """Processes that outlive one round of candidates, and are replaced if one dies."""

    def __init__(self) -> None:
        super().__init__(_done, PROCESSES)

    def run(self, tasks: Sequence[Callable[[], Any]], until: float, late: Any) -> list[Any]:
        """The results of the tasks; `late` for those that have not ended by `until`."""
        return self.map(tasks, lost=lambda _task, _error: late, until=until)


# --- the search -----------------------------------------------------------------------------------


def first_numbers(choices: Mapping[str, Choices]) -> Chosen:
    """The numbers that a search starts with."""
    return {
        group: {number: values[0] for number, values in each.items()}
        for group, each in choices.items()
    }


def choices_of(function: tirx.PrimFunc, arch: str) -> dict[str, Choices]:
    """The choices of each group of stages by name, for an architecture."""
    groups = group_stages(Draft(function))
    return {group.name: RECIPES[group.kind].choices(group, arch) for group in groups}


@dataclass
class Search:
    """A search for the numbers of a computation's moves.

    Parameters
    ----------
    function : PrimFunc
        The unscheduled computation.
    chip, arch : str
        What to predict for.
    pool : Workers
    seconds : float
        When to stop; candidates under way may take GRACE longer.
    """

    function: tirx.PrimFunc
    chip: str
    arch: str
    pool: Workers
    seconds: float
    known: dict[str, Outcome] = field(default_factory=dict)
    chosen: dict[str, Chosen] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._until = time.monotonic() + self.seconds
        self.choices = choices_of(self.function, self.arch)

    @property
    def naive(self) -> Chosen:
        return dict.fromkeys(self.choices)

    @property
    def ended(self) -> bool:
        return time.monotonic() >= self._until

    @property
    def defects(self) -> list[str]:
        return list(dict.fromkeys(each.defect for each in self.known.values() if each.defect))

    def us(self, numbers: Chosen) -> float:
        return self.known.get(repr(numbers), Outcome()).us

    def task(self, numbers: Chosen, step: str | None = None) -> Callable[[], Outcome]:
        made = partial(found_kernel, self.function, numbers, self.arch, step)
        return partial(outcome, made, self.chip)

    def assess(self, candidates: Sequence[Chosen]) -> None:
        """Predict the candidates that are not known yet."""
        new = {repr(each): each for each in candidates if repr(each) not in self.known}
        tasks = [self.task(each) for each in new.values()]
        late = Outcome(problem="the time was over")
        until = max(self._until, time.monotonic()) + (GRACE if self.known else VERIFY_SECONDS)
        self.known |= dict(zip(new, self.pool.run(tasks, until, late), strict=True))
        self.chosen |= new

    def run(self) -> Chosen:
        """The numbers of the fastest candidate, without moves that do not matter."""
        first = first_numbers(self.choices)
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


def _changed(chosen: Chosen, name: str, number: str, value: Any) -> Chosen:
    numbers: Mapping[str, Any] = chosen[name] or {}
    return chosen | {name: {**numbers, number: value}}
