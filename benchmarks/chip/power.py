"""The SM clock under tensor-core load, whose power lowers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from schedules.core.gpu import Gpu

from . import kernel_text
from .asynchronous import HEAD
from .clocks import READ
from .measure import Cubins, Measure, compiled, table

# In each iteration, a block of 256 threads per SM multiplies the contents of the next of its four
# slots of shared memory, and meanwhile refills the previous slot from `data`.
_SLOTS, _SLOT_BYTES = 4, 48 << 10
_TEXT = HEAD + READ + kernel_text("power")


@dataclass(frozen=True)
class _Products:
    """The MMAs of an iteration: element type, CUDA text, opcodes of its SASS, and the cycles for
    which they keep each of the four tensor cores busy."""

    dtype: str
    text: str
    has: dict[str, int]
    busy: int

    @property
    def kernel(self) -> str:
        return _TEXT.replace("<products>", self.text)


# Element type -> K and types in the PTX name, further operands (transposition).
_TYPES = {
    "float16": ("k16.f32.f16.f16", ", 0, 0"),
    "bfloat16": ("k16.f32.bf16.bf16", ", 0, 0"),
    "float8_e4m3fn": ("k32.f32.e4m3.e4m3", ""),
}


def _wgmma(dtype: str) -> _Products:
    """m64n256 of two warpgroups: 64 rows of A each and 256 common rows of B, 128 bytes per row."""
    kind, more = _TYPES[dtype]
    listed = ", ".join(f"%{index}" for index in range(128))
    outputs = ", ".join(f'"+f"(c[{index}])' for index in range(128))
    products = "".join(
        f'asm volatile("wgmma.mma_async.sync.aligned.m64n256{kind} {{{listed}}}, %128, %129, '
        f'1, 1, 1{more};" : {outputs} : "l"(a + {2 * step}), "l"(b + {2 * step}));\n'
        for step in range(4)
    )
    text = f"""
    // Rows of 128 bytes, swizzled; eight rows are 1024 bytes apart.
    const unsigned long long b = (1ull << 62) | (64ull << 32) | (1ull << 16) | (slot >> 4);
    const unsigned long long a = b + ((32768 + thread / 128 * 8192) >> 4);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    {products}
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");"""
    return _Products(dtype, text, {"QGMMA" if "8" in dtype else "HGMMA": 4}, 2 * 4 * 128)


def _mma() -> _Products:
    """Eight warps' mma.sync of float16, four fragments of A by eight of B, read by ldmatrix."""
    load = (
        'asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" '
        ': "=r"(f[n][0]), "=r"(f[n][1]), "=r"(f[n][2]), "=r"(f[n][3]) '
        ': "r"(from + n * 512) : "memory");'
    )
    product = (
        'asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, '
        '{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]) '
        ': "r"(f[i][0]), "r"(f[i][1]), "r"(f[i][2]), "r"(f[i][3]), '
        '"r"(f[4 + j / 2][j % 2 * 2]), "r"(f[4 + j / 2][j % 2 * 2 + 1]));'
    )
    text = f"""
#pragma unroll
    for (int k = 0; k < 2; k++) {{
      unsigned f[8][4];
      const unsigned from = slot + k * 4096 + thread / 32 * 1024 % 8192 + thread % 32 * 16;
#pragma unroll
      for (int n = 0; n < 8; n++) {load}
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 8; j++) {{
          float* s = c + (i * 8 + j) * 4;
          {product}
        }}
    }}"""
    return _Products("float16", text, {"HMMA.16816.F32": 64, "LDSM.16.M88.4": 16}, 64 * 2 * 6)


# Values, pause in cycles after each iteration, bytes copied per iteration, number of blocks that
# copy the same bytes, and size of the region that is read repeatedly (within L2 or not).
_L2, _DRAM = 16 << 20, 1 << 32
_LOADS = (
    ("zeros", 0, 0, 1, _L2),
    *(("normal", pause, 0, 1, _L2) for pause in (0, 200, 500, 1000, 2000, 4000)),
    *(("normal", pause, 48 << 10, many, _L2) for many in (1, 8) for pause in (0, 500)),
    *(("normal", pause, 12 << 10, 1, _DRAM) for pause in (200, 500)),
)
# For about 200 ms; power lowers the clock within the first 100 ms.
_TURNS = 300_000


def _values(dtype: str, label: str, size: int) -> np.ndarray:
    """An array of random normal values, as matrices have, or of zeros."""
    kind = np.dtype(getattr(ml_dtypes, dtype, dtype))
    some = np.random.default_rng(0).standard_normal(1 << 20)
    return np.resize((some * (label == "normal")).astype(kind).view(np.uint8), size)


def _clocked(gpu: Gpu, cubin: bytes, products: _Products) -> dict[str, list[float]]:
    """MHz per launch and block, by load and the share of time in which tensor cores are busy."""
    entries: dict[str, list[float]] = {}
    function = gpu.function(cubin, "load")
    out = gpu.buffer(16 * gpu.multiprocessors)
    for label, pause, size, together, region in _LOADS:
        data = gpu.buffer(region)
        values = _values(products.dtype, label, _L2)
        for offset in range(0, region, _L2):
            gpu.write(np.uint64(int(data) + offset), values)
        turns = _TURNS * products.busy // (products.busy + pause)
        taken: list[float] = []
        for launch in range(3):
            numbers = (*map(np.int32, (turns, pause, size, together)), np.int64(region))
            function.launch(gpu.multiprocessors, 256, (out, data, *numbers), _SLOTS * _SLOT_BYTES)
            clocks = gpu.read(out, (gpu.multiprocessors, 2), np.uint64).astype(np.float64)
            if launch:
                taken += (clocks[:, 0] / clocks[:, 1] * 1e3).tolist()
        cycles = float(np.median(clocks[:, 0])) / turns
        where = "DRAM" if region > _L2 else "L2" if together == 1 else f"L2 by {together} at once"
        copied = f", {size / cycles:.1f} bytes a cycle from {where}" if size else ""
        entries[f"{products.dtype}, {label}{copied}, {100 * products.busy / cycles:.0f} % busy"] = (
            taken
        )
        gpu.free(data)
    gpu.free(out)
    return entries


def _clocks(name: str, method: str, every: list[_Products]) -> Measure:
    def cubins() -> dict[str, bytes]:
        return {products.dtype: compiled(products.kernel, products.has) for products in every}

    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries: dict[str, list[float]] = {}
        for products in every:
            entries |= _clocked(gpu, made[products.dtype], products)
        return table(entries)

    return Measure(
        name,
        "MHz",
        f"as clock, in the second and third launch under {method} on every multiprocessor, of "
        "zeros and of normal values in shared memory: power, and with it the clock, depends on the "
        "data; by the part of the time for which the tensor cores are busy, where each turn is "
        "followed by a pause, and by what is copied to shared memory meanwhile",
        cubins,
        run,
    )


def measures() -> list[Measure]:
    wgmma = [_wgmma(dtype) for dtype in _TYPES]
    return [
        _clocks("clock.wgmma", "wgmma m64 x n256 by two warpgroups", wgmma),
        _clocks("clock.mma", "mma.sync m16n8k16 by eight warps, with ldmatrix", [_mma()]),
    ]
