"""Each rung of gemm/fp8gemm keeps its promise in its own CUDA and machine code."""

from __future__ import annotations

import re

import ml_dtypes
import numpy as np
import pytest
from conftest import compiled, lowered, machine_code

from gpusim.arithmetic.tensor_cores import FLOAT8_BITS, multiply_add
from schedules.analyses.verification.compare import Expected, difference
from schedules.core.catalog import ladder
from schedules.workloads.scaled import CUT, ScaledGemm

LADDER = ladder("gemm/fp8gemm")
WGMMA_RUNGS = ["wgmma_tma", "tensor_scale", "tma_store", "tensor_scale_tma_store"]


def test_order():
    assert list(LADDER.rungs) == ["naive", "pairs", *WGMMA_RUNGS]


@pytest.mark.parametrize("rung", ["naive", "pairs"])
def test_cuda_cores_multiply_in_float32(rung):
    opcodes = [one.opcode for one in machine_code(lowered(LADDER[rung]).source)["main_kernel"]]
    assert any(name.startswith("FFMA") for name in opcodes)
    assert not any("MMA." in name for name in opcodes)


def test_pairs_moves_pairs_and_reads_four_of_them():
    text = lowered(LADDER["pairs"]).kernel_source
    fetch = r"\*\(__nv_fp8x2_e4m3\*\)\([AB]_shared_ptr .* = \*\(__nv_fp8x2_e4m3\*\)\([AB]_ptr"
    assert len(re.findall(fetch, text)) == 2
    assert len(re.findall(r"\*\(uint2\*\)\([AB]_shared_local_ptr .* = \*\(uint2\*\)", text)) == 4


@pytest.mark.parametrize("rung", WGMMA_RUNGS)
def test_wgmma_multiplies_float8_from_shared_memory(rung):
    one = lowered(LADDER[rung])
    opcodes = [each.opcode for each in machine_code(one.source)["main_kernel"]]
    products = opcodes.count("QGMMA.64x256x32.F32.E4M3.E4M3")
    assert products % 4 == 0 and products >= 4 * LADDER[rung].tile.stages
    assert not any(name.startswith(("HGMMA", "HMMA", "LDL", "STL")) for name in opcodes)
    log = compiled(one.source).log
    assert "main_kernel" in log and "serialized" not in log and "C75" not in log


def test_a_slice_is_128_values_in_rows_of_128_bytes():
    one = lowered(LADDER["wgmma_tma"])
    kernel = one.kernel_source[one.kernel_source.index('extern "C"') :]
    loads = re.findall(r"tma_load\(.*, ([AB])_map, (.*), \(.*, (\d+), \(&", kernel)
    assert {(name, int(size)) for name, _, size in loads} == {("A", 128 * 128), ("B", 256 * 128)}
    assert one.launches[0].dynamic_shared == 4 * ((128 + 256) * 128 + 8)


@pytest.mark.parametrize(("rung", "scales"), [*zip(WGMMA_RUNGS, (True, False) * 2, strict=True)])
def test_scales_are_read_by_row_or_once(rung, scales):
    text = lowered(LADDER[rung]).kernel_source
    reads = re.findall(r"= .*scale_[ab]_ptr.*", text)
    assert reads and all(("threadIdx" in read) == scales for read in reads)


# --- sums of float8 -------------------------------------------------------------------------------


def test_a_step_keeps_thirteen_bits_below_the_largest_term():
    a, b = np.zeros((2, 32)), np.zeros((32, 1))
    a[:, 0], b[0] = 1.0, 1.0
    a[:, 1:] = b[1:] = 2.0**-7  # products of 2^-14, each below the last bit kept
    b[1] = 2.0**-6  # 2^-13 is kept
    total = multiply_add(a, b, np.zeros((2, 1), np.float32), FLOAT8_BITS)
    assert (total == 1 + 2.0**-13).all()
    assert 2.0**-FLOAT8_BITS == CUT
    # With the bits of 16-bit factors nothing is lost.
    assert (multiply_add(a, b, np.zeros((2, 1), np.float32)) == a @ b).all()


def test_a_small_integer_sum_is_exact():
    rng = np.random.default_rng(0)
    a, b = rng.integers(-3, 4, (4, 32)), rng.integers(-3, 4, (32, 4))
    c = rng.integers(-900, 900, (4, 4)).astype(np.float32)
    got = multiply_add(a.astype(float), b.astype(float), c, FLOAT8_BITS)
    assert (got == a @ b + c).all()


@pytest.mark.parametrize("per_row", [True, False])
def test_the_tolerance_holds_for_tensor_cores_and_rejects_what_is_wrong(per_row):
    workload = ScaledGemm(16, 24, 512, per_row=per_row)
    expected = Expected.of(workload, np.random.default_rng(0), "random")
    a, b, scale_a, scale_b = (np.asarray(one, dtype="float64") for one in expected.inputs)
    sums = np.zeros((16, 24), np.float32)
    for k in range(0, 512, 32):
        sums = multiply_add(a[:, k : k + 32], b[:, k : k + 32].T, sums, FLOAT8_BITS)
    right = (sums * scale_a[:, None] * scale_b).astype(ml_dtypes.bfloat16)
    assert not difference([right], expected).message
    for wrong in (
        sums * scale_b,
        sums * scale_a[:, None],
        (sums * 1.5) * scale_a[:, None] * scale_b,
    ):
        assert difference([wrong.astype(ml_dtypes.bfloat16)], expected).message
