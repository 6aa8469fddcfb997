"""Schedules with tensor intrinsics are verified on the CPU, and what is wrong in one is found."""

from __future__ import annotations

import pytest
from tvm import s_tir

from schedules.analyses.verification.serial import described, runnable_steps, serial
from schedules.analyses.verification.verdict import SERIAL
from schedules.analyses.verification.verify import verify_rung
from schedules.core.errors import RungError
from schedules.core.kernel import kernels_of
from schedules.core.ladder import Ladder, ladder, steps
from schedules.gemm.hgemm import StagedFragmentTile, mma_tiles, swizzled_tiles
from schedules.gemm.tensor_tiles import FragmentTile
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
    for result in verify_rung(rung, [SHAPE], [SERIAL]).checks:
        name = result.step.partition("-")[2]
        verdict[name] = verdict.get(name, True) and result.ok
    return verdict


def swizzled(sch, tile):
    yield from swizzled_tiles(sch, tile)


def test_a_right_schedule_passes_at_every_step():
    verdict = outcomes(rung_of(swizzled))
    assert list(verdict)[-2:] == ["tensorize", "swizzle"]
    assert all(verdict.values())


def test_descriptions_replace_implementations():
    found = runnable_steps(kernels_of(rung_of(swizzled), SHAPE))
    for step in found[-2:]:
        text = step.mod.script()
        assert "ldmatrix(" not in text and "mma(" not in text
        assert "described_" in text
        # The rung's own block, not one of a description's that has the same name.
        assert s_tir.Schedule(step.mod).get_sblock("C") is not None


def test_the_swizzle_runs():
    *_, plain, swizzle = runnable_steps(kernels_of(rung_of(swizzled), SHAPE))
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
        verify_rung(rung_of(row_major_b, workload=kn), [SHAPE], [SERIAL])


# --- schedules that are no rung -------------------------------------------------------------------


# --- gemm/sgemm_cuda:tensor_core ------------------------------------------------------------------


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
            for result in verify_rung(strict, [shape], [SERIAL]).checks
        }
        assert right["cache_shared", "random"]
        assert right["round_to_half", "random"] == right["tensorize", "random"] == rounded_is_right
        assert right["tensorize", "integer"], "small integers are exact in float16"
