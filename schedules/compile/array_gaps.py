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
