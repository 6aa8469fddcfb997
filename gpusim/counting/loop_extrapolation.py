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
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ..chips import WARP
from ..dataflow.provenance import LINE
from ..dataflow.slicing import deciding
from ..findings import Findings
from ..isa.decoder import Code, Operand, Register, is_wide
from ..state.execution import Execution, RepeatedIterations, Skip
from ..state.registers import Mask, Registers, by_warp
from .wavefronts import SECTOR, WORD

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


# --- further repetitions of loop iterations, executed side by side --------------------------------

# Iterations repeat if they start with registers advanced by fixed amounts, take the same path, cost
# the same, and advance the registers by those amounts again. To prove this, the repetitions are
# executed, many at once: each has a copy of all threads, whose registers start as many times
# further. Only what computes registers is executed; every other instruction of the slice must see
# the same values in each repetition. The first batch of copies follows the execution; later batches
# repeat what the first one did. A repetition counts if all before it do.


# More repetitions than any kernel has.
FOREVER = 1 << 40
# Fewer repetitions are executed: a longer sequence of iterations may repeat more often.
FEWEST_TIMES = 3
# Lanes that run at once: few enough for the processor's cache.
_LANES = 1 << 14
# Instructions that read more than registers, or need all units of an interpreter.
_OTHERS = frozenset(
    ("S2R", "S2UR", "CS2R", "CS2UR", "B2R", "BMOV", "QSPC")
    + ("MATCH", "REDUX", "CREDUX", "MOVM", "USETMAXREG")
)
_CONCERN_OTHERS = frozenset(
    ("control", "decides", "proxy", "fence", "ordered", "orders", "waits", "exit", "product")
)

Action = Callable[[Mask], None]
Builder = Callable[[Code, Execution], Action]


class _Copies(Execution):
    """Copies of an execution's threads, one after the other, with registers alone."""

    def __init__(self, execution: Execution, count: int) -> None:
        self.program, self.setup, self.memory = execution.program, execution.setup, execution.memory
        self.options, self.findings = execution.options, Findings()
        self.blocks = execution.blocks * count
        self.threads_per_block, self.cluster = execution.threads_per_block, execution.cluster
        self.threads, self.warps = execution.threads * count, execution.warps * count
        self._ids()
        # Rows that are not used take no memory.
        self.registers = Registers(
            self.threads, execution.registers.constants, partial(np.zeros, dtype=np.uint32)
        )
        self.separate_arrays = execution.separate_arrays
        self.at = self.steps = self.ends_by = 0


def _computes(code: Code) -> bool:
    """Whether an instruction's results are a function of registers and constants."""
    return (
        bool(code.writes)
        and code.row.memory in ("", "warp")
        and code.base not in _OTHERS
        and code.row.roles.isdisjoint(_CONCERN_OTHERS)
    )


class _Sum(NamedTuple):
    """The registers that an address adds up, some of them the lower ones of pairs.

    Without a pair, addresses have 32 bits.
    """

    narrow: tuple[Register, ...]
    wide: tuple[Register, ...]
    long: bool

    @classmethod
    def of(cls, code: Code, place: Operand) -> _Sum:
        parts = [(is_wide(code, place, part), (part.kind, part.index)) for part in place.parts]
        narrow, wide = (tuple(sorted(r for w, r in parts if w == of)) for of in (False, True))
        return cls(narrow, wide, bool(wide) or place.suffix == "desc")

    @property
    def registers(self) -> frozenset[Register]:
        return frozenset((*self.narrow, *self.wide, *((f, index + 1) for f, index in self.wide)))

    def read(self, files: Mapping[str, np.ndarray]) -> np.ndarray:
        """The sum in all lanes: int64, or uint32."""
        total = np.zeros(files["R"].shape[1], np.int64 if self.long else np.uint32)
        for file, index in self.narrow:
            total += files[file][index]
        for file, index in self.wide:
            total += files[file][index]
            total += files[file][index + 1].astype(np.int64) << 32
        return total


