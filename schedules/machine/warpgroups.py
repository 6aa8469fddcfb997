"""wgmma that is under way: what it reads in shared memory, and the registers it writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..targets import WARP

if TYPE_CHECKING:
    from .machine import Machine

_WARPS = 4


@dataclass
class InFlight:
    """One wgmma of the warpgroup that begins at a warp, in its commit group."""

    warp: int
    group: int
    granules: np.ndarray
    registers: frozenset[int]
    at: int


class Matrices:
    """Every wgmma that no warpgroup has waited for yet."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.groups = np.zeros(machine.warps, np.int64)
        self.in_flight: list[InFlight] = []
        # Registers a warpgroup has touched since its last wgmma.fence.
        self.fenced = np.zeros(machine.warps, bool)

    def arrive(self, warps: np.ndarray) -> None:
        self.fenced[warps] = True

    def start(
        self, warp: int, places: Iterable[np.ndarray], registers: Iterable[int], ends: bool
    ) -> None:
        machine = self.machine
        checker = machine.shared_checker
        units = np.zeros(0, np.int64)
        if checker:
            units = np.unique(np.concatenate([at.ravel() for at in places]) // checker.granule)
            checker.read_by_matrix(units, warp)
        if not self.fenced[warp : warp + _WARPS].all():
            machine.findings.add(
                "warpgroup-arrive", machine.at, threads=(machine.name_lane(warp * WARP),)
            )
        self.in_flight.append(
            InFlight(warp, int(self.groups[warp]), units, frozenset(registers), machine.at)
        )
        if ends:
            self.groups[warp : warp + _WARPS] += 1

    def complete(self, warps: np.ndarray, left: int) -> None:
        """These warps wait until at most `left` groups are under way."""
        waiting, remain = set(warps.tolist()), []
        for one in self.in_flight:
            if one.warp in waiting and one.group < self.groups[one.warp] - left:
                if self.machine.shared_checker:
                    self.machine.shared_checker.read_is_over(one.granules, one.warp, one.at)
            else:
                remain.append(one)
        self.in_flight = remain

    def touched(self, registers: frozenset[int], mask: np.ndarray | None) -> None:
        """An instruction other than wgmma reads or writes registers."""
        machine = self.machine
        for one in self.in_flight:
            if registers & one.registers and (mask is None or mask[one.warp * WARP]):
                machine.findings.add(
                    "matrix-in-flight", machine.at, other=one.at,
                    threads=(machine.name_lane(one.warp * WARP),), note="a register of its sum",
                )  # fmt: skip
