"""Asynchronous copies from global to shared memory (cp.async)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ...isa.operands import Code
from ...state.memory import Store
from ...state.registers import Mask
from . import Action, instruction
from .accesses import CACHING, address, count_requests, global_places, shared_places, width_of

if TYPE_CHECKING:
    from ..interpreter import Interpreter


@instruction("LDGSTS")
def copy(code: Code, interpreter: Interpreter) -> Action:
    """cp.async: global to shared memory.

    Data arrives at once; the shadow marks it as in flight. If the source size n is smaller than the
    width of .ZFILL, ptxas adds (width - n) % width to the address, which has to be aligned: so its
    low bits count the bytes that are filled with zeros.
    """
    code.only(*CACHING, "64", "128", "ZFILL")
    width, _ = width_of(code)
    to, source = address(code.operands[0], interpreter), address(code.operands[1], interpreter)
    low_bits = width - 1 if code.has("ZFILL") else 0
    wanted = None
    if len(code.operands) > 2:
        # If the predicate is false, zeros are copied.
        wanted = interpreter.registers.condition(code.operands[2])
        interpreter.registers.noted.guard(code.operands[2])

    def act(mask: Mask) -> None:
        loads = mask if wanted is None else interpreter.active(mask) & wanted()
        target, origin, readers = to(mask), source(loads), interpreter.lanes(loads)
        origin, sizes = origin & ~low_bits, width - (origin & low_bits)
        count_requests(interpreter, origin, loads, width, shared=False, store=False)
        count_requests(interpreter, target, mask, width, shared=True, store=True)
        if interpreter.options.only is not None:
            return
        target, kept = shared_places(interpreter, target, interpreter.lanes(mask), width)
        words = [np.zeros(len(kept), np.uint32) for _ in range(width // 4)]
        for size, some in _by_size(sizes, np.isin(readers, kept)):
            places, lanes = global_places(interpreter, origin[some], readers[some], size)
            if (checker := interpreter.global_checker) and places.size:
                whole = -(-size // checker.granule) * checker.granule
                checker.read(places, whole, interpreter.thread[lanes])
            row = np.searchsorted(kept, lanes)
            loaded = _loaded(interpreter.memory, places, size, width)
            for word, new in zip(words, loaded, strict=True):
                word[row] = new
        if interpreter.shared_checker and target.size:
            interpreter.shared_checker.copy(target, width, kept, interpreter.groups[kept])
        interpreter.shared.store(target, width, words)

    return act


def _by_size(sizes: np.ndarray, reads: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Each source size, with a mask of the accesses that have it."""
    for size in np.unique(sizes[reads]).tolist():
        yield size, reads & (sizes == size)


def _loaded(memory: Store, places: np.ndarray, size: int, width: int) -> list[np.ndarray]:
    """Words of `size` bytes at each place, padded with zeros up to the width."""
    if size == width:
        return memory.load(places, width)
    data = np.zeros((len(places), width), np.uint8)
    data[:, :size] = memory.bytes[places[:, None] + np.arange(size)]
    return list(data.view(np.uint32).T)


@instruction("LDGDEPBAR")
def commit(code: Code, interpreter: Interpreter) -> Action:
    """cp.async.commit_group."""
    code.only()

    def act(mask: Mask) -> None:
        interpreter.groups += interpreter.active(mask)

    return act


@instruction("DEPBAR")
def wait(code: Code, interpreter: Interpreter) -> Action:
    """cp.async.wait_group N, cp.async.bulk.wait_group N, or the same with .read.

    A wait for a scoreboard barrier has no functional effect.
    """
    code.only("LE")
    if code.operands[0].text != "SB0" or len(code.operands) != 2:
        return lambda mask: None
    newest = int(code.operands[1].value)
    # Without .read, ptxas invalidates the L1 cache: what a bulk copy wrote may be read.
    behind = [one.base for one in interpreter.program.codes[code.at + 1 : code.at + 4]]
    until_written = "CCTL" in behind and "MEMBAR" not in behind[: behind.index("CCTL")]

    def act(mask: Mask) -> None:
        # One instruction waits for groups of both kinds.
        if interpreter.bulk_stores.are_used:
            interpreter.bulk_stores.wait(
                interpreter.active(mask), newest, until_written=until_written
            )
        if interpreter.shared_checker:
            active = interpreter.active(mask)
            interpreter.shared_checker.complete(active, interpreter.groups - 1 - newest)

    return act
