"""Figures in the ladders' pages are those of the records: the H200's where no other is named."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import itemgetter

import pytest
from conftest import ROOT

from schedules.core.files import read_json

RECORD = read_json(ROOT / "docs/results/nvidia-h200.json")
OTHER = read_json(ROOT / "docs/results/nvidia-h100-80gb-hbm3.json")


def keyed(record: dict) -> dict[tuple[str, str, int], dict]:
    return {(row["ladder"], row["rung"], row["shape"][0]): row for row in record["rows"]}


ROWS, ON_H100 = keyed(RECORD), keyed(OTHER)


def row(ladder: str, rung: str, size: int, rows: dict = ROWS) -> dict:
    return rows[ladder, rung, size]


def time(*key) -> float:
    return row(*key)["time_us"]


def of(baseline: str, *key) -> float:
    return row(*key)["baselines"][baseline]["ratio"]


def over_h200(*key) -> float:
    """An H100's time over an H200's."""
    return time(*key, ON_H100) / time(*key)


def least(ladder: str, size: int, rows: dict, dtype: str = "float16") -> float:
    """The best rung's time."""
    return min(
        of_rung["time_us"]
        for key, of_rung in rows.items()
        if (key[0], key[2], of_rung["dtype"]) == (ladder, size, dtype)
    )


def dram(rung: str) -> int:
    return row("gemm/sgemm_tvm", rung, 16384)["counters"]["dram_bytes"]


def dram_gb(rung: str) -> str:
    return f"{dram(rung) / 1e9:.0f}"


def ends(
    ladder: str, rung: str, before: str, sizes: tuple[int, ...], rows: dict = ROWS
) -> tuple[float, float]:
    """The least and the largest gain of a step on a GPU."""
    gains = [time(ladder, before, n, rows) / time(ladder, rung, n, rows) for n in sizes]
    return min(gains), max(gains)


def sgemm_tvm() -> list[str]:
    def of_cublas(rows):
        rungs = ("vectorized_fetch", "vectorized_read", "double_buffer")
        return [of("cuBLAS", "gemm/sgemm_tvm", rung, 16384, rows) for rung in rungs]

    ends, on_h100 = of_cublas(ROWS), of_cublas(ON_H100)

    def over(rung, size=16384):
        return time("gemm/sgemm_tvm", "vectorized_read", size) / time("gemm/sgemm_tvm", rung, size)

    rate = dram("vectorized_read") / time("gemm/sgemm_tvm", "vectorized_read", 16384) / 1e6

    def at(rung: str) -> float:
        return time("gemm/sgemm_tvm", rung, 16384)

    order = at("grid_1024x16") / at("block_panels")
    return [
        f"reach {min(ends):.2f} to {max(ends):.2f} of it on an H200 and {min(on_h100):.2f} to "
        f"{max(on_h100):.2f} on an H100.",
        f"also issues 9 billion and is {over('register_prefetch'):.2f} times as",
        f"`vectorized_read` moves {dram_gb('vectorized_read')} GB, `grid_1024x16` "
        f"{dram_gb('grid_1024x16')}, `block_panels` {dram_gb('block_panels')}.",
        f"grid is {over('block_panels') - 1:.1%} faster",
        f"only in the block order and is {order:.2f} times as fast",
        f"The shape costs {1 / over('grid_1024x16') - 1:.0%} and the order gains {order - 1:.0%}",
        f"{rate:.1f} TB/s of the {RECORD['ceilings']['copy_gbps'] / 1e3:.2f} that a copy",
        f"{at('cooperative_fetch') / at('conflict_free_store'):.2f} times as fast; in the",
        f"{at('conflict_free_store') / at('vthread'):.2f} times as fast; in the source, ",
        f"{time('gemm/sgemm_tvm', 'vectorized_read', 4096):.0f} in [the record]",
    ]


