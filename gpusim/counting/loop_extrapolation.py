"""Loop extrapolation: repeated iterations are multiplied instead of executed.

At each back edge the state that determines execution is recorded: program counters and waits of all
threads, their back-edge counts (the group with the fewest runs first), and the registers live in
the slice. If n iterations lead back to the same state with registers advanced as by the n before,
the next n are executed together with further repetitions of them (`repetitions`), which tells how
many have the same control flow and cost. Those are skipped: their costs are multiplied and the
registers advanced.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..isa.decoder import Register
from ..state.execution import Execution, RepeatedIterations, Skip
from ..state.registers import Mask
from .repetitions import FEWEST_TIMES, FOREVER, Builder, Repetitions

# Largest number of iterations taken as one repetition: addresses advance by whole sectors after 8,
# those of packed four-bit weights by whole lines after 64, and buffers recur after a few.
_MOST_ITERATIONS = 64
# A back edge is ignored after _PERSISTENCE failed attempts, until the next of each _REST.
_PERSISTENCE, _REST = 6 * _MOST_ITERATIONS, 1 << 13
# Largest number of stored states.
_MOST_STATES = 512


@dataclass
class _State:
    """State at a back edge: live registers, back-edge counts, and counters of the run."""

    words: np.ndarray
    backedge_counts: np.ndarray
    steps: int
    segments: int
    skips: int


@dataclass
class _Header:
    """The target of a back edge, for one combination of all threads' positions.

    `registers` are the live registers and predicates; `lanes` where each is live.
    """

    target: int
    registers: list[Register]
    lanes: np.ndarray
    states: list[_State] = field(default_factory=list)
    # Least number of iterations to try, and its step: fewer do not advance an address by whole
    # sectors or words.
    fewest: int = 1
    unit: int = 1


@dataclass
class _Proof:
    """Iterations that execute together with their repetitions, and the expected increments."""

    header: _Header
    iterations: int
    moves: np.ndarray
    backedge_counts: np.ndarray
    start: _State
    steps: int
    done: int = 0
    # Memory counters at the start of the proof.
    visits: np.ndarray = field(default_factory=lambda: np.zeros(0))
    memory_counters: dict[tuple[int, bool], np.ndarray] = field(default_factory=dict)


class LoopExtrapolation:
    """Observes an interpreter that executes a slice; `live` are its live registers per
    instruction.
    """

    def __init__(
        self, execution: Execution, live: Sequence[frozenset[Register]], build: Builder
    ) -> None:
        self.execution, self.live, self.build = execution, live, build
        self.headers: dict[bytes, _Header] = {}
        self.proof: _Proof | None = None
        self.repetitions: Repetitions | None = None
        # Back edges to a target since its iterations were last extrapolated.
        self.in_vain: Counter[int] = Counter()
        # Number of skipped steps.
        self.multiplied = 0

    def arrived(self, target: int) -> None:
        """Some threads took a back edge to `target`."""
        self.in_vain[target] += 1
        if self.proof is None and self.in_vain[target] % _REST > _PERSISTENCE:
            return
        if sum(len(header.states) for header in self.headers.values()) > _MOST_STATES:
            self.headers.clear()
        key = self._constellation()
        header = self.headers.get(key)
        if header is None:
            header = self.headers[key] = self._header(target)
        header.states.append(self._state(header))
        del header.states[: -2 * _MOST_ITERATIONS - 1]
        if self.proof is not None:
            self._continue_proof(self.proof, header)
        if self.proof is None:
            self._try(header)

    def _constellation(self) -> bytes:
        """Hash of everything except registers and back-edge counts that determines execution."""
        execution = self.execution
        alive = execution.alive
        waiting = np.where(alive, execution.waiting, 0)
        barriers = execution.control.barriers
        arrived = sorted(
            (key, [warp for warp, _ in of]) for key, of in barriers.arrived.items() if of
        )
        mbarriers = [
            (
                key,
                barrier.count,
                barrier.left,
                barrier.pending_bytes,
                barrier.phase & 1,
                barrier.fenced,
            )
            for key, barrier in sorted(execution.mbarriers.all.items())
        ]
        arrays = (
            np.where(alive, execution.pc, 0), waiting, alive, np.packbits(execution.barriers),
            np.where(waiting > 0, barriers.expected, 0), barriers.members,
        )  # fmt: skip
        key = hashlib.blake2b(repr((arrived, mbarriers)).encode(), digest_size=16)
        for array in arrays:
            key.update(np.ascontiguousarray(array))
        return key.digest()

    def _header(self, target: int) -> _Header:
        execution = self.execution
        places = np.unique(execution.pc[execution.alive])
        lanes_at = {int(place): execution.alive & (execution.pc == place) for place in places}
        registers = sorted(set().union(*(self.live[place] for place in lanes_at)))
        lanes = np.zeros((len(registers), execution.threads), bool)
        for row, register in zip(lanes, registers, strict=True):
            for place, here in lanes_at.items():
                if register in self.live[place]:
                    row |= here
        return _Header(target, registers, lanes)

    def _state(self, header: _Header) -> _State:
        execution, files = self.execution, self.execution.registers.files
        words = np.zeros(header.lanes.shape, np.uint32)
        for row, (file, index), lanes in zip(words, header.registers, header.lanes, strict=True):
            np.copyto(row, files[file][index], where=lanes)
        return _State(
            words,
            execution.backedge_counts.copy(),
            execution.steps,
            len(execution.trace),
            len(execution.skips),
        )

    # --- Finding repetitions ----------------------------------------------------------------------

    def _try(self, header: _Header) -> None:
        """Start a proof if the last n iterations changed the state like the n before."""
        states = header.states
        last = states[-1]
        most = min(_MOST_ITERATIONS, (len(states) - 1) // 2)
        for iterations in range(header.fewest, most + 1, header.unit):
            middle, first = states[-1 - iterations], states[-1 - 2 * iterations]
            steps = last.steps - middle.steps
            if last.skips != middle.skips and steps > last.steps - self.multiplied:
                # Executing them would take longer than the whole run so far.
                continue
            if steps != middle.steps - first.steps or not _alike(last, middle, first):
                continue
            moves = last.words - middle.words
            backedge_counts = last.backedge_counts - middle.backedge_counts
            self._begin(_Proof(header, iterations, moves, backedge_counts, last, steps))
            return

    def _begin(self, proof: _Proof) -> None:
        execution, header = self.execution, proof.header
        self.proof = proof
        proof.visits = execution.visits.copy()
        proof.memory_counters = {
            key: counters.copy() for key, counters in execution.memory_counters.totals.items()
        }
        if self.repetitions is None:
            self._watch()
        self.repetitions.begin(
            zip(header.registers, proof.start.words, proof.moves, header.lanes, strict=True)
        )
        execution.actions, execution.control.handlers = self.watched
        execution.repetitions = self.repetitions

    def _watch(self) -> None:
        """Build actions and handlers that are repeated."""
        execution = self.execution
        self.repetitions = repetitions = Repetitions(execution, self.build)
        self.plain = execution.actions, execution.control.handlers
        actions, handlers = list(execution.actions), dict(execution.control.handlers)
        for code in execution.program.codes:
            if code.at in execution.options.only and not _is_plain_control(code.at, execution):
                actions[code.at] = repetitions.watched(code)
            if code.at in handlers:
                handlers[code.at] = self._decided(code.at, handlers[code.at])
        self.watched = actions, handlers

    def _decided(self, pc: int, handler: Callable) -> Callable:
        """A control instruction: all of its sources must stay the same."""
        repetitions = self.repetitions
        reads = sorted(self.execution.program.codes[pc].reads)
        if not reads:
            return handler

        def handle(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            if repetitions.bound:
                repetitions.same(reads, group)
            return handler(pc, group, mask)

        return handle

    # --- Proving repetitions ----------------------------------------------------------------------

    def chosen(self, ready: np.ndarray, pc: int) -> None:
        """The group at `pc` was selected: bound the repetitions for which it would be selected
        again.

        Some loops take more back edges than others that run at the same time, so their counts drift
        apart.
        """
        if self.proof is None:
            return
        execution, moves = self.execution, self.proof.backedge_counts
        here = ready & (execution.pc == pc)
        others = ready & ~here
        fewest = execution.backedge_counts[here].min()
        slowest = moves[here & (execution.backedge_counts == fewest)].min()
        # Among equal back-edge counts the lower address runs first.
        ahead, gained = execution.backedge_counts - fewest, slowest - moves
        repetitions = (ahead - (execution.pc < pc)) // np.maximum(gained, 1)
        self.repetitions.limit(np.where(gained > 0, repetitions, FOREVER), others)

    def compared(self, threads: np.ndarray) -> None:
        """Back-edge counts of these threads are compared: they must advance equally."""
        if self.proof and len(np.unique(self.proof.backedge_counts[threads])) > 1:
            self.repetitions.bound = 0

    def _continue_proof(self, proof: _Proof, header: _Header) -> None:
        """One more back edge during a proof."""
        proof.done += header is proof.header
        if not self.repetitions.bound or self.execution.steps > proof.start.steps + proof.steps:
            self._end(proof, 0)
        elif proof.done == proof.iterations:
            self._end(proof, self._repetitions(proof))

    def _repetitions(self, proof: _Proof) -> int:
        """How many more times the proven iterations repeat."""
        now, start = proof.header.states[-1], proof.start
        if (now.words - start.words != proof.moves).any():
            return 0
        if (now.backedge_counts - start.backedge_counts != proof.backedge_counts).any():
            return 0
        left = self.execution.options.most_steps - self.execution.steps
        most = left // max(1, self.execution.steps - start.steps)
        return self.repetitions.times(most)

    def _end(self, proof: _Proof, times: int) -> None:
        execution, header = self.execution, proof.header
        execution.actions, execution.control.handlers = self.plain
        execution.repetitions = self.proof = None
        if times >= FEWEST_TIMES:
            self._multiply(proof, times)
            header.states[:] = [self._state(header)]
            self.in_vain[header.target] = 0
        else:
            if self.repetitions.coarse > 1:
                header.unit = proof.iterations * self.repetitions.coarse
            header.fewest = (proof.iterations // header.unit + 1) * header.unit
            if header.fewest > _MOST_ITERATIONS:
                header.fewest = header.unit = 1
        self.repetitions.end()

    def _multiply(self, proof: _Proof, times: int) -> None:
        execution, header = self.execution, proof.header
        steps = execution.steps - proof.start.steps
        segments = len(execution.trace) - proof.start.segments
        execution.skips.append(Skip(len(execution.trace), segments, times))
        before = execution.repeated_iterations.get(header.target)
        execution.repeated_iterations[header.target] = RepeatedIterations(
            proof.iterations, times + (before.times if before else 0), tuple(_moves(proof))
        )
        execution.visits += times * (execution.visits - proof.visits)
        for key, totals in execution.memory_counters.totals.items():
            totals += times * (totals - proof.memory_counters.get(key, 0))
        factor = np.uint32(times & 0xFFFFFFFF)
        for (file, index), move in zip(header.registers, proof.moves, strict=True):
            if file in ("R", "UR"):
                execution.registers.files[file][index] += move * factor
        execution.backedge_counts += times * proof.backedge_counts
        self.repetitions.reach(times)
        self.multiplied += times * steps
        execution.took(times * steps)


def _moves(proof: _Proof) -> Iterator[tuple[str, int | None]]:
    """Increments of the registers that the iterations change."""
    header = proof.header
    deltas = proof.moves.view(np.int32)
    for (file, index), delta, lanes in zip(header.registers, deltas, header.lanes, strict=True):
        if (moves := np.unique(delta[lanes])).any():
            yield f"{file}{index}", int(moves[0]) if len(moves) == 1 else None


def _alike(last: _State, middle: _State, first: _State) -> bool:
    """Whether registers advanced equally between three states; a predicate then stays the same."""
    for some in (slice(1), slice(None)):
        words = [snapshot.words[:, some] for snapshot in (last, middle, first)]
        if (words[0] - words[1] != words[1] - words[2]).any():
            return False
    counts = [snapshot.backedge_counts for snapshot in (last, middle, first)]
    return not (counts[0] - counts[1] != counts[1] - counts[2]).any()


def _is_plain_control(pc: int, execution: Execution) -> bool:
    """Whether an instruction has a control handler and no action."""
    return pc in execution.control.handlers and execution.program.codes[pc].base != "SYNCS"
