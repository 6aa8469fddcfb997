"""The pool: deals tasks to builders and what they build to runners, and replaces those that die.

On a GPU, builders and runners work at the same time. On a CPU they take turns, since whatever is
built next to a candidate that runs would be in its time.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Literal

from schedules.errors import NoGpu, UserError

from ..task import Outcome, Task
from . import MeasureOptions
from .child import CANNOT, Answer, Child

if TYPE_CHECKING:
    from .remote import Tracker

# Built candidates that wait for a runner: more would not run sooner, and what is proposed later is
# proposed knowing more.
AHEAD = 2
# How often a candidate is run where its runner was killed from outside, or was behind a worker that
# is gone.
TRIES = 2
# A library may leave something behind in the process that loaded it.
MOST_RUNS = 500
# There are as many builders as cores.
ONE_THREAD = {"TVM_NUM_THREADS": "1"}


@dataclass
class Candidate:
    """A task on its way."""

    task: Task
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
    candidate: Candidate | None = None
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


class Pool:
    """The Measurer of `MeasureOptions`."""

    def __init__(self, options: MeasureOptions) -> None:
        check(options)
        self.options = options
        self.folder = tempfile.TemporaryDirectory(prefix="tune-", ignore_cleanup_errors=True)
        # What a child that is killed leaves behind goes with the folder.
        own = {"TMPDIR": self.folder.name}
        count = builders(options)
        settings = {
            "kind": options.kind,
            "folder": self.folder.name,
            "compiler": options.compiler,
        }
        self.builders = [
            Slot("build", "tune.measure.build:Builder", settings, own | ONE_THREAD, "builder")
            for _ in range(count)
        ]
        self.tracker: Tracker | None = None
        if options.runner == "rpc":
            from .remote import Tracker

            self.tracker = Tracker(options, runner_settings(options))
            self.runners = self.tracker.slots()
        else:
            self.runners = local_runners(options, own)
        self.best_us: dict[tuple, float] = {}
        self.closed = False

    # --- Measurer ---------------------------------------------------------------------------------

    def measure(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome]]:
        """Outcomes as they come; raises NoGpu or NoTool where no candidate could be measured."""
        source = iter(tasks)
        waiting: deque[Candidate] = deque()
        more = True
        try:
            while True:
                more = more and self._deal_builds(source, waiting)
                self._deal_runs(waiting)
                busy = [slot for slot in self._slots() if slot.candidate]
                if not busy and not waiting and not more:
                    return
                if busy:
                    for slot in self._awaited(busy):
                        yield from self._settle(slot, waiting)
        finally:
            # What is left is nobody's any more: an error, or the caller has had enough.
            for slot in self._slots():
                if slot.candidate:
                    slot.candidate = None
                    slot.end()

    def close(self) -> None:
        """End every process."""
        if not self.closed:
            self.closed = True
            for slot in self._slots():
                slot.end()
            self.folder.cleanup()

    def _slots(self) -> list[Slot]:
        return [*self.builders, *self.runners]

    # --- dealing ----------------------------------------------------------------------------------

    @property
    def _takes_turns(self) -> bool:
        return self.options.kind == "llvm"

    def _deal_builds(self, source: Iterator[Task], waiting: deque[Candidate]) -> bool:
        """Give idle builders tasks; False when there are no more."""
        if self._takes_turns and (waiting or any(one.candidate for one in self.runners)):
            return True
        building = sum(slot.candidate is not None for slot in self.builders)
        room = AHEAD * len(self.runners) + len(self.builders) - len(waiting) - building
        for slot in [slot for slot in self.builders if not slot.candidate][: max(room, 0)]:
            task = next(source, None)
            if task is None:
                return False
            slot.candidate = Candidate(task)
            slot.start().ask(task, self.options.build_timeout_s)
            for idle in self.runners:
                if not idle.candidate:
                    # It starts while the first candidates are built.
                    idle.start()
        return True

    def _deal_runs(self, waiting: deque[Candidate]) -> None:
        """Give idle runners what is built."""
        if self._takes_turns and any(one.candidate for one in self.builders):
            return
        if self.tracker:
            # Workers may join at any time.
            self.runners += self.tracker.joined(len(self.runners))
        for slot in self.runners:
            if not waiting:
                return
            if slot.candidate:
                continue
            if slot.runs >= MOST_RUNS:
                slot.end()
            candidate = slot.candidate = waiting.popleft()
            task = candidate.task
            query = {
                "task": task,
                "built": candidate.built,
                "best_us": self.best_us.get((task.rung, tuple(task.shape))),
            }
            candidate.tries += 1
            slot.start().ask(query, self.options.run_timeout_s + slot.grace_s)

    # --- what comes back --------------------------------------------------------------------------

    def _awaited(self, busy: list[Slot]) -> list[Slot]:
        """Slots that have something to say, or have had their time."""
        deadline = min(slot.child.deadline for slot in busy)
        seconds = max(0.0, deadline - time.monotonic())
        readable = set(wait([slot.child.connection for slot in busy], seconds))
        now = time.monotonic()
        return [
            slot for slot in busy if slot.child.connection in readable or slot.child.deadline <= now
        ]

    def _settle(self, slot: Slot, waiting: deque[Candidate]) -> Iterator[tuple[Task, Outcome]]:
        """Take what a child says, or that it is dead or late."""
        answer = slot.hear()
        if answer is None:
            return
        if CANNOT in answer:
            raise answer[CANNOT]
        candidate, slot.candidate = slot.candidate, None
        slot.runs += 1
        for name, seconds in answer.get("stages_s", {}).items():
            candidate.stages_s[name] = candidate.stages_s.get(name, 0.0) + seconds
        candidate.made |= answer.get("made", {})
        if "built" in answer:
            candidate.built = answer["built"]
            waiting.append(candidate)
        elif "vacant" in answer:
            self._dismiss(slot, answer["vacant"])
            candidate.tries -= 1
            waiting.appendleft(candidate)
        elif "outcome" in answer:
            yield self._outcome(slot, candidate, answer["outcome"])
        elif slot in self.runners and candidate.tries < TRIES and blameless(answer):
            slot.end()
            waiting.appendleft(candidate)
        else:
            slot.end()
            message = answer.get("lost") or answer["died"]
            yield self._outcome(slot, candidate, Outcome("crash", message=message))

    def _dismiss(self, slot: Slot, why: str) -> None:
        """Do without a runner; raises UserError where it was the last."""
        slot.end()
        self.runners.remove(slot)
        if not self.runners:
            raise UserError(why)

    def _outcome(self, slot: Slot, candidate: Candidate, outcome: Outcome) -> tuple[Task, Outcome]:
        task = candidate.task
        if outcome.kind == "ok":
            at = (task.rung, tuple(task.shape))
            middle = sorted(outcome.times_us)[len(outcome.times_us) // 2]
            self.best_us[at] = min(middle, self.best_us.get(at, middle))
        worker = outcome.worker or slot.name
        return task, replace(
            outcome, worker=worker, stages_s=candidate.stages_s, made=candidate.made
        )


def blameless(answer: Answer) -> bool:
    """Whether a candidate need not be the reason for its runner's end."""
    return "lost" in answer or "SIGKILL" in answer["died"]


