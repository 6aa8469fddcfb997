"""Provenance of register values: constant, thread index, block index, both, or data.

If no branch and no address modulo 128 bytes depends on the block index, every block costs what the
first one does. A value is tracked as a thread part plus a block part, with the largest power of two
that divides the block part and an interval of the whole value. (Affine forms as in Coutinho,
Sampaio, Pereira, Meira, "Divergence analysis and optimizations", PACT 2011, with blocks in place of
loops.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from ..isa.control_flow import Needs, Slice, after_writing, deciding, guard_of, successors
from ..isa.dependences import Dependences, Register
from ..isa.operands import Code, Operand
from ..isa.stack_slots import STACK, slots_of, stack_slots
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

# Loop iterations after which intervals are widened.
_UNROLLED = 4
_SHARED = ("shared.load", "shared.store")


@dataclass(frozen=True)
class Difference:
    """Why blocks may cost differently, at an instruction.

    `step` is the granularity in bytes of the block part modulo 128, 0 if there is another cause.
    `by_data`: loaded data may differ.
    """

    code: Code
    text: str
    step: int = 0
    by_data: bool = False


class Provenance:
    """Values of the slice's registers before each instruction.

    `alone` collects R2UR instructions that are assumed to run with one active lane per warp, if
    `some_alone`. Their active lanes are the same in all blocks unless branches depend on the block,
    so executing one block verifies the assumption.
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
        # Offsets of accesses to the stack; the words there are followed like registers.
        self.slots = stack_slots(program, dependences)
        visits = [0] * len(program.codes)
        follow = successors(program)
        predecessors = Counter(target for targets in follow for target in targets)
        # Where the kernel begins.
        predecessors[0] += 1
        self.before[0] = {}
        work = [0]
        while work:
            pc = work.pop()
            visits[pc] += 1
            after = self.before[pc]
            if pc in part.only:
                needs = frozenset().union(*(part.needs[target] for target in follow[pc]))
                after = self._step(program.codes[pc], after, needs)
            for target in follow[pc]:
                old = self.before[target]
                if predecessors[target] == 1:
                    self.before[target] = after
                else:
                    live = part.live[target]
                    new = {
                        register: value
                        for register, value in after.items()
                        if register in live or register[0] == STACK
                    }
                    self.before[target] = _meet(old, new, visits[target]) if old else new
                    if self.before[target] == old:
                        continue
                work.append(target)

    # --- Queries ----------------------------------------------------------------------------------

    def differs(self, apart: Collection[int] = ()) -> list[Difference]:
        """Where blocks may cost differently; empty if all cost the same.

        Accesses in `apart` are known to have data-independent cost.
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
                if code.row.is_counted and operand.kind == "address":
                    value = self._address(operand, state)
                    if not value.repeats and code.at not in apart:
                        why = f"the place of `{text}` depends on {_NAMES[value.kind]}"
                        step = value.step if value.kind in (BLOCK, BOTH) else 0
                        reasons.append(Difference(code, why, step, value.kind == DATA))
        return reasons

    def rows_apart(self) -> set[int]:
        """Shared accesses whose data-dependent part is a multiple of 128 bytes.

        If all lanes use different banks, their cost does not depend on the data.
        """
        pcs = set()
        for code in self.program.codes:
            state = self.before[code.at]
            if state is not None and code.at in self.part.only and code.row.access in _SHARED:
                (place,) = (operand for operand in code.operands if operand.kind == "address")
                value = self._address(place, state)
                if value.kind == DATA and value.data % LINE == 0:
                    pcs.add(code.at)
        return pcs

    def _address(self, operand: Operand, state: State) -> Value:
        parts = [self.value(replace(part, suffix=""), state) for part in operand.parts]
        return reduce(add, parts, constant(int(operand.value) & 0xFFFFFFFF))

    # --- Transfer functions -----------------------------------------------------------------------

    def value(self, operand: Operand, state: State) -> Value:
        """The value of an operand before an instruction."""
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
        """Transfer function: the state after an instruction, for live registers."""
        noted = self.dependences[code.at]
        if code.at in self.slots and not noted.writes:
            return self._spill(code, state)
        if not noted.writes:
            return state
        made = self._made(code, state)
        after, guard = dict(state), guard_of(code)
        kept = {register for register, under in after_writing(noted, needs) if under != guard}
        for register in noted.writes:
            value = made.get(register)
            if value is None:
                value = mixed(*(state.get(register, UNWRITTEN) for register in noted.reads))
            if guard and register in kept:
                # The old value remains where the guard does not hold.
                value = join(value, state.get(register, UNWRITTEN))
            after[register] = value
        return after

    def _spill(self, code: Code, state: State) -> State:
        """The state after registers were stored to the stack."""
        after = dict(state)
        for slot, register in slots_of(code, self.slots[code.at]).items():
            value = state.get(register, UNWRITTEN)
            after[slot] = join(value, state.get(slot, UNWRITTEN)) if guard_of(code) else value
        return after

    def _made(self, code: Code, state: State) -> Mapping[Register, Value]:
        """Known values of the destinations; all others are `mixed` from the sources."""
        if code.at in self.slots:
            return {
                register: state.get(slot, UNWRITTEN)
                for slot, register in slots_of(code, self.slots[code.at]).items()
            }
        if code.row.is_counted or code.row.access == "local.load":
            return dict.fromkeys(self.dependences[code.at].writes, Value(DATA))
        make = RULES.get(code.base)
        if make is None:
            return {}
        destination = code.operands[0]
        if destination.kind not in ("R", "UR", "P", "UP"):
            return {}
        return make(self, code, state, (destination.kind, destination.index)) or {}


def _meet(old: State, new: State, visits: int) -> State:
    """Join where paths meet; intervals are widened after a few iterations."""
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
