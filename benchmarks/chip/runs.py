"""DRAM rate by run length, by number of streams read and written, and of scattered pieces."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from schedules.core.gpu import Gpu

from .measure import REPETITIONS, Cubins, Measure, compiled, table

# Each thread moves four groups of 16 bytes per array, all loads before all stores. Pieces are
# numbered down the rows, then on to the next piece of each row.
_STREAMS = """
extern "C" __global__ void __launch_bounds__(256)
streams(unsigned* out, char* at, long long apart, unsigned rows, long long pitch) {
  uint4 v[4 * <loads> + 1];
  unsigned sum = blockIdx.x;
  char* place[4];
#pragma unroll
  for (int n = 0; n < 4; n++) {
    unsigned unit = (blockIdx.x * 4 + n) * 256 + threadIdx.x, piece = unit / <units>;
    <scatter>
    place[n] = at + piece % rows * pitch + (piece / rows * <units> + unit % <units>) * 16ll;
  }
#pragma unroll
  for (int n = 0; n < 4; n++)
#pragma unroll
    for (int a = 0; a < <loads>; a++)
      asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(v[4 * a + n].x), "=r"(v[4 * a + n].y), "=r"(v[4 * a + n].z), "=r"(v[4 * a + n].w)
        : "l"(place[n] + a * apart) : "memory");
#pragma unroll
  for (int n = 0; n < 4 * <loads>; n++) sum ^= v[n].x ^ v[n].y ^ v[n].z ^ v[n].w;
#pragma unroll
  for (int n = 0; n < 4; n++)
#pragma unroll
    for (int a = 0; a < <stores>; a++)
      asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};"
        :: "l"(place[n] + (<loads> + a) * apart), "r"(sum) : "memory");
  if (sum == 0x12345678) out[0] = sum;
}
"""
# A permutation of 0 to rows - 1, a power of two, whose neighbours are far apart.
_SCATTER = """
    piece = piece * 0x9E3779B1 & rows - 1;
    piece ^= piece >> 9;
    piece = piece * 0x85EBCA6B & rows - 1;
"""
# Each of eight warps stores <lanes> words of up to 16 bytes in each of several rows.
_COLUMNS = """
extern "C" __global__ void __launch_bounds__(256)
streams(unsigned* out, char* at, long long apart, unsigned rows, long long pitch) {
  const unsigned group = rows / (32 / <lanes>), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned row = blockIdx.x % group * (32 / <lanes>) + lane / <lanes>;
  unsigned word = (blockIdx.x / group * 8 + warp) * <lanes> + lane % <lanes>;
  <type> v = {<words>};
  *(<type>*)(at + row * pitch + word * sizeof(v)) = v;
}
"""
# Bytes of a row that a warp stores -> type and opcode of a lane's word, lanes per row.
_WORDS = {
    4: ("unsigned", "STG.E", 1),
    8: ("uint2", "STG.E.64", 1),
    16: ("uint4", "STG.E.128", 1),
    32: ("uint4", "STG.E.128", 2),
}
# Bytes of a run, of a scattered piece, and of a matrix row: a power of two, three times a power of
# two, and an odd number of lines.
_RUNS = (128, 256, 512, 1024, 2048, 4096)
_PIECES = (32, 64, *_RUNS)
_PITCHES = (32768, 24576, 32896)
# Number of arrays read, number of arrays written.
_MIXTURES = ((1, 0), (2, 0), (4, 0), (8, 0), (0, 1), (0, 2), (0, 4), (1, 1), (2, 1), (4, 1), (1, 2))
_KINDS = {"read": (1, 0), "write": (0, 1), "copy": (1, 1)}
_MIB = (16, 32, 64, 128, 256, 512)
_BYTES, _LAUNCHES = 1 << 31, 3
# Bytes per block and array.
_BLOCK = 16384


class Point(NamedTuple):
    """Arrays read and written, `rows` of `used` bytes each and `pitch` bytes apart; bytes per
    block, and the function that compiles the kernel."""

    arrays: int
    rows: int
    used: int
    pitch: int
    block: int
    cubin: partial[bytes]


def _streams_cubin(loads: int, stores: int, bytes_: int, scatter: str = "") -> bytes:
    """Reads `loads` arrays and writes `stores` arrays in pieces of `bytes_` bytes."""
    text = _STREAMS.replace("<loads>", str(loads)).replace("<stores>", str(stores))
    text = text.replace("<units>", str(bytes_ // 16)).replace("<scatter>", scatter)
    promised = {"LDG.E.128": 4 * loads, "STG.E.128": 4 * stores}
    return compiled(text, {code: count for code, count in promised.items() if count})


def _columns_cubin(bytes_: int, kind: str, opcode: str, lanes: int) -> bytes:
    words = ", ".join(["blockIdx.x"] * (bytes_ // lanes // 4))
    text = _COLUMNS.replace("<lanes>", str(lanes)).replace("<type>", kind)
    return compiled(text.replace("<words>", words), {opcode: 1})


def _by_run() -> dict[str, Point]:
    cases = {}
    for pitch in _PITCHES:
        # Every row holds whole runs of any length.
        rows, used = _BYTES // pitch // 1024 * 1024, pitch // 4096 * 4096
        matrix = 1, rows, used, pitch
        for label, kind in (("read", (1, 0)), ("write", (0, 1))):
            for length in _RUNS:
                cubin = partial(_streams_cubin, *kind, length)
                cases[f"{label}, {length} B of {pitch}"] = Point(*matrix, _BLOCK, cubin)
        for each, word in _WORDS.items():
            cubin = partial(_columns_cubin, each, *word)
            block = 8 * 32 // word[-1] * each
            cases[f"write by columns, {each} B of {pitch}"] = Point(*matrix, block, cubin)
    return cases


def _by_streams() -> dict[str, Point]:
    return {
        f"{loads} read, {stores} written": _linear(loads, stores, _BLOCK)
        for loads, stores in _MIXTURES
    }


def _scattered() -> dict[str, Point]:
    return {
        f"{label}, {size} B": _linear(*kind, size, scatter=_SCATTER)
        for label, kind in _KINDS.items()
        for size in _PIECES
    }


def _linear(loads: int, stores: int, size: int, total: int = _BYTES, scatter: str = "") -> Point:
    arrays = loads + stores
    # The largest power of two for which all arrays fit.
    each = 1 << (total // arrays).bit_length() - 1
    cubin = partial(_streams_cubin, loads, stores, size, scatter)
    return Point(arrays, each // size, size, size, _BLOCK, cubin)


def points(name: str) -> dict[str, Point]:
    """Row of a microbenchmark's table -> its point."""
    return {"dram.by_run": _by_run, "dram.by_streams": _by_streams, "dram.scattered": _scattered}[
        name
    ]()


