"""Asynchronous reads and writes in flight: TMA stores, and wgmma with its accumulators."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..chips import WARP, WARPGROUP
from ..isa.decoder import Code, accumulator_registers
from ..sanitizer.happens_before import MANY, NOBODY, Shadow
from ..state.execution import Execution
from ..state.registers import Mask
from .instructions import Action


@dataclass(eq=False)
class InFlight:
    """An instruction of a lane, or of the warpgroup that begins with it, in its commit group, and
    the granules of shared memory that it reads."""

    lane: int
    group: int
    granules: np.ndarray
    at: int
    # Of a wgmma: its registers.
    registers: frozenset[int] = frozenset()
    # Of a store: granules of global memory.
    written: np.ndarray | None = None
    reduces: bool = False


def _last(pending: Iterable[InFlight], granules: np.ndarray, of: str) -> np.ndarray:
    """The last of some instructions that accesses each granule, -1 if none does."""
    pcs = np.full(granules.shape, -1)
    for one in pending:
        pcs[np.isin(granules, getattr(one, of))] = one.at
    return pcs


class CommitGroups:
    """Instructions of one kind that have not been awaited, each by `warps` warps."""

    warps = 1

    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        # By lane: its commit groups.
        self.groups = np.zeros(execution.threads, np.int64)
        # Instructions that have not read their sources, for all that is known.
        self.in_flight: list[InFlight] = []

    def is_over(self, one: InFlight, active: np.ndarray, left: int) -> bool:
        """Whether a wait of the active lanes for all but `left` groups includes an instruction."""
        return bool(active[one.lane] and one.group < self.groups[one.lane] - left)

    def end(self, active: np.ndarray, left: int) -> list[InFlight]:
        """The active lanes wait until at most `left` of their groups are in flight; returns the
        instructions of the groups that ended."""
        over = [one for one in self.in_flight if self.is_over(one, active, left)]
        for one in over:
            if self.execution.shared_checker:
                warps = one.lane // WARP + np.arange(self.warps)
                self.execution.shared_checker.read_is_over(one.granules, warps, one.at)
        self.in_flight = [one for one in self.in_flight if one not in over]
        return over

    def reads(self, granules: np.ndarray) -> np.ndarray:
        """The instruction in flight that reads each granule of shared memory, -1 if none."""
        return _last(self.in_flight, granules, "granules")


class BulkStores(CommitGroups):
    """TMA stores, and bulk copies to global memory."""

    def __init__(self, execution: Execution) -> None:
        super().__init__(execution)
        # Stores that have read their source, but not written.
        self.unwritten: list[InFlight] = []

    @cached_property
    def are_used(self) -> bool:
        """Whether the kernel has TMA stores, or bulk copies to global memory."""
        return any(
            code.base in ("UTMASTG", "UTMAREDG")
            or (code.base in ("UBLKCP", "UBLKRED") and code.modifiers[0] == "G")
            for code in self.execution.program.codes
        )

    def start(self, lane: int, granules: np.ndarray) -> None:
        execution = self.execution
        execution.shared_checker.read_in_bulk(granules, lane)
        self.in_flight.append(InFlight(lane, int(self.groups[lane]), granules, execution.at))

    def commit(self, lanes: np.ndarray) -> None:
        self.groups[lanes] += 1

    def writes(self, places: np.ndarray, width: int, *, reduces: bool) -> None:
        """The last store writes to these places of global memory, or reduces into them."""
        checker, last = self.execution.global_checker, self.in_flight[-1]
        if checker:
            start = checker.wrote_in_bulk if reduces else checker.start_copy
            last.written, last.reduces = start(places, width), reduces

    def wait(self, active: np.ndarray, left: int, *, until_written: bool) -> None:
        """The active lanes wait until at most `left` of their groups are pending."""
        self.unwritten += [store for store in self.end(active, left) if store.written is not None]
        if until_written:
            over = [store for store in self.unwritten if self.is_over(store, active, left)]
            for store in over:
                self.execution.global_checker.complete(store.written, store.lane, store.at)
            self.unwritten = [store for store in self.unwritten if store not in over]

    def reduces(self, granules: np.ndarray) -> np.ndarray:
        """The reduction that may not have written each granule of global memory, -1 if none."""
        pending = (store for store in self.in_flight + self.unwritten if store.reduces)
        return _last(pending, granules, "written")

    def finish(self) -> None:
        """Report stores that are still pending at exit."""
        for pending in self.in_flight:
            self.execution.report("copy-never-awaited", pending.lane, at=pending.at)


# Bytes; operands are given as places of words.
_WORD = 4


def bits_of(registers: Iterable[int]) -> int:
    """A set of registers as a number with a bit for each."""
    return sum(1 << register for register in registers)


class Matrices(CommitGroups):
    """wgmma of warpgroups."""

    warps = 4

    def __init__(self, execution: Execution) -> None:
        super().__init__(execution)
        # Registers of a warp, a bit each, that were accessed since its last wgmma.fence. Before the
        # first one that is all of them.
        self.unfenced = [-1] * execution.warps
        # One with too few operands is refused when it is built.
        every = [
            code
            for code in execution.program.codes
            if code.row.pipe == "wgmma" and len(code.operands) > 2
        ]
        self.codes = [code.at for code in every]
        # Accumulators of any wgmma of the kernel.
        self.accumulators = frozenset(
            code.operands[0].index + part
            for code in every
            for part in range(accumulator_registers(code))
        )
        # Registers that hold A.
        self.sources = frozenset(
            code.operands[1].index + part
            for code in every
            if code.operands[1].kind == "R"
            for part in range(4)
        )

    def arrive(self, warps: np.ndarray) -> None:
        for warp in warps.tolist():
            self.unfenced[warp] = 0

    def start(
        self, warp: int, places: Iterable[np.ndarray], registers: Iterable[int], ends: bool
    ) -> None:
        execution = self.execution
        checker = execution.shared_checker
        units = np.zeros(0, np.int64)
        if checker:
            units = checker.units(np.concatenate([words.ravel() for words in places]), _WORD)
            checker.read_by_matrix(units, warp)
        used = bits_of(registers)
        if any(used & unfenced for unfenced in self.unfenced[warp : warp + self.warps]):
            execution.report("warpgroup-arrive", warp * WARP)
        lane, held = warp * WARP, frozenset(registers)
        group = int(self.groups[lane])
        self.in_flight.append(InFlight(lane, group, units, execution.at, held))
        if ends:
            self.groups[lane : lane + WARPGROUP] += 1

    def released(
        self, shadow: Shadow, place: np.ndarray, unordered: np.ndarray, own: np.ndarray
    ) -> np.ndarray:
        """Reads, by granule and warp, of awaited wgmmas that one warp of their warpgroup has
        released to the warp `own`; `unordered` are those that their own warp has not."""
        warps = unordered.shape[1] // self.warps * self.warps
        reader = shadow.reader[place, :warps]
        awaited = (reader == MANY) & np.isin(shadow.read_at[place, :warps], self.codes)
        later = ~unordered[:, :warps] & (reader != NOBODY)
        later &= np.arange(warps) != own[:, None]
        any_later = later.reshape(len(place), -1, self.warps).any(axis=2)
        result = np.zeros_like(unordered)
        result[:, :warps] = awaited & np.repeat(any_later, self.warps, axis=1)
        return result

    def watched(self, code: Code, act: Action) -> Action:
        """The action, preceded by checks of accumulators that it accesses and of registers of A
        that it writes."""
        if not self.codes or code.row.pipe == "wgmma" or not self.execution.options.check:
            return act
        touched = frozenset(index for file, index in code.reads | code.writes if file == "R")
        written = frozenset(index for file, index in code.writes if file == "R")
        touched = touched & self.accumulators | written & self.sources
        if not touched:
            return act
        bits = bits_of(touched)

        def watched(mask: Mask) -> None:
            self._touch(touched, mask)
            for warp in self.execution.warps_of(mask).tolist():
                self.unfenced[warp] |= bits
            act(mask)

        return watched

    def _touch(self, registers: frozenset[int], mask: Mask) -> None:
        """Check a non-wgmma instruction that accesses accumulators."""
        execution = self.execution
        for pending in self.in_flight:
            lanes = slice(pending.lane, pending.lane + WARPGROUP)
            if registers & pending.registers and (mask is None or mask[lanes].any()):
                first = lanes.start + (0 if mask is None else int(np.argmax(mask[lanes])))
                note = "an accumulator register"
                execution.report("matrix-in-flight", first, other=pending.at, note=note)
