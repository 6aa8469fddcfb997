"""Registers that each instruction reads and writes: general, uniform, predicate.

An instruction's builder requests every register through `Registers`, which records the request
here. Operand widths and fragment layouts are therefore defined once, where they are executed.
Registers that only the hardware reads (guard predicate, descriptors) are added by `complete`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .operands import TRUE, ZERO_REGISTER, ZERO_UNIFORM, Code, Operand

# A register file ('R', 'UR', 'P' or 'UP') and an index.
Register = tuple[str, int]
# Constant registers, which drop writes.
_CONSTANT: frozenset[Register] = frozenset(
    (("R", ZERO_REGISTER), ("UR", ZERO_UNIFORM), ("P", TRUE), ("UP", TRUE))
)


@dataclass
class Dependences:
    """Registers of an instruction; RZ, URZ, PT and UPT are excluded.

    `guards` is the subset of `reads` that decides whether the instruction executes or loads at all.
    """

    reads: set[Register] = field(default_factory=set)
    writes: set[Register] = field(default_factory=set)
    guards: set[Register] = field(default_factory=set)

    def note(self, file: str, index: int, *, write: bool = False) -> None:
        register = file, index
        if register not in _CONSTANT:
            (self.writes if write else self.reads).add(register)

    def guard(self, predicate: Operand) -> None:
        self.guards |= {(predicate.kind, predicate.index)} - _CONSTANT

    def complete(self, code: Code) -> None:
        """Add the predicate, and the 64-bit descriptors of addresses (`desc[UR4][R2.64]`)."""
        if code.predicate is not None:
            self.note(code.predicate.kind, code.predicate.index)
            self.guard(code.predicate)
        for operand in code.operands:
            if operand.kind == "address" and operand.suffix == "desc":
                for part in range(2):
                    self.note("UR", operand.index + part)
