"""Where in the emitted CUDA text each access of the lowered TIR stands.

TVM's code generator emits statements in their order, so the accesses of the TIR and the places in
the text that name shared or global memory are walked side by side.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from .sites import STORE, Site


@dataclass(frozen=True)
class Place:
    """A site's place: its line in the whole text (1-based), and its expression.

    The machine code of its statement carries a line of `first` to `last`; the lines after the
    statement's own, up to the next access, hold no other.
    """

    line: int
    first: int
    last: int
    expression: str


@dataclass(frozen=True)
class _Mention:
    line: int
    pointer: str
    expression: str
    stored: bool


def places(source: str, kernel: str, found: Sequence[Site]) -> list[Place | None]:
    """The place of each site, None where text and TIR do not agree."""
    pointers = sorted({site.pointer for site in found})
    if not pointers:
        return []
    mentions = list(_mentions(source, kernel, pointers))
    last_line = source.count("\n") + 1
    chosen: list[_Mention | None] = []
    starts: list[int] = []
    at = 0
    for _, group in groupby(found, key=lambda site: site.statement):
        statement = list(group)
        end = _chunk(mentions, at, Counter(site.pointer for site in statement))
        if end is None:
            chosen += [None] * (len(found) - len(chosen))
            break
        chosen += _assigned(statement, mentions[at:end])
        starts.append(mentions[at].line)
        at = end
    if at < len(mentions):
        # Text is left over, so that some statement was given another's place.
        return [None] * len(found)

    def last(line: int) -> int:
        later = [start for start in starts if start > line]
        return later[0] - 1 if later else last_line

    first = dict.fromkeys(site.statement for site in found)
    begin = dict(zip(first, starts, strict=False))
    return [
        mention
        and Place(
            mention.line,
            begin[site.statement],
            last(begin[site.statement]),
            mention.expression,
        )
        for site, mention in zip(found, chosen, strict=True)
    ]


def _chunk(mentions: Sequence[_Mention], at: int, wanted: Counter[str]) -> int | None:
    """The end of the shortest run of mentions from `at` that has all that is wanted.

    The rest of its last line belongs to it: a vector may be written element by element.
    """
    wanted = wanted.copy()
    end = at
    while wanted.total():
        if end == len(mentions):
            return None
        wanted -= Counter([mentions[end].pointer])
        end += 1
    names = {mention.pointer for mention in mentions[at:end]}
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
    # An allocation inside a loop may be named afresh, with a number.
    mention = re.compile(rf"(?<!\w)(?:\((?:volatile )?[\w ]+\*\))?({names})(?:_\d+)?(?!\w)")
    begin, body = _body(source, kernel)
    for number, line in enumerate(body, begin):
        if re.search(r"__shared__|__global__", line):
            continue
        for one in mention.finditer(line):
            expression, rest = _expression(line, one.end())
            yield _Mention(
                number,
                one[1],
                f"{one[1]}[{simplified(expression)}]",
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


def _expression(line: str, at: int) -> tuple[str, str]:
    """The index behind a pointer, '[index]', ' + index)' or ', index', and the rest of the line."""
    while line[at : at + 1] == ")":
        at += 1
    if line[at : at + 1] == "[":
        end = _balanced(line, at + 1)
        index, rest = line[at + 1 : end], line[end + 1 :]
        # ldmatrix adds an offset to an address: (&(pointer[index])) + offset);
        takes_address = "__cvta_generic_to_shared" in line
        offset = re.match(r"\)+ \+ (.*)\);$", rest) if takes_address else None
        return (f"{index} + {offset[1]}" if offset and offset[1] != "0" else index), rest
    if separator := re.match(r" \+ |, ", line[at:]):
        begin = at + separator.end()
        end = _balanced(line, begin, stop="," if separator[0] == ", " else "")
        return line[begin:end], line[end:]
    return "0", line[at:]


def _balanced(line: str, at: int, stop: str = "") -> int:
    """Where the bracket that is open at `at` closes, or where `stop` stands outside brackets."""
    depth = 0
    for position in range(at, len(line)):
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
    """An index without the casts and parentheses that mean nothing; Python's order is C's here."""
    text = re.sub(r"\(\(int\)(\w+\.\w)\)", r"\1", expression)
    try:
        return ast.unparse(ast.parse(text, mode="eval"))
    except SyntaxError:
        return text
