"""wgmma that is under way: what it reads in shared memory, and the registers it writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..chips import WARP
from ..isa.control_flow import MATRICES
from ..isa.operands import Code
from ..state.registers import Mask

if TYPE_CHECKING:
    from .instructions import Action
    from .interpreter import Machine

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
        # Whether a warp has passed wgmma.fence since it last touched an accumulator.
        self.fenced = np.zeros(machine.warps, bool)
        # Registers that any wgmma of the kernel adds to: N / 2 of each thread for an M x N product.
        self.accumulators = frozenset(
            code.operands[0].index + part
            for code in machine.program.codes
            if code.base in MATRICES
            for part in range(int(code.modifiers[0].split("x")[1]) // 2)
        )

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
                    self.machine.shared_checker.read_is_over(
                        one.granules, np.arange(one.warp, one.warp + _WARPS), one.at
                    )
            else:
                remain.append(one)
        self.in_flight = remain

    def reads(self, granules: np.ndarray) -> np.ndarray:
        """The wgmma under way that reads each granule of shared memory, -1 where none does."""
        at = np.full(granules.shape, -1)
        for one in self.in_flight:
            at[np.isin(granules, one.granules)] = one.at
        return at

    def watched(self, code: Code, act: Action) -> Action:
        """An action that first says which accumulators it touches, if any."""
        named = self.machine.dependences[code.at]
        touched = frozenset(index for file, index in named.reads | named.writes if file == "R")
        touched &= self.accumulators
        if not touched or code.base in MATRICES or not self.machine.options.check:
            return act

        def watched(mask: Mask) -> None:
            self._touch(touched, mask)
            act(mask)

        return watched

    def _touch(self, registers: frozenset[int], mask: Mask) -> None:
        """An instruction other than wgmma reads or writes accumulators."""
        machine = self.machine
        for one in self.in_flight:
            lanes = slice(one.warp * WARP, (one.warp + _WARPS) * WARP)
            if registers & one.registers and (mask is None or mask[lanes].any()):
                first = lanes.start + (0 if mask is None else int(np.argmax(mask[lanes])))
                machine.findings.add(
                    "matrix-in-flight", machine.at, other=one.at,
                    threads=(machine.name_lane(first),), note="a register of its sum",
                )  # fmt: skip
        self.fenced[machine.warps_of(mask)] = False
