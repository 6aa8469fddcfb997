"""Memory accesses of kernels: the cost of every load and store over a launch, without a GPU.

The simulator counts the memory instructions of the SASS. Each belongs to an access in the CUDA text
that TVM emits (`mentions`); the instructions of a kernel file stand for themselves.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from gpusim.columns import CUT, FIRST, LEFT_OUT, Column, Entry, Hidden
from gpusim.counting.costs import (
    GLOBAL,
    NOTHING,
    SHARED,
    Cost,
    InstructionCount,
    LaunchCounts,
    added,
)
from gpusim.counting.shared_tiles import BOX, SharedTile, TileRecord, tile_records
from gpusim.isa.opcodes import opcode

from ..compile.listing import Cuda
from ..core.launch import Launch

# Units that access shared memory without lanes: profilers' counters of the lanes' accesses omit
# them. On an H200, kernels with wgmma and TMA count only the loads and stores of their lanes.
TENSOR_CORES, TMA, TMA_STORE = "wgmma", "TMA", "TMA store"


class Costed:
    """A cost by memory: wavefronts and conflicts for shared memory, sectors for global memory."""

    scope: str
    cost: Cost

    def _of(self, scope: str, count: int | None) -> int | None:
        return count if self.scope == scope else None

    requests = Entry(int | None, lambda it: it.cost.requests)
    wavefronts = Entry(int | None, lambda it: it._of(SHARED, it.cost.taken))
    least_wavefronts = Entry(int | None, lambda it: it._of(SHARED, it.cost.least))
    sectors = Entry(int | None, lambda it: it._of(GLOBAL, it.cost.taken))
    least_sectors = Entry(int | None, lambda it: it._of(GLOBAL, it.cost.least))
    bytes = Entry(int | None, lambda it: it.cost.bytes)
    conflicts = Entry(int | None, lambda it: it._of(SHARED, it.cost.conflicts))


@dataclass(frozen=True)
class Access(Costed):
    """An access of a kernel, or an instruction that belongs to none, with counts over the launch.

    Unknown counts are None. `line` is the line in the CUDA text as shown (`Kernel.cuda`), 0 if
    unknown, and `expression` its text, or the instruction. `buffer` is the array's name there.
    `written` is the number of bytes that a lane accesses in the text, 0 if unknown. `issued` counts
    how often warps issue the access, including those with all lanes off; `requests` counts only
    those that access memory. `counts` lists its instructions, `touched` the tile that wgmma or TMA
    accesses.
    """

    line: int
    expression: Annotated[str, Column("access", narrow=CUT)]
    buffer: str
    scope: str
    kind: str
    way: str
    written: Hidden[int]
    cost: Hidden[Cost]
    issued: int | None
    note: Annotated[str, Column("note", narrow=LEFT_OUT)]
    counts: Hidden[tuple[InstructionCount, ...]] = ()
    touched: Hidden[tuple[SharedTile, ...]] = ()

    place = Column("line", of=lambda it: it.line or "?", after=FIRST)
    # 'shared load', 'global load (cp.async)'.
    what = Column(
        "what",
        of=lambda it: f"{it.scope} {it.kind}" + (f" ({it.way})" if it.way else ""),
        after="expression",
    )

    def _width_text(self) -> str:
        """Width in bits, as written and as executed: '128', '32→128' or '32→128, 32'."""
        written = str(8 * self.written) if self.written else ""
        executed = ", ".join(str(8 * width) for width in self.widths)
        return "→".join(dict.fromkeys(filter(None, (written, executed)))) or "?"

    width_text = Column("bits", of=_width_text, after="what")

    # The instructions: '16 LDS.128'.
    code = Column(
        "instructions",
        of=lambda it: ", ".join(f"{count} {name}" for name, count in it.instructions.items()),
        after="width_text",
        narrow=LEFT_OUT,
    )
    requests_text = Column(
        "requests",
        of=lambda it: "?" if it.requests is None else it.requests,
        after="code",
        narrow=LEFT_OUT,
    )
    wavefronts_text = Column(
        "wavefronts (least)",
        of=lambda it: beside(it.wavefronts_per_request, it.least_wavefronts_per_request),
        after="requests_text",
        worse=lambda it: bool(it.conflicts),
    )
    sectors_text = Column(
        "sectors (least)",
        of=lambda it: beside(it.sectors_per_request, it.least_sectors_per_request),
        after="wavefronts_text",
        worse=lambda it: it.scattered,
    )

    @property
    def scattered(self) -> bool:
        """Whether the access touches more sectors than its bytes fill."""
        return self.scope == GLOBAL and bool(self.cost.conflicts)

    @property
    def widths(self) -> list[int]:
        """Bytes that a lane moves per instruction, widest first."""
        return sorted({instruction.width for instruction in self.counts}, reverse=True)

    bits = Entry(int, lambda it: 8 * (it.widths or [it.written])[0])
    bits_in_source = Entry(int, lambda it: 8 * it.written)
    instructions = Entry(
        dict[str, int], lambda it: dict(Counter(instruction.name for instruction in it.counts))
    )

    def _each(self, count: int | None) -> float | None:
        return round(count / self.requests, 3) if count is not None and self.requests else None

    wavefronts_per_request = Entry(float | None, lambda it: it._each(it.wavefronts))
    least_wavefronts_per_request = Entry(float | None, lambda it: it._each(it.least_wavefronts))
    sectors_per_request = Entry(float | None, lambda it: it._each(it.sectors))
    least_sectors_per_request = Entry(float | None, lambda it: it._each(it.least_sectors))
    tiles = Entry(list[TileRecord], lambda it: tile_records(it.touched))


def beside(value: float | None, least: float | None) -> str:
    """A value with its minimum in parentheses, as '8 (4)'; '' if nothing was counted."""
    if value is None:
        return ""
    return f"{value:.4g}" if least is None else f"{value:.4g} ({least:.4g})"


@dataclass(frozen=True)
class Total(Costed):
    """The sum over the accesses to one memory; `incomplete` if the cost of an access is unknown."""

    scope: Hidden[str]
    cost: Hidden[Cost] = NOTHING
    incomplete: bool = False

    def _of(self, scope: str, count: int | None) -> int | None:
        return count or 0 if self.scope == scope else 0

    requests_sum = Column("requests", of=lambda it: it.requests, narrow=LEFT_OUT)
    wavefronts_sum = Column("wavefronts", of=lambda it: it.wavefronts or None)
    conflicts_sum = Column("conflicts", of=lambda it: it.conflicts or None)
    sectors_sum = Column("sectors", of=lambda it: it.sectors or None)
    bytes_sum = Column(
        "bytes",
        of=lambda it: f"{it.bytes:,} and more" if it.incomplete else it.bytes or 0,
        narrow=LEFT_OUT,
    )

    @classmethod
    def of(cls, access: Access) -> Total:
        cost = access.cost
        needed = (cost.requests, cost.taken) if access.counts else (cost.bytes,)
        known = Cost(*(value or 0 for value in (cost.requests, cost.taken, cost.least, cost.bytes)))
        return cls(access.scope, known, None in needed)

    def __add__(self, other: Total) -> Total:
        cost = added([self.cost, other.cost])
        return Total(self.scope, cost, self.incomplete or other.incomplete)


@dataclass(frozen=True)
class KernelAccesses:
    """All accesses of a kernel, in the order of its text.

    `counted` has the counts of all instructions, None if they are unknown. `problem` says what is
    unknown, and why.
    """

    launch: Hidden[Launch]
    accesses: tuple[Access, ...]
    counted: Hidden[LaunchCounts | None]
    problem: str = ""

    kernel = Entry(str, lambda it: it.launch.kernel)
    grid = Entry(tuple[int, int, int], lambda it: it.launch.grid)
    block = Entry(tuple[int, int, int], lambda it: it.launch.block)
    exact = Entry(bool | None, lambda it: it.counted.exact if it.counted else None)
    reason = Entry(str, lambda it: it.counted.reason if it.counted else "")
    totals = Entry(dict[str, Total], lambda it: totals([it]))

    @property
    def instructions(self) -> Sequence[InstructionCount]:
        return self.counted.instructions if self.counted else ()

    def _padding(self) -> dict[str, int]:
        """Issued instructions without effect, by kind."""
        padding: Counter[str] = Counter()
        for instruction in self.instructions:
            if instruction.padding:
                padding[f"{instruction.scope} {kind_and_way(instruction)[0]}"] += instruction.issued
        return dict(padding)

    padding = Entry(dict[str, int], _padding)


# --- Totals ---------------------------------------------------------------------------------------


def totals(kernels: Iterable[KernelAccesses]) -> dict[str, Total]:
    """Totals by kind of access, as in 'shared load' or 'global load (cp.async)'."""
    sums: dict[str, Total] = {}
    for access in (access for kernel in kernels for access in kernel.accesses):
        sums[access.what] = sums.get(access.what, Total(access.scope)) + Total.of(access)
    return sums


def traffic(kernels: Iterable[KernelAccesses]) -> dict[str, float]:
    """Bytes that all loads and stores move, by memory; a memory that is not fully analysed is
    omitted.

    TMA's copies count for both memories.
    """
    moved: dict[str, float] = {}
    unknown = set()
    for access in (access for kernel in kernels for access in kernel.accesses):
        for scope in (SHARED, GLOBAL) if access.way in (TMA, TMA_STORE) else (access.scope,):
            moved[scope] = moved.get(scope, 0.0) + (access.cost.bytes or 0)
            if access.cost.bytes is None:
                unknown.add(scope)
    return {scope: size for scope, size in moved.items() if size and scope not in unknown}


# --- Analysis -------------------------------------------------------------------------------------


def kernel_accesses(launch: Launch, counted: LaunchCounts, cuda: Cuda | None) -> KernelAccesses:
    """The accesses of a launched kernel; `cuda` is the text that TVM emitted, None for a file."""
    found = mentions(cuda, launch.kernel) if cuda else []
    why = "its access in the source is unknown" if cuda else ""
    rows = [*_of_lanes(launch, counted, found, why), *_of_tiles(counted, found)]
    problem = ""
    if counted.unknown_tiles:
        problem = f"Addresses of wgmma operands and TMA boxes are unknown: {counted.unknown_tiles}"
    return KernelAccesses(launch, tuple(sorted(rows, key=lambda row: row.line)), counted, problem)


def _of_lanes(
    launch: Launch, counted: LaunchCounts, found: Sequence[Mention], why: str
) -> Iterator[Access]:
    """Rows of the accesses in the text, then of instructions that belong to none (`why`)."""
    owners = Attribution(found, counted.instructions, launch.static_shared)
    owned: dict[tuple[Mention, ...], list[InstructionCount]] = defaultdict(list)
    alike: dict[tuple, list[InstructionCount]] = defaultdict(list)
    for instruction in counted.instructions:
        if instruction.padding:
            continue
        if owner := owners.of(instruction):
            owned[owner].append(instruction)
        else:
            key = instruction.line, instruction.name, instruction.scope, instruction.array
            alike[key].append(instruction)
    made = {mention.expression for owner in owned for mention in owner}
    for mention in found:
        if mention.kind and mention.expression not in made:
            made.add(mention.expression)
            owned[(mention,)] = []
    for owner, own in owned.items():
        first, what = owner[0], dict.fromkeys(mention.expression for mention in owner)
        kind, way = (first.kind, first.way) if first.kind else kind_and_way(own[0])
        place = first.line, ", ".join(what), first.buffer, first.scope
        yield Access(*place, kind, way, first.width, **_sums(own))
    for (line, name, scope, array), own in alike.items():
        what = f"{name} of {array}" if array else name
        place = line or 0, what, array, scope
        yield Access(*place, *kind_and_way(own[0]), 0, **_sums(own, why))


def _sums(instructions: Sequence[InstructionCount], why: str = "") -> dict[str, Any]:
    """A row's totals over its instructions, with a note."""
    cost = added(instruction.cost for instruction in instructions)
    issued = sum(instruction.issued for instruction in instructions)
    words = [why]
    if not issued:
        words.append("not in the machine code")
    elif issued != cost.requests:
        words.append(f"issued with all lanes off as well, {issued:,} in all")
    note = "; ".join(filter(None, words))
    return {"cost": cost, "issued": issued, "note": note, "counts": tuple(instructions)}


