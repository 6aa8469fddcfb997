"""Tools for assistants over the Model Context Protocol, based on the official SDK (the extra
`mcp`). An answer is the document that `--json` prints.

Each question is answered in a separate process with limits and without network, which is started
ahead of time.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from gpusim.errors import UserError

from . import __version__
from .core.data import document, plain
from .core.kernel import DEFAULT_CHIP
from .processes.platforms import FileLimits
from .processes.worker import Worker, last_answer
from .sources.names import is_file

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from .api.exploration import Exploration

INSTRUCTIONS = """\
These tools explore GPU kernels scheduled with TVM: what each step of a schedule changes in TIR,
CUDA and SASS, whether the kernel is correct, what its memory accesses cost, and its predicted time.
No GPU is needed.

A schedule is the text of a Python file. The file defines `schedule(sch)`, a generator that takes an
s_tir.Schedule and yields a name after each step, as in `yield "bind", "why"`, and `workload()`,
which returns the TE tensors [A, B, C], outputs last. Or it defines `schedule()`, which returns a
finished s_tir.Schedule. A name such as gemm/sgemm_tvm:vthread denotes a kernel of a built-in
ladder. Start with explore. Errors name the line and the cause."""

# The number of instructions of a predicted launch in an answer, the most expensive first.
MOST_INSTRUCTIONS = 20
# When moves are no longer tried.
ADVICE_MINUTES = 0.5
FILE = "mine.py"

Document = dict[str, Any]
Schedule = Annotated[
    str, Field(description="Text of a Python file with a schedule, or LADDER:RUNG.")
]
Step = Annotated[str | None, Field(description="A step's name; by default the last.")]
Shape = Annotated[list[int] | None, Field(description="Arguments of workload(); by default none.")]
Arch = Annotated[
    str | None, Field(description="CUDA architecture, for example sm_80; by default sm_90.")
]
Chip = Annotated[str, Field(description="h200 or h100, for sm_90.")]


# --- the tools, in the process that answers -------------------------------------------------------


def _explored(schedule: str, step=None, shape=None, arch=None) -> Exploration:
    import schedules

    return schedules.explore(schedule, shape=shape or None, target=arch, step=step)


def _document(made: Any) -> Document:
    return document(made.kind, [plain(made)])


def explore(schedule: Schedule, shape: Shape = None, arch: Arch = None) -> Document:
    """List the steps of a schedule, their effects and launches, and verify each step."""
    from .api.results import Explored

    k = _explored(schedule, None, shape, arch)
    return _document(Explored(k.name, k.steps.steps, k.verify(), k.problem))


def show(
    schedule: Schedule,
    level: Annotated[str, Field(description="tir, lowered, cuda, ptx or sass.")] = "cuda",
    step: Step = None,
    shape: Shape = None,
    arch: Arch = None,
) -> Document:
    """Print a step at one level: TIR, lowered TIR, CUDA, PTX or SASS."""
    from .core.target import LEVELS
    from .schemas import TextRecord

    k = _explored(schedule, step, shape, arch)
    text = k.text(level)
    return _document(TextRecord(k.name, level, LEVELS[level].language, text))


def diff(
    schedule: Schedule,
    step: Step = None,
    other: Annotated[str | None, Field(description="Another schedule to compare with.")] = None,
    other_step: Annotated[
        str | None, Field(description="The step to compare with; by default the previous step.")
    ] = None,
    level: Annotated[str | None, Field(description="Level to compare; by default cuda.")] = None,
    shape: Shape = None,
    arch: Arch = None,
) -> Document:
    """Compare a step with the previous step, another step or another schedule."""
    compared = _explored(other, other_step, shape, arch) if other else other_step
    return _document(_explored(schedule, step, shape, arch).diff(compared, level))


def verify(
    schedule: Schedule, step: Step = None, shape: Shape = None, arch: Arch = None
) -> Document:
    """Simulate a kernel on the CPU: compare with float64, find races and missing barriers."""
    return _document(_explored(schedule, step, shape, arch).verify())


def analyze(
    schedule: Schedule, step: Step = None, shape: Shape = None, arch: Arch = None
) -> Document:
    """Count bank conflicts, sectors and widths of each memory access over the launch."""
    return _document(_explored(schedule, step, shape, arch).accesses)


def predict(
    schedule: Schedule, step: Step = None, shape: Shape = None, chip: Chip = DEFAULT_CHIP
) -> Document:
    """Predict the time of a kernel on a chip, and list its most expensive instructions."""
    made = _explored(schedule, step, shape).predict(chip)
    launches = []
    for launch in made.known.launches:
        longest = sorted(launch.instructions, key=lambda instruction: -instruction.us)
        launches.append(replace(launch, instructions=tuple(longest[:MOST_INSTRUCTIONS])))
    return _document(replace(made, prediction=replace(made.known, launches=tuple(launches))))


def advise(
    schedule: Schedule, step: Step = None, shape: Shape = None, chip: Chip = DEFAULT_CHIP
) -> Document:
    """Predict what limits a kernel on a chip, and what each change would gain."""
    return _document(_explored(schedule, step, shape).advise(chip, minutes=ADVICE_MINUTES))


Tool = Callable[..., Document]
TOOLS: tuple[Tool, ...] = (explore, show, diff, verify, analyze, predict, advise)


def answer(question: tuple[Tool, Document]) -> Document:
    """A tool's answer to its arguments; raises UserError for anything wrong with the schedule."""
    tool, given = question
    return tool(**given)


