"""The SM clock under several loads, by the global timer."""

from __future__ import annotations

from typing import Any

import numpy as np

from schedules.core.cuda_driver import Gpu

from .bandwidth import CHASE, bytes_a_cycle, chased, stream_text
from .measure import Cubins, Measure, compiled, table

READ = """
#define READ(c, g) \\
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(c) :: "memory"); \\
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(g) :: "memory");
"""
_CLOCKS = """
extern "C" __global__ void __launch_bounds__(256)
load(unsigned long long* out, const uint4* data, long long words, int turns) {
  unsigned long long start, began, end, ended;
  const unsigned thread = threadIdx.x;
  <before>
  READ(start, began)
#pragma unroll 1
  for (int i = 0; i < turns; i++) {
    <load>
  }
  READ(end, ended)
  <after>
  if (thread == 0) {
    out[2 * blockIdx.x] = end - start;
    out[2 * blockIdx.x + 1] = ended - began;
  }
}
"""
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


# FFMA, then FFMA with occasional HMMA, then FFMA; reads the clock at a fixed interval.
_CHANGES = """
extern "C" __global__ void __launch_bounds__(256)
load(unsigned long long* out, int readings, int turns) {
  const unsigned thread = threadIdx.x;
  <before>
  for (int phase = 0; phase < 3; phase++) {
#pragma unroll 1
    for (int n = 0; n < readings; n++) {
      if (phase == 1) {
#pragma unroll 1
        for (int i = 0; i < turns; i++) {
<seldom>
}
      } else {
#pragma unroll 1
        for (int i = 0; i < turns; i++) {
<load>
}
      }
      unsigned long long clock, time;
      READ(clock, time)
      if (thread == 0 && blockIdx.x == 0) {
        out[16 + 2 * (phase * readings + n)] = clock;
        out[17 + 2 * (phase * readings + n)] = time;
      }
    }
  }
  <after>
}
"""
_READINGS, _TURNS_A_READING = 200, 60


def _clock_changes() -> Measure:
    def cubins() -> dict[str, bytes]:
        text = READ + _CHANGES.replace("<seldom>", _SELDOM[1])
        for place, part in zip(("before", "load", "after"), _FFMA, strict=True):
            more = {"before": _FRAGMENTS, "after": _PRODUCTS_USED}.get(place, "")
            text = text.replace(f"<{place}>", part + more)
        return {"": compiled(text, {"HMMA.16816.F32": 1})}

    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries: dict[str, list[float]] = {}
        out = gpu.buffer(16 * (8 + 3 * _READINGS))
        function = gpu.function(made[""], "load")
        numbers = np.int32(_READINGS), np.int32(_TURNS_A_READING)
        for _ in range(3):
            function.launch(gpu.multiprocessors, 256, (out, *numbers))
            values = gpu.read(out, (8 + 3 * _READINGS, 2), np.uint64)[8:].astype(np.int64)
            for phase, name in enumerate(("FFMA", "HMMA seldom", "FFMA again")):
                of_phase = values[phase * _READINGS : (phase + 1) * _READINGS]
                # Differences over ten readings, because the timer is coarse.
                clock, time = (of_phase[10::10] - of_phase[:-10:10]).T
                after = (of_phase[10::10, 1] - of_phase[0, 1]) / 1e3
                for number, mhz in enumerate(clock / time * 1e3):
                    if number < 3 or number % 5 == 4:
                        entries.setdefault(f"{name}, interval {number + 1}", []).append(mhz)
                entries.setdefault(f"{name}, us of an interval", []).append(after[0])
        gpu.free(out)
        return table(entries)

    return Measure(
        "clock.changes",
        "MHz",
        "the clock in a kernel that begins to use the tensor cores, one HMMA for 64 FFMA, and "
        "stops to, by intervals of its length in microseconds",
        cubins,
        run,
    )


_SUMS = "float c[1][4] = {}; const int j = 0; const unsigned a = 0x3c003c00u;"


def _l2_clock() -> Measure:
    """L2 reads with and without an HMMA in between, which lowers the SM clock."""

    def chase(more: str) -> bytes:
        load = 'asm volatile("ld.global<cached>.u64 %0, [%0];" : "+l"(p) :: "memory");'
        text = CHASE.replace(load, "{ " + load + more + " }").replace("<cached>", ".cg")
        text = text.replace("unsigned long long p =", f"{_SUMS} unsigned long long p =")
        text = text.replace(
            "if (p == 1)", "if (p == 1 || c[0][0] + c[0][1] + c[0][2] + c[0][3] == 7777.0f)"
        )
        return compiled(text, {"LDG.E.64": 9} | ({"HMMA.16816.F32": 9} if more else {}))

    def stream(more: str) -> bytes:
        text = stream_text(16, 2).replace("p += step;", f"p += step; {more}")
        text = text.replace("unsigned sum = 0;", f"unsigned sum = 0; {_SUMS}")
        text = text.replace(
            "if (sum ==", "if (c[0][0] + c[0][1] + c[0][2] + c[0][3] == 7777.0f || sum =="
        )
        return compiled(text, {"LDG.E.128": 2} | ({"HMMA.16816.F32": 1} if more else {}))

    def cubins() -> dict[str, bytes]:
        kinds = {"": "", ", HMMA": _PRODUCT}
        return {f"one load{name}": chase(more) for name, more in kinds.items()} | {
            f"{many}{name}": stream(more)
            for name, more in kinds.items()
            for many in ("all, own", "all, 4 together")
        }

    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries, blocks = {}, gpu.multiprocessors
        for label, cubin in made.items():
            if label.startswith("one"):
                entries[label] = chased(gpu, cubin, 8 << 20, 4096, 2048, 7)
            else:
                together = 4 if "together" in label else 1
                entries[label] = bytes_a_cycle(
                    gpu, cubin, 16, 2, 64, blocks, blocks << 17, 80, 5, together
                )
        return table(entries)

    return Measure(
        "clock.l2",
        "cycles; bytes a cycle and multiprocessor",
        "a pointer chase in L2, and reads of L2 by all multiprocessors, 64 warps, two loads of 16 "
        "bytes a thread in a row, of their own lines or of what four blocks read together; the "
        "same with an HMMA in between, which lowers the multiprocessors' clock: what stays the "
        "same in cycles has their clock",
        cubins,
        run,
    )


def measures() -> list[Measure]:
    return [_clock(), _clock_changes(), _l2_clock()]
