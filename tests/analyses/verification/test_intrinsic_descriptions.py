"""Schedules with tensor intrinsics are verified on the CPU, and what is wrong in one is found."""

from __future__ import annotations

import inspect

import pytest
from conftest import lowered
from tvm import s_tir

from schedules.analyses.verification.intrinsic_descriptions import described, intrinsics_of
from schedules.analyses.verification.serial import Verifier, runnable_steps, serial
from schedules.core.catalog import ladder
from schedules.core.errors import RungError
from schedules.core.ladder import Ladder
from schedules.core.steps import steps
from schedules.gemm.hgemm import StagedFragmentTile, mma_tiles, swizzled_tiles
from schedules.gemm.tensor_tiles import FragmentTile, intrinsics
from schedules.sources.schedule_files import load
from schedules.workloads import Gemm

HGEMM = ladder("gemm/hgemm")
# Two warps of two fragments, three slices of K: all of a real tile's structure in 0.5 M products.
SMALL = StagedFragmentTile(warps_m=1, warps_n=2, fragments_m=1, fragments_n=2)
MMA = {
    "mma_fill_16x16_f32",
    "mma_ldmatrix_f16_a_dyn",
    "mma_ldmatrix_f16_b_trans_dyn",
    "mma_f16f16f32_trans_b",
}
SHAPE = SMALL.least()


def rung_of(function, tile=SMALL, workload=HGEMM.workload):
    """A rung outside any ladder, of a generator function."""
    alone = Ladder(name="test/alone", title="", workload=workload)
    alone.rung(tile)(function)
    return alone[function.__name__]


def outcomes(rung) -> dict[str, bool]:
    """Step name -> right for every kind of input."""
    verdict: dict[str, bool] = {}
    for result in Verifier().verify(rung, [SHAPE]):
        name = result.step.partition("-")[2]
        verdict[name] = verdict.get(name, True) and result.ok
    return verdict


def swizzled(sch, tile):
    yield from swizzled_tiles(sch, tile)


def test_names_come_from_the_primitives():
    assert intrinsics_of(steps(rung_of(swizzled), HGEMM.workload.with_shape(SHAPE))) == MMA
    naive = HGEMM["naive"]
    assert intrinsics_of(steps(naive, naive.at((4, 4, 4)))) == set()


def test_a_right_schedule_passes_at_every_step():
    verdict = outcomes(rung_of(swizzled))
    assert list(verdict)[-2:] == ["tensorize", "swizzle"]
    assert all(verdict.values())


def test_descriptions_replace_implementations():
    found = runnable_steps(rung_of(swizzled), HGEMM.workload.with_shape(SHAPE))
    for step in found[-2:]:
        text = step.mod.script()
        assert "ldmatrix(" not in text and "mma(" not in text
        assert "described_" in text
        # The rung's own block, not one of a description's that has the same name.
        assert s_tir.Schedule(step.mod).get_sblock("C") is not None


def test_the_swizzle_runs():
    *_, plain, swizzle = runnable_steps(rung_of(swizzled), HGEMM.workload.with_shape(SHAPE))
    assert "^" not in serial(plain.mod).script()
    # Both fetches and both fragment loads.
    assert serial(swizzle.mod).script().count("^") == 4


def test_intrinsics_come_back_even_after_an_error():
    steps(rung_of(swizzled), HGEMM.workload.with_shape(SHAPE))  # registers them
    before = {name: s_tir.TensorIntrin.get(name) for name in MMA}
    with pytest.raises(RuntimeError, match="planted"), described(MMA):
        name = next(iter(MMA))
        assert not s_tir.TensorIntrin.get(name).impl.same_as(before[name].impl)
        raise RuntimeError("planted")
    for name, intrinsic in before.items():
        assert s_tir.TensorIntrin.get(name).impl.same_as(intrinsic.impl)


def test_verifying_leaves_the_kernel_alone():
    before = lowered(HGEMM["swizzled"]).kernel_source
    outcomes(rung_of(swizzled))
    assert lowered(HGEMM["swizzled"]).kernel_source == before


