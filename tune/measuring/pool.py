"""The pool distributes requests to builders and their results to runners, and replaces processes
that die.

On a GPU, builders and runners work at the same time. On a CPU they alternate, because compilation
would slow down the candidate that is being timed.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from multiprocessing.connection import wait

from schedules.processes.platforms import cores

from .child import CANNOT, Answer, InFlight, Slot, local_runners
from .drift import Drift
from .faults import builder_memory
from .folders import LockedFolder
from .interface import BuildRequest, MeasureOptions, Outcome, RunQuery, Watcher, counted
from .workers import Tracker

# The number of built candidates that wait for a runner. More would not run sooner, and later
# proposals use more results.
AHEAD = 2
# How often a candidate is run if its runner was killed from outside, or its worker was lost.
TRIES = 2
# Seconds to compare the outputs of a checked run.
CHECK_S = 0.2
# Runs after which a runner is replaced, since a library may leave state in the process that loaded
# it.
MOST_RUNS = 500
# There are as many builders as cores.
ONE_THREAD = {"TVM_NUM_THREADS": "1"}


class Pool:
    """The Measurer of `MeasureOptions`; its processes start with the first candidate.

    Raises NoGpu or NoTool if this machine cannot measure, UserError if no tracker answers.
    """

    def __init__(self, options: MeasureOptions) -> None:
        self.options = options
        self.folder = LockedFolder("tune-run-")
        # What a killed child leaves behind is removed with the folder.
        own = {"TMPDIR": self.folder.name}
        count = options.builders or cores()
        settings = {
            "kind": options.kind,
            "folder": self.folder.name,
            "compiler": options.compiler,
            "memory_gb": options.memory_gb,
            "memory_bytes": builder_memory(count),
        }
        self.builders = [
            Slot("build", "tune.measuring.build:Builder", settings, own | ONE_THREAD, "builder")
            for _ in range(count)
        ]
        self.tracker = Tracker(options) if options.runner == "rpc" else None
        self.watcher = Watcher()
        self.runners = [] if self.tracker else local_runners(options, own)
        self.spare: list[Slot] = []
        self.drift = Drift(options.correct_drift)
        self.told: set[str] = set()
        self.closed = False

    # --- Measurer ---------------------------------------------------------------------------------

    def measure(self, requests: Iterable[BuildRequest]) -> Iterator[tuple[BuildRequest, Outcome]]:
        """Yield outcomes as they arrive; raises NoGpu or NoTool if no candidate could be
        measured."""
        source = iter(requests)
        waiting: deque[InFlight] = deque()
        more = True
        self.told.clear()
        try:
            if self.tracker and not self.runners:
                self.runners = self.tracker.slots(self.watcher.say)
            if not self.options.correct_drift:
                # Uncorrected times can only be compared on one device.
                self.spare, self.runners = self.runners[1:] + self.spare, self.runners[:1]
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
            # Remaining work is abandoned: there was an error, or the caller has stopped iterating.
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

    # --- Distribution -----------------------------------------------------------------------------

    @property
    def _takes_turns(self) -> bool:
        return self.options.kind == "llvm"

    def _deal_builds(self, source: Iterator[BuildRequest], waiting: deque[InFlight]) -> bool:
        """Give requests to idle builders; False if there are no more."""
        if self._takes_turns and (waiting or any(runner.candidate for runner in self.runners)):
            return True
        building = sum(slot.candidate is not None for slot in self.builders)
        room = AHEAD * len(self.runners) + len(self.builders) - len(waiting) - building
        for slot in [slot for slot in self.builders if not slot.candidate][: max(room, 0)]:
            request = next(source, None)
            if request is None:
                return False
            slot.candidate = InFlight(request)
            if slot.child is None:
                self._stage(f"starting {counted(len(self.builders), 'builder')}")
            slot.start().send(request, self.options.build_timeout_s)
            for idle in self.runners:
                if not idle.candidate:
                    # Runners start while the first candidates are built.
                    idle.start()
        return True

    def _deal_runs(self, waiting: deque[InFlight]) -> None:
        """Give built candidates to idle runners."""
        if self._takes_turns and any(builder.candidate for builder in self.builders):
            return
        if self.tracker and self.options.correct_drift:
            # Workers may join at any time.
            self.runners += self.tracker.joined(self.watcher.say)
        for slot in self.runners:
            if not waiting:
                return
            if slot.candidate:
                continue
            if slot.runs >= MOST_RUNS:
                slot.end()
            if self.drift.needs(waiting[0].request) and any(
                runner.candidate for runner in self.runners
            ):
                # The first correct candidate is the reference; nothing else is timed at the same
                # time.
                return
            candidate = self.drift.due(slot.name, waiting[0].request) or waiting.popleft()
            slot.candidate = candidate
            request = candidate.request
            # The expected time on this runner, whose clock may differ from that of the recorded
            # times.
            best_us = self.drift.expected_us(slot.name, request)
            query = RunQuery(request, candidate.built, None if candidate.reference else best_us)
            candidate.tries += 1
            seconds = self.options.run_timeout_s + slot.grace_s
            seconds += request.checked_runs * (CHECK_S + 4e-6 * (best_us or 0.0))
            slot.start().send(query, seconds)

    # --- Answers ----------------------------------------------------------------------------------

    def _awaited(self, busy: list[Slot]) -> list[Slot]:
        """Slots that have sent something, or are past their time limit."""
        deadline = min(slot.child.deadline for slot in busy)
        seconds = max(0.0, deadline - time.monotonic())
        readable = set(wait([slot.child.connection for slot in busy], seconds))
        now = time.monotonic()
        return [
            slot for slot in busy if slot.child.connection in readable or slot.child.deadline <= now
        ]

    def _settle(
        self, slot: Slot, waiting: deque[InFlight]
    ) -> Iterator[tuple[BuildRequest, Outcome]]:
        """Process a child's answer, or that it has died or is late."""
        answer = slot.hear()
        if answer is None:
            if not slot.child.begun:
                return
            doing = {"build": "building", "run": "verifying and timing"}[slot.part]
            self._stage(f"{doing} the first candidates")
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
            self._give_up(slot, answer)
            candidate.tries -= 1
            if not candidate.reference:
                waiting.appendleft(candidate)
        elif "outcome" in answer:
            yield from self._outcome(slot, candidate, answer["outcome"], waiting)
        else:
            slot.end()
            # The candidate is not necessarily the reason why its runner ended.
            blameless = "lost" in answer or "SIGKILL" in answer["died"]
            if slot in self.runners and candidate.tries < TRIES and blameless:
                if not candidate.reference:
                    waiting.appendleft(candidate)
                return
            message = answer.get("lost") or answer["died"]
            yield from self._outcome(slot, candidate, Outcome("crash", message=message), waiting)

    def _give_up(self, slot: Slot, answer: Answer) -> None:
        """Continue without a lost or unusable worker; raises its error if there are no others."""
        slot.end()
        self.runners.remove(slot)
        why = answer["vacant"]
        if not self.runners and self.spare:
            self.runners = [self.spare.pop(0)]
        if not self.runners:
            raise why
        self.tracker.left(slot, str(why) if "broken" in answer else "")
        self.watcher.say(f"{why}; continuing with {counted(len(self.runners), 'worker')}")

    def _stage(self, text: str) -> None:
        """Report the first time that each activity occurs."""
        if text not in self.told:
            self.told.add(text)
            self.watcher.stage(text)

    def _outcome(
        self, slot: Slot, candidate: InFlight, outcome: Outcome, waiting: deque[InFlight]
    ) -> Iterator[tuple[BuildRequest, Outcome]]:
        """A candidate's outcome; None if it is timed once more or is the reference."""
        if candidate.reference:
            self.drift.referred(slot.name, candidate.request, outcome, self.watcher.say)
            return
        if slot in self.runners:
            outcome = self.drift.taken(slot.name, candidate, outcome)
            if outcome is None:
                candidate.tries = 0
                waiting.appendleft(candidate)
                return
        yield (
            candidate.request,
            replace(
                outcome,
                worker=outcome.worker or slot.name,
                stages_s=candidate.stages_s,
                made=candidate.made,
            ),
        )
