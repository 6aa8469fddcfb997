"""Places for children: builders of a pool, and runners on this machine."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from schedules.errors import NoGpu

from .child import Answer, Child
from .interface import BuildRequest, Outcome
from .options import MeasureOptions

RUNNERS = {
    "llvm": "tune.measuring.cpu_runner:make_runner",
    "cuda": "tune.measuring.gpu_runner:GpuRunner",
}


@dataclass
class InFlight:
    """A candidate on its way."""

    request: BuildRequest
    built: dict[str, bytes] = field(default_factory=dict)
    stages_s: dict[str, float] = field(default_factory=dict)
    made: dict[str, str] = field(default_factory=dict)
    tries: int = 0


@dataclass
class Slot:
    """A place for a child, and the candidate that it is busy with."""

    part: Literal["build", "run"]
    work: str
    settings: dict[str, Any]
    environment: dict[str, str]
    name: str
    # Seconds beyond a candidate's own, where what it takes is watched elsewhere.
    grace_s: float = 0.0
    child: Child | None = None
    candidate: InFlight | None = None
    runs: int = 0

    def start(self) -> Child:
        """The child, a fresh one where there is none or it has died with nothing to do."""
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
        """What a child says that is readable or late; None where its answer is still to come.

        A child that is late is ended, and {'outcome': ...} says so; {'died': how} is of a dead one.
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
    return Slot("run", RUNNERS[settings["kind"]], settings, environment, name)


def local_runners(options: MeasureOptions, environment: dict[str, str]) -> list[Slot]:
    """A runner a device of this machine."""
    settings = options.runner_settings()
    if options.kind == "llvm":
        return [runner(settings, environment, "local")]
    return [
        runner(settings, environment | seeing(device), f"local, GPU {device}")
        for device in options.devices
    ]


def seeing(device: int) -> dict[str, str]:
    """The environment in which a device, by this process's number of it, is the only GPU."""
    seen = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    with suppress(IndexError):
        return {"CUDA_VISIBLE_DEVICES": seen.split(",")[device] if seen else str(device)}
    raise NoGpu(f"no GPU {device} here: CUDA_VISIBLE_DEVICES is {seen!r}")
