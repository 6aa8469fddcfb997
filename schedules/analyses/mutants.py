"""Removes synchronization, one instruction at a time, to find instructions that are not needed.

A kernel's machine code runs in the simulator without one of its barriers, waits or fences, or with
a wait that allows one more group in flight. Race detection does not depend on the execution order.
A mutant without findings is therefore correct in every order, for kernels and inputs of this shape,
and the instruction is removable. The reason says which accesses are on both sides of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpusim.errors import UserError
from gpusim.findings import BeyondLimit
from gpusim.launch import Event, Options, Program

from ..core.kernel import Kernel
from ..core.ladder import Rung
from .verification.compare import Expected, difference
from .verification.simulated import MachineRun, run_on_machine

LEFT_OUT, RAISED = "left out", "one more under way"
FOUND, WRONG_VALUES, SURVIVED = "found", "wrong values", "silent"
# A run with an instruction removed may not terminate.
_MOST_STEPS = 3_000_000


@dataclass(frozen=True)
class Mutant:
    """A mutant: one instruction of a kernel, its change, and the result.

    `findings` are the names of the first findings. For a survivor, `reason` says why the change has
    no effect, and `line_too` whether all barriers of its CUDA line can be deleted together.
    """

    kernel: str
    at: int
    text: str
    line: int | None
    change: str
    verdict: str
    findings: tuple[str, ...] = ()
    reason: str = ""
    line_too: bool = False

    @property
    def is_barrier(self) -> bool:
        return "BAR.SYNC" in self.text


def looped_shape(rung: Rung) -> tuple[int, ...]:
    """A small shape with two more iterations of the reduction loops than fill a pipeline.

    For a rung without a tile, the first shape that it is verified at.
    """
    block, least = rung.tile.block(), rung.tile.least()
    if not block:
        return tuple(rung.verify_shapes()[0])
    *outer, depth = rung.shapes[0] if rung.shapes else map(max, block, least)
    first = max(depth, least[-1] + 2 * block[-1])
    # The tile may depend on the depth, so the next depth that fits is searched.
    depth = next((d for d in range(first, 2 * first) if _fits(rung, (*outer, d))), first)
    return (*outer, depth)


def _fits(rung: Rung, shape: tuple[int, ...]) -> bool:
    try:
        rung.at(shape)
    except UserError:
        return False
    return True


def waits(program: Program) -> Iterator[int]:
    """Instructions that wait until at most N groups of copies or MMAs are in flight."""
    # DEPBAR also waits for plain loads, which form no group.
    groups = any(code.base in ("LDGDEPBAR", "UTMACMDFLUSH") for code in program.codes)
    for code in program.codes:
        of_copies = code.base == "DEPBAR" and groups and code.operands[0].text == "SB0"
        if of_copies or (code.base == "WARPGROUP" and code.has("DEPBAR")):
            yield code.at


def synchronization(program: Program) -> list[int]:
    """All barriers, waits, fences and commits of groups of copies."""
    others = [
        code.at
        for code in program.codes
        if "orders" in code.row.roles
        or (code.base == "WARPGROUP" and code.has("ARRIVE"))
        or (code.base == "SYNCS" and code.has("PHASECHK"))
    ]
    return sorted([*others, *waits(program)])


def deletions(kernel: Kernel) -> Iterator[Mutant]:
    """Delete each synchronization of a kernel and weaken each wait, one at a time.

    Only executed instructions are tried. Raises UserError if the unchanged kernel has findings, is
    wrong, or cannot run.
    """
    trial = Trial(kernel)
    for number, ran in enumerate(trial.clean.launches):
        program, issued = ran.program, ran.counts.issued
        left_out = [
            trial.without(number, [pc], LEFT_OUT) for pc in synchronization(program) if issued[pc]
        ]
        for mutant in left_out:
            of_line = [
                other for other in left_out if other.line == mutant.line and other.is_barrier
            ]
            if mutant.is_barrier and all(other.verdict == SURVIVED for other in of_line):
                places = [other.at for other in of_line]
                together = trial.without(number, places, LEFT_OUT) if of_line[1:] else mutant
                mutant = replace(mutant, line_too=together.verdict == SURVIVED)
            yield mutant
        for pc in waits(program):
            if issued[pc]:
                yield trial.without(number, [pc], RAISED)


def removable(kernel: Kernel) -> list[Mutant]:
    """Barriers, waits and fences that are not needed in any order of execution of the threads."""
    return [
        mutant
        for mutant in deletions(kernel)
        if mutant.verdict == SURVIVED and mutant.change == LEFT_OUT
    ]


class Trial:
    """Runs a kernel on random inputs, unchanged and changed."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.expected = Expected.of(kernel.workload, np.random.default_rng(0), "random")
        self._logs: dict[str, list[Event]] = {}
        self.clean = self._run(Options(count=False))
        findings = [name for ran in self.clean.launches for name in ran.findings.names()]
        wrong = findings or self._difference(self.clean)
        if wrong:
            raise UserError(
                f"{kernel.rung.path} at {kernel.shape} is wrong before any deletion: {wrong}"
            )

    def _run(self, options: Options) -> MachineRun:
        return run_on_machine(self.kernel, self.expected.inputs, options)

    def _difference(self, run: MachineRun) -> str:
        outputs = [
            np.where(written, got, right.astype(got.dtype))
            for got, written, right in zip(
                run.outputs, run.written, self.expected.outputs, strict=True
            )
        ]
        return difference(outputs, self.expected, norms=False).message

    def _log(self, kernel: str) -> list[Event]:
        if kernel not in self._logs:
            self._logs[kernel] = []
            self._run(Options(count=False, kernel=kernel, log=self._logs[kernel]))
        return self._logs[kernel]

    def without(self, launch: int, pcs: Sequence[int], change: str) -> Mutant:
        """The verdict on a kernel whose instructions at these indices are changed."""
        program = self.clean.launches[launch].program
        options = Options(
            count=False, most_steps=_MOST_STEPS, kernel=program.name, until_found=True
        )
        changed = {LEFT_OUT: "leave_out", RAISED: "raised"}[change]
        names: tuple[str, ...] = ()
        try:
            run = self._run(replace(options, **{changed: frozenset(pcs)}))
        except BeyondLimit:
            verdict, names = FOUND, ("no end",)
        else:
            kinds = {name for ran in run.launches for name in ran.findings.names()}
            names = tuple(sorted(kinds))
            verdict = FOUND if names else WRONG_VALUES if self._difference(run) else SURVIVED
        code = program.codes[pcs[0]]
        reason = ""
        if verdict == SURVIVED:
            reason = reason_of(program, pcs, change, self._log(program.name))
        return Mutant(
            program.name,
            pcs[0],
            code.instruction.text,
            code.instruction.line,
            change,
            verdict,
            names,
            reason,
        )


