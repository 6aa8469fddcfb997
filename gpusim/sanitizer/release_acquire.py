"""Order of memory accesses by release and acquire, after the PTX memory model.

A thread releases by a fence followed by a strong store or an atomic; another thread acquires by a
strong load or an atomic of the same address that reads the stored value, followed by a fence. Both
have scopes: a fence of block scope releases only to threads of its block. An atomic continues what
earlier stores to its address released; a store replaces it (PTX ISA, "Release and Acquire
Patterns").

In SASS a release is a MEMBAR before the store. An acquire of device scope is a CCTL.IVALL after
the load; one of block scope has no instruction of its own, so every strong load of block scope
acquires. So does an atomic: the CUDA C++ Programming Guide's last-block sum has no fence after it.
SASS does not mark strong accesses of shared memory; there a load that a loop repeats until its
value changes is one, and so is every store. Generic ones are marked.

Fences of different threads also synchronize if both are sequentially consistent (MEMBAR.SC), the
first one happens before the strong write and the second one after the read: were their order the
other one, the read would precede the write ("Fence-SC Order").
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..chips import WARP
from ..isa.control_flow import innermost_loops
from ..isa.operands import Code

if TYPE_CHECKING:
    from ..functional.interpreter import Interpreter
    from ..launch import Program

# Launch-wide thread number, or -1 minus a warp number -> clock.
Known = dict[int, int]
# Clocks released at an address, by scope: DEVICE, or a launch-wide block number.
Released = dict[int, Known]
DEVICE = -1
# Key instead of a scope: released by sequentially consistent fences of other threads.
SEQUENTIAL = -2
# Instructions between a vote and a fence, and between the fence and its atomic.
_BEFORE_FENCE, _AFTER_FENCE = 48, 4
# Opcodes that make a loop more than a wait.
_WORK = ("store", "atomic", "reduction", "copy", "matrix")


def is_strong(code: Code) -> bool:
    """Whether an access is marked as volatile, relaxed, acquire, release or atomic."""
    return code.row.memory in ("global", "shared") and code.has("STRONG")


def extents(program: Program, *, scalar: bool, whole: bool) -> np.ndarray:
    """Bytes that each strong access reads or writes at once, by instruction; 0 for other
    instructions and where it is unknown.

    Strong accesses race unless they overlap completely (PTX ISA, "Moral Strength"; "Limitations on
    Mixed-size Data-races"). A vector's elements are separate accesses, and SASS does not tell a
    vector of two words from one of 64 bits: `scalar` says that no strong load or store is a vector.
    ptxas narrows loads to what is used: `whole` says that no strong load was wider than 32 bits.
    """
    sizes = {"128": 16, "64": 8, "S64": 8, "F64": 8, "U16": 2, "S16": 2, "U8": 1, "S8": 1}
    result = np.zeros(len(program.codes), np.int64)
    for code in program.codes:
        atomic = code.row.access.partition(".")[2] in ("atomic", "reduction")
        if (atomic or is_strong(code)) and code.at not in program.narrow_swaps:
            size = next((sizes[m] for m in code.modifiers if m in sizes), 4)
            narrowed = size <= 4 and not whole and code.row.access.endswith("load")
            known = atomic or (scalar or size <= 4) and not narrowed
            result[code.at] = size if known else 0
    return result


def of_block(code: Code) -> bool:
    """Whether a strong access has block scope."""
    return code.has("SM", "CTA")


def polls(program: Program) -> frozenset[int]:
    """Loads of shared memory in loops that only wait for a value: at one address, without other
    work, and with a predicate that depends on the value."""
    pcs = set()
    for first, last in set(innermost_loops(program).values()):
        body = program.codes[first : last + 1]
        if any(c.base == "BAR" or c.row.access.partition(".")[2] in _WORK for c in body):
            continue
        written = {(c.operands[0].kind, c.operands[0].index) for c in body if c.operands}
        decisive = {
            operand.index
            for c in body
            if c.operands and c.operands[0].kind in ("P", "UP")
            for operand in c.operands[1:]
            if operand.kind == "R"
        }
        pcs |= {
            c.at
            for c in body
            if c.row.access == "shared.load"
            and c.operands[0].index in decisive
            and not {(part.kind, part.index) for part in c.operands[1].parts} & written
        }
    return frozenset(pcs)


def joint_fences(program: Program) -> dict[int, int]:
    """Fences of an atomic that one lane executes for all active lanes, each with the vote that
    tells which lanes these are. The lane is the last one of the vote, found by FLO."""
    fences = {}
    for fence in program.codes:
        if fence.base != "MEMBAR":
            continue
        if not any(code.has("ADD") for code in program.codes[fence.at + 1 :][:_AFTER_FENCE]):
            continue
        before = program.codes[max(0, fence.at - _BEFORE_FENCE) : fence.at]
        for code in reversed(before):
            if code.base not in ("VOTE", "VOTEU") or not code.operands[-1].is_true:
                continue
            ballot = code.operands[0]
            if any(
                code.base in ("FLO", "UFLO") and (code.operands[-1].kind, code.operands[-1].index)
                == (ballot.kind, ballot.index)
                for code in before
            ):  # fmt: skip
                fences[fence.at] = code.at
            break
    return fences


def latest(known: Known, more: Known) -> None:
    """Merge `more` into `known`, keeping the later clock of each."""
    before = known.get
    for thread, clock in more.items():
        if clock > before(thread, -1):
            known[thread] = clock


def _merge(released: Released, more: Released) -> None:
    """Merge `more` into `released`; the clocks of a scope, which lanes share, do not change."""
    for scope, known in more.items():
        before = released.get(scope)
        if not before:
            released[scope] = known
        elif before is not known:
            released[scope] = together = dict(before)
            latest(together, known)


class ReleaseAcquire:
    """What the lanes of a run have released by fences, and what they have read but not yet
    acquired."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter, self.clocks = interpreter, interpreter.clocks
        # By lane; and the same without device scope, in dictionaries that do not change.
        self.fenced: dict[int, Released] = {}
        self.fenced_in_block: dict[int, Released] = {}
        self.read: dict[int, Released] = {}
        # By warp: the lanes of the last vote for an atomic that one lane executes for all.
        self.groups: dict[int, list[int]] = {}

    @cached_property
    def polls(self) -> frozenset[int]:
        return polls(self.interpreter.program)

    @cached_property
    def joint_fences(self) -> dict[int, int]:
        return joint_fences(self.interpreter.program)

    def vote(self, active: np.ndarray) -> None:
        """These lanes, shape (warps, 32), vote for an atomic that one lane executes for all."""
        for warp in np.flatnonzero(active.any(axis=1)).tolist():
            self.groups[warp] = (warp * WARP + np.flatnonzero(active[warp])).tolist()

    def _block(self, lane: int) -> int:
        return int(self.interpreter.thread[lane]) // self.interpreter.threads_per_block

    def fence(self, lanes: np.ndarray, *, device: bool, sequential: bool = False) -> None:
        """Lanes release to their next strong writes what they have done and acquired.

        With `sequential`, also to sequentially consistent fences of other threads. For other lanes
        of the warp, a lane releases what precedes their last synchronization with it; for the lanes
        on whose behalf it executes an atomic, everything so far.
        """
        interpreter, clocks = self.interpreter, self.clocks
        warps, pc = interpreter.warps_per_block, interpreter.at
        for warp in np.unique(lanes // WARP).tolist():
            own, before = int(clocks.local[warp]), int(clocks.clock[warp])
            known = clocks.release(warp)
            known[own] = clocks.converged[warp] - 1
            in_block = known[own // warps * warps :][:warps].tolist()
            first = int(interpreter.thread[warp * WARP])
            block_warp = first // WARP - own % warps
            handed_on = {-1 - block_warp - lane: clock for lane, clock in enumerate(in_block)}
            latest(handed_on, clocks.learnt.get(warp, {}))
            for lane in lanes[lanes // WARP == warp].tolist():
                released = dict(handed_on)
                if clocks.between is not None:
                    row = clocks.between[lane].tolist()
                    latest(released, {first + lane: clock for lane, clock in enumerate(row)})
                together = self.groups.get(warp, []) if pc in self.joint_fences else [lane]
                released |= {first + lane % WARP: before for lane in together}
                scopes = [self._block(lane), *([DEVICE] if device else [])]
                fenced = self.fenced.setdefault(lane, {})
                fenced.update(dict.fromkeys(scopes, released))
                self.fenced_in_block[lane] = {s: k for s, k in fenced.items() if s != DEVICE}
                if device and sequential:
                    latest(clocks.fences.new.setdefault(warp, {}), released)

    def _released(self, lane: int, *, device: bool) -> Released:
        """What a strong write of a lane releases."""
        if not device:
            return self.fenced_in_block.get(lane, {})
        fences = self.clocks.fences.known.get(lane // WARP)
        return self.fenced.get(lane, {}) | ({SEQUENTIAL: dict(fences)} if fences else {})

    def _releases(self, handed_on: dict[int, Released]) -> bool:
        """Whether anything has been released."""
        return bool(self.fenced or handed_on or self.clocks.fences.known)

    def _pairs(
        self, handed_on: dict[int, Released], offsets: np.ndarray, lanes: np.ndarray, width: int
    ) -> Iterator[tuple[int, int]]:
        """Addresses and lanes of each word of an access; none while nothing has been released.

        The words are separate because compilers narrow loads: of a 64-bit counter, to the half that
        holds the phase.
        """
        if self._releases(handed_on):
            for part in range(0, width, 4):
                yield from zip((offsets + part).tolist(), lanes.tolist(), strict=True)

    def store(
        self,
        handed_on: dict[int, Released],
        offsets: np.ndarray,
        lanes: np.ndarray,
        width: int,
        *,
        device: bool = True,
    ) -> None:
        """Strong stores; `handed_on` holds what is released at each address of their memory."""
        if not self._releases(handed_on):
            return
        released = [self._released(lane, device=device) for lane in lanes.tolist()]
        for part in range(0, width, 4):
            handed_on.update(zip((offsets + part).tolist(), released, strict=True))

    def atomic(
        self,
        handed_on: dict[int, Released],
        offsets: np.ndarray,
        lanes: np.ndarray,
        width: int,
        failed: np.ndarray | None = None,
        *,
        device: bool = True,
    ) -> None:
        """Atomics acquire what earlier ones at the address released; compare-and-swaps that
        `failed` do not write, so they release nothing."""
        silent = set() if failed is None else set(lanes[failed].tolist())
        acquired: list[tuple[int, Known]] = []
        for place, lane in self._pairs(handed_on, offsets, lanes, width):
            # Several words share what a lane's stores release.
            here = dict(handed_on.get(place, {}))
            if lane not in silent:
                _merge(here, self._released(lane, device=device))
                handed_on[place] = here
            visible = self._visible(here, lane, device=device)
            acquired += [(lane, known) for known in visible.values()]
            if device:
                self._read_sequential(lane, here)
        self._acquire(acquired)

    def load(
        self,
        handed_on: dict[int, Released],
        offsets: np.ndarray,
        lanes: np.ndarray,
        width: int,
        *,
        device: bool = True,
        polls: bool = False,
    ) -> None:
        """Strong loads; those of device scope acquire at their lane's next fence. The scope of
        `polls` is unknown: they acquire in both."""
        acquired: list[tuple[int, Known]] = []
        for place, lane in self._pairs(handed_on, offsets, lanes, width):
            here = handed_on.get(place, {})
            if device or polls:
                _merge(self.read.setdefault(lane, {}), self._visible(here, lane, device=True))
                self._read_sequential(lane, here)
            if not device:
                visible = self._visible(here, lane, device=False)
                acquired += [(lane, known) for known in visible.values()]
        self._acquire(acquired)

    def _visible(self, released: Released, lane: int, *, device: bool) -> Released:
        scopes = (DEVICE, self._block(lane)) if device else (self._block(lane),)
        return {scope: released[scope] for scope in scopes if scope in released}

    def _read_sequential(self, lane: int, released: Released) -> None:
        """A strong read of what sequentially consistent fences have released."""
        if known := released.get(SEQUENTIAL):
            latest(self.read.setdefault(lane, {}).setdefault(SEQUENTIAL, {}), known)
            latest(self.clocks.reads.new.setdefault(lane // WARP, {}), known)

    def acquire_sequential(self, lanes: np.ndarray) -> None:
        """A sequentially consistent fence after reads of these lanes, or after a barrier with other
        lanes."""
        acquired: list[tuple[int, Known]] = []
        for lane in lanes.tolist():
            own = self.read.get(lane, {}).pop(SEQUENTIAL, {})
            acquired += [(lane, own), (lane, self.clocks.reads.known.get(lane // WARP, {}))]
        self._acquire(acquired)

    def acquire(self, lanes: np.ndarray, *, device: bool) -> None:
        """A fence: later accesses of these lanes are ordered after the writes that their strong
        loads read."""
        if not self.read:
            return
        acquired: list[tuple[int, Known]] = []
        for lane in lanes.tolist():
            read = self.read.get(lane, {})
            for scope in list(read):
                if scope != SEQUENTIAL and (device or scope != DEVICE):
                    acquired.append((lane, read.pop(scope)))
        self._acquire(acquired)

    def _acquire(self, acquired: list[tuple[int, Known]]) -> None:
        """Warps acquire the clocks of other warps; their lanes those of their own warp's lanes."""
        groups: dict[tuple[int, int], tuple[Known, list[int]]] = {}
        for lane, known in acquired:
            if known:
                groups.setdefault((lane // WARP, id(known)), (known, []))[1].append(lane)
        for (warp, _), (known, lanes) in groups.items():
            latest(self.clocks.learnt.setdefault(warp, {}), known)
            first = int(self.interpreter.thread[warp * WARP])
            clocks = [known.get(thread, -1) for thread in range(first, first + WARP)]
            if max(clocks) >= 0:
                between = self.clocks.lanes_known()
                between[lanes] = np.maximum(between[lanes], clocks)

    def unknown(self, warp: np.ndarray, thread: np.ndarray, clock: np.ndarray) -> np.ndarray:
        """Whether warps have not yet acquired these launch-wide threads' clocks."""
        result = np.ones(thread.shape, bool)
        for case in range(len(thread)):
            learnt = self.clocks.learnt.get(int(warp[case]))
            if learnt:
                writer = int(thread[case])
                known = max(learnt.get(writer, -1), learnt.get(-1 - writer // WARP, -1))
                result[case] = clock[case] > known
        return result
