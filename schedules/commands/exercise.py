"""`schedules exercise`: schedules to write, graded without a GPU."""

from __future__ import annotations

import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpusim.errors import UserError

from ..processes.platforms import FileLimits
from ..processes.worker import run_isolated
from ..views.terminal import print_code, print_json, print_table
from .options import takes

if TYPE_CHECKING:
    from ..learning.exercise import Exercise, Grade, State

Record = dict[str, Any]


def complete_number(_context: click.Context, _param: click.Parameter, text: str) -> list[str]:
    from ..learning.exercise import all_exercises

    return [exercise.name for exercise in all_exercises() if exercise.name.startswith(text)]


@click.command("exercise")
@click.argument("number", required=False, metavar="[N]", shell_complete=complete_number)
@click.option(
    "--hint", "give_hint", is_flag=True, help="Print the next hint, or the last hint again."
)
@click.option("--solution", "give_solution", is_flag=True, help="Print a schedule that passes.")
@takes("limits", json="exercises")
def command(
    number: str | None, give_hint: bool, give_solution: bool, as_json: bool, limits: FileLimits
) -> None:
    """List, start and grade exercises: write a schedule that meets stated goals.

    Without N, list the exercises and your progress. With N, a number or a name, write exercise_N.py
    to the current folder; if the file exists, grade it: run, count and predict its schedule. See
    docs/exercises.md.
    """
    from ..core.files import write_text
    from ..learning.exercise import State, all_exercises, changed, find, load, tried

    asks = give_hint or give_solution
    if number is None:
        if asks:
            raise UserError("name an exercise: schedules exercise N --hint")
        known = load()
        listed = [
            record(exercise, known.get(exercise.name, State())) for exercise in all_exercises()
        ]
        if as_json:
            print_json("exercises", listed)
        else:
            print_list(listed)
        return
    exercise = find(number)
    file, grade = Path(exercise.file), None
    if asks:
        with changed(exercise.name) as state:
            state.solution |= give_solution
            if give_hint:
                state.hints = min(state.hints + 1, len(exercise.hints))
    elif file.exists():
        grade = graded(exercise, file, limits)
        state = tried(exercise.name, passed=grade.passed)
    else:
        state = load().get(exercise.name, State())
        write_text(file, exercise.problem)
    if as_json:
        print_json("exercises", [record(exercise, state, "" if asks else str(file), grade)])
    elif grade:
        print_grade(exercise, file, grade)
    elif not asks:
        click.echo(f"Exercise {exercise.number}: {exercise.title}\n\n{exercise.statement}\n")
        click.echo(f"Wrote {file}. Edit it, then run: schedules exercise {exercise.number}")
    else:
        if give_hint:
            hints = exercise.hints
            click.echo(f"Hint {state.hints} of {len(hints)}: {hints[state.hints - 1]}")
        if give_solution:
            print_code(exercise.solved, "python")
    sys.exit(0 if grade is None or grade.passed else 1)


def record(exercise: Exercise, state: State, file: str = "", grade: Grade | None = None) -> Record:
    """An exercise for JSON, with the hints and the solution that were requested."""
    return {
        "number": exercise.number,
        "name": exercise.name,
        "title": exercise.title,
        "statement": exercise.statement,
        "see": exercise.see,
        **{name: value for name, value in asdict(state).items() if name in ("done", "tries")},
        "hints": list(exercise.hints[: state.hints]),
        "hints_left": len(exercise.hints) - state.hints,
        "solution": exercise.solved if state.solution else None,
        "file": file,
        "grade": grade,
    }


def graded(exercise: Exercise, file: Path, limits: FileLimits) -> Grade:
    """The grade of the learner's file, from a separate process."""
    from ..learning.exercise import grade_file

    work = partial(grade_file, exercise.name)
    grade, problem = run_isolated(work, str(file), str(file), limits)
    if grade is None:
        raise UserError(problem)
    return grade


# --- what is printed ------------------------------------------------------------------------------


def print_list(listed: list[Record]) -> None:
    rows = [
        [
            exercise["number"],
            exercise["name"],
            exercise["title"],
            "done" if exercise["done"] else "",
            exercise["see"],
        ]
        for exercise in listed
    ]
    print_table(["#", "name", "exercise", "", "rung that does it"], rows)
    done = sum(exercise["done"] for exercise in listed)
    click.echo(f"{done} of {len(listed)} done. To start one: schedules exercise 1")


def print_grade(exercise: Exercise, file: Path, grade: Grade) -> None:
    """Print a line per check, and what to do about the first that failed."""
    asked = f"schedules exercise {exercise.number}"
    if grade.worst is None:
        click.echo(f"  no  correct in the simulator\n{file}: {grade.wrong[0]}")
    else:
        click.echo(f"  yes correct in the simulator, worst error {grade.worst:.2f} of tolerance")
    for check in grade.checks:
        mark = "yes" if check.passed else " - " if check.value is None else "no "
        click.echo(f"  {mark} {check}")
        if check.otherwise:
            click.echo(f"{file}: {check.otherwise}")
    if grade.passed:
        click.echo(f"Passed. A rung that does it: schedules show {exercise.see}")
    else:
        click.echo(f"Not yet. For a hint: {asked} --hint")
