"""The model of one multiprocessor, on kernels whose cycles can be counted by hand."""

from __future__ import annotations

import gc
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from accesses import needs_compiler
from exhaustive import sampled_tuples
from planted_launches import CHIP, COLD, recorded

from gpusim.counting.loop_extrapolation import LoopExtrapolation
from gpusim.timing.constants import chips, constants
from gpusim.timing.prediction import LaunchTime
from gpusim.timing.sm import SM
from schedules.core.kernel import kernels_of, last_kernel
from schedules.core.target import Target
from schedules.sources.names import resolve

pytestmark = needs_compiler


def launched(body: str, **launch) -> LaunchTime:
    """The time of a kernel with arrays `a` and `b` of floats."""
    return recorded(body, **launch).simulate()


CHAIN = "float x = a[threadIdx.x]; {} b[threadIdx.x] = x;"


def test_python_collects_no_garbage_while_it_simulates():
    during = []

    def run_on(*given) -> SM:
        during.append(gc.isenabled())
        return SM(*given)

    assert gc.isenabled()
    recorded("b[threadIdx.x] = a[threadIdx.x];").simulate(run_on)
    assert during and not any(during) and gc.isenabled()


def test_a_chain_of_products_takes_its_latency_each():
    times = [launched(CHAIN.format("x = x * 1.5f + 0.5f;" * count)).cycles for count in (100, 300)]
    assert times[1] - times[0] == 200 * 4