# --- Reasons --------------------------------------------------------------------------------------


def reason_of(program: Program, pcs: Sequence[int], change: str, log: Sequence[Event]) -> str:
    """The accesses on both sides of a barrier that is not needed; for other instructions, what they
    order.

    The simulator has checked the latter: each access to an accumulator or an operand of a matrix
    instruction is ordered by another wait or fence, or needs no order.
    """
    code = program.codes[pcs[0]]
    if code.base == "BAR":
        reasons = sorted({_between(pieces) for pieces in _pieces(set(pcs), log)})
        by = "mbarriers" if any(code.base == "SYNCS" for code in program.codes) else "waits"
        return "; ".join(reasons).replace(_ORDERED, f"{_ORDERED} by {by}")
    if code.base == "FENCE":
        before = [event.kind for event in log[: _first(log, code.at)]]
        if "write" not in before:
            return "nothing is written before it"
        return "writes before it are fenced again or not accessed asynchronously"
    if code.base == "WARPGROUP" and code.has("ARRIVE"):
        return "no thread accesses an accumulator since the previous wgmma"
    if code.base == "WARPGROUP":
        return (
            "no thread accesses an accumulator or operand of a wgmma in flight before the next wait"
        )
    if code.base == "LDGDEPBAR":
        return "its copies are waited for with the next group and not accessed before"
    return "nothing it waits for is accessed before the next wait"


_ORDERED = "its accesses are ordered"


def _first(log: Sequence[Event], pc: int) -> int:
    return next((number for number, event in enumerate(log) if event.at == pc), 0)


def _pieces(pcs: set[int], log: Iterable[Event]) -> Iterator[list[list[Event]]]:
    """Accesses between two other barriers, divided at the removed barriers."""
    pieces: list[list[Event]] = [[]]
    for event in log:
        if event.kind in ("read", "write"):
            pieces[-1].append(event)
        elif event.kind != "barrier":
            continue
        elif event.at in pcs:
            pieces.append([])
        else:
            if len(pieces) > 1:
                yield pieces
            pieces = [[]]
    if len(pieces) > 1:
        yield pieces


def _between(pieces: list[list[Event]]) -> str:
    """Why accesses before and after a barrier need no order."""
    if not pieces[0]:
        return "no access between it and the previous barrier or the start"
    if not any(pieces[1:]):
        return "no access between it and the next barrier or the end"
    if all(event.kind == "read" for piece in pieces for event in piece):
        return "only reads on both sides"
    sides = [_Side(piece) for piece in pieces]
    common = False
    for number, side in enumerate(sides):
        for other in sides[number + 1 :]:
            if side.conflicts(other):
                return _ORDERED
            common |= side.meets(other)
    if common:
        return "bytes written on one side are accessed on the other only by the same thread"
    return "no byte written on one side is accessed on the other"


class _Side:
    """The granules that each warp reads and writes on one side of a barrier."""

    def __init__(self, events: Sequence[Event]) -> None:
        pairs = {
            kind: [(event.place, event.thread) for event in events if event.kind == kind]
            for kind in ("read", "write")
        }
        self.all, self.written = (
            np.unique(
                np.concatenate(
                    [np.stack(np.broadcast_arrays(*pair)) for pair in chosen]
                    or [np.zeros((2, 0), int)],
                    axis=1,
                ),
                axis=1,
            )
            for chosen in (pairs["read"] + pairs["write"], pairs["write"])
        )

    def _shared(self, other: _Side) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        for mine, theirs in ((self.written, other.all), (self.all, other.written)):
            places = np.intersect1d(mine[0], theirs[0])
            yield mine[:, np.isin(mine[0], places)], theirs[:, np.isin(theirs[0], places)]

    def meets(self, other: _Side) -> bool:
        return any(mine.size for mine, _ in self._shared(other))

    def conflicts(self, other: _Side) -> bool:
        """Whether two threads access one granule and at least one of them writes it."""
        for mine, theirs in self._shared(other):
            both = np.unique(np.concatenate([mine, theirs], axis=1), axis=1)
            if len(np.unique(both[0])) < both.shape[1]:
                return True
        return False
