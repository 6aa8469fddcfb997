"""wgmma in flight: the shared memory it reads and the accumulators it writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..chips import WARP
from ..isa.operands import Code
from ..sanitizer.happens_before import MANY, NOBODY
from ..state.registers import Mask

if TYPE_CHECKING:
    from ..sanitizer.happens_before import Shadow
    from .instructions import Action
    from .interpreter import Interpreter

_WARPS = 4
# Bytes; operands are given as places of words.
_WORD = 4


@dataclass
class InFlight:
    """A wgmma of the warpgroup that starts at `warp`, with its commit group."""

    warp: int
    group: int
    granules: np.ndarray
    registers: frozenset[int]
    at: int


def accumulator_registers(code: Code) -> int:
    """Accumulator registers per thread for a 64 x N tile: N / 2, or N / 4 for float16 pairs."""
    shape = next(modifier for modifier in code.modifiers if modifier.count("x") == 2)
    return int(shape.split("x")[1]) // (4 if code.has("F16") else 2)


def bits_of(registers: Iterable[int]) -> int:
    """A set of registers as a number with a bit for each."""
    return sum(1 << register for register in registers)


class Matrices:
    """Every wgmma that has not been awaited."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.groups = np.zeros(interpreter.warps, np.int64)
        self.in_flight: list[InFlight] = []
        # Registers of a warp, a bit each, that were accessed since its last wgmma.fence. Before the
        # first one that is all of them.
        self.unfenced = [-1] * interpreter.warps
        # One with too few operands is refused when it is built.
        every = [
            code
            for code in interpreter.program.codes
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
        interpreter = self.interpreter
        checker = interpreter.shared_checker
        units = np.zeros(0, np.int64)
        if checker:
            units = checker.units(np.concatenate([words.ravel() for words in places]), _WORD)
            checker.read_by_matrix(units, warp)
        used = bits_of(registers)
        if any(used & unfenced for unfenced in self.unfenced[warp : warp + _WARPS]):
            interpreter.findings.add(
                "warpgroup-arrive", interpreter.at, threads=(interpreter.name_lane(warp * WARP),)
            )
        self.in_flight.append(
            InFlight(warp, int(self.groups[warp]), units, frozenset(registers), interpreter.at)
        )
        if ends:
            self.groups[warp : warp + _WARPS] += 1

    def complete(self, warps: np.ndarray, left: int) -> None:
        """These warps wait until at most `left` groups are in flight."""
        waiting, remain = set(warps.tolist()), []
        for pending in self.in_flight:
            if pending.warp in waiting and pending.group < self.groups[pending.warp] - left:
                if self.interpreter.shared_checker:
                    self.interpreter.shared_checker.read_is_over(
                        pending.granules, np.arange(pending.warp, pending.warp + _WARPS), pending.at
                    )
            else:
                remain.append(pending)
        self.in_flight = remain

    def released(
        self, shadow: Shadow, place: np.ndarray, unordered: np.ndarray, own: np.ndarray
    ) -> np.ndarray:
        """Reads, by granule and warp, of awaited wgmmas that one warp of their warpgroup has
        released to the warp `own`; `unordered` are those that their own warp has not."""
        warps = unordered.shape[1] // _WARPS * _WARPS
        reader = shadow.reader[place, :warps]
        awaited = (reader == MANY) & np.isin(shadow.read_at[place, :warps], self.codes)
        later = ~unordered[:, :warps] & (reader != NOBODY)
        later &= np.arange(warps) != own[:, None]
        any_later = later.reshape(len(place), -1, _WARPS).any(axis=2)
        result = np.zeros_like(unordered)
        result[:, :warps] = awaited & np.repeat(any_later, _WARPS, axis=1)
        return result

    def reads(self, granules: np.ndarray) -> np.ndarray:
        """The wgmma in flight that reads each granule of shared memory, -1 if none."""
        pcs = np.full(granules.shape, -1)
        for pending in self.in_flight:
            pcs[np.isin(granules, pending.granules)] = pending.at
        return pcs

    def watched(self, code: Code, act: Action) -> Action:
        """The action, preceded by checks of accumulators that it accesses and of registers of A
        that it writes."""
        named = self.interpreter.dependences[code.at]
        touched = frozenset(index for file, index in named.reads | named.writes if file == "R")
        written = frozenset(index for file, index in named.writes if file == "R")
        touched = touched & self.accumulators | written & self.sources
        if not touched or code.row.pipe == "wgmma" or not self.interpreter.options.check:
            return act
        bits = bits_of(touched)

        def watched(mask: Mask) -> None:
            self._touch(touched, mask)
            for warp in self.interpreter.warps_of(mask).tolist():
                self.unfenced[warp] |= bits
            act(mask)

        return watched

    def _touch(self, registers: frozenset[int], mask: Mask) -> None:
        """Check a non-wgmma instruction that accesses accumulators."""
        interpreter = self.interpreter
        for pending in self.in_flight:
            lanes = slice(pending.warp * WARP, (pending.warp + _WARPS) * WARP)
            if registers & pending.registers and (mask is None or mask[lanes].any()):
                first = lanes.start + (0 if mask is None else int(np.argmax(mask[lanes])))
                interpreter.findings.add(
                    "matrix-in-flight", interpreter.at, other=pending.at,
                    threads=(interpreter.name_lane(first),), note="an accumulator register",
                )  # fmt: skip