_TILES = {
    TENSOR_CORES: "the tensor cores read it, no lane does",
    TMA: "the tensor memory accelerator writes it, no lane does",
    TMA_STORE: "the tensor memory accelerator reads it, no lane does",
}


def _of_tiles(counted: LaunchCounts, found: Sequence[Mention]) -> Iterator[Access]:
    """Rows of the tiles that wgmma and TMA access; the bytes of TMA's boxes are known.

    An instruction that ptxas assigned to a line without a call belongs to the previous call.
    """
    alike: dict[tuple, list[SharedTile]] = defaultdict(list)
    calls = {mention.line for mention in found if not mention.kind}
    before: dict[str, int] = {}
    for tile in counted.tiles:
        line = tile.line or 0
        if calls and line not in calls:
            line = before.get(tile.operand, line)
        before[tile.operand] = line
        alike[line, tile.name, tile.operand].append(tile)
    for (line, name, operand), own in alike.items():
        what = name if operand == BOX else f"{name}, operand {operand}"
        moved = None
        kind, way = LOAD, TENSOR_CORES
        if operand == BOX:
            kind, way = (STORE, TMA) if name.startswith("UTMALDG") else (LOAD, TMA_STORE)
            moved = sum(counted.copied.get(tile.at, 0) for tile in own)
        words = dict.fromkeys([f"not analysed: {_TILES[way]}", *(tile.says for tile in own)])
        place = line, what, "", SHARED, kind, way, 0
        cost = Cost(None, bytes=moved)
        yield Access(*place, cost, issued=None, note="; ".join(words), touched=tuple(own))


# --- accesses in the CUDA text that TVM emits -----------------------------------------------------

# Finds the accesses of shared and global memory in the CUDA text that TVM emits, and which of them
# each machine instruction performs.
#
# An instruction names its CUDA line, and the simulator knows which array or which bytes of shared
# memory it accesses. If the line has several accesses of the instruction's kind, or none because
# ptxas assigned the instruction to another line, the accessed memory decides.


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
