"""Each rung of the GEMM ladders keeps its promise in its emitted code and its machine code."""

from __future__ import annotations

import re

import pytest
from accesses import needs_compiler
from conftest import compiled, lowered
from exhaustive import sampled
from promises import broken, dumped

from gpusim.isa.sass import disassemble
from schedules.core.errors import ShapeError
from schedules.core.ladder import ladders

FLOAT4_FETCH = r"\*\(float4\*\)\([AB]_shared_ptr \+ .*\) = .*float4\*\)\([AB]_ptr"
FLOAT4_READ = r"= \*\(float4\*\)\(A_shared_ptr & = \*\(float4\*\)\(B_shared_ptr"
CP_ASYNC = r"cp\.async\.cg\.shared\.global & cp\.async\.commit_group & cp\.async\.wait_group"
MMA = r"mma\.sync\.aligned & ldmatrix\.sync & not wmma & not \.trans\."
WGMMA = r"wgmma\.mma_async & not mma\.sync & not wmma::"
TMA = r"CUtensorMap A_map & CUtensorMap B_map & cp\.async\.bulk\.tensor & mbarrier"
BY_TILE = r"CUtensorMap C_map & tile_store\( & not C_ptr"
TWO_STAGES = r"_shared_ptr \+ \(+\w+( \+ 1\))? & 1\)"
VECTOR_FMA = r"vfmadd\d+ps\s.*%ymm"