def test_products_without_dependence_take_a_cycle_each():
    """Four chains of one warp; sixteen warps on four sub-partitions share their pipes."""
    body = "float x = a[threadIdx.x], y = x, z = x, w = x; {} b[threadIdx.x] = x + y + z + w;"
    step = "x = x * x + 1.f; y = y * y + 2.f; z = z * z + 3.f; w = w * w + 4.f;"
    for block in (32, 512):
        times = [launched(body.format(step * n), block=block).cycles for n in (25, 75)]
        warps_each = max(1, block // 128)
        assert times[1] - times[0] == pytest.approx(200 * warps_each, rel=0.1)


def test_lanes_that_meet_again_wait_as_after_a_jump():
    """Even where nobody has left: the sampler of a GPU has warps wait there for their branch."""
    body = """float x = a[threadIdx.x];
    if (threadIdx.x % 32 == 0) { asm volatile("membar.cta;" ::: "memory"); b[threadIdx.x] = x; }
    b[threadIdx.x + 32] = x;"""
    code = {one.at: one for one in launched(body, block=32).instructions}
    behind = [code[at + 1] for at, one in code.items() if one.instruction.startswith("BSYNC")]
    assert behind
    for one in behind:
        waited = sum(one.causes.get(cause, 0.0) for cause in ("fixed latency", "branch"))
        assert waited / one.causes["issue"] >= CHIP.branch - 1.01, one


@pytest.mark.parametrize(
    ("stride", "wavefronts"), sampled_tuples([(1, 1), (2, 2), (8, 8), (32, 32)], [(1, 1), (8, 8)])
)
def test_bank_conflicts_keep_the_memory_pipe_busy(stride, wavefronts):
    """Sixteen warps, each of whose loads takes as many passes as lanes meet in a bank."""
    body = f"""
    __shared__ float s[1024];
    s[threadIdx.x] = a[threadIdx.x]; s[threadIdx.x + 512] = 1.f;
    __syncthreads();
    float x = 0.f; const volatile float* p = s + threadIdx.x % 32 * {stride};
    """
    tail = "b[threadIdx.x] = x;"
    times = [launched(body + "x += p[0];" * count + tail, block=512).cycles for count in (16, 48)]
    each = (times[1] - times[0]) / 32
    assert each == pytest.approx(max(16 * wavefronts, 16), rel=0.15)


def test_loads_from_memory_wait_for_its_latency():
    """A chain of loads that all miss L1."""
    chase = "int i = threadIdx.x; " + "i = __float_as_int(__ldcg(a + i * 64));" * 8
    warm = launched("b[threadIdx.x] = a[threadIdx.x];").cycles
    slow = replace(CHIP, latencies={**CHIP.latencies, "l2": CHIP.latencies["l2"] + 300})
    slower = launched("b[threadIdx.x] = a[threadIdx.x];", chip=slow).cycles
    assert slower - warm == pytest.approx(300)
    with pytest.raises(Exception, match="no prediction"):
        launched(chase + "b[threadIdx.x] = i;")


def test_more_blocks_than_run_at_once_come_in_waves():
    body = CHAIN.format("x = x * 1.5f + 0.5f;" * 400)
    times = {grid: launched(body, grid=grid).cycles for grid in (4, 32, 64, 640)}
    # Eight at once end one after the other.
    assert times[32] == pytest.approx(times[4] + 7 * CHIP.retire, rel=0.05)
    # A block takes the place of each as it ends.
    assert times[64] - times[32] == pytest.approx(times[4] + CHIP.turnover, rel=0.2)
    round_ = times[64] - times[32]
    assert times[640] == pytest.approx(times[64] + 18 * round_, rel=0.05)


def test_every_cycle_has_an_instruction_and_a_cause():
    body = "__shared__ float s[64]; s[threadIdx.x] = a[threadIdx.x]; __syncthreads();" + CHAIN
    time = launched(body.format("x = x * x + s[threadIdx.x ^ 1];"), block=64, grid=9)
    assert sum(one.us for one in time.instructions) == pytest.approx(time.us)
    for one in time.instructions:
        assert sum(one.causes.values()) == pytest.approx(one.us)
        waited = sum(one.waits_for.values())
        assert waited == pytest.approx(one.causes.get("scoreboard", 0.0))
    loads = {one.at for one in time.instructions if one.instruction.startswith("LDG")}
    longest = max(time.instructions, key=lambda one: one.us)
    assert set(longest.waits_for) & loads


def test_a_barrier_waits_for_the_last_warp():
    body = """
    float x = a[threadIdx.x];
    if (threadIdx.x < 32) for (int i = 0; i < 50; ++i) x = x * x + 1.f;
    __syncthreads();
    b[threadIdx.x] = x;
    """
    time = launched(body, block=128)
    barrier = sum(one.causes.get("barrier", 0.0) for one in time.instructions)
    # Three warps of four wait for the first one's chain.
    assert barrier > 0.5 * time.us


BARRIERS = tomllib.loads(Path(__file__).with_name("barriers.toml").read_text())["kernel"]


@pytest.mark.parametrize("case", BARRIERS, ids=lambda case: case["name"])
def test_parts_of_a_block_wait_for_those_they_name(case):
    chains = (f"for (int j = 0; j < {n}; ++j) x = x * 1.5f + 0.5f;" for n in (200, 300))
    bodies = (case["body"].replace("CHAIN", chain) for chain in chains)
    text = "float x = a[threadIdx.x]; {} b[threadIdx.x] = x;"
    short, long = (launched(text.format(body), block=case["block"]).cycles for body in bodies)
    assert long - short == pytest.approx(case["turns"] * 100 * 4, rel=0.1)


def test_a_wave_beyond_l2_fetches_from_dram():
    """A stream of 64 MB moves what it touches, at the rate of DRAM; a warm one none."""
    body = (
        "int i = blockIdx.x * 4096 + threadIdx.x;"
        "b[i] = a[i] + a[i + 1024] + a[i + 2048] + a[i + 3072];"
    )
    cold = launched(body, grid=1 << 12, block=1024, words=1 << 24, set_bytes=COLD)
    assert cold.dram_bytes == pytest.approx(80 << 20, rel=0.05)
    least = ((64 << 20) / CHIP.dram_read + (16 << 20) / CHIP.dram_write) / CHIP.multiprocessors
    assert cold.cycles == pytest.approx(least, rel=0.1)
    warm = launched(body, grid=1 << 9, block=1024, words=1 << 20)
    assert warm.dram_bytes < 0.001 * warm.l2_bytes


STRIDED = "threadIdx.x * 16384 + blockIdx.x"
IN_ORDER = "blockIdx.x * 256 + threadIdx.x"


@pytest.mark.parametrize("place", [STRIDED, IN_ORDER])
def test_strided_stores_write_what_they_store(place):
    """16 MB stored by columns are as many bytes for DRAM as by rows: L2 merges partial sectors."""
    body = f"b[{place}] = a[{IN_ORDER}];"
    copied = launched(body, grid=1 << 14, block=256, words=1 << 22, set_bytes=COLD)
    assert copied.dram_bytes == pytest.approx(32 << 20, rel=0.05)


def test_passes_that_were_not_recorded_take_as_long_as_those_that_were():
    """A loop of a thousand passes, run in full by a machine that multiplies none, and cut short."""
    body = """
    __shared__ float s[2048];
    float x = 0.f;
    for (int k = 0; k < {}; ++k) {{
      s[threadIdx.x] = a[k * 256 + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i) x += s[i] * s[(threadIdx.x + i * 32) % 256];
      __syncthreads();
    }}
    b[blockIdx.x * 256 + threadIdx.x] = x;
    """
    short, long = (
        launched(body.format(count), block=256, grid=8, words=1 << 20) for count in (20, 1020)
    )
    assert long.simulated < 3 * short.simulated
    once = launched(body.format(40), block=256, grid=8, words=1 << 20)
    each = (once.cycles - short.cycles) / 20
    assert (long.cycles - short.cycles) / 1000 == pytest.approx(each, rel=0.1)
    # What was not run is counted all the same.
    times = sum(one.issued for one in long.instructions) - sum(
        one.issued for one in short.instructions
    )
    more = sum(one.issued for one in once.instructions) - sum(
        one.issued for one in short.instructions
    )
    assert times == pytest.approx(50 * more, rel=0.03)
    assert long.shares["L2"] == pytest.approx(once.shares["L2"], rel=0.15)


@pytest.mark.parametrize("chip", sorted(chips()))
def test_a_record_of_microbenchmarks_has_all_that_the_model_takes(chip):
    made = constants(chip)
    assert made.intervals["ffma"] == 1 and made.intervals["iadd3"] == 2
    assert 20 < made.latencies["lds"] + 3 < 40 < made.latencies["l2"] < made.latencies["dram"]
    assert made.dram_read < made.reading(1) < made.reading(4) < made.l2_alone
    assert 0.3 < made.launching(1) <= made.launching(132) < 2
    assert made.missing(1e6, 132) < 0.02 < 0.95 < made.missing(200e6, 132)


def test_every_pass_loads_lines_of_its_own_whatever_is_left_out_of_a_loop_within_it():
    """Tiles of 128 x 128 go through all of K; the loop over a tile's K is cut short in some."""
    shape = (1024, 1024, 1024)
    rung = resolve("gemm/sgemm_tvm:vectorized_read", shape).rungs[0]
    (once,) = kernels_of(rung, shape)[-1].recordings()
    inner = {loop.segments for loops in once.plan.streams[0].loops.values() for loop in loops}
    assert len(inner) > 1
    tiles = 8 * 8 * 1024 * 2 * 128 * 4
    # A store takes every fourth word.
    stores = 4 * 1024 * 1024 * 4
    assert once.simulate().l2_bytes == pytest.approx(tiles + stores, rel=0.03)


def test_passes_that_read_a_part_of_a_line_each_read_every_part():
    """Each lane reads a sector a pass of a row of its own; most passes are not recorded."""
    body = """
    float x = 0.f;
    #pragma unroll 1
    for (int k = 0; k < 1000; ++k) x += a[threadIdx.x * 8192 + k * 8];
    b[threadIdx.x] = x;
    """
    once = launched(body, words=1 << 18)
    assert once.l2_bytes == pytest.approx(32 * 1000 * 32, rel=0.03)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["persistent", "pingpong"])
