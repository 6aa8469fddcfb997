"""Figures in the running text of the ladders' pages are those of the H200's record."""

from __future__ import annotations

import json

import pytest
from conftest import ROOT

RECORD = json.loads((ROOT / "docs/results/nvidia-h200.json").read_text())
ROWS = {(row["ladder"], row["rung"], row["shape"][0]): row for row in RECORD["rows"]}


def row(ladder: str, rung: str, size: int) -> dict:
    return ROWS[ladder, rung, size]


def time(*key) -> float:
    return row(*key)["time_us"]


def of(baseline: str, *key) -> float:
    return row(*key)["baselines"][baseline]["ratio"]


def dram(rung: str) -> int:
    return row("gemm/sgemm_tvm", rung, 16384)["counters"]["dram_bytes"]


def dram_gb(rung: str) -> str:
    return f"{dram(rung) / 1e9:.0f}"


def sgemm_tvm() -> list[str]:
    def of_cublas(rung):
        return of("cuBLAS", "gemm/sgemm_tvm", rung, 16384)

    ends = [of_cublas(rung) for rung in ("vectorized_fetch", "vectorized_read", "double_buffer")]

    def over(rung, size=16384):
        return time("gemm/sgemm_tvm", "vectorized_read", size) / time("gemm/sgemm_tvm", rung, size)

    rate = dram("vectorized_read") / time("gemm/sgemm_tvm", "vectorized_read", 16384) / 1e6
    share = dram("block_panels") / dram("vectorized_read")
    return [
        f"end at {min(ends):.2f} to {max(ends):.2f} of cuBLAS at 16384",
        f"`register_prefetch`, which issues as many, is {over('register_prefetch'):.2f} times as",
        f"`vectorized_read` moves {dram_gb('vectorized_read')} GB, `grid_1024x16` "
        f"{dram_gb('grid_1024x16')}, `block_panels` {dram_gb('block_panels')}. That is {share:.0%}",
        f"changes the time by {over('block_panels') - 1:.1%} (as much at 4096, by "
        f"{1 - over('block_panels', 1024):.0%} for the worse at 1024)",
        f"{rate:.1f} TB/s of the {RECORD['ceilings']['copy_gbps'] / 1e3:.2f} there are",
        f"`grid_1024x16` takes {1 / over('grid_1024x16') - 1:.0%} longer at 16384",
        f"{time('gemm/sgemm_tvm', 'vectorized_read', 4096):.0f} in [the record]",
    ]


def sgemm_geforce() -> list[str]:
    reached = {
        rung: f"{of('cuBLAS', 'gemm/sgemm_geforce', rung, 4096):.3f}"
        for rung in ("max_registers", "double_buffer", "cp_async", "rolled_rows")
    }
    return [
        f"end at {reached['max_registers']} of cuBLAS with `max_registers`",
        f"`double_buffer` reaches {reached['double_buffer']}.",
        f"`double_buffer` {reached['double_buffer']}, `cp_async` {reached['cp_async']}, "
        f"`rolled_rows` {reached['rolled_rows']}",
    ]


def sgemm_cuda() -> list[str]:
    def at_1024(rung):
        return time("gemm/sgemm_cuda", rung, 1024)

    return [
        f"takes {at_1024('conflict_free'):.1f} us in [the record]",
        f"{1 - at_1024('float4_fetch') / at_1024('conflict_free'):.0%} slower than `float4_fetch`",
    ]


def hgemv() -> list[str]:
    warps = ("warp1", "warp2", "warp4", "warp8", "warp16")
    sizes = {key[2] for key in ROWS if key[0] == "gemv/hgemv" and 1792 <= key[2] <= 4096}
    best = [max(of("torch.mv", "gemv/hgemv", rung, size) for rung in warps) for size in sizes]
    at_4096 = [of(name, "gemv/hgemv", "warp2", 4096) for name in ("torch.mv", "torch.matmul")]
    return [
        f"{min(best):.2f} to {max(best):.2f} times torch.mv for N from 1792 to 4096",
        f"At N = 4096 it is {at_4096[0]:.3f}, and {at_4096[1]:.3f} against `torch.matmul`",
        f"takes {time('gemv/hgemv', 'warp2', 1024):.3f} us in [the record]",
    ]


def fast_gemv() -> list[str]:
    def at(rung, size):
        return time("gemv/fast_gemv", rung, size)

    gains = {
        name: at(name, 4096) / at(f"{name}_p100_launch", 4096) - 1 for name in ("int8", "int4")
    }
    return [
        f"Measured: {at('int4', 16384):.1f} us and {at('int8', 16384):.1f},",
        f"its own takes {at('int4', 4096):.2f} us in [the record]",
        f"the P100's blocks are faster at 4096, by {gains['int8']:.0%} in int8 and "
        f"{gains['int4']:.0%} in int4",
    ]


@pytest.mark.parametrize("figures", [sgemm_tvm, sgemm_geforce, sgemm_cuda, hgemv, fast_gemv])
def test_a_pages_running_text_has_the_records_figures(figures):
    text = (ROOT / f"docs/ladders/{figures.__name__}.md").read_text(encoding="utf-8")
    words = " ".join(text.replace(" %", "%").split())
    for fragment in figures():
        assert fragment.replace(" %", "%") in words
