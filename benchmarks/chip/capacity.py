"""Capacities of the caches nearest to an SM: L1 by stride, and instruction caches by code
length."""

from __future__ import annotations

from typing import Any

import numpy as np

from schedules.core.gpu import Gpu

from .measure import REPETITIONS, Cubins, Measure, compiled, rounded, table

# One thread follows a ring of lines; each holds the distance to the next one.
RING = """
extern "C" __global__ void ring(char* at, unsigned* out, long long stride, int lines) {
  for (int line = 0; line < lines; ++line)
    *(long long*)(at + line * stride) = line + 1 < lines ? stride : stride * (1 - lines);
  __threadfence();
  for (int pass = 0; pass < 3; ++pass) {
    unsigned start = clock();
    for (int line = 0; line < lines; ++line) {
      long long step;
      asm volatile("ld.global.ca.b64 %0, [%1];" : "=l"(step) : "l"(at) : "memory");
      at += step;
    }
    out[pass] = clock() - start;
  }
  out[3] = (unsigned)(long long)at;  // or ptxas leaves the loads out
}
"""
STRIDES = (128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072)
# Strides one line longer than a power of two.
ODD = (4096 + 128, 8192 + 128, 16384 + 128)
LINES = (32, 64, 128, 192, 256, 384, 512, 768, 1024, 1280, 1536, 1792, 2048)
_MOST_BYTES = 256 << 20


def _ring() -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        function = gpu.function(made[""], "ring")
        # All of the SM's memory is L1.
        function.attribute("PREFERRED_SHARED_MEMORY_CARVEOUT", 0)
        space, out = gpu.buffer(_MOST_BYTES), gpu.buffer(16)
        entries: dict[str, list[float]] = {}
        for stride in (*STRIDES, *ODD):
            for lines in LINES:
                if stride * lines > _MOST_BYTES:
                    continue
                samples = []
                for _ in range(3):
                    function.launch(1, 1, (space, out, np.int64(stride), np.int32(lines)))
                    samples.append(float(gpu.read(out, (3,), np.uint32)[2]) / lines)
                entries[f"{stride} B, {lines} lines"] = samples
        gpu.free(space, out)
        return table(entries)

    return Measure(
        "l1.by_stride",
        "cycles",
        "cycles a load that depends on the one before, of a thread that goes around a ring of so "
        "many lines, so many bytes apart, for the third time; all memory of the multiprocessor is "
        "L1. What L1 holds no more takes as long as L2",
        lambda: {"": compiled(RING, {"LDG.E.64": 1})},
        run,
    )


# Consecutive instructions, and warps per block.
LENGTHS = (64, 256, 512, 1024, 2048, 4096, 6144, 8192, 12288, 16384)
_WARPS, _LAUNCHES = (1, 4, 16), 40


def _straight(count: int) -> str:
    body = "".join(
        f'asm volatile("fma.rn.f32 %0, %0, %1, %0;" : "+f"(x{index % 4}) : "f"(y));\n'
        for index in range(count)
    )
    return (
        'extern "C" __global__ void straight(float* out, float y) {\n'
        "float x0 = threadIdx.x, x1 = x0 + 1, x2 = x0 + 2, x3 = x0 + 3;\n"
        f"{body}"
        "if (x0 + x1 + x2 + x3 == 1.5f) *out = x0;\n}\n"
    )