def test_groups_that_take_turns_know_of_passes_that_were_not_recorded(name, monkeypatch):
    """Loops of one group of warps while others wait, and of one that copies for all of them."""
    rung = resolve(f"gemm/hgemm:{name}").rung
    kernel = last_kernel(rung, rung.at((2048, 2048, 4096)), Target.parse("sm_90"))
    (cut,) = kernel.recordings()
    assert any(stream.loops for stream in cut.plan.streams)
    monkeypatch.setattr(LoopExtrapolation, "arrived", lambda *_: None)
    (full,) = kernel.recordings()
    assert not any(stream.loops for stream in full.plan.streams)
    assert cut.simulate().cycles == pytest.approx(full.simulate().cycles, rel=0.01)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("length", "each"), [(1600, 1), (3600, 2), (10800, 6)])
def test_code_of_a_long_loop_has_to_be_fetched(length, each):
    """`code.loop`: one warp, whose products depend on nothing near."""
    names = [f"x{one}" for one in range(8)]
    product = 'asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"({}));'
    passes = "".join(product.format(names[at % 8]) for at in range(length))
    body = (
        f"float {', '.join(f'{name} = a[threadIdx.x]' for name in names)};"
        f"\n#pragma unroll 1\nfor (int i = 0; i < 4; ++i) {{ {passes} }}\n"
        f"b[threadIdx.x] = {' + '.join(names)};"
    )
    assert launched(body).cycles / (4 * length) == pytest.approx(each, rel=0.1)


