"""Exercises, the file that a learner edits, and its grade: verified, counted and predicted without
a GPU.

An exercise is a TOML file in `exercises/`; docs/exercises.md describes its keys. A list needs no
TVM: the code is run when an exercise is first graded.

A learner's progress (passed exercises, hints given) is a small JSON file in the user's state
folder: $XDG_STATE_HOME, by default ~/.local/state.
"""

from __future__ import annotations

import ast
import inspect
import json
import os
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpusim.errors import UserError, nearest

from ..core.files import write_text
from ..processes.worker import note

if TYPE_CHECKING:
    from ..core.kernel import Kernel

FOLDER = Path(__file__).parent / "exercises"
SHARED = Path(__file__).parent / "shared.py"
SCHEDULE = "schedule"


@dataclass(frozen=True)
class Check:
    """A figure of the finished kernel (`figures.FIGURES`) with its bound.

    `otherwise` is the advice to a learner who misses the bound.
    """

    figure: str
    otherwise: str
    at_most: float | None = None
    at_least: float | None = None

    def passes(self, value: float) -> bool:
        return (self.at_most is None or value <= self.at_most) and (
            self.at_least is None or value >= self.at_least
        )

    @property
    def bound(self) -> str:
        """'at most 1,000'; 'exactly 256'."""
        if self.at_least is not None and self.at_least == self.at_most:
            return f"exactly {number(self.at_least)}"
        limits = (("at least", self.at_least), ("at most", self.at_most))
        return " and ".join(
            f"{word} {number(limit)}" for word, limit in limits if limit is not None
        )


def number(value: float) -> str:
    """A number as text: counts with thousands separators, others with four digits."""
    whole = float(value).is_integer() or value >= 10_000
    return f"{value:,.0f}" if whole else f"{value:,.4g}"


@dataclass(frozen=True)
class Exercise:
    """An exercise; `see` is a step that uses the same technique, as LADDER:RUNG[:STEP].

    The learner's file has the `imports`, the functions of SHARED called `shared` and the code
    `given`, which defines `workload`, the computation to schedule; then the function `schedule`:
    `start`, or in a file that passes `solution`. The SASS is simulated at the sizes `run`.
    """

    number: int
    name: str
    title: str
    statement: str
    see: str
    run: tuple[int, ...]
    given: str
    start: str
    solution: str
    hints: tuple[str, ...]
    checks: tuple[Check, ...]
    imports: tuple[str, ...] = ("from tvm import te",)
    shared: tuple[str, ...] = ()

    @classmethod
    def of(cls, number: int, file: Path) -> Exercise:
        """The exercise of a file; that of 06_bank_padding.toml is called bank_padding."""
        told: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        told["checks"] = [Check(**check) for check in told["checks"]]
        parts = {
            key: tuple(value) if isinstance(value, list) else value.strip()
            for key, value in told.items()
        }
        return cls(number, file.stem.partition("_")[2], **parts)

    @property
    def file(self) -> str:
        """The name of the learner's file."""
        return f"exercise_{self.number}.py"

    @property
    def problem(self) -> str:
        """The learner's file as handed out."""
        return self._file(self.start)

    @property
    def solved(self) -> str:
        """A file that passes."""
        return self._file(self.solution)

    def _file(self, schedule: str) -> str:
        asked = f"schedules exercise {self.number}"
        heading = [
            f"Exercise {self.number}: {self.title}",
            f"\n{self.statement}\n",
            f"Grade it: {asked}. A hint: {asked} --hint.",
            f"Look at it: schedules steps {self.file}, schedules analyze {self.file}, ...",
        ]
        return '"""' + "\n".join(heading) + '\n"""\n\n' + f"{self._given}\n\n\n{schedule}\n"

    @property
    def _given(self) -> str:
        functions = shared_functions({*self.shared})
        return "\n\n\n".join(["\n".join(self.imports), *functions, self.given])

    @cached_property
    def workload(self) -> Callable[..., Any]:
        """The computation to schedule, for any sizes."""
        defined: dict[str, Any] = {}
        exec(compile(self._given, self.file, "exec"), defined)
        return defined["workload"]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes at which the kernel's costs are counted."""
        parameters = inspect.signature(self.workload).parameters.values()
        return tuple(parameter.default for parameter in parameters)


@cache
def all_exercises() -> tuple[Exercise, ...]:
    """All, in order."""
    return tuple(Exercise.of(*one) for one in enumerate(sorted(FOLDER.glob("*.toml")), 1))


def find(text: str) -> Exercise:
    """An exercise by its number or its name; raises UserError for none."""
    known = {str(exercise.number): exercise for exercise in all_exercises()}
    known |= {exercise.name: exercise for exercise in all_exercises()}
    if text not in known:
        raise nearest("exercise", text, known)
    return known[text]