def sgemm_geforce() -> list[str]:
    def gain(rung: str, before: str, rows: dict = ROWS) -> float:
        return ends("gemm/sgemm_geforce", rung, before, (4096,), rows)[0]

    fetched = [1 - gain("float4_fetch", "block_k_16", rows) for rows in (ROWS, ON_H100)]
    doubled = [gain("double_buffer", "float4_read", rows) for rows in (ON_H100, ROWS)]
    return [
        f"More than in the source, {gain('add_at_end', 'shared_tile') - 1:.0%} instead",
        f"{100 * fetched[0]:.0f} to {fetched[1]:.0%} slower than `block_k_16`; in",
        f"{1 - gain('max_registers', 'no_i3_split'):.0%} slower than `no_i3_split`",
        f"{gain('transposed_store', 'float4_read') - 1:.0%} faster; in the source, ",
        f"{100 * doubled[0] - 100:.0f} to {doubled[1] - 1:.0%} faster; in the source, ",
    ]


def sgemm_cuda() -> list[str]:
    taken = time("gemm/sgemm_cuda", "conflict_free", 1024)
    return [f"takes {taken:.1f} us in [the record]"]


def hgemv() -> list[str]:
    warps = ("warp1", "warp2", "warp4", "warp8", "warp16")
    sizes = {key[2] for key in ROWS if key[0] == "gemv/hgemv" and 1792 <= key[2] <= 4096}

    def best_of(rows):
        return [max(of("torch.mv", "gemv/hgemv", r, size, rows) for r in warps) for size in sizes]

    best, on_h100 = best_of(ROWS), best_of(ON_H100)
    every = {key[2] for key in ROWS if key[0] == "gemv/hgemv"}
    longer = [least("gemv/hgemv", n, ON_H100) - least("gemv/hgemv", n, ROWS) for n in every]
    at_4096 = [of(name, "gemv/hgemv", "warp2", 4096) for name in ("torch.mv", "torch.matmul")]
    return [
        f"{min(best):.2f} to {max(best):.2f} times torch.mv for N from 1792 to 4096",
        f"At N = 4096 it is {at_4096[0]:.3f}, and {at_4096[1]:.3f} against `torch.matmul`",
        f"takes {time('gemv/hgemv', 'warp2', 1024):.3f} us in [the record]",
        f"On an H100 the best rung is {min(on_h100):.2f} to {max(on_h100):.2f} times torch.mv for "
        f"these N. At every one of the {len(every)} it takes {min(longer):.2f} to "
        f"{max(longer):.2f} us longer than on an H200, {least('gemv/hgemv', 4, ON_H100):.2f} us "
        f"instead of {least('gemv/hgemv', 4, ROWS):.2f} even at N = 4",
    ]


def fast_gemv() -> list[str]:
    def at(rung, size):
        return time("gemv/fast_gemv", rung, size)

    gains = {
        name: at(name, 4096) / at(f"{name}_p100_launch", 4096) - 1 for name in ("int8", "int4")
    }
    sizes = (512, 1024, 2048, 4096, 8192, 16384)
    int4 = [name for ladder, name, size in ROWS if ladder == "gemv/fast_gemv" and "int4" in name]
    torch = [
        row("gemv/fast_gemv", "int4_mma", size)["baselines"]["torch int4"]["time_us"]
        / min(at(name, size) for name in int4)
        for size in sizes
    ]
    recorded = [
        " | ".join(
            f"{at(name, size):.1f} us, {of('torch.mv float16', 'gemv/fast_gemv', name, size):.2f} x"
            " torch.mv"
            for size in (8192, 16384)
        )
        for name in ("int4_row_tile", "int4_mma", "int8_row_tile", "int8_mma")
    ]

    def span_of(rung: str, before: str, of: tuple[int, ...], rows: dict = ROWS) -> list[float]:
        return [*ends("gemv/fast_gemv", rung, before, of, rows)]

    rows_slower, on_h100 = (
        span_of("rows_per_block", "vectorized", sizes[1:], rows) for rows in (ROWS, ON_H100)
    )
    shared = [span_of("shared_vector", "block_reduce", sizes[:2], rows) for rows in (ROWS, ON_H100)]
    two = span_of("two_kernel", "block_reduce", sizes)
    two_late = [span_of("two_kernel", "block_reduce", (n,), ON_H100)[0] for n in sizes[-2:]]
    ahead = span_of("int4", "int8", (1024, 2048, 8192, 16384))
    return [
        f"{100 - 100 * rows_slower[1]:.0f} to {1 - rows_slower[0]:.0%} slower on an H200 and "
        f"{100 - 100 * on_h100[1]:.0f} to {1 - on_h100[0]:.0%} on an H100:",
        f"{min(map(min, shared)):.2f} to {max(map(max, shared)):.2f} of the speed, because",
        f"{1 / two[1]:.1f} to {1 / two[0]:.1f} times as long as `block_reduce`",
        f"{1 / two_late[0]:.2f} and {1 / two_late[1]:.2f} times as long at 8192",
        f"On an H200 {100 * ahead[0] - 100:.0f} to {ahead[1] - 1:.0%} faster at 1024, 2048, 8192",
        " | ".join(f"{ratio:.2f}" for ratio in torch),
        *recorded,
        f"Measured: {at('int4', 16384):.1f} us and {at('int8', 16384):.1f},",
        f"Measured: {time('gemv/fast_gemv', 'int8', 16384, ON_H100):.1f} us and "
        f"{time('gemv/fast_gemv', 'int4', 16384, ON_H100):.1f}, for int8 and int4, "
        f"{over_h200('gemv/fast_gemv', 'int8', 16384):.2f} and "
        f"{over_h200('gemv/fast_gemv', 'int4', 16384):.2f} times an H200's",
        f"its own takes {at('int4', 4096):.2f} us in [the record]",
        f"the P100's blocks are faster at 4096, by {gains['int8']:.0%} in int8 and "
        f"{gains['int4']:.0%} in int4",
    ]


