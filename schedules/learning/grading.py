"""Grading of a learner's schedule: verified, counted and predicted without a GPU."""

from __future__ import annotations

import inspect
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gpusim.errors import UserError

from ..analyses.figures import FIGURES
from ..analyses.verification.verify import machine_checks
from ..core.kernel import Kernel, last_kernel
from ..core.ladder import Rung
from ..processes.worker import note
from ..sources.computations import ScheduleSource, kept_rules
from ..sources.input_values import Own
from ..sources.python_files import run_file
from ..sources.schedule_files import named
from ..sources.schedule_source import as_rung
from .exercise import SCHEDULE, Check, Exercise, find, number


@dataclass(frozen=True)
class Checked:
    """A check and its value, None if an earlier check failed and it was not counted.

    `otherwise` says what to do if the check failed; '' if there is no advice."""

    figure: str
    text: str
    bound: str
    value: float | None
    passed: bool
    otherwise: str

    @classmethod
    def of(cls, check: Check, value: float | None) -> Checked:
        passed = value is not None and check.passes(value)
        missed = value is not None and not passed
        text = FIGURES[check.figure].text
        told = check.otherwise if missed else ""
        return cls(check.figure, text, check.bound, value, passed, told)

    def __str__(self) -> str:
        value = "" if self.value is None else f"{number(self.value)} "
        return f"{value}{self.text} ({self.bound})"


@dataclass(frozen=True)
class Grade:
    """The grade of a schedule.

    `wrong` lists errors in the values and findings; if there are any, nothing is counted and
    `worst` is None. Otherwise `worst` is the largest error as a fraction of the tolerance. Checks
    are made in order; the first one that fails is the last one that is counted.
    """

    exercise: str
    passed: bool
    wrong: tuple[str, ...]
    worst: float | None
    checks: tuple[Checked, ...]


@dataclass(frozen=True)
class ExerciseRecord:
    """An exercise and the learner's progress.

    `see` names a rung that uses the same technique. `hints` are those given so far; `solution` is
    null until the learner asks for it. `file` and `grade` are set if a file was written or graded.
    """

    number: int
    name: str
    title: str
    statement: str
    see: str
    done: bool
    tries: int
    hints: list[str]
    hints_left: int
    solution: str | None
    file: str
    grade: Grade | None


def grade_file(name: str, file: str) -> Grade:
    """The grade of a file of an exercise; raises UserError without a schedule."""
    return grade(find(name), schedule_of(file), file)


def grade_text(query: Mapping[str, str]) -> dict[str, Any]:
    """The grade of the text of an exercise's file, for the page: its record, and `lines`, a text
    per check."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / find(query["grade"]).file
        file.write_text(query["text"], encoding="utf-8")
        note("reading the schedule")
        try:
            made = grade_file(query["grade"], str(file))
        except UserError as error:
            raise UserError(str(error).replace(f"{folder}/", "")) from None
    wrong = [text.replace(f"{folder}/", "") for text in made.wrong]
    return {**asdict(made), "wrong": wrong, "lines": list(map(str, made.checks))}


def schedule_of(file: str) -> Callable[..., Any]:
    """The generator `schedule` of a file; raises UserError if there is none."""
    function = named(file, vars(run_file(Path(file), kept_rules)), SCHEDULE)
    if not inspect.isgeneratorfunction(function):
        raise UserError(
            f"{file}:{SCHEDULE} must be a generator that takes the schedule and yields step names"
        )
    return function


def grade(exercise: Exercise, schedule: Callable[..., Any], where: str) -> Grade:
    """Verify a schedule, then count its costs. The exercise defines the computation, not the
    file."""
    note("lowering the schedule")
    try:
        small = kernel_of(exercise, schedule, where, exercise.run)
        if small.no_kernel:
            return _wrong(exercise, small.no_kernel)
        note("simulating its SASS")
        ran = list(machine_checks(small))
        wrong = dict.fromkeys(problem for result in ran for problem in result.problems)
        if wrong:
            return _wrong(exercise, *wrong)
        whole = kernel_of(exercise, schedule, where, exercise.sizes)
        if whole.no_kernel:
            return _wrong(exercise, whole.no_kernel)
    except UserError as error:
        # TVM appends the whole module to its message.
        return _wrong(exercise, str(error).partition("\nThe IR with diagnostic is:")[0])
    checked: list[Checked] = []
    for check in exercise.checks:
        going = all(check_done.passed for check_done in checked)
        note(f"counting {FIGURES[check.figure].text}")
        checked.append(Checked.of(check, FIGURES[check.figure].of(whole) if going else None))
    worst = max(result.error for result in ran)
    return Grade(
        exercise.name, all(check_done.passed for check_done in checked), (), worst, tuple(checked)
    )


def kernel_of(
    exercise: Exercise, schedule: Callable[..., Any], where: str, sizes: tuple[int, ...]
) -> Kernel:
    """The finished kernel at the given sizes; raises UserError if TVM rejects a primitive."""
    about = ScheduleSource(
        where=f"{where}:{SCHEDULE}",
        ladder=exercise.name,
        name=SCHEDULE,
        computation=exercise.workload,
        own=Own(),
        shape=sizes,
        kind=None,
    )
    rung: Rung = as_rung(schedule, about)
    return last_kernel(rung, rung.at(sizes), rung.lowered_for(None))


def _wrong(exercise: Exercise, *problems: str) -> Grade:
    return Grade(exercise.name, False, tuple(problems), None, ())
