"""Control instructions: branches, barriers, exits.

A handler takes the instruction's index, the group of threads at it and their mask. It returns the
next index if the whole group continues there; otherwise it has set each thread's program counter
and returns None.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..chips import WARP
from ..isa.opcodes import with_role
from ..isa.operands import Code, operand
from ..state.barriers import A_CLUSTER, A_WARP, BLOCK_BARRIER, MBARRIER, RECONVERGENCE, Barriers
from ..state.heap import HEAP, heap_of
from ..state.registers import ALL_LANES, Mask, Words, bits_by_warp, by_warp
from .instructions import built

if TYPE_CHECKING:
    from .interpreter import Interpreter

CONTROL = with_role("control")
# Since Volta every instruction has 128 bits.
INSTRUCTION_BYTES = 16
# The register that holds a function's result.
_RESULT = 4
Handler = Callable[[int, np.ndarray, Mask], int | None]


class Control:
    """Handlers of a kernel's control instructions, by index."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.handlers: dict[int, Handler] = {}
        self.barriers = Barriers(interpreter)
        for code in interpreter.program.codes:
            if code.base in CONTROL and code.at not in interpreter.options.leave_out:
                build = getattr(self, f"_{code.base.lower()}")
                interpreter.registers.noted = interpreter.dependences[code.at]
                self.handlers[code.at] = built(code, partial(build, code))
            elif code.base == "UCGABAR_WAIT" and code.at not in interpreter.options.leave_out:
                self.handlers[code.at] = self._cluster_wait
            elif code.base == "SYNCS" and code.has("TRYWAIT"):
                self.handlers[code.at] = self._try_wait
            elif code.base == "NOP" and code.instruction.address in interpreter.setup.warp_steps:
                mask = interpreter.setup.warp_steps[code.instruction.address]
                lanes = () if mask is None else (operand(f"R{mask}"),)
                self.handlers[code.at] = self._warpsync(replace(code, operands=lanes))

    def _taking(self, code: Code) -> Callable[[np.ndarray], np.ndarray]:
        """Returns a function from a group to the lanes whose guard predicate holds."""
        predicate = code.predicate
        if predicate is None or (predicate.is_true and not predicate.invert):
            return lambda group: group
        holds = self.interpreter.registers.condition(predicate)
        return lambda group: group & holds()

    def _target(self, code: Code) -> int:
        label = next(operand for operand in code.operands if operand.kind == "label")
        if label.text not in self.interpreter.program.labels:
            raise code.unknown(f"no label {label.text}")
        return self.interpreter.program.labels[label.text]

    # --- branches ---------------------------------------------------------------------------------

    def _bra(self, code: Code) -> Handler:
        code.only("U", "ANY", "DIV", "CONV", "INC", "DEC", "NODEC")
        return self._branch(code)

    def _call(self, code: Code) -> Handler:
        """A call of a label, or of the function at an address (function pointer, virtual call)."""
        code.only("REL", "ABS", "NOINC")
        target = code.operands[0]
        if target.kind == "label":
            return self._at_depth(code, self._branch(code), 1)
        if code.has("REL"):
            row = self.interpreter.registers.raw(target)
            return self._at_depth(code, self._to_addresses(code, row), 1)
        return self._by_number(code, self.interpreter.registers.pair(target))

    def _by_number(self, code: Code, row: Words) -> Handler:
        """A call of an external function; the next label's instruction follows it.

        `printf` prints nothing and returns 0; a failed `assert` ends its threads; `malloc` and
        `free` use a heap in global memory.
        """
        interpreter, taking = self.interpreter, self._taking(code)
        named = range(
            _RESULT, _RESULT + (2 if "malloc" in interpreter.setup.functions.values() else 1)
        )
        result = interpreter.registers.rows("R", named, write=True)[0]

        def call(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            taken = taking(group)
            name = interpreter.setup.functions.get(int(row()[taken][0]), "an unknown function")
            if name == "vprintf":
                result[taken] = 0
            elif name in ("malloc", "free"):
                self._use_heap(name, pc, taken)
            elif name == "__assertfail":
                interpreter.findings.add("trap", pc, int(taken.sum()), note="assert")
                interpreter.pc[group] = pc + 1
                interpreter.alive[taken] = False
                self.barriers.release()
                return None
            else:
                raise code.unknown(f"a call of {name}")
            return pc + 1

        return call

    def _use_heap(self, name: str, pc: int, taken: np.ndarray) -> None:
        """malloc or free of each lane; argument and result are in a pair of registers."""
        interpreter, lanes = self.interpreter, np.flatnonzero(taken)
        low, high = (interpreter.registers.files["R"][_RESULT + part] for part in (0, 1))
        words = low[lanes].astype(np.int64) | high[lanes].astype(np.int64) << 32
        heap, interpreter.changed = heap_of(interpreter.memory), interpreter.changed + 1
        if name == "malloc":
            # A slice that leaves the size out needs any address.
            whole = interpreter.options.only is None
            addresses = heap.allocate(words if whole else np.zeros_like(words))
            low[lanes], high[lanes] = addresses & 0xFFFFFFFF, addresses >> 32
            return
        unknown = lanes[~heap.free(words)]
        if unknown.size:
            interpreter.findings.add(
                "out-of-bounds", pc, len(unknown), memory=HEAP,
                threads=(interpreter.name_lane(int(unknown[0])),),
                note="frees a pointer that malloc did not return or that is already freed",
            )  # fmt: skip

    def _branch(self, code: Code) -> Handler:
        interpreter, target = self.interpreter, self._target(code)
        registers = interpreter.registers
        taking = self._taking(code)
        also = [
            registers.condition(operand) for operand in code.operands if operand.kind in ("P", "UP")
        ]
        masks = [
            registers.word(operand) for operand in code.operands if operand.kind in ("R", "UR")
        ]
        if (masks and not code.has("DIV", "CONV")) or len(masks) > 1:
            raise code.unknown()

        def branch(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            taken = taking(group)
            for condition in also:
                taken = taken & condition()
            if code.has("DIV", "CONV"):
                # The predicate of BRA.DIV leaves out lanes with another member mask; if there are
                # such lanes, the whole warp branches.
                of = taken if code.has("DIV") else group
                lanes = of.reshape(-1, WARP) @ (1 << np.arange(WARP))
                same = np.repeat(lanes, WARP) == masks[0]()
                taken = group & by_warp(taken) & ~same if code.has("DIV") else taken & same
            if code.has("ANY"):
                taken = group & by_warp(taken)
            if taken is group or not np.count_nonzero(taken != group):
                if target == pc:
                    interpreter.findings.add("deadlock", pc, note="branches to itself")
                    interpreter.alive[group] = False
                    return None
                return target
            if not np.count_nonzero(taken):
                return pc + 1
            interpreter.pc[group] = pc + 1
            interpreter.pc[taken] = target
            if target <= pc:
                interpreter.backedge_counts[taken] += 1
            return None

        return branch

    def _brx(self, code: Code) -> Handler:
        """Jump table: the target is register + offset + address of the next instruction."""
        code.only()
        row = self.interpreter.registers.raw(code.operands[0])
        following = code.instruction.address + INSTRUCTION_BYTES
        distance = np.uint32(following + int(code.operands[1].value) & 0xFFFFFFFF)
        return self._to_addresses(code, lambda: row() + distance)

    def _ret(self, code: Code) -> Handler:
        """Return: the register holds the return address, relative to the kernel's first
        instruction."""
        row = self.interpreter.registers.raw(code.operands[0])
        return self._at_depth(code, self._to_addresses(code, row), -1)

    def _at_depth(self, code: Code, handler: Handler, change: int) -> Handler:
        """A call or return, which changes the call depth of its lanes."""
        interpreter, taking = self.interpreter, self._taking(code)

        def move(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            interpreter.depth[taking(group)] += change
            return handler(pc, group, mask)

        return move if interpreter.program.has_deep_stack else handler

    def _to_addresses(self, code: Code, row: Words) -> Handler:
        """Each thread continues at its own target address."""
        interpreter, taking = self.interpreter, self._taking(code)

        def jump(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            taken = taking(group)
            interpreter.pc[group] = pc + 1
            addresses = row()
            for address in np.unique(addresses[taken]):
                place = interpreter.program.by_address.get(int(address))
                if place is None:
                    if not interpreter.findings.wrong:
                        raise code.unknown(f"a jump to 0x{int(address):x}")
                    # A consequence of what was found, for example of an object that was freed.
                    interpreter.alive[taken & (addresses == address)] = False
                    self.barriers.release()
                    continue
                interpreter.pc[taken & (addresses == address)] = place
                if code.base != "RET" and place <= pc:
                    interpreter.backedge_counts[taken & (addresses == address)] += 1
            return None

        return jump

    def _exit(self, code: Code) -> Handler:
        """Thread exit; a breakpoint is a trap."""
        interpreter, taking, traps = self.interpreter, self._taking(code), code.base == "BPT"

        def leave(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            taken = taking(group)
            if not taken.any():
                return pc + 1
            if traps:
                interpreter.findings.add("trap", pc, int(taken.sum()))
            interpreter.pc[group] = pc + 1
            interpreter.alive[taken] = False
            self.barriers.release()
            return None

        return leave

    _kill = _bpt = _exit

    def _try_wait(self, pc: int, group: np.ndarray, mask: Mask) -> int | None:
        """mbarrier wait: warps whose phase is incomplete sleep until an mbarrier changes."""
        interpreter = self.interpreter
        interpreter.sleeping = None
        interpreter.actions[pc](mask)
        if interpreter.sleeping is None or not interpreter.sleeping.any():
            return pc + 1
        interpreter.pc[group] = pc + 1
        interpreter.pc[interpreter.sleeping] = pc
        interpreter.waiting[interpreter.sleeping] = MBARRIER
        return None

    def _cluster_wait(self, pc: int, group: np.ndarray, mask: Mask) -> None:
        interpreter = self.interpreter
        interpreter.actions[pc](mask)
        interpreter.pc[group] = pc + 1
        interpreter.waiting[group] = A_CLUSTER
        self.barriers.release()

    def _yield(self, code: Code) -> Handler:
        return lambda pc, group, mask: pc + 1

    # --- barriers ---------------------------------------------------------------------------------

    def _bar(self, code: Code) -> Handler:
        interpreter, taking = self.interpreter, self._taking(code)
        code.only("SYNC", "ARV", "RED", "POPC", "AND", "OR", "DEFER_BLOCKING")
        registers = interpreter.registers
        parts = [operand for operand in code.operands if operand.kind != "P"]
        number, *counts = map(registers.word, parts)
        count = counts[0] if counts else None
        # One register may hold both: the count in its upper half, the number in four bits.
        packed = len(parts) == 2 and parts[0].kind == "R" and parts[0] == parts[1]
        vote = registers.condition(code.operands[-1]) if code.has("RED") else None
        arrives = code.has("ARV")

        def barrier(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            taken = taking(group)
            if not taken.any():
                return pc + 1
            numbers = np.broadcast_to(number() & np.uint32(15), group.shape)
            counts = np.broadcast_to(count() if count else np.uint32(0), group.shape)
            counts = counts >> np.uint32(16) if packed else counts
            if arrives:
                self.barriers.arrive(numbers, counts, taken)
                self.barriers.release()
                return pc + 1
            interpreter.pc[group] = pc + 1
            interpreter.waiting[taken] = BLOCK_BARRIER + numbers[taken]
            self.barriers.expected[taken] = counts[taken]
            if vote:
                self.barriers.votes[taken] = vote()[taken]
                self.barriers.unanimous[taken] = code.has("AND")
            self.barriers.release()
            return None

        return barrier

    def _bssy(self, code: Code) -> Handler:
        row, taking = self.interpreter.barriers[code.operands[0].index], self._taking(code)

        def note(pc: int, group: np.ndarray, mask: Mask) -> int:
            taken = taking(group)
            np.copyto(row, bits_by_warp(taken), where=taken)
            return pc + 1

        return note

    def _bsync(self, code: Code) -> Handler:
        number = code.operands[0].index
        interpreter, row = self.interpreter, self.interpreter.barriers[number]
        taking = self._taking(code)

        def meet(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            taken = taking(group)
            if not taken.any():
                return pc + 1
            interpreter.exclusive[taken] = ALL_LANES
            if not (row & bits_by_warp(interpreter.alive & ~taken))[taken].any():
                return pc + 1
            interpreter.pc[group] = pc + 1
            interpreter.waiting[taken] = RECONVERGENCE + number
            self.barriers.release()
            return None

        return meet

    def _break(self, code: Code) -> Handler:
        taking = self._taking(code)
        row = self.interpreter.barriers[code.operands[-1].index]
        also = [
            self.interpreter.registers.condition(operand)
            for operand in code.operands
            if operand.kind == "P"
        ]

        def leave(pc: int, group: np.ndarray, mask: Mask) -> int:
            taken = taking(group)
            for condition in also:
                taken = taken & condition()
            # The lanes that wait for these have the same word.
            for warp in np.unique(np.flatnonzero(taken) // WARP):
                lanes = slice(warp * WARP, (warp + 1) * WARP)
                word = row[lanes][np.argmax(taken[lanes])]
                left = np.uint32(~bits_by_warp(taken[lanes])[0])
                row[lanes][row[lanes] == word] &= left
            self.barriers.release()
            return pc + 1

        return leave

    def _warpsync(self, code: Code) -> Handler:
        """__syncwarp: waits for all live lanes of the warp, or for those of the member mask."""
        interpreter, taking = self.interpreter, self._taking(code)
        code.only("ALL", "EXCLUSIVE", "COLLECTIVE")
        if code.has("COLLECTIVE"):
            # The lanes continue at its label, after the next ENDCOLLECTIVE.
            end = self._target(code) - 1
            if interpreter.program.codes[end].base != "ENDCOLLECTIVE":
                raise code.unknown()
        masks = [operand for operand in code.operands if operand.kind != "label"]
        named = interpreter.registers.word(masks[0]) if masks else None
        bit, every = np.uint32(1) << interpreter.lane, np.uint32(0xFFFFFFFF)
        barriers = self.barriers

        def meet(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            taken = taking(group)
            if not taken.any():
                return pc + 1
            words = np.broadcast_to(named() if named else every, (interpreter.threads,))
            outside = taken & (words & bit == 0)
            if outside.any():
                lanes = np.flatnonzero(outside)
                interpreter.findings.add(
                    "warp-mask", pc, len(lanes), threads=(interpreter.name_lane(int(lanes[0])),)
                )
            barriers.members[taken] = words[taken]
            if code.has("EXCLUSIVE", "COLLECTIVE"):
                interpreter.exclusive[taken] = words[taken]
            ready = barriers.complete_groups(taken)
            if (ready == taken).all():
                barriers.converge(ready)
                return pc + 1
            interpreter.pc[group] = pc + 1
            barriers.note_absent(pc, taken)
            interpreter.waiting[taken] = A_WARP
            barriers.release()
            return None

        return meet
