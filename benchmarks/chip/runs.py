"""DRAM rate of stores by columns: each is a part of several rows, which L2 does not merge."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from schedules.core.gpu import Gpu

from . import kernel_text
from .measure import REPETITIONS, Cubins, Measure, compiled, table

# Each of eight warps stores <lanes> words of up to 16 bytes in each of several rows.
_COLUMNS = kernel_text("columns")
# Bytes of a row that a warp stores -> type and opcode of a lane's word, lanes per row.
WORDS = {
    4: ("unsigned", "STG.E", 1),
    8: ("uint2", "STG.E.64", 1),
    16: ("uint4", "STG.E.128", 1),
    32: ("uint4", "STG.E.128", 2),
}
# Bytes of a matrix and of its rows.
BYTES, PITCH, _LAUNCHES = 1 << 31, 24576, 3


def columns_cubin(each: int) -> bytes:
    """The kernel that stores `each` bytes of a row with one instruction of a warp."""
    kind, opcode, lanes = WORDS[each]
    text = _COLUMNS.replace("<lanes>", str(lanes)).replace("<type>", kind)
    words = ", ".join(["blockIdx.x"] * (each // lanes // 4))
    return compiled(text.replace("<words>", words), {opcode: 1})


def block_bytes(each: int) -> int:
    """Bytes that a block stores."""
    return 8 * 32 // WORDS[each][-1] * each


def row(each: int) -> str:
    """The row of the table."""
    return f"write by columns, {each} B of {PITCH}"


def measures() -> list[Measure]:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries, space, rows = {}, gpu.buffer(BYTES), BYTES // PITCH // 1024 * 1024
        for each in WORDS:
            function = gpu.function(made[row(each)], "columns")
            arguments = space, np.uint32(rows), np.int64(PITCH)
            grid = rows * PITCH // block_bytes(each)
            launch = partial(function.launch, grid, 256, arguments)
            samples = [
                gpu.microseconds(lambda launch=launch: [launch() for _ in range(_LAUNCHES)])
                for _ in range(REPETITIONS + 1)
            ][1:]
            entries[row(each)] = [_LAUNCHES * rows * PITCH / us / 1e3 for us in samples]
        gpu.free(space)
        return table(entries)

    return [
        Measure(
            "dram.by_run",
            "GB/s",
            "a matrix of 2 GiB written by eight warps, each of which stores so many bytes of each "
            "of 16 or 32 rows; back-to-back launches, by events",
            lambda: {row(each): columns_cubin(each) for each in WORDS},
            run,
        )
    ]
