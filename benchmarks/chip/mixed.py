"""DRAM rate of kernels that read and write: by the share of writes, the order and the size."""

from __future__ import annotations

from typing import Any

import numpy as np

from schedules.core.gpu import Gpu

from . import kernel_text
from .measure import REPETITIONS, Cubins, Measure, compiled, per_launch, table

_MIXED = kernel_text("mixed")
_THREADS, WORD = 256, 16
# Arrays that are read, arrays that are written, and whether the written ones are read too.
STREAMS = {
    "1 read": (1, 0, False),
    "3 read, 1 written": (3, 1, False),
    "2 read, 1 written": (2, 1, False),
    "1 read, 1 written": (1, 1, False),
    "1 read, 2 written": (1, 2, False),
    "1 written": (0, 1, False),
    "3 read, 1 of them written": (3, 1, True),
    "2 read, 1 of them written": (2, 1, True),
    "1 read and written": (1, 1, True),
}
# Bytes moved by a launch of the large kernels, and of those that return to data after 1 GiB.
_LARGE, _SMALL, _RETURN = 1 << 31, 1 << 26, 1 << 30
# Blocks per SM of a grid-stride loop, and of a loop through a part of its own.
_RESIDENT = 8
# Bytes in a row, and from one such row to the next.
ROWS = {"128 B of 256": (128, 256), "128 B of 4096": (128, 4096), "1024 B of 4096": (1024, 4096)}


def mixed_text(reads: int, writes: int, in_place: bool) -> str:
    """The kernel that reads and writes so many arrays, 16 bytes of each in a turn."""
    names = [f"v{number}" for number in range(max(1, reads))]
    load = "".join(
        f"{name} = *(const uint4*)(at + {number} * apart + byte);\n"
        for number, name in enumerate(names[:reads])
    )
    use = "".join(f"v.{part} ^= {name}.{part};\n" for name in names[:reads] for part in "xyzw")
    target = "at" if in_place else "to"
    store = "".join(f"*(uint4*)({target} + {n} * apart + byte) = v;\n" for n in range(writes))
    if not writes:
        store = "if ((v.x ^ v.y ^ v.z ^ v.w) == 0x12345) *(uint4*)to = v;"
    text = _MIXED.replace("<words>", ", ".join(names)).replace("<load>", load)
    return text.replace("<use>", use).replace("<store>", store)


def _cubin(reads: int, writes: int, in_place: bool) -> bytes:
    opcodes = {"LDG.E.128": reads, "STG.E.128": writes}
    return compiled(mixed_text(reads, writes, in_place), opcodes)


def _orders(words: int, blocks: int) -> dict[str, tuple[int, int, int, int]]:
    """Order -> grid, and the kernel's `first`, `step` and `span`, for so many words of an array."""
    each = words // blocks // _THREADS * _THREADS
    return {
        "once": (words // _THREADS, _THREADS, _THREADS, 1),
        "grid-stride loop": (blocks, _THREADS, blocks * _THREADS, each * blocks),
        "part per block": (blocks, each, _THREADS, each),
    }


def measures() -> list[Measure]:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries = {}
        # Every array of every kernel, and the rows of those with gaps, fit in it.
        space = gpu.buffer(8 << 30)
        blocks = gpu.multiprocessors * _RESIDENT

        def rate(label: str, total: int, order: str, row: int, pitch: int) -> list[float]:
            """GB/s of launches that move so many bytes."""
            reads, writes, in_place = STREAMS[label]
            words = total // (reads + writes) // WORD // _THREADS * _THREADS
            apart = words * WORD // row * pitch // 4096 * 4096 + 4096
            grid, first, step, span = _orders(words, blocks)[order]
            function = gpu.function(made[label], "mixed")
            used = apart * (reads if in_place else reads + writes)
            sets = max(1, _RETURN // used)
            numbers = [np.int32(number) for number in (first, step, span, _shift(row), pitch)]

            def launch(stream: Any, number: int) -> None:
                at = space + np.uint64(number % sets * used)
                arguments = at, at + np.uint64(reads * apart), np.int64(apart), *numbers
                function.launch(grid, _THREADS, arguments, stream=stream)

            moved = grid * _THREADS * -(-span // step) * WORD * (reads + writes)
            count = 2 * sets
            return [moved / us / 1e3 for us in per_launch(gpu, launch, count, REPETITIONS)]

        for label in STREAMS:
            for order in _orders(1 << 20, blocks):
                for size, total in (("2 GiB", _LARGE), ("64 MiB", _SMALL)):
                    entries[f"{label}, {order}, {size}"] = rate(label, total, order, 4096, 4096)
            for row, (each, pitch) in ROWS.items():
                total = min(_LARGE, (4 << 30) * each // pitch)
                entries[f"{label}, {row}"] = rate(label, total, "once", each, pitch)
        gpu.free(space)
        return table(entries)

    return [
        Measure(
            "dram.mixed",
            "GB/s",
            "arrays read and written, all bytes counted, 16 bytes of each per thread and turn: "
            "every thread once, by a grid-stride loop of eight blocks of 256 threads per SM, or "
            "each of these blocks a part of its own; 2 GiB a launch, or 64 MiB and launches that "
            "return to the same data after 1 GiB; or as many bytes in a row as given of each "
            "pitch; launches of a CUDA graph, by events",
            lambda: {label: _cubin(*streams) for label, streams in STREAMS.items()},
            run,
        )
    ]


def _shift(row: int) -> int:
    """The binary logarithm of the words of a row."""
    return (row // WORD).bit_length() - 1
