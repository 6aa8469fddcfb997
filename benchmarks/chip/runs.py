"""DRAM rate by how many bytes in a row are accessed before the next row of a matrix."""

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


def measures() -> list[Measure]:
    return [_runs()]
