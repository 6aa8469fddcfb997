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

from .child import CANNOT, InFlight, Slot, builder, local_runners
from .cluster import Cluster, Place
from .drift import Drift
from .folders import LockedFolder
from .interface import BuildRequest, MeasureOptions, Outcome, RunQuery, Watcher, counted

# The number of built candidates that wait for a runner. More would not run sooner, and later
# proposals use more results.
AHEAD = 2
# How often a candidate is run if its runner was killed from outside, or its worker was lost.
TRIES = 2
# Seconds to compare the outputs of a checked run.
CHECK_S = 0.2


class Pool:
    """The Measurer of `MeasureOptions`; its processes start with the first candidate.

    Raises NoGpu or NoTool if this machine cannot measure, UserError if no scheduler answers.
    """

    def __init__(self, options: MeasureOptions) -> None:
        self.options = options
        self.folder = LockedFolder("tune-run-")
        self.cluster = Cluster(options) if options.cluster else None
        self.watcher = Watcher()
        self.builders: list[Slot | Place] = []
        self.runners: list[Slot | Place] = []
        if self.cluster is None:
            count, settings = options.builders or cores(), options.builder_settings()
            self.builders = [builder(settings, self.folder.name, count) for _ in range(count)]
            self.runners = local_runners(options, self.folder.name)
            if not options.correct_drift:
                # Uncorrected times can only be compared on one device.
                del self.runners[1:]
        # Candidates whose builder was lost.
        self.unbuilt: deque[InFlight] = deque()
        self.drift = Drift(options.correct_drift)
        self.reported: set[str] = set()
        self.closed = False

    # --- Measurer ---------------------------------------------------------------------------------

    def measure(self, requests: Iterable[BuildRequest]) -> Iterator[tuple[BuildRequest, Outcome]]:
        """Yield outcomes as they arrive; raises NoGpu or NoTool if no candidate could be
        measured."""
        source = iter(requests)
        waiting: deque[InFlight] = deque()
        more = True
        self.reported.clear()
        try:
            while True:
                self._join()
                more = self._deal_builds(source, waiting) if more or self.unbuilt else False
                self._deal_runs(waiting)
                busy = [slot for slot in self._slots() if slot.candidate]
                if not (busy or waiting or more or self.unbuilt):
                    return
                if busy:
                    for slot in self._awaited(busy):
                        yield from self._settle(slot, waiting)
        finally:
            # Remaining work is abandoned: there was an error, or the caller has stopped iterating.
            self.unbuilt.clear()
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
            if self.cluster is not None:
                self.cluster.close()
            self.folder.cleanup()

    def _join(self) -> None:
        """Take in workers that have joined the cluster, and leave out those that are gone."""
        if self.cluster is None:
            return
        places = self.cluster.refreshed(self.watcher.say)
        self.builders = [place for place in places if place.part == "build"]
        runners = [place for place in places if place.part == "run"]
        if not self.options.correct_drift:
            runners = [place for place in self.runners if place in runners] or runners[:1]
        self.runners = runners

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
            if self.unbuilt:
                slot.candidate = self.unbuilt.popleft()
            elif (request := next(source, None)) is not None:
                slot.candidate = InFlight(request)
            else:
                return False
            if not slot.runs:
                self._stage(f"starting {counted(len(self.builders), 'builder')}")
            slot.candidate.tries += 1
            slot.candidate.sent_s = time.monotonic()
            slot.send(slot.candidate.request, self.options.build_timeout_s)
            for idle in self.runners:
                if not idle.candidate:
                    # Runners start while the first candidates are built.
                    idle.start()
        return True

    def _deal_runs(self, waiting: deque[InFlight]) -> None:
        """Give built candidates to idle runners."""
        if self._takes_turns and any(builder.candidate for builder in self.builders):
            return
        for slot in self.runners:
            if not waiting:
                return
            busy = {runner.host for runner in self.runners if runner.candidate}
            if slot.candidate or (self._takes_turns and slot.host in busy):
                # On a CPU, one candidate at a time.
                continue
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
            candidate.sent_s = time.monotonic()
            seconds = self.options.run_timeout_s
            seconds += request.checked_runs * (CHECK_S + 4e-6 * (best_us or 0.0))
            slot.send(query, seconds)

    # --- Answers ----------------------------------------------------------------------------------

    def _awaited(self, busy: list[Slot]) -> list[Slot]:
        """Slots that have sent something, or are past their time limit; all of a cluster's."""
        if self.cluster is not None:
            self.cluster.wait()
            return busy
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
            if not slot.begun:
                return
            doing = {"build": "building", "run": "verifying and timing"}[slot.part]
            self._stage(f"{doing} the first candidates")
            return
        if CANNOT in answer:
            raise answer[CANNOT]
        candidate, slot.candidate = slot.candidate, None
        # A process that was ended does not say how long it took.
        lost = {"ended": time.monotonic() - candidate.sent_s}
        for name, seconds in answer.get("stages_s", lost).items():
            candidate.stages_s[name] = candidate.stages_s.get(name, 0.0) + seconds
        candidate.made |= answer.get("made", {})
        if "built" in answer:
            candidate.built = answer["built"]
            waiting.append(candidate)
            candidate.tries = 0
        elif "outcome" in answer:
            yield from self._outcome(slot, candidate, answer["outcome"], waiting)
        else:
            slot.end()
            # The candidate is not necessarily the reason why its process or its worker ended.
            if "blameless" in answer:
                candidate.tries -= 1
            blameless = "lost" in answer or (slot.part == "run" and "SIGKILL" in answer["died"])
            if candidate.tries < TRIES and blameless:
                if not candidate.reference:
                    (self.unbuilt if slot.part == "build" else waiting).appendleft(candidate)
                return
            message = answer.get("lost") or answer["died"]
            yield from self._outcome(slot, candidate, Outcome("crash", message=message), waiting)

    def _stage(self, text: str) -> None:
        """Report the first time that each activity occurs."""
        if text not in self.reported:
            self.reported.add(text)
            self.watcher.stage(text)

    def _outcome(
        self, slot: Slot, candidate: InFlight, outcome: Outcome, waiting: deque[InFlight]
    ) -> Iterator[tuple[BuildRequest, Outcome]]:
        """A candidate's outcome; None if it is timed once more or is the reference."""
        if candidate.reference:
            self.drift.referred(slot.name, candidate.request, outcome, self.watcher.say)
            return
        if slot.part == "run":
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
