"""Appends functions in sections of their own to the kernels that call them.

nvJitLink leaves functions that ptxas adds, such as the slow path of a division, in separate
sections; calls are absolute then. In one program, the functions follow the kernel.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from .sass import Instruction

# 32@lo((k + .L_x_0@srel)): half of the address of a label in function k; 32@lo(f): of a function.
_HALF_OF_PLACE = re.compile(
    r"32@(?P<half>lo|hi)\(\(?(?P<function>[\w$.]+)(?: *\+ *(?P<label>\.L_\w+)@srel)?\)?\)"
)
_TARGET = re.compile(r"`\(([^)]+)\)")
_INSTRUCTION_BYTES = 16

Functions = Mapping[str, Sequence[Instruction]]


def linked(functions: Functions) -> dict[str, list[Instruction]]:
    """Every function, followed by those that it calls."""
    return {name: _with_callees(name, functions) for name in functions}


def _callees(code: Sequence[Instruction], functions: Functions) -> Iterator[str]:
    for instruction in code:
        if instruction.opcode.startswith("CALL.ABS"):
            yield from (name for name in _TARGET.findall(instruction.operands) if name in functions)
        elif "32@" in instruction.operands:
            for match in _HALF_OF_PLACE.finditer(instruction.operands):
                if match["function"] in functions:
                    yield match["function"]


def _with_callees(name: str, functions: Functions) -> list[Instruction]:
    names = [name]
    for known in names:
        for callee in _callees(functions[known], functions):
            if callee not in names:
                names.append(callee)
    if len(names) == 1 and not any("@srel" in code.operands for code in functions[name]):
        return list(functions[name])
    program: list[Instruction] = []
    starts = {}
    for callee in names:
        starts[callee] = start = len(program) * _INSTRUCTION_BYTES
        code = [
            instruction._replace(address=start + instruction.address)
            for instruction in functions[callee]
        ]
        program += _named(callee, code) if callee != name else code
    places = {code.label: code.address for code in program if code.label}

    def half(match: re.Match[str]) -> str:
        place = places.get(match["label"]) if match["label"] else starts.get(match["function"])
        if place is None:
            return match[0]
        return hex(place if match["half"] == "lo" else 0)

    return [
        code._replace(operands=_HALF_OF_PLACE.sub(half, code.operands))
        if "32@" in code.operands
        else code
        for code in program
    ]


def _named(name: str, code: list[Instruction]) -> list[Instruction]:
    """A function whose first instruction has its name as label."""
    before = code[0].label
    if before:
        code = [
            each._replace(operands=each.operands.replace(f"`({before})", f"`({name})"))
            for each in code
        ]
    return [code[0]._replace(label=name), *code[1:]]
