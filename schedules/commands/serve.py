"""`schedules serve`: the explorer page live on this machine."""

from __future__ import annotations

import sys

import click


@click.command("serve")
@click.option("--port", type=click.IntRange(0, 65535), default=8123, show_default=True)
def command(port: int) -> None:
    """The explorer page live on 127.0.0.1, with numbers to change; --port 0 takes any port."""
    from ..explorer.serve import run_serve

    sys.exit(run_serve(port))
