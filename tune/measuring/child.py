"""Builders and runners: workers, the candidate that each is working on, and what became of it.

A slot is a worker's place in a pool: a builder, or a runner on this machine.
"""

from __future__ import annotations

import errno
import importlib
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Literal

import gpusim
import schedules
from gpusim.errors import UserError
from schedules.core.errors import NoGpu
from schedules.processes.platforms import cores
from schedules.processes.worker import Worker, WorkerLost, begun

from ..records.lines import TVM, hash_of, versions
from .faults import builder_memory, limit_memory, memory_told, place_in
from .interface import BuildRequest, MeasureOptions, Outcome, this_device

# Key of an answer that is not due to the candidate: a UserError, which ends the measuring.
CANNOT = "cannot"
# Queries after which a child is replaced, since a library may leave state in its process.
MOST_RUNS = 500

Answer = dict[str, Any]


class Candidates:
    """The work of a builder or a runner, made once in its process; without a query, the device.

    `work` is 'MODULE:FUNCTION'. The function takes the settings and returns a function of a query
    and of a function to call when the preparations are done.
    """

    def __init__(self, work: str, settings: Mapping[str, Any]) -> None:
        self.work, self.settings = work, settings
        self.do: Callable[[Any, Callable[[], None]], Answer] | None = None

    def warm(self) -> None:
        # What a candidate prints is part of the message if it crashes.
        os.dup2(2, 1)
        limit_memory(self.settings)
        if "same" in self.settings:
            check_same(self.settings)
        module, _, function = self.work.partition(":")
        self.do = getattr(importlib.import_module(module), function)(self.settings)

    def __call__(self, query: Any) -> Answer:
        assert self.do is not None
        if query is None:
            return {"device": this_device(self.settings["kind"])}
        try:
            return self.do(query, begun)
        except MemoryError as error:
            # Memory that it has allocated may not be released.
            sys.exit(memory_told(f"MemoryError: {error}".removesuffix(": ")))
        except UserError:
            raise
        except Exception:
            traceback.print_exc()
            sys.exit(1)


def facts(file: str) -> dict[str, str]:
    """What the software of a run and of a cluster's worker must have in common, by its name in
    messages: TVM, this project's code, and a user's file, if there is one."""
    roots = [*(Path(one.__file__).parent for one in (gpusim, schedules)), Path(__file__).parents[1]]
    code = hash_of(source for root in roots for source in sorted(root.rglob("*.py")))
    found = {"TVM": versions()[TVM], "code": code}
    if file:
        found[f"file {file}"] = hash_of([Path(file)]) if Path(file).exists() else "missing"
    return found


def check_same(settings: Mapping[str, Any]) -> None:
    """Raise UserError unless this process has what a run on a cluster must have in common."""
    ours, theirs = settings["same"], facts(settings["file"])
    if "device" in ours:
        device = this_device(settings["kind"])
        theirs |= {"device": device.name, "driver": device.driver}
    for what, value in ours.items():
        if value and theirs[what] != value:
            raise UserError(f"it has {what} {theirs[what]}, but the run uses {value}")


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


RUNNERS = {
    "llvm": "tune.measuring.cpu_runner:make_runner",
    "cuda": "tune.measuring.gpu_runner:GpuRunner",
}


@dataclass
class InFlight:
    """A candidate that is being built or run.

    `sent_s` is when it was sent to a process. `timed` are the earlier outcomes of a candidate that
    is timed again. If `reference` is set, the run measures the current speed of the runner's device
    instead of the candidate.
    """

    request: BuildRequest
    built: dict[str, bytes] = field(default_factory=dict)
    stages_s: dict[str, float] = field(default_factory=dict)
    made: dict[str, str] = field(default_factory=dict)
    tries: int = 0
    sent_s: float = 0.0
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
    # The host that its runner shares with others, if there are several.
    host: str = ""
    child: Worker | None = None
    candidate: InFlight | None = None
    runs: int = 0

    def start(self) -> Worker:
        """The worker; a new one if there is none, or if it died while idle."""
        if self.child is not None and not self.child.process.is_alive():
            self.end()
        if self.child is None:
            work, name = Candidates(self.work, self.settings), f"the {self.part}"
            more = {"quiet": True, "prepares": True, "environment": self.environment}
            self.child = Worker(work, name=name, warm=work.warm, **more)
            self.runs = 0
        return self.child

    @property
    def begun(self) -> bool:
        """Whether the candidate's time has begun."""
        return self.child is not None and self.child.begun

    def send(self, query: Any, seconds: float) -> None:
        """Begin with a candidate, whose answer `hear` takes."""
        if self.part == "run" and self.runs >= MOST_RUNS:
            self.end()
        self.start().send(query, seconds)
        self.runs += 1

    def answer(self, query: Any, seconds: float) -> Answer:
        """The answer to a candidate, after waiting for it."""
        self.send(query, seconds)
        while (answer := self.hear()) is None:
            wait([self.child.connection], max(0.0, self.child.deadline - time.monotonic()))
        return answer

    def end(self) -> None:
        if self.child is not None:
            self.child.end()
        self.child = None

    def hear(self) -> Answer | None:
        """The answer of a worker that is readable or late; None if it has not answered yet.

        A late worker is killed and its answer is {'outcome': ...}; that of a dead worker is
        {'died': how}.
        """
        child = self.child
        try:
            if not child.receive(0.0):
                return None
        except UserError as error:
            return {CANNOT: error}
        except WorkerLost as lost:
            self.end()
            if lost.late:
                return {"outcome": Outcome("time-out", message=str(lost))}
            return {"died": f"the {self.part} crashed: {ending(child)}"}
        if child.answer.get("ended"):
            self.end()
        return child.answer


def ending(child: Worker) -> str:
    """How a process ended: 'SIGSEGV: last line it printed'."""
    code = child.process.exitcode
    if code is None:
        text = "no exit code"
    else:
        text = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    lines = child.printed()
    return ": ".join([text, *lines[-1:]]) + place_in("\n".join(lines))


def builder(settings: dict[str, Any], folder: str, count: int = 0) -> Slot:
    """A place for one of `count` builders on this machine, by default one per core.

    `folder` has what a killed child leaves behind.
    """
    memory = builder_memory(count or cores())
    settings = {**settings, "folder": folder, "memory_bytes": memory}
    environment = {"TMPDIR": folder, "TVM_NUM_THREADS": "1"}
    return Slot("build", "tune.measuring.build:Builder", settings, environment, "builder")


def runner(settings: dict[str, Any], folder: str, device: int | None = None) -> Slot:
    """A place for a runner of the settings' kind on this machine, on a GPU if there are several."""
    pinned, name = ({}, "local") if device is None else (seeing(device), f"local, GPU {device}")
    if settings["kind"] == "llvm":
        settings = {"memory_bytes": None, **settings}
    return Slot("run", RUNNERS[settings["kind"]], settings, {"TMPDIR": folder} | pinned, name)


def local_runners(options: MeasureOptions, folder: str) -> list[Slot]:
    """One runner for each device of this machine."""
    devices = [None] if options.kind == "llvm" else options.devices
    return [runner(options.runner_settings(), folder, device) for device in devices]


def seeing(device: int) -> dict[str, str]:
    """The environment in which one device, numbered as in this process, is the only visible GPU."""
    seen = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    with suppress(IndexError):
        return {"CUDA_VISIBLE_DEVICES": seen.split(",")[device] if seen else str(device)}
    raise NoGpu(f"no GPU {device} here: CUDA_VISIBLE_DEVICES is {seen!r}")
