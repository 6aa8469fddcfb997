"""`schedules mcp`: a server of tools for assistants, on stdin and stdout."""

from __future__ import annotations

import click

from gpusim.errors import UserError

from ..processes.platforms import GB, FileLimits, check_can_confine
from .options import limit_options


@click.command("mcp")
@limit_options(120, 8, "a tool call")
def command(timeout: float, memory: float) -> None:
    """Serve tools for assistants over the Model Context Protocol on stdin and stdout.

    The tools explore, show, diff, verify, analyze, predict and advise take a schedule as text and
    run it in a process with limits and without network access. docs/automation.md explains the
    setup.
    """
    check_can_confine()
    from ..assistant import Calls, server

    calls = Calls(FileLimits(timeout, int(memory * GB)))
    try:
        server(calls).run("stdio")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "anyio"):
            raise
        raise UserError("the server needs the extra 'mcp': pip install 'schedules[mcp]'") from None
    finally:
        calls.end()
