"""Text of kernels before it is compiled: host code, which NVRTC does not compile, lines that store
to memory, and PTX with gaps between its arrays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gpusim.isa.cubin import Cubin, Variable

if TYPE_CHECKING:
    from gpusim.isa.decoder import Code
    from gpusim.isa.program import Program

_LEFT_OUT = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*",
    re.S | re.M,
)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.S)
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


def without_comments(source: str) -> str:
    """The text with spaces in place of comments and strings."""
    return _COMMENT.sub(lambda match: blank(match[0]), source)


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
    text = without_comments(source)
    registers = {match[2] for match in _DECLARED.finditer(text) if not _ELSEWHERE.search(match[1])}
    return {
        number
        for number, line in enumerate(text.splitlines(), 1)
        if _POINTER.search(line)
        or (not _DECLARED.search(line) and {m[1] for m in _ELEMENT.finditer(line)} - registers)
    }


# --- gaps between arrays --------------------------------------------------------------------------

# PTX with gaps between arrays in shared and constant memory.
#
# ptxas places these arrays one after another, and a cubin has no symbols of shared arrays, so an
# index beyond an array silently accesses its neighbour. `with_gaps` rewrites PTX so that unused
# bytes separate the arrays. Static shared arrays become parts of one array with a known layout.
# Arrays in constant memory become longer, and the cubin's symbol table has their addresses.

# Bytes between arrays: the largest value that fits is used. Parts of shared memory begin at
# multiples of the last value, so that the bank of each element is unchanged.
_GAPS = (8192, 4096, 2048, 1024, 512, 256, 128)
# Bytes of a constant bank.
_BANK = 1 << 16
_WHOLE = "__arrays_with_gaps"
_DECLARATION = re.compile(
    r"^(?P<before>[ \t]*(?:\.visible[ \t]+|\.weak[ \t]+)?)\.(?P<space>shared|const)[ \t]+"
    r"(?:\.align[ \t]+(?P<align>\d+)[ \t]+)?(?:\.v(?P<vector>[24])[ \t]+)?"
    r"\.[bsuf](?P<bits>8|16|32|64)[ \t]+(?P<name>[\w$%]+)(?P<extents>(?:\[\d+\])*)"
    r"(?P<values>[ \t]*=[^;]*)?;",
    re.M,
)
_HEADER = re.compile(r"^\.address_size[^\n]*\n", re.M)
_LOCAL = re.compile(r"E(\d+)([A-Za-z]\w*?)(?:_\d+)?$")
_DYNAMIC = re.compile(r"^\s*\.extern\s+\.shared\b", re.M)


@dataclass(frozen=True)
class _Array:
    """A declaration in PTX: sizes in bytes."""

    space: str
    name: str
    size: int
    align: int
    span: tuple[int, int]
    text: str


@dataclass(frozen=True)
class Separated:
    """PTX with gaps. `shared` are the parts of static shared memory, `constants` the sizes of the
    arrays in constant memory, by symbol, in bytes.
    """

    ptx: str
    shared: tuple[Variable, ...]
    constants: dict[str, int]

    def arrays(self, cubin: Cubin) -> tuple[Variable, ...]:
        """The arrays of the assembled PTX, with their sizes before."""
        known = [
            Variable(
                _named("constant", variable.name),
                variable.bank,
                variable.offset,
                self.constants[variable.name],
            )
            for variable in cubin.variables
            if variable.bank is not None and variable.name in self.constants
        ]
        return (
            *(replace(variable, name=_named("shared", variable.name)) for variable in self.shared),
            *known,
        )


def _named(space: str, symbol: str) -> str:
    """The array's name in CUDA; for a function-local variable, the end of its mangled symbol."""
    match = _LOCAL.search(symbol)
    plain = match[2] if match and len(match[2]) == int(match[1]) else symbol
    return f"__{space}__ {plain}"


