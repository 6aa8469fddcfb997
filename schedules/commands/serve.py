"""`schedules serve`: the explorer page live on this machine."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .options import compiler_option
from .references import REFERENCE


@click.command("serve")
@click.argument("files", type=REFERENCE, nargs=-1, metavar="[FILE ...]")
@compiler_option
@click.option("--port", type=click.IntRange(0, 65535), default=8123, show_default=True)
def command(files: tuple[str, ...], port: int) -> None:
    """The explorer page live on 127.0.0.1, with numbers to change; --port 0 takes any port.

    Beside all ladders it has schedules and kernels of your own, FILE.py[:NAME] or FILE.cu, and
    builds them anew whenever you save.
    """
    from gpusim.errors import UserError

    from ..explorer.serve import run_serve
    from ..sources.names import is_file

    for one in files:
        if not is_file(one):
            raise UserError(f"{one} is no file: every ladder is on the page without being named")
        if not Path(one.partition(":")[0]).is_file():
            raise UserError(f"no such file: {one.partition(':')[0]}")
    sys.exit(run_serve(port, files))
