"""Warp scheduling: the order in which a scheduler issues its warps, by what they wait for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from schedules.core.gpu import Gpu

from .measure import REPETITIONS, Cubins, Measure
from .skeleton import ADDRESS, DESCRIPTOR, KERNEL, Measured, filled
from .words import Word, branch, offset_by, word

# Parts of an iteration, and the first of the registers that keep the clock at their starts.
PARTS, STAMPS = 20, 28
# FMAs of a part, of a part of one 128-byte line, and instructions of a loop that is not cached.
LENGTH, LINE, LONG = 11, 7, 2304
SCHEDULERS, WARPS = 4, (2, 3, 4)
# Only the last iteration counts; the first one fetches the code.
PASSES = 4
_A = 56


def _products(count: int, **last: Any) -> list[Word]:
    """Independent FMAs that read one register; `last` is the control code of the last one."""
    words = [word("FFMA", 48 + n % 8, _A, _A, _A) for n in range(count)]
    if last:
        words[-1] = word("FFMA", 48 + (count - 1) % 8, _A, _A, _A, **last)
    return words


def _conversions(*, yields: bool = False) -> list[Word]:
    made = [word("HADD2.F32", 48 + n, _A, stall=2, yields=yields and n == 2) for n in range(4)]
    return [*made, *_products(LENGTH - 4)]


def _load(stall: int = 1) -> Word:
    return word("LDS", 57, 255, write=0, stall=stall)


# Instructions of a part after it reads the clock.
PARTS_OF: dict[str, Callable[[], list[Word]]] = {
    "products": lambda: _products(LENGTH),
    "stall of 2": lambda: _products(LENGTH, stall=2),
    "stall of 2, yield": lambda: _products(LENGTH, stall=2, yields=True),
    "yield": lambda: _products(LENGTH, yields=True),
    "stall of 4": lambda: _products(LENGTH, stall=4),
    "stall of 10": lambda: _products(LENGTH, stall=10),
    "stall of 10, yield": lambda: _products(LENGTH, stall=10, yields=True),
    "conversions": lambda: _conversions(),
    "conversions, yield": lambda: _conversions(yields=True),
    "conversions and products by turns": lambda: [
        op
        for n in range(5)
        for op in (word("HADD2.F32", 48 + n, _A, stall=2), word("FFMA", 53 + n % 3, _A, _A, _A))
    ],
    "integers": lambda: [
        *(word("IADD3", 48 + n, _A, _A, _A) for n in range(4)),
        *_products(LENGTH - 4),
    ],
    "ports": lambda: [word("FFMA", 48 + n % 8, 40, 42, 44) for n in range(LENGTH)],
    "load": lambda: [*_products(LENGTH - 1), _load(stall=4)],
    "load used soon": lambda: [
        *_products(3),
        _load(),
        *_products(2),
        word("FFMA", 54, _A, _A, _A, wait=1),
        *_products(4),
    ],
    "jump": lambda: [*_products(LENGTH - 1), branch(0)],
    "line": lambda: _products(LINE),
    "line, long": lambda: _products(LINE),
    "line, stall of 4, long": lambda: _products(LINE, stall=4),
}


def body_of(case: str) -> tuple[Word, ...]:
    """An iteration: a barrier, then the parts, each of which first reads the clock; in case `load`,
    after the previous part's load has completed."""
    wait = int(case == "load")
    parts = [
        instruction
        for part in range(PARTS)
        for instruction in (word("CS2R.32", STAMPS + part, wait=wait), *PARTS_OF[case]())
    ]
    rest = LONG - len(parts) if case.endswith("long") else 0
    return (word("BAR.SYNC.DEFER_BLOCKING", stall=5), *parts, *_products(rest))


def cubins() -> dict[str, bytes]:
    """A cubin per case; its tail stores four readings of the clock at a time."""
    tail = tuple(
        offset_by(word("STG.E.128", ADDRESS, STAMPS + n, DESCRIPTOR, wait=0x3F, stall=4), 4 * n)
        for n in range(0, PARTS, 4)
    )
    return filled({case: Measured(body_of(case), tail=tail) for case in PARTS_OF})


def stamps(gpu: Gpu, cubin: bytes, warps: int) -> np.ndarray:
    """When each warp of the first scheduler began each part: int (warps, PARTS) of cycles."""
    threads = 32 * SCHEDULERS * warps
    there = gpu.buffer(4 * PARTS * threads)
    words = np.zeros((threads, 4), np.uint32)
    addresses = int(there) + 4 * PARTS * np.arange(threads, dtype=np.uint64)
    words[:, 0], words[:, 1] = addresses & 0xFFFFFFFF, addresses >> 32
    given, out = gpu.array(words), gpu.buffer(16 * threads)
    numbers = np.int32(PASSES), np.int32(0)
    gpu.function(cubin, KERNEL).launch(1, threads, (out, given, *numbers), 1024)
    clocks = gpu.read(there, (threads, PARTS), np.uint32)
    gpu.free(there, given, out)
    mine = clocks[:: 32 * SCHEDULERS]
    # The 32-bit clock may wrap in between.
    since = (mine - mine[0, 0]).astype(np.int32)
    return since - since.min()


def order(begun: np.ndarray) -> str:
    """The warps' numbers in the order in which they began parts."""
    warps, _ = np.divmod(np.argsort(begun, axis=None, kind="stable"), begun.shape[1])
    return " ".join(map(str, warps))


def measures() -> list[Measure]:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        for case, cubin in made.items():
            for warps in WARPS:
                all_stamps = [stamps(gpu, cubin, warps) for _ in range(REPETITIONS)]
                value, times = Counter(map(order, all_stamps)).most_common(1)[0]
                same = next(begun for begun in all_stamps if order(begun) == value)
                entries[f"{case}, {warps} warps"] = {
                    "value": value,
                    "spread": [f"the same in {times} of {REPETITIONS} launches"],
                    "cycles": [" ".join(map(str, row)) for row in same.tolist()],
                }
        return {"table": entries}

    method = (
        f"the order in which warps of one scheduler begin the {PARTS} parts of a pass, by the "
        f"clock that each reads there: {LENGTH} multiply-adds that depend on nothing, with what "
        "the name says at their end (load: of shared memory, awaited by the next part), ahead of "
        f"them (four HADD2.F32 or IADD3) or instead; line: {LINE}, which with the clock fill 128 "
        f"bytes, long: in a loop of {LONG} instructions. A barrier ahead of each pass, the last of "
        f"{PASSES}; cycles by warp and part"
    )
    return [Measure("turns", "order", method, cubins, run)]
