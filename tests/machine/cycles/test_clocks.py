"""The clocks of the model of time, beside the microbenchmarks that found them."""

from __future__ import annotations

import pytest
from accesses import needs_compiler

from schedules.compile.compiler import Compiler
from schedules.compile.nvrtc import Nvrtc
from schedules.kernel import last_kernel
from schedules.machine.cycles.caches import READING, Memory
from schedules.machine.cycles.measured import chips, constants
from schedules.names import resolve
from schedules.targets import DEFAULT_GPU


@pytest.mark.parametrize("chip", sorted(chips()))
def test_tensor_cores_lower_the_clock_and_wgmma_the_more_the_busier_it_keeps_them(chip):
    known = constants(chip)
    assert known.clock(None, 0.9) == known.clocks["ffma"] > known.clock("", 0.01)
    assert known.clock("", 0.0) == known.clocks["hmma seldom"]
    for products in ("float16", "bfloat16", "float8_e4m3fn"):
        busiest, idle = known.clock(products, 1.0), known.clock(products, 0.0)
        assert busiest == known.wgmma_clocks[products][1.0] < known.clock(products, 0.5) < idle
        assert idle == known.clocks["hmma seldom"]


@pytest.mark.parametrize("chip", sorted(chips()))
def test_beside_tensor_cores_l2_and_dram_take_as_many_microseconds(chip):
    known = constants(chip)
    slow, part = known.beside_tensor_cores(), known.clocks["hmma seldom"] / known.clocks["ffma"]
    for name in ("l2", "dram"):
        assert slow.latencies[name] == pytest.approx(known.latencies[name] * part)
    assert slow.latencies["lds"] == known.latencies["lds"]
    assert slow.reading(1) == pytest.approx(known.reading(1) / part)
    assert slow.dram_read == pytest.approx(known.dram_read / part)
    assert slow.l2_alone == known.l2_alone


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
        taken[many] = memory.moved[READING]
    assert taken[1.0] == pytest.approx(1000 * 128 / known.reading(1))
    assert taken[4.0] == pytest.approx(1000 * 128 / known.reading(4))


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
    assert known.wgmma_clocks["float16"][1.0] <= busy < 0.93 * few
    assert clock("gemm/sgemm_tvm:vthread", (1024, 1024, 1024)) == known.clocks["ffma"]