PROMISES = {
    "gemm/sgemm_tvm": {
        "naive": r"not __shared__ & not _local_ptr\[",
        "block_tile": r"not __shared__ & not _local_ptr\[ & blockIdx\.y",
        "cache_write": r"float C_local_ptr\[1\]; & not __shared__",
        "thread_tile": r"__shared__ & A_shared_local_ptr & float C_local_ptr\[64\]",
        "cooperative_fetch": r"A_shared_ptr\[.*threadIdx\.x.*\] = A_ptr",
        "conflict_free_store": r"A_shared_ptr\[.*threadIdx\.x.*\] = A_ptr",
        "vthread": r"float C_local_ptr\[64\] & shared 16384 B",
        "split_reorder": r"float C_local_ptr\[16\] & shared 8192 B",
        "split_reorder_8x2": r"float C_local_ptr\[4\] & shared 5120 B",
        "vectorized_fetch": FLOAT4_FETCH + r" & not float4\*\)\(A_shared_local_ptr",
        "vectorized_read": FLOAT4_FETCH + " & " + FLOAT4_READ,
        "double_buffer": TWO_STAGES + " & shared 32768 B",
        "software_pipeline": TWO_STAGES + " & shared 32768 B",
        "grid_1024x16": "grid 1024 x 16 x 1",
        "block_panels": "grid 1024 x 16 x 1",
        "warp_tile": r"\*\(float4\*\)\(C_ptr & block 256 x 1 x 1 & float4 A_shared_ptr\[",
        "z_order": r"\*\(float4\*\)\(C_ptr & block 256 x 1 x 1 & float4 A_shared_ptr\[",
        "register_prefetch": r"#pragma unroll & A_shared_dyn_local\w*\[16\] & not cp\.async",
        "cp_async": CP_ASYNC + r" & wait_group 1 & wait_group 0 & 73728 B dynamic",
        "ordered_products": CP_ASYNC + r" & C_local_ptr\[127\] = ",
    },
    "gemm/sgemm_cuda": {
        "naive": r"not __shared__ & C_local_ptr\[0\]",
        "shared_tile": r"__shared__ & shared 8192 B & block 32 x 32 x 1",
        "register_tile": r"not __shared__ & float C_local_ptr\[16\] & #pragma unroll",
        "reindexed_fetch": r"__shared__ & float C_local_ptr\[16\] & not float4\*",
        "float4_fetch": r"float4\*\)\(B_shared_ptr .* = \*\(float4\*\) & float C_local_ptr\[64\]",
        "conflict_free": r"float4\*\)\(B_shared_ptr & shared 8320 B",
        "outer_product": r"A_shared_local_ptr\[ & B_shared_local_ptr\[ & = \*\(float4\*\)",
        "double_buffer": TWO_STAGES + " & shared 16640 B",
        "tensor_core": r"wmma::mma_sync\( & accumulator, 16, 16, 16, float & half4\*\)",
    },
    "gemm/sgemm_geforce": {
        "l1_only": "not __shared__",
        "shared_tile": r"__shared__ & not float4\* & shared 40960 B",
        "add_at_end": r"C_in_ptr & not float4\*",
        "block_k_16": "shared 20480 B",
        "block_k_8": "shared 10240 B",
        "float4_fetch": FLOAT4_FETCH,
        "float4_read": FLOAT4_FETCH + r" & = \*\(float4\*\)\(B_shared_ptr",
        "extra_shared": "shared 40960 B",
        "no_i3_split": FLOAT4_FETCH + " & shared 40960 B",
        "max_registers": r"register & shared 40960 B",
        "transposed_store": FLOAT4_READ,
        "double_buffer": TWO_STAGES + " & shared 40960 B",
        "square_warp": r"float A_shared_ptr\[1280\] & = \*\(float4\*\)\(B_shared_ptr",
        "z_order": r"float A_shared_ptr\[1280\] & = \*\(float4\*\)\(B_shared_ptr",
        "cp_async": CP_ASYNC,
        "cutlass_profile": CP_ASYNC,
        "rolled_rows": CP_ASYNC,
    },
    "gemm/hgemm": {
        "naive": r"not __shared__ & not half[24]\b & \(float\)A_ptr\[ & not mma",
        "half2": r"\*\(half2\*\)\(A_shared_ptr .* = \*\(half2\*\)\(A_ptr & \*\(uint4\*\) & not mma",
        "wmma": r"wmma::mma_sync\( & accumulator, 16, 16, 16, float & not ldmatrix",
        "mma_ldmatrix": MMA + r" & not \^",
        "swizzled": MMA + r" & \^",
        "cp_async": MMA + r" & \^ & " + CP_ASYNC,
        "wgmma": WGMMA + r" & \^ & " + CP_ASYNC,
        "wgmma_tma": WGMMA + " & " + TMA,
        "producer": WGMMA + " & " + TMA + r" & roles_start\( & block 128 x 3 x 1",
        "persistent": WGMMA + " & " + TMA + r" & roles_start\( & grid 8 x 16 x 1",
        "tma_store": WGMMA + " & " + TMA + " & " + BY_TILE,
        "multicast": BY_TILE + r" & tma_multicast\(.*B_map & cluster 1 x 2 x 1",
        "pingpong": BY_TILE + r" & turns_start\( & turn_over\( & cluster 1 x 2 x 1",
        "bfloat16_cp_async": CP_ASYNC + r" & bf16\.bf16\.f32 & not \bhalf\b",
        "bfloat16_wgmma_tma": WGMMA + " & " + TMA + r" & bf16\.bf16 & not \bhalf\b",
        "bfloat16_tma_store": WGMMA + " & " + BY_TILE + r" & bf16\.bf16 & not \bhalf\b",
    },
    "gemm/epilogue": {
        "unfused": r"main_kernel_2\( & tanhf",
        "fused": r"tanhf & not main_kernel_1",
        "mma": MMA + r" & tanhf & \*\(half2\*\)\(bias_ptr & \*\(half2\*\)\(residual_ptr",
        "wgmma_tma": WGMMA + " & " + TMA + r" & tanhf & \*\(half2\*\)\(bias_ptr",
        "tma_store": WGMMA + " & " + BY_TILE + r" & tile_write_rounded\(",
    },
    "gemm/fp8gemm": {
        "naive": "not __shared__ & not mma",
        "pairs": r"__nv_fp8x2_e4m3\*\)\(A_shared_ptr & \*\(uint2\*\)\(A_shared_local_ptr",
        "wgmma_tma": WGMMA + " & " + TMA + r" & e4m3\.e4m3 & = .*scale_b_ptr.*threadIdx",
        "tensor_scale": WGMMA + " & " + TMA + r" & e4m3\.e4m3 & not = .*scale_b_ptr.*threadIdx",
        "tma_store": WGMMA + " & " + BY_TILE + r" & = .*scale_b_ptr.*threadIdx",
        "tensor_scale_tma_store": WGMMA + " & " + BY_TILE + " & not = .*scale_b_ptr.*threadIdx",
    },
    "gemm/tall": {
        "large_tile": WGMMA + " & " + TMA + " & grid 1 x 2 x 1",
        "small_tiles": WGMMA + " & " + TMA + " & grid 4 x 4 x 1",
        "split_small_tiles": WGMMA + r" & grid 4 x 4 x 8 & C_sum_rf_ptr & not atomic",
        "split_k": WGMMA + r" & grid 2 x 2 x 32 & C_sum_rf_ptr & not atomic",
        "dependent_launch": r"griddepcontrol\.wait & griddepcontrol\.launch_dependents",
    },
    "gemm/w4a16": {
        "naive": "not __shared__ & not mma",
        "mma": MMA + " & not main_kernel_1",
        "dequantized": r"main_kernel_1 & \(W_value_ptr \+ & cp_async",
        "packed": r"int4_group<1, 2>\(.*&\(W_ptr\[ & not W_shared & not cp_async",
        "cp_async": r"int4_group< & not int4_group<.*W_ptr & " + CP_ASYNC,
        "sliced_k": CP_ASYNC + " & not main_kernel_1 & not atomic",
        "split_k": CP_ASYNC + " & main_kernel_1 & not atomic",
        "dependent_launch": r"griddepcontrol\.wait & griddepcontrol\.launch_dependents",
        "wgmma": r"wgmma\.mma_async & int4_group_wgmma<1>\( & CUtensorMap A_map & not mma\.sync",
    },
    "gemm/sgemm_cpu": {
        "serial": r"vfmadd\d+ss & not vfmadd\d+ps",
        "blocked": r"vfmadd\d+ss & not vfmadd\d+ps",
        "vectorized": VECTOR_FMA + r" & not vfmadd\d+ss",
        "loop_permuted": VECTOR_FMA,
        "packed": VECTOR_FMA + " & not TVMBackendParallelLaunch",
        "parallel": VECTOR_FMA + " & TVMBackendParallelLaunch",
        "register_tile": VECTOR_FMA + " & not TVMBackendParallelLaunch",
        "equal_parts": VECTOR_FMA + " & TVMBackendParallelLaunch",
        "narrow_tails": VECTOR_FMA + " & not TVMBackendParallelLaunch",
    },
}
PATHS = [f"{name}:{rung}" for name, found in PROMISES.items() for rung in found]
RUNGS = {rung.path: rung for one in ladders().values() for rung in one.rungs.values()}


