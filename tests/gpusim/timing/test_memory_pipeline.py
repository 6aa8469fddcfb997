"""The way of memory instructions, beside the microbenchmarks that found what it takes."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from planted_launches import CHIP, recorded

from benchmarks.chip.constants import measurements
from gpusim.timing.constants import chips, constants

pytestmark = needs_compiler

SHARED = """
    __shared__ __align__(16) float s[4096];
    unsigned at = (unsigned)__cvta_generic_to_shared(s) + threadIdx.x % 32 * 16;
"""


def cycles(body: str, **launch) -> float:
    return recorded(body, **launch).simulate().cycles


def each(text: str, few: int, many: int, *, before: str = SHARED, after: str = "", **launch):
    """Cycles that one more of a text takes; # is its number, in `after` the last one's."""
    times = [
        cycles(
            before
            + "".join(text.replace("#", str(n)) for n in range(count))
            + after.replace("#", str(count - 1)),
            **launch,
        )
        for count in (few, many)
    ]
    return (times[1] - times[0]) / (many - few)


@pytest.mark.parametrize(("width", "interval"), [(2, 4), (4, 8)])
def test_results_from_shared_memory_come_64_bytes_a_cycle_to_a_sub_partition(width, interval):
    """`latency.sources`, `pipe.ldsm_x4`: one warp's loads, and those of a warp of each.

    One address for all lanes is a pass each.
    """
    names = ", ".join(f"%{n}" for n in range(width))
    outputs = ", ".join(f'"=f"(v#_{n})' for n in range(width))
    vector = {2: f"v2.f32 {{{names}}}", 4: f"v4.f32 {{{names}}}"}[width]
    declared = "".join(f"float v{n}_{w} = 0;" for n in range(24) for w in range(width))
    kind, _, registers = vector.partition(" ")
    place = '"r"(near + # * 512)'
    opcode = f"ld.volatile.shared.{kind} {registers}, [%{width}];"
    load = f'asm volatile("{opcode}" : {outputs} : {place});\n'
    before = SHARED + declared + "unsigned near = at & ~511u;"
    # Results come in order.
    after = f"b[threadIdx.x] = v#_{width - 1};"
    assert each(load, 8, 24, before=before, after=after) == pytest.approx(interval, abs=0.3)
    together = each(load, 8, 24, before=before, after=after, block=128)
    assert together == pytest.approx(max(4, interval), abs=0.6)


@pytest.mark.exhaustive
def test_what_follows_a_copy_waits_until_it_has_turned():
    """`pipe.copy`: a store behind each copy, and all of them behind all copies."""
    to = '"r"(at + # % 8 * 512)'
    copy = f'asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: {to}, "l"(a + # * 128));'
    store = f'asm volatile("st.volatile.shared.u32 [%0], %0;" :: {to});'
    copying, turning = CHIP.copying[16, True], CHIP.turning[16, True]
    # More of them than wait in the queue.
    assert each(copy, 60, 120) == pytest.approx(copying, abs=0.5)
    assert each(store, 60, 120) == pytest.approx(4, abs=0.7)
    assert each(copy + store, 60, 120) == pytest.approx(copying + turning + 4, rel=0.15)


@pytest.mark.parametrize("chip", sorted(chips()))
def test_copies_take_what_their_microbenchmark_found(chip):
    table = measurements(chip)["pipe.copy"]["table"]
    known = constants(chip)
    for kind, row in (((16, True), "past L1, 16 bytes"), ((4, False), "4 bytes")):
        assert known.copying[kind] == pytest.approx(4 * table[f"{row}, 0 stores"]["value"])
        beside = known.copying[kind] + known.turning[kind]
        # With four schedulers, stores take a cycle each.
        assert beside / 4 + 16 == pytest.approx(table[f"{row}, 16 stores"]["value"], rel=0.05)


def test_registers_of_stores_may_be_written_once_l2_takes_them():
    """Every multiprocessor stores more than L2 takes at once: the kernel is as long as that."""
    lines = 64
    body = f"""
    float4* to = (float4*)b + blockIdx.x * {lines * 256} + threadIdx.x;
    #pragma unroll
    for (int i = 0; i < {lines}; i++) to[i * 256] = make_float4(i, i, i, i);
    """
    taken = cycles(body, grid=4, block=256, words=1 << 20)
    stored = lines * 256 * 16 / CHIP.l2_write
    # What the queues of four sub-partitions hold goes on when the last warp has ended.
    queued = 4 * CHIP.queues[1] * 512 / CHIP.l2_write
    assert stored - 1.1 * queued < taken < 1.1 * stored


def test_global_memory_has_a_queue_of_its_own():
    """Loads that fill the one queue do not keep loads from shared memory out of the other."""
    near = 'asm volatile("ld.shared.f32 %0, [%1];" : "=f"(w) : "r"(at)); v += w;'
    body = SHARED + "float v = 0, w;"
    loads = "".join(f"float g{n} = __ldcg(a + threadIdx.x * 32 + {n * 1024});" for n in range(24))
    use = "v += " + " + ".join(f"g{n}" for n in range(24)) + ";"
    time = recorded(
        body + loads + near + use + "b[threadIdx.x] = v;", block=128, words=1 << 16
    ).simulate()
    (shared,) = (one for one in time.instructions if one.instruction.startswith("LDS"))
    assert shared.causes.get("memory queue", 0.0) == 0
