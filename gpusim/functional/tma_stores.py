"""TMA stores in flight: the shared memory that they still read."""

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


class BulkStores:
    """Stores whose shared-memory reads have not been awaited."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.groups = np.zeros(interpreter.threads, np.int64)
        self.in_flight: list[BulkStore] = []

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

    def wait(self, active: np.ndarray, left: int) -> None:
        """The active lanes wait until at most `left` of their groups are pending."""
        remain = []
        for pending in self.in_flight:
            if active[pending.lane] and pending.group < self.groups[pending.lane] - left:
                warps = np.array([pending.lane // WARP])
                self.interpreter.shared_checker.read_is_over(pending.granules, warps, pending.at)
            else:
                remain.append(pending)
        self.in_flight = remain

    def reads(self, granules: np.ndarray) -> np.ndarray:
        """The pending store that reads each granule, -1 if none."""
        pcs = np.full(granules.shape, -1)
        for pending in self.in_flight:
            pcs[np.isin(granules, pending.granules)] = pending.at
        return pcs

    def finish(self) -> None:
        """A store that is pending at exit is a finding."""
        for pending in self.in_flight:
            self.interpreter.findings.add(
                "copy-never-awaited",
                pending.at,
                threads=(self.interpreter.name_lane(pending.lane),),
            )
