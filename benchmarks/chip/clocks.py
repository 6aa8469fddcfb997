"""The SM clock under several loads, by the global timer."""

from __future__ import annotations

from typing import Any

import numpy as np

from schedules.core.gpu import Gpu

from . import kernel_text
from .measure import Cubins, Measure, compiled, table

READ = kernel_text("read_clocks")
_CLOCKS = kernel_text("clocks")
_IDLE = (
    "unsigned x = thread;",
    'asm volatile("nanosleep.u32 1000;");',
    "if (x == 7777) out[9] = x;",
)
_FFMA = (
    "float x[8]; for (int j = 0; j < 8; j++) x[j] = thread + j; float y = thread * 0.001f;",
    "#pragma unroll\nfor (int k = 0; k < 8; k++)\n#pragma unroll\nfor (int j = 0; j < 8; j++) "
    "x[j] = x[j] * y + 1.0f;",
    "float s = 0; for (int j = 0; j < 8; j++) s += x[j]; if (s == 7777.0f) out[9] = 1;",
)
_PRODUCT = (
    'asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, '
    '{%4,%4,%4,%4}, {%4,%4}, {%0,%1,%2,%3};" : "+f"(c[j][0]), "+f"(c[j][1]), "+f"(c[j][2]), '
    '"+f"(c[j][3]) : "r"(a));'
)
_FRAGMENTS = "float c[4][4] = {}; unsigned a = 0x3c003c00u + thread;"
_PRODUCTS_USED = (
    "float d = 0; for (int j = 0; j < 4; j++) d += c[j][0] + c[j][1] + c[j][2] + c[j][3]; "
    "if (d == 7777.0f) out[9] = 1;"
)
_HMMA = (
    _FRAGMENTS,
    "#pragma unroll\nfor (int k = 0; k < 4; k++)\n#pragma unroll\nfor (int j = 0; j < 4; j++) "
    + _PRODUCT,
    _PRODUCTS_USED,
)
# One HMMA per 64 FFMA.
_SELDOM = (
    _FFMA[0] + _FRAGMENTS,
    _FFMA[1] + "\n{ const int j = 0; " + _PRODUCT + " }",
    _FFMA[2] + _PRODUCTS_USED,
)
_DRAM = (
    "unsigned sum = 0; long long at = (long long)blockIdx.x * 256 + thread;",
    "uint4 v; "
    'asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), '
    '"=r"(v.w) : "l"(data + at) : "memory"); sum ^= v.x ^ v.y ^ v.z ^ v.w; '
    "at += gridDim.x * 256; if (at >= words) at -= words;",
    "if (sum == 0x12345) out[9] = sum;",
)
# Load -> CUDA text, opcodes of its SASS, loop iterations for about 200 ms, blocks per SM.
LOADS = {
    "idle": (_IDLE, {"NANOSLEEP": 1}, 100_000, 1),
    "ffma": (_FFMA, {"FFMA": 64}, 700_000, 8),
    "hmma": (_HMMA, {"HMMA.16816.F32": 16}, 180_000, 8),
    "hmma seldom": (_SELDOM, {"FFMA": 64, "HMMA.16816.F32": 1}, 700_000, 8),
    "dram": (_DRAM, {"LDG.E.128": 1}, 200_000, 8),
}
_BYTES = 1 << 32


def _text(load: tuple[str, str, str]) -> str:
    before, body, after = load
    text = READ + _CLOCKS.replace("<before>", before).replace("<load>", body).replace(
        "<after>", after
    )
    return text


def _clock() -> Measure:
    def cubins() -> dict[str, bytes]:
        return {name: compiled(_text(text), has) for name, (text, has, _, _) in LOADS.items()}

    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries: dict[str, list[float]] = {}
        data = gpu.buffer(_BYTES)
        for name, (_, _, turns, each) in LOADS.items():
            blocks = 1 if name == "idle" else gpu.multiprocessors * each
            out = gpu.buffer(16 * max(blocks, 8))
            function = gpu.function(made[name], "load")
            entries[name] = []
            # A warm-up of a tenth of the time, then two measurements.
            for part in (10, 1, 1):
                function.launch(
                    blocks, 256, (out, data, np.int64(_BYTES // 16), np.int32(turns // part))
                )
                values = gpu.read(out, (blocks, 2), np.uint64).astype(np.float64)
                if part == 1:
                    entries[name] += (values[:, 0] / values[:, 1] * 1e3).tolist()
            gpu.free(out)
        gpu.free(data)
        return table(entries)

    return Measure(
        "clock",
        "MHz",
        "clock cycles over the global timer's nanoseconds in each block of a kernel of about 200 "
        "ms: one block that sleeps; FFMA, HMMA of float16, one HMMA for 64 FFMA, and loads from "
        "DRAM in eight blocks of 256 threads on every multiprocessor",
        cubins,
        run,
    )


def measures() -> list[Measure]:
    return [_clock()]