def test_the_quick_import_leaves_inspect_alone():
    assert intrinsics().__name__ == "tvm.s_tir.tensor_intrin.cuda"
    assert inspect.stack()[0].code_context is not None


# --- planted errors -------------------------------------------------------------------------------


def stored_swizzled_only(sch, tile):
    yield from mma_tiles(sch, tile)
    sch.annotate(sch.get_sblock("A_shared.dyn"), "permuted_layout", 1)
    yield "half_a_swizzle"


def read_swizzled_only(sch, tile):
    yield from mma_tiles(sch, tile)
    sch.annotate(sch.get_sblock("B_shared.dyn_local_o"), "permuted_layout", 1)
    yield "half_a_swizzle"


@pytest.mark.parametrize("function", [stored_swizzled_only, read_swizzled_only])
def test_a_wrong_tensorized_schedule_is_found(function):
    verdict = outcomes(rung_of(function))
    assert verdict["tensorize"]
    assert not list(verdict.values())[-1]


def test_an_intrinsic_that_does_not_match_is_refused():
    def row_major_b(sch, tile):
        """B is stored (N, K), and this intrinsic wants it (K, N)."""
        yield from mma_tiles(sch, tile)

    kn = Gemm(*HGEMM.workload.shape, in_dtype="float16", out_dtype="float16")
    with pytest.raises(RungError, match="tensorize|blockize|match"):
        list(Verifier().verify(rung_of(row_major_b, workload=kn), [SHAPE]))


# --- schedules that are no rung -------------------------------------------------------------------

USER_FILE = """
from tvm import s_tir, te
import tvm.s_tir.tensor_intrin.cuda

def schedule():
    a = te.placeholder((32, 16), "float16", name="A")
    b = te.compute((32, 16), lambda i, j: a[i, j] * te.const(2, "float16"), name="B")
    sch = s_tir.Schedule(te.create_prim_func([a, b]))
    read = sch.cache_read("B", 0, "shared")
    load = sch.cache_read("B", 0, "wmma.matrix_a")
    i, j = sch.get_loops(load)
    io, ii = sch.split(i, [None, 16])
    sch.tensorize(ii, "wmma_load_16x16x16_f16_a_shared")
    return sch
"""


def test_a_recorded_schedule_is_verified_by_descriptions_too(tmp_path):
    intrinsics()  # the file's own import would take 14 s
    file = tmp_path / "load.py"
    file.write_text(USER_FILE)
    results = list(Verifier().verify(load(str(file))))
    assert results[-1].step.endswith("tensorize")
    assert [result.message for result in results if not result.ok] == []


# --- gemm/sgemm_cuda:tensor_core ------------------------------------------------------------------


def test_tensor_core_rounds_to_half_and_sums_in_float():
    text = lowered(ladder("gemm/sgemm_cuda")["tensor_core"]).kernel_source
    assert "float* __restrict__ A_ptr" in text and "float* __restrict__ C_ptr" in text
    assert text.count("*(half4*)(((half*)buf_dyn_shmem_ptr)") == 2
    assert text.count("= *(float4*)(") == 2
    assert "wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float>" in text
    assert text.count("wmma::mma_sync(") == 1
    assert "store_matrix_sync((&(C_ptr[" in text


def test_tensor_core_needs_the_tolerance_of_its_workload():
    """Right by the bound that its products of float16 imply, and wrong by float32's."""
    rung = ladder("gemm/sgemm_cuda")["tensor_core"]
    assert rung.workload.product_dtype == "float16"
    tile = FragmentTile(warps_m=1, warps_n=1, fragments_m=1, fragments_n=1, steps=2, vector=4)
    shape = (16, 16, 64)
    for product_dtype, rounded_is_right in (("float16", True), ("", False)):
        strict = rung_of(
            rung.function, tile, Gemm(*rung.workload.shape, product_dtype=product_dtype)
        )
        right = {
            (result.step.partition("-")[2], result.inputs): result.ok
            for result in Verifier().verify(strict, [shape])
        }
        assert right["cache_shared", "random"]
        assert right["round_to_half", "random"] == right["tensorize", "random"] == rounded_is_right
        assert right["tensorize", "integer"], "small integers are exact in float16"
