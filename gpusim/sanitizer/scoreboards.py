"""Checks control codes along execution paths: scoreboard barriers and fixed latencies.

The hardware does not detect dependences between the instructions of a warp; the compiler encodes
in each instruction what it waits for (docs/path/2-read-a-kernel.md). The control codes are replayed
here. A result of variable latency may be read or overwritten, and a source may be overwritten,
after a wait for the scoreboard barrier that guards it. A result of fixed latency may be read once
the stall counts since its issue add up to the latency.

NVIDIA documents none of this. The completion order within a unit is what ptxas relies on in the
kernels of all ladders and tests: without any one of the rules below, some of them would be wrong.

Published fixed latencies: 4 cycles for FFMA, IADD3 and LOP3, 8 for DFMA, which Hopper kept from
Volta (Jia et al., "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking", 2018; Luo
et al., "Dissecting the NVIDIA Hopper Architecture through Microbenchmarking", 2024, who measure 32
for an HMMA end to end). One more cycle if the result goes to another pipe, and more if it is a
guard predicate (Huerta et al., "Analyzing Modern NVIDIA GPU Cores", 2025; notes of CuAssembler).
The values here are the smallest distances that ptxas leaves in the kernels of all ladders and
tests. For pairs that occur too rarely, the smallest distance of their class is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple

from ..findings import Findings
from ..isa.decoder import Code, Guard, Register
from ..isa.program import Program
from ..state.execution import Segment

LONGEST = 24
# Instructions of the memory pipe that read their sources as early as arithmetic ones.
_READ_EARLY = ("CREDUX", "MATCH", "REDUX", "SYNCS")


def latency(producer: Code, consumer: Code, register: Register, *, guards: bool) -> int:
    """Least cycles from the issue of `producer` to that of `consumer`, which reads its result.

    `guards`: `register` is the guard predicate of `consumer`. 0 if unknown, and for wgmma, whose
    completion is awaited explicitly.
    """
    if producer.row.pipe == "wgmma":
        return 0
    file, index = register
    if file in ("P", "UP"):
        return _of_predicate(producer, consumer, file, guards=guards)
    if file == "UR":
        return _of_uniform(producer, consumer)
    return max(0, _of_register(producer, consumer) - _half_way(producer, consumer, index))


def _of_register(producer: Code, consumer: Code) -> int:
    made, used = producer.row.latency, consumer.row.latency
    if made == "matrix":
        # Half the depth takes about two thirds of the time; stores read their sources one cycle
        # later.
        deep = producer.has("16816", "16832")
        cycles = producer.architecture.matrix_latency if deep else 16
        return cycles - (used == "memory")
    if made == "double":
        return 8 if used == "double" else 6
    if producer.base == "CS2R":
        if producer.operands[1].text != "SRZ":
            return 6
        return producer.architecture.clear_latency
    if producer.base == "HFMA2" and producer.has("MMA"):
        return 7 if used != "half" else 5
    return 4 if used in (made, "special") or consumer.base in _READ_EARLY else 5


def _half_way(producer: Code, consumer: Code, index: int) -> int:
    """IMAD reads and writes the words of a pair two cycles apart, lower word first."""
    sooner = 0
    if producer.base == "IMAD" and producer.has("WIDE") and index == producer.operands[0].index:
        sooner += 2
    if consumer.base == "IMAD" and consumer.has("WIDE", "HI"):
        addend = next(
            operand for operand in reversed(consumer.operands) if operand.kind not in ("P", "UP")
        )
        if addend.kind == "R" and index == addend.index + 1:
            sooner += 2
    return sooner


def _of_predicate(producer: Code, consumer: Code, file: str, *, guards: bool) -> int:
    if file == "UP":
        return 4
    if guards or consumer.base in ("VOTE", "VOTEU"):
        return consumer.architecture.guard_latency
    if consumer.base == "R2UR":
        return 2
    return 4 if producer.row.latency == consumer.row.latency else 5


def _of_uniform(producer: Code, consumer: Code) -> int:
    if "early" in producer.row.roles:
        return 2
    if producer.base == "R2UR" or consumer.base == "UTMALDG":
        return 13
    if consumer.base.startswith("U"):
        return 4
    return 9 if consumer.row.latency == "memory" or consumer.row.pipe == "wgmma" else 6


# Completion of an instruction of these orders implies that earlier ones have read their sources.
# Store data may still be in flight when a later load completes.
_READ_BEFORE = {"shared": ("shared", "stores", ""), "stores": ("shared", "stores", "")}
# The only unit that reads uniform registers after issue.
_READS_UNIFORM_LATE = "tma"
# Pseudo-registers for memory ordering: fences define the first, barriers use it. An mbarrier
# initialization defines the second.
_ORDER, _INITIALIZED = ("memory", 0), ("memory", 1)


class InFlightInstruction(NamedTuple):
    """An instruction of variable latency in flight; `number` is its position in issue order."""

    at: int
    unit: str
    order: str
    number: int


class Effect(NamedTuple):
    """Registers and scoreboard barriers of an instruction; `queue` is its unit and completion
    order.

    `guard` is its guard predicate and whether it is inverted. `drains`: earlier shared-memory
    instructions have read their sources.
    """

    waits: tuple[int, ...]
    stall: int
    left: int = 0
    reads: tuple[Register, ...] = ()
    writes: tuple[Register, ...] = ()
    queue: tuple[str, str] | None = None
    write_barrier: int | None = None
    read_barrier: int | None = None
    guard: Guard = None
    drains: bool = False


def effect_of(code: Code) -> Effect:
    """The effect of an instruction; one under `@!PT` never executes but still waits."""
    instruction = code.instruction
    stall = max(1, instruction.stall)
    if code.is_never_executed:
        return Effect(instruction.waits, stall)
    queue, roles = code.row.queue, code.row.roles
    if queue is None and (
        instruction.write_barrier is not None or instruction.read_barrier is not None
    ):
        queue = code.base, ""
    reads, writes = sorted(code.reads), sorted(code.writes)
    if "ordered" in roles:
        reads.append(_ORDER)
    if "ordered" in roles or code.base == "MEMBAR":
        reads.append(_INITIALIZED)
    if queue and "fence" in roles:
        writes.append(_ORDER)
    elif queue and code.base == "SYNCS" and code.has("EXCH"):
        writes.append(_INITIALIZED)
    waits, left = instruction.waits, 0
    if code.base == "DEPBAR" and code.operands[0].kind == "barrier":
        # Waits until at most `left` setters of the named scoreboard barrier are pending.
        waits += (code.operands[0].index,)
        left = int(code.operands[1].value) if code.has("LE") else 0
    return Effect(
        waits=waits,
        left=left,
        reads=tuple(reads),
        writes=tuple(writes),
        queue=queue,
        write_barrier=instruction.write_barrier,
        read_barrier=instruction.read_barrier,
        stall=stall,
        guard=code.guard,
        drains=code.base == "BAR" and code.architecture.barrier_drains,
    )


@dataclass
class State:
    """Instructions in flight at a point of an execution path."""

    clock: int = 0
    issued: int = 0
    # Pending writer and reader of each register; issue index and clock of fixed-latency results.
    writing: dict[Register, InFlightInstruction] = field(default_factory=dict)
    reading: dict[Register, InFlightInstruction] = field(default_factory=dict)
    began: dict[Register, tuple[int, int]] = field(default_factory=dict)
    # Scoreboard barrier -> its setters, and whether it guards their results.
    setters: dict[int, list[tuple[InFlightInstruction, bool]]] = field(default_factory=dict)
    # Number of the last instruction that has read its sources (by unit and order), and of the last
    # that has written its results (by order).
    has_read: dict[tuple[str, str], int] = field(default_factory=dict)
    has_written: dict[str, int] = field(default_factory=dict)
    # Predicate -> number of issued instructions when it was last written.
    decided: dict[Register, int] = field(default_factory=dict)

    def copy(self) -> State:
        copied = State(**{name: copy(value) for name, value in vars(self).items()})
        copied.setters = {barrier: list(setters) for barrier, setters in self.setters.items()}
        return copied

    def writer(self, register: Register) -> InFlightInstruction | None:
        """The instruction that may still write a register."""
        issue = self.writing.get(register)
        if issue and issue.order and issue.number <= self.has_written.get(issue.order, 0):
            del self.writing[register]
            return None
        return issue

    def reader(self, register: Register) -> InFlightInstruction | None:
        """The instruction that may still read a register."""
        issue = self.reading.get(register)
        if issue and issue.number <= self.has_read.get((issue.unit, issue.order), 0):
            del self.reading[register]
            return None
        return issue

    def finish(self, issue: InFlightInstruction, effect: Effect, *, written: bool) -> None:
        """Record that an instruction has read its sources and, if `written`, also written
        results."""
        for order in _READ_BEFORE.get(issue.order, (issue.order,)):
            queue = issue.unit, order
            self.has_read[queue] = max(issue.number, self.has_read.get(queue, 0))
        if not written:
            return
        if issue.order:
            last = self.has_written.get(issue.order, 0)
            self.has_written[issue.order] = max(issue.number, last)
        for register in effect.writes:
            if self.writing.get(register) == issue:
                del self.writing[register]


class Playback:
    """Replays a program's control codes and adds `findings`.

    `effects` may be modified to test what would be found.
    """

    def __init__(self, program: Program, findings: Findings) -> None:
        self.program, self.findings = program, findings
        self.effects = [effect_of(code) for code in program.codes]
        self.state = State()
        self._latencies: dict[tuple[int, int, Register], int] = {}

    def replay(self, path: Sequence[Segment]) -> None:
        """Replay one execution path.

        From the third occurrence of a pair of consecutive segments on, its state is that after the
        second occurrence: a loop body's effect does not depend on the number of iterations.
        """
        pairs = list(zip([(0, 0), *path], path, strict=False))
        often = {pair for pair, times in Counter(pairs).items() if times > 2}
        times: Counter[tuple[Segment, Segment]] = Counter()
        ends: dict[tuple[Segment, Segment], State] = {}
        self.state, kept = State(), False
        for pair in pairs:
            if pair in ends:
                self.state, kept = ends[pair], True
                continue
            if kept:
                self.state, kept = self.state.copy(), False
            self._segment(pair[1])
            times[pair] += 1
            if times[pair] == 2 and pair in often:
                ends[pair], kept = self.state, True

    def _segment(self, segment: Segment) -> None:
        state, effects, meeting = self.state, self.effects, self._meeting
        for pc in range(*segment):
            effect = effects[pc]
            for barrier in effect.waits:
                self._wait(barrier, effect.left)
            if effect.drains:
                state.has_read["memory", "shared"] = state.issued
            for register in effect.reads:
                if register in state.writing and (issue := meeting(state.writer(register), effect)):
                    self._report_unguarded(pc, issue, "reads", register)
                if register in state.began:
                    self._check_fixed_latency(pc, register)
            for register in effect.writes:
                if register[0] in ("P", "UP"):
                    state.decided[register] = state.issued
                if register in state.writing and (issue := meeting(state.writer(register), effect)):
                    if register[0] != "memory":
                        self._report_unguarded(pc, issue, "overwrites", register)
                    del state.writing[register]
                if register in state.reading and (issue := meeting(state.reader(register), effect)):
                    if not _reads_first(issue, effect):
                        self._report_unguarded(pc, issue, "overwrites its source", register)
                    del state.reading[register]
            if effect.queue is not None:
                self._issue(pc, effect)
            else:
                for register in effect.writes:
                    state.began[register] = pc, state.clock
            state.clock += effect.stall

    # --- barriers ---------------------------------------------------------------------------------

    def _issue(self, pc: int, effect: Effect) -> None:
        state = self.state
        state.issued += 1
        issue = InFlightInstruction(pc, *effect.queue, state.issued)
        for register in effect.writes:
            state.began.pop(register, None)
            state.writing[register] = issue
        for register in effect.reads:
            if register[0] == "R" or (register[0] == "UR" and issue.unit == _READS_UNIFORM_LATE):
                state.reading[register] = issue
        # A fence's only result is its scoreboard barrier; an atomic whose only result is a
        # predicate guards it by its read barrier.
        no_words = bool(effect.writes) and not any(file in ("R", "UR") for file, _ in effect.writes)
        for barrier, written in ((effect.write_barrier, True), (effect.read_barrier, no_words)):
            if barrier is not None:
                state.setters.setdefault(barrier, []).append((issue, written))

    def _wait(self, barrier: int, left: int) -> None:
        setters = self.state.setters.get(barrier)
        if setters:
            first = max(0, len(setters) - left)
            for issue, written in setters[:first]:
                self.state.finish(issue, self.effects[issue.at], written=written)
            del setters[:first]

    def _meeting(
        self, issue: InFlightInstruction | None, following: Effect
    ) -> InFlightInstruction | None:
        """The instruction in flight, or None if its guard is the opposite of the following
        instruction's guard.

        Then the two affect different lanes.
        """
        guard = self.effects[issue.at].guard if issue else None
        if guard is None or following.guard != (guard[0], not guard[1]):
            return issue
        return None if issue.number > self.state.decided.get(guard[0], -1) else issue

    def _report_unguarded(
        self, pc: int, issue: InFlightInstruction, verb: str, register: Register
    ) -> None:
        self.findings.add("scoreboard", pc, other=issue.at, note=f"{verb} {_name(register)}")

    # --- latencies --------------------------------------------------------------------------------

    def _check_fixed_latency(self, pc: int, register: Register) -> None:
        producer, since = self.state.began[register]
        passed = self.state.clock - since
        if passed >= LONGEST:
            del self.state.began[register]
        elif passed < (needed := self.needed(producer, pc, register)):
            self.findings.add(
                "stall-count", pc, other=producer,
                note=f"reads {_name(register)} after {passed} cycles; it takes {needed}",
            )  # fmt: skip

    def needed(self, producer: int, pc: int, register: Register) -> int:
        key = producer, pc, register
        if key not in self._latencies:
            codes = self.program.codes
            guards = register in codes[pc].guards
            self._latencies[key] = latency(codes[producer], codes[pc], register, guards=guards)
        return self._latencies[key]


def _reads_first(issue: InFlightInstruction, following: Effect) -> bool:
    """Whether an instruction has read its sources before a later one can write them."""
    unit, order = following.queue or ("", "")
    if unit == issue.unit == "special":
        return True
    return unit == issue.unit == "memory" and issue.order in _READ_BEFORE.get(order, (order,))


def _name(register: Register) -> str:
    file, index = register
    return "the order of memory" if file == "memory" else f"{file}{index}"


def check_control_codes(
    program: Program, paths: Iterable[Sequence[Segment]], findings: Findings
) -> None:
    """Add findings for registers that are used too early on these execution paths."""
    playback = Playback(program, findings)
    for path in paths:
        playback.replay(path)
