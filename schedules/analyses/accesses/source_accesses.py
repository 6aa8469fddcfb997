"""Finds each access of the lowered TIR in the emitted CUDA text.

TVM's code generator emits statements in order, so the accesses of the TIR and the mentions of
shared or global memory in the text are matched in order.
"""

from __future__ import annotations

import ast
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ...compile.listing import Cuda
from .sites import ELEMENT, Site
from .ways import STORE


@dataclass(frozen=True)
class Place:
    """A site's line in the whole text (1-based), and its expression.

    The accesses of its statement are on the lines from `first` to `last`.
    """

    line: int
    first: int
    last: int
    expression: str

    def shown(self, cuda: Cuda) -> Place:
        """The place in the text as shown."""
        lines = (cuda.number(line) or 0 for line in (self.line, self.first, self.last))
        return Place(*lines, self.expression)


@dataclass(frozen=True)
class _Mention:
    line: int
    pointer: str
    expression: str
    stored: bool


def places(source: str, kernel: str, found_sites: Sequence[Site]) -> list[Place | None]:
    """The place of each site, None where text and TIR disagree."""
    pointers = sorted({site.pointer for site in found_sites})
    if not pointers:
        return []
    mentions = list(_mentions(source, kernel, pointers))
    lines = source.splitlines()
    chosen: list[Place | None] = []
    begin = 0
    for _, group in groupby(found_sites, key=lambda site: site.statement):
        statement = list(group)
        end = _chunk(mentions, begin, _wanted(statement))
        if end is None:
            return [*chosen, *[None] * (len(found_sites) - len(chosen))]
        first, last = mentions[begin].line, _last_line(lines, mentions[end - 1].line)
        for mention in _assigned(statement, mentions[begin:end]):
            place = mention and Place(mention.line, first, last, mention.expression)
            chosen.append(place)
        begin = end
    # If text is left over, some statement was matched with the place of another one.
    return [None] * len(found_sites) if begin < len(mentions) else chosen


def _last_line(lines: Sequence[str], number: int) -> int:
    """The last line of a statement that begins on a line, including inline assembly."""
    if number < len(lines) and "__asm__" in lines[number]:
        return (
            next(index for index in range(number, len(lines)) if lines[index].strip() == ");") + 1
        )
    return number


def _wanted(statement: Sequence[Site]) -> Counter[str]:
    """The number of times that a statement's text names each pointer.

    A vector with non-contiguous elements is written element by element.
    """
    wanted: Counter[str] = Counter()
    for site in statement:
        elements = (n for key, n in site.loops.items() if key.startswith(ELEMENT))
        wanted[site.pointer] += math.prod(elements)
    return wanted


def _chunk(mentions: Sequence[_Mention], begin: int, wanted: Counter[str]) -> int | None:
    """The end of the shortest run of mentions from `begin` that contains everything in `wanted`.

    The rest of its last line belongs to it.
    """
    wanted = wanted.copy()
    end = begin
    while wanted.total():
        if end == len(mentions):
            return None
        wanted -= Counter([mentions[end].pointer])
        end += 1
    names = {mention.pointer for mention in mentions[begin:end]}
    while end < len(mentions) and mentions[end].line == mentions[end - 1].line:
        if mentions[end].pointer not in names:
            return None
        end += 1
    return end


def _assigned(statement: Sequence[Site], mentions: Sequence[_Mention]) -> Iterator[_Mention | None]:
    left = list(mentions)
    for site in statement:
        fitting = [m for m in left if m.pointer == site.pointer]
        alike = [m for m in fitting if m.stored == (site.kind == STORE)] or fitting
        yield alike[0] if alike else None
        if alike and sum(m.pointer == site.pointer for m in left) > 1:
            left.remove(alike[0])


def _mentions(source: str, kernel: str, pointers: Sequence[str]) -> Iterator[_Mention]:
    """The places in a kernel's body that access one of the pointers."""
    names = "|".join(map(re.escape, pointers))
    # TVM may rename an allocation inside a loop, by appending a number.
    mention = re.compile(rf"(?<!\w)(?:\((?:volatile )?[\w ]+\*\))?({names})(?:_\d+)?(?!\w)")
    begin, body = _body(source, kernel)
    for number, line in enumerate(body, begin):
        if re.search(r"__shared__|__global__", line):
            continue
        for match in mention.finditer(line):
            expression, rest = _expression(line, match.end())
            yield _Mention(
                number,
                match[1],
                f"{match[1]}[{simplified(expression)}]",
                rest.lstrip(") ").startswith("= "),
            )


def _body(source: str, kernel: str) -> tuple[int, list[str]]:
    """First line number and the lines of a kernel's definition."""
    lines = source.splitlines()
    starts = [
        number
        for number, line in enumerate(lines, 1)
        if "__global__" in line and re.search(rf"\b{re.escape(kernel)}\(", line)
        if not line.rstrip().endswith(";")
    ]
    if not starts:
        return 1, []
    begin = starts[-1]
    end = next(
        (number for number, line in enumerate(lines, 1) if number > begin and line == "}"),
        len(lines),
    )
    return begin, lines[begin - 1 : end]


def _expression(line: str, position: int) -> tuple[str, str]:
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
