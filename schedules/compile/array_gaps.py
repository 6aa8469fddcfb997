"""PTX with gaps between arrays in shared and constant memory.

ptxas places these arrays one after another, and a cubin has no symbols of shared arrays, so an
index beyond an array silently accesses its neighbour. `with_gaps` rewrites PTX so that unused bytes
separate the arrays. Static shared arrays become parts of one array with a known layout. Arrays in
constant memory become longer, and the cubin's symbol table has their addresses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from gpusim.isa.cubin import Cubin, Variable

# Bytes between arrays, the largest that fits first; parts of shared memory begin at multiples of
# the last one, which leaves the bank of each element as it was.
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
            Variable(_named("constant", one.name), one.bank, one.offset, self.constants[one.name])
            for one in cubin.variables
            if one.bank is not None and one.name in self.constants
        ]
        return (*(replace(one, name=_named("shared", one.name)) for one in self.shared), *known)


def _named(space: str, symbol: str) -> str:
    """The array's name in CUDA; for a function-local variable, the end of its mangled symbol."""
    found = _LOCAL.search(symbol)
    plain = found[2] if found and len(found[2]) == int(found[1]) else symbol
    return f"__{space}__ {plain}"


def with_gaps(ptx: str, most_shared: int) -> Separated | None:
    """PTX with gaps between its arrays, in at most `most_shared` bytes of static shared memory.

    None if there is nothing to tell apart, or no room for gaps, or two arrays of one name.
    """
    arrays = list(_arrays(ptx))
    shared = [one for one in arrays if one.space == "shared"]
    constants = [one for one in arrays if one.space == "const"]
    if len({one.name for one in arrays}) < len(arrays):
        return None
    several = len(shared) + bool(_DYNAMIC.search(ptx)) > 1
    if not (shared and several) and len(constants) < 2:
        return None
    placed = _placed(shared, most_shared)
    gap = next((one for one in _GAPS if _padded(constants, one) <= _BANK), 0)
    if placed is None or not gap:
        return None
    variables, size = placed
    longer = {one.name: _padded([one], gap) for one in constants}
    ptx = _rewritten(ptx, arrays, {one.name: one.offset for one in variables}, longer)
    if shared:
        whole = f".shared .align 1024 .b8 {_WHOLE}[{size}];\n"
        ptx = _HEADER.sub(lambda header: header[0] + whole, ptx, count=1)
    return Separated(ptx, tuple(variables), {one.name: one.size for one in constants})


def _arrays(ptx: str) -> Iterator[_Array]:
    for found in _DECLARATION.finditer(ptx):
        each = int(found["bits"]) // 8 * int(found["vector"] or 1)
        size = each
        for extent in re.findall(r"\d+", found["extents"]):
            size *= int(extent)
        align = int(found["align"] or each)
        yield _Array(found["space"], found["name"], size, align, found.span(), found[0])


def _placed(arrays: list[_Array], most: int) -> tuple[list[Variable], int] | None:
    """Parts of static shared memory with a gap after each, and the size of all."""
    for gap in _GAPS:
        variables, end = [], 0
        for one in arrays:
            step = max(one.align, _GAPS[-1])
            start = -(-end // step) * step
            variables.append(Variable(one.name, None, start, one.size))
            end = start + one.size + gap
        # What follows, dynamic shared memory, may ask for an alignment of 1024.
        end = -(-end // 1024) * 1024
        if end <= most:
            return variables, end
    return None


def _padded(arrays: list[_Array], gap: int) -> int:
    """Sizes of arrays with a gap after each, all of them multiples of 256 bytes."""
    return sum(-(-(one.size + gap) // 256) * 256 for one in arrays)


def _rewritten(
    ptx: str, arrays: list[_Array], offsets: dict[str, int], longer: dict[str, int]
) -> str:
    """Declarations with gaps, and uses of shared arrays as parts of the whole one."""
    parts, at = [], 0
    for one in arrays:
        start, end = one.span
        parts.append(ptx[at:start])
        parts.append(_longer(one, longer[one.name]) if one.space == "const" else "")
        at = end
    ptx = "".join([*parts, ptx[at:]])
    if not offsets:
        return ptx
    names = "|".join(re.escape(name) for name in sorted(offsets, key=len, reverse=True))
    use = re.compile(rf"(?<![\w$%.])({names})(?![\w$])(?:\+(-?\d+))?")

    def part(found: re.Match) -> str:
        return f"{_WHOLE}+{offsets[found[1]] + int(found[2] or 0)}"

    # Comments and strings keep the names.
    lines = (
        line if line.lstrip().startswith(("//", ".file", ".loc")) else use.sub(part, line)
        for line in ptx.split("\n")
    )
    return "\n".join(lines)


def _longer(one: _Array, size: int) -> str:
    """The declaration of an array in constant memory with more elements."""
    dimension = re.search(r"\[(\d+)\]", one.text.partition("=")[0])
    if dimension is None:
        return one.text
    elements = int(dimension[1])
    more = size * elements // one.size
    return one.text[: dimension.start(1)] + str(more) + one.text[dimension.end(1) :]
