"""`tune worker`: runs candidates for the jobs of a tracker."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress

import click

from schedules.errors import NoGpu, UserError

from ..measuring.interface import KEY, LOOPBACK, TRACKER_PORT, counted

# Where workers listen: the first of these that is free, the last excluded.
WORKER_PORTS = (9091, 9190)
POLL_SECONDS = 0.2
# A worker that cannot start should not try a hundred times a second.
RESTART_SECONDS = 1.0


@click.command()
@click.option("--tracker", "address", default=f"{LOOPBACK}:{TRACKER_PORT}", show_default=True)
@click.option("--key", default=KEY, show_default=True, help="As in the job's [rpc] table.")
@click.option("--host", default=LOOPBACK, show_default=True, help="Where to listen for sessions.")
@click.option(
    "--gpus",
    help="One worker for each: 'all', or numbers as in 0,1,3. Without it, one for the CPU.",
)
def command(address: str, key: str, host: str, gpus: str | None) -> None:
    """Run candidates for a tracker's jobs. A worker that dies is replaced."""
    from ..measuring.folders import LockedFolder
    from ..measuring.remote import answers

    tracker_host, _, port = address.rpartition(":")
    if not tracker_host or not port.isdigit():
        raise UserError(f"--tracker {address!r}: write HOST:PORT")
    tracker = tracker_host, int(port)
    processes = [WorkerProcess(number, host, tracker, key) for number in devices_of(gpus)]
    # `kill` would leave the folder.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    # What a worker that is killed leaves behind goes with it.
    folder = LockedFolder("tune-worker-")
    try:
        for process in processes:
            process.start(folder.name)
        click.echo(
            f"{counted(len(processes), 'worker')} for {address}, key {key!r}; Ctrl-C ends", err=True
        )
        if not answers(tracker):
            way_out = f"`tune tracker --port {port}` starts one"
            click.echo(f"no tracker at {address} yet: {way_out}", err=True)
        while True:
            time.sleep(POLL_SECONDS)
            for process in processes:
                if (code := process.poll()) is not None:
                    click.echo(f"a worker ended ({code}); starting another", err=True)
                    time.sleep(RESTART_SECONDS)
                    process.start(folder.name)
    finally:
        for process in processes:
            process.end()
        folder.cleanup()


class WorkerProcess:
    """A worker for a GPU, by number, or for the CPU ('')."""

    def __init__(self, number: str, host: str, tracker: tuple[str, int], key: str) -> None:
        from ..measuring.interface import this_device
        from ..measuring.workers import WorkerInfo
        from ..records.lines import TVM, versions

        me = socket.gethostname()
        self.name = f"{me}, GPU {number}" if number else me
        self.number = number
        kind = "cuda" if number else "llvm"
        device = this_device(kind, int(number or 0))
        info = WorkerInfo(self.name, os.getpid(), kind, device, versions()[TVM])
        tracker_host, port = tracker
        self.arguments = [host, *WORKER_PORTS, tracker_host, port, info.key(key)]
        self.process: subprocess.Popen | None = None

    def start(self, folder: str) -> None:
        from ..measuring.child import path, seeing

        chosen = seeing(int(self.number)) if self.number else {}
        arguments = map(str, [os.getpid(), *self.arguments])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tune.measuring.remote", *arguments],
            env={**os.environ, "PYTHONPATH": path(), "TMPDIR": folder, **chosen},
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
    """GPUs by number; [''] for the CPU. Raises UserError; NoGpu for one that is not there."""
    if gpus is None:
        return [""]
    from schedules.gpu import cuda

    numbers = gpus.split(",")
    if gpus != "all" and (not all(map(str.isdigit, numbers)) or len(set(numbers)) < len(numbers)):
        raise UserError(f"--gpus {gpus!r}: write 'all' or different numbers, as in 0,1")
    try:
        count = cuda().cuda.device_count()
    except NoGpu as error:
        why = str(error).partition(";")[0]
        raise NoGpu(f"{why}; without --gpus a worker is for the CPU") from None
    if gpus == "all":
        return [str(number) for number in range(count)]
    if missing := [number for number in numbers if int(number) >= count]:
        raise NoGpu(f"no GPU {missing[0]} here: there {'is' if count == 1 else 'are'} {count}")
    return numbers
