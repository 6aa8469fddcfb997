"""Registers, spills, instruction mix and occupancy, of known kernels and by hand."""

from __future__ import annotations

import pytest
from conftest import compiled, items
from hypothesis import given
from hypothesis import strategies as st

from gpusim.chips import CHIPS, COMPILED, occupancy
from gpusim.isa.sass import Instruction, disassemble
from schedules.analyses.resources import (
    Resources,
    instruction_class,
    intensity,
    reported,
    resources_of,
)
from schedules.compile.listing import Cuda
from schedules.core.kernel import kernel_of
from schedules.core.ladder import ladder, steps
from schedules.core.launch import Launch
from schedules.core.target import Target
from schedules.sources.names import find_step
from schedules.workloads import Gemm

GEMM = Gemm(1024, 1024, 1024)


def of(path: str, arch: str = "sm_90", step: str = "") -> Resources:
    name, _, rung = path.partition(":")
    one = ladder(name)[rung]
    walked = steps(one)
    chosen = find_step(walked, step) if step else walked[-1]
    (found,) = kernel_of(one, chosen, one.workload, Target.parse(arch)).resources
    return found


def of_text(body: str, threads: int, arch: str = "sm_90", attributes: str = "") -> Resources:
    """A kernel of our own CUDA."""
    source = f'extern "C" __global__ void {attributes} k(float* x, int n) {{\n{body}\n}}\n'
    launch = Launch("k", (1, 1, 1), (threads, 1, 1), 0, 0)
    made = compiled(source, arch)
    code, used = disassemble(made.cubin), reported(made.log)
    (found,) = resources_of([launch], Target.parse(arch), used, code, Cuda(source), intensity(GEMM))
    return found


# --- occupancy ------------------------------------------------------------------------------------


# By hand, from NVIDIA's table of technical specifications per compute capability. Registers: a warp
# takes 32 times the thread's, rounded up to 256; each of four sub-partitions has 16384. Shared
# memory: a block takes 1 KB more than it declares, rounded up to 128 B.
@pytest.mark.parametrize(
    ("arch", "threads", "registers", "shared", "blocks", "warps", "limiters"),
    [
        # 98 -> 3136 -> 3328 a warp; 16384 / 3328 = 4 warps, 16 on the SM, 8 a block.
        ("sm_90", 256, 98, 16384, 2, 16, ("registers",)),
        # The same kernel with 64 registers: 2048 a warp, 32 warps; 17408 B: 13 blocks.
        ("sm_90", 256, 64, 16384, 4, 32, ("registers",)),
        # 72 KB + 1 KB = 74752 B of 233472: 3 blocks; 32 registers would allow 8.
        ("sm_90", 256, 32, 73728, 3, 24, ("shared memory",)),
        # The same 72 KB on an SM of 164 KB (167936): 2; of 100 KB (102400): 1.
        ("sm_80", 256, 32, 73728, 2, 16, ("shared memory",)),
        ("sm_86", 256, 32, 73728, 1, 8, ("shared memory",)),
        # 48 warps: one block of 1024 threads, however little it uses.
        ("sm_86", 1024, 32, 0, 1, 32, ("warps",)),
        ("sm_89", 1024, 32, 0, 1, 32, ("warps",)),
        # Blocks of one warp: as many as the SM has places for blocks.
        ("sm_80", 32, 16, 0, 32, 32, ("blocks",)),
        ("sm_86", 32, 16, 0, 16, 16, ("blocks",)),
        ("sm_89", 32, 16, 0, 24, 24, ("blocks",)),
        ("sm_100", 32, 16, 0, 32, 32, ("blocks",)),
        # 130 -> 4160 -> 4352 a warp: 3 a sub-partition, 12 in all, one block of 8 (128: two).
        ("sm_80", 256, 130, 16384, 1, 8, ("registers",)),
        ("sm_80", 256, 128, 16384, 2, 16, ("registers",)),
        # 255 -> 8160 -> 8192: two warps a sub-partition.
        ("sm_100", 256, 255, 0, 1, 8, ("registers",)),
        # 32 registers fill both at once: 64 warps of 1024 registers are 65536.
        ("sm_90", 256, 32, 0, 8, 64, ("warps", "registers")),
        # 100 threads are four warps.
        ("sm_90", 100, 16, 0, 16, 64, ("warps",)),
        # No place at all: 1024 threads of 65 registers are more than 64 K.
        ("sm_90", 1024, 65, 0, 0, 0, ("registers",)),
        ("sm_75", 1024, 64, 0, 1, 32, ("warps", "registers")),
    ],
)
def test_occupancy_by_hand(arch, threads, registers, shared, blocks, warps, limiters):
    found = occupancy(CHIPS[arch], threads, registers, shared)
    assert (found.blocks, found.warps, found.limiters) == (blocks, warps, limiters)
    assert found.share == warps / CHIPS[arch].warps


