"""Which way a kernel's machine code goes: its loops, and what decides whether code runs at all.

Basic blocks and the edges between them. A loop is a branch back to a block that every way to the
branch leads through (a natural loop); other branches back return from code that ptxas moved out of
line, behind the kernel's end, such as the waiting for a barrier. Control dependence is Ferrante,
Ottenstein and Warren's ("The program dependence graph and its use in optimization", 1987).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..compile.sass import Instruction

_TARGET = re.compile(r"`\((\.L_\w+)\)")
_END = -1


@dataclass(frozen=True)
class Loop:
    """A stretch of code that a branch back repeats, by positions of instructions.

    `leaves` are the branches in its middle that lead out of it.
    """

    head: int
    tail: int
    leaves: tuple[int, ...]


class Flow:
    """The flow of one kernel."""

    def __init__(self, code: Sequence[Instruction]) -> None:
        self._code = code
        self._targets = _targets(code)
        starts = {0, *self._targets.values()}
        starts |= {at + 1 for at, one in enumerate(code) if at in self._targets or _ends(one)}
        self._starts = sorted(start for start in starts if start < len(code))
        self._next = {block: self._after(block) for block in range(len(self._starts))}
        bodies: dict[Loop, frozenset[int]] = {}
        for tail, head in self._targets.items():
            body = self._body(head, tail) if head <= tail else None
            if body is not None:
                leaves = [
                    at
                    for at in range(head, tail)
                    if self._target(at) is not None and self._block(self._targets[at]) not in body
                ]
                bodies[Loop(head, tail, tuple(leaves))] = body
        self.loops = list(bodies)
        self._once = self._without_loops(bodies)

    def deciders(self, position: int) -> frozenset[int]:
        """Positions of the branches and exits that decide whether a warp comes to an instruction.

        None for one that every warp comes to. A branch that leaves a loop in its middle decides
        nothing in the loop, whose count has that. One taken by diverged warps only (BRA.DIV) comes
        back to where it left.
        """
        edges, block = self._once, self._block(position)
        backward = _reversed(edges)
        alive = _reached(backward, [_END])
        around = _reached(backward, [_END], avoid={block}) - {_END}
        last = {one: self._last(one) for one in around}
        return frozenset(
            last[one]
            for one in around
            if any(after in alive and after not in around | {_END} for after in edges[one])
        )

    # --- blocks -------------------------------------------------------------------------------

    def _block(self, position: int) -> int:
        return bisect_right(self._starts, position) - 1

    def _last(self, block: int) -> int:
        """Position of a block's last instruction."""
        begins = [*self._starts, len(self._code)]
        return begins[block + 1] - 1

    def _target(self, position: int) -> int | None:
        """Where a branch leads that any warp may take."""
        diverged = ".DIV" in self._code[position].opcode
        return None if diverged else self._targets.get(position)

    def _after(self, block: int) -> frozenset[int]:
        position = self._last(block)
        one, target = self._code[position], self._target(position)
        found = set()
        if target is not None:
            found.add(self._block(target))
        elif _ends(one):
            found.add(_END)
        if not (target is not None or _ends(one)) or conditional(one):
            found.add(block + 1 if block + 1 < len(self._starts) else _END)
        return frozenset(found)

    def _body(self, head: int, tail: int) -> frozenset[int] | None:
        """The blocks of the loop that a branch back closes; None where it closes none."""
        first, last = self._block(head), self._block(tail)
        reached = _reached(self._next, [0])
        if last not in reached or (
            first != last and last in _reached(self._next, [0], avoid={first})
        ):
            return None
        backward = _reversed(self._next)
        return frozenset(_reached(backward, [last], avoid={first}) | {first, last})

    def _without_loops(self, bodies: Mapping[Loop, frozenset[int]]) -> dict[int, frozenset[int]]:
        """The edges of one trip through every loop, inner loops first.

        What leaves a loop leaves it from its end, and the branch back is not there.
        """
        edges = dict(self._next)
        for loop, body in sorted(bodies.items(), key=lambda one: len(one[1])):
            outside: set[int] = set()
            for block in body:
                out = {after for after in edges[block] if after not in body and after != _END}
                edges[block] -= out
                outside |= out
            tail = self._block(loop.tail)
            edges[tail] = (edges[tail] | outside) - {self._block(loop.head)}
        return edges


def loops(code: Sequence[Instruction]) -> list[Sequence[Instruction]]:
    """The bodies of loops, each to the last branch back to its head, the shortest first."""
    tails: dict[int, int] = {}
    for loop in Flow(code).loops:
        tails[loop.head] = max(loop.tail, tails.get(loop.head, 0))
    return sorted((code[head : tail + 1] for head, tail in tails.items()), key=len)


def conditional(one: Instruction) -> bool:
    """Whether a branch or exit has a condition: a predicate, before it or as an operand."""
    return bool(one.predicate) or (one.base == "BRA" and not one.operands.startswith("`"))


def _ends(one: Instruction) -> bool:
    return one.base in ("EXIT", "RET", "KILL")


def _targets(code: Sequence[Instruction]) -> dict[int, int]:
    """Position of each branch to a label -> position of the label."""
    labels = {one.label: position for position, one in enumerate(code) if one.label}
    found = {}
    for position, one in enumerate(code):
        name = _TARGET.search(one.operands) if one.base == "BRA" else None
        if name and name[1] in labels:
            found[position] = labels[name[1]]
    return found


def _reversed(edges: Mapping[int, Iterable[int]]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for block, following in edges.items():
        for after in following:
            found.setdefault(after, set()).add(block)
    return found


def _reached(
    edges: Mapping[int, Iterable[int]], start: Iterable[int], avoid: Collection[int] = ()
) -> set[int]:
    """What can be reached from `start` without a step onto `avoid`."""
    found = {one for one in start if one not in avoid}
    left = list(found)
    while left:
        for after in edges.get(left.pop(), ()):
            if after not in found and after not in avoid:
                found.add(after)
                left.append(after)
    return found
