"""Costs of stores beyond their pipe: partial sectors in L2, and a fence after them."""

from __future__ import annotations

from typing import Any

import numpy as np

from schedules.core.cuda_driver import Gpu

from .asynchronous import HEAD
from .bandwidth import bytes_a_cycle, stream_text
from .measure import REPETITIONS, Cubins, Measure, compiled, table

_HALF = "one half"
# Where lanes store 4 bytes each: consecutively, or four lanes in the first half of each of eight
# sectors, without or with a second store to the other halves.
_PLACES = {
    "whole": ("threadIdx.x", "p += step;"),
    _HALF: ("threadIdx.x / 4 * 8 + threadIdx.x % 4", "p += 2 * step;"),
    "both halves, one after the other": (
        "threadIdx.x / 4 * 8 + threadIdx.x % 4",
        "p += i % 2 ? 2 * step - 4 : 4;",
    ),
}


def _halves() -> Measure:
    def cubins() -> dict[str, bytes]:
        made = {}
        for label, (place, step) in _PLACES.items():
            text = stream_text(4, 1, store=True)
            text = text.replace("mine + threadIdx.x", f"mine + {place}")
            if label == _HALF:
                # Half as many iterations cover the same range.
                text = text.replace("i < turns", "i < turns / 2")
            made[label] = compiled(text.replace("p += step;", step), {"STG.E": 1})
        return made

    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries, blocks = {}, gpu.multiprocessors
        for label, cubin in made.items():
            for warps in (4, 8, 12, 16, 32):
                rates = bytes_a_cycle(gpu, cubin, 4, 1, warps, blocks, blocks << 17, 40, 3)
                entries[f"{label}, {warps} warps"] = [
                    rate / 2 if label == _HALF else rate for rate in rates
                ]
        return table(entries)

    return Measure(
        "l2.write_half",
        "bytes a cycle and multiprocessor",
        "as l2.write_all with one store of 4 bytes a lane: of whole sectors, of the first half of "
        "each, and of both halves by one store after the other; bytes that are stored",
        cubins,
        run,
    )


_BEHIND = (0, 1, 4, 16, 64)


def _fence() -> Measure:
    def cubins() -> dict[str, bytes]:
        made = {}
        for stores in _BEHIND:
            stored = "".join(
                f'asm volatile("st.shared.u32 [%0], %1;" :: "r"(at + {n * 128}), "r"(i) '
                ': "memory");\n'
                for n in range(stores)
            )
            for name, fence in (
                ("membar", "membar.cta;"),
                ("proxy", "fence.proxy.async.shared::cta;"),
            ):
                made[f"{name} behind {stores} stores"] = compiled(
                    f"""{HEAD}
extern "C" __global__ void measured(unsigned* out, int turns) {{
  extern __shared__ __align__(1024) char shared[];
  unsigned start, end, sum = 0, at = place(shared) + threadIdx.x % 32 * 4;
  for (int i = 0; i < turns; i++) {{
    __syncthreads();
    {stored}
    NOW(start)
    asm volatile("{fence}" ::: "memory");
    NOW(end)
    sum = end - start;
  }}
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = sum;
}}
""",
                    {"STS": stores} if stores else {},
                )
        return made

    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries: dict[str, list[float]] = {}
        out = gpu.buffer(256)
        for label, cubin in made.items():
            function = gpu.function(cubin, "measured")
            for warps in (1, 8):
                samples = []
                for _ in range(REPETITIONS):
                    function.launch(1, 32 * warps, (out, np.int32(8)), 48 << 10)
                    samples.append(float(np.median(gpu.read(out, (warps,), np.uint32))))
                entries[f"{label}, {warps} warps"] = samples
        gpu.free(out)
        return table(entries)

    return Measure(
        "latency.fence_stores",
        "cycles",
        "from behind so many stores to shared memory of a warp to behind a fence, of the block or "
        "for the asynchronous proxy: one warp, and the median of eight at once",
        cubins,
        run,
    )


def measures() -> list[Measure]:
    return [_halves(), _fence()]
