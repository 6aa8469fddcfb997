"""Instruction caches: cycles of a loop by the length of its code."""

from __future__ import annotations

from typing import Any

import numpy as np

from schedules.core.gpu import Gpu

from .measure import Cubins, Measure, compiled, table

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
    return [_looping()]
