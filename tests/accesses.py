"""Accesses of rungs and of planted code, for tests of their analysis."""

from __future__ import annotations

import re
from functools import cache

import pytest
from conftest import lowered, machine_code

from schedules.catalog import ladder, ladders
from schedules.compile.sass import Instruction
from schedules.compile.toolkit import check_wheels
from schedules.errors import UserError
from schedules.inspect.access import KernelAccesses, analyze

RUNGS = [r.path for one in ladders().values() for r in one.rungs.values() if r.target == "cuda"]


def rung(path: str):
    name, _, which = path.partition(":")
    return ladder(name)[which]


def have_compiler() -> bool:
    try:
        check_wheels()
    except UserError:
        return False
    return True


needs_compiler = pytest.mark.skipif(not have_compiler(), reason="needs the extra 'inspect'")


@cache
def kernels(path: str, shape=None, *, code: bool = False) -> list[KernelAccesses]:
    """A rung's accesses, as TIR has them or as compiled for sm_90."""
    one = lowered(rung(path), shape=shape)
    return analyze(one, machine_code(one.source) if code else None)


def of(found: list[KernelAccesses], buffer: str, kind: str):
    """The accesses to a buffer, by the beginning of its name in TIR."""
    return [
        one
        for kernel in found
        for one in kernel.accesses
        if re.fullmatch(rf"{buffer}(_shared.*)?", one.site.buffer) and one.site.kind == kind
    ]


def each(accesses, scope: str) -> set[tuple]:
    """(bits, wavefronts or sectors of a request, the least) of accesses in a scope."""
    what = {"shared": "wavefronts", "global": "sectors"}[scope]
    return {
        (8 * one.width, one.per_request[what], one.per_request[f"least_{what}"])
        for one in accesses
        if one.site.scope == scope
    }


def var(name: str):
    return ("var", name)


def linear_sum(factors: dict[str, int]):
    total = ("int", 0)
    for name, factor in factors.items():
        total = ("+", total, ("*", var(name), ("int", factor)))
    return total


def instruction(address: int, text: str, *, predicate: str = "", label: str = "") -> Instruction:
    opcode, _, operands = text.partition(" ")
    return Instruction(
        16 * address, predicate, opcode, operands, 1, 1, False, None, None, 0, 0, label
    )
