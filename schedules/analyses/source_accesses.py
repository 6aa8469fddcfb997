"""Finds the accesses of shared and global memory in the CUDA text that TVM emits, and which of them
each machine instruction performs.

An instruction names its CUDA line, and the simulator knows which array or which bytes of shared
memory it accesses. If the line has several accesses of the instruction's kind, or none because
ptxas assigned the instruction to another line, the accessed memory decides.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gpusim.counting.costs import GLOBAL, SHARED, InstructionCount
from gpusim.isa.opcodes import opcode

from ..compile.listing import Cuda

LOAD, STORE, ATOMIC = "load", "store", "atomic"
# How an access is made: plain load or store, cp.async (global to shared), ldmatrix, wmma.
PLAIN, ASYNC, MATRIX, WMMA = "", "cp.async", "ldmatrix", "wmma"
_KINDS = {
    **dict.fromkeys(("shared.load", "global.load"), (LOAD, PLAIN)),
    **dict.fromkeys(("shared.store", "global.store"), (STORE, PLAIN)),
    "shared.matrix": (LOAD, MATRIX),
}
# What the text around an address says about the access.
_CALLS = {
    "ptx_cp_async": ("", ASYNC),
    "__cvta_generic_to_shared": (LOAD, MATRIX),
    "wmma::load_matrix_sync": (LOAD, WMMA),
    "wmma::store_matrix_sync": (STORE, WMMA),
}
_CALL = re.compile(rf"(?P<name>{'|'.join(_CALLS)})(?:\w*_c[ag]_(?P<bytes>\d+)_)?")
_BYTES = {
    **dict.fromkeys(("__nv_fp8x2_e4m3", "half", "nv_bfloat16", "short", "ushort"), 2),
    **dict.fromkeys(("__nv_fp8_e4m3", "bool", "char", "signed char", "uchar"), 1),
    **dict.fromkeys(("float", "int", "uint", "unsigned"), 4),
    **dict.fromkeys(("double", "int64_t", "long long"), 8),
}
_TYPE = re.compile(rf"(?:const |volatile )?({'|'.join(_BYTES)})(\d*) ?")


def kind_and_way(instruction: InstructionCount) -> tuple[str, str]:
    """The kind of an instruction's access and how it is made."""
    access = opcode(instruction.opcode).access
    if access == "global.copy":
        return LOAD if instruction.scope == GLOBAL else STORE, ASYNC
    return _KINDS.get(access, (ATOMIC, PLAIN))


@dataclass(frozen=True, eq=False)
class Mention:
    """A place in a kernel's text that accesses memory.

    `line` and `last` are lines of the text as shown; `last` includes inline assembly. `kind` is ''
    if a function is called with the address. `width` is the number of bytes that a lane accesses,
    `start` the access's byte in the array where all variables are 0; 0 and None if unknown.
    """

    line: int
    last: int
    pointer: str
    expression: str
    scope: str
    kind: str
    way: str
    width: int
    start: int | None

    @property
    def buffer(self) -> str:
        return self.pointer.removesuffix("_ptr")

    def fits(self, instruction: InstructionCount) -> bool:
        """Whether an instruction has the kind of this access."""
        kind, way = kind_and_way(instruction)
        if instruction.scope != self.scope or (way == ASYNC) != (self.way == ASYNC):
            return False
        return not self.kind or (kind == self.kind and (way == MATRIX) <= (self.way != PLAIN))

    def is_in(self, array: str) -> bool:
        return array.replace(".", "_") in (self.pointer, self.buffer)


# --- mentions -------------------------------------------------------------------------------------

_PARAMETER = re.compile(r"([\w ]+)\* __restrict__ (\w+)")
_ALLOCATION = re.compile(r"__shared__ (?:__align__|alignas)\(\d+\) ([\w ]+?) (\w+)\[")


def mentions(cuda: Cuda, kernel: str) -> list[Mention]:
    """The places in a kernel's body that access shared or global memory, in the order of its
    text."""
    body = cuda.body(kernel)
    types = {name: (GLOBAL, kind) for kind, name in _PARAMETER.findall(body[0][1] if body else "")}
    for _, line in body:
        types |= {name: (SHARED, kind) for kind, name in _ALLOCATION.findall(line)}
    if not types:
        return []
    # TVM may rename an allocation inside a loop, by appending a number.
    pattern = re.compile(
        r"(?:\*\((?P<vector>[\w ]+)\*\)\(+)?(?:\((?P<cast>(?:volatile )?[\w ]+)\*\)\(?)?"
        rf"(?<!\w)(?P<name>{'|'.join(map(re.escape, types))})(?:_\d+)?(?!\w)"
    )
    found = []
    for at, (number, line) in enumerate(body[1:], 1):
        if "__shared__" in line:
            continue
        call = _CALL.search(line)
        last = number
        if at + 1 < len(body) and "__asm__" in body[at + 1][1]:
            ends = (other for other, text in body[at + 1 :] if text.strip().endswith(");"))
            last = next(ends, number)
        for match in pattern.finditer(line):
            scope, declared = types[match["name"]]
            index, rest = _index(line, match.end())
            kind, way = _CALLS[call["name"]] if call else ("", PLAIN)
            address = line[: match.start()].rstrip("(").endswith("&")
            access = match["vector"] or line[match.end() :].lstrip(")").startswith("[")
            if way == ASYNC:
                kind = STORE if scope == SHARED else LOAD
            elif not call and access and not address:
                kind = STORE if rest.lstrip(") ").startswith("= ") else LOAD
            element = _size(match["cast"] or declared)
            start = _at_zero(index)
            found.append(
                Mention(
                    line=number,
                    last=last,
                    pointer=match["name"],
                    expression=f"{match['name']}[{simplified(index)}]",
                    scope=scope,
                    kind=kind,
                    way=way,
                    width=_width(call, way) if call else _size(match["vector"] or "") or element,
                    start=start if start is None else start * element,
                )
            )
    return found


