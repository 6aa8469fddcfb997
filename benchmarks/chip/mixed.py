"""DRAM rate of kernels that read and write: by the share of writes, the order and the size."""

from __future__ import annotations

from typing import Any

import numpy as np

from schedules.core.gpu import Gpu

from . import kernel_text
from .measure import REPETITIONS, Cubins, Measure, compiled, per_launch, table

_MIXED = kernel_text("mixed")
_THREADS = 256
# Bytes of a word -> its type, its parts and the suffix of the opcodes.
WORDS = {16: ("uint4", (".x", ".y", ".z", ".w"), ".128"), 4: ("unsigned", ("",), "")}
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


def mixed_text(reads: int, writes: int, in_place: bool, width: int = 16) -> str:
    """The kernel that reads and writes so many arrays, `width` bytes of each in a turn."""
    kind, parts, _ = WORDS[width]
    names = [f"v{number}" for number in range(max(1, reads))]
    load = "".join(
        f"{name} = *(const {kind}*)(at + {number} * apart + byte);\n"
        for number, name in enumerate(names[:reads])
    )
    use = "".join(f"v{part} ^= {name}{part};\n" for name in names[:reads] for part in parts)
    target = "at" if in_place else "to"
    store = "".join(f"*({kind}*)({target} + {n} * apart + byte) = v;\n" for n in range(writes))
    if not writes:
        unlikely = " ^ ".join(f"v{part}" for part in parts)
        store = f"if (({unlikely}) == 0x12345) *({kind}*)to = v;"
    text = _MIXED.replace("<words>", ", ".join(names)).replace("<load>", load)
    return text.replace("<use>", use).replace("<store>", store).replace("<type>", kind)


def _cubin(reads: int, writes: int, in_place: bool, width: int) -> bytes:
    suffix = WORDS[width][-1]
    opcodes = {f"LDG.E{suffix}": reads, f"STG.E{suffix}": writes}
    return compiled(mixed_text(reads, writes, in_place, width), opcodes)


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

        def rate(
            label: str, total: int, order: str, row: int = 4096, pitch: int = 4096, width: int = 16
        ) -> list[float]:
            """GB/s of launches that move so many bytes."""
            reads, writes, in_place = STREAMS[label]
            words = total // (reads + writes) // width // _THREADS * _THREADS
            apart = words * width // row * pitch // 4096 * 4096 + 4096
            grid, first, step, span = _orders(words, blocks)[order]
            function = gpu.function(made[f"{label}, {width} B"], "mixed")
            used = apart * (reads if in_place else reads + writes)
            sets = max(1, _RETURN // used)
            # A row has a power of two of words.
            shift = (row // width).bit_length() - 1
            numbers = [np.int32(number) for number in (first, step, span, shift, pitch)]

            def launch(stream: Any, number: int) -> None:
                at = space + np.uint64(number % sets * used)
                arguments = at, at + np.uint64(reads * apart), np.int64(apart), *numbers
                function.launch(grid, _THREADS, arguments, stream=stream)

            moved = grid * _THREADS * -(-span // step) * width * (reads + writes)
            return [moved / us / 1e3 for us in per_launch(gpu, launch, 2 * sets, REPETITIONS)]

        for label in STREAMS:
            for order in _orders(1 << 20, blocks):
                entries[f"{label}, {order}, 2 GiB"] = rate(label, _LARGE, order)
                entries[f"{label}, {order}, 64 MiB"] = rate(label, _SMALL, order)
                entries[f"{label}, {order}, 4 B a thread"] = rate(label, _LARGE, order, width=4)
            for row, (each, pitch) in ROWS.items():
                total = min(_LARGE, (4 << 30) * each // pitch)
                entries[f"{label}, {row}"] = rate(label, total, "once", each, pitch)
        gpu.free(space)
        return table(entries)

    return [
        Measure(
            "dram.mixed",
            "GB/s",
            "arrays read and written, all bytes counted, 16 (or 4) bytes of each per thread and "
            "turn: every thread once, by a grid-stride loop of eight blocks of 256 threads per "
            "SM, or each of these blocks a part of its own; 2 GiB a launch, or 64 MiB and "
            "launches that return to the same data after 1 GiB; or as many bytes in a row as "
            "given of each pitch; launches of a CUDA graph, by events",
            lambda: {
                f"{label}, {width} B": _cubin(*streams, width)
                for label, streams in STREAMS.items()
                for width in WORDS
            },
            run,
        )
    ]