def shared_functions(wanted: set[str]) -> list[str]:
    """The functions of SHARED with these names, and before them those that they call."""
    source = SHARED.read_text(encoding="utf-8")
    known = {
        node.name: ast.get_source_segment(source, node) or ""
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
    }
    for name in reversed(known):
        if name in wanted:
            wanted |= {called for called in known if f" {called}(" in known[name]}
    return [text for name, text in known.items() if name in wanted]


# --- Progress -------------------------------------------------------------------------------------


@dataclass
class State:
    """The state of one exercise; `tries` counts gradings until it passed."""

    done: bool = False
    tries: int = 0
    hints: int = 0
    solution: bool = False


def progress_file() -> Path:
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "schedules/exercises.json"


def load() -> dict[str, State]:
    """The states by exercise; raises UserError for a file with other content."""
    file = progress_file()
    try:
        kept: Any = json.loads(file.read_text(encoding="utf-8"))
        return {name: State(**state) for name, state in kept.items()}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UserError(f"cannot read {file}: {error.strerror or error}") from error
    except (ValueError, TypeError, AttributeError):
        raise UserError(
            f"{file} is not a progress file of exercises: remove it to start again"
        ) from None


@contextmanager
def changed(name: str) -> Iterator[State]:
    """The state of an exercise, to be changed; saved at the end."""
    known = load()
    state = known.setdefault(name, State())
    yield state
    kept = {exercise: asdict(state_of) for exercise, state_of in known.items()}
    write_text(progress_file(), json.dumps(kept, indent=1) + "\n")


def tried(name: str, *, passed: bool) -> State:
    """Record that an exercise was graded."""
    with changed(name) as state:
        state.tries += not state.done
        state.done |= passed
    return state


# --- Grades, in a process of their own -----------------------------------------------------------


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
    def of(cls, check: Check, text: str, value: float | None) -> Checked:
        passed = value is not None and check.passes(value)
        missed = value is not None and not passed
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
    from ..sources.computations import kept_rules
    from ..sources.input_values import run_file
    from ..sources.schedule_source import named

    function = named(file, vars(run_file(Path(file), kept_rules)), SCHEDULE)
    if not inspect.isgeneratorfunction(function):
        raise UserError(
            f"{file}:{SCHEDULE} must be a generator that takes the schedule and yields step names"
        )
    return function


def grade(exercise: Exercise, schedule: Callable[..., Any], where: str) -> Grade:
    """Verify a schedule, then count its costs. The exercise defines the computation, not the
    file."""
    from ..analyses.figures import FIGURES
    from ..analyses.verification.verify import machine_checks

    note("lowering the schedule")
    try:
        small = kernel_of(exercise, schedule, where, exercise.run)
        note("simulating its SASS")
        ran = list(machine_checks(small))
        wrong = dict.fromkeys(problem for result in ran for problem in result.problems)
        if wrong:
            return _wrong(exercise, *wrong)
        whole = kernel_of(exercise, schedule, where, exercise.sizes)
    except UserError as error:
        # TVM appends the whole module to its message.
        return _wrong(exercise, str(error).partition("\nThe IR with diagnostic is:")[0])
    checked: list[Checked] = []
    for check in exercise.checks:
        going, figure = all(done.passed for done in checked), FIGURES[check.figure]
        note(f"counting {figure.text}")
        checked.append(Checked.of(check, figure.text, figure.of(whole) if going else None))
    worst = max(result.error for result in ran)
    passed = all(done.passed for done in checked)
    return Grade(exercise.name, passed, (), worst, tuple(checked))


def kernel_of(
    exercise: Exercise, schedule: Callable[..., Any], where: str, sizes: tuple[int, ...]
) -> Kernel:
    """The finished kernel at the given sizes; raises UserError if it is none, or if TVM rejects a
    primitive."""
    from ..core.kernel import last_kernel
    from ..sources.computations import ScheduleSource
    from ..sources.input_values import Own
    from ..sources.schedule_source import as_rung

    about = ScheduleSource(
        where=f"{where}:{SCHEDULE}",
        ladder=exercise.name,
        name=SCHEDULE,
        computation=exercise.workload,
        own=Own(),
        shape=sizes,
        kind=None,
    )
    rung = as_rung(schedule, about)
    kernel = last_kernel(rung, rung.at(sizes), rung.lowered_for(None))
    if kernel.no_kernel:
        raise UserError(kernel.no_kernel)
    return kernel


def _wrong(exercise: Exercise, *problems: str) -> Grade:
    return Grade(exercise.name, False, tuple(problems), None, ())
