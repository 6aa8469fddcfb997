"""Stores by the tensor memory accelerator that are under way: what they read in shared memory."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..chips import WARP

if TYPE_CHECKING:
    from .interpreter import Machine


@dataclass
class BulkStore:
    """One store of a lane, in its commit group."""

    lane: int
    group: int
    granules: np.ndarray
    at: int


class BulkStores:
    """Every store whose reads of shared memory nobody has waited for yet."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.groups = np.zeros(machine.threads, np.int64)
        self.in_flight: list[BulkStore] = []

    @cached_property
    def are_used(self) -> bool:
        """Whether there is any; raises Unsupported beside cp.async, whose groups look alike."""
        codes = self.machine.program.codes
        stores = any(code.base == "UTMASTG" for code in codes)
        beside = next((code for code in codes if code.base == "LDGDEPBAR"), None)
        if stores and beside:
            raise beside.unknown("beside stores by TMA")
        return stores

    def start(self, lane: int, granules: np.ndarray) -> None:
        machine = self.machine
        machine.shared_checker.read_in_bulk(granules, lane)
        self.in_flight.append(BulkStore(lane, int(self.groups[lane]), granules, machine.at))

    def commit(self, lanes: np.ndarray) -> None:
        self.groups[lanes] += 1

    def wait(self, active: np.ndarray, left: int) -> None:
        """The active lanes wait until at most `left` of their groups may still read."""
        remain = []
        for one in self.in_flight:
            if active[one.lane] and one.group < self.groups[one.lane] - left:
                warps = np.array([one.lane // WARP])
                self.machine.shared_checker.read_is_over(one.granules, warps, one.at)
            else:
                remain.append(one)
        self.in_flight = remain

    def reads(self, granules: np.ndarray) -> np.ndarray:
        """The store under way that reads each granule, -1 where none does."""
        at = np.full(granules.shape, -1)
        for one in self.in_flight:
            at[np.isin(granules, one.granules)] = one.at
        return at

    def finish(self) -> None:
        """At the kernel's end shared memory goes: nothing may be read any more."""
        for one in self.in_flight:
            self.machine.findings.add(
                "copy-never-awaited", one.at, threads=(self.machine.name_lane(one.lane),)
            )
