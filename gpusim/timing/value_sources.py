"""Use-def chains: stores of unmodified loaded values, and reductions."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from ..isa.control_flow import address_registers, successors
from ..isa.dependences import Register
from ..isa.operands import Code
from .prediction import Recording

# Moves: results have the bits of a source.
_MOVES = frozenset(("MOV", "PRMT", "SEL", "FSEL"))
_MULTIPLY_ADD = frozenset(("FFMA", "HFMA2", "DFMA", "IMAD", "IDP"))
_ADD = frozenset(("FADD", "HADD2", "DADD", "IADD3", "FMNMX", "HMNMX2", "IMNMX", "VIMNMX"))
_MATRICES = frozenset(("HMMA", "IMMA", "DMMA", "HGMMA", "IGMMA", "QGMMA"))


class Flows:
    """Use-def chains of a launch's instructions."""

    def __init__(self, launch: Recording) -> None:
        self.program, self.noted = launch.call.program, launch.dependences

    @cached_property
    def _before(self) -> list[list[int]]:
        before: list[list[int]] = [[] for _ in self.program.codes]
        for at, following in enumerate(successors(self.program)):
            for one in following:
                before[one].append(at)
        return before

    def origins(self, at: int, register: Register) -> set[int]:
        """Instructions whose result may be in a register before `at`."""
        found: set[int] = set()
        seen: set[int] = set()
        ahead = list(self._before[at])
        while ahead:
            one = ahead.pop()
            if one in seen:
                continue
            seen.add(one)
            if register in self.noted[one].writes:
                found.add(one)
                # Under a guard the older value may remain.
                if self.program.codes[one].predicate is None:
                    continue
            ahead += self._before[one]
        return found

    def data(self, code: Code) -> set[Register]:
        """Source registers other than addresses and predicates."""
        noted = self.noted[code.at]
        read = noted.reads - noted.guards - address_registers(code)
        return {one for one in read if one[0] == "R"}


def stored_as_loaded(
    launch: Recording, stores: Collection[int], loads: Collection[str]
) -> set[int]:
    """Stores whose values are unmodified loaded values, or constants beside them."""
    flows = Flows(launch)
    return {at for at in stores if _is_copy(flows, at, loads)}


def _is_copy(flows: Flows, store: int, loads: Collection[str]) -> bool:
    codes, loaded = flows.program.codes, False
    ahead = [(store, register) for register in flows.data(codes[store])]
    seen = set(ahead)
    while ahead:
        for one in flows.origins(*ahead.pop()):
            code = codes[one]
            if code.base in loads:
                loaded = True
            elif code.base in _MOVES or (code.base == "IMAD" and code.has("MOV")):
                further = {(one, register) for register in flows.data(code)} - seen
                seen |= further
                ahead += further
            elif flows.noted[one].reads - flows.noted[one].guards:
                return False
    return loaded


def has_reduction(launch: Recording) -> bool:
    """Whether the kernel reduces values (sum, product, extremum), which could be split."""
    flows = Flows(launch)
    return any(
        code.base in _MATRICES or _accumulates(flows, code)
        for code in flows.program.codes
        if code.at not in launch.counting
    )


def _accumulates(flows: Flows, code: Code) -> bool:
    """Whether an instruction accumulates into the result of one with the same opcode."""
    if code.base not in _ADD | _MULTIPLY_ADD:
        return False
    terms = [operand for operand in code.operands if operand.kind not in ("P", "UP")][1:]
    if code.base in _MULTIPLY_ADD:
        terms = terms[2:]
    elif any(one.kind == "immediate" for one in terms):
        return False
    codes = flows.program.codes
    return any(
        codes[origin].base == code.base
        for term in terms
        if term.kind == "R"
        for origin in flows.origins(code.at, ("R", term.index))
    )