# --- what options mean ----------------------------------------------------------------------------


def check(options: MeasureOptions) -> None:
    """Raise UserError for options that cannot be."""
    if options.workers != "auto" and options.workers < 1:
        raise UserError(f"workers = {options.workers}: at least one builder is needed, or 'auto'")
    for name in ("build_timeout_s", "run_timeout_s"):
        if getattr(options, name) <= 0:
            raise UserError(f"{name} = {getattr(options, name):g}: a time-out is above 0 s")


def builders(options: MeasureOptions) -> int:
    """How many builders: what is asked for, or one a core this process may use."""
    return len(os.sched_getaffinity(0)) if options.workers == "auto" else options.workers


def runner_settings(options: MeasureOptions) -> dict[str, Any]:
    """What a runner is told, wherever it is."""
    return {
        "kind": options.kind,
        "inputs_seed": options.inputs_seed,
        "hopeless": options.hopeless,
        "threads": options.threads,
    }


def local_runners(options: MeasureOptions, environment: dict[str, str]) -> list[Slot]:
    """A runner a device of this machine."""
    settings = runner_settings(options)
    if options.kind == "llvm":
        return [runner(settings, environment, "local")]
    return [
        runner(
            settings,
            {**environment, "CUDA_VISIBLE_DEVICES": visible(device)},
            f"local, GPU {device}",
        )
        for device in options.devices
    ]


def runner(settings: dict[str, Any], environment: dict[str, str], name: str) -> Slot:
    """A place for a runner of the settings' kind on this machine."""
    made = {"llvm": "make_cpu", "cuda": "make_gpu"}[settings["kind"]]
    return Slot("run", f"tune.measure.run:{made}", settings, environment, name)


def visible(device: int) -> str:
    """A device by the number this process knows it under, as CUDA_VISIBLE_DEVICES names it."""
    seen = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    with suppress(IndexError):
        return seen.split(",")[device] if seen else str(device)
    raise NoGpu(f"no GPU {device} here: CUDA_VISIBLE_DEVICES is {seen!r}")
