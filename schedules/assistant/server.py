"""The server of tools, by the official SDK of the Model Context Protocol (the extra `mcp`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import anyio.to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from gpusim.errors import UserError

from .. import __version__
from ..core.kernel import DEFAULT_CHIP
from .answers import Question
from .calls import Calls

INSTRUCTIONS = """\
Looks at GPU kernels scheduled with TVM: what each step of a schedule does to its TIR, CUDA and
machine code, whether it is right, what its memory accesses cost, how long it should take. No GPU
is needed.

A schedule is the text of a Python file. It defines `schedule(sch)`, a generator over an
s_tir.Schedule that yields a name behind each step, as `yield "bind", "why"`, and `workload()`,
which returns the TE tensors [A, B, C], outputs last. Or it defines `schedule()`, which returns a
finished s_tir.Schedule. A name such as gemm/sgemm_tvm:vthread stands for a kernel of a ladder that
comes with the explorer. Begin with explore; what is wrong is told with the line and the cause."""

Schedule = Annotated[
    str, Field(description="Text of a Python file with the schedule, or LADDER:RUNG.")
]
Step = Annotated[str | None, Field(description="A step's name; by default the last.")]
Shape = Annotated[
    list[int] | None, Field(description="What workload() is called with; by default nothing.")
]
Arch = Annotated[str | None, Field(description="As sm_80; by default sm_90.")]
Chip = Annotated[str, Field(description="h200 or h100, for sm_90.")]


HARMLESS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
# Puts a question: a tool's name, a schedule, step, shape, arch, another schedule, and options.
Ask = Callable[..., Awaitable[dict[str, Any]]]


def server(calls: Calls) -> MCPServer:
    """A server whose tools put their questions to `calls`."""
    made = MCPServer(
        "schedules", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
    )

    async def ask(tool: str, schedule: str, step, shape, arch, other=None, **options) -> dict:
        at = (step, tuple(shape) if shape else None, arch, other, tuple(options.items()))
        try:
            return await anyio.to_thread.run_sync(calls.ask, Question(tool, schedule, *at))
        except UserError as error:
            raise ToolError(str(error)) from None

    add_texts(made, ask)
    add_figures(made, ask)
    return made


def add_texts(made: MCPServer, ask: Ask) -> None:
    """The tools that show what a schedule is."""

    @made.tool(annotations=HARMLESS)
    async def explore(schedule: Schedule, shape: Shape = None, arch: Arch = None) -> dict[str, Any]:
        """Steps of a schedule, what each changed, how it is launched, and whether it is right."""
        return await ask("explore", schedule, None, shape, arch)

    @made.tool(annotations=HARMLESS)
    async def show(
        schedule: Schedule,
        level: Annotated[str, Field(description="tir, lowered, cuda, ptx or sass.")] = "cuda",
        step: Step = None,
        shape: Shape = None,
        arch: Arch = None,
    ) -> dict[str, Any]:
        """The text of a step at a level."""
        return await ask("show", schedule, step, shape, arch, level=level)

    @made.tool(annotations=HARMLESS)
    async def diff(
        schedule: Schedule,
        step: Step = None,
        other: Annotated[str | None, Field(description="Another schedule to begin from.")] = None,
        other_step: Annotated[
            str | None, Field(description="The step to begin from; by default the one before.")
        ] = None,
        level: Annotated[str | None, Field(description="By default cuda.")] = None,
        shape: Shape = None,
        arch: Arch = None,
    ) -> dict[str, Any]:
        """What a step changed: a unified diff from another step, or from another schedule's."""
        options = {"level": level, "other_step": other_step}
        return await ask("diff", schedule, step, shape, arch, other, **options)


def add_figures(made: MCPServer, ask: Ask) -> None:
    """The tools that say what a schedule does and takes."""

    @made.tool(annotations=HARMLESS)
    async def verify(
        schedule: Schedule, step: Step = None, shape: Shape = None, arch: Arch = None
    ) -> dict[str, Any]:
        """Run it on the CPU against a float64 reference: wrong values, races, missing barriers."""
        return await ask("verify", schedule, step, shape, arch)

    @made.tool(annotations=HARMLESS)
    async def analyze(
        schedule: Schedule, step: Step = None, shape: Shape = None, arch: Arch = None
    ) -> dict[str, Any]:
        """Every memory access: bank conflicts, sectors, widths, and their sums over the launch."""
        return await ask("analyze", schedule, step, shape, arch)

    @made.tool(annotations=HARMLESS)
    async def predict(
        schedule: Schedule, step: Step = None, shape: Shape = None, chip: Chip = DEFAULT_CHIP
    ) -> dict[str, Any]:
        """The time it should take on a chip, and the instructions that it goes to."""
        return await ask("predict", schedule, step, shape, None, chip=chip)

    @made.tool(annotations=HARMLESS)
    async def advise(
        schedule: Schedule, step: Step = None, shape: Shape = None, chip: Chip = DEFAULT_CHIP
    ) -> dict[str, Any]:
        """What bounds it on a chip, and what each move would gain: predicted."""
        return await ask("advise", schedule, step, shape, None, chip=chip)
