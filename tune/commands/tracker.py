"""`tune tracker`: where the pieces of a run on many machines meet."""

from __future__ import annotations

import socket
from contextlib import suppress

import click

from schedules.errors import UserError

from ..measuring.interface import LOOPBACK, TRACKER_PORT


@click.command()
@click.option("--host", default=LOOPBACK, show_default=True, help="Where to listen.")
@click.option("--port", type=click.IntRange(1, 65535), default=TRACKER_PORT, show_default=True)
def command(host: str, port: int) -> None:
    """Run the tracker that workers and jobs with runner = "rpc" meet at."""
    from tvm.rpc import base
    from tvm.rpc.tracker import PopenTrackerServerState

    try:
        state = PopenTrackerServerState(host, port, port + 1, silent=True)
    except (OSError, ValueError) as error:
        raise UserError(f"cannot listen at {host}:{port}: {error}; --port takes another") from None
    click.echo(f"tracker at {host}:{port}; Ctrl-C ends it", err=True)
    try:
        state.thread.join()
    except KeyboardInterrupt:
        with suppress(OSError), socket.create_connection((host, port), 5) as connection:
            connection.sendall(base.struct.pack("<i", base.RPC_TRACKER_MAGIC))
            base.recvall(connection, 4)
            base.sendjson(connection, [base.TrackerCode.STOP, state.stop_key])
            base.recvjson(connection)
        raise
