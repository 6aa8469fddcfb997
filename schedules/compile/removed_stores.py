"""Lines of CUDA text that store to shared or global memory, and those of them with no store in
machine code.

The compiler removes a store that another one overwrites or that nothing reads. A race or an access
out of bounds of such a line is in the text, but is not executed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gpusim.isa.decoder import Code
from gpusim.isa.program import Program

from .host_code import blank

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.S)
_SUBSCRIPTS = r"(?:\s*\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\])+"
_ASSIGNS = r"\s*(?:(?:[-+*/|&^%]|<<|>>)?=(?!=)|\+\+|--)"
# NAME[...] = and NAME[...].member +=
_ELEMENT = re.compile(rf"\b(\w+){_SUBSCRIPTS}(?:\s*(?:\.|->)\s*\w+)*{_ASSIGNS}")
# *pointer =, pointer->member = and atomicAdd(
_POINTER = re.compile(
    rf"(?:^|[;{{(])\s*\*\s*\(?[^;=]*\)?{_ASSIGNS}|->\s*\w+{_ASSIGNS}|\batomic\w+\("
)
_DECLARED = re.compile(
    rf"(?:^|[;{{}}(])[ \t]*((?:[\w:]+(?:<[^;<>]*>)?[ \t]+)+)(\w+){_SUBSCRIPTS}\s*[=;,{{]", re.M
)
_ELSEWHERE = re.compile(r"__shared__|__device__|__constant__|\bextern\b|\breturn\b")


def removed_stores(source: str, programs: Iterable[Program]) -> set[int]:
    """The lines of a CUDA text whose stores have no instruction, between the lines that have any.

    Arrays that a function declares are left out: they are registers.
    """
    programs = list(programs)
    own = [line for program in programs for code in program.codes for line in _lines(code)]
    between = range(min(own, default=0), max(own, default=-1) + 1)
    return {line for line in _storing(source) if line in between} - stored_lines(programs)


def stored_lines(programs: Iterable[Program]) -> set[int]:
    """The CUDA lines of the instructions that store to shared or global memory."""
    kinds = ("store", "atomic", "reduction", "copy")
    return {
        line
        for program in programs
        for code in program.codes
        if code.row.memory != "local" and code.row.access.endswith(kinds)
        for line in _lines(code)
    }


def _lines(code: Code) -> tuple[int, ...]:
    """An instruction's lines: of a function and of the calls that lead to it."""
    instruction = code.instruction
    return instruction.frames or ((instruction.line,) if instruction.line else ())


def _storing(source: str) -> set[int]:
    """The lines that store to an element, through a pointer or by an atomic."""
    text = _COMMENT.sub(lambda match: blank(match[0]), source)
    registers = {match[2] for match in _DECLARED.finditer(text) if not _ELSEWHERE.search(match[1])}
    return {
        number
        for number, line in enumerate(text.splitlines(), 1)
        if _POINTER.search(line)
        or (not _DECLARED.search(line) and {m[1] for m in _ELEMENT.finditer(line)} - registers)
    }
