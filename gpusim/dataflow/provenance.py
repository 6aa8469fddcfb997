"""What each register's value depends on: nothing, the thread, the block, both, or data.

If no address within 128 bytes and no branch depends on the block, every block costs what the first
one does, and this says why. A value is followed as the sum of a part that is the thread's and one
that is the block's; of the block's part the largest power of two that divides it is known, of the
whole value an interval. (Affine forms as in "Divergence analysis and optimizations", Coutinho,
Sampaio, Pereira, Meira, PACT 2011, with blocks in the place of loops.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from ..isa.control_flow import ACCESSES, Needs, Slice, after_writing, deciding, guard_of, successors
from ..isa.dependences import Dependences, Register
from ..isa.operands import Code, Operand
from ..launch import Program, Setup
from .value_rules import RULES
from .values import (
    BLOCK,
    BOTH,
    CONSTANT,
    DATA,
    LINE,
    MIXED,
    UNWRITTEN,
    WHOLE,
    State,
    Value,
    add,
    constant,
    join,
    mixed,
    scale,
)

# Passes of a loop after which intervals are given up.
_UNROLLED = 4


@dataclass(frozen=True)
class Difference:
    """Why blocks may cost differently: at an instruction; `step` bytes between places of blocks in
    a line of 128, 0 where that is not all. `by_data`: since what is loaded may differ."""

    code: Code
    text: str
    step: int = 0
    by_data: bool = False


class Provenance:
    """The values of the registers of a slice before each of a kernel's instructions.

    `alone` are instructions whose lanes are taken to be alone in their warps, if `some_alone`.
    Which lanes run them is the same in all blocks that branches do not tell apart, so that one
    block's run shows whether they are.
    """

    def __init__(
        self,
        program: Program,
        setup: Setup,
        dependences: Sequence[Dependences],
        part: Slice,
        *,
        some_alone: bool = True,
    ) -> None:
        self.program, self.setup, self.dependences, self.part = program, setup, dependences, part
        self.before: list[State | None] = [None] * len(program.codes)
        self.some_alone, self.alone = some_alone, set()
        visits = [0] * len(program.codes)
        follow = successors(program)
        ways = Counter(target for targets in follow for target in targets)
        # Where the kernel begins.
        ways[0] += 1
        self.before[0] = {}
        work = [0]
        while work:
            at = work.pop()
            visits[at] += 1
            after = self.before[at]
            if at in part.only:
                needs = frozenset().union(*(part.needs[target] for target in follow[at]))
                after = self._step(program.codes[at], after, needs)
            for target in follow[at]:
                old = self.before[target]
                if ways[target] == 1:
                    self.before[target] = after
                else:
                    live = part.live[target]
                    new = {one: value for one, value in after.items() if one in live}
                    self.before[target] = _meet(old, new, visits[target]) if old else new
                    if self.before[target] == old:
                        continue
                work.append(target)

    # --- what is asked ----------------------------------------------------------------------------

    def differs(self, apart: Collection[int] = ()) -> list[Difference]:
        """Where blocks may cost differently, and why; nothing: all cost alike.

        Of `apart` it is known that data do not matter.
        """
        reasons = []
        for code in self.program.codes:
            state = self.before[code.at]
            if state is None or code.at not in self.part.only:
                continue
            text = code.instruction.text
            for register in deciding(code, self.dependences[code.at]):
                kind = state.get(register, UNWRITTEN).kind
                if why := _NAMES.get(kind):
                    why = f"what `{text}` decides depends on {why}"
                    reasons.append(Difference(code, why, 0, kind == DATA))
            for operand in code.operands:
                if code.base in ACCESSES and operand.kind == "address":
                    value = self._address(operand, state)
                    if not value.repeats and code.at not in apart:
                        why = f"the place of `{text}` depends on {_NAMES[value.kind]}"
                        step = value.step if value.kind in (BLOCK, BOTH) else 0
                        reasons.append(Difference(code, why, step, value.kind == DATA))
        return reasons

    def rows_apart(self) -> set[int]:
        """Accesses of shared memory that data move by whole rows of banks: where the lanes lie in
        banks of their own, whatever they load costs the same."""
        found = set()
        for code in self.program.codes:
            state = self.before[code.at]
            if state is not None and code.at in self.part.only and code.base in ("LDS", "STS"):
                (place,) = (one for one in code.operands if one.kind == "address")
                value = self._address(place, state)
                if value.kind == DATA and value.data % LINE == 0:
                    found.add(code.at)
        return found

    def _address(self, operand: Operand, state: State) -> Value:
        parts = [self.value(replace(part, suffix=""), state) for part in operand.parts]
        return reduce(add, parts, constant(int(operand.value) & 0xFFFFFFFF))

    # --- transfer ---------------------------------------------------------------------------------

    def value(self, operand: Operand, state: State) -> Value:
        """Of an operand before an instruction."""
        if operand.kind == "immediate":
            return constant(
                int(operand.value) & 0xFFFFFFFF if operand.value == operand.value else 0
            )
        if operand.kind == "constant":
            return Value(CONSTANT, WHOLE, 1) if not operand.parts else Value(MIXED)
        if operand.kind not in ("R", "UR", "P", "UP"):
            return Value(CONSTANT, WHOLE, 1)
        if operand.is_zero:
            return constant(0)
        if operand.is_true:
            return Value(CONSTANT, WHOLE, 1)
        value = state.get((operand.kind, operand.index), UNWRITTEN)
        if operand.negate:
            return scale(value, -1)
        return mixed(value) if operand.invert and operand.kind in ("R", "UR") else value

    def _step(self, code: Code, state: State, needs: Needs) -> State:
        """The state after an instruction, of registers that are needed there."""
        noted = self.dependences[code.at]
        if not noted.writes:
            return state
        made = self._made(code, state)
        after, guard = dict(state), guard_of(code)
        kept = {one for one, under in after_writing(noted, needs) if under != guard}
        for register in noted.writes:
            value = made.get(register)
            if value is None:
                value = mixed(*(state.get(one, UNWRITTEN) for one in noted.reads))
            if guard and register in kept:
                # What it held stays where the guard does not hold.
                value = join(value, state.get(register, UNWRITTEN))
            after[register] = value
        return after

    def _made(self, code: Code, state: State) -> Mapping[Register, Value]:
        """What is known of the registers an instruction writes; the others mix what it reads."""
        if code.base in ACCESSES or code.base == "LDL":
            return dict.fromkeys(self.dependences[code.at].writes, Value(DATA))
        make = RULES.get(code.base)
        if make is None:
            return {}
        destination = code.operands[0]
        if destination.kind not in ("R", "UR", "P", "UP"):
            return {}
        return make(self, code, state, (destination.kind, destination.index)) or {}


def _meet(old: State, new: State, visits: int) -> State:
    """Where ways meet; after a few rounds of a loop intervals are given up."""
    met = {}
    for register in old.keys() | new.keys():
        value = join(old.get(register, UNWRITTEN), new.get(register, UNWRITTEN))
        if visits > _UNROLLED and value != old.get(register):
            value = replace(value, low=None, high=None)
        met[register] = value
    return met


_NAMES = {
    BLOCK: "the block",
    BOTH: "the block",
    MIXED: "block and thread together",
    DATA: "data",
}
