"""Strong stores that become visible only after a later strong load of their thread.

Only a sequentially consistent fence orders a store before a later load of another address (PTX ISA,
"Fence-SC Order"). In one order of execution (`orders`), a strong store to global memory is
performed after the next strong load of global memory, if only arithmetic and other fences are
between the two. So both of two threads that each raise a flag and then read the other's may read
that it is down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..isa.operands import Code
from ..launch import Program
from ..sanitizer.release_acquire import is_strong
from ..state.memory import GLOBAL_BASE
from ..state.registers import Mask
from .instructions import Action
from .instructions.accesses import address, width_of

if TYPE_CHECKING:
    from .interpreter import Interpreter

# Instructions between a store and the load that may precede it.
_BETWEEN = 32
# What may order accesses of different threads; __syncwarp may be a NOP.
_ORDERING, _OTHERS = {"control", "decides", "orders", "proxy", "waits"}, ("DEPBAR", "NOP")
# Bytes of the widest access.
_WIDEST = 16


def late_stores(program: Program) -> dict[int, int]:
    """Strong stores to global memory that may be performed after a load, and these loads."""
    pairs = {}
    for code in program.codes:
        if code.row.access == "global.store" and is_strong(code):
            load = _next_load(code, program)
            if load is not None:
                pairs[code.at] = load
    return pairs


def _next_load(store: Code, program: Program) -> int | None:
    """The strong load that follows a store without anything that orders the two."""
    for code in program.codes[store.at + 1 : store.at + 1 + _BETWEEN]:
        if code.row.access == "global.load" and is_strong(code):
            always = code.predicate is None or code.predicate.is_true
            return code.at if always and code.operands[1] != store.operands[0] else None
        passes = not (code.row.memory or code.row.roles & _ORDERING or code.base in _OTHERS)
        if not passes or (code.base == "MEMBAR" and code.has("SC")):
            return None
    return None


@dataclass(frozen=True)
class LateStore:
    """A store of `width` bytes by each of some lanes, at offsets in the global store."""

    at: int
    offsets: np.ndarray
    lanes: np.ndarray
    width: int
    perform: Callable[[], None]

    def overlaps(self, places: np.ndarray, width: int) -> bool:
        """Whether a lane accesses what it stores; `places` are offsets by lane."""
        places = places[self.lanes]
        apart = (places + width <= self.offsets) | (self.offsets + self.width <= places)
        return not apart.all()


class LateStores:
    """The stores that an interpreter's threads have not performed yet."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        order = interpreter.options.order
        self.pairs = late_stores(interpreter.program) if order and order.stores_late else {}
        self.loads = frozenset(self.pairs.values())
        self.held: list[LateStore] = []

    def hold(
        self, offsets: np.ndarray, lanes: np.ndarray, width: int, perform: Callable[[], None]
    ) -> None:
        """Put the current store aside."""
        self.held.append(LateStore(self.interpreter.at, offsets, lanes, width, perform))

    def watched(self, code: Code, act: Action) -> Action:
        """A load's action, followed by the stores that it precedes. A thread reads what it has
        stored itself."""
        if code.at not in self.loads:
            return act
        addresses, (width, _) = (
            address(code.operands[1], self.interpreter, pairs=True),
            width_of(code),
        )

        def watched(mask: Mask) -> None:
            places = np.full(self.interpreter.threads, -_WIDEST)
            places[self.interpreter.lanes(mask)] = addresses(mask) - GLOBAL_BASE
            if any(store.overlaps(places, width) for store in self.held):
                self._perform()
            act(mask)
            self._perform()

        return watched

    def _perform(self) -> None:
        interpreter, held = self.interpreter, self.held
        at, self.held = interpreter.at, []
        for store in held:
            interpreter.at = store.at
            store.perform()
        interpreter.at = at
