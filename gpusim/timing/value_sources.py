"""Use-def chains: stores of unmodified loaded values, and reductions."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from ..isa.control_flow import address_registers, successors
from ..isa.dependences import Register
from ..isa.operands import Code
from .prediction import Recording


class Flows:
    """Use-def chains of a launch's instructions."""

    def __init__(self, launch: Recording) -> None:
        self.program, self.noted = launch.call.program, launch.dependences

    @cached_property
    def _before(self) -> list[list[int]]:
        before: list[list[int]] = [[] for _ in self.program.codes]
        for pc, following in enumerate(successors(self.program)):
            for successor in following:
                before[successor].append(pc)
        return before

    def origins(self, user: int, register: Register) -> set[int]:
        """Instructions whose result may be in a register before `user`."""
        origins: set[int] = set()
        seen: set[int] = set()
        ahead = list(self._before[user])
        while ahead:
            pc = ahead.pop()
            if pc in seen:
                continue
            seen.add(pc)
            if register in self.noted[pc].writes:
                origins.add(pc)
                # Under a guard the older value may remain.
                if self.program.codes[pc].predicate is None:
                    continue
            ahead += self._before[pc]
        return origins

    def data(self, code: Code) -> set[Register]:
        """Source registers other than addresses and predicates."""
        noted = self.noted[code.at]
        read = noted.reads - noted.guards - address_registers(code)
        return {register for register in read if register[0] == "R"}


def stored_as_loaded(
    launch: Recording, stores: Collection[int], loads: Collection[str]
) -> set[int]:
    """Stores whose values are unmodified loaded values, or constants beside them."""
    flows = Flows(launch)
    return {pc for pc in stores if _is_copy(flows, pc, loads)}


def _is_copy(flows: Flows, store: int, loads: Collection[str]) -> bool:
    codes, loaded = flows.program.codes, False
    ahead = [(store, register) for register in flows.data(codes[store])]
    seen = set(ahead)
    while ahead:
        for origin in flows.origins(*ahead.pop()):
            code = codes[origin]
            if code.row.access in loads:
                loaded = True
            elif "move" in code.row.roles or (code.base == "IMAD" and code.has("MOV")):
                further = {(origin, register) for register in flows.data(code)} - seen
                seen |= further
                ahead += further
            elif flows.noted[origin].reads - flows.noted[origin].guards:
                return False
    return loaded


def has_reduction(launch: Recording) -> bool:
    """Whether the kernel reduces values (sum, product, extremum), which could be split."""
    flows = Flows(launch)
    return any(
        "product" in code.row.roles or _accumulates(flows, code)
        for code in flows.program.codes
        if code.at not in launch.counting
    )


def _accumulates(flows: Flows, code: Code) -> bool:
    """Whether an instruction accumulates into the result of one with the same opcode."""
    roles = code.row.roles
    if roles.isdisjoint(("add", "multiply-add")):
        return False
    terms = [operand for operand in code.operands if operand.kind not in ("P", "UP")][1:]
    if "multiply-add" in roles:
        terms = terms[2:]
    elif any(operand.kind == "immediate" for operand in terms):
        return False
    codes = flows.program.codes
    return any(
        codes[origin].base == code.base
        for term in terms
        if term.kind == "R"
        for origin in flows.origins(code.at, ("R", term.index))
    )
