"""`schedules serve`: the explorer page live on this machine."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .options import REFERENCE, takes


@click.command("serve")
@click.argument("files", type=REFERENCE, nargs=-1, metavar="[FILE ...]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8123,
    show_default=True,
    help="Port; 0 picks any.",
)
@takes("compiler")
def command(files: tuple[str, ...], port: int) -> None:
    """Serve the explorer page on 127.0.0.1, with tile sizes and shapes to change.

    The page has all ladders, and your own schedules and kernels if you name them: FILE.py[:NAME] or
    FILE.cu. They are rebuilt whenever you save them.
    """
    from gpusim.errors import UserError

    from ..explorer.serve import run_serve
    from ..sources.names import is_file

    for file in files:
        if not is_file(file):
            raise UserError(
                f"{file} is not a file: name only your own files; the page has every ladder"
            )
        if not Path(file.partition(":")[0]).is_file():
            raise UserError(f"no such file: {file.partition(':')[0]}")
    sys.exit(run_serve(port, files))
