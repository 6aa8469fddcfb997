"""Answers each question in a separate process with limits and without network; the process is
started ahead of time."""

from __future__ import annotations

import tempfile
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpusim.errors import UserError

from ..processes.worker import Worker, WorkerLost
from ..sources.names import is_file
from .answers import Question, answer, warm

FILE = "mine.py"


class Calls:
    """Answers questions, each in a fresh process, so that a schedule cannot affect another answer.

    Parameters
    ----------
    seconds, memory : float, int
        Limits of a question: wall-clock time, bytes of address space.
    """

    def __init__(self, seconds: float, memory: int) -> None:
        self._seconds, self._memory = seconds, memory
        self._lock = threading.Lock()
        self._next: Worker | None = self._started()

    def _started(self) -> Worker:
        return Worker(answer, self._memory, name="the schedule", warm=warm, quiet=True, alone=True)

    def ask(self, question: Question) -> dict[str, Any]:
        """The answer to a question whose schedules are given as texts.

        Raises UserError, also if the process hangs, crashes or exceeds a limit.
        """
        with self._lock:
            if self._next is None:
                raise UserError("the server is ending")
            worker, self._next = self._next, self._started()
        try:
            with tempfile.TemporaryDirectory(prefix="schedules-") as folder:
                asked = replace(
                    question,
                    schedule=placed(question.schedule, Path(folder)),
                    other=question.other and placed(question.other, Path(folder) / "other"),
                )
                try:
                    reply = worker.do(asked, self._seconds)
                finally:
                    worker.end()
        except WorkerLost as lost:
            limits = f"{self._seconds:g} s and {self._memory / 2**30:g} GB"
            raise UserError(f"{lost}; limits: {limits}") from None
        if reply.keys() == {"error", "kind"}:
            raise UserError(reply["error"].replace(f"{folder}/", ""))
        return reply

    def end(self) -> None:
        """Kill the process that waits for the next question."""
        with self._lock:
            waiting, self._next = self._next, None
        if waiting:
            waiting.end()


def placed(schedule: str, folder: Path) -> str:
    """An argument for `explore`: a rung's name, or a file with the text; raises UserError."""
    if "\n" not in schedule.strip():
        if is_file(schedule) or not schedule.strip():
            raise UserError(
                "give the text of a schedule or the name of a rung such as "
                "gemm/sgemm_tvm:vthread; files are not read"
            )
        return schedule.strip()
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_text(schedule, encoding="utf-8")
    return str(folder / FILE)