def _sizes() -> dict[str, Point]:
    """Points of `dram.by_size`: one launch reads, writes or copies so many bytes in all."""
    return {
        f"{label}, {size} MiB": _linear(*kind, _BLOCK, size << 20)
        for label, kind in _KINDS.items()
        for size in _MIB
    }


def _by_size() -> Measure:
    """Each launch goes on to other bytes of 2 GiB."""

    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries, out, space = {}, gpu.buffer(1 << 10), gpu.buffer(_BYTES)
        for label, point in _sizes().items():
            function, each = gpu.function(made[label], "streams"), point.rows * point.used
            numbers = np.int64(each), np.uint32(point.rows), np.int64(point.pitch)
            whole, grid = point.arrays * each, each // point.block
            starts = [np.uint64(int(space) + at) for at in range(0, _BYTES, whole)]

            def launches(stream: Any, numbers=numbers, grid=grid, at=starts, f=function) -> None:
                for start in at:
                    f.launch(grid, 256, (out, start, *numbers), stream=stream)

            replay = gpu.graph(launches)
            samples = [gpu.microseconds(replay) for _ in range(REPETITIONS + 1)][1:]
            entries[label] = [us / len(starts) for us in samples]
        gpu.free(space, out)
        return table(entries)

    return Measure(
        "dram.by_size",
        "us",
        "microseconds of a launch that reads, writes or copies so many bytes in all, 16 bytes a "
        "lane, four accesses of each array in flight a thread; launches of a CUDA graph go through "
        "2 GiB, by events",
        lambda: {label: point.cubin() for label, point in _sizes().items()},
        run,
    )


def _measure(name: str, method: str) -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries, out, space = {}, gpu.buffer(1 << 10), gpu.buffer(_BYTES)
        for label, point in points(name).items():
            function, each = gpu.function(made[label], "streams"), point.rows * point.used
            arguments = (
                out, space, np.int64(each), np.uint32(point.rows), np.int64(point.pitch)
            )  # fmt: skip
            launch = partial(function.launch, each // point.block, 256, arguments)
            samples = [
                gpu.microseconds(lambda launch=launch: [launch() for _ in range(_LAUNCHES)])
                for _ in range(REPETITIONS + 1)
            ][1:]
            entries[label] = [_LAUNCHES * point.arrays * each / us / 1e3 for us in samples]
        gpu.free(space, out)
        return table(entries)

    def cubins() -> dict[str, bytes]:
        return {label: point.cubin() for label, point in points(name).items()}

    return Measure(name, "GB/s", f"{method}; back-to-back launches, by events", cubins, run)


def measures() -> list[Measure]:
    how = "16 bytes a lane, four accesses of each array in flight a thread"
    return [
        _measure(
            "dram.by_run",
            "a matrix of 2 GiB read, and written, by as many bytes in a row as given, then those "
            f"of the next row, {how}; by the bytes of a row; and written by eight warps, each of "
            "which stores so many bytes of each of 16 or 32 rows",
        ),
        _measure(
            "dram.by_streams",
            f"arrays of 2 GiB together, {how}; by the number of arrays read and written",
        ),
        _measure(
            "dram.scattered",
            "pieces of as many bytes of an array, in an order in which neighbours are far apart, "
            f"read, written, or copied to another array, {how}",
        ),
        _by_size(),
    ]
