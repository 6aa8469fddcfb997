"""Worker processes that may crash: each handles one query at a time and answers through a pipe.

A child is a new interpreter, `python -m tune.measuring.child FD MODULE:FUNCTION`, so it inherits
neither threads nor a CUDA context. It leads a process group, so that a compiler that it started
ends with it. It exits when its parent does, for whatever reason. A slot is a child's place in a
pool: a builder, or a runner on this machine.
"""

from __future__ import annotations

import errno
import importlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

from gpusim.errors import UserError
from schedules.core.errors import NoGpu
from schedules.processes.platforms import die_with_parent

from .faults import limit_memory, memory_told, place_in
from .interface import BuildRequest, MeasureOptions, Outcome

# Time to load TVM and torch and to initialize a GPU, on a busy machine.
START_SECONDS = 180.0
# Sent by a child before its answer, when its preparations are done and the work begins.
BEGUN = "begun"
# Key of an answer that is not due to the candidate: a UserError, which ends the measuring.
CANNOT = "cannot"

Answer = dict[str, Any]
# The work is created once in the child from the settings; it takes a query and a function to call
# when the work begins.
Work = Callable[[Any, Callable[[], None]], Answer]


class Child:
    """The parent's end of a child.

    Parameters
    ----------
    work : str
        'MODULE:FUNCTION', which takes `settings` and returns the Work.
    settings : mapping
        Plain values.
    environment : mapping
        Added to this process's.
    """

    def __init__(
        self,
        work: str,
        settings: Mapping[str, Any],
        environment: Mapping[str, str] | None = None,
    ) -> None:
        ours, theirs = socket.socketpair()
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115  closed with the child
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(theirs.fileno()), work],
            stdin=subprocess.DEVNULL,
            stdout=self.errors,
            stderr=self.errors,
            pass_fds=[theirs.fileno()],
            env={**os.environ, "PYTHONPATH": path(), **(environment or {})},
            process_group=0,
        )
        theirs.close()
        self.connection = Connection(ours.detach())
        self.begun = False
        self.allowed = START_SECONDS
        self.deadline = time.monotonic() + START_SECONDS
        self.connection.send(dict(settings))

    def ask(self, query: Any, seconds: float) -> None:
        """Send a query, which may take `seconds` once the work has begun."""
        self.allowed, self.begun = seconds, False
        self.deadline = time.monotonic() + START_SECONDS
        with suppress(OSError):
            # A dead child is noticed when its answer is received.
            self.connection.send(query)

    def receive(self) -> Answer | None:
        """The answer of a readable child, or None if it has sent only progress.

        Raises EOFError if the child has died.
        """
        try:
            said = self.connection.recv()
        except (OSError, EOFError):
            raise EOFError(self.ending()) from None
        if said != BEGUN:
            return said
        self.begun = True
        self.deadline = time.monotonic() + self.allowed
        return None

    def ending(self) -> str:
        """How the process ended: 'SIGSEGV: last line it printed'."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        code = self.process.returncode
        if code is None:
            text = "no exit code"
        else:
            text = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        self.errors.seek(max(0, self.errors.seek(0, os.SEEK_END) - 2000))
        said = self.errors.read().decode(errors="replace").strip()
        return ": ".join([text, *said.splitlines()[-1:]]) + place_in(said)

    def end(self) -> None:
        """Kill the process and its children; it holds no state worth keeping."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.connection.close()
        self.errors.close()


def path() -> str:
    """PYTHONPATH with the folder of this package ahead."""
    own = str(Path(__file__).parents[2])
    return os.pathsep.join(filter(None, [own, os.environ.get("PYTHONPATH", "")]))


def full_disk(error: OSError) -> Answer | None:
    """The answer for an error that is not due to the candidate; None for other errors."""
    if error.errno not in (errno.ENOSPC, errno.EDQUOT):
        return None
    folder = tempfile.gettempdir()
    return {CANNOT: UserError(f"{folder}: {error.strerror}; free some space or set TMPDIR")}


# --- The child process ----------------------------------------------------------------------------


