"""The memory instructions a kernel executes, from its machine code: widths, and how often each.

nvcc merges neighbouring accesses into wider ones, keeps values in registers, and unrolls. What is
left, and how often it runs, is in the machine code: an instruction runs once for each trip of the
loops around it. TVM's loops have constant trip counts, and the branch that closes a loop carries
the line of its `for`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..compile.sass import Instruction
from .flow import Flow, Loop, conditional
from .sites import ASYNC, GLOBAL, LOAD, MATRIX, PLAIN, SHARED, STORE

_OPERATIONS = {
    "LDG": (GLOBAL, LOAD, PLAIN),
    "STG": (GLOBAL, STORE, PLAIN),
    "LDS": (SHARED, LOAD, PLAIN),
    "STS": (SHARED, STORE, PLAIN),
    "LDSM": (SHARED, LOAD, MATRIX),
}
# The predicate of what is issued and never takes effect.
NEVER = "@!PT"
_WIDTHS = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16, "256": 32}


@dataclass(frozen=True)
class Executed:
    """A memory instruction: what it does, to how many bytes a lane, and how often a warp runs it.

    `count` is None inside a loop whose trip count is not known. It counts a warp that takes every
    branch; predicates are the access's own conditions. `matrices` is an ldmatrix's number of them.
    `predicated` has a predicate of its own: warps whose lanes are all off still issue it. `skipped`
    lies behind a branch or exit that may lead around it. `padding` is issued and never does
    anything: ptxas writes such loads ahead of cp.async, under a predicate that is always false.
    """

    scope: str
    kind: str
    way: str
    width: int
    line: int
    count: int | None
    opcode: str
    matrices: int = 0
    predicated: bool = False
    behind: frozenset[int] = frozenset()
    padding: bool = False

    @property
    def skipped(self) -> bool:
        """Whether some warps do not come to it."""
        return bool(self.behind)


def executed(code: Sequence[Instruction], trips: Mapping[int, int]) -> list[Executed]:
    """The loads and stores of shared and global memory of one kernel.

    `trips` gives the iterations of the `for` on a CUDA line.
    """
    flow = Flow(code)
    loops = list(_repeated(code, flow, trips))
    found = []
    for position, one in enumerate(code):
        count: int | None = 1
        for first, last, trip in loops:
            if first <= position <= last:
                count = None if count is None or trip is None else count * trip
        for scope, kind, way, width, matrices in _meaning(one):
            found.append(
                Executed(
                    scope,
                    kind,
                    way,
                    width,
                    one.line or 0,
                    count,
                    one.opcode,
                    matrices,
                    predicated=bool(one.predicate),
                    behind=flow.deciders(position),
                    padding=one.predicate == NEVER,
                )
            )
    return found


def _meaning(one: Instruction) -> Iterator[tuple[str, str, str, int, int]]:
    """Scope, kind, way, width and matrices; a cp.async is a load and a store."""
    modifiers = one.opcode.split(".")[1:]
    width = next((_WIDTHS[m] for m in modifiers if m in _WIDTHS), 4)
    if one.base == "LDGSTS":
        yield GLOBAL, LOAD, ASYNC, width, 0
        yield SHARED, STORE, ASYNC, width, 0
    elif one.base == "LDSM":
        yield *_OPERATIONS["LDSM"], 16, int(modifiers[-1]) if modifiers[-1] in "24" else 1
    elif one.base in _OPERATIONS:
        yield *_OPERATIONS[one.base], width, 0


def _repeated(
    code: Sequence[Instruction], flow: Flow, trips: Mapping[int, int]
) -> Iterator[tuple[int, int, int | None]]:
    """Stretches of code that loops repeat: first and last position, and how often they run.

    A loop ends in a conditional branch back. One that ends in an unconditional branch is left in
    its middle, and what stands before that runs once more.
    """
    for loop in flow.loops:
        tail = code[loop.tail]
        if conditional(tail):
            yield loop.head, loop.tail, _trip_count(code, loop, tail, trips)
            continue
        for leave in loop.leaves:
            trip = _trip_count(code, loop, code[leave], trips)
            # The comparison may see the counter before or after it has moved on.
            body = code[loop.head : loop.tail]
            more = trip if trip is None or _moved_first(body, code[leave]) else trip + 1
            less = more and more - 1
            yield loop.head, leave, more
            yield leave + 1, loop.tail, less


def _trip_count(
    code: Sequence[Instruction], loop: Loop, branch: Instruction, trips: Mapping[int, int]
) -> int | None:
    """Trips of a loop over a counter that moves by a constant.

    It grows from zero up to a constant, or goes to zero from a constant set ahead of the loop. The
    counter may be scaled and the loop unrolled, so the trips must divide the count of the CUDA
    loop, or leave less than one trip of it to code outside the loop.
    """
    body = code[loop.head : loop.tail]
    compared = _comparison(body, branch)
    whole = trips.get(branch.line or 0)
    if compared is None or whole is None:
        return None
    counter, limit = _counted(compared)
    steps = {step for _, step in _moves(body, compared, branch)}
    if limit is None or len(steps) != 1:
        return None
    (step,) = steps
    if limit:
        distance = limit
    else:
        start = _set_ahead(code[: loop.head], counter)
        # Seen before it moves on, zero would come a trip later.
        if start is None or not _moved_first(body, branch):
            return None
        distance = -start
    trip, left = divmod(distance, step)
    peeled = 0 <= whole - abs(distance) < abs(step)
    return trip if trip > 0 and not left and (whole % trip == 0 or peeled) else None


def _counted(compared: Instruction) -> tuple[str, int | None]:
    """The register that a comparison is about, and the constant it is compared with, if one."""
    first, second = _operands(compared)[2:4]
    if _constant(first) is not None:
        first, second = second, first
    return first, _constant(second)


def _set_ahead(code: Sequence[Instruction], register: str) -> int | None:
    """The constant to which the code ahead of a loop sets a register."""
    for one in reversed(code):
        result, *others = _operands(one)
        if result == register:
            moved = one.base in ("MOV", "UMOV") or one.opcode.startswith("IMAD.MOV")
            return _constant(others[-1]) if moved and not one.predicate else None
    return None


def _moves(
    body: Sequence[Instruction], compared: Instruction, branch: Instruction
) -> Iterator[tuple[Instruction, int]]:
    """The additions that move the compared counter on, with their constants."""
    counter, _ = _counted(compared)
    own = [one for one in body if one.line == branch.line]
    for one in body:
        if step := _step(one, counter, own):
            yield one, step


def _moved_first(body: Sequence[Instruction], branch: Instruction) -> bool:
    """Whether the counter moves on before it is compared."""
    compared = _comparison(body, branch)
    assert compared is not None
    return any(one.address < compared.address for one, _ in _moves(body, compared, branch))


def _comparison(body: Sequence[Instruction], branch: Instruction) -> Instruction | None:
    """The comparison that decides a branch: by its predicate, or the only one of the same line.

    A uniform predicate reaches the branch through a copy.
    """
    compared = [one for one in body if one.base in ("ISETP", "UISETP")]
    predicate = branch.predicate.lstrip("@!")
    direct = [one for one in compared if predicate in _operands(one)[:2]]
    same_line = [one for one in compared if one.line == branch.line]
    if direct:
        return direct[-1]
    return same_line[0] if len(same_line) == 1 else None


def _operands(one: Instruction) -> list[str]:
    return [operand.removesuffix(".reuse") for operand in one.operands.split(", ")]


def _step(one: Instruction, counter: str, own: Sequence[Instruction]) -> int | None:
    """The constant by which an addition moves the counter on.

    It adds to the counter itself, or to a register that the loop's own code then sets to it.
    """
    result, *others = _operands(one)
    if one.base not in ("IADD3", "UIADD3", "VIADD", "IADD") or result != counter:
        return None
    others = [name for name in others if name not in ("RZ", "URZ")]
    constants = [value for name in others if (value := _immediate(name)) is not None]
    registers = [name for name in others if _immediate(name) is None]
    if len(constants) != 1 or len(registers) != 1:
        return None
    again = registers[0] == counter or any(_operands(o)[0] == registers[0] for o in own)
    return constants[0] if again else None


def _constant(text: str) -> int | None:
    return 0 if text in ("RZ", "URZ") else _immediate(text)


def _immediate(text: str) -> int | None:
    try:
        return int(text, 0)
    except ValueError:
        return None


_FOR = re.compile(r"^\s*for \(int \w+ = (?P<low>\d+); \w+ < (?P<high>\d+); \+\+\w+\)")


def loop_lines(source: str) -> dict[int, int]:
    """Iterations of the `for` on each line of a CUDA text that has one with constant bounds."""
    found = {}
    for number, line in enumerate(source.splitlines(), 1):
        if loop := _FOR.match(line):
            found[number] = int(loop["high"]) - int(loop["low"])
    return found
