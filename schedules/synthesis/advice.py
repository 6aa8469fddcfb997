"""`advise`: every move that applies to a schedule, compiled and predicted, as a patch of it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property, lru_cache, partial
from multiprocessing import current_process
from typing import Any

from gpusim.timing.constants import chip_of, constants

from ..core.kernel import Kernel, kernel_of, last_kernel
from ..core.ladder import Rung, Step, steps
from ..sources.names import find_step, is_file, resolve_rung
from ..sources.schedule_source import OwnRung
from ..workloads import Workload
from .advised import Advised, Suggestion, limits
from .next_moves import Attempt, attempts
from .patch import Source, difference
from .program import REFUSED, Program, defect
from .recipes import write
from .search import Outcome, Workers, choices_of, first_numbers, outcome

SECONDS = 120.0
# Suggestions that gain less are not shown.
WORTH = 0.01
NUMBER, REWRITE = "number", "rewrite"

# A changed schedule: its program, other numbers of the tile, or another text of the user's file.
Changed = Program | dict[str, Any] | str


@dataclass(frozen=True)
class Candidate:
    """A change of a schedule to try; `attempt` is how a move made its program."""

    move: str
    why: str
    changed: Changed
    attempt: Attempt | None = None


@dataclass(frozen=True)
class Subject:
    """The step of a schedule that is advised on.

    `reference` and `shape` name the schedule for other processes; '' if nothing does. `file` is
    FILE.py:NAME if it is a generator in a file.
    """

    base: Kernel
    reference: str = ""
    shape: tuple[int, ...] | None = None
    file: str = ""

    @property
    def rung(self) -> Rung:
        return self.base.rung

    @property
    def workload(self) -> Workload:
        return self.base.workload

    @cached_property
    def fingerprint(self) -> str:
        return "" if self.base.no_kernel else self.base.fingerprint

    @cached_property
    def walked(self) -> list[Step]:
        """The steps up to the present one."""
        walked = steps(self.rung, self.workload, target=self.base.target)
        return walked[: walked.index(find_step(walked, self.base.step.name)) + 1]

    @cached_property
    def source(self) -> Source | None:
        """The user's file, if the schedule is a generator in it."""
        if type(self.rung) is not OwnRung or not self.file:
            return None
        path, _, name = self.file.partition(":")
        return Source(path, name, self.shape, self.rung, self.workload, self.walked[-1])

    def kernel(self, changed: Changed) -> Kernel:
        """The kernel of a changed schedule; raises what TVM raises for one that does not apply."""
        rung, target = self.rung, self.base.target
        if isinstance(changed, str):
            assert self.source
            rung = self.source.loaded(changed)
            step = self.source.step_of(rung)
            return kernel_of(rung, step, rung.at(self.shape), target)
        if isinstance(changed, Program):
            rung = changed.rung(rung)
        else:
            tile = replace(rung.tile_for(self.workload, target.arch), **changed)
            rung = replace(rung, tile=tile, tiles=None)
        return last_kernel(rung, rung.at(self.workload.shape or None), target)

    @property
    def place(self) -> tuple[str, tuple[int, ...] | None, str, str, str]:
        """What names the subject in another process."""
        return self.reference, self.shape, self.base.target.arch, self.base.step.name, self.file


# --- candidates -----------------------------------------------------------------------------------


def candidates(subject: Subject, program: Program, defects: list[str]) -> Iterator[Candidate]:
    """Every change to try, the first of each move before the second of any; fills `defects`."""
    by_move: dict[str, list[Candidate]] = {}
    for candidate in all_candidates(subject, program, defects):
        by_move.setdefault(candidate.move, []).append(candidate)
    for turn in range(max(map(len, by_move.values()), default=0)):
        for each in by_move.values():
            yield from each[turn : turn + 1]