def tall() -> list[str]:
    rungs = ("large_tile", "small_tiles", "split_small_tiles", "split_k")
    us = [time("gemm/tall", rung, 256) for rung in rungs]
    split = ("gemm/tall", "split_small_tiles", 256)
    cublas = [row(*split, rows)["baselines"]["cuBLAS"]["time_us"] for rows in (ROWS, ON_H100)]
    return [
        f"{us[0] / us[1]:.1f} times as fast as `large_tile`, but 116 SMs are still idle",
        f"{us[1] / us[2]:.1f} times as fast as `small_tiles` on an H200",
        f"slower than `split_small_tiles`: {us[2] / us[3]:.2f} times as fast on an H200",
        f"take {us[0]:.0f}, {us[1]:.0f}, {us[2]:.1f} and {us[3]:.1f} µs",
        f"cuBLAS {cublas[0]:.1f}; on an H100 `split_small_tiles` takes "
        f"{time(*split, ON_H100):.1f} and cuBLAS {cublas[1]:.1f}.",
    ]


def w4a16() -> list[str]:
    """The table at N = K = 8192, and what is said of it."""
    on_h200, on_h100 = (
        {
            (of_rung["rung"], of_rung["shape"][0]): of_rung
            for of_rung in record["rows"]
            if of_rung["ladder"] == "gemm/w4a16" and of_rung["shape"][1] == 8192
        }
        for record in (RECORD, OTHER)
    )

    def digits(us: float) -> str:
        return f"{us:.0f}" if us >= 100 else f"{us:.1f}"

    def cell(rung: str, m: int, of: Callable[[dict], float] = itemgetter("time_us")) -> str:
        first = digits(of(on_h200[rung, m])) if (rung, m) in on_h200 else "-"
        return f"{first} ({digits(of(on_h100[rung, m]))})"

    def cublas(of_rung: dict, field: str = "time_us") -> float:
        return of_rung["baselines"]["cuBLAS float16"][field]

    def ratio(rung: str, m: int, rows: dict) -> str:
        return f"{cublas(rows[rung, m], 'ratio'):.2f}"

    def gains(rung: str, before: str) -> list[float]:
        """On an H200 and on an H100, with 16 rows."""
        times = [(of[before, 16], of[rung, 16]) for of in (on_h200, on_h100)]
        return [slow["time_us"] / fast["time_us"] for slow, fast in times]

    converted, sliced = gains("dequantized", "mma"), gains("sliced_k", "cp_async")
    packed, split = sorted(gains("packed", "dequantized")), sorted(gains("split_k", "sliced_k"))
    rungs = ("mma", "dequantized", "packed", "cp_async", "sliced_k", "split_k")
    few = [ratio("sliced_k", m, on_h100) for m in (1, 4, 16)]
    rate = on_h100["sliced_k", 1]["gbps"] / 1e3
    copy = OTHER["ceilings"]["copy_gbps"] / 1e3
    int4 = [on_h200["sliced_k", m]["baselines"]["torch int4"]["time_us"] for m in (4, 64)]
    return [
        *(
            " | ".join([*(cell(rung, m) for rung in rungs), cell("sliced_k", m, cublas)])
            for m in (1, 4, 16, 64)
        ),
        f"{gains('mma', 'naive')[0]:.1f} times as fast. No load",
        f"{converted[1]:.1f} times as fast on an H100 and {converted[0]:.1f} on an H200",
        f"{packed[0]:.1f} to {packed[1]:.1f} times as fast. Each lane",
        f"{gains('cp_async', 'packed')[0]:.1f} times as fast. ### `sliced_k`",
        f"{sliced[1]:.1f} times as fast on an H100, {sliced[0]:.1f} on an H200",
        f"{split[0]:.2f} to {split[1]:.2f} times the speed at 16 rows",
        f"{few[0]}, {few[1]} and {few[2]} times as fast as cuBLAS's",
        f"at {rate:.1f} TB/s, where a copy runs at {copy:.1f}",
        "On an H200 the ratios are {}, {} and {}".format(
            *(ratio("sliced_k", m, on_h200) for m in (1, 4, 16))
        ),
        f"{ratio('split_k', 64, on_h200)} times cuBLAS's speed "
        f"({ratio('split_k', 64, on_h100)} on an H100)",
        f"{int4[0]:.0f} µs with 4 rows and {int4[1]:.0f} µs with 64",
    ]


