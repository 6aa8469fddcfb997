"""The Model Context Protocol server, based on the official SDK (the extra `mcp`)."""

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
from .answers import Calls, Question

INSTRUCTIONS = """\
These tools explore GPU kernels scheduled with TVM: what each step of a schedule changes in TIR,
CUDA and SASS, whether the kernel is correct, what its memory accesses cost, and its predicted time.
No GPU is needed.

A schedule is the text of a Python file. The file defines `schedule(sch)`, a generator that takes an
s_tir.Schedule and yields a name after each step, as in `yield "bind", "why"`, and `workload()`,
which returns the TE tensors [A, B, C], outputs last. Or it defines `schedule()`, which returns a
finished s_tir.Schedule. A name such as gemm/sgemm_tvm:vthread denotes a kernel of a built-in
ladder. Start with explore. Errors name the line and the cause."""

Schedule = Annotated[
    str, Field(description="Text of a Python file with a schedule, or LADDER:RUNG.")
]
Step = Annotated[str | None, Field(description="A step's name; by default the last.")]
Shape = Annotated[list[int] | None, Field(description="Arguments of workload(); by default none.")]
Arch = Annotated[
    str | None, Field(description="CUDA architecture, for example sm_80; by default sm_90.")
]
Chip = Annotated[str, Field(description="h200 or h100, for sm_90.")]


HARMLESS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
# Arguments of a call: tool, schedule, step, shape, arch, another schedule, options.
Ask = Callable[..., Awaitable[dict[str, Any]]]


def server(calls: Calls) -> MCPServer:
    """A server whose tools are executed by `calls`."""
    made = MCPServer(
        "schedules", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
    )

    async def ask(tool: str, schedule: str, step, shape, arch, other=None, **options) -> dict:
        rest = (step, tuple(shape) if shape else None, arch, other, tuple(options.items()))
        try:
            return await anyio.to_thread.run_sync(calls.ask, Question(tool, schedule, *rest))
        except UserError as error:
            raise ToolError(str(error)) from None

    add_texts(made, ask)
    add_figures(made, ask)
    return made


def add_texts(made: MCPServer, ask: Ask) -> None:
    """Add the tools that show a schedule's code."""

    @made.tool(annotations=HARMLESS)
    async def explore(schedule: Schedule, shape: Shape = None, arch: Arch = None) -> dict[str, Any]:
        """List the steps of a schedule, their effects and launches, and verify each step."""
        return await ask("explore", schedule, None, shape, arch)

    @made.tool(annotations=HARMLESS)
    async def show(
        schedule: Schedule,
        level: Annotated[str, Field(description="tir, lowered, cuda, ptx or sass.")] = "cuda",
        step: Step = None,
        shape: Shape = None,
        arch: Arch = None,
    ) -> dict[str, Any]:
        """Print a step at one level: TIR, lowered TIR, CUDA, PTX or SASS."""
        return await ask("show", schedule, step, shape, arch, level=level)

    @made.tool(annotations=HARMLESS)
    async def diff(
        schedule: Schedule,
        step: Step = None,
        other: Annotated[str | None, Field(description="Another schedule to compare with.")] = None,
        other_step: Annotated[
            str | None, Field(description="The step to compare with; by default the previous step.")
        ] = None,
        level: Annotated[
            str | None, Field(description="Level to compare; by default cuda.")
        ] = None,
        shape: Shape = None,
        arch: Arch = None,
    ) -> dict[str, Any]:
        """Compare a step with the previous step, another step or another schedule."""
        options = {"level": level, "other_step": other_step}
        return await ask("diff", schedule, step, shape, arch, other, **options)


def add_figures(made: MCPServer, ask: Ask) -> None:
    """Add the tools that analyze a schedule."""

    @made.tool(annotations=HARMLESS)
    async def verify(
        schedule: Schedule, step: Step = None, shape: Shape = None, arch: Arch = None
    ) -> dict[str, Any]:
        """Simulate a kernel on the CPU: compare with float64, find races and missing barriers."""
        return await ask("verify", schedule, step, shape, arch)

    @made.tool(annotations=HARMLESS)
    async def analyze(
        schedule: Schedule, step: Step = None, shape: Shape = None, arch: Arch = None
    ) -> dict[str, Any]:
        """Count bank conflicts, sectors and widths of each memory access over the launch."""
        return await ask("analyze", schedule, step, shape, arch)

    @made.tool(annotations=HARMLESS)
    async def predict(
        schedule: Schedule, step: Step = None, shape: Shape = None, chip: Chip = DEFAULT_CHIP
    ) -> dict[str, Any]:
        """Predict the time of a kernel on a chip, and list its most expensive instructions."""
        return await ask("predict", schedule, step, shape, None, chip=chip)

    @made.tool(annotations=HARMLESS)
    async def advise(
        schedule: Schedule, step: Step = None, shape: Shape = None, chip: Chip = DEFAULT_CHIP
    ) -> dict[str, Any]:
        """Predict what limits a kernel on a chip, and what each change would gain."""
        return await ask("advise", schedule, step, shape, None, chip=chip)