def all_candidates(subject: Subject, program: Program, defects: list[str]) -> Iterator[Candidate]:
    """Every change; what no move may raise is a defect of that move."""
    for attempt in attempts(program, subject.base.target.arch):
        try:
            yield Candidate(attempt.move, attempt.why, attempt.program(program), attempt)
        except REFUSED:
            continue
        except Exception as error:  # Reported, so that the other moves are still tried.
            defects.append(defect(error, attempt.move))
    try:
        yield from rewrites(subject, program)
    except REFUSED:
        pass
    except Exception as error:  # Reported as above.
        defects.append(defect(error))
    source = subject.source
    if source:
        for what, text in source.numbers():
            yield Candidate(NUMBER, what, text)
    tile = subject.rung.tile_for(subject.workload)
    for number in fields(tile) if is_dataclass(tile) and not source else ():
        value = getattr(tile, number.name)
        for new in (2 * value, value // 2) if type(value) is int and value > 0 else ():
            if new:
                yield Candidate(NUMBER, f"{number.name} {value} -> {new}", {number.name: new})


def rewrites(subject: Subject, program: Program) -> Iterator[Candidate]:
    """The schedule started over with the moves that `find` starts with, up to each of its steps;
    the last one first."""
    choices = choices_of(program.function, subject.base.target.arch)
    made = write(program.function, first_numbers(choices))
    names = ("async_copy", "hopper", "storage_rewrite")
    build = replace(program.build, **{name: getattr(made.build, name) for name in names})
    steps, calls, found = iter(made.steps), list[str](), list[Candidate]()
    for line in made.lines:
        if not line.startswith("yield"):
            calls.append(line)
            continue
        name, why = next(steps)
        new = Program(program.function, tuple(calls), build, made.header)
        found.append(Candidate(REWRITE, f"start over, with {name}: {why}", new))
    yield from reversed(found)


# --- predictions ----------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _subject(reference: str, shape: Any, arch: str, step: str, file: str) -> Subject:
    named = replace(resolve_rung(reference, shape, arch=arch), step=step)
    # Making the kernel walks the schedule, which registers the intrinsics that it uses.
    return Subject(named.kernel(), reference, shape, file)


def changed_kernel(place: tuple, changed: Changed) -> Kernel:
    """The kernel of a candidate, in another process."""
    return _subject(*place).kernel(changed)


def advised(
    kernel: Kernel,
    chip: str | None = None,
    reference: str = "",
    shape: Sequence[int] | None = None,
    seconds: float = SECONDS,
) -> Advised:
    """What bounds a schedule's step on a chip, the moves that gain, and upper bounds.

    `reference` and `shape` name the schedule for worker processes, as on the command line; without
    them, moves are predicted in this process. None begins after `seconds`. A kernel that is no
    schedule has only upper bounds. Raises UserError if the kernel cannot be predicted.
    """
    until = time.monotonic() + seconds
    on = constants(chip or chip_of(kernel.target.arch))
    path = reference.partition(":")[0]
    file = f"{path}:{kernel.rung.name}" if is_file(path) else ""
    subject = Subject(kernel, reference, tuple(shape) if shape else None, file)
    # A worker cannot have workers.
    alone = not reference or current_process().daemon or not kernel.rung.has_tir
    with nullcontext() if alone else Workers() as pool:
        found = limits(kernel, on)
        if not kernel.rung.has_tir:
            return found
        program = Program.of(subject.walked, subject.workload.prim_func(), subject.rung.build)
        if not program.lines or not program.runs:
            return found
        defects: list[str] = []
        tried = list(candidates(subject, program, defects))
        outcomes = predictions(subject, tried, on.name, until, pool)
    done = [(each, tried[at]) for at, each in enumerate(outcomes) if each is not None]
    defects += dict.fromkeys(each.defect for each, _ in done if each.defect)
    times = [(each.us, candidate) for each, candidate in done if each.us < math.inf]
    moves = suggestions(subject, program, times, found.us or math.inf)
    left = len(tried) - len(done)
    return replace(found, moves=tuple(moves), tried=len(times), left=left, defects=tuple(defects))


def suggestions(
    subject: Subject,
    program: Program,
    done: Sequence[tuple[float, Candidate]],
    us: float,
) -> Iterator[Suggestion]:
    """The best candidate of each move that gains, fastest first. A rewrite is the shortest that
    gains, and precedes smaller changes only if it is twice as fast as all of them."""
    gaining = [pair for pair in done if pair[0] < us * (1 - WORTH)]
    ranked = sorted((pair for pair in gaining if pair[1].move != REWRITE), key=lambda p: p[0])
    best = min((pair[0] for pair in ranked), default=us)
    if rewritten := [pair for pair in gaining if pair[1].move == REWRITE][-1:]:
        ranked = rewritten + ranked if rewritten[0][0] < best / 2 else ranked + rewritten
    shown: set[str] = set()
    for predicted_us, candidate in ranked:
        if candidate.move in shown:
            continue
        if made := suggestion(subject, program, candidate, predicted_us, us):
            shown.add(candidate.move)
            yield made


def predictions(
    subject: Subject, tried: Sequence[Candidate], chip: str, until: float, pool: Workers | None
) -> list[Outcome | None]:
    """What became of the candidates; None of those that there was no time for, and no time of
    those that change nothing."""
    made: Callable[..., Kernel] = subject.kernel
    if pool is not None:
        made = partial(changed_kernel, subject.place)
    tasks = [partial(outcome, partial(made, each.changed), chip, each.move) for each in tried]
    if pool is not None:
        outcomes = pool.run(tasks, until, None)
    else:
        outcomes = [task() if time.monotonic() < until else None for task in tasks]
    same = Outcome(problem="it changes nothing")
    return [
        same if each and each.us < math.inf and each.fingerprint == subject.fingerprint else each
        for each in outcomes
    ]


def suggestion(
    subject: Subject, program: Program, candidate: Candidate, us: float, best: float
) -> Suggestion | None:
    """A candidate as a patch; None if the user's file cannot be patched with it."""
    gain = None if best == math.inf else 1 - us / best
    source = subject.source
    if source is None:
        return Suggestion(candidate.move, candidate.why, us, gain, primitives(program, candidate))
    text: str | None = None
    if isinstance(candidate.changed, str):
        text = candidate.changed
    elif candidate.attempt and isinstance(candidate.changed, Program):
        text = source.changed(candidate.attempt, candidate.changed, len(program.lines))
    elif isinstance(candidate.changed, Program):
        text = source.replaced(candidate.changed, candidate.why)
    if not text:
        return None
    return Suggestion(candidate.move, candidate.why, us, gain, source.diff(text), text)


def primitives(program: Program, candidate: Candidate) -> str:
    """What a candidate changes in a schedule that is not in a user's file."""
    if isinstance(candidate.changed, dict):
        return "\n".join(f"{name} = {value}" for name, value in candidate.changed.items())
    assert isinstance(candidate.changed, Program)
    texts = []
    for each in (program, candidate.changed):
        build = [f"build = {each.options()!r}"] if each.options() else []
        texts.append("\n".join([*each.lines, *build]))
    return difference(*texts, "schedule")
