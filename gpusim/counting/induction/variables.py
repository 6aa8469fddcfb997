"""Induction variables of all registers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...chips import WARP
from ...dataflow.values import LINE
from ...isa.dependences import Dependences, Register
from ...isa.operands import Code, Operand
from ...state.registers import Mask, by_warp, put
from ..wavefronts import SECTOR, WORD
from .progression import FOREVER, InductionVariable, joined, wrapped

if TYPE_CHECKING:
    from ...functional.interpreter import Interpreter

# Fewer repetitions are executed: a longer sequence of iterations may repeat more often.
FEWEST_TIMES = 3
# Updates induction variables before the instruction's action runs.
Rule = Callable[[Mask], None]


class InductionVariables:
    """Induction variables of all registers during a proof.

    `bound` is the least number of repetitions for which control flow and costs are known to stay
    the same, or 0 below FEWEST_TIMES. `coarse` is the factor by which the number of iterations
    would have to grow for an address to advance by whole sectors or words.
    """

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.bound, self.coarse = 0, 1
        # Address increments by (instruction, whether shared memory), at the last execution; and all
        # requests: key, addresses, increments, width.
        self.moves: dict[tuple[int, bool], np.ndarray] = {}
        self.requests: list[tuple[tuple[int, bool], np.ndarray, np.ndarray, int]] = []
        files = interpreter.registers.files
        self.delta = {file: np.zeros(rows.shape, np.int64) for file, rows in files.items()}
        self.until = {file: np.zeros(rows.shape, np.int64) for file, rows in files.items()}

    def begin(self) -> None:
        """Reset: only constants are known."""
        self.bound, self.coarse = FOREVER, 1
        self.requests.clear()
        for until in self.until.values():
            until[:] = 0
            until[-1] = FOREVER

    def limit(self, until: np.ndarray, mask: Mask) -> None:
        """Record that a deciding value is known for `until` repetitions."""
        if np.ndim(until):
            until = (until if mask is None else until[mask]).min(initial=FOREVER)
        elif mask is not None and not np.count_nonzero(mask):
            return
        if until < self.bound:
            self.bound = int(until) if until >= FEWEST_TIMES else 0

    def request(self, key: tuple[int, bool], addresses: np.ndarray, mask: Mask, width: int) -> None:
        """Record a counted memory request.

        Its cost stays the same while all lanes of each warp advance by the same number of whole
        sectors, or words of shared memory; with a recorder, which models cache lines, by whole
        lines.
        """
        if not self.bound:
            return
        interpreter, (_, shared) = self.interpreter, key
        unit = WORD if shared else LINE if interpreter.options.recorder else SECTOR
        every = self.moves[key]
        moves = every if mask is None else every[mask]
        self.requests.append((key, addresses, moves, width))
        lanes = interpreter.lanes(mask)
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
        reach = self.interpreter.memory_counters.reach
        for key, addresses, moves, width in self.requests if reach else ():
            moved = addresses + times * moves
            low, high = reach[key]
            lowest, highest = int(moved.min()), int(moved.max()) + width
            reach[key] = min(low, lowest), max(high, highest)

    # --- Reading ----------------------------------------------------------------------------------

    def word(self, operand: Operand, part: int = 0) -> Callable[[], InductionVariable]:
        """The induction variable of a word operand, with its sign."""
        registers = self.interpreter.registers
        registers.noted = Dependences()
        value = registers.word(operand, part)
        going = self._going(operand, part)
        flip = -1 if operand.negate or operand.invert else 1

        def read() -> InductionVariable:
            delta, until = going()
            words = np.asarray(value()).astype(np.int64)
            if operand.absolute:
                until = np.where(delta == 0, until, 0)
            return InductionVariable(words, delta if flip > 0 else -delta, until)

        return read

    def raw(self, operand: Operand, part: int = 0) -> Callable[[], InductionVariable]:
        """The same without the sign."""
        registers = self.interpreter.registers
        registers.noted = Dependences()
        value, going = registers.raw(operand, part), self._going(operand, part)
        return lambda: InductionVariable(np.asarray(value()).astype(np.int64), *going())

    def _going(self, operand: Operand, part: int) -> Callable[[], tuple]:
        if operand.kind in ("R", "UR") and not operand.is_zero:
            register = operand.kind, operand.index + part
            return lambda: self.of(register)
        if operand.kind == "constant" and operand.parts:
            registers = [(each.kind, each.index) for each in operand.parts]
            return lambda: (np.int64(0), self.fixed(registers))
        return lambda: (np.int64(0), np.int64(FOREVER))

    def pair(self, operand: Operand) -> Callable[[], InductionVariable]:
        """Two adjacent registers as 64 bits."""
        low, high = self.raw(operand), self.raw(operand, 1)
        return lambda: joined(low(), high())

    def truth(self, operand: Operand) -> Callable[[], InductionVariable]:
        """The induction variable of a predicate: invariant or unknown."""
        registers = self.interpreter.registers
        registers.noted = Dependences()
        holds = registers.condition(operand)
        until = self.until[operand.kind][operand.index]
        return lambda: InductionVariable(holds(), np.int64(0), until)

    def of(self, register: Register) -> tuple[np.ndarray, np.ndarray]:
        file, index = register
        return self.delta[file][index], self.until[file][index]

    def fixed(self, registers: Sequence[Register]) -> np.ndarray:
        """The number of repetitions for which all of these registers are invariant."""
        until = np.int64(FOREVER)
        for register in registers:
            delta, known = self.of(register)
            if register[0] not in ("P", "UP"):
                known = np.where(delta == 0, known, 0)
            until = np.minimum(until, known)
        return until

    # --- Writing ----------------------------------------------------------------------------------

    def put(
        self, operand: Operand, delta: np.ndarray, until: np.ndarray, mask: Mask, part: int = 0
    ) -> None:
        """Set the induction variable of a destination."""
        if not operand.is_zero and not operand.is_true:
            self.put_at((operand.kind, operand.index + part), delta, until, mask)

    def put_at(self, register: Register, delta: np.ndarray, until: np.ndarray, mask: Mask) -> None:
        file, index = register
        mask = by_warp(mask) if file in ("UR", "UP") else mask
        put(self.delta[file][index], wrapped(delta), mask)
        put(self.until[file][index], until, mask)

    def by_warps(self, until: np.ndarray, mask: Mask) -> np.ndarray:
        """Minimum over the active lanes of each warp."""
        if not np.ndim(until):
            return until
        active = until if mask is None else np.where(mask, until, FOREVER)
        return np.repeat(active.reshape(-1, WARP).min(axis=1), WARP)

    def watched(self, code: Code, rule: Rule) -> Rule:
        """An instruction's action, preceded by its induction rule."""
        act, holds = self.interpreter.actions[code.at], None
        if code.predicate is not None:
            holds = self.truth(code.predicate)

        def run(mask: Mask) -> None:
            if self.bound:
                taken = mask
                if holds:
                    course = holds()
                    self.limit(course.until, mask)
                    taken = course.value if mask is None else course.value & mask
                if taken is None or np.count_nonzero(taken):
                    rule(taken)
            act(mask)

        return run
