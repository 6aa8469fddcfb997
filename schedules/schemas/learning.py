"""Exercises, and how a learner's schedule did."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CheckedRecord:
    """A figure of a kernel and its bound; `value` is null where an earlier check was missed.

    `otherwise` says what to do about a miss.
    """

    figure: str
    text: str
    bound: str
    value: float | None
    passed: bool
    otherwise: str


@dataclass(frozen=True)
class GradeRecord:
    """How a schedule did: `wrong` says what is wrong with its values or its threads.

    `worst` is the largest error as a share of the tolerance, null where something is wrong.
    """

    exercise: str
    passed: bool
    wrong: list[str]
    worst: float | None
    checks: list[CheckedRecord]


@dataclass(frozen=True)
class ExerciseRecord:
    """An exercise, and how far the learner is with it.

    `see` is where a ladder does the same; `hints` are those given so far, `solution` is null until
    it was asked for; `file` and `grade` are of a file that was written or graded.
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
    grade: GradeRecord | None