def serve(descriptor: int, work: str) -> None:
    """Answer queries until the parent exits."""
    connection = Connection(descriptor)
    # Ctrl-C is for the parent to handle.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        module, _, function = work.partition(":")
        settings = connection.recv()
        limit_memory(settings)
        try:
            do: Work = getattr(importlib.import_module(module), function)(settings)
        except UserError as error:
            connection.send({CANNOT: error})
            return
        while True:
            query = connection.recv()
            try:
                connection.send(do(query, lambda: connection.send(BEGUN)))
            except MemoryError as error:
                # Memory that it has allocated may not be released.
                sys.exit(memory_told(f"MemoryError: {error}".removesuffix(": ")))


def main() -> None:
    parent = os.getppid()
    die_with_parent(parent)
    # A crash is reported without a core dump.
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    serve(int(sys.argv[1]), sys.argv[2])


if __name__ == "__main__":
    main()


RUNNERS = {
    "llvm": "tune.measuring.cpu_runner:make_runner",
    "cuda": "tune.measuring.gpu_runner:GpuRunner",
}


@dataclass
class InFlight:
    """A candidate that is being built or run.

    `timed` are the earlier outcomes of a candidate that is timed again. If `reference` is set, the
    run measures the current speed of the runner's device instead of the candidate.
    """

    request: BuildRequest
    built: dict[str, bytes] = field(default_factory=dict)
    stages_s: dict[str, float] = field(default_factory=dict)
    made: dict[str, str] = field(default_factory=dict)
    tries: int = 0
    timed: list[Outcome] = field(default_factory=list)
    reference: bool = False


@dataclass
class Slot:
    """A place for a child, and the candidate that it is working on."""

    part: Literal["build", "run"]
    work: str
    settings: dict[str, Any]
    environment: dict[str, str]
    name: str
    # Seconds in addition to the candidate's time limit, if the limit is enforced elsewhere.
    grace_s: float = 0.0
    child: Child | None = None
    candidate: InFlight | None = None
    runs: int = 0

    def start(self) -> Child:
        """The child; a new one if there is none, or if it died while idle."""
        if self.child is not None and self.child.process.poll() is not None:
            self.end()
        if self.child is None:
            self.child = Child(self.work, self.settings, self.environment)
            self.runs = 0
        return self.child

    def end(self) -> None:
        if self.child is not None:
            self.child.end()
        self.child = None

    def hear(self) -> Answer | None:
        """The answer of a child that is readable or late; None if it has not answered yet.

        A late child is killed and its answer is {'outcome': ...}; that of a dead child is {'died':
        how}.
        """
        child = self.child
        if not child.connection.poll():
            text = f"more than {child.allowed:g} s" if child.begun else "too long to start"
            self.end()
            message = f"the {self.part} took {text} and was ended"
            return {"outcome": Outcome("time-out", message=message)}
        try:
            answer = child.receive()
        except EOFError as error:
            self.end()
            return {"died": f"the {self.part} crashed: {error}"}
        if answer and answer.get("ended"):
            self.end()
        return answer


def runner(settings: dict[str, Any], environment: dict[str, str], name: str) -> Slot:
    """A place for a runner of the settings' kind on this machine."""
    if settings["kind"] == "llvm":
        settings = {"memory_bytes": None, **settings}
    return Slot("run", RUNNERS[settings["kind"]], settings, environment, name)


def local_runners(options: MeasureOptions, environment: dict[str, str]) -> list[Slot]:
    """One runner for each device of this machine."""
    settings = options.runner_settings()
    if options.kind == "llvm":
        return [runner(settings, environment, "local")]
    return [
        runner(settings, environment | seeing(device), f"local, GPU {device}")
        for device in options.devices
    ]


def seeing(device: int) -> dict[str, str]:
    """The environment in which one device, numbered as in this process, is the only visible GPU."""
    seen = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    with suppress(IndexError):
        return {"CUDA_VISIBLE_DEVICES": seen.split(",")[device] if seen else str(device)}
    raise NoGpu(f"no GPU {device} here: CUDA_VISIBLE_DEVICES is {seen!r}")