def test_parts_of_sectors_are_written_back_together():
    """Each thread writes 32 bytes, 16 at a time."""
    body = (
        "int i = 2 * (blockIdx.x * 1024 + threadIdx.x); float4 x = ((float4*)a)[i % 64];"
        "((float4*)b)[i] = x; ((float4*)b)[i + 1] = x;"
    )
    time = launched(body, grid=1 << 11, block=1024, words=1 << 24, set_bytes=COLD)
    assert time.dram_bytes == pytest.approx(64 << 20, rel=0.05)


def test_arithmetic_after_a_barrier_goes_on_until_shared_memory_is_needed():
    """Addresses are computed between this loop's barriers and what they are for."""
    shape = (512, 512, 64)
    rung = resolve("gemm/sgemm_tvm:double_buffer", shape).rungs[0]
    (once,) = kernels_of(rung, shape)[-1].recordings()
    time = once.simulate()
    waits = {one.at for one in time.instructions if one.causes.get("barrier", 0) > 0}
    bases = {code.at: code.base for code in once.plan.codes}
    after = {bases[at + 1] for at, base in bases.items() if base == "BAR"}
    assert after & {"FFMA", "IADD3", "LEA", "MOV"}
    assert waits and {bases[at] for at in waits} <= {"LDS", "STS", "LDG", "STG"}


class Hasty(SM):
    """Examines a sub-partition again in the next cycle, even if none of its warps is ready."""

    def _issue_cycle(self, part, now):
        following = super()._issue_cycle(part, now)
        return min(following, part.blocked) if part.blocked > now else following


def work(path: str, shape: tuple[int, ...], machine: type[SM]) -> tuple[int, float, float]:
    """Simulated instructions of a rung, Python calls for each, and the predicted cycles."""
    rung = resolve(path).rung
    (recording,) = last_kernel(rung, rung.at(shape), Target("cuda", "sm_90")).recordings("h200")
    ran: list[SM] = []
    calls = 0

    def run_on(*given) -> SM:
        ran.append(machine(*given))
        return ran[-1]

    def count(frame, event, argument):
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        time = recording.simulate(run_on)
    finally:
        sys.setprofile(before)
    simulated = sum(sm.simulated for sm in ran)
    return simulated, calls / simulated, time.cycles


@pytest.mark.parametrize(
    ("path", "shape", "simulated", "calls"),
    [
        ("gemm/sgemm_tvm:vthread", (1024, 1024, 1024), 88_336, 5.3),
        ("gemm/w4a16:naive", (4, 512, 512), 47_788, 7.3),
    ],
)
def test_an_instruction_takes_few_calls_of_python(path, shape, simulated, calls):
    """What a prediction costs, counted rather than timed."""
    took, each, cycles = work(path, shape, SM)
    assert took <= 1.02 * simulated and each <= 1.05 * calls
    # More examinations change nothing but the work.
    more = work(path, shape, Hasty)
    assert (more[0], more[2]) == (took, cycles) and more[1] > 1.05 * calls
