"""`schedules mcp`: a server of tools for assistants, on stdin and stdout."""

from __future__ import annotations

import click

from gpusim.errors import UserError

from ..processes.sandbox import check_can_confine
from .options import GB

SECONDS, MEMORY = 120, 8


@click.command("mcp")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=SECONDS,
    show_default=True,
    metavar="S",
    help="Seconds that a question may take.",
)
@click.option(
    "--memory",
    type=click.FloatRange(min=0, min_open=True),
    default=MEMORY,
    show_default=True,
    metavar="GB",
    help="Memory that a question may take.",
)
def command(timeout: float, memory: float) -> None:
    """A server of the Model Context Protocol, for assistants: on stdin and stdout.

    Its tools explore, show, diff, verify, analyze, predict and advise look at a schedule given as
    text, which runs in a process with limits and without network. docs/assistants.md says how to
    plug it in.
    """
    check_can_confine()
    try:
        from ..assistant.server import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "anyio"):
            raise
        raise UserError("this server needs the extra 'mcp': pip install 'schedules[mcp]'") from None
    from ..assistant.calls import Calls

    calls = Calls(timeout, int(memory * GB))
    try:
        server(calls).run("stdio")
    finally:
        calls.end()
