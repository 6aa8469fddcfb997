"""`tune worker`: runs candidates for the jobs of a tracker."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from gpusim.errors import UserError
from schedules.core.errors import NoGpu
from schedules.processes.platforms import check_not_windows

from ..measuring.interface import KEY, LOOPBACK, TRACKER_PORT, counted
from .arguments import PORT, insecure_option
from .session import ended_by_signals

if TYPE_CHECKING:
    from ..measuring.tunnel import Tunnel

# Ports of workers: the first free one of this range is used; the end is excluded.
WORKER_PORTS = (9091, 9190)
# The number of ports to try from a given port on.
PORTS_EACH = 8
POLL_SECONDS = 0.2
# Delay before a restart, so that a worker that cannot start does not try continuously.
RESTART_SECONDS = 1.0


@click.command()
@click.option(
    "--tracker",
    "address",
    default=f"{LOOPBACK}:{TRACKER_PORT}",
    show_default=True,
    help="Address of the tracker.",
)
@click.option("--key", default=KEY, show_default=True, help="Key of the job's [rpc] table.")
@click.option(
    "--via-ssh",
    metavar="USER@HOST",
    help="Machine of the tracker; it and this worker are connected by an SSH tunnel.",
)
@click.option("--host", default=LOOPBACK, show_default=True, help="Address to listen on.")
@insecure_option
@click.option(
    "--port", type=PORT, help="First port to listen on, as printed by `tune tracker --via-ssh`."
)
@click.option(
    "--gpus",
    help="GPUs to use, one worker per GPU: 'all' or numbers such as 0,1,3. By default the CPU.",
)
def command(
    address: str,
    key: str,
    via_ssh: str | None,
    host: str,
    insecure_network: bool,
    port: int | None,
    gpus: str | None,
) -> None:
    """Run candidates for a tracker's jobs. A worker that dies is restarted."""
    check_not_windows("workers measure")
    from ..measuring.folders import LockedFolder
    from ..measuring.tunnel import Tunnel, check_host, free_port

    check_host(host, insecure_network)
    tracker_host, _, tracker_port = address.rpartition(":")
    if not tracker_host or not tracker_port.isdigit():
        raise UserError(f"--tracker {address!r}: write HOST:PORT")
    tracker, devices = (tracker_host, int(tracker_port)), devices_of(gpus)
    first, last = (port, port + PORTS_EACH) if port else WORKER_PORTS
    ports, kept = [(first, last)] * len(devices), []
    if via_ssh:
        # The port number must be the same on both machines, since the worker registers with it.
        chosen = [port + number if port else free_port() for number in range(len(devices))]
        ports = [(pair_start, pair_start + 1) for pair_start in chosen]
        tracker = (LOOPBACK, free_port())
        here, there = (
            [(tracker[1], int(tracker_port))],
            [(chosen_port, chosen_port) for chosen_port in chosen],
        )
        kept.append(Tunnel(via_ssh, here, there))
    told = f"{counted(len(devices), 'worker')} for {via_ssh or address}, key {key!r}; Ctrl-C stops"
    # Remove what a killed worker leaves behind; `kill` would leave the folder and the tunnel.
    with ended_by_signals():
        folder = LockedFolder("tune-worker-")
        kept += [
            WorkerProcess(number, host, pair, tracker, key, folder.name)
            for number, pair in zip(devices, ports, strict=True)
        ]
        try:
            keep_up(kept, lambda: tell(told, tracker, address))
        finally:
            for process in kept:
                process.end()
            folder.cleanup()


def tell(text: str, tracker: tuple[str, int], address: str) -> None:
    """Print that workers run, and whether they found a tracker."""
    from ..measuring.tunnel import answers

    click.echo(text, err=True)
    if not answers(tracker):
        port = address.rpartition(":")[2]
        way_out = f"start one with `tune tracker --port {port}`"
        click.echo(f"no tracker at {address} yet: {way_out}", err=True)


def keep_up(kept: Sequence[Tunnel | WorkerProcess], begun: Callable[[], None]) -> None:
    """Start tunnels and workers, and restart those that end."""
    for process in kept:
        process.start()
    begun()
    while True:
        time.sleep(POLL_SECONDS)
        for process in kept:
            if (code := process.poll()) is not None:
                what = "a worker" if isinstance(process, WorkerProcess) else "the tunnel"
                click.echo(f"{what} ended ({code}); starting another", err=True)
                time.sleep(RESTART_SECONDS)
                process.start()


class WorkerProcess:
    """A worker for a GPU, by number, or for the CPU ('')."""

    def __init__(
        self,
        number: str,
        host: str,
        ports: tuple[int, int],
        tracker: tuple[str, int],
        key: str,
        folder: str,
    ) -> None:
        from ..measuring.interface import this_device
        from ..measuring.workers import WorkerInfo
        from ..records.lines import TVM, versions

        me = socket.gethostname()
        self.name = f"{me}, GPU {number}" if number else me
        self.number, self.folder = number, folder
        kind = "cuda" if number else "llvm"
        device = this_device(kind, int(number or 0))
        info = WorkerInfo(self.name, os.getpid(), kind, device, versions()[TVM])
        tracker_host, port = tracker
        self.arguments = [host, *ports, tracker_host, port, info.key(key)]
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        from ..measuring.child import path, seeing

        chosen = seeing(int(self.number)) if self.number else {}
        arguments = map(str, [os.getpid(), *self.arguments])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tune.measuring.remote", *arguments],
            env={**os.environ, "PYTHONPATH": path(), "TMPDIR": self.folder, **chosen},
            stdin=subprocess.DEVNULL,
            process_group=0,
        )

    def poll(self) -> int | None:
        return self.process.poll()

    def end(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def devices_of(gpus: str | None) -> list[str]:
    """GPUs by number; [''] for the CPU.

    Raises UserError, or NoGpu for a GPU that does not exist.
    """
    if gpus is None:
        return [""]
    from schedules.core.gpu import cuda

    numbers = gpus.split(",")
    if gpus != "all" and (not all(map(str.isdigit, numbers)) or len(set(numbers)) < len(numbers)):
        raise UserError(f"--gpus {gpus!r}: write 'all' or distinct numbers, as in 0,1")
    try:
        count = cuda().cuda.device_count()
    except NoGpu as error:
        why = str(error).partition(";")[0]
        raise NoGpu(f"{why}; leave out --gpus to use the CPU") from None
    if gpus == "all":
        return [str(number) for number in range(count)]
    if missing := [number for number in numbers if int(number) >= count]:
        raise NoGpu(f"no GPU {missing[0]}: this machine has {counted(count, 'GPU')}")
    return numbers
