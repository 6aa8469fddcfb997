"""TMA stores in flight, with the shared memory that they read and the global memory they write."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..chips import WARP

if TYPE_CHECKING:
    from .interpreter import Interpreter


@dataclass
class BulkStore:
    """One store of a lane, in its commit group."""

    lane: int
    group: int
    granules: np.ndarray
    at: int
    # Granules of global memory.
    written: np.ndarray | None = None
    reduces: bool = False


class BulkStores:
    """Stores whose shared-memory reads have not been awaited."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.groups = np.zeros(interpreter.threads, np.int64)
        # Stores that have not read their source, for all that is known, and those that have read it
        # but not written.
        self.in_flight: list[BulkStore] = []
        self.unwritten: list[BulkStore] = []

    @cached_property
    def are_used(self) -> bool:
        """Whether the kernel has TMA stores, or bulk copies to global memory."""
        return any(
            code.base in ("UTMASTG", "UTMAREDG")
            or (code.base in ("UBLKCP", "UBLKRED") and code.modifiers[0] == "G")
            for code in self.interpreter.program.codes
        )

    def start(self, lane: int, granules: np.ndarray) -> None:
        interpreter = self.interpreter
        interpreter.shared_checker.read_in_bulk(granules, lane)
        self.in_flight.append(BulkStore(lane, int(self.groups[lane]), granules, interpreter.at))

    def commit(self, lanes: np.ndarray) -> None:
        self.groups[lanes] += 1

    def writes(self, places: np.ndarray, width: int, *, reduces: bool) -> None:
        """The last store writes to these places of global memory, or reduces into them."""
        checker, last = self.interpreter.global_checker, self.in_flight[-1]
        if checker:
            start = checker.wrote_in_bulk if reduces else checker.start_copy
            last.written, last.reduces = start(places, width), reduces

    def wait(self, active: np.ndarray, left: int, *, until_written: bool) -> None:
        """The active lanes wait until at most `left` of their groups are pending."""

        def is_over(store: BulkStore) -> bool:
            return bool(active[store.lane] and store.group < self.groups[store.lane] - left)

        for store in filter(is_over, self.in_flight):
            warps = np.array([store.lane // WARP])
            self.interpreter.shared_checker.read_is_over(store.granules, warps, store.at)
            if store.written is not None:
                self.unwritten.append(store)
        self.in_flight = [store for store in self.in_flight if not is_over(store)]
        if until_written:
            for store in filter(is_over, self.unwritten):
                self.interpreter.global_checker.complete(store.written, store.lane, store.at)
            self.unwritten = [store for store in self.unwritten if not is_over(store)]

    def reads(self, granules: np.ndarray) -> np.ndarray:
        """The pending store that reads each granule, -1 if none."""
        pcs = np.full(granules.shape, -1)
        for pending in self.in_flight:
            pcs[np.isin(granules, pending.granules)] = pending.at
        return pcs

    def reduces(self, granules: np.ndarray) -> np.ndarray:
        """The reduction that may not have written each granule of global memory, -1 if none."""
        pcs = np.full(granules.shape, -1)
        for pending in self.in_flight + self.unwritten:
            if pending.reduces:
                pcs[np.isin(granules, pending.written)] = pending.at
        return pcs

    def finish(self) -> None:
        """Report stores that are still pending at exit."""
        for pending in self.in_flight:
            self.interpreter.findings.add(
                "copy-never-awaited",
                pending.at,
                threads=(self.interpreter.name_lane(pending.lane),),
            )
