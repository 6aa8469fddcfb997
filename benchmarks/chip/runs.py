"""DRAM rate by bytes in a row, by number of streams read and written, and of scattered pieces."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from schedules.core.cuda_driver import Gpu

from .measure import REPETITIONS, Cubins, Measure, compiled, table

# Each warp access is a piece of 128 bytes; a thread has four in flight. Pieces are numbered along a
# run, then down the rows, then on to the next run.
_TEXT = """
extern "C" __global__ void __launch_bounds__(256)
runs(unsigned* out, char* at, int rows, long long pitch, int pieces) {
  unsigned sum = blockIdx.x;
  long long first = (blockIdx.x * 8ll + threadIdx.x / 32) * 4;
  char* place[4];
#pragma unroll
  for (int n = 0; n < 4; n++) {
    long long piece = first + n, run = piece / pieces;
    long long byte = (run / rows * pieces + piece % pieces) * 128 + threadIdx.x % 32 * 4;
    place[n] = at + run % rows * pitch + byte;
  }
  <access>
  if (sum == 0x12345678) out[0] = sum;
}
"""
_LOADS = """
  unsigned v0, v1, v2, v3;
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v0) : "l"(place[0]) : "memory");
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v1) : "l"(place[1]) : "memory");
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v2) : "l"(place[2]) : "memory");
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v3) : "l"(place[3]) : "memory");
  sum ^= v0 ^ v1 ^ v2 ^ v3;
"""
_STORES = "".join(
    f'asm volatile("st.global.u32 [%0], %1;" :: "l"(place[{n}]), "r"(sum) : "memory");\n'
    for n in range(4)
)
# Eight warps store 128 bytes of each of 32 rows, a warp 16 of each: half a sector.
_COLUMNS = """
extern "C" __global__ void __launch_bounds__(256)
runs(unsigned* out, char* at, int rows, long long pitch, int pieces) {
  unsigned sum = blockIdx.x;
  int row = blockIdx.x % (rows / 32) * 32 + threadIdx.x % 32;
  long long byte = blockIdx.x / (rows / 32) * 128ll + threadIdx.x / 32 * 16;
  asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};"
               :: "l"(at + row * pitch + byte), "r"(sum) : "memory");
}
"""
_COLUMN = "write by columns"
_RUNS = (128, 256, 512, 1024, 2048, 4096)
# A power of two, three times one, and an odd number of lines.
_PITCHES = (32768, 24576, 32896)
_BYTES = 1 << 30


def _runs() -> Measure:
    def cubins() -> dict[str, bytes]:
        return {
            "read": compiled(_TEXT.replace("<access>", _LOADS), {"LDG.E": 4}),
            "write": compiled(_TEXT.replace("<access>", _STORES), {"STG.E": 4}),
            _COLUMN: compiled(_COLUMNS, {"STG.E.128": 1}),
        }

    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        found, out = {}, gpu.buffer(1 << 10)
        for label, cubin in made.items():
            function = gpu.function(cubin, "runs")
            for pitch in _PITCHES:
                # Whole runs in every row, whatever their length.
                rows = _BYTES // pitch // 1024 * 1024
                space, used = gpu.buffer(rows * pitch), pitch // 4096 * 4096
                for length in _RUNS[:1] if label == _COLUMN else _RUNS:
                    blocks = rows * used // 128 // 32
                    numbers = np.int32(rows), np.int64(pitch), np.int32(length // 128)
                    action = partial(function.launch, blocks, 256, (out, space, *numbers))
                    samples = [gpu.microseconds(action) for _ in range(REPETITIONS + 1)][1:]
                    row = f"{label}, {length} B of {pitch}"
                    found[row] = [rows * used / one / 1e3 for one in samples]
                gpu.free(space)
        gpu.free(out)
        return table(found)

    return Measure(
        "dram.by_run",
        "GB/s",
        "a matrix of 1 GiB read, and written, once by as many bytes in a row as given, then those "
        "of the next row, 4 bytes a lane, four accesses in flight a thread; by the bytes of a row; "
        "and written by blocks of 32 rows, 16 bytes a lane and row; by events",
        cubins,
        run,
    )


# Four groups of 16 bytes of a thread: of some arrays each, all loads before all stores.
_STREAMS = """
extern "C" __global__ void __launch_bounds__(256)
streams(unsigned* out, char* at, long long apart, long long pieces) {
  uint4 v[4 * <loads> + 1], sum = {blockIdx.x, 0, 0, 0};
  long long place[4];
#pragma unroll
  for (int n = 0; n < 4; n++) {
    long long unit = (blockIdx.x * 4ll + n) * 256 + threadIdx.x, piece = unit / <units>;
    <scatter>
    place[n] = (piece * <units> + unit % <units>) * 16;
  }
#pragma unroll
  for (int n = 0; n < 4; n++)
#pragma unroll
    for (int a = 0; a < <loads>; a++)
      asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(v[4 * a + n].x), "=r"(v[4 * a + n].y), "=r"(v[4 * a + n].z), "=r"(v[4 * a + n].w)
        : "l"(at + a * apart + place[n]) : "memory");
