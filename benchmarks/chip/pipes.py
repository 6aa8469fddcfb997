"""The path to shared memory and L1: issue intervals by access pattern, queues, line fills."""

from __future__ import annotations

from functools import partial

import numpy as np

from schedules.core.gpu import Gpu

from .latency import global_addresses, shared_addresses
from .measure import (
    REPETITIONS,
    Cubins,
    Measure,
    lengths,
    per_place,
    run_filled,
    table,
)
from .skeleton import ADDRESS, DESCRIPTOR, EXTRA, Measured, filled
from .words import Word, word

PLACES = 32
_WARPS = 16
_BASE = 2048
_SHARED = 64 * 1024
_INTERVAL = (
    "cycles a multiprocessor takes for a request of one warp, 16 warps, bodies of 32 and 64 "
    "requests in a loop of 40; "
)


def body(opcode: str) -> list[Word]:
    """Loads into the same registers, or stores, which wait for nothing."""
    if opcode.startswith("STS"):
        return [word(opcode, ADDRESS, 28)]
    if opcode.startswith("STG"):
        return [word(opcode, ADDRESS, 28, DESCRIPTOR)]
    if opcode.startswith("LDG"):
        return [word(opcode, 28, ADDRESS, DESCRIPTOR)]
    if opcode == "ATOMS.ADD":
        return [word(opcode, 28, ADDRESS, EXTRA)]
    if opcode.startswith("SHFL"):
        return [word(opcode, 28, 40)]
    return [word(opcode, 28, ADDRESS)]


def loops(opcode: str) -> dict[str, bytes]:
    """Loops over `opcode`; the kernel waits for its last load, and with it for all others."""
    words = body(opcode)
    last = () if opcode.startswith("ST") else (Word(opcode, words[0].bits & ~(7 << 110)),)
    return lengths(words, PLACES, tail=last)


def conflicts(ways: int) -> np.ndarray:
    """Words of shared memory with the given number of words per bank."""
    lane = np.arange(1024, dtype=np.uint32) % 32
    made = np.zeros((1024, 3), np.uint32)
    banks = 32 // ways
    made[:, 0] = _BASE + 4 * (lane % banks) + 128 * (lane // banks)
    return made


def lines(address: int, count: int) -> np.ndarray:
    """Words of global memory in the given number of 128-byte lines, at the same offsets in each."""
    lane = np.arange(1024, dtype=np.uint64) % 32
    each = np.uint64(32 // count)
    places = np.uint64(address) + lane // each * np.uint64(128) + lane % each * np.uint64(4)
    made = np.zeros((1024, 3), np.uint32)
    made[:, 0], made[:, 1] = places & np.uint64(0xFFFFFFFF), places >> np.uint64(32)
    return made


def _stores() -> Measure:
    """Stores of consecutive addresses, by bytes per lane."""
    widths = {"STG.E": 4, "STG.E.64": 8, "STG.E.128": 16}

    def cubins() -> dict[str, bytes]:
        return {
            f"{opcode}/{length}": cubin
            for opcode in widths
            for length, cubin in loops(opcode).items()
        }

    def run(gpu: Gpu, made: Cubins) -> dict:
        space, entries = gpu.buffer(1 << 16), {}
        for opcode, width in widths.items():
            given = global_addresses(int(space), width)
            taken = per_place(gpu, made, _WARPS, PLACES, given=given, prefix=f"{opcode}/")
            entries[f"{opcode} in a row"] = [cycles / _WARPS for cycles in taken]
        gpu.free(space)
        return table(entries)

    return Measure("pipe.stg", "cycles", _INTERVAL + "consecutive addresses", cubins, run)


def _interval(name: str, opcode: str) -> Measure:
    """Requests of consecutive addresses, by warps."""

    def run(gpu: Gpu, made: Cubins) -> dict:
        space = gpu.buffer(1 << 16)
        wide = 16 if opcode.startswith("LDSM") else 4
        is_global = opcode.startswith(("LDG", "STG"))
        given = global_addresses(int(space), 4) if is_global else shared_addresses(wide)
        shared = 0 if is_global else _SHARED
        entries = {
            str(warps): [
                cycles / warps
                for cycles in per_place(gpu, made, warps, PLACES, given=given, shared=shared)
            ]
            for warps in (1, 2, 4, 8, 16)
        }
        gpu.free(space)
        return table(entries)

    method = "one wavefront each, by warps of the block (1: one scheduler, 4: one warp each)"
    return Measure(name, "cycles", _INTERVAL + method, partial(loops, opcode), run)


BURST = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32)


def _queue(name: str, opcode: str, ways: int, where: str) -> Measure:
    """Cycles to issue a number of requests, each of which occupies the pipe for `ways` cycles."""

    def cubins() -> dict[str, bytes]:
        request = body(opcode)[0]
        # It sets barrier 0; requests complete in order.
        last = Word(opcode, request.bits & ~(7 << 110))
        clock = word("CS2R.32", 50, stall=8)
        first = word("CS2R.32", 51, stall=8)
        drained = word("NOP", wait=1, stall=8)
        idle = word("NOP", stall=8)
        return filled(
            {
                f"{count}/{register}": Measured(
                    (
                        *[idle] * (max(BURST) - count),
                        # Waits for the requests of the previous iteration.
                        drained,
                        first,
                        *[request] * (count - 1),
                        last,
                        clock,
                    ),
                    result=register,
                )
                for count in BURST
                for register in (50, 51)
            }
        )

    def run(gpu: Gpu, made: Cubins) -> dict:
        space = gpu.buffer(1 << 16)
        given = conflicts(ways) if where == "shared" else lines(int(space), ways)
        entries: dict[str, list[float]] = {}
        for warps in (1, 4, 8):
            for count in BURST:
                samples = []
                for _ in range(REPETITIONS):
                    times = []
                    for register in (50, 51):
                        values = run_filled(
                            gpu, made[f"{count}/{register}"], warps, 2, given, _SHARED
                        )[0]
                        times.append((values[:, 2] - values[:, 0]).astype(np.uint32).max())
                    samples.append(float(np.int32(times[0] - times[1])))
                entries[f"{warps} warps, {count}"] = samples
        gpu.free(space)
        return table(entries)

    return Measure(
        name,
        "cycles",
        f"cycles until a warp has issued so many {opcode} in a row, of {ways} {where} wavefronts "
        "or lines each, in a loop's second turn; the latest warp of the block. Where the slope "
        "rises to the time of a request, the queue is full",
        cubins,
        run,
    )


def measures() -> list[Measure]:
    return [
        _stores(),
        _interval("pipe.lds_by_warps", "LDS"),
        _interval("pipe.sts_by_warps", "STS"),
        _interval("pipe.shfl", "SHFL.BFLY"),
        _interval("pipe.ldsm_x1", "LDSM.16.M88"),
        _interval("pipe.ldg_by_warps", "LDG.E"),
        _queue("queue.lds", "LDS", 16, "shared"),
        _queue("queue.ldg", "LDG.E", 16, "global"),
    ]
