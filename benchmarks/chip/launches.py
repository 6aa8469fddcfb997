"""Launches: cost of a kernel in a graph, start times of blocks, assignment of blocks to SMs."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from schedules.core.gpu import Gpu

from . import kernel_text
from .measure import REPETITIONS, Cubins, Measure, compiled, per_launch, table

EMPTY = 'extern "C" __global__ void empty() {}\n'
STAMPS = kernel_text("stamps")
LAUNCHES = 40
GRIDS = (1, 132, 1056, 8448)
BLOCKS = (32, 256, 1024)


def _empty() -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        function = gpu.function(made[""], "empty")
        entries = {}
        for grid, block in product(GRIDS, BLOCKS):

            def launch(stream: Any, _: int, grid: int = grid, block: int = block) -> None:
                function.launch(grid, block, (), stream=stream)

            label = f"{grid} blocks of {block}"
            entries[label] = per_launch(gpu, launch, LAUNCHES, REPETITIONS, warm=2)
        made_table = table(entries)
        return made_table["table"]["1 blocks of 32"] | made_table

    return Measure(
        "launch.empty",
        "us",
        "microseconds a launch of an empty kernel: 40 of them one after the other in a CUDA graph, "
        "by events around its launch, which are in it",
        lambda: {"": compiled(EMPTY, {"EXIT": 1})},
        run,
    )


def _stamped(gpu: Gpu, made: Cubins, grid: int, block: int, shared: int, cycles: int) -> np.ndarray:
    """Start and end (cycles of the SM), global start (ns), SM of each block: (blocks, 4)."""
    out = gpu.buffer(32 * grid)
    gpu.function(made[""], "stamps").launch(grid, block, (out, np.int32(cycles)), shared)
    values = gpu.read(out, (grid, 4), np.uint64).astype(np.int64)
    gpu.free(out)
    return values


def _cubins() -> dict[str, bytes]:
    return {"": compiled(STAMPS, {"CS2R": 3})}


def _turnover() -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries = {}
        for block in (32, 128, 256, 512, 1024):
            for shared, resident in ((120 * 1024, 1), (100 * 1024, 2)):
                if block * resident > 2048:
                    continue
                gaps = []
                for repetition in range(3):
                    values = _stamped(
                        gpu, made, gpu.multiprocessors * 8 * resident, block, shared, 4000
                    )
                    if repetition:
                        gaps += _gaps(values, resident)
                entries[f"{block} threads, {resident} resident"] = gaps
        made_table = table(entries)
        return made_table["table"]["256 threads, 1 resident"] | made_table

    return Measure(
        "block.turnover",
        "cycles",
        "from the last reading of the clock in a block (its store behind it) to the first in the "
        "block that takes its place on the multiprocessor; blocks that wait 4000 cycles, as many "
        "resident as shared memory lets be",
        _cubins,
        run,
    )


def _gaps(values: np.ndarray, resident: int) -> list[float]:
    """For each block except an SM's first: the time since the end of the block that it replaced."""
    gaps = []
    for sm in np.unique(values[:, 3]):
        mine = values[values[:, 3] == sm]
        starts, ends = np.sort(mine[:, 0]), np.sort(mine[:, 1])
        later = starts[resident:]
        gaps += [float(gap) for gap in later - ends[: len(later)] if gap >= 0]
    return gaps


def _rate() -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries: dict[str, list[float]] = {}
        for block in (32, 128, 256):
            entries[f"{block} threads"] = []
            for repetition in range(REPETITIONS + 1):
                values = _stamped(gpu, made, gpu.multiprocessors * 8, block, 0, 40000)
                if not repetition:
                    continue
                each = [
                    np.diff(np.sort(values[values[:, 3] == sm][:, 0])).mean()
                    for sm in np.unique(values[:, 3])
                    if (values[:, 3] == sm).sum() > 1
                ]
                entries[f"{block} threads"].append(float(np.median(each)))
        return table(entries)

    return Measure(
        "block.start_interval",
        "cycles",
        "between the beginnings of blocks on one multiprocessor, eight resident at once, at the "
        "start of a kernel",
        _cubins,
        run,
    )


def _gap() -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        function, samples = gpu.function(made[""], "stamps"), []
        out = gpu.buffer(32 * gpu.multiprocessors)

        def each(cycles: int) -> float:
            def launch(stream: Any, _: int) -> None:
                arguments = (out, np.int32(cycles))
                function.launch(gpu.multiprocessors, 256, arguments, stream=stream)

            return per_launch(gpu, launch, LAUNCHES, 1)[0]

        for _ in range(REPETITIONS):
            samples.append(2 * each(20_000) - each(40_000))
        gpu.free(out)
        return table({"gap": samples})["table"]["gap"]

    return Measure(
        "launch.gap",
        "us",
        "what a launch takes beside its work: 40 kernels of a block of 256 threads on each "
        "multiprocessor, one after the other in a CUDA graph, that wait 20,000 cycles; twice their "
        "time less that of kernels that wait 40,000",
        _cubins,
        run,
    )


FIRST_LOAD = kernel_text("first_load")
# Numbers of blocks (128 threads of 16 bytes each), and of launches, whose data exceed L2.
_LOADING, _SETS = (1, 16, 64, 132, 264), 2048


def _first_load() -> Measure:
    size = max(_LOADING) * 128 * 16

    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        function = gpu.function(made[""], "first_load")
        source, out = gpu.buffer(size * _SETS), gpu.buffer(size)
        entries: dict[str, list[float]] = {}
        # 128 x 16 bytes for each block, or 8 x 16 for all.
        wheres = (("own", 128, 127), ("one line", 0, 7))
        for blocks, (where, apart, most) in product(_LOADING, wheres):
            step = max(blocks * 2048 if apart else 128, 128 * 1024)
            for label, sets in (("in L2", 1), ("from DRAM", _SETS)):

                def launch(
                    stream: Any,
                    number: int,
                    grid: int = blocks,
                    numbers: tuple = (np.int32(apart), np.int32(most)),
                    step: int = step,
                    sets: int = sets,
                ) -> None:
                    place = np.uint64(int(source) + number % sets * step)
                    function.launch(grid, 128, (place, out, *numbers), stream=stream)

                samples = per_launch(gpu, launch, _SETS, REPETITIONS)
                entries[f"{blocks} blocks, {where}, {label}"] = samples
        gpu.free(source, out)
        return table(entries)

    return Measure(
        "launch.first_load",
        "us",
        "a launch of blocks of 128 threads that load 16 bytes each and store them, 2048 of them in "
        "a CUDA graph: each block its own 2 KB, or all the same 128 bytes; all launches from one "
        "place, or each from another one at least 128 KB further on, which L2 holds where a launch "
        "loads less than 32 KB",
        lambda: {"": compiled(FIRST_LOAD, {"LDG": 1, "STG": 1})},
        run,
    )


def measures() -> list[Measure]:
    return [_empty(), _gap(), _first_load(), _turnover(), _rate()]
