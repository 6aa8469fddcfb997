"""The clocks of the model of time, beside the microbenchmarks that found them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from accesses import needs_compiler
from planted_launches import CHIP, recorded

from benchmarks.chip.constants import measurements
from gpusim.timing.caches import BUSY_L2, Memory
from gpusim.timing.constants import TensorClock, chips, constants
from gpusim.timing.warp_traces import Request
from schedules.compile.compiler import Compiler
from schedules.compile.nvrtc import Nvrtc
from schedules.core.kernel import last_kernel
from schedules.core.target import DEFAULT_GPU
from schedules.sources.names import resolve


@pytest.mark.parametrize("chip", sorted(chips()))
def test_tensor_cores_lower_the_clock_and_wgmma_the_more_the_busier_it_keeps_them(chip):
    known = constants(chip)
    assert known.clock(None, 0.9, 0.0, 0.0) == known.clocks["ffma"]
    idle = known.clock("", 0.0, 0.0, 0.0)
    assert idle == known.clocks["hmma seldom"] < known.clocks["ffma"]
    for products in ("float16", "bfloat16", "float8_e4m3fn"):
        clocks = [known.clock(products, busy, 0.0, 0.0) for busy in (0.0, 0.5, 0.8, 1.0)]
        assert clocks == sorted(clocks, reverse=True)
        assert clocks[0] == idle and clocks[-1] < 0.9 * idle


@pytest.mark.parametrize("chip", sorted(chips()))
def test_what_is_copied_beside_products_lowers_the_clock_and_alone_does_not(chip):
    """As found on the GPU: each row within 6 %, by which those of an H100 scatter at full load."""
    known = constants(chip)
    record = measurements(chip)
    kinds = {"clock.mma": "", "clock.wgmma": None}
    held = 0
    for name, kind in kinds.items():
        for row, entry in record[name]["table"].items():
            products, values, *copies, busy = row.split(", ")
            if values == "zeros":
                continue
            rates = {"L2": 0.0, "DRAM": 0.0}
            rates |= {one.split()[5]: float(one.split()[0]) for one in copies}
            part = float(busy.split()[0]) / 100
            clock = known.clock(products if kind is None else kind, part, *rates.values())
            assert clock == pytest.approx(entry["value"], rel=0.06), row
            held += bool(copies) and clock < known.clock(products, part, 0.0, 0.0)
    assert held >= 12
    assert known.clock("", 0.0, 0.0, 30.0) == known.clocks["hmma seldom"]


@pytest.mark.parametrize("chip", sorted(chips()))
def test_under_a_lower_clock_l2_and_dram_take_as_many_microseconds(chip):
    known, part = constants(chip), 0.8
    slow = known.slowed(part)
    for name in ("l2", "dram"):
        assert slow.latencies[name] == pytest.approx(known.latencies[name] * part)
    assert slow.latencies["lds"] == known.latencies["lds"]
    assert slow.reading(1) == pytest.approx(known.reading(1) / part)
    for name in ("dram_read", "l2_write", "l2_write_half"):
        assert getattr(slow, name) == pytest.approx(getattr(known, name) / part)
    assert slow.l2_alone == known.l2_alone


@pytest.mark.parametrize("chip", sorted(chips()))
@pytest.mark.parametrize("between, merged", [(8, True), (48, True), (112, False), (400, False)])
def test_halves_of_a_sector_are_put_together_where_few_others_come_between(chip, between, merged):
    """As `l2.write_half` found it for the halves of so many sectors one after the other."""
    known = constants(chip)
    half = 16
    memory = Memory(known, 1 << 18, known.multiprocessors, lambda _: 0.0)
    stored = 0
    for first in range(0, 2000, between):
        for _ in range(2):
            for line in range(first, first + between):
                memory.store(0.0, Request(((line, 1),), half))
                stored += half
    taken = stored / memory.accepting
    rate = known.l2_write if merged else known.l2_write_half
    assert taken == pytest.approx(rate, rel=0.1)


@pytest.mark.parametrize("chip", sorted(chips()))
@pytest.mark.parametrize("lines, merged", [(8, True), (32, False)])
def test_halves_of_a_sector_in_many_lines_are_not_put_together(chip, lines, merged):
    """As `dram.by_run` found it for stores of half a sector of each of 32 lines."""
    known = constants(chip)
    memory = Memory(known, 1 << 18, known.multiprocessors, lambda _: 0.0)
    for first in range(0, 2000, lines):
        columns = tuple((first + line, 1) for line in range(lines))
        for _ in range(2):
            memory.store(0.0, Request(columns, 16 * lines))
    rate = known.l2_write if merged else known.l2_write_half_alone
    assert 32 * (first + lines) / memory.accepting == pytest.approx(rate, rel=0.05)


@pytest.mark.parametrize("chip", sorted(chips()))
def test_l2_gives_more_of_what_several_blocks_read(chip):
    known = constants(chip)
    rates = [known.reading(many) for many in (1, 2, 3, 4, 132)]
    assert rates == sorted(rates) and rates[3] > 2 * rates[0]
    taken = {}
    for many in (1.0, 4.0):
        memory = Memory(known, 1 << 18, known.multiprocessors, lambda _: 0.0, lambda _, n=many: n)
        for line in range(1000):
            memory.load(0.0, ((line, 15),), 30.0)
        taken[many] = memory.moved[BUSY_L2]
    assert taken[1.0] == pytest.approx(1000 * 128 / known.reading(1))
    assert taken[4.0] == pytest.approx(1000 * 128 / known.reading(4))


@needs_compiler
def test_half_the_clock_takes_no_longer_where_memory_is_waited_for():
    """Loads from L2 one after the other, and a product; and as many dependent multiply-adds."""
    product = """asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "
      "{%4,%4,%4,%4}, {%4,%4}, {%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(i));"""
    body = f"""volatile __shared__ float s[32]; float x = 0, c[4] = {{}}; int i = threadIdx.x;
    <text> {product} b[threadIdx.x] = c[0] + c[1] + c[2] + c[3] + i;"""
    loads = "".join(
        f"""asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(x) : "l"(a + {at * 1024}) : "memory");
        s[threadIdx.x] = x; __syncthreads();"""
        for at in range(40)
    )
    adds = "i = i * 3 + 7;" * 2000
    half = TensorClock(most=500.0, full=500.0, slope=0.4, l2=0.0, dram=0.0)
    for text, longer in ((loads, 1.0), (adds, 2.0)):
        took = [
            recorded(body.replace("<text>", text), chip=replace(CHIP, tensor_clocks={"": clock}))
            .simulate()
            .us
            for clock in (replace(half, most=1000.0, full=1000.0), half)
        ]
        assert took[1] / took[0] == pytest.approx(longer, rel=0.15)


@pytest.mark.exhaustive
@needs_compiler
def test_the_power_of_wgmma_is_that_of_all_multiprocessors():
    """A few large blocks leave most of them idle; a product of 2048 does not."""

    def clock(path: str, shape: tuple[int, ...]) -> float:
        rung = resolve(path).rung
        kernel = last_kernel(rung, rung.at(shape), DEFAULT_GPU, Compiler(DEFAULT_GPU, Nvrtc()))
        return kernel.predict("h200").launches[0].clock_mhz

    known = constants("h200")
    few = clock("gemm/tall:large_tile", (256, 256, 4096))
    assert known.clocks["hmma seldom"] * 0.98 < few <= known.clocks["hmma seldom"]
    busy = clock("gemm/hgemm:wgmma_tma", (2048, 2048, 2048))
    assert known.clock("float16", 1.0, 100.0, 20.0) <= busy < 0.9 * few
    assert clock("gemm/sgemm_tvm:vthread", (1024, 1024, 1024)) == known.clocks["ffma"]
