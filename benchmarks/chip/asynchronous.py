"""Asynchronous copies, mbarriers and wgmma: their latencies, and intervals of wgmma."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpusim.launch import TensorMap
from schedules.core.gpu import Gpu

from . import kernel_text
from .measure import REPETITIONS, Cubins, Measure, compiled, summary, table

HEAD = kernel_text("head")
CP_ASYNC = HEAD + kernel_text("cp_async")
TMA = HEAD + kernel_text("tma")
MBARRIER = HEAD + kernel_text("mbarrier")
WGMMA = HEAD + kernel_text("wgmma")
TURNS = 32


def wgmma_text(n: int, products: int) -> str:
    """CUDA text: consecutive wgmma m64 x n x k16, float16 with float32 accumulators."""
    count = n // 2
    listed = ", ".join(f"%{index}" for index in range(count))
    outputs = ", ".join(f'"+f"(c[{index}])' for index in range(count))
    wgmma = (
        f'asm volatile("wgmma.mma_async.sync.aligned.m64n{n}k16.f32.f16.f16 {{{listed}}}, '
        f'%{count}, %{count + 1}, 1, 1, 1, 0, 0;" : {outputs} : "l"(a), "l"(b));\n'
    )
    return WGMMA.replace("<registers>", str(count)).replace("<products>", wgmma * products)


WIDTHS, PRODUCTS = (8, 16, 32, 64, 96, 128, 192, 256), (1, 2, 4, 8)


# Stores to shared memory after each copy of a warp, copies per iteration, iterations, warps.
_BESIDE, _COPIES, _COPY_TURNS, _COPY_WARPS = (0, 4, 8, 12, 16, 24, 32), 4, 64, 16
# Label -> cache operator of cp.async, bytes per lane.
_KINDS = {"past L1, 16 bytes": ("cg", 16), "by L1, 16 bytes": ("ca", 16), "4 bytes": ("ca", 4)}


def _copy_text(way: str, size: int, stores: int) -> str:
    body = "".join(
        f'asm volatile("cp.async.{way}.shared.global [%0], [%1], {size};" '
        f':: "r"(at + {copy * 512}), "l"(from + {copy * 512}) : "memory");\n'
        + "".join(
            f'asm volatile("st.shared.u32 [%0], %1;" :: "r"(near + {place * 128}), "r"(turns) '
            ': "memory");\n'
            for place in range(copy * stores, (copy + 1) * stores)
        )
        for copy in range(_COPIES)
    )
    mine = f"threadIdx.x / 32 * {512 * _COPIES} + threadIdx.x % 32 * {size}"
    return f"""{HEAD}
