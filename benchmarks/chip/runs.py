"""DRAM rate by bytes in a row, by number of streams read and written, and of scattered pieces."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from schedules.core.cuda_driver import Gpu

from .measure import REPETITIONS, Cubins, Measure, compiled, table

# Four groups of 16 bytes of a thread: of some arrays each, all loads before all stores. Pieces are
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
# Each of eight warps stores <lanes> words of 16 bytes or less of each of some rows.
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
# By bytes of a row that a warp stores: type and opcode of a lane's word, lanes of a row.
_WORDS = {
    4: ("unsigned", "STG.E", 1),
    8: ("uint2", "STG.E.64", 1),
    16: ("uint4", "STG.E.128", 1),
    32: ("uint4", "STG.E.128", 2),
}
# Bytes in a row, and of a scattered piece; bytes of a row of a matrix: a power of two, three times
# one, and an odd number of lines.
_RUNS = (128, 256, 512, 1024, 2048, 4096)
_PIECES = (32, 64, *_RUNS)
_PITCHES = (32768, 24576, 32896)
# Arrays that are read and written.
_MIXTURES = ((1, 0), (2, 0), (4, 0), (8, 0), (0, 1), (0, 2), (0, 4), (1, 1), (2, 1), (4, 1), (1, 2))
_KINDS = {"read": (1, 0), "write": (0, 1), "copy": (1, 1)}
_BYTES, _LAUNCHES = 1 << 31, 3
# Bytes that a block moves in each array.
_BLOCK = 16384


class Point(NamedTuple):
    """Arrays read and written, `rows` of `used` bytes each and `pitch` bytes apart; bytes of a
    block, and what it runs."""

    arrays: int
    rows: int
    used: int
    pitch: int
    block: int
    cubin: partial[bytes]


def _streams_cubin(loads: int, stores: int, bytes_: int, scatter: str = "") -> bytes:
    """The machine code for some arrays read and written in pieces of so many bytes."""
    text = _STREAMS.replace("<loads>", str(loads)).replace("<stores>", str(stores))
    text = text.replace("<units>", str(bytes_ // 16)).replace("<scatter>", scatter)
    promised = {"LDG.E.128": 4 * loads, "STG.E.128": 4 * stores}
    return compiled(text, {code: count for code, count in promised.items() if count})


def _columns_cubin(bytes_: int, kind: str, opcode: str, lanes: int) -> bytes:
    words = ", ".join(["blockIdx.x"] * (bytes_ // lanes // 4))
    text = _COLUMNS.replace("<lanes>", str(lanes)).replace("<type>", kind)
    return compiled(text.replace("<words>", words), {opcode: 1})


def _by_run() -> dict[str, Point]:
    found = {}
    for pitch in _PITCHES:
        # Whole runs in every row, whatever their length.
        rows, used = _BYTES // pitch // 1024 * 1024, pitch // 4096 * 4096
        matrix = 1, rows, used, pitch
        for label, kind in (("read", (1, 0)), ("write", (0, 1))):
            for length in _RUNS:
                cubin = partial(_streams_cubin, *kind, length)
                found[f"{label}, {length} B of {pitch}"] = Point(*matrix, _BLOCK, cubin)
        for each, word in _WORDS.items():
            cubin = partial(_columns_cubin, each, *word)
            block = 8 * 32 // word[-1] * each
            found[f"write by columns, {each} B of {pitch}"] = Point(*matrix, block, cubin)
    return found


def _by_streams() -> dict[str, Point]:
    return {
        f"{loads} read, {stores} written": _linear(loads, stores, _BLOCK)
        for loads, stores in _MIXTURES
    }


def _scattered() -> dict[str, Point]:
    return {
        f"{label}, {size} B": _linear(*kind, size, _SCATTER)
        for label, kind in _KINDS.items()
        for size in _PIECES
    }


def _linear(loads: int, stores: int, size: int, scatter: str = "") -> Point:
    arrays = loads + stores
    # The largest power of two bytes for which all arrays have room.
    each = 1 << (_BYTES // arrays).bit_length() - 1
    cubin = partial(_streams_cubin, loads, stores, size, scatter)
    return Point(arrays, each // size, size, size, _BLOCK, cubin)


def points(name: str) -> dict[str, Point]:
    """What a microbenchmark runs, by the row of its table."""
    return {"dram.by_run": _by_run, "dram.by_streams": _by_streams, "dram.scattered": _scattered}[
        name
    ]()


def _measure(name: str, method: str) -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        found, out, space = {}, gpu.buffer(1 << 10), gpu.buffer(_BYTES)
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
            found[label] = [_LAUNCHES * point.arrays * each / one / 1e3 for one in samples]
        gpu.free(space, out)
        return table(found)

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
    ]
