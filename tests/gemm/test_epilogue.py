"""Each rung of gemm/epilogue keeps its promise in its own CUDA and machine code."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from conftest import compiled, lowered, machine_code

from schedules.analyses.verification.compare import Expected, difference
from schedules.core.catalog import ladder
from schedules.workloads.linear_layer import LinearLayer, gelu

LADDER = ladder("gemm/epilogue")
SIZE = 4096
PLAIN = {"mma": "cp_async", "wgmma_tma": "wgmma_tma", "tma_store": "tma_store"}


def cuda(rung: str) -> str:
    return lowered(LADDER[rung]).kernel_source


def test_order():
    assert list(LADDER.rungs) == ["unfused", "fused", "mma", "wgmma_tma", "tma_store"]


def test_unfused_is_three_kernels_with_memory_between_them():
    one = lowered(LADDER["unfused"])
    assert len(one.launches) == 3
    product, activation, sum_ = re.split(r'(?=extern "C")', one.kernel_source)[1:]
    assert "A_ptr" in product and "bias_ptr" not in product
    assert "bias_ptr" in activation and "tanhf" in activation and "A_ptr" not in activation
    assert "residual_ptr" in sum_ and "tanhf" not in sum_
    threads = one.launches[1].grid[0] * one.launches[1].block[0]
    assert threads * 4 == SIZE * SIZE


@pytest.mark.parametrize("rung", ["fused", "mma", "wgmma_tma"])
def test_fused_is_one_kernel_that_writes_c_alone(rung):
    one = lowered(LADDER[rung])
    assert len(one.launches) == 1
    kernel = one.kernel_source[one.kernel_source.index('extern "C"') :]
    pointers = set(re.findall(r"\* __restrict__ (\w+)_ptr", kernel.splitlines()[0]))
    assert {"bias", "residual", "C"} <= pointers <= {"A", "B", "bias", "residual", "C"}
    assert "tanhf" in kernel


@pytest.mark.parametrize("rung", ["mma", "wgmma_tma", "tma_store"])
def test_a_lane_reads_bias_and_residual_as_pairs(rung):
    text = cuda(rung)
    for name in ("bias", "residual"):
        reads = re.findall(rf"(\*\(\w+\*\)\()?{name}_ptr \+", text)
        assert reads and set(reads) == {"*(half2*)("}


@pytest.mark.parametrize("rung", PLAIN)
def test_the_product_is_hgemms(rung):
    """As many products as the rung without an epilogue has; sums stay in registers."""
    found, plain = (
        [one.opcode for one in machine_code(lowered(path).source)["main_kernel"]]
        for path in (LADDER[rung], ladder("gemm/hgemm")[PLAIN[rung]])
    )
    for name in ("HMMA", "HGMMA", "LDGSTS", "LDSM", "UTMALDG"):
        assert count(found, name) == count(plain, name)
    assert count(found, "MUFU.EX2") + count(found, "MUFU.TANH") >= 128 > count(plain, "MUFU")
    # What ptxas spills of tma_store is in the epilogue alone, behind the last product.
    local = [at for at, one in enumerate(found) if one.startswith(("LDL", "STL"))]
    products = [at for at, one in enumerate(found) if one.startswith(("HMMA", "HGMMA"))]
    assert len(local) <= (32 if rung == "tma_store" else 0)
    assert all(at > products[-1] for at in local)


def count(opcodes: list[str], name: str) -> int:
    return sum(one.startswith(name) for one in opcodes)


@pytest.mark.parametrize("rung", ["wgmma_tma", "tma_store"])
def test_ptxas_leaves_wgmma_asynchronous(rung):
    log = compiled(lowered(LADDER[rung]).source).log
    assert "main_kernel" in log
    assert "serialized" not in log and "C75" not in log


# --- the workload ---------------------------------------------------------------------------------


def test_gelu_is_the_one_by_tanh():
    x = np.linspace(-12, 12, 4001)
    by_tanh = [
        v / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (v + 0.044715 * v**3))) for v in x.tolist()
    ]
    assert np.abs(gelu(x) - by_tanh).max() < 1e-14
    assert np.abs(np.diff(gelu(x)) / np.diff(x)).max() < 1.13


@pytest.mark.parametrize("without", ["bias", "residual", "gelu"])
def test_a_kernel_that_leaves_something_out_is_wrong(without):
    workload = LinearLayer(16, 24, 32)
    expected = Expected.of(workload, np.random.default_rng(0), "random")
    a, b, bias, residual = (one.astype("float64") for one in expected.inputs)
    x = a @ b.T + bias * (without != "bias")
    x = x if without == "gelu" else gelu(x)
    wrong = (x + residual * (without != "residual")).astype("float16")
    assert difference([wrong], expected).message
    right = (gelu(a @ b.T + bias) + residual).astype("float16")
    assert not difference([right], expected).message


def test_tma_store_writes_a_result_as_soon_as_it_is_there():
    """The tile's memory is free before the epilogue begins, and the loading warpgroup has given its
    registers away: results need not wait in registers for a barrier."""
    kernel = cuda("tma_store").partition('extern "C"')[2]
    order = [
        kernel.index(name) for name in ("tile_free()", "tanhf", "tile_write_rounded", "tile_store(")
    ]
    assert order == sorted(order)
    opcodes = [
        one.opcode for one in machine_code(lowered(LADDER["tma_store"]).source)["main_kernel"]
    ]
    assert count(opcodes, "USETMAXREG") == 2
    assert count(opcodes, "UTMASTG") == 4