extern "C" __global__ void measured(unsigned* out, const char* from, int turns) {{
  extern __shared__ __align__(1024) char shared[];
  unsigned start, end, at = place(shared) + {mine};
  unsigned near = place(shared) + {512 * _COPIES * _COPY_WARPS} + threadIdx.x % 32 * 4;
  from += {mine};
  __syncthreads();
  NOW(start)
#pragma unroll 1
  for (int i = 0; i < turns; i++) {{
    {body}
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 2;" ::: "memory");
  }}
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  NOW(end)
  if (threadIdx.x == 0) out[0] = end - start;
}}
"""


def _copies() -> Measure:
    labels = {
        f"{label}, {stores} stores": (way, size, stores)
        for label, (way, size) in _KINDS.items()
        for stores in _BESIDE
    }

    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        out, source = gpu.buffer(16), gpu.buffer(512 * _COPIES * _COPY_WARPS)
        entries: dict[str, list[float]] = {}
        for label, cubin in made.items():
            function, samples = gpu.function(cubin, "measured"), []
            for _ in range(REPETITIONS + 1):
                took = []
                for turns in (_COPY_TURNS, 2 * _COPY_TURNS):
                    arguments = (out, source, np.int32(turns))
                    function.launch(1, 32 * _COPY_WARPS, arguments, 48 << 10)
                    took.append(int(gpu.read(out, (1,), np.uint32)[0]))
                samples.append((took[1] - took[0]) / (_COPY_TURNS * _COPIES * _COPY_WARPS))
            entries[label] = samples[1:]
        gpu.free(out, source)
        return table(entries)

    return Measure(
        "pipe.copy",
        "cycles",
        "cycles a multiprocessor takes for a warp's cp.async and so many of its stores to shared "
        "memory, a pass of the memory pipe each: 16 warps, four copies a turn, at most three turns "
        "under way. What it takes beyond the stores, once they hide that L2 gives 64 bytes a "
        "cycle, is the copy's part of the pipe",
        lambda: {
            label: compiled(_copy_text(*of), {"LDGSTS": _COPIES, "STS": _COPIES * of[2]})
            for label, of in labels.items()
        },
        run,
    )


def _turns(gpu: Gpu, cubin: bytes, arguments: tuple, columns: int, block: int) -> np.ndarray:
    """Cycles of each iteration except the first four: (iterations, columns)."""
    out = gpu.buffer(8192)
    given = [out if argument is None else argument for argument in arguments]
    gpu.function(cubin, "measured").launch(1, block, given, 64 * 1024)
    values = gpu.read(out, (TURNS, columns), np.uint32)[4:]
    gpu.free(out)
    return values


def _cp_async() -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        space = gpu.buffer(1 << 16)
        values = _turns(gpu, made[""], (None, space, np.int32(TURNS)), 1, 32)
        gpu.free(space)
        return summary(values[:, 0].astype(float))

    return Measure(
        "async.cp_async_l2",
        "cycles",
        "one warp: 512 bytes by cp.async past L1, committed and waited for; 28 turns",
        lambda: {"": compiled(CP_ASYNC, {"LDGSTS.E.BYPASS.128": 1, "LDGDEPBAR": 1})},
        run,
    )


BOXES = ((64, 8), (64, 32), (64, 64), (64, 128), (64, 256))


def tensor_map(gpu: Gpu, address: np.uint64, box: tuple[int, int]) -> np.ndarray:
    """The 128-byte tensor map of 64 x 256 float16 in boxes, with 128-byte swizzle."""
    return gpu.tensor_map(address, TensorMap(0, (64, 256), (128,), box, 2, 128))


def _tma() -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        space = gpu.buffer(1 << 16)
        entries: dict[str, list[float]] = {}
        for box in BOXES:
            size = box[0] * box[1] * 2
            given = (tensor_map(gpu, space, box), None, np.int32(TURNS), np.int32(size))
            values = _turns(gpu, made[""], given, 2, 32).astype(float)
            entries[f"{size} B, complete"] = list(values[:, 0])
            entries[f"{size} B, issued"] = list(values[:, 1])
        gpu.free(space)
        made_table = table(entries)
        return made_table["table"]["8192 B, complete"] | made_table

    return Measure(
        "async.tma_l2",
        "cycles",
        "one thread: from before the arrival that expects the bytes to a successful try_wait on a "
        "2D box of 128-byte rows in L2; and to behind the copy's issue; 28 turns",
        lambda: {"": compiled(TMA, {"UTMALDG.2D": 1, "SYNCS": 2})},
        run,
    )


def _mbarrier() -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        values = _turns(gpu, made[""], (None, np.int32(TURNS)), 2, 32).astype(float)
        return table(
            {"try_wait on a completed phase": values[:, 0], "arrive and try_wait": values[:, 1]}
        )

    return Measure(
        "async.mbarrier",
        "cycles",
        "one thread, with the two readings of the clock; 28 turns",
        lambda: {"": compiled(MBARRIER, {"SYNCS.PHASECHK": 2})},
        run,
    )


def _wgmma() -> Measure:
    def cubins() -> dict[str, bytes]:
        return {
            f"{n}x{count}": compiled(wgmma_text(n, count), {f"HGMMA.64x{n}x16.F32": count})
            for n in WIDTHS
            for count in PRODUCTS
        }

    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries: dict[str, list[float]] = {}
        for n in WIDTHS:
            for count in PRODUCTS:
                entries[f"n {n}, {count} in a row"] = []
            entries[f"n {n}, interval"] = []
            for _ in range(REPETITIONS):
                medians = {}
                for count in PRODUCTS:
                    given = (None, np.int32(TURNS), np.int32(0))
                    values = _turns(gpu, made[f"{n}x{count}"], given, 1, 128)
                    medians[count] = float(np.median(values))
                    entries[f"n {n}, {count} in a row"].append(medians[count])
                entries[f"n {n}, interval"].append((medians[8] - medians[4]) / 4)
        return table(entries)

    return Measure(
        "async.wgmma",
        "cycles",
        "one warpgroup: wgmma m64 x n x k16 of float16 with sums in float32, both factors in "
        "shared memory, from before the first to behind the wait for all; the interval is a "
        "quarter of the difference of 8 and 4 in a row",
        cubins,
        run,
    )


def measures() -> list[Measure]:
    return [_cp_async(), _copies(), _tma(), _mbarrier(), _wgmma()]
