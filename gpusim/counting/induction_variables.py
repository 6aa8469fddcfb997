"""Induction variables: how registers advance from one repetition of loop iterations to the next.

Iterations repeat if they start with registers advanced by fixed amounts, take the same path, cost
the same, and advance the registers by those amounts again. To prove this, the iterations run once
with an induction variable per register: its increment per repetition, and for how many repetitions
the increment is known. Sums, and products with invariants, are exact modulo 2^32. Truncations,
shifts, carries and comparisons are exact until they wrap around or change; that bound follows from
the value and the increment. (Aho, Lam, Sethi, Ullman, "Compilers", section 9.6; here with concrete
values, similar to dual numbers in automatic differentiation.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..chips import WARP
from ..dataflow.provenance import LINE
from ..isa.decoder import Code, Operand, Register
from ..state.registers import Mask, by_warp, put
from .wavefronts import SECTOR, WORD

if TYPE_CHECKING:
    from ..state.execution import Execution


# More repetitions than any kernel has.
FOREVER = 1 << 40
WORDS, HALF = 1 << 32, 1 << 31


class InductionVariable(NamedTuple):
    """Values (words or truth) of all threads, the increment per repetition, and the number of
    further repetitions for which it is known; int64 except truth values.
    """

    value: np.ndarray
    delta: np.ndarray
    repetitions: np.ndarray

    @property
    def fixed(self) -> np.ndarray:
        """The number of repetitions for which the value stays the same."""
        return np.where(self.delta == 0, self.repetitions, 0)


def least(*counts: np.ndarray) -> np.ndarray:
    return reduce(np.minimum, counts)


def wrapped(delta: np.ndarray) -> np.ndarray:
    """The representative of a number modulo 2^32 that is closest to 0."""
    return (delta + HALF & WORDS - 1) - HALF


def within(value: np.ndarray, delta: np.ndarray, low: int, high: int) -> np.ndarray:
    """The number of repetitions for which a value stays in [low, high)."""
    if not np.count_nonzero(delta):
        return np.int64(FOREVER)
    room = np.where(delta > 0, high - 1 - value, value - low)
    return np.where(delta == 0, FOREVER, room // np.maximum(abs(delta), 1))


def split(
    value: np.ndarray, delta: np.ndarray, bits: int | np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Increments of the lower `bits` of a value and of the bits above, and the number of
    repetitions for which the lower ones do not wrap around."""
    size = np.int64(1) << bits
    lower = (delta + size // 2 & size - 1) - size // 2
    return lower, delta - lower >> bits, within(value & size - 1, lower, 0, size)


def signed(value: np.ndarray) -> np.ndarray:
    return (value + HALF & WORDS - 1) - HALF


def unsigned_repetitions(variable: InductionVariable) -> np.ndarray:
    """The number of repetitions for which an unsigned word does not wrap around."""
    return np.minimum(variable.repetitions, within(variable.value, variable.delta, 0, WORDS))


def signed_repetitions(variable: InductionVariable) -> np.ndarray:
    value = signed(variable.value)
    return np.minimum(variable.repetitions, within(value, variable.delta, -HALF, HALF))


# A comparison keeps its result while the difference does not cross these values.
_CUTS = {"LT": (0,), "GE": (0,), "LE": (1,), "GT": (1,), "EQ": (0, 1), "NE": (0, 1)}


def compared_repetitions(
    name: str, first: InductionVariable, second: InductionVariable, *, is_signed: bool
) -> np.ndarray:
    """The number of repetitions for which a comparison keeps its result."""
    if not np.count_nonzero(first.delta) and not np.count_nonzero(second.delta):
        return np.minimum(first.repetitions, second.repetitions)
    view, unwrapped = (
        (signed, signed_repetitions) if is_signed else (np.asarray, unsigned_repetitions)
    )
    difference = view(first.value) - view(second.value)
    low, high = np.int64(-4 * WORDS), np.int64(4 * WORDS)
    for cut in _CUTS[name]:
        low = np.where(difference >= cut, cut, low)
    for cut in reversed(_CUTS[name]):
        high = np.where(difference < cut, cut, high)
    crosses = within(difference, first.delta - second.delta, low, high)
    return least(unwrapped(first), unwrapped(second), crosses)


def joined(low: InductionVariable, high: InductionVariable) -> InductionVariable:
    """Two words as 64 bits, valid until the lower one wraps around."""
    value, delta = (low[n] + (high[n] << 32) for n in (0, 1))
    return InductionVariable(value, delta, np.minimum(unsigned_repetitions(low), high.repetitions))


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

    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        self.bound, self.coarse = 0, 1
        # Address increments by (instruction, whether shared memory), at the last execution; and all
        # requests: key, addresses, increments, width.
        self.moves: dict[tuple[int, bool], np.ndarray] = {}
        self.requests: list[tuple[tuple[int, bool], np.ndarray, np.ndarray, int]] = []
        files = execution.registers.files
        self.delta = {file: np.zeros(rows.shape, np.int64) for file, rows in files.items()}
        self.repetitions = {file: np.zeros(rows.shape, np.int64) for file, rows in files.items()}

    def begin(self) -> None:
        """Reset: only constants are known."""
        self.bound, self.coarse = FOREVER, 1
        self.requests.clear()
        for repetitions in self.repetitions.values():
            repetitions[:] = 0
            repetitions[-1] = FOREVER

    def limit(self, repetitions: np.ndarray, mask: Mask) -> None:
        """Record that a deciding value is known for `repetitions` repetitions."""
        if np.ndim(repetitions):
            repetitions = (repetitions if mask is None else repetitions[mask]).min(initial=FOREVER)
        elif mask is not None and not np.count_nonzero(mask):
            return
        if repetitions < self.bound:
            self.bound = int(repetitions) if repetitions >= FEWEST_TIMES else 0

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

    # --- Reading ----------------------------------------------------------------------------------

    def word(self, operand: Operand, part: int = 0) -> Callable[[], InductionVariable]:
        """The induction variable of a word operand, with its sign."""
        registers = self.execution.registers
        value = registers.word(operand, part)
        progress = self._progress(operand, part)
        flip = -1 if operand.negate or operand.invert else 1

        def read() -> InductionVariable:
            delta, repetitions = progress()
            words = np.asarray(value()).astype(np.int64)
            if operand.absolute:
                repetitions = np.where(delta == 0, repetitions, 0)
            return InductionVariable(words, delta if flip > 0 else -delta, repetitions)

        return read

    def raw(self, operand: Operand, part: int = 0) -> Callable[[], InductionVariable]:
        """The same without the sign."""
        registers = self.execution.registers
        value, progress = registers.raw(operand, part), self._progress(operand, part)
        return lambda: InductionVariable(np.asarray(value()).astype(np.int64), *progress())

    def _progress(self, operand: Operand, part: int) -> Callable[[], tuple]:
        """The increment of a word operand, and for how many repetitions it is known."""
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
        registers = self.execution.registers
        holds = registers.condition(operand)
        repetitions = self.repetitions[operand.kind][operand.index]
        return lambda: InductionVariable(holds(), np.int64(0), repetitions)

    def of(self, register: Register) -> tuple[np.ndarray, np.ndarray]:
        file, index = register
        return self.delta[file][index], self.repetitions[file][index]

    def fixed(self, registers: Sequence[Register]) -> np.ndarray:
        """The number of repetitions for which all of these registers are invariant."""
        repetitions = np.int64(FOREVER)
        for register in registers:
            delta, known = self.of(register)
            if register[0] not in ("P", "UP"):
                known = np.where(delta == 0, known, 0)
            repetitions = np.minimum(repetitions, known)
        return repetitions

    # --- Writing ----------------------------------------------------------------------------------

    def put(
        self,
        operand: Operand,
        delta: np.ndarray,
        repetitions: np.ndarray,
        mask: Mask,
        part: int = 0,
    ) -> None:
        """Set the induction variable of a destination."""
        if not operand.is_zero and not operand.is_true:
            self.put_at((operand.kind, operand.index + part), delta, repetitions, mask)

    def put_at(
        self, register: Register, delta: np.ndarray, repetitions: np.ndarray, mask: Mask
    ) -> None:
        file, index = register
        mask = by_warp(mask) if file in ("UR", "UP") else mask
        put(self.delta[file][index], wrapped(delta), mask)
        put(self.repetitions[file][index], repetitions, mask)

    def by_warps(self, repetitions: np.ndarray, mask: Mask) -> np.ndarray:
        """Minimum over the active lanes of each warp."""
        if not np.ndim(repetitions):
            return repetitions
        active = repetitions if mask is None else np.where(mask, repetitions, FOREVER)
        return np.repeat(active.reshape(-1, WARP).min(axis=1), WARP)

    def watched(self, code: Code, rule: Rule) -> Rule:
        """An instruction's action, preceded by its induction rule."""
        act, holds = self.execution.actions[code.at], None
        if code.predicate is not None:
            holds = self.truth(code.predicate)

        def run(mask: Mask) -> None:
            if self.bound:
                taken = mask
                if holds:
                    variable = holds()
                    self.limit(variable.repetitions, mask)
                    taken = variable.value if mask is None else variable.value & mask
                if taken is None or np.count_nonzero(taken):
                    rule(taken)
            act(mask)

        return run
