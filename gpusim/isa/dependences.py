"""What each instruction reads and writes: registers, uniform registers, predicates.

The builder of an action asks for each register that it reads or writes, with its part of a wide
operand; what it asks for is noted. So there is one table of widths and fragments, that by which the
machine runs. What hardware reads and the machine has no use for is added here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .operands import TRUE, ZERO_REGISTER, ZERO_UNIFORM, Code, Operand

# A file ('R', 'UR', 'P' or 'UP') and the index in it.
Register = tuple[str, int]
# What drops what it is given, and reads as a constant.
_CONSTANT: frozenset[Register] = frozenset(
    (("R", ZERO_REGISTER), ("UR", ZERO_UNIFORM), ("P", TRUE), ("UP", TRUE))
)


@dataclass
class Dependences:
    """The registers of an instruction; RZ, URZ, PT and UPT are none.

    `guards` are those of `reads` that decide whether it runs at all, or loads anything.
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
