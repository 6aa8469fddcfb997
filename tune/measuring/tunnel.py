"""An SSH tunnel to another machine, by the system's ssh; both ends use loopback only.

TVM's RPC has no authentication. Through a tunnel, tracker and workers listen on loopback only, and
ssh authenticates.
"""

from __future__ import annotations

import ipaddress
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress

from gpusim.errors import NoTool, UserError

from .interface import LOOPBACK

# Time for typing a password and for connecting.
PATIENCE_S = 120.0
POLL_SECONDS = 0.1
# Time limit of a connection, and of a tracker's answer.
CONNECT_SECONDS = 5.0
OPTIONS = (
    *("-N", "-T"),
    # A port that is in use at the other end is an error, not a warning.
    *("-o", "ExitOnForwardFailure=yes"),
    # A lost connection ends the tunnel, which is then set up again.
    *("-o", "ServerAliveInterval=15"),
)


class Tunnel:
    """A tunnel to `destination`, in ssh's syntax.

    `here` are pairs of ports: connections to the first on this machine are forwarded to the second
    on the other machine. `there` are such pairs in the opposite direction.
    """

    def __init__(
        self,
        destination: str,
        here: Sequence[tuple[int, int]] = (),
        there: Sequence[tuple[int, int]] = (),
    ) -> None:
        if destination.startswith("-") or not destination:
            raise UserError(f"--via-ssh {destination!r}: write USER@HOST")
        self.destination, self.here, self.there = destination, list(here), list(there)
        self.process: subprocess.Popen | None = None

    def command(self) -> list[str]:
        ssh = shutil.which("ssh")
        if ssh is None:
            raise NoTool("--via-ssh needs ssh, and there is none on PATH")
        forwards = [
            part
            for flag, pairs in (("-L", self.here), ("-R", self.there))
            for near, far in pairs
            for part in (flag, f"{LOOPBACK}:{near}:{LOOPBACK}:{far}")
        ]
        return [ssh, *OPTIONS, *forwards, "--", self.destination]

    def start(self) -> None:
        """Set up the tunnel; raises UserError if ssh ends or the tunnel is not established.

        ssh may ask for a password on the terminal.
        """
        self.process = subprocess.Popen(self.command())
        until = time.monotonic() + PATIENCE_S
        while not all(answers((LOOPBACK, port)) for port, _ in self.here):
            if (code := self.process.poll()) is not None:
                raise UserError(
                    f"ssh to {self.destination} ended with {code}: see its output above"
                )
            if time.monotonic() > until:
                self.end()
                raise UserError(f"no tunnel to {self.destination} after {PATIENCE_S:g} s")
            time.sleep(POLL_SECONDS)

    def poll(self) -> int | None:
        """Exit status; None while the tunnel is open."""
        return self.process.poll() if self.process else None

    def end(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait()


def answers(address: tuple[str, int]) -> bool:
    """Whether something listens at an address."""
    try:
        socket.create_connection(address, CONNECT_SECONDS).close()
    except OSError:
        return False
    return True


def free_port() -> int:
    """A free port of this machine."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return probe.getsockname()[1]


def check_host(host: str, insecure: bool) -> None:
    """Raise UserError for an address that other machines can reach, unless that is intended."""
    with suppress(ValueError):
        insecure |= ipaddress.ip_address(host).is_loopback
    if insecure or host == "localhost":
        return
    raise UserError(
        f"--host {host}: TVM's RPC has no authentication, so anyone who reaches that "
        "address can run code as you. Use --via-ssh USER@HOST, or --insecure-network "
        "on a private network"
    )