def test_every_rung_has_a_promise():
    assert sorted(PATHS) == sorted(path for path in RUNGS if path.startswith("gemm/"))


@pytest.mark.parametrize("path", PATHS)
def test_a_rung_keeps_its_promise(path):
    name, _, rung = path.partition(":")
    assert broken(dumped(path), PROMISES[name][rung]) == []


def test_a_broken_promise_is_found():
    assert broken("a float4", r"float4 & not cp\.async") == []
    assert broken("a cp.async", r"float4 & not cp\.async") == ["float4", r"not cp\.async"]


# ptxas serializes wgmma whose registers it cannot keep apart, and spills what does not fit. The
# epilogue of epilogue:tma_store spills behind the last wgmma.
BY_WGMMA = [
    f"{name}:{rung}" for name, found in PROMISES.items() for rung in found if WGMMA in found[rung]
] + [
    "gemm/hgemm:multicast",
    "gemm/hgemm:pingpong",
    "gemm/w4a16:wgmma",
    "gemm/tall:dependent_launch",
]


@needs_compiler
@pytest.mark.parametrize(
    "path", sampled(BY_WGMMA, ["gemm/hgemm:wgmma_tma", "gemm/fp8gemm:tma_store"])
)
def test_wgmma_stays_asynchronous_and_in_registers(path):
    made = compiled(lowered(RUNGS[path]).source)
    assert "main_kernel" in made.log and "serialized" not in made.log and "C75" not in made.log
    opcodes = [one.opcode for one in disassemble(made.cubin)["main_kernel"]]
    multiplied = [at for at, name in enumerate(opcodes) if re.match("[HQ]GMMA", name)]
    local = [at for at, name in enumerate(opcodes) if name.startswith(("LDL", "STL"))]
    assert multiplied
    assert [at for at in local if at < multiplied[-1] or path != "gemm/epilogue:tma_store"] == []


# --- shapes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [path for path in RUNGS if not RUNGS[path].any_shape])
def test_a_shape_that_the_tile_does_not_divide_is_refused(path):
    shape = RUNGS[path].workload.shape
    with pytest.raises(ShapeError, match="fits|multiple"):
        RUNGS[path].at((shape[0] + 1, *shape[1:-1], shape[-1] + 1))


@pytest.mark.parametrize("path", [path for path in RUNGS if RUNGS[path].any_shape])
def test_no_shape_is_empty(path):
    shape = RUNGS[path].workload.shape
    assert RUNGS[path].at((1, *shape[1:])).shape == (1, *shape[1:])
    for extent in (0, -1):
        with pytest.raises(ShapeError, match="at least 1"):
            RUNGS[path].at((extent, *shape[1:]))
