"""Lines of CUDA and the lines of TIR that they come from."""

from __future__ import annotations

import pytest

from schedules.core.kernel import kernels_of
from schedules.lowering.origins import tir_lines
from schedules.sources.names import resolve


def pairs(reference):
    """(line of CUDA, line of TIR or '') of a rung's last step."""
    kernel = kernels_of(resolve(reference).rung)[-1]
    tir = kernel.tir.splitlines()
    lines = tir_lines(kernel.step.mod, kernel.lowering)
    text = [line.strip() for line in kernel.source.splitlines()]
    return list(zip(text, [tir[at - 1].strip() if at else "" for at in lines], strict=True))


def test_every_statement_comes_from_its_own():
    """Virtual threads make 64 statements of one; loops and buffers keep their names."""
    found = pairs("gemm/sgemm_tvm:vthread")
    sums = [
        line for line, tir in found if tir.startswith("C_local[v_i, v_j] = C_local[v_i, v_j] +")
    ]
    assert len(sums) == 16 and all(line.startswith("C_local_ptr[") for line in sums)
    by_text = dict(found)
    assert by_text["for (int k_0 = 0; k_0 < 1024; ++k_0) {"] == "for k_0 in range(1024):"
    shared = by_text["__shared__ alignas(64) float B_shared_ptr[2048];"]
    assert shared.startswith("B_shared = T.sblock_alloc_buffer(")
    # The second loop of a name is numbered in the text.
    again = [at for at, (line, _) in enumerate(found) if "int ax0_ax1_fused_0_1 = 0" in line]
    (store,) = [found[at + 1] for at in again]
    assert store[0].startswith("B_shared_ptr[") and store[1] == "B_shared[v0, v1] = B[v0, v1]"
    assert found[again[0]][1] == "for ax0_ax1_fused_0 in range(8):"
    assert {tir for line, tir in found if line == "__syncthreads();"} == {""}


@pytest.mark.parametrize("reference", ["gemm/hgemm:wgmma_tma", "gemv/hgemv:thread_smem"])
def test_statements_of_intrinsics_and_vectors_are_linked(reference):
    found = pairs(reference)
    stores = [tir for line, tir in found if "_ptr[" in line and "] = " in line]
    assert stores and all(stores)