def span(ladder: str, rung: str, before: str, sizes: tuple[int, ...], digits: int) -> str:
    """The least and the largest gain of a step on both GPUs: '1.5 to 1.6', or one number."""
    gains = [
        row(ladder, before, size, rows)["time_us"] / row(ladder, rung, size, rows)["time_us"]
        for rows in (ROWS, ON_H100)
        for size in sizes
    ]
    return " to ".join(dict.fromkeys(f"{gain:.{digits}f}" for gain in (min(gains), max(gains))))


def epilogue() -> list[str]:
    def gain(rung: str, before: str, digits: int) -> str:
        return span("gemm/epilogue", rung, before, (4096,), digits)

    best = row("gemm/epilogue", "wgmma_tma", 4096)
    under_load = [best["baselines"][name]["ratio"] for name in ("torch", "torch.compile")]
    alone = best["baselines"]["cuBLAS, GEMM alone"]["time_us"]
    return [
        f"only {gain('fused', 'unfused', 2)} times as fast",
        f"{gain('mma', 'fused', 0)} times as fast.",
        f"{gain('wgmma_tma', 'mma', 1)} times as fast. What remains",
        f"figures are {best['time_us']:.0f} µs, {under_load[0]:.2f}, {under_load[1]:.2f} and "
        f"{alone:.0f} µs",
    ]


def fp8gemm() -> list[str]:
    def gain(rung: str, before: str, sizes: tuple[int, ...], digits: int) -> str:
        return span("gemm/fp8gemm", rung, before, sizes, digits)

    return [
        f"as `hgemm:half2` does. {gain('pairs', 'naive', (4096,), 0)} times as fast",
        f"{gain('wgmma_tma', 'pairs', (4096, 8192), 0)} times as fast. The price",
        f"{gain('tensor_scale', 'wgmma_tma', (4096, 8192), 2)} times the speed",
    ]