#pragma unroll
  for (int n = 0; n < 4 * <loads>; n++) sum.x ^= v[n].x ^ v[n].y ^ v[n].z ^ v[n].w;
#pragma unroll
  for (int n = 0; n < 4; n++)
#pragma unroll
    for (int a = 0; a < <stores>; a++)
      asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};"
        :: "l"(at + (<loads> + a) * apart + place[n]), "r"(sum.x) : "memory");
  if (sum.x == 0x12345678) out[0] = sum.x;
}
"""
# A permutation of 0 to pieces - 1, a power of two, whose neighbours are far apart.
_SCATTER = """
    piece = piece * 0x9E3779B1 & pieces - 1;
    piece ^= piece >> 9;
    piece = piece * 0x85EBCA6B & pieces - 1;
"""
# Arrays that are read and written; bytes of a piece.
_MIXTURES = ((1, 0), (2, 0), (4, 0), (8, 0), (0, 1), (0, 2), (0, 4), (1, 1), (2, 1), (4, 1), (1, 2))
_PIECES = (32, 64, 128, 256, 512, 1024, 2048, 4096)
_LAUNCHES = 3


def _streams_cubin(loads: int, stores: int, bytes_: int = 0) -> bytes:
    text = _STREAMS.replace("<loads>", str(loads)).replace("<stores>", str(stores))
    text = text.replace("<units>", str(bytes_ // 16 or 1))
    text = text.replace("<scatter>", _SCATTER if bytes_ else "")
    promised = {"LDG.E.128": 4 * loads, "STG.E.128": 4 * stores}
    return compiled(text, {code: count for code, count in promised.items() if count})


def _of_streams(name: str, method: str, points: dict[str, tuple[int, int, int]]) -> Measure:
    """By label: arrays read and written, and bytes of a scattered piece, 0 for whole arrays."""

    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        found, out, space = {}, gpu.buffer(1 << 10), gpu.buffer(2 * _BYTES)
        for label, (loads, stores, bytes_) in points.items():
            function = gpu.function(made[label], "streams")
            arrays = loads + stores
            # The largest power of two bytes of which all arrays have room.
            each = 1 << (2 * _BYTES // arrays).bit_length() - 1
            numbers = np.int64(each), np.int64(each // (bytes_ or 16))
            launch = partial(function.launch, each // 16384, 256, (out, space, *numbers))
            samples = [
                gpu.microseconds(lambda launch=launch: [launch() for _ in range(_LAUNCHES)])
                for _ in range(REPETITIONS + 1)
            ][1:]
            found[label] = [_LAUNCHES * arrays * each / one / 1e3 for one in samples]
        gpu.free(space, out)
        return table(found)

    def cubins() -> dict[str, bytes]:
        return {label: _streams_cubin(*point) for label, point in points.items()}

    return Measure(name, "GB/s", method, cubins, run)


def measures() -> list[Measure]:
    whole = (
        "arrays of 2 GiB together, 16 bytes a lane, four times of each array in flight a thread; "
    )
    return [
        _runs(),
        _of_streams(
            "dram.by_streams",
            f"{whole}by the number of arrays read and written; back-to-back launches, by events",
            {f"{r} read, {w} written": (r, w, 0) for r, w in _MIXTURES},
        ),
        _of_streams(
            "dram.scattered",
            f"{whole}pieces of as many bytes, in an order in which neighbours are far apart, read, "
            "written, or copied to the same place of another array; as dram.by_streams",
            {
                f"{label}, {size} B": (loads, stores, size)
                for label, loads, stores in (("read", 1, 0), ("write", 0, 1), ("copy", 1, 1))
                for size in _PIECES
            },
        ),
    ]
