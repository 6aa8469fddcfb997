"""`advise`: every move that applies to a schedule, compiled and predicted, as a patch of it."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property, lru_cache
from multiprocessing import current_process
from typing import Any

from gpusim.chips import HOPPER_ARCH
from gpusim.timing.constants import chip_of, constants

from ..core.kernel import Kernel, kernel_of, last_kernel
from ..core.ladder import Build, Rung, Step, steps
from ..processes.pool import PROCESSES, Pool
from ..sources.names import find_step, is_file, resolve_rung
from ..sources.schedule_source import OwnRung
from ..workloads import Workload
from .advised import Advised, Suggestion, limits
from .draft import Draft
from .groups import group_stages
from .next_moves import Attempt, attempts
from .patch import Source
from .program import Program
from .recipes import RECIPES, without_hopper, write

SECONDS = 120.0
# Suggestions that gain less are not shown.
WORTH = 0.01
NUMBER, REWRITE = "number", "rewrite"


@dataclass(frozen=True)
class Candidate:
    """A changed schedule: an attempt on the program, other numbers of the tile, or another text of
    the user's file."""

    move: str
    why: str
    program: Program | None = None
    attempt: Attempt | None = None
    tile: dict[str, Any] = field(default_factory=dict)
    text: str = ""


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

    def kernel(self, candidate: Candidate) -> Kernel:
        """The kernel of a candidate; raises what TVM raises for one that does not apply."""
        rung, target = self.rung, self.base.target
        if candidate.text:
            assert self.source
            rung = self.source.loaded(candidate.text)
            step = self.source.step_of(rung)
            return kernel_of(rung, step, rung.at(self.shape), target)
        if candidate.program:
            rung = candidate.program.rung(rung)
        else:
            tile = replace(rung.tile_for(self.workload, target.arch), **candidate.tile)
            rung = replace(rung, tile=tile, tiles=None)
        return last_kernel(rung, rung.at(self.workload.shape or None), target)


# --- candidates -----------------------------------------------------------------------------------


def candidates(subject: Subject, program: Program) -> Iterator[Candidate]:
    """Every change to try, the first of each move before the second of any."""
    by_move: dict[str, list[Candidate]] = {}
    for candidate in all_candidates(subject, program):
        by_move.setdefault(candidate.move, []).append(candidate)
    for turn in range(max(map(len, by_move.values()), default=0)):
        for each in by_move.values():
            yield from each[turn : turn + 1]