class Repetitions:
    """Copies of an interpreter's threads during a proof.

    `bound` is the least number of further repetitions with the same control flow and costs, or 0
    below FEWEST_TIMES. `coarse` is the factor by which the number of iterations would have to grow
    for an address to advance by whole sectors or words.
    """

    def __init__(self, execution: Execution, build: Builder) -> None:
        self.execution, self._build = execution, build
        self.bound, self.coarse = 0, 1
        # Address increments by (instruction, whether shared memory), at the last execution; and all
        # requests: key, addresses, increments, width.
        self.moves: dict[tuple[int, bool], np.ndarray] = {}
        self.requests: list[tuple[tuple[int, bool], np.ndarray, np.ndarray, int]] = []
        self.count = max(FEWEST_TIMES + 1, _LANES // execution.threads)
        self.copies = _Copies(execution, self.count)
        # The numbers of this batch's repetitions, and what the first batch did.
        self._numbers = np.arange(0)
        self._steps: list[Callable[[], None]] = []
        # What was required of registers, or of a sum of them, since they were written: the active
        # lanes, and increments.
        self._known: dict[Register | _Sum, tuple[frozenset[Register], Mask, Any]] = {}

    # --- Batches ----------------------------------------------------------------------------------

    def begin(
        self, registers: Iterable[tuple[Register, np.ndarray, np.ndarray, np.ndarray]]
    ) -> None:
        """Start the first batch; `registers` have their values in all threads, the increments (0
        for predicates), and the lanes in which they matter. All others are written before they are
        read."""
        self._registers = list(registers)
        self.bound, self.coarse = FOREVER, 1
        self._start(1)

    def end(self) -> None:
        """Forget what the batches did."""
        self.requests.clear()
        self._steps.clear()
        self._known.clear()

    def _start(self, first: int) -> None:
        self._numbers = np.arange(first, first + self.count)[:, None]
        self._valid = self.count
        for register, values, moves, _ in self._registers:
            self._view(register)[...] = values + moves * self._numbers.astype(np.uint32)

    def times(self, most: int) -> int:
        """How many more times the iterations repeat, at their end, or more than `most`."""
        total = 0
        while self.bound:
            for register, values, moves, lanes in self._registers:
                after = values + moves * (self._numbers + 1).astype(np.uint32)
                self._require(self._view(register) == after, lanes)
            total += self._valid
            if self._valid < self.count or total > min(self.bound, most):
                break
            if not any(moves.any() for _, _, moves, _ in self._registers):
                # All repetitions are the same.
                total = FOREVER
                break
            self._start(total + 1)
            for step in self._steps:
                if self._valid:
                    step()
        return min(self.bound, total)

    def _view(self, register: Register) -> np.ndarray:
        """A register of all copies, shape (copies, threads)."""
        file, index = register
        return self.copies.registers.files[file][index].reshape(self.count, -1)

    def _then(self, step: Callable[[], None]) -> None:
        """Do a step of the first batch, and of all later ones."""
        self._steps.append(step)
        step()
        if self._numbers[0] == 1 and self._valid < FEWEST_TIMES:
            self.bound = 0

    def _require(self, holds: np.ndarray, mask: Mask) -> None:
        """The batch is valid up to the first copy in which a condition does not hold in all
        active lanes."""
        if mask is not None:
            holds = holds | ~mask
        if not holds.all():
            self._valid = min(self._valid, int(np.argmin(holds.all(axis=1))))

    def limit(self, repetitions: np.ndarray, mask: Mask) -> None:
        """Record that something is known for `repetitions` repetitions."""
        least = (repetitions if mask is None else repetitions[mask]).min(initial=FOREVER)
        if least < self.bound:
            self.bound = int(least) if least >= FEWEST_TIMES else 0

    # --- Memory accesses --------------------------------------------------------------------------

    def request(self, key: tuple[int, bool], addresses: np.ndarray, mask: Mask, width: int) -> None:
        """Record a counted memory request.

        Its cost stays the same while all lanes of each warp advance by the same number of whole
        sectors, or words of shared memory; with a recorder, which models cache lines, by whole
        lines.
        """
        if not self.bound:
            return
        execution, (_, shared) = self.execution, key
        unit = WORD if shared else LINE if execution.options.recorder else SECTOR
        every = self.moves[key]
        moves = every if mask is None else every[mask]
        self.requests.append((key, addresses, moves, width))
        lanes = execution.lanes(mask)
        first = np.searchsorted(lanes // WARP, np.unique(lanes // WARP))
        if (moves != np.repeat(moves[first], np.diff([*first, len(lanes)]))).any():
            self.bound = 0
        elif (moves & unit - 1).any():
            # Together, this many repetitions advance by whole units.
            together = moves | unit
            self.coarse = max(self.coarse, int((unit // (together & -together)).max()))
            self.bound = 0

    def reach(self, times: int) -> None:
        """Extend the accessed ranges by further repetitions, of which the last reaches farthest."""
        reach = self.execution.memory_counters.reach
        for key, addresses, moves, width in self.requests if reach else ():
            moved = addresses + times * moves
            low, high = reach[key]
            lowest, highest = int(moved.min()), int(moved.max()) + width
            reach[key] = min(low, lowest), max(high, highest)

    # --- Instructions -----------------------------------------------------------------------------

    def same(self, registers: Collection[Register], mask: Mask) -> None:
        """Registers must hold the same in all repetitions."""
        for file, index in registers:
            if not self._is_known((file, index), mask):
                mask = None if mask is None else mask.copy()
                values = self.execution.registers.files[file][index].copy()
                self._known[file, index] = frozenset(((file, index),)), mask, None
                self._then(partial(self._require_same, (file, index), values, mask))

    def _require_same(self, register: Register, values: np.ndarray, mask: Mask) -> None:
        self._require(self._view(register) == values, mask)

    def _is_known(self, what: Register | _Sum, mask: Mask) -> bool:
        """Whether the same was required of the same lanes."""
        if what not in self._known:
            return False
        _, of, _ = self._known[what]
        return of is mask if of is None or mask is None else np.array_equal(of, mask)

    def _write(self, registers: frozenset[Register]) -> None:
        """Registers are written: nothing is known of them."""
        for what, (of, *_) in list(self._known.items()):
            if not of.isdisjoint(registers):
                del self._known[what]

    def watched(self, code: Code) -> Action:
        """An instruction's action, and what it does in all repetitions."""
        act, predicate, holds = self.execution.actions[code.at], code.predicate, None
        own = frozenset({(predicate.kind, predicate.index)} if predicate else ())
        if predicate is not None:
            holds = self.execution.registers.condition(predicate)
        repeat = self._repeated(code, own)

        def run(mask: Mask) -> None:
            taken = mask
            if self.bound and holds:
                self.same(own, mask)
                taken = holds() if mask is None else holds() & mask
            repeats = self.bound and (taken is None or np.count_nonzero(taken))
            results = repeat(taken) if repeats else ()
            act(mask)
            if repeats and code.writes:
                self._write(code.writes)
            for register in results if self.bound else ():
                self._keep(register, taken)

        return run

    def _repeated(
        self, code: Code, own: frozenset[Register]
    ) -> Callable[[Mask], Collection[Register]]:
        """What an instruction does in all repetitions, before its action; returns the registers
        whose new values are the same in all. `own` is its guard predicate."""
        if code.row.is_counted:
            return self._access(code, own)
        if code.row.memory == "local" and code.writes:
            return self._unknown
        if _computes(code):
            return self._computed(self._build(code, self.copies))
        needed = sorted((code.reads if code.writes else deciding(code)) - own)

        def repeat(mask: Mask) -> Collection[Register]:
            self.same(needed, mask)
            return code.writes

        return repeat

    def _unknown(self, _mask: Mask) -> Collection[Register]:
        """Words on the stack are not followed."""
        self.bound = 0
        return ()

    def _computed(self, act: Action) -> Callable[[Mask], Collection[Register]]:
        def repeat(mask: Mask) -> Collection[Register]:
            mask = None if mask is None else mask.copy()
            self._then(lambda: act(None if mask is None else np.tile(mask, self.count)))
            return ()

        return repeat

    def _keep(self, register: Register, mask: Mask) -> None:
        """A register gets the same value in all repetitions."""
        file, index = register
        mask = by_warp(mask) if file in ("UR", "UP") else mask
        lanes = slice(None) if mask is None else np.flatnonzero(mask)
        values = self.execution.registers.files[file][index][lanes].copy()

        def keep() -> None:
            self._view(register)[:, lanes] = values

        self._then(keep)

    def _access(
        self, code: Code, own: frozenset[Register]
    ) -> Callable[[Mask], Collection[Register]]:
        """Addresses advance by the same increments in each repetition; the data do not matter."""
        places = [operand for operand in code.operands if operand.kind == "address"]
        copies = code.row.access == "global.copy"
        shared = [True, False] if copies else [code.row.memory == "shared"]
        sums = [
            ((code.at, is_shared), _Sum.of(code, place), int(place.value))
            for is_shared, place in zip(shared, places, strict=True)
        ]
        guards = sorted(code.guards - own)
        blank = code.writes if code.at in self.execution.options.blank else ()

        def repeat(mask: Mask) -> Collection[Register]:
            self.same(guards, mask)
            for key, addends, offset in sums:
                self.moves[key] = self._moves(addends, offset, mask)
            return blank

        return repeat

    def _moves(self, addends: _Sum, offset: int, mask: Mask) -> np.ndarray:
        """Increments of addresses, which must be the same in each repetition."""
        start = addends.read(self.execution.registers.files)
        if self._is_known(addends, mask):
            *_, moves = self._known[addends]
        else:
            moves = addends.read(self.copies.registers.files)[: len(start)] - start
            mask = None if mask is None else mask.copy()
            self._known[addends] = addends.registers, mask, moves
            self._then(partial(self._require_moved, addends, start, moves, mask))
        if addends.long:
            return moves
        # Until a 32-bit address wraps around.
        moves = moves.view(np.int32).astype(np.int64)
        place = start + np.uint32(offset & 0xFFFFFFFF)
        room = np.where(moves > 0, 0xFFFFFFFF - place.astype(np.int64), place)
        self.limit(np.where(moves == 0, FOREVER, room // np.maximum(abs(moves), 1)), mask)
        return moves

    def _require_moved(
        self, addends: _Sum, start: np.ndarray, moves: np.ndarray, mask: Mask
    ) -> None:
        sums = addends.read(self.copies.registers.files).reshape(self.count, -1)
        self._require(sums == start + moves * self._numbers.astype(start.dtype), mask)
