"""Exercises, and the file that a learner edits.

Titles, statements and hints are read from the files' text, so a list needs no TVM. An exercise's
module is imported when it is first graded.

A learner's progress (passed exercises, hints given) is a small JSON file in the user's state
folder: $XDG_STATE_HOME, by default ~/.local/state.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from gpusim.errors import UserError, nearest

from ..core.files import write_text

FOLDER = Path(__file__).parent / "exercises"
SHARED = Path(__file__).parent / "shared.py"
TE = "from tvm import te"
SCHEDULE, START, SOLUTION = "schedule", "start", "solution"


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
    """An exercise; `see` is a step that uses the same technique, as LADDER:RUNG[:STEP]."""

    number: int
    name: str
    title: str
    statement: str
    hints: tuple[str, ...]
    see: str
    path: Path

    @property
    def file(self) -> str:
        """The name of the learner's file."""
        return f"exercise_{self.number}.py"

    @property
    def problem(self) -> str:
        """The learner's file as handed out."""
        return self._file(START)

    def without_solution(self) -> dict[str, Any]:
        """The exercise without its solution, for the page."""
        names = ("number", "name", "title", "statement", "hints", "see", "file", "problem")
        return {name: getattr(self, name) for name in names}

    @property
    def solved(self) -> str:
        """A file that passes."""
        return self._file(SOLUTION)

    def _file(self, function: str) -> str:
        asked = f"schedules exercise {self.number}"
        heading = [
            f"Exercise {self.number}: {self.title}",
            f"\n{self.statement}\n",
            f"Grade it: {asked}. A hint: {asked} --hint.",
            f"Look at it: schedules steps {self.file}, schedules analyze {self.file}, ...",
        ]
        code = learner_code(self.path.read_text(encoding="utf-8"), function)
        return '"""' + "\n".join(heading) + '\n"""\n\n' + code

    # --- Grading ----------------------------------------------------------------------------------

    @cached_property
    def module(self) -> ModuleType:
        return importlib.import_module(f".exercises.{self.path.stem}", __package__)

    @property
    def workload(self) -> Callable[..., Any]:
        """The computation to schedule, for any sizes."""
        return self.module.workload

    @property
    def run(self) -> tuple[int, ...]:
        """The sizes at which the SASS is simulated."""
        return self.module.RUN

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes at which the kernel's costs are counted."""
        parameters = inspect.signature(self.workload).parameters.values()
        return tuple(parameter.default for parameter in parameters)

    @property
    def checks(self) -> tuple[Check, ...]:
        return tuple(self.module.checks)


@cache
def all_exercises() -> tuple[Exercise, ...]:
    """All, in order."""
    files = sorted(FOLDER.glob("ex*.py"))
    return tuple(exercise_of(number, file) for number, file in enumerate(files, 1))


def find(text: str) -> Exercise:
    """An exercise by its number or its name; raises UserError for none."""
    known = {str(exercise.number): exercise for exercise in all_exercises()}
    known |= {exercise.name: exercise for exercise in all_exercises()}
    if text not in known:
        raise nearest("exercise", text, known)
    return known[text]


def exercise_of(number: int, file: Path) -> Exercise:
    """The exercise of a file; that of ex06_bank_padding.py is called bank_padding."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    title, _, statement = str(ast.get_docstring(tree)).partition("\n")
    constants = {
        target.id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id in ("hints", "see")
    }
    hints = tuple(" ".join(hint.split()) for hint in constants["hints"])
    name = file.stem.partition("_")[2]
    return Exercise(number, name, title, statement.strip(), hints, constants["see"], file)


def learner_code(source: str, function: str) -> str:
    """The part of an exercise's file that the learner gets, with one of its functions as
    `schedule`: its external imports, the shared functions that it imports, and the functions above
    `start`."""
    imports, functions, chosen = [], [], ""
    above = True
    for node in ast.parse(source).body:
        text = ast.get_source_segment(source, node) or ""
        if isinstance(node, ast.ImportFrom) and node.module == SHARED.stem:
            functions += shared_functions({alias.name for alias in node.names})
        elif isinstance(node, ast.Import | ast.ImportFrom) and not getattr(node, "level", 0):
            imports.append(text)
        elif isinstance(node, ast.FunctionDef):
            if node.name == function:
                chosen = text.replace(f"def {function}(", f"def {SCHEDULE}(", 1)
            above = above and node.name != START
            if above:
                functions.append(text)
    if TE not in imports and any("te." in text for text in functions):
        imports.insert(0, TE)
    return "\n\n\n".join(["\n".join(imports), *functions, chosen]) + "\n"


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
