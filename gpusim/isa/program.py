"""A kernel's decoded instructions and their control flow."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ..chips import HOPPER, Architecture
from .compare_and_swap import narrow_swaps
from .decoder import ZERO_UNIFORM, Code, decode, external, operand
from .sass import Instruction


def reached(follow: Sequence[Sequence[int]], first: int, avoid: int | None = None) -> set[int]:
    """The instructions reachable from one without passing through `avoid`."""
    known = {first} - {avoid}
    left = list(known)
    while left:
        new = {after for after in follow[left.pop()] if after not in known and after != avoid}
        known |= new
        left += new
    return known


@dataclass(frozen=True)
class Program:
    """A kernel's instructions, decoded."""

    name: str
    codes: tuple[Code, ...]
    labels: Mapping[str, int]
    by_address: Mapping[int, int]

    @classmethod
    def of(
        cls,
        name: str,
        instructions: Sequence[Instruction],
        architecture: Architecture = HOPPER,
        addresses: Mapping[str, int] | None = None,
    ) -> Program:
        """Decode a kernel; `addresses` of variables replace its link-time relocations."""
        instructions = [instruction.relocated(addresses or {}) for instruction in instructions]
        return cls(
            name,
            tuple(
                decode(pc, instruction, architecture) for pc, instruction in enumerate(instructions)
            ),
            {
                instruction.label: pc
                for pc, instruction in enumerate(instructions)
                if instruction.label
            },
            {instruction.address: pc for pc, instruction in enumerate(instructions)},
        )

    def with_member_masks(self, warp_steps: Mapping[int, int | None]) -> Program:
        """With the register of the member mask as operand of each NOP that ptxas emits for
        __syncwarp; `warp_steps` as in KernelImage."""

        def masked(code: Code) -> Code:
            mask = warp_steps.get(code.instruction.address) if code.base == "NOP" else None
            return code if mask is None else replace(code, operands=(operand(f"R{mask}"),))

        return self._mapped(masked) if warp_steps else self

    def with_weak(self, opcodes: Collection[str]) -> Program:
        """With weak accesses in place of those of these opcodes that are marked as strong in the
        device's scope."""

        def weakened(code: Code) -> Code:
            if code.base not in opcodes or not (code.has("STRONG") and code.has("GPU")):
                return code
            kept = (name for name in code.modifiers if name not in ("STRONG", "GPU"))
            return replace(code, modifiers=tuple(kept))

        return self._mapped(weakened)

    def _mapped(self, change: Callable[[Code], Code]) -> Program:
        codes = tuple(map(change, self.codes))
        return self if codes == self.codes else replace(self, codes=codes)

    # --- control flow -----------------------------------------------------------------------------

    @cached_property
    def successors(self) -> list[tuple[int, ...]]:
        """Successors of each instruction; a return continues after any call."""
        calls = tuple(code.at + 1 for code in self.codes if code.base == "CALL")
        return [self._after(code, calls) for code in self.codes]

    def _after(self, code: Code, calls: tuple[int, ...]) -> tuple[int, ...]:
        follows: set[int] = set()
        always = code.predicate is None
        if code.base == "CALL" and code.operands[0].kind != "label":
            # The target may be any function; an external one returns to the next instruction.
            follows.update(pc for label, pc in self.labels.items() if label.startswith("$"))
            follows.add(code.at + 1)
        elif external(code):
            follows.add(code.at + 1)
        elif code.base in ("BRA", "CALL"):
            follows.add(self.target(code))
            always = always and not any(operand.kind != "label" for operand in code.operands)
        elif code.base == "BRX":
            # nvdisasm appends the labels of the jump table.
            labels = re.findall(r"\.L_\w+", code.instruction.operands)
            follows.update(self.labels[label] for label in labels)
        elif code.base == "RET":
            follows.update(calls)
        elif "exit" not in code.row.roles:
            always = False
        if not always and code.at + 1 < len(self.codes):
            follows.add(code.at + 1)
        return tuple(sorted(follows))

    def target(self, code: Code) -> int:
        """The instruction at a branch's label; raises Unsupported if there is none."""
        label = next((operand.text for operand in code.operands if operand.kind == "label"), "")
        if label not in self.labels:
            raise code.unknown(f"no label {label}" if label else "")
        return self.labels[label]

    @cached_property
    def predecessors(self) -> list[list[int]]:
        """Predecessors of each instruction."""
        before: list[list[int]] = [[] for _ in self.codes]
        for pc, following in enumerate(self.successors):
            for successor in following:
                before[successor].append(pc)
        return before

    @cached_property
    def innermost_loops(self) -> dict[int, tuple[int, int]]:
        """Instruction -> (first, last) of the innermost loop around it; `last` is its back edge."""
        loops = []
        for code in self.codes:
            labels = (operand.text for operand in code.operands if operand.kind == "label")
            first = self.labels.get(next(labels, ""), len(self.codes))
            if code.base == "BRA" and first <= code.at:
                loops.append((code.at - first, first, code.at))
        innermost: dict[int, tuple[int, int]] = {}
        for _, first, last in sorted(loops):
            for pc in range(first, last + 1):
                innermost.setdefault(pc, (first, last))
        return innermost

    @cached_property
    def natural_loops(self) -> list[tuple[int, int]]:
        """(head, last branch back to it) of each loop, shortest first.

        A loop is a branch back to code that dominates the branch. Other backward branches return
        from code that ptxas moved behind the kernel's end, such as waits for a barrier.
        """
        follow = [self._within_function(code) for code in self.codes]
        live = reached(follow, 0)
        tails: dict[int, int] = {}
        for code in self.codes:
            if code.base != "BRA" or code.at not in live:
                continue
            tail, head = code.at, self.target(code)
            if head == tail or (head < tail and tail not in reached(follow, 0, avoid=head)):
                tails[head] = tail
        return sorted(tails.items(), key=lambda loop: loop[1] - loop[0])

    def _within_function(self, code: Code) -> tuple[int, ...]:
        """Successors without calls and returns, and without BRA.DIV: only diverged warps take it,
        and they return."""
        following = code.at + 1
        if code.base == "CALL" or (code.base == "BRA" and code.has("DIV")):
            return (following,) if following < len(self.codes) else ()
        if code.base == "RET":
            return (following,) if code.predicate and following < len(self.codes) else ()
        return self.successors[code.at]

    # --- properties -------------------------------------------------------------------------------

    @cached_property
    def function_entries(self) -> list[int]:
        """Addresses of the functions that can be called."""
        places = (pc for label, pc in self.labels.items() if not label.startswith(".L"))
        return [self.codes[pc].instruction.address for pc in places]

    @cached_property
    def has_deep_stack(self) -> bool:
        """Whether the kernel calls functions by address or recursively, or uses `alloca`, so that
        its stack has no fixed size."""
        calls = (code for code in self.codes if code.base == "CALL")
        pointer = {("R", 1)}
        by_register = (
            {register for register in code.reads if register[0] in ("R", "UR")} > pointer
            for code in self.codes
            if code.writes >= pointer
        )
        return any(by_register) or any(
            code.operands[0].kind != "label"
            or self.labels.get(code.operands[0].text, len(self.codes)) <= code.at
            for code in calls
        )

    @cached_property
    def has_fences(self) -> bool:
        """Whether the kernel uses the asynchronous proxy."""
        return any("proxy" in code.row.roles for code in self.codes)

    @cached_property
    def has_mbarriers(self) -> bool:
        return any(code.base in ("SYNCS", "ARRIVES") for code in self.codes)

    @cached_property
    def without_descriptor(self) -> frozenset[int]:
        """Accesses whose descriptor is in a register that no instruction writes."""
        written = {register for code in self.codes for register in code.writes}
        return frozenset(
            code.at
            for code in self.codes
            for operand in code.operands
            if operand.suffix == "desc"
            and operand.index != ZERO_UNIFORM
            and ("UR", operand.index) not in written
        )

    @cached_property
    def narrow_swaps(self) -> frozenset[int]:
        """Compare-and-swaps of 8 or 16 bits, and the loads of their words."""
        return narrow_swaps(self.codes)

    def narrowest(self, *accesses: str) -> int:
        """Bytes of the narrowest access of these kinds, at most 4."""
        widths = (code.lane_bytes for code in self.codes if code.row.access in accesses)
        return min((*widths, 4))
