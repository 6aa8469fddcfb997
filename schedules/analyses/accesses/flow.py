"""The loops of a kernel's SASS.

A loop is a branch back to code that dominates the branch (a natural loop). Other backward branches
return from code that ptxas moved behind the kernel's end, such as waits for a barrier.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gpusim.isa.sass import Instruction

_TARGET = re.compile(r"`\((\.L_\w+)\)")


def loops(code: Sequence[Instruction]) -> list[Sequence[Instruction]]:
    """Loop bodies, shortest first; each extends to the last branch back to its head."""
    targets = _targets(code)
    following = [_after(code, targets, position) for position in range(len(code))]
    reached = _reached(following, avoid=None)
    tails: dict[int, int] = {}
    for tail, head in targets.items():
        back = head <= tail and tail in reached
        if back and (head == tail or tail not in _reached(following, avoid=head)):
            tails[head] = max(tail, tails.get(head, 0))
    return sorted((code[head : tail + 1] for head, tail in tails.items()), key=len)


def _targets(code: Sequence[Instruction]) -> dict[int, int]:
    """Positions of branches to labels -> positions of the labels."""
    labels = {
        instruction.label: position
        for position, instruction in enumerate(code)
        if instruction.label
    }
    targets = {}
    for position, instruction in enumerate(code):
        name = _TARGET.search(instruction.operands) if instruction.base == "BRA" else None
        if name and name[1] in labels:
            targets[position] = labels[name[1]]
    return targets


def _after(code: Sequence[Instruction], targets: dict[int, int], position: int) -> list[int]:
    """Possible successors of a position; BRA.DIV is not followed, since only diverged warps take
    it and they return."""
    instruction = code[position]
    jumps = position in targets and ".DIV" not in instruction.opcode
    # A branch is conditional if it has a predicate, as guard or as operand.
    always = not instruction.predicate and not (
        instruction.base == "BRA" and not instruction.operands.startswith("`")
    )
    following = [targets[position]] if jumps else []
    ends = jumps or instruction.base in ("EXIT", "RET", "KILL")
    if position + 1 < len(code) and not (ends and always):
        following.append(position + 1)
    return following


def _reached(following: Sequence[Sequence[int]], avoid: int | None) -> set[int]:
    """The instructions reachable from the first one without passing through `avoid`."""
    reached = {0} - {avoid}
    left = list(reached)
    while left:
        for after in following[left.pop()]:
            if after not in reached and after != avoid:
                reached.add(after)
                left.append(after)
    return reached
