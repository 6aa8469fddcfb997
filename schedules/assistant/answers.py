"""The answers of the tools, the documents that `--json` prints; and the processes that give them.

Each question is answered in a separate process with limits and without network, which is started
ahead of time.
"""

from __future__ import annotations

import tempfile
import threading
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from gpusim.errors import UserError

from ..core.data import document, plain
from ..processes.worker import Worker, WorkerLost, why
from ..sources.names import is_file

# The number of instructions of a predicted launch in an answer, the most expensive first.
MOST_INSTRUCTIONS = 20
# When moves are no longer tried.
ADVICE_MINUTES = 0.5
FILE = "mine.py"


@dataclass(frozen=True)
class Question:
    """A question about a schedule; `schedule` and `other` are file paths or rung names.

    `options` are specific to the tool.
    """

    tool: str
    schedule: str
    step: str | None = None
    shape: tuple[int, ...] | None = None
    arch: str | None = None
    other: str | None = None
    options: tuple[tuple[str, Any], ...] = ()


def warm() -> None:
    """Load what every answer needs, before the first question."""
    from ..gemm.tensor_tiles import intrinsics

    import_module("schedules.api.exploration")
    intrinsics()


def answer(question: Question) -> dict[str, Any]:
    """The document; raises UserError for anything wrong with the schedule."""
    import schedules

    def look(reference: str, step: str | None):
        return schedules.explore(reference, shape=question.shape, target=question.arch, step=step)

    looked = look(question.schedule, question.step)
    options = dict(question.options)
    if question.tool == "diff" and question.other:
        options["other"] = look(question.other, options.pop("other_step", None))
    made = TOOLS[question.tool](looked, **options)
    return document(made.kind, [plain(made)])


def explore(k):
    from ..api.results import Explored

    return Explored(k.name, k.steps.steps, k.verify(), k.problem)


def show(k, level: str):
    from ..core.target import LEVELS
    from ..schemas.records import TextRecord

    text = k.text(level)
    return TextRecord(k.name, level, LEVELS[level].language, text)


def diff(k, level: str | None = None, other: Any = None, other_step: str | None = None):
    return k.diff(other if other is not None else other_step, level)


def verify(k):
    return k.verify()


def analyze(k):
    return k.accesses


def predict(k, chip: str):
    made = k.predict(chip)
    launches = []
    for launch in made.known.launches:
        longest = sorted(launch.instructions, key=lambda instruction: -instruction.us)
        launches.append(replace(launch, instructions=tuple(longest[:MOST_INSTRUCTIONS])))
    return replace(made, prediction=replace(made.known, launches=tuple(launches)))


def advise(k, chip: str):
    return k.advise(chip, minutes=ADVICE_MINUTES)


TOOLS = {tool.__name__: tool for tool in (explore, show, diff, verify, analyze, predict, advise)}


# --- processes ------------------------------------------------------------------------------------


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
                return worker.do(asked, self._seconds)
        except WorkerLost as lost:
            limits = f"{self._seconds:g} s and {self._memory / 2**30:g} GB"
            raise UserError(f"{lost}; limits: {limits}") from None
        except Exception as error:  # TVM may raise anything
            raise UserError(why(error).replace(f"{folder}/", "")) from None
        finally:
            worker.end()

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
