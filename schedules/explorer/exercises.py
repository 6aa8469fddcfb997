"""Exercises on the live page: grades a learner's text, and stores the progress.

The text is Python that anyone with the server's token may send. It runs in a process without
network, with limits on time and memory (platforms.py), and only if the system supports such
processes.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gpusim.errors import UserError

from ..learning.exercise import all_exercises, changed, find, load, tried
from ..learning.grading import Checked, Submission, grade_file
from ..processes.platforms import check_can_confine
from ..processes.pool import Pool
from ..processes.worker import note
from .builds import Answers, build_pool
from .queries import BadQuery

Record = dict[str, Any]

LONGEST_TEXT = 32 * 1024
SECONDS = 120.0


def gradable() -> bool:
    """Whether a text can be run here."""
    try:
        check_can_confine()
    except UserError:
        return False
    return True


def grade_text(query: Record) -> Record:
    """In a worker: grade a text as an exercise's file."""
    exercise = find(query["grade"])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / exercise.file
        file.write_text(query["text"], encoding="utf-8")
        note("reading the schedule")
        try:
            grade = grade_file(Submission(exercise.name, str(file)))
        except UserError as error:
            raise UserError(str(error).replace(f"{folder}/", "")) from None
    wrong = [text.replace(f"{folder}/", "") for text in grade["wrong"]]
    lines = [str(Checked(**check)) for check in grade["checks"]]
    return {**grade, "wrong": wrong, "lines": lines}


class Exercises:
    """The exercises and the progress; the grading process starts with the first request."""

    def __init__(self, work: Callable[[Record], Record] = grade_text) -> None:
        self._work = work
        self._pool: Pool | None = None
        self._answers: Answers | None = None
        # Held while a worker starts or the progress file is rewritten.
        self._lock = threading.Lock()

    @property
    def answers(self) -> Answers:
        with self._lock:
            if self._answers is None:
                self._pool = build_pool(self._work, 1, seconds=SECONDS, alone=True)
                self._answers = Answers(self._pool)
            return self._answers

    def checked(self, query: Record) -> Record:
        """A query to grade a text, {"grade": name, "text": text}; raises BadQuery."""
        if query.keys() != {"grade", "text"} or not gradable():
            raise BadQuery("to grade takes an exercise's name and a text")
        if query["grade"] not in [exercise.name for exercise in all_exercises()]:
            raise BadQuery("no such exercise", "grade")
        if not isinstance(query["text"], str) or len(query["text"]) > LONGEST_TEXT:
            raise BadQuery(f"a text has {LONGEST_TEXT:,} characters at most", "text")
        return query

    def graded(self, grade: Record) -> None:
        """Store that an exercise was attempted."""
        with self._lock:
            tried(grade["exercise"], passed=grade["passed"])

    def hinted(self, query: Any) -> Record:
        """Store that a hint was shown, {"hint": name, "number": n}; raises BadQuery."""
        known = {exercise.name: len(exercise.hints) for exercise in all_exercises()}
        if not isinstance(query, dict) or query.get("hint") not in list(known):
            raise BadQuery("no such exercise", "hint")
        number = query.get("number")
        if type(number) is not int or not 1 <= number <= known[query["hint"]]:
            raise BadQuery("no such hint", "number")
        with self._lock, changed(query["hint"]) as state:
            state.hints = max(state.hints, number)
        return self.done()

    def done(self) -> Record:
        """The progress by exercise; raises UserError if its file cannot be read."""
        return {name: asdict(state) for name, state in load().items()}

    def end(self) -> None:
        if self._pool:
            self._pool.end()
