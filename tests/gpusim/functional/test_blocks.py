"""Blocks that are said to cost the same do."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from accesses import count_every_iteration, needs_compiler
from exhaustive import every

from gpusim import exact_counts
from gpusim.counting.costs import counters
from gpusim.device import every_block
from gpusim.exact_counts import Counted, count, launch_counts
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Program, TensorMap
from schedules.compile.compiler import Compiler
from schedules.core.kernel import last_kernel
from schedules.core.target import Target
from schedules.sources.names import resolve

pytestmark = needs_compiler
ARCH = Target.parse("sm_90")
# A kernel's body, and whether its first block may stand for all.
BODIES = {
    "out[b * 64 + t] = in[b * 64 + t];": True,
    "out[b * 8 + t] = in[t];": False,
    "out[(b & 0xfc0) + t] = in[t];": True,
    "out[(b & 7) + t] = in[t];": False,
    "out[(b << 7 & 0x3f80) + (b & 0xffff80) + t] = in[t];": True,
    "out[__byte_perm(t, b, 0x6540)] = in[t];": True,
    "out[__byte_perm(b, t, 0x6540)] = in[t];": False,
    "out[(t & 0x3f) | (b << 6 & ~0x3f)] = in[t];": True,
    "out[(b & 0x3f) | (t << 6 & ~0x3f)] = in[t];": False,
    "out[b * 64 + (t >> 3)] = in[t];": True,
    "out[t + (b >> 3)] = in[t];": False,
    """_Pragma("unroll 1")
    for (int k = 0; k < 20; k++) out[b * 64 + t + (k >> 2)] = in[t];""": True,
    "if (t < 8) out[t] = in[b * 32 + t];": True,
    "if (b < 8) out[t] = in[t];": False,
    "float x = 0; if (t & 1) x = in[t]; if (b & 1) x += in[t + 1]; out[t] = x;": False,
    "int a = t; if (t > 40) a = t * 3; out[a + b * 32] = 1;": True,
    "int a = t; if (t > 40) a = t * 3 + b; out[a] = 1;": False,
}
FRAME = """
extern "C" __global__ void k%d(float* out, const float* in) {
    int t = threadIdx.x, b = blockIdx.x;
    %s
}
"""
# Lanes that store boxes by TMA take turns, as many as have boxes of their own: a lane that is alone
# takes one turn in whatever block.
STORES = """
__device__ void store(const CUtensorMap& map, const void* from, int row) {
    unsigned place = (unsigned)__cvta_generic_to_shared(from);
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%%0, {%%2, %%3}], [%%1];"
                 :: "l"(&map), "r"(place), "r"(0), "r"(row) : "memory");
}
extern "C" __global__ void k(const __grid_constant__ CUtensorMap map, float* out) {
    __shared__ __align__(128) float tile[512];
    int t = threadIdx.x, b = blockIdx.x;
    %s
}
"""
STORED = {
    "if ((t & 31) == 5) store(map, tile, b * 16 + t);": True,
    "if (t < 3) store(map, tile, b * 16 + t * (b & 1));": False,
    """_Pragma("unroll 1") for (int i = 0; i < 50; i++)
        if (t < 3) store(map, tile, b * 16 + i * 16 + t * max(i - 30, 0));""": False,
}
OUT = TensorMap(0, (32, 4096), (128,), (32, 16), 4)
ARRAYS = {name: np.broadcast_to(np.float32(0), (1 << 20,)) for name in ("out", "in")}
RUNGS = {
    "gemm/sgemm_tvm:grid_1024x16": (256, 512, 32),
    "gemm/sgemm_geforce:add_at_end": (128, 512, 64),
    "gemm/sgemm_geforce:cp_async": (256, 512, 96),
    "gemm/hgemm:wgmma_tma": (256, 512, 320),
    "gemv/hgemv:warp1_smem": (64, 1024),
    "gemv/fast_gemv:block_reduce": (64, 1024),
    "gemv/fast_gemv:int4_mma": (64, 1024),
}


@cache
def cubin() -> bytes:
    return Compiler(ARCH).cubin("".join(FRAME % one for one in enumerate(BODIES)))


@pytest.fixture
def all_blocks(monkeypatch):
    """Counts with every block run."""

    def of(arrays: dict[str, np.ndarray], call: Call) -> Counted:
        with monkeypatch.context() as patch:
            every = {1: [list(every_block(call.grid))]}, True, ""
            patch.setattr(exact_counts, "_representatives", lambda *_: every)
            return count(arrays, call)

    return of


def check(counted: Counted, right: Counted) -> None:
    for table in ("issued", "shared", "globally"):
        assert (getattr(counted.counts, table) == getattr(right.counts, table)).all(), table


@pytest.mark.parametrize("body", BODIES)
def test_planted(body, all_blocks):
    name = f"k{list(BODIES).index(body)}"
    program = Program.of(name, disassemble(cubin())[name])
    call = Call(read_cubin(cubin()).kernels[name], program, (200, 1, 1), (64, 1, 1), 0, [*ARRAYS])
    counted = count(ARRAYS, call)
    assert counted.exact
    assert counted.reason.startswith("no branch") == BODIES[body]
    check(counted, all_blocks(ARRAYS, call))


# Bodies whose blocks differ by alignment, at edges or by data, and a counter that differs.
SAMPLED = {
    "for (int i = t; i < 503; i += 64) if (in[b * 503 + i] == 2) out[i] = 1;": "load_sectors",
    "if (b * 64 + t < 30000) out[t] = in[(b * 64 + t) / 28 * 56 + t % 28];": "load_sectors",
    "for (int i = b * 64 + t; i < 100000; i += 38400) out[i] = in[i];": "load_requests",
    "for (int i = t; i < (b % 7) * 64; i += 64) out[i] = 1;": "store_requests",
    """if (t > 5 && in[(b * 37 + t) % 1000] > .3f) for (int i = 0; i < b; i += 64)
        out[i] = in[i];""": "load_requests",
}


@pytest.mark.parametrize("body", SAMPLED)
def test_the_error_of_sampled_counts_is_within_its_bound(body, all_blocks, monkeypatch):
    made = Compiler(ARCH).cubin(FRAME % (0, body))
    call = Call(
        read_cubin(made).kernels["k0"],
        Program.of("k0", disassemble(made)["k0"]),
        *((600, 1, 1), (64, 1, 1), 0, [*ARRAYS]),
    )
    values = np.random.default_rng(0).random(1 << 20, np.float32)
    arrays = {"out": values, "in": values}
    right = counters(launch_counts(call.program, all_blocks(arrays, call)).instructions)
    monkeypatch.setattr(exact_counts, "_MOST_THREADS", 0)
    monkeypatch.setattr(exact_counts, "_MOST_WORK", 0)
    counted = count(arrays, call)
    assert not counted.exact
    got = counters(launch_counts(call.program, counted).instructions)
    assert all(abs(got[name] - right[name]) <= counted.bounds[name] for name in right)
    # The blocks do differ, and the bound says something.
    name = f"global_{SAMPLED[body]}"
    assert 0 < counted.bounds[name] < right[name] / 2


@pytest.mark.parametrize("stored", STORED)
def test_lanes_that_take_turns(stored, all_blocks):
    made = Compiler(ARCH).cubin(STORES % stored)
    program = Program.of("k", disassemble(made)["k"])
    assert any(code.base == "R2UR" and len(code.operands) == 3 for code in program.codes)
    call = Call(read_cubin(made).kernels["k"], program, (90, 1, 1), (64, 1, 1), 0, [OUT, "out"])
    counted = count(ARRAYS, call)
    assert counted.exact
    assert counted.reason.startswith("no branch") == STORED[stored]
    check(counted, all_blocks(ARRAYS, call))
    check(counted, count_every_iteration(ARRAYS, call))


@pytest.mark.parametrize("path", every(RUNGS, 4))
def test_rungs(path, all_blocks):
    rung = resolve(path).rung
    module = last_kernel(rung, rung.at(RUNGS[path]), ARCH).module
    arrays = module.arrays()
    for call in module.calls:
        counted = count(arrays, call)
        assert counted.exact and not counted.by_data
        check(counted, all_blocks(arrays, call))
