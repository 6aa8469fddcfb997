"""What CUDA text says before it is compiled: its host code, which NVRTC does not compile, and the
lines that store to memory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpusim.isa.decoder import Code
    from gpusim.isa.program import Program

_LEFT_OUT = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*",
    re.S | re.M,
)
# Preprocessor lines, or a character of others.
_CODE = re.compile(r"(^[ \t]*#(?:\\\n|[^\n])*)|[^\n]", re.M)
# A host program launches its kernels, or has a main function.
_PROGRAM = re.compile(r"<<<|\bint\s+main\s*\(")
_SCOPE = re.compile(r"(?:inline\s+)?namespace\b[\w:\s]*|extern\s*")
_ON_DEVICE = re.compile(r"__device__|__global__|__constant__|\bconstexpr\b|\bconsteval\b")
_OF_HOST = re.compile(
    r"<<<|\bstd::(?!u?int\d*_t\b|size_t\b)\w|\bcuda[A-Z]\w*|\bcublas\w+|\bfprintf\b|\bFILE\b"
)
# Macros that may stand for __device__: CUTE_DEVICE.
_MACRO = re.compile(r"\b[A-Z][A-Z0-9_]{2,}\b")
_DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(?:\([^)]*\))?[ \t]*(.*(?:\\\n.*)*)", re.M)


def without_host_code(source: str) -> str:
    """The text of a host program without functions and variables of the host, with the same lines;
    any other text unchanged.

    Functions stay that are constexpr, or whose declaration has a macro that may say __device__.
    """
    plain = _LEFT_OUT.sub(lambda match: blank(match[0]), source)
    if not _PROGRAM.search(plain):
        return source
    known = {name for name, value in _DEFINED.findall(source) if not _ON_DEVICE.search(value)}
    for start, body, end in _definitions(plain, 0, len(plain)):
        head, whole = plain[start:body], plain[start:end]
        if _ON_DEVICE.search(whole):
            continue
        function = "(" in head and "=" not in head.partition("(")[0]
        macros = set(_MACRO.findall(head.partition("(")[0])) - known
        if _OF_HOST.search(whole) or (function and not macros):
            kept = _CODE.sub(lambda match: match[1] or " ", source[start:end])
            source = source[:start] + kept + source[end:]
    return source


def blank(text: str) -> str:
    """Spaces in place of a text, with the same lines."""
    return re.sub(r"[^\n]", " ", text)


def _definitions(text: str, at: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Start, end of the head, and end of each declaration outside of functions and classes."""
    start = at
    while at < end:
        letter = text[at]
        if letter == ";":
            yield start, at, at + 1
            start = at + 1
        elif letter == "{":
            close = closing(text, at)
            if _SCOPE.fullmatch(text[start:at].strip()):
                yield from _definitions(text, at + 1, close)
            else:
                # A class and a variable end in a semicolon.
                after = re.compile(r"[^;{}()]*;").match(text, close + 1)
                value = "(" not in text[start:at] or "=" in text[start:at].partition("(")[0]
                close = after.end() - 1 if after and value else close
                yield start, at, close + 1
            at, start = close, close + 1
        at += 1


def closing(text: str, at: int) -> int:
    """The index of the bracket that closes the one at `at`, or the text's last index."""
    steps = {text[at]: 1, {"(": ")", "{": "}"}[text[at]]: -1}
    depth = 0
    for index in range(at, len(text)):
        depth += steps.get(text[index], 0)
        if not depth:
            return index
    return len(text) - 1


# --- removed stores -------------------------------------------------------------------------------

# The compiler removes a store that another one overwrites or that nothing reads. A race or an
# access out of bounds of such a line is in the text, but is not executed.

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
