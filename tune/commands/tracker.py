"""`tune tracker`: connects the processes of a run that uses several machines."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

import click

from gpusim.errors import UserError

from ..measuring.interface import LOOPBACK, TRACKER_PORT
from .arguments import PORT, insecure_option
from .session import ended_by_signals
from .worker import POLL_SECONDS, PORTS_EACH, WORKER_PORTS

if TYPE_CHECKING:
    from ..measuring.tunnel import Tunnel


@click.command()
@click.option("--host", default=LOOPBACK, show_default=True, help="Address to listen on.")
@insecure_option
@click.option(
    "--port", type=PORT, default=TRACKER_PORT, show_default=True, help="Port to listen on."
)
@click.option(
    "--via-ssh",
    "destinations",
    multiple=True,
    metavar="USER@HOST",
    help="Machine of workers; they reach this tracker through an SSH tunnel. Repeatable.",
)
def command(host: str, insecure_network: bool, port: int, destinations: tuple[str, ...]) -> None:
    """Run the tracker that connects workers with jobs that have runner = "rpc"."""
    from tvm.rpc.tracker import PopenTrackerServerState

    from ..measuring.tunnel import Tunnel, check_host

    check_host(host, insecure_network)
    tunnels = []
    for number, destination in enumerate(destinations):
        first = WORKER_PORTS[0] + PORTS_EACH * number
        ports = [(port_, port_) for port_ in range(first, first + PORTS_EACH)]
        tunnels.append(Tunnel(destination, here=ports, there=[(port, port)]))
    try:
        state = PopenTrackerServerState(host, port, port + 1, silent=True)
    except (OSError, ValueError) as error:
        raise UserError(f"cannot listen on {host}:{port}: {error}; choose another --port") from None
    click.echo(f"tracker at {host}:{port}; Ctrl-C stops it", err=True)
    # `kill` must leave no tunnel behind.
    with ended_by_signals():
        try:
            for tunnel in tunnels:
                tunnel.start()
                address = "" if port == TRACKER_PORT else f" --tracker {LOOPBACK}:{port}"
                click.echo(
                    f"on {tunnel.destination}: `tune worker --port {tunnel.here[0][0]}{address}`",
                    err=True,
                )
            watch(state.thread, tunnels)
        except (KeyboardInterrupt, UserError):
            stop(host, port, state.stop_key)
            raise
        finally:
            for tunnel in tunnels:
                tunnel.end()


def watch(thread: Thread, tunnels: Sequence[Tunnel]) -> None:
    """Wait until the tracker ends, and restart tunnels that end."""
    while thread.is_alive():
        thread.join(POLL_SECONDS)
        for tunnel in tunnels:
            if (code := tunnel.poll()) is not None:
                click.echo(f"the tunnel to {tunnel.destination} ended ({code})", err=True)
                tunnel.start()


def stop(host: str, port: int, key: str) -> None:
    """Stop a tracker of this process."""
    from tvm.rpc import base

    with suppress(OSError), socket.create_connection((host, port), 5) as connection:
        connection.sendall(base.struct.pack("<i", base.RPC_TRACKER_MAGIC))
        base.recvall(connection, 4)
        base.sendjson(connection, [base.TrackerCode.STOP, key])
        base.recvjson(connection)
