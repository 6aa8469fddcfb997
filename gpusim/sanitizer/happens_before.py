"""Happens-before relation: vector clocks, one per warp, and release and acquire.

Vector clocks at warp granularity, after FastTrack (Flanagan, Freund: "FastTrack: Efficient and
Precise Dynamic Race Detection", PLDI 2009). A warp's clock advances at each release (barrier,
arrival); `known[w, v]` is the last clock of warp v that warp w has acquired. Each granule of memory
stores its last write (thread, clock, instruction) and, per warp, its last read. An access by
another warp is ordered if its clock is known. Within a warp, accesses of other threads are ordered
only by a warp-level synchronization (`bar.sync`, `__syncwarp`), since threads of a warp may
diverge; if only that order is missing, the finding is `warp-synchronous`.

An mbarrier is one more column of `known`: the phases that a warp has seen complete. A lane's
arrival at an mbarrier releases its own accesses, and of the other lanes of its warp what precedes
their last synchronization with it. So, of programs with mbarriers, `known` also has a column for
each lane. Another warp's access that is only ordered after some lane of the warp, not after the
lane that did it, is `warp-synchronous` too.

Release and acquire follow the PTX memory model. A thread releases by a fence followed by a strong
store or an atomic; another thread acquires by a strong load or an atomic of the same address that
reads the stored value, followed by a fence. Both have scopes: a fence of block scope releases only
to threads of its block. An atomic continues what earlier stores to its address released; a store
replaces it (PTX ISA, "Release and Acquire Patterns").

In SASS a release is a MEMBAR before the store. An acquire of device scope is a CCTL.IVALL after the
load; one of block scope has no instruction of its own, so every strong load of block scope
acquires. So does an atomic, in its block; from other blocks it acquires if a fence of device scope
precedes it, as in the CUDA C++ Programming Guide's last-block sum, which has none after it.
SASS does not mark strong accesses of shared memory; there a load that a loop repeats until its
value changes is one, and so is every store. Generic ones are marked. Of those that PTX marks as
volatile or relaxed, loads that decide branches, and stores to words that atomics have written, do
not race with atomics. All others load and store data, which need an order.

Fences of different threads also synchronize if both are sequentially consistent (MEMBAR.SC), the
first one happens before the strong write and the second one after the read: were their order the
other one, the read would precede the write ("Fence-SC Order"). Fences of block scope do so within
their block.

A strong read orders the strong write that it reads before all that follows the read ("Causality
Order"): this write alone, not what precedes it.

Strong accesses do not race. But where a thread has seen another thread's flag, the values that it
then loads as data have to be ordered, strong or not (`global_races.Flags`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..chips import WARP
from ..isa.decoder import PREDICATES, Code, address_registers

if TYPE_CHECKING:
    from ..isa.program import Program
    from ..state.execution import Execution


# Launch-wide thread number, or -1 minus a warp number -> clock.
Known = dict[int, int]
# Clocks released at an address, by scope: DEVICE, or a launch-wide block number.
Released = dict[int, Known]
DEVICE = -1
# Key instead of a scope: released by sequentially consistent fences of other threads. `_in_block`
# gives that of fences of block scope.
SEQUENTIAL = -2
# Instructions between a vote and a fence, and between the fence and its atomic.
_BEFORE_FENCE, _AFTER_FENCE = 48, 4
# Instructions and steps within which a loaded value decides a branch.
_NEAR, _STEPS = 64, 4
# Opcodes that make a loop more than a wait.
_WORK = ("store", "atomic", "reduction", "copy", "matrix")


def _in_block(block: int) -> int:
    return SEQUENTIAL - 1 - block


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
    for first, last in set(program.innermost_loops.values()):
        body = program.codes[first : last + 1]
        if any(c.base == "BAR" or c.row.access.partition(".")[2] in _WORK for c in body):
            continue
        written = frozenset().union(*(c.writes for c in body))
        tests = (c for c in body if c.operands and c.operands[0].kind in PREDICATES)
        decisive = frozenset().union(*(c.reads for c in tests))
        pcs |= {
            c.at
            for c in body
            if c.row.access == "shared.load"
            and c.writes & decisive
            and not address_registers(c) & written
        }
    return frozenset(pcs)


def decides(load: Code, program: Program) -> bool:
    """Whether a predicate that depends on a loaded value guards an instruction."""
    steps = dict.fromkeys(load.writes, 0)
    for code in program.codes[load.at + 1 : load.at + 1 + _NEAR]:
        if any(register in steps for register in code.guards):
            return True
        sources = [steps[register] for register in code.reads if register in steps]
        for register in code.writes:
            steps.pop(register, None)
        if sources and min(sources) < _STEPS:
            steps |= dict.fromkeys(code.writes, min(sources) + 1)
    return False


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

    def __init__(self, execution: Execution) -> None:
        self.execution, self.clocks = execution, execution.clocks
        # By lane; and the same without device scope, in dictionaries that do not change.
        self.fenced: dict[int, Released] = {}
        self.fenced_in_block: dict[int, Released] = {}
        self.read: dict[int, Released] = {}
        # By lane: a fence of device scope that no atomic has followed yet.
        self.armed: set[int] = set()
        # By warp: the lanes of the last vote for an atomic that one lane executes for all.
        self.groups: dict[int, list[int]] = {}

    @cached_property
    def polls(self) -> frozenset[int]:
        return polls(self.execution.program)

    @cached_property
    def volatile_loads(self) -> frozenset[int]:
        """Volatile loads of shared memory that decide branches: strong beside atomics. What others
        load are data, which need an order."""
        program = self.execution.program
        return frozenset(
            code.at
            for code in program.codes
            if code.at in self.execution.options.volatile - self.polls
            and code.row.access == "shared.load"
            and decides(code, program)
        )

    @cached_property
    def joint_fences(self) -> dict[int, int]:
        return joint_fences(self.execution.program)

    def vote(self, active: np.ndarray) -> None:
        """These lanes, shape (warps, 32), vote for an atomic that one lane executes for all."""
        for warp in np.flatnonzero(active.any(axis=1)).tolist():
            self.groups[warp] = (warp * WARP + np.flatnonzero(active[warp])).tolist()

    def _block(self, lane: int) -> int:
        return int(self.execution.thread[lane]) // self.execution.threads_per_block

    def fence(self, lanes: np.ndarray, *, device: bool, sequential: bool = False) -> None:
        """Lanes release to their next strong writes what they have done and acquired.

        With `sequential`, also to sequentially consistent fences of other threads. For other lanes
        of the warp, a lane releases what precedes their last synchronization with it; for the lanes
        on whose behalf it executes an atomic, everything so far.
        """
        execution, clocks = self.execution, self.clocks
        warps, pc = execution.warps_per_block, execution.at
        for warp in np.unique(lanes // WARP).tolist():
            own, before = int(clocks.local[warp]), int(clocks.clock[warp])
            known = clocks.release(warp)
            known[own] = clocks.converged[warp] - 1
            in_block = known[own // warps * warps :][:warps].tolist()
            first = int(execution.thread[warp * WARP])
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
                if device:
                    self.armed.add(lane)
                scopes = [self._block(lane), *([DEVICE] if device else [])]
                fenced = self.fenced.setdefault(lane, {})
                fenced.update(dict.fromkeys(scopes, released))
                self.fenced_in_block[lane] = {s: k for s, k in fenced.items() if s != DEVICE}
                if sequential:
                    latest(clocks.fences_in_block.new.setdefault(warp, {}), released)
                if device and sequential:
                    latest(clocks.fences.new.setdefault(warp, {}), released)

    def _released(self, lane: int, *, device: bool) -> Released:
        """What a strong write of a lane releases."""
        released = (self.fenced if device else self.fenced_in_block).get(lane, {})
        fences = {_in_block(self._block(lane)): self.clocks.fences_in_block.known.get(lane // WARP)}
        if device:
            fences[SEQUENTIAL] = self.clocks.fences.known.get(lane // WARP)
        fences = {key: dict(known) for key, known in fences.items() if known}
        return released | fences if fences else released

    def _releases(self, handed_on: dict[int, Released]) -> bool:
        """Whether anything has been released."""
        return bool(self.fenced or handed_on or self.clocks.fences_in_block.known)

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
        """Atomics acquire what earlier ones at the address released, from other blocks at their
        lane's next fence unless one precedes them; compare-and-swaps that `failed` do not write, so
        they release nothing."""
        silent = set() if failed is None else set(lanes[failed].tolist())
        acquired: list[tuple[int, Known]] = []
        for place, lane in self._pairs(handed_on, offsets, lanes, width):
            # Several words share what a lane's stores release.
            here = dict(handed_on.get(place, {}))
            if lane not in silent:
                _merge(here, self._released(lane, device=device))
                handed_on[place] = here
            visible = self._visible(here, lane, device=device)
            if DEVICE in visible and lane not in self.armed:
                _merge(self.read.setdefault(lane, {}), {DEVICE: visible.pop(DEVICE)})
            acquired += [(lane, known) for known in visible.values()]
            self._read_sequential(lane, here, device=device)
        self._acquire(acquired)
        self.armed.difference_update(lanes.tolist())

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
            self._read_sequential(lane, here, device=device or polls)
            if not device:
                visible = self._visible(here, lane, device=False)
                acquired += [(lane, known) for known in visible.values()]
        self._acquire(acquired)

    def hand_over(self, lane: int, released: Released) -> None:
        """A relaxed arrival at an mbarrier adds what the lane's fences have released."""
        _merge(released, self._released(lane, device=True))

    def take_over(self, lanes: np.ndarray, released: Released) -> None:
        """Lanes acquire what relaxed arrivals have handed over."""
        for lane in lanes.tolist() if released else ():
            visible = self._visible(released, lane, device=True)
            self._acquire([(lane, known) for known in visible.values()])

    def _visible(self, released: Released, lane: int, *, device: bool) -> Released:
        scopes = (DEVICE, self._block(lane)) if device else (self._block(lane),)
        return {scope: released[scope] for scope in scopes if scope in released}

    def _sequential(self, lane: int, *, device: bool) -> list[tuple[int, PassedOn]]:
        """The keys of what such fences of a scope have released, and what has been read of it."""
        in_block = _in_block(self._block(lane)), self.clocks.reads_in_block
        return [(SEQUENTIAL, self.clocks.reads), in_block] if device else [in_block]

    def _read_sequential(self, lane: int, released: Released, *, device: bool) -> None:
        """A strong read of what sequentially consistent fences have released."""
        for key, reads in self._sequential(lane, device=device):
            if known := released.get(key):
                latest(self.read.setdefault(lane, {}).setdefault(key, {}), known)
                latest(reads.new.setdefault(lane // WARP, {}), known)

    def acquire_sequential(self, lanes: np.ndarray, *, device: bool) -> None:
        """A sequentially consistent fence after reads of these lanes, or after a barrier with other
        lanes."""
        acquired: list[tuple[int, Known]] = []
        for lane in lanes.tolist():
            for key, reads in self._sequential(lane, device=device):
                own = self.read.get(lane, {}).pop(key, {})
                acquired += [(lane, own), (lane, reads.known.get(lane // WARP, {}))]
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
                if scope > SEQUENTIAL and (device or scope != DEVICE):
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
            first = int(self.execution.thread[warp * WARP])
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


NOBODY, MANY = -1, -2
# Kinds of the last write. ATOMIC includes other strong writes; BLOCK_ATOMIC is strong only for
# threads of its block.
GENERIC, COPYING, BY_TMA, ATOMIC, BLOCK_ATOMIC = 0, 1, 2, 3, 4
BY_THREADS = GENERIC, ATOMIC, BLOCK_ATOMIC
# Values of `Shadow.fenced`: no proxy fence yet; none needed, written through the async proxy.
UNFENCED, THROUGH_PROXY = -1, -2
_MBARRIERS = 64


class PassedOn:
    """Clocks that threads of a warp have acquired (`new`), and that barriers pass on (`known`)."""

    def __init__(self) -> None:
        self.new: dict[int, Known] = {}
        self.known: dict[int, Known] = {}

    def get(self, warp: int, key: int, otherwise: int | None = None) -> int | None:
        """What a warp has acquired itself or by barriers."""
        return self.new.get(warp, {}).get(key, self.known.get(warp, {}).get(key, otherwise))

    def join(self, warps: list[int]) -> None:
        """A barrier of these warps: each acquires what the others have acquired."""
        if not (self.new or self.known):
            return
        together: Known = {}
        for warp in warps:
            latest(together, self.new.pop(warp, {}))
            latest(together, self.known.get(warp, {}))
        self.known |= {warp: dict(together) for warp in warps if together}


class Clocks:
    """Vector clocks of the warps of each block (or cluster)."""

    def __init__(self, blocks: int, warps_per_block: int, *, by_lane: bool = False) -> None:
        self.warps = warps_per_block
        total = blocks * warps_per_block
        # `known` may also have one column per lane; they start at `first_lane`.
        self.by_lane, self.first_lane = by_lane, warps_per_block + _MBARRIERS
        self.clock = np.zeros(total, np.int64)
        # Each warp's clock when all of its lanes last synchronized.
        self.converged = np.zeros(total, np.int64)
        # Each warp's clock at its last instruction that all lanes execute together (mma, wgmma).
        self.aligned = np.zeros(total, np.int64)
        columns = self.first_lane + by_lane * warps_per_block * WARP
        self.known = np.full((total, columns), -1, np.int64)
        self.local = np.tile(np.arange(warps_per_block), blocks)
        # By warp, clocks acquired from any block.
        self.learnt: dict[int, Known] = {}
        # Released by sequentially consistent fences, and seen by strong reads.
        self.fences, self.reads = PassedOn(), PassedOn()
        # Those of device scope, too.
        self.fences_in_block, self.reads_in_block = PassedOn(), PassedOn()
        # The threads whose strong stores a warp has seen, and flags (`global_races.Flags`).
        self.seen = PassedOn()
        # (lane, lane of the same warp): the last clock of the second that the first has acquired,
        # if part of a warp has ever synchronized.
        self.between: np.ndarray | None = None

    @property
    def _passed_on(self) -> tuple[PassedOn, ...]:
        return self.fences, self.reads, self.fences_in_block, self.reads_in_block, self.seen

    def lanes_known(self) -> np.ndarray:
        if self.between is None:
            self.between = np.full((len(self.clock) * WARP, WARP), -1, np.int64)
        return self.between

    def join(self, warps: np.ndarray) -> None:
        """A barrier of some warps of one block: each acquires what all of them know."""
        self._own(warps)
        if self.learnt:
            for warp in warps.tolist():
                for other in warps.tolist():
                    latest(self.learnt.setdefault(warp, {}), self.learnt.get(other, {}))
        for passed_on in self._passed_on:
            passed_on.join(warps.tolist())
        self.known[warps] = self.known[warps].max(axis=0)
        self.advance(warps)

    def _own(self, warps: np.ndarray) -> None:
        self.known[warps, self.local[warps]] = self.clock[warps]
        if self.by_lane:
            self.known[warps[:, None], self._lanes_of(warps)] = self.clock[warps][:, None]

    def _lanes_of(self, warps: np.ndarray) -> np.ndarray:
        """Columns of warps' lanes, shape (warps, 32)."""
        return self.first_lane + self.local[warps][:, None] * WARP + np.arange(WARP)

    def advance(self, warps: np.ndarray) -> None:
        """All lanes of these warps have synchronized."""
        for passed_on in self._passed_on:
            if passed_on.new:
                for warp in warps.tolist():
                    passed_on.join([warp])
        self.clock[warps] += 1
        self.converged[warps] = self.clock[warps]

    def meet(self, lanes: np.ndarray) -> None:
        """Some lanes of one warp have synchronized."""
        between, warp = self.lanes_known(), lanes[0] // WARP
        known = between[lanes].max(axis=0)
        known[lanes % WARP] = self.clock[warp]
        between[lanes] = known
        self.clock[warp] += 1

    def unordered_lanes(self, lane: np.ndarray, other: np.ndarray, clock: np.ndarray) -> np.ndarray:
        """Whether lanes have not synchronized with others of their warps since a clock."""
        unordered = clock >= self.converged[lane // WARP]
        if self.between is not None:
            unordered &= clock > self.between[lane, other % WARP]
        return unordered

    def known_lanes(self, lane: int) -> np.ndarray:
        """Clocks of the lanes of its warp that a lane knows, its own included."""
        known = np.full(WARP, -1) if self.between is None else self.between[lane].copy()
        known[lane % WARP] = self.clock[lane // WARP]
        return known

    def acquire_lanes(self, lanes: np.ndarray, known: np.ndarray) -> None:
        """Lanes of a warp acquire clocks of its lanes, unless all have synchronized since."""
        if (known >= self.converged[lanes[0] // WARP]).any():
            between = self.lanes_known()
            between[lanes] = np.maximum(between[lanes], known)

    def release(self, warp: int) -> np.ndarray:
        """The clock that a warp releases; its own clock advances."""
        self._own(np.array([warp]))
        self.clock[warp] += 1
        return self.known[warp].copy()

    def release_lane(self, lane: int) -> np.ndarray:
        """What one lane of a warp releases; the warp's clock advances."""
        warp = lane // WARP
        self.known[warp, self.local[warp]] = self.clock[warp]
        known = self.known[warp].copy()
        if self.by_lane:
            all_did = max(self.converged[warp], self.aligned[warp]) - 1
            start = self.first_lane + self.local[warp] * WARP
            known[start : start + WARP] = np.maximum(self.known_lanes(lane), all_did)
        self.clock[warp] += 1
        return known

    def align(self, warps: np.ndarray) -> None:
        """All lanes of these warps execute one instruction together."""
        if self.by_lane:
            self.clock[warps] += 1
            self.aligned[warps] = self.clock[warps]

    def acquire(self, warp: int, known: np.ndarray) -> None:
        np.maximum(self.known[warp], known, out=self.known[warp])

    def ordered(self, warp: np.ndarray, column: np.ndarray, clock: np.ndarray) -> np.ndarray:
        """Whether an operation of `column` at `clock` happened before the next one of `warp`."""
        return clock <= self.known[warp, column]

    def ordered_lane(
        self, warp: np.ndarray, column: np.ndarray, lane: np.ndarray, clock: np.ndarray
    ) -> np.ndarray:
        """The same for an operation of one lane (0 to 31) of the warp of `column`."""
        if not self.by_lane:
            return self.ordered(warp, column, clock)
        return clock <= self.known[warp, self.first_lane + column * WARP + lane % WARP]


class Shadow:
    """Per-granule state of a memory: last write, last reads, copies in flight.

    `readers` is the number of stored reads per granule; the checker defines what each column holds.
    """

    def __init__(self, granules: int, readers: int) -> None:
        self.writer = self._column(granules, "write", np.int32, NOBODY)
        self.written_at = self._column(granules, "write", np.int32, -1)
        self.written_clock = self._column(granules, "write", np.int32, -1)
        self.kind = self._column(granules, "kind", np.int8, GENERIC)
        # The writing warp's clock at the writer's first proxy fence since the write, if the kernel
        # has fences.
        self.fenced = self._column(granules, "fence", np.int32, UNFENCED)
        self.reader = self._columns(granules, readers, np.int32, NOBODY)
        self.read_at = self._columns(granules, readers, np.int32, -1)
        self.read_clock = self._columns(granules, readers, np.int32, -1)
        self.in_flight = self._column(granules, "flight", np.int16, 0)
        # By granule: index of the instruction that copied an undefined value there, plus 1.
        self.copied_undefined = self._column(granules, "undefined", np.int32, 0)
        self.copies_undefined = False
        # By address: clocks released by strong writes.
        self.handed_on: dict[int, Released] = {}
        # By granule and thread: the strong write of another thread that it has read, given by its
        # thread, clock and instruction, and the reader's clock.
        self.observed: dict[int, dict[int, tuple[int, int, int, int]]] = {}

    def _column(self, granules: int, group: str, dtype: type, default: int) -> Any:
        """A value for each granule. Values of a group are written together."""
        return np.full(granules, default, dtype)

    def _columns(self, granules: int, count: int, dtype: type, default: int) -> Any:
        """`count` values for each granule."""
        return np.full((granules, count), default, dtype)

    def undefined(self, place: np.ndarray, writer: np.ndarray) -> np.ndarray:
        """Whether granules are unwritten, or hold only copies of undefined values."""
        never = writer == NOBODY
        return never | self.copied_undefined[place] > 0 if self.copies_undefined else never

    def mark_reserved(self, execution: Execution, granule: int) -> None:
        """Reserved shared memory is written: the system initializes it."""
        first, end = execution.reserved.start // granule, execution.reserved.stop // granule
        self.writer.reshape(len(execution.blocks), -1)[:, first:end] = MANY

    def stamp(self, place: np.ndarray, clock: np.ndarray, at: int) -> None:
        """Note when, and by which instruction, granules are written."""
        self.written_clock[place], self.written_at[place] = clock, at

    def define(self, place: np.ndarray) -> None:
        """Mark granules as written."""
        if self.copies_undefined:
            self.copied_undefined[place] = 0

    def copy_undefined(self, place: np.ndarray, pc: int) -> None:
        """Mark granules to which an instruction has copied undefined values."""
        self.copies_undefined = True
        self.copied_undefined[place] = pc + 1


def granules(offsets: np.ndarray, width: int, size: int) -> np.ndarray:
    """Indices of the granules of `size` bytes that accesses cover, shape (accesses, each)."""
    return (offsets // size)[:, None] + np.arange(max(1, width // size))


def undefined_granules(
    offsets: np.ndarray, width: int, undefined: np.ndarray, size: int
) -> np.ndarray:
    """The granules of `size` bytes that accesses cover and that contain `undefined` bytes, which
    are bits, shape (accesses, words)."""
    place = granules(offsets, width, size)
    byte = np.arange(place.shape[1]) * size
    bits = undefined[:, byte // 4] >> (byte % 4).astype(np.uint8)
    return place[bits & (1 << size) - 1 != 0]