@given(
    arch=st.sampled_from(COMPILED),
    threads=st.integers(1, 1024),
    registers=st.integers(0, 255),
    shared=st.integers(0, 227 * 1024),
)
def test_occupancy_stays_within_the_multiprocessor(arch, threads, registers, shared):
    chip = CHIPS[arch]
    found = occupancy(chip, threads, registers, shared)
    assert 0 <= found.warps <= chip.warps and found.blocks <= chip.blocks
    assert found.limiters
    assert found.blocks * (shared + chip.reserved_shared) <= chip.shared
    assert found.blocks * -(-threads // 32) * 32 * registers <= 65536
    fewer = occupancy(chip, threads, max(0, registers - 1), shared)
    assert fewer.blocks >= found.blocks


# --- known rungs ----------------------------------------------------------------------------------


def test_the_mix_of_an_inner_loop_is_its_outer_product():
    """8 x 8 elements a thread and 16 values from shared memory, in four vector loads."""
    found = of("gemm/sgemm_tvm:vectorized_read")
    assert (found.loop["FFMA"], found.loop["LDS.128"]) == (64, 4)
    assert "LDS" not in found.loop and "LDG.E" not in found.mix
    assert (found.static_shared, found.dynamic_shared) == (16384, 0)
    assert (found.mix["LDG.E.128"], found.mix["STS.128"], found.mix["BAR"]) == (4, 4, 2)
    assert found.warnings == [] and found.stack == 0


@pytest.mark.exhaustive
def test_a_register_array_with_a_run_time_index_is_flagged_with_its_lines():
    """Before its last step, unrolling, the kernel's double-buffered registers are memory."""
    before = of("gemm/sgemm_tvm:cp_async", step="pipeline_async")
    assert before.stack > 0 and before.spill_stores == 0
    assert "an array with a run-time index" in before.warnings[0]
    stored = [access for access in before.local if access.stores]
    assert stored and all("_local_ptr" in access.source for access in stored)
    assert any("B_shared_dyn_local_ptr" in warning for warning in before.warnings)
    assert sum(access.loads for access in before.local) == sum(
        count for name, count in before.mix.items() if name.startswith("LDL")
    )
    assert of("gemm/sgemm_tvm:cp_async", step="unroll").warnings == []


def test_spills_are_flagged_with_their_lines():
    body = """  float s[200];
#pragma unroll
  for (int i = 0; i < 200; i++) s[i] = x[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 200; i++) x[2 * i] = s[i];"""
    found = of_text(body, 1024, attributes="__launch_bounds__(1024)")
    assert found.registers == 64 and found.spill_stores > 0 and found.spill_loads > 0
    assert found.warnings[0].startswith(f"spills {found.spill_stores} B of stores")
    assert {access.line for access in found.local} <= {2, 4, 5, 7}
    assert any("line 7: for" in warning for warning in found.warnings)


# --- parts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("LDS.128 R4, [R2]", "LDS.128"),
        ("LDS.U.128 R4, [R2]", "LDS.128"),
        ("LDS R4, [R2]", "LDS"),
        ("LDG.E.128.CONSTANT R4, desc[UR8][R2.64]", "LDG.E.128"),
        ("LDG.E.CONSTANT R4, desc[UR8][R2.64]", "LDG.E"),
        ("LDGSTS.E.BYPASS.128 [R1], desc[UR8][R2.64]", "LDGSTS.E.128"),
        ("LDSM.16.M88.4 R4, [R2]", "LDSM.4"),
        ("LDSM.16.MT88.2 R4, [R2]", "LDSM.2"),
        ("LDL.LU.64 R4, [R1]", "LDL.64"),
        ("STL [R1], R4", "STL"),
        ("FFMA R4, R5, R6, R4", "FFMA"),
        ("HMMA.16816.F32 R4, R5, R6, R4", "HMMA"),
        ("HFMA2.MMA R4, -RZ, RZ, 0, 0", "move"),
        ("HFMA2.MMA R4, R5, R6, R4", "HFMA2"),
        ("HADD2.F32 R4, -RZ, R5.H0_H0", "conversion"),
        ("HADD2 R4, R5, R6", "HADD2"),
        ("BAR.SYNC.DEFER_BLOCKING 0x0", "BAR"),
        ("SHFL.BFLY PT, R4, R5, 0x1, 0x1f", "SHFL"),
        ("REDG.E.ADD.F32 desc[UR8][R2.64], R4", "REDG"),
        ("IMAD.MOV.U32 R4, RZ, RZ, R5", "move"),
        ("IMAD.WIDE R4, R5, 0x4, R6", "integer"),
        ("ISETP.GE.AND P0, PT, R4, R5, PT", "integer"),
        ("BRA `(.L_x_1)", "control"),
        ("DEPBAR.LE SB0, 0x1", "DEPBAR"),
    ],
)
def test_classes_of_instructions(text, kind):
    opcode, _, operands = text.partition(" ")
    one = Instruction(0, "", opcode, operands, None, 1, False, None, None, 0, 0)
    assert instruction_class(one) == kind


