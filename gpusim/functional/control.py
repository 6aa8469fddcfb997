"""Control instructions: branches, barriers, exits.

A handler takes the instruction's index, the group of threads at it and their mask. It returns the
next index if the whole group continues there; otherwise it has set each thread's program counter
and returns None.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from ..chips import WARP
from ..isa.decoder import RESULT, Code, external
from ..isa.opcodes import with_role
from ..state.barriers import A_CLUSTER, A_WARP, BLOCK_BARRIER, MBARRIER, RECONVERGENCE, Barriers
from ..state.execution import Execution
from ..state.memory import HEAP, heap_of
from ..state.registers import ALL_LANES, Mask, Words, bits_by_warp, by_warp
from .instructions import built

CONTROL = with_role("control")
# Since Volta every instruction has 128 bits.
INSTRUCTION_BYTES = 16
Handler = Callable[[int, np.ndarray, Mask], int | None]


class Control:
    """Handlers of a kernel's control instructions, by index."""

    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        self.handlers: dict[int, Handler] = {}
        self.barriers = Barriers(execution)
        warp_steps = execution.setup.image.warp_steps
        for code in execution.program.codes:
            if code.base in CONTROL:
                build = getattr(self, f"_{code.base.lower()}")
                self.handlers[code.at] = built(code, partial(build, code))
            elif code.at in execution.program.without_descriptor:
                self.handlers[code.at] = self._exit(code)
            elif code.base == "UCGABAR_WAIT":
                self.handlers[code.at] = self._cluster_wait
            elif code.base == "SYNCS" and code.has("TRYWAIT"):
                self.handlers[code.at] = self._try_wait
            elif code.base == "NOP" and code.instruction.address in warp_steps:
                self.handlers[code.at] = self._warpsync(code)

    def _taking(self, code: Code) -> Callable[[np.ndarray], np.ndarray]:
        """Returns a function from a group to the lanes whose guard predicate holds."""
        predicate = code.predicate
        if predicate is None:
            return lambda group: group
        holds = self.execution.registers.condition(predicate)
        return lambda group: group & holds()

    # --- branches ---------------------------------------------------------------------------------

    def _bra(self, code: Code) -> Handler:
        code.only("U", "ANY", "DIV", "CONV", "INC", "DEC", "NODEC")
        return self._branch(code)

    def _call(self, code: Code) -> Handler:
        """A call of a label, or of the function at an address (function pointer, virtual call)."""
        code.only("REL", "ABS", "NOINC")
        target = code.operands[0]
        if name := external(code):
            return self._to_external(code, lambda _: name)
        if target.kind == "label":
            return self._at_depth(code, self._branch(code), 1)
        entries = self.execution.program.function_entries
        if code.has("REL"):
            row = self.execution.registers.raw(target)
            jump = self._at_depth(code, self._to_addresses(code, row), 1)
            return self._to_function(code, jump, lambda: np.isin(row(), entries))
        # Unoptimized code also calls the module's own functions so.
        row, functions = self.execution.registers.pair(target), self.execution.setup.image.functions
        jump = self._at_depth(code, self._to_addresses(code, row), 1)
        outside = self._to_external(code, lambda taken: functions[int(row()[taken][0])])
        known, taking = list(functions), self._taking(code)

        def call(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            where = row()[taking(group)]
            return (outside if np.isin(where, known).all() else jump)(pc, group, mask)

        return self._to_function(code, call, lambda: np.isin(row(), [*known, *entries]))

    def _to_function(self, code: Code, call: Handler, valid: Callable[[], np.ndarray]) -> Handler:
        """The call, which ends threads whose target, such as a null pointer, is no function."""
        execution, taking = self.execution, self._taking(code)

        def checked(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            lost = taking(group) & ~valid()
            if not lost.any():
                return call(pc, group, mask)
            execution.report("invalid-call", np.flatnonzero(lost))
            execution.alive[lost] = False
            execution.pc[group] = pc
            self.barriers.release()
            return None

        return checked

    def _to_external(self, code: Code, called: Callable[[np.ndarray], str]) -> Handler:
        """A call of the external function that `called` names for the threads that take it.

        `printf` prints nothing and returns 0; a failed `assert` ends its threads; `malloc` and
        `free` use a heap in global memory.
        """
        execution, taking = self.execution, self._taking(code)
        result = execution.registers.files["R"][RESULT]

        def call(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            taken = taking(group)
            name = called(taken)
            if name == "vprintf":
                result[taken] = 0
            elif name in ("malloc", "free"):
                self._use_heap(name, taken)
            elif name == "__assertfail":
                execution.findings.add("trap", pc, int(taken.sum()), note="assert")
                execution.pc[group] = pc + 1
                execution.alive[taken] = False
                self.barriers.release()
                return None
            else:
                raise code.unknown(f"a call of {name}")
            return pc + 1

        return call

    def _use_heap(self, name: str, taken: np.ndarray) -> None:
        """malloc or free of each lane; argument and result are in a pair of registers."""
        execution, lanes = self.execution, np.flatnonzero(taken)
        low, high = (execution.registers.files["R"][RESULT + part] for part in (0, 1))
        words = low[lanes].astype(np.int64) | high[lanes].astype(np.int64) << 32
        heap, execution.changed = heap_of(execution.memory), execution.changed + 1
        if name == "malloc":
            # A slice that leaves the size out needs any address.
            whole = execution.options.only is None
            addresses = heap.allocate(words if whole else np.zeros_like(words))
            low[lanes], high[lanes] = addresses & 0xFFFFFFFF, addresses >> 32
            return
        unknown = lanes[~heap.free(words)]
        if unknown.size:
            note = "frees a pointer that malloc did not return or that is already freed"
            execution.report("out-of-bounds", unknown, memory=HEAP, note=note)

    def _branch(self, code: Code) -> Handler:
        execution, target = self.execution, self.execution.program.target(code)
        registers = execution.registers
        taking = self._taking(code)
        also = [
            registers.condition(operand) for operand in code.operands if operand.kind in ("P", "UP")
        ]
        masks = [
            registers.word(operand) for operand in code.operands if operand.kind in ("R", "UR")
        ]
        if (masks and not code.has("DIV", "CONV")) or len(masks) > 1:
            raise code.unknown()
        # sm_75 names no register: the members are all lanes.
        members = masks[0] if masks else lambda: ALL_LANES

        def branch(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            taken = taking(group)
            for condition in also:
                taken = taken & condition()
            if code.has("DIV", "CONV"):
                # The predicate of BRA.DIV leaves out lanes with another member mask; if there are
                # such lanes, the whole warp branches.
                of = taken if code.has("DIV") else group
                lanes = of.reshape(-1, WARP) @ (1 << np.arange(WARP))
                same = np.repeat(lanes, WARP) == members()
                taken = group & by_warp(taken) & ~same if code.has("DIV") else taken & same
            if code.has("ANY"):
                taken = group & by_warp(taken)
            if taken is group or not np.count_nonzero(taken != group):
                if target == pc:
                    execution.findings.add("deadlock", pc, note="branches to itself")
                    execution.alive[group] = False
                    return None
                return target
            if not np.count_nonzero(taken):
                return pc + 1
            execution.pc[group] = pc + 1
            execution.pc[taken] = target
            if target <= pc:
                execution.backedge_counts[taken] += 1
            return None

        return branch

    def _brx(self, code: Code) -> Handler:
        """Jump table: the target is register + offset + address of the next instruction."""
        code.only()
        row = self.execution.registers.raw(code.operands[0])
        following = code.instruction.address + INSTRUCTION_BYTES
        distance = np.uint32(following + int(code.operands[1].value) & 0xFFFFFFFF)
        return self._to_addresses(code, lambda: row() + distance)

    def _ret(self, code: Code) -> Handler:
        """Return: the register holds the return address, relative to the kernel's first
        instruction."""
        row = self.execution.registers.raw(code.operands[0])
        return self._at_depth(code, self._to_addresses(code, row), -1)

    def _at_depth(self, code: Code, handler: Handler, change: int) -> Handler:
        """A call or return, which changes the call depth of its lanes."""
        execution, taking = self.execution, self._taking(code)

        def move(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            execution.depth[taking(group)] += change
            return handler(pc, group, mask)

        return move if execution.program.has_deep_stack else handler

    def _to_addresses(self, code: Code, row: Words) -> Handler:
        """Each thread continues at its own target address."""
        execution, taking = self.execution, self._taking(code)

        def jump(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            taken = taking(group)
            execution.pc[group] = pc + 1
            addresses = row()
            for address in np.unique(addresses[taken]):
                place = execution.program.by_address.get(int(address))
                if place is None:
                    if not execution.findings.wrong:
                        raise code.unknown(f"a jump to 0x{int(address):x}")
                    # A consequence of what was found, for example of an object that was freed.
                    execution.alive[taken & (addresses == address)] = False
                    self.barriers.release()
                    continue
                execution.pc[taken & (addresses == address)] = place
                if code.base != "RET" and place <= pc:
                    execution.backedge_counts[taken & (addresses == address)] += 1
            return None

        return jump

    def _exit(self, code: Code) -> Handler:
        """Thread exit; a breakpoint is a trap."""
        execution, taking = self.execution, self._taking(code)
        illegal = code.at in execution.program.without_descriptor
        kind = "illegal-instruction" if illegal else "trap" if code.base == "BPT" else ""

        def leave(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            taken = taking(group)
            if not taken.any():
                return pc + 1
            if kind:
                lane = int(np.flatnonzero(taken)[0])
                named = (execution.name_lane(lane),) if illegal else ()
                execution.findings.add(kind, pc, int(taken.sum()), threads=named)
            execution.pc[group] = pc + 1
            execution.alive[taken] = False
            self.barriers.release()
            return None

        return leave

    _kill = _bpt = _exit

    def _try_wait(self, pc: int, group: np.ndarray, mask: Mask) -> int | None:
        """mbarrier wait: warps whose phase is incomplete sleep until an mbarrier changes."""
        execution = self.execution
        execution.sleeping = None
        execution.actions[pc](mask)
        if execution.sleeping is None or not execution.sleeping.any():
            return pc + 1
        execution.pc[group] = pc + 1
        execution.pc[execution.sleeping] = pc
        execution.waiting[execution.sleeping] = MBARRIER
        return None

    def _cluster_wait(self, pc: int, group: np.ndarray, mask: Mask) -> None:
        execution = self.execution
        execution.actions[pc](mask)
        execution.pc[group] = pc + 1
        execution.waiting[group] = A_CLUSTER
        self.barriers.release()

    def _yield(self, code: Code) -> Handler:
        return lambda pc, group, mask: pc + 1

    # --- barriers ---------------------------------------------------------------------------------

    def _bar(self, code: Code) -> Handler:
        execution, taking = self.execution, self._taking(code)
        code.only("SYNC", "ARV", "RED", "POPC", "AND", "OR", "DEFER_BLOCKING")
        registers = execution.registers
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
            if recorder := execution.options.recorder:
                recorder.barrier(execution, taken, numbers, counts)
            if arrives:
                self.barriers.arrive(numbers, counts, taken)
                self.barriers.release()
                return pc + 1
            execution.pc[group] = pc + 1
            execution.waiting[taken] = BLOCK_BARRIER + numbers[taken]
            self.barriers.expected[taken] = counts[taken]
            if vote:
                self.barriers.votes[taken] = vote()[taken]
                self.barriers.unanimous[taken] = code.has("AND")
            self.barriers.release()
            return None

        return barrier

    def _bssy(self, code: Code) -> Handler:
        row, taking = self.execution.barriers[code.operands[0].index], self._taking(code)

        def note(pc: int, group: np.ndarray, mask: Mask) -> int:
            taken = taking(group)
            np.copyto(row, bits_by_warp(taken), where=taken)
            return pc + 1

        return note

    def _bsync(self, code: Code) -> Handler:
        number = code.operands[0].index
        execution, row = self.execution, self.execution.barriers[number]
        taking = self._taking(code)

        def meet(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            taken = taking(group)
            if not taken.any():
                return pc + 1
            execution.exclusive[taken] = ALL_LANES
            if not (row & bits_by_warp(execution.alive & ~taken))[taken].any():
                return pc + 1
            execution.pc[group] = pc + 1
            execution.waiting[taken] = RECONVERGENCE + number
            self.barriers.release()
            return None

        return meet

    def _break(self, code: Code) -> Handler:
        taking = self._taking(code)
        row = self.execution.barriers[code.operands[-1].index]
        also = [
            self.execution.registers.condition(operand)
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
        execution, taking = self.execution, self._taking(code)
        code.only("ALL", "EXCLUSIVE", "COLLECTIVE")
        if code.has("COLLECTIVE"):
            # The lanes continue at its label, after the next ENDCOLLECTIVE.
            end = self.execution.program.target(code) - 1
            if execution.program.codes[end].base != "ENDCOLLECTIVE":
                raise code.unknown()
        masks = [operand for operand in code.operands if operand.kind != "label"]
        named = execution.registers.word(masks[0]) if masks else None
        bit, every = np.uint32(1) << execution.lane, np.uint32(0xFFFFFFFF)
        barriers = self.barriers

        def meet(pc: int, group: np.ndarray, mask: Mask) -> int | None:
            taken = taking(group)
            if not taken.any():
                return pc + 1
            words = np.broadcast_to(named() if named else every, (execution.threads,))
            outside = taken & (words & bit == 0)
            if outside.any():
                execution.report("warp-mask", np.flatnonzero(outside))
            barriers.members[taken] = words[taken]
            if code.has("EXCLUSIVE", "COLLECTIVE"):
                execution.exclusive[taken] = words[taken]
            ready = barriers.complete_groups(taken)
            if (ready == taken).all():
                barriers.converge(ready)
                return pc + 1
            execution.pc[group] = pc + 1
            barriers.note_absent(pc, taken)
            execution.waiting[taken] = A_WARP
            barriers.release()
            return None

        return meet