def hgemm() -> list[str]:
    """Gains of steps, and the two tables of speeds relative to cuBLAS."""
    every, two, one = (2048, 4096, 6144, 8192), (4096, 8192), (4096,)

    def gain(rung: str, before: str, sizes: tuple[int, ...], digits: int) -> str:
        return span("gemm/hgemm", rung, before, sizes, digits)

    def percent(rung: str, before: str) -> str:
        low, high = (float(end) for end in gain(rung, before, every, 9).split(" to "))
        ends = (1 - high, 1 - low) if high < 1 else (low - 1, high - 1)
        return f"{ends[0]:.0%} to {ends[1]:.0%}".replace("% to", " to")

    def ratios(rung: str, size: int, rows: dict) -> tuple[float, float]:
        """Sustained and cold."""
        found = row("gemm/hgemm", rung, size, rows)
        return tuple(of["baselines"]["cuBLAS"]["ratio"] for of in (found, found["cold"]))

    def cells(rung: str, rows: dict) -> str:
        each = (ratios(rung, size, rows) for size in every)
        return f"| `{rung}` | {' | '.join(f'{hot:.3f} ({cold:.3f})' for hot, cold in each)} |"

    rungs = ("wgmma_tma", "producer", "persistent", "tma_store", "multicast", "pingpong")
    rungs += ("bfloat16_wgmma_tma", "bfloat16_tma_store")
    pair = [ratios("cp_async", size, ROWS) for size in two]
    typed = {"cp_async": two, "wgmma_tma": every, "tma_store": every}.items()
    spans = (gain(f"bfloat16_{name}", name, sizes, 9).split(" to ") for name, sizes in typed)
    by_type = [float(end) for span_of_type in spans for end in span_of_type]
    slower = time("gemm/hgemm", "mma_ldmatrix", 4096) / time("gemm/hgemm", "wmma", 4096)
    sustained = time("gemm/hgemm", "wgmma_tma", 4096)
    single = row("gemm/hgemm", "wgmma_tma", 4096)["cold"]["time_us"]
    return [
        *(cells(rung, rows) for rows in (ROWS, ON_H100) for rung in rungs),
        f"{gain('half2', 'naive', one, 0)} times as fast. The limit",
        f"{gain('wmma', 'half2', one, 1)} times as fast. The layout",
        f"the rung is {slower:.1f} times slower",
        f"{gain('wgmma', 'cp_async', two, 1)} times as fast, although",
        f"Again {gain('wgmma_tma', 'wgmma', two, 1)} times as fast.",
        f"they are {min(by_type):.2f} to {max(by_type):.2f} times as fast as the float16 rungs",
        f"several tiles. {percent('persistent', 'producer')} slower, because",
        f"| stores of half a sector: {percent('persistent', 'producer')} slower |",
        f"{percent('tma_store', 'persistent')} faster than `persistent`.",
        f"{percent('pingpong', 'multicast')} slower than `multicast`",
        f"`cp_async` is at {pair[0][0]:.2f} of cuBLAS at 4096 and {pair[1][0]:.2f} at 8192 (single "
        f"launches {pair[0][1]:.2f} and {pair[1][1]:.2f})",
        f"of the {single:.0f} that a single launch of `wgmma_tma` takes",
        f"`wgmma_tma` takes {single:.0f} µs in a single launch",
        f"takes {single:.0f} µs, and a sustained one {sustained:.0f} µs",
    ]


def sgemm_cpu() -> list[str]:
    """Gains on the Intel Xeon, at 1024."""
    record = read_json(ROOT / "docs/results/intel-xeon-2-cores.json")
    rungs = ("serial", "blocked", "vectorized", "loop_permuted", "packed", "parallel")
    us = [row("gemm/sgemm_cpu", rung, 1024, keyed(record))["time_us"] for rung in rungs]
    gains = [slow / fast for slow, fast in zip(us, us[1:], strict=False)]
    ends = (". ### ", ". The price", ". ### ", ", copies", " on two cores")
    return [f"{gain:.1f} times as fast{end}" for gain, end in zip(gains, ends, strict=True)]


FIGURES = [epilogue, fp8gemm, hgemm, sgemm_cpu]
FIGURES += [sgemm_tvm, sgemm_geforce, sgemm_cuda, hgemv, fast_gemv, tall, w4a16]


@pytest.mark.parametrize("figures", FIGURES)
def test_a_pages_running_text_has_the_records_figures(figures):
    pages = sorted((ROOT / "docs/ladders").glob(f"{figures.__name__}*.md"))
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    words = " ".join(text.replace(" %", "%").split())
    for fragment in figures():
        assert stands(fragment.replace(" %", "%"), words), fragment


def stands(fragment: str, words: str) -> bool:
    """Whether a text has a fragment, other than as the end of another number or range."""
    return re.search(rf"(?<!\d to )(?<![\d.]){re.escape(fragment)}", words) is not None


def test_the_end_of_a_range_is_not_a_figure():
    assert stands("1.5 times as fast", "It is 1.5 times as fast.")
    assert not stands("1.5 times as fast", "It is 1.4 to 1.5 times as fast.")
    assert not stands("1.5 times as fast", "It is 11.5 times as fast.")
