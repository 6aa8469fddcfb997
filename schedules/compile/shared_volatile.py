"""Volatile and relaxed accesses of shared memory, which SASS does not mark."""

from __future__ import annotations

import re

from gpusim.isa.program import Program

from .listing import ptx_lines

_ACCESS = re.compile(r"^\s*(?:@!?%\w+\s+)?(?P<kind>ld|st)\.(?P<modifiers>[\w.:]+)")
_STRONG = {"volatile", "relaxed", "release", "mmio"}
_ELSEWHERE = {"global", "local", "param", "const"}
_KINDS = {"shared.load": "ld", "shared.store": "st"}


def shared_volatile(ptx: str, program: Program) -> frozenset[int]:
    """Loads and stores of shared memory, by instruction, that are volatile or relaxed in PTX.

    PTX and SASS share CUDA lines. If a line also has a plain access of the kind, its instructions
    count as plain.
    """
    strong: dict[tuple[str, int | None], bool] = {}
    for line, text in zip(ptx_lines(ptx, inlined=True), ptx.splitlines(), strict=True):
        if match := _ACCESS.match(text):
            modifiers = set(re.split(r"[.:]+", match["modifiers"]))
            if not modifiers & _ELSEWHERE:
                key = match["kind"], line
                strong[key] = strong.get(key, True) and bool(modifiers & _STRONG)
    return frozenset(
        code.at
        for code in program.codes
        if strong.get((_KINDS.get(code.row.access, ""), code.instruction.line))
    )
