"""`tune worker`: runs candidates for the jobs of a tracker."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress

import click

from schedules.errors import NoGpu, UserError

from ..measuring.interface import KEY, LOOPBACK, TRACKER_PORT

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
    from ..measuring.child import path, seeing
    from ..measuring.remote import answers

    tracker_host, _, port = address.rpartition(":")
    if not tracker_host or not port.isdigit():
        raise UserError(f"--tracker {address!r}: write HOST:PORT")
    devices = devices_of(gpus)
    me = socket.gethostname()
    running: dict[str, subprocess.Popen] = {}
    # What a worker that is killed leaves behind goes with it.
    folder = tempfile.TemporaryDirectory(prefix="tune-worker-", ignore_cleanup_errors=True)

    # `kill` would leave the folder.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))

    def start(device: str) -> None:
        name = f"{me}, GPU {device}" if device else me
        chosen = seeing(int(device)) if device else {}
        arguments = [str(os.getpid()), host, tracker_host, port, key, name]
        running[device] = subprocess.Popen(
            [sys.executable, "-m", "tune.measuring.remote", *arguments],
            env={**os.environ, "PYTHONPATH": path(), "TMPDIR": folder.name, **chosen},
            stdin=subprocess.DEVNULL,
            process_group=0,
        )

    try:
        for device in devices:
            start(device)
        count = f"{len(devices)} worker{'s' if len(devices) > 1 else ''}"
        click.echo(f"{count} for {address}, key {key!r}; Ctrl-C ends", err=True)
        if not answers((tracker_host, int(port))):
            way_out = f"`tune tracker --port {port}` starts one"
            click.echo(f"no tracker at {address} yet: {way_out}", err=True)
        while True:
            time.sleep(POLL_SECONDS)
            for device, process in list(running.items()):
                if process.poll() is not None:
                    click.echo(f"a worker ended ({process.returncode}); starting another", err=True)
                    time.sleep(RESTART_SECONDS)
                    start(device)
    finally:
        for process in running.values():
            with suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
            process.wait()
        folder.cleanup()


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