def all_candidates(subject: Subject, program: Program) -> Iterator[Candidate]:
    for attempt in attempts(program, subject.base.target.arch):
        try:
            changed = attempt.program(program)
        except Exception:  # The move's condition does not hold, or TVM refuses a primitive.
            continue
        yield Candidate(attempt.move, attempt.why, changed, attempt)
    yield from rewrites(subject, program)
    source = subject.source
    if source:
        for what, text in source.numbers():
            yield Candidate(NUMBER, what, text=text)
    tile = subject.rung.tile_for(subject.workload)
    for number in fields(tile) if is_dataclass(tile) and not source else ():
        value = getattr(tile, number.name)
        for new in (2 * value, value // 2) if type(value) is int and value > 0 else ():
            if new:
                what = f"{number.name} {value} -> {new}"
                yield Candidate(NUMBER, what, tile={number.name: new})


def rewrites(subject: Subject, program: Program) -> Iterator[Candidate]:
    """The schedule begun anew with the moves that `find` starts with, up to each of its steps."""
    function = program.function
    try:
        numbers = {}
        for group in group_stages(Draft(function)):
            choices = RECIPES[group.kind].choices(group)
            if subject.base.target.arch != HOPPER_ARCH:
                choices = without_hopper(choices)
            numbers[group.name] = {name: values[0] for name, values in choices.items()}
        draft = write(function, numbers)
    except Exception:  # A computation that no recipe fits.
        return
    lines: list[str] = []
    done = 0
    build = replace(program.build, async_copy=draft.async_copy, hopper=draft.hopper)
    build = replace(build, storage_rewrite=draft.storage_rewrite)
    for line in draft.lines:
        lines.append(line)
        if line.startswith("yield") and done < len(draft.steps):
            name, why = draft.steps[done]
            done += 1
            calls = tuple(each for each in lines if not each.startswith("yield"))
            new = Program(function, calls, build, draft.header)
            yield Candidate(REWRITE, f"begin anew, with {name}: {why}", new)


# --- predictions ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Task:
    """A candidate for another process: the subject by its reference, and what is changed."""

    reference: str
    shape: tuple[int, ...] | None
    arch: str
    step: str
    file: str
    chip: str
    lines: tuple[str, ...]
    build: Build
    header: str
    tile: tuple[tuple[str, Any], ...]
    text: str


@lru_cache(maxsize=4)
def _subject(reference: str, shape: Any, arch: str, step: str, file: str) -> Subject:
    named = replace(resolve_rung(reference, shape), step=step)
    subject = Subject(named.kernel(arch), reference, shape, file)
    # Registers the intrinsics that the schedule uses.
    _ = subject.walked
    return subject


def assess(task: Task) -> float:
    """The predicted microseconds of a candidate; infinite if it makes no kernel."""
    subject = _subject(task.reference, task.shape, task.arch, task.step, task.file)
    program = None
    if task.lines:
        program = Program(subject.workload.prim_func(), task.lines, task.build, task.header)
    candidate = Candidate("", "", program, tile=dict(task.tile), text=task.text)
    return predicted(subject, candidate, task.chip)


def predicted(subject: Subject, candidate: Candidate, chip: str) -> float:
    try:
        kernel = subject.kernel(candidate)
        if kernel.no_kernel or kernel.fingerprint == subject.fingerprint:
            return math.inf
        return kernel.predict(chip).us
    except Exception:  # TVM's passes raise any kind; one candidate must not end the others.
        return math.inf


def task_of(subject: Subject, candidate: Candidate, chip: str) -> Task:
    program = candidate.program
    changed = (program.lines, program.build, program.header) if program else ((), Build(), "")
    base = subject.base
    place = subject.reference, subject.shape, base.target.arch, base.step.name, subject.file
    return Task(*place, chip, *changed, tuple(candidate.tile.items()), candidate.text)


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
    with nullcontext() if alone else Pool(assess, PROCESSES) as pool:
        found = limits(kernel, on)
        if not kernel.rung.has_tir:
            return found
        program = Program.of(subject.walked, subject.workload.prim_func(), subject.rung.build)
        if not program.lines or not program.runs:
            return found
        tried = list(candidates(subject, program))
        times = predictions(subject, tried, on.name, until, pool)
    done = [(us, each) for us, each in zip(times, tried, strict=True) if us is not None]
    moves = suggestions(subject, program, done, found.us or math.inf)
    count = sum(us < math.inf for us, _ in done)
    return replace(found, moves=tuple(moves), tried=count, left=len(tried) - len(done))


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
    if rewritten := [pair for pair in gaining if pair[1].move == REWRITE][:1]:
        ranked = rewritten + ranked if rewritten[0][0] < best / 2 else ranked + rewritten
    shown: set[str] = set()
    for predicted_us, candidate in ranked:
        if candidate.move in shown:
            continue
        if made := suggestion(subject, program, candidate, predicted_us, us):
            shown.add(candidate.move)
            yield made


def predictions(
    subject: Subject, tried: Sequence[Candidate], chip: str, until: float, pool: Pool | None
) -> list[float | None]:
    """The predicted times, infinite without a kernel; None for those that there was no time for."""
    if pool is None:
        return [
            predicted(subject, each, chip) if time.monotonic() < until else None for each in tried
        ]
    tasks = [task_of(subject, each, chip) for each in tried]
    return pool.map(tasks, lost=lambda _task, _error: None, until=until)


def suggestion(
    subject: Subject, program: Program, candidate: Candidate, us: float, best: float
) -> Suggestion | None:
    """A candidate as a patch; None if the user's file cannot be patched with it."""
    gain = None if best == math.inf else 1 - us / best
    source = subject.source
    if source is None:
        return Suggestion(candidate.move, candidate.why, us, gain, primitives(program, candidate))
    text: str | None = candidate.text
    if candidate.program:
        if candidate.attempt:
            text = source.changed(candidate.attempt, candidate.program, len(program.lines))
        else:
            name, built = subject.walked[-1].name, candidate.program
            changed = {
                each.name: getattr(built.build, each.name)
                for each in fields(Build)
                if getattr(built.build, each.name) != getattr(program.build, each.name)
            }
            text = source.with_build(
                source.rewritten(built.lines, name, candidate.why), built, changed
            )
            text = text if source.gives(text, built, name) else None
    if not text:
        return None
    return Suggestion(candidate.move, candidate.why, us, gain, source.diff(text), text)


def primitives(program: Program, candidate: Candidate) -> str:
    """What a candidate adds to a schedule that is not in a user's file."""
    if candidate.tile:
        return "\n".join(f"{name} = {value}" for name, value in candidate.tile.items())
    assert candidate.program
    if candidate.attempt is None or candidate.attempt.without:
        return "in place of the schedule:\n" + "\n".join(candidate.program.lines)
    shown = []
    for at, change in candidate.attempt.changes:
        draft = program.draft(at)
        change(draft)
        where = f"before {program.lines[at]}" if at < len(program.lines) else "at the end"
        shown += [f"# {where}:", *draft.lines]
    if candidate.attempt.build:
        shown.append(f"build = {candidate.attempt.build!r}")
    return "\n".join(shown)