def _width(call: re.Match[str], way: str) -> int:
    """The bytes that a lane accesses in a call; 0 if unknown."""
    if way == ASYNC:
        return int(call["bytes"] or 0)
    return 16 if way == MATRIX else 0


def _size(name: str) -> int:
    """The bytes of a C type; 0 if unknown."""
    match = _TYPE.fullmatch(name.strip())
    return _BYTES[match[1]] * int(match[2] or 1) if match else 0


def _index(line: str, position: int) -> tuple[str, str]:
    """The index after a pointer, '[index]', ' + index)' or ', index', and the rest of the line."""
    while line[position : position + 1] == ")":
        position += 1
    if line[position : position + 1] == "[":
        end = _balanced(line, position + 1)
        index, rest = line[position + 1 : end], line[end + 1 :]
        # ldmatrix adds an offset to an address: (&(pointer[index])) + offset);
        takes_address = "__cvta_generic_to_shared" in line
        offset = re.match(r"\)+ \+ (.*)\);$", rest) if takes_address else None
        return (f"{index} + {offset[1]}" if offset and offset[1] != "0" else index), rest
    if separator := re.match(r" \+ |, ", line[position:]):
        begin = position + separator.end()
        end = _balanced(line, begin, stop="," if separator[0] == ", " else "")
        return line[begin:end], line[end:]
    return "0", line[position:]


def _balanced(line: str, begin: int, stop: str = "") -> int:
    """The position where the bracket that is open at `begin` closes, or of `stop` outside
    brackets."""
    depth = 0
    for position in range(begin, len(line)):
        letter = line[position]
        if letter in "([":
            depth += 1
        elif letter in ")]":
            if not depth:
                return position
            depth -= 1
        elif letter == stop and not depth:
            return position
    return len(line)


def simplified(expression: str) -> str:
    """An index without redundant casts and parentheses; operator precedence is the same in
    Python and C here."""
    text = re.sub(r"\(\(int\)(\w+\.\w)\)", r"\1", expression)
    try:
        return ast.unparse(ast.parse(text, mode="eval"))
    except SyntaxError:
        return text


def _at_zero(expression: str) -> int | None:
    """The value of an index where all variables are 0; None if unknown."""
    if "[" in expression:
        return None
    constant = re.sub(r"\(\(int\)\w+\.\w\)|\b[A-Za-z_]\w*", "0", expression)
    try:
        return int(eval(constant, {"__builtins__": {}}))
    except (SyntaxError, TypeError, ZeroDivisionError):
        return None


# --- attribution ----------------------------------------------------------------------------------


class Attribution:
    """The mentions that each instruction of a launch performs, indexed, since kernels have
    thousands of both. `static_shared` is the size of the memory before the dynamic shared
    memory."""

    def __init__(
        self,
        found: Sequence[Mention],
        instructions: Iterable[InstructionCount],
        static_shared: int,
    ) -> None:
        self._found, self._static_shared = found, static_shared
        self._by_line: dict[int | None, list[Mention]] = defaultdict(list)
        for mention in found:
            for line in range(mention.line, mention.last + 1):
                self._by_line[line].append(mention)
        # Pointer -> the range of shared memory that unambiguous instructions access.
        self._reaches: dict[str, tuple[int, int]] = {}
        for instruction in instructions:
            pointers = {mention.pointer for mention in self._here(instruction)}
            if len(pointers) == 1 and instruction.reach:
                (low, high), pointer = instruction.reach, pointers.pop()
                before = self._reaches.get(pointer, instruction.reach)
                self._reaches[pointer] = min(low, before[0]), max(high, before[1])

    def _here(self, instruction: InstructionCount) -> list[Mention]:
        some = self._by_line.get(instruction.line, ())
        return [mention for mention in some if mention.fits(instruction)]

    def of(self, instruction: InstructionCount) -> tuple[Mention, ...]:
        """The mentions on one line that an instruction may perform; () if they are ambiguous."""
        possible = self._here(instruction)
        if instruction.array or len({mention.pointer for mention in possible}) != 1:
            every = (each for each in self._found if each.fits(instruction))
            possible = self._accessed(instruction, possible) or self._accessed(instruction, every)
        possible = self._nearest(instruction, possible)
        if len({mention.expression for mention in possible}) == 1:
            return tuple(possible[:1])
        same_line = len({(mention.line, mention.pointer) for mention in possible}) == 1
        return tuple(possible) if same_line else ()

    def _accessed(
        self, instruction: InstructionCount, some: Iterable[Mention]
    ) -> Sequence[Mention]:
        """The mentions whose array an instruction accesses."""
        if instruction.reach is None:
            return [mention for mention in some if mention.is_in(instruction.array)]
        low, high = instruction.reach
        reaches = ((mention, self._reaches.get(mention.pointer, (0, 0))) for mention in some)
        return [mention for mention, (begin, end) in reaches if low < end and begin < high]

    def _nearest(
        self, instruction: InstructionCount, possible: Sequence[Mention]
    ) -> Sequence[Mention]:
        """Of mentions of one array in shared memory, those that start closest before the accessed
        bytes."""
        starts = {mention.start for mention in possible}
        if instruction.reach is None or None in starts or len(starts) < 2:
            return possible
        if len({mention.pointer for mention in possible}) > 1:
            return possible
        low = instruction.reach[0] - self._static_shared
        start = max((start for start in starts if start <= low), default=None)
        return [mention for mention in possible if mention.start == start] or possible
