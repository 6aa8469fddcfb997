"""Passes of loops that repeat: some are run, the others multiplied.

Where a group of threads jumps back, everything that decides how the run goes on is looked at: where
all threads are and what they wait for, how often each has jumped back (the fewest go first), and
the registers that branches and addresses are still made of. If after some passes all are where they
were and the registers have moved as they did in as many passes before, the next as many are run
with the registers' courses (`courses`), which tell for how many further repetitions the same
happens at the same cost. These are not run: what the passes cost counts so many times more, and the
registers move on.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..isa.dependences import Register
from ..state.registers import Mask
from .induction.progression import FOREVER, within
from .induction.rules import rule
from .induction.variables import Courses

if TYPE_CHECKING:
    from ..functional.interpreter import Machine

# Passes that are taken together at most: addresses come round after 32 / 4 at the latest, buffers
# after a few.
_MOST_PASSES = 32
# After so many jumps back to a place in vain it is left alone, but for as many of every so many.
_PERSISTENCE, _REST = 12 * _MOST_PASSES, 1 << 13
# States that are kept of all places together.
_MOST_STATES = 512
# Fewer repetitions are run: more passes together may repeat for longer.
_FEWEST_TIMES = 3


@dataclass(frozen=True)
class Skip:
    """Passes that were multiplied: `segments` noted by `Ways` before the end of the passes, of
    which the last `repeated` are those of the passes, which happen `times` times more."""

    segments: int
    repeated: int
    times: int


@dataclass(frozen=True)
class Passes:
    """Passes that begin at an instruction and cost the same `times` more, so many `together`;
    `moves` is what they add to each register that decides, None where lanes differ."""

    together: int
    times: int
    moves: tuple[tuple[str, int | None], ...]


@dataclass
class _State:
    """What is kept where threads jump back: live registers, how often each thread has, and how far
    the run is."""

    words: np.ndarray
    truths: np.ndarray
    laps: np.ndarray
    steps: int
    segments: int
    skips: int


@dataclass
class _Header:
    """A place that threads jump back to, in one constellation of all of them.

    `words` and `truths` are the registers that are live there, `lanes` where each word is.
    """

    target: int
    words: list[Register]
    truths: list[Register]
    lanes: np.ndarray
    truth_lanes: np.ndarray
    states: list[_State] = field(default_factory=list)
    # So many passes at least are tried together, and multiples of so many: fewer do not move an
    # address by whole sectors or words.
    fewest: int = 1
    unit: int = 1


@dataclass
class _Proof:
    """Passes that run with their courses: how many there are, where registers have to be then."""

    header: _Header
    passes: int
    moves: np.ndarray
    laps: np.ndarray
    start: _State
    steps: int
    done: int = 0
    # What all had cost before.
    visits: np.ndarray = field(default_factory=lambda: np.zeros(0))
    tallies: dict[tuple[int, bool], np.ndarray] = field(default_factory=dict)


class Repetition:
    """Watches a machine that runs a slice; `live` are the registers it needs at each place."""

    def __init__(self, machine: Machine, live: Sequence[frozenset[Register]]) -> None:
        self.machine, self.live = machine, live
        self.headers: dict[bytes, _Header] = {}
        self.proof: _Proof | None = None
        self.courses: Courses | None = None
        # Jumps back to a place since passes that end there were last multiplied.
        self.in_vain: Counter[int] = Counter()
        # Steps that were not run.
        self.multiplied = 0

    def arrived(self, target: int) -> None:
        """Some threads have jumped back; `machine.pc` says where all are."""
        self.in_vain[target] += 1
        if self.proof is None and self.in_vain[target] % _REST > _PERSISTENCE:
            return
        if sum(len(one.states) for one in self.headers.values()) > _MOST_STATES:
            self.headers.clear()
        key = self._constellation()
        header = self.headers.get(key)
        if header is None:
            header = self.headers[key] = self._header(target)
        header.states.append(self._state(header))
        del header.states[: -2 * _MOST_PASSES - 1]
        if self.proof is not None:
            self._go_on(self.proof, header)
        if self.proof is None:
            self._try(header)

    def _constellation(self) -> bytes:
        """Everything but registers and laps that decides how the run goes on."""
        machine = self.machine
        alive = machine.alive
        waiting = np.where(alive, machine.waiting, 0)
        barriers = machine.control.barriers
        arrived = sorted(
            (key, [one for one, _ in of]) for key, of in barriers.arrived.items() if of
        )
        mbarriers = [
            (key, one.count, one.left, one.pending_bytes, one.phase & 1, one.fenced)
            for key, one in sorted(machine.mbarriers.all.items())
        ]
        arrays = (
            np.where(alive, machine.pc, 0), waiting, alive, np.packbits(machine.barriers),
            np.where(waiting > 0, barriers.expected, 0), barriers.members,
        )  # fmt: skip
        key = hashlib.blake2b(repr((arrived, mbarriers)).encode(), digest_size=16)
        for one in arrays:
            key.update(np.ascontiguousarray(one))
        return key.digest()

    def _header(self, target: int) -> _Header:
        machine = self.machine
        places = np.unique(machine.pc[machine.alive])
        at = {int(place): machine.alive & (machine.pc == place) for place in places}
        every = sorted(set().union(*(self.live[place] for place in at)))

        def lanes(registers: list[Register]) -> np.ndarray:
            needed = np.zeros((len(registers), machine.threads), bool)
            for row, register in zip(needed, registers, strict=True):
                for place, here in at.items():
                    if register in self.live[place]:
                        row |= here
            return needed

        words = [one for one in every if one[0] in ("R", "UR")]
        truths = [one for one in every if one[0] in ("P", "UP")]
        return _Header(target, words, truths, lanes(words), lanes(truths))

    def _state(self, header: _Header) -> _State:
        machine, files = self.machine, self.machine.registers.files
        words = np.zeros((len(header.words), machine.threads), np.uint32)
        for row, (file, index) in zip(words, header.words, strict=True):
            row[:] = files[file][index]
        truths = np.zeros((len(header.truths), machine.threads), bool)
        for row, (file, index) in zip(truths, header.truths, strict=True):
            row[:] = files[file][index]
        return _State(
            np.where(header.lanes, words, 0).astype(np.uint32),
            truths & header.truth_lanes,
            machine.laps.copy(),
            machine.steps,
            len(machine.ways),
            len(machine.skips),
        )

    # --- finding ----------------------------------------------------------------------------------

    def _try(self, header: _Header) -> None:
        """Begin a proof if as many passes as were run twice did alike."""
        states = header.states
        last = states[-1]
        most = min(_MOST_PASSES, (len(states) - 1) // 2)
        for passes in range(header.fewest, most + 1, header.unit):
            middle, first = states[-1 - passes], states[-1 - 2 * passes]
            steps = last.steps - middle.steps
            if last.skips != middle.skips and steps > last.steps - self.multiplied:
                # Run without skipping, they would take longer than all has taken up to here.
                continue
            if steps != middle.steps - first.steps or not _alike(last, middle, first):
                continue
            moves, laps = last.words - middle.words, last.laps - middle.laps
            self._begin(_Proof(header, passes, moves, laps, last, steps))
            return

    def _begin(self, proof: _Proof) -> None:
        machine, header = self.machine, proof.header
        self.proof = proof
        proof.visits = machine.visits.copy()
        proof.tallies = {key: one.copy() for key, one in machine.tallies.sums.items()}
        if self.courses is None:
            self._watch()
        self.courses.begin()
        deltas = proof.moves.view(np.int32).astype(np.int64)
        for register, delta, lanes in zip(header.words, deltas, header.lanes, strict=True):
            self._known(register, delta, lanes)
        for register, lanes in zip(header.truths, header.truth_lanes, strict=True):
            self._known(register, np.int64(0), lanes)
        machine.actions, machine.control.handlers = self.watched
        machine.courses = self.courses

    def _known(self, register: Register, delta: np.ndarray, lanes: np.ndarray) -> None:
        file, index = register
        self.courses.delta[file][index] = delta
        self.courses.until[file][index] = np.where(lanes, FOREVER, 0)

    def _watch(self) -> None:
        """Actions and handlers that keep the courses."""
        machine = self.machine
        self.courses = courses = Courses(machine)
        self.plain = machine.actions, machine.control.handlers
        actions, handlers = list(machine.actions), dict(machine.control.handlers)
        for code in machine.program.codes:
            if code.at in machine.options.only and not _is_plain_control(code.at, machine):
                actions[code.at] = courses.watched(code, rule(code, courses))
            if code.at in handlers:
                handlers[code.at] = self._decided(code.at, handlers[code.at])
        self.watched = actions, handlers

    def _decided(self, at: int, handler: Callable) -> Callable:
        """A control instruction, all of whose registers decide."""
        courses = self.courses
        reads = sorted(self.machine.dependences[at].reads)

        def handle(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            if courses.bound:
                courses.limit(courses.fixed(reads), group)
            return handler(pc, group, mask)

        return handle

    # --- proving ----------------------------------------------------------------------------------

    def chosen(self, ready: np.ndarray, pc: int) -> None:
        """Of those ready the ones at an instruction go first: for how long that is so.

        Some loops have more jumps back than others beside them, so that laps drift apart.
        """
        if self.proof is None:
            return
        machine, moves = self.machine, self.proof.laps
        here = ready & (machine.pc == pc)
        others = ready & ~here
        fewest = machine.laps[here].min()
        slowest = moves[here & (machine.laps == fewest)].min()
        # Of those with as many laps the lower address goes first.
        until = within(machine.laps - fewest, moves - slowest, machine.pc < pc, FOREVER)
        self.courses.limit(until, others)

    def compared(self, threads: np.ndarray) -> None:
        """Laps of threads are put in relation to each other's: all have to go on alike."""
        if self.proof and len(np.unique(self.proof.laps[threads])) > 1:
            self.courses.bound = 0

    def _go_on(self, proof: _Proof, header: _Header) -> None:
        """One more jump back while passes are looked at."""
        proof.done += header is proof.header
        if not self.courses.bound or self.machine.steps > proof.start.steps + proof.steps:
            self._end(proof, 0)
        elif proof.done == proof.passes:
            self._end(proof, self._repetitions(proof))

    def _repetitions(self, proof: _Proof) -> int:
        """How many times more the passes that ran are sure to happen."""
        header, courses = proof.header, self.courses
        now = header.states[-1]
        if (now.words - proof.start.words != proof.moves).any():
            return 0
        if (now.truths != proof.start.truths).any():
            return 0
        if (now.laps - proof.start.laps != proof.laps).any():
            return 0
        bound = courses.bound
        deltas = proof.moves.view(np.int32).astype(np.int64)
        for (file, index), delta, lanes in zip(header.words, deltas, header.lanes, strict=True):
            known = np.where(courses.delta[file][index] == delta, courses.until[file][index], 0)
            bound = min(bound, int(known[lanes].min(initial=FOREVER)))
        for (file, index), lanes in zip(header.truths, header.truth_lanes, strict=True):
            bound = min(bound, int(courses.until[file][index][lanes].min(initial=FOREVER)))
        return bound

    def _end(self, proof: _Proof, times: int) -> None:
        machine, header = self.machine, proof.header
        machine.actions, machine.control.handlers = self.plain
        machine.courses = self.proof = None
        if times >= _FEWEST_TIMES:
            self._multiply(proof, times)
            header.states[:] = [self._state(header)]
            self.in_vain[header.target] = 0
            return
        if self.courses.coarse > 1:
            header.unit = proof.passes * self.courses.coarse
        header.fewest = (proof.passes // header.unit + 1) * header.unit
        if header.fewest > _MOST_PASSES:
            header.fewest = header.unit = 1

    def _multiply(self, proof: _Proof, times: int) -> None:
        machine, header = self.machine, proof.header
        steps = machine.steps - proof.start.steps
        segments = len(machine.ways) - proof.start.segments
        machine.skips.append(Skip(len(machine.ways), segments, times))
        before = machine.passes.get(header.target)
        machine.passes[header.target] = Passes(
            proof.passes, times + (before.times if before else 0), tuple(_moves(proof))
        )
        machine.visits += times * (machine.visits - proof.visits)
        for key, tally in machine.tallies.sums.items():
            tally += times * (tally - proof.tallies.get(key, 0))
        factor = np.uint32(times & 0xFFFFFFFF)
        for (file, index), move in zip(header.words, proof.moves, strict=True):
            machine.registers.files[file][index] += move * factor
        machine.laps += times * proof.laps
        self.courses.reach(times)
        self.multiplied += times * steps
        machine.took(times * steps)


def _moves(proof: _Proof) -> Iterator[tuple[str, int | None]]:
    """What passes add to the registers that they change."""
    header = proof.header
    deltas = proof.moves.view(np.int32)
    for (file, index), delta, lanes in zip(header.words, deltas, header.lanes, strict=True):
        if (found := np.unique(delta[lanes])).any():
            yield f"{file}{index}", int(found[0]) if len(found) == 1 else None


def _alike(last: _State, middle: _State, first: _State) -> bool:
    """Whether registers moved alike between states."""
    for some in (slice(1), slice(None)):
        words = [one.words[:, some] for one in (last, middle, first)]
        if (words[0] - words[1] != words[1] - words[2]).any():
            return False
    if (last.laps - middle.laps != middle.laps - first.laps).any():
        return False
    return not (last.truths != middle.truths).any()


def _is_plain_control(at: int, machine: Machine) -> bool:
    """Whether a handler is all that an instruction has."""
    return at in machine.control.handlers and machine.program.codes[at].base != "SYNCS"