def with_gaps(ptx: str, most_shared: int) -> Separated | None:
    """PTX with gaps between its arrays, in at most `most_shared` bytes of static shared memory.

    None if there is only one array, no room for gaps, or two arrays of one name.
    """
    arrays = list(_arrays(ptx))
    shared = [array for array in arrays if array.space == "shared"]
    constants = [array for array in arrays if array.space == "const"]
    if len({array.name for array in arrays}) < len(arrays):
        return None
    several = len(shared) + bool(_DYNAMIC.search(ptx)) > 1
    if not (shared and several) and len(constants) < 2:
        return None
    placed = _placed(shared, most_shared)
    gap = next((gap_size for gap_size in _GAPS if _padded(constants, gap_size) <= _BANK), 0)
    if placed is None or not gap:
        return None
    variables, size = placed
    longer = {array.name: _padded([array], gap) for array in constants}
    ptx = _rewritten(
        ptx, arrays, {variable.name: variable.offset for variable in variables}, longer
    )
    if shared:
        whole = f".shared .align 1024 .b8 {_WHOLE}[{size}];\n"
        ptx = _HEADER.sub(lambda header: header[0] + whole, ptx, count=1)
    return Separated(ptx, tuple(variables), {array.name: array.size for array in constants})


def _arrays(ptx: str) -> Iterator[_Array]:
    for match in _DECLARATION.finditer(ptx):
        each = int(match["bits"]) // 8 * int(match["vector"] or 1)
        size = each
        for extent in re.findall(r"\d+", match["extents"]):
            size *= int(extent)
        align = int(match["align"] or each)
        yield _Array(match["space"], match["name"], size, align, match.span(), match[0])


def _placed(arrays: list[_Array], most: int) -> tuple[list[Variable], int] | None:
    """Parts of static shared memory with a gap after each, and the size of all."""
    for gap in _GAPS:
        variables, end = [], 0
        for array in arrays:
            step = max(array.align, _GAPS[-1])
            start = -(-end // step) * step
            variables.append(Variable(array.name, None, start, array.size))
            end = start + array.size + gap
        # Dynamic shared memory follows, which may require an alignment of 1024.
        end = -(-end // 1024) * 1024
        if end <= most:
            return variables, end
    return None


def _padded(arrays: list[_Array], gap: int) -> int:
    """Sizes of arrays with a gap after each, all of them multiples of 256 bytes."""
    return sum(-(-(array.size + gap) // 256) * 256 for array in arrays)


def _rewritten(
    ptx: str, arrays: list[_Array], offsets: dict[str, int], longer: dict[str, int]
) -> str:
    """Declarations with gaps, and uses of shared arrays as parts of the whole one."""
    parts, end_of_last = [], 0
    for array in arrays:
        start, end = array.span
        parts.append(ptx[end_of_last:start])
        parts.append(_longer(array, longer[array.name]) if array.space == "const" else "")
        end_of_last = end
    ptx = "".join([*parts, ptx[end_of_last:]])
    if not offsets:
        return ptx
    names = "|".join(re.escape(name) for name in sorted(offsets, key=len, reverse=True))
    use = re.compile(rf"(?<![\w$%.])({names})(?![\w$])(?:\+(-?\d+))?")

    def part(match: re.Match) -> str:
        return f"{_WHOLE}+{offsets[match[1]] + int(match[2] or 0)}"

    # Comments and strings keep the original names.
    lines = (
        line if line.lstrip().startswith(("//", ".file", ".loc")) else use.sub(part, line)
        for line in ptx.split("\n")
    )
    return "\n".join(lines)


def _longer(array: _Array, size: int) -> str:
    """The declaration of an array in constant memory with more elements."""
    dimension = re.search(r"\[(\d+)\]", array.text.partition("=")[0])
    if dimension is None:
        return array.text
    elements = int(dimension[1])
    more = size * elements // array.size
    return array.text[: dimension.start(1)] + str(more) + array.text[dimension.end(1) :]
