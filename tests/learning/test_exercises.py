"""Exercises: each start fails, each solution passes, and a near miss is told what it lacks."""

from __future__ import annotations

import re

import pytest
from exhaustive import every
from near_misses import NEAR_MISSES

from schedules.learning.exercise import Check, all_exercises, find, grade, number

NAMES = [one.name for one in all_exercises()]
# The first near miss that each figure tells, and that of a wrong result, by default.
BY_FIGURE = {
    figure: (name, what)
    for name, some in reversed(NEAR_MISSES.items())
    for what, (_, figure, _) in reversed(some.items())
}.values()


def graded(exercise, code):
    defined = {}
    exec(compile(code, exercise.file, "exec"), defined)
    return grade(exercise, defined["schedule"], exercise.file)


@pytest.mark.parametrize("name", every(NAMES, 16))
def test_the_start_fails_and_the_solution_passes(name):
    """The files are those that a learner gets."""
    exercise = find(name)
    begun = graded(exercise, exercise.problem)
    assert not begun.passed
    assert begun.wrong or any(one.otherwise for one in begun.checks)
    solved = graded(exercise, exercise.solved)
    assert solved.passed and solved.wrong == () and solved.worst <= 1
    assert [one.figure for one in solved.checks] == [one.figure for one in exercise.checks]
    assert all(one.passed and one.value is not None for one in solved.checks)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        pytest.param(
            name, what, marks=[] if (name, what) in BY_FIGURE else [pytest.mark.exhaustive]
        )
        for name, some in NEAR_MISSES.items()
        for what in some
    ],
)
def test_a_near_miss_is_told_what_it_lacks(name, what):
    exercise = find(name)
    changes, figure, said = NEAR_MISSES[name][what]
    code = exercise.solved
    for old, new in changes.items():
        assert old in code, old
        code = code.replace(old, new)
    found = graded(exercise, code)
    assert not found.passed
    missed = [one for one in found.checks if one.otherwise]
    assert [one.figure for one in missed] == ([figure] if figure else [])
    (line,) = [*found.wrong[:1], *(one.otherwise for one in missed)]
    assert re.search(said, line), line


def test_a_check_has_bounds_on_both_sides():
    within = Check("threads", "", at_least=2, at_most=4)
    assert [within.passes(value) for value in (1, 2, 4, 5)] == [False, True, True, False]
    assert within.bound == "at least 2 and at most 4"
    assert Check("threads", "", at_least=2, at_most=2).bound == "exactly 2"
    assert [number(value) for value in (1234567, 13.26, 12345.6)] == [
        "1,234,567",
        "13.26",
        "12,346",
    ]