def test_ptxas_report_of_two_kernels():
    log = """ptxas info    : 730 bytes gmem, 2840 bytes cmem[4]
ptxas info    : Compiling entry function 'b' for 'sm_80'
ptxas info    : Function properties for b
ptxas         .     808 bytes stack frame, 756 bytes spill stores, 760 bytes spill loads
ptxas info    : Used 64 registers, used 1 barriers, 808 bytes cumulative stack size, 12 bytes smem
ptxas info    : Compiling entry function 'a' for 'sm_80'
ptxas info    : Function properties for a
ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 10 registers, 376 bytes cmem[0]
"""
    found = reported(log)
    assert found == {
        "b": {
            "registers": 64,
            "stack": 808,
            "spill_stores": 756,
            "spill_loads": 760,
            "static_shared": 12,
            "barriers": 1,
        },
        "a": {
            "registers": 10,
            "stack": 0,
            "spill_stores": 0,
            "spill_loads": 0,
            "static_shared": 0,
            "barriers": 0,
        },
    }


def test_flops_per_byte_at_each_level():
    """A GEMM of n^3: 2 n^3 FLOP over 3 n^2 floats from DRAM; other levels where bytes are known."""
    assert intensity(GEMM) == {"dram": 2 * 1024 / 12}
    # Tiles of 128 x 128 read each element of A and B 1024 / 128 times.
    moved = 2 * 1024**3 * 4 / 128 + 1024**2 * 4
    assert intensity(GEMM, {"global": moved, "shared": 0}) == {
        "dram": 2 * 1024 / 12,
        "global": 2 * 1024**3 / moved,
    }


# --- the command ----------------------------------------------------------------------------------


def test_an_arch_without_room_stays_in_its_row(cli):
    code, out, _ = cli("resources", "gemm/hgemm:wmma", "--arch", "sm_86,sm_90", "--json")
    small, large = items(out, "resources")
    assert code == 0
    assert "exceed the target's limit" in small["problem"] and not small["kernels"]
    assert not large["problem"] and large["kernels"]