def warm() -> None:
    """Load what every answer needs, before the first question."""
    from .gemm.tensor_tiles import intrinsics

    import_module("schedules.api.exploration")
    intrinsics()


# --- the server, and its processes ----------------------------------------------------------------


def server(calls: Calls) -> MCPServer:
    """A server whose tools are executed by `calls`."""
    import anyio.to_thread
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations

    made = MCPServer(
        "schedules", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
    )

    def asking(tool: Tool) -> Callable[..., Any]:
        """The tool's signature and documentation, with its answer from `calls`."""

        @wraps(tool)
        async def ask(**given: Any) -> Document:
            try:
                return await anyio.to_thread.run_sync(calls.ask, tool, given)
            except UserError as error:
                raise ToolError(str(error)) from None

        return ask

    for tool in TOOLS:
        harmless = ToolAnnotations(read_only_hint=True, open_world_hint=False)
        made.add_tool(asking(tool), annotations=harmless)
    return made


class Calls:
    """Answers questions, each in a fresh process, so that a schedule cannot affect another answer.

    A question has the given limits.
    """

    def __init__(self, limits: FileLimits) -> None:
        self._limits = limits
        self._lock = threading.Lock()
        self._next: Worker | None = self._started()

    def _started(self) -> Worker:
        memory = self._limits.memory
        return Worker(answer, memory, name="the schedule", warm=warm, quiet=True, alone=True)

    def ask(self, tool: Tool, given: Document) -> Document:
        """The answer to a question whose schedules are given as texts.

        Raises UserError, also if the process hangs, crashes or exceeds a limit.
        """
        with tempfile.TemporaryDirectory(prefix="schedules-") as folder:
            question = tool, placed(given, Path(folder))
            with self._lock:
                if self._next is None:
                    raise UserError("the server is ending")
                worker, self._next = self._next, self._started()
            made, problem = last_answer(worker, question, self._limits)
        if problem:
            raise UserError(problem.replace(f"{folder}/", ""))
        return made

    def end(self) -> None:
        """Kill the process that waits for the next question."""
        with self._lock:
            waiting, self._next = self._next, None
        if waiting:
            waiting.end()


def placed(given: Document, folder: Path) -> Document:
    """Arguments whose schedules are rungs' names, or files in the folder with the texts; raises
    UserError for anything else."""
    asked = given | {"schedule": _placed(given["schedule"], folder)}
    if given.get("other"):
        asked["other"] = _placed(given["other"], folder / "other")
    return asked


def _placed(schedule: str, folder: Path) -> str:
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