def _code() -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        out = gpu.buffer(16)
        times: dict[str, list[float]] = {}
        for count in LENGTHS:
            function = gpu.function(made[str(count)], "straight")
            for warps in _WARPS:

                def launches(stream: Any, warps: int = warps, function: Any = function) -> None:
                    for _ in range(_LAUNCHES):
                        arguments = (out, np.float32(0))
                        function.launch(gpu.multiprocessors, 32 * warps, arguments, stream=stream)

                replay = gpu.graph(launches)
                replay()
                samples = [gpu.microseconds(replay) / _LAUNCHES for _ in range(REPETITIONS)]
                times[f"{count} instructions, {warps} warps"] = samples
        gpu.free(out)
        entries = table(times)["table"]
        clock = gpu.fact("CLOCK_RATE") / 1e3
        return {"table": entries, "clock_mhz": rounded(clock)}

    return Measure(
        "launch.code",
        "us",
        "a launch of a block of so many warps on each multiprocessor that issues so many "
        "instructions of 16 bytes in a row, each once, 40 launches in a CUDA graph. What a launch "
        "takes beyond its issue is the fetching of its code",
        lambda: {str(count): compiled(_straight(count), {"FFMA": count}) for count in LENGTHS},
        run,
    )


# Instructions of a loop, warps of a block (one per SM), iterations.
LOOPS = (128, 256, 512, 768, 1024, 1536, 2048, 3072, 4096, 5120, 6144, 8192, 10240, 12288, 16384)
_LOOPING, _PASSES = (1, 4, 8, 16, 32), 12


def _loop(count: int) -> str:
    body = "".join(
        f'asm volatile("fma.rn.f32 %0, %0, %1, %0;" : "+f"(x{index % 8}) : "f"(y));\n'
        for index in range(count)
    )
    floats = ", ".join(f"x{index} = threadIdx.x + {index}" for index in range(8))
    total = " + ".join(f"x{index}" for index in range(8))
    return (
        'extern "C" __global__ void __launch_bounds__(1024)\n'
        "loop(unsigned* out, float y, int passes, int apart) {\n"
        f"float {floats};\n"
        # Keeps y out of uniform registers, which an FFMA reads at half the rate.
        "y += threadIdx.x;\n"
        "__syncthreads();\n"
        "unsigned begin = clock(), start, end, wait = threadIdx.x / 128 * apart;\n"
        "do { start = clock(); } while (start - begin < wait);\n"
        "#pragma unroll 1\n"
        f"for (int pass = 0; pass < passes; ++pass) {{\n{body}}}\n"
        "end = clock();\n"
        f"if ({total} == 1.5f) *out = 1;\n"
        "if (threadIdx.x % 32 == 0) out[blockIdx.x * 32 + threadIdx.x / 32] = end - start;\n}\n"
    )


def _looping() -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        out = gpu.buffer(128 * gpu.multiprocessors)
        entries: dict[str, list[float]] = {}

        def passes(count: int, warps: int, apart: int, blocks: int) -> float:
            """Cycles per iteration, without the first iterations."""
            function, took = gpu.function(made[str(count)], "loop"), []
            for times in (_PASSES, 2 * _PASSES):
                numbers = np.float32(0), np.int32(times), np.int32(apart)
                function.launch(blocks, 32 * warps, (out, *numbers))
                cycles = gpu.read(out, (blocks, 32), np.uint32)[:, :warps]
                took.append(float(np.median(cycles)))
            return (took[1] - took[0]) / _PASSES

        for count in LOOPS:
            for warps in _LOOPING:
                for label, apart, blocks in (
                    ("", 0, 1),
                    (", apart", count, 1),
                    (", everywhere", 0, gpu.multiprocessors),
                ):
                    if apart and warps <= 4:
                        continue
                    entries[f"{count} instructions, {warps} warps{label}"] = [
                        passes(count, warps, apart, blocks) / count for _ in range(5)
                    ]
        gpu.free(out)
        return table(entries)

    return Measure(
        "code.loop",
        "cycles",
        "cycles of a warp's pass through a loop of so many FFMA of 16 bytes, by their number, over "
        "12 passes once the first 12 are behind it; one block, or a block on every multiprocessor. "
        "Apart: of each four warps, one a scheduler, the next begin as many cycles later as the "
        "loop has instructions. What a pass takes beyond its issue is the fetching of its code",
        lambda: {str(count): compiled(_loop(count), {"FFMA": count}) for count in LOOPS},
        run,
    )


def measures() -> list[Measure]:
    return [_ring(), _code(), _looping()]
