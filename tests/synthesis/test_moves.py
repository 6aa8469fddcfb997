"""Each move alone: the loops that its docstring shows, and the condition that refuses numbers."""

from __future__ import annotations

import found_computations as made
import pytest
from tvm import s_tir, te, tirx

from schedules.synthesis import matmul, moves, recipes, tensor_cores
from schedules.synthesis.program import Code, Draft, Named, NotApplicable, source_of


def draft(tensors: list[te.Tensor]) -> tuple[Draft, list]:
    d = Draft(te.create_prim_func(tensors))
    return d, recipes.group_stages(d)


def nest(d: Draft, block: object) -> list[tuple[str, int]]:
    """The loops around a block: what each is bound to (or its kind), and its extent."""
    loops = [d.sch.get(loop) for loop in d.sch.get_loops(getattr(block, "variable", block))]
    return [
        (
            str(loop.thread_binding.thread_tag)
            if loop.thread_binding is not None
            else tirx.ForKind(loop.kind).name.lower(),
            int(loop.extent),
        )
        for loop in loops
    ]


def replayed(d: Draft) -> s_tir.Schedule:
    """The schedule that the draft's source makes."""
    sch = s_tir.Schedule(d.original)
    names: dict = {}
    exec(f"def schedule(sch):\n{source_of(d.lines)}", names)
    assert [name for name, _ in names["schedule"](sch)] == [name for name, _ in d.steps]
    return sch


def test_the_source_makes_the_same_schedule():
    d, (group,) = draft(made.gemm())
    tile = matmul.LaneTile((1, 1), (2, 1), (4, 8))
    matmul.as_matmul(d, group)
    matmul.pad(d, group, (*tile.block, 16))
    k = matmul.tile_block(d, group, tile)
    outer, _ = d.split(k, [None, 16], to="outer inner")
    matmul.share_operands(d, group, outer, tile, 16)
    assert replayed(d).mod.script() == d.sch.mod.script()


def test_elements_are_bound_and_vectorized():
    d, (group,) = draft(made.elementwise())
    recipes.write_map(d, group, {"threads": 32, "vector": 4})
    assert nest(d, "C") == [("blockIdx.x", 4), ("threadIdx.x", 32), ("vectorized", 4)]


def test_a_vector_divides_the_elements():
    d, _ = draft(made.elementwise(13, 37))
    with pytest.raises(NotApplicable, match="4 does not divide"):
        moves.bind_elements(d, "C", 2, vector=4)


def test_a_tile_is_read_and_written_by_rows():
    d, (group,) = draft(made.transpose())
    recipes.write_transpose(d, group, {"tile": 32, "rows": 8})
    tile = [("blockIdx.x", 8), ("serial", 4), ("threadIdx.y", 8), ("threadIdx.x", 32)]
    assert nest(d, "C") == nest(d, "A_shared") == tile


def test_lanes_share_a_row():
    d, (group,) = draft(made.row_sums())
    numbers = {"lanes": 32, "rows": 4, "per_group": 1, "vector": 4, "unroll": 1}
    recipes.write_rows(d, group, numbers)
    bound = [("blockIdx.x", 5), ("threadIdx.y", 4), ("threadIdx.x", 32)]
    assert nest(d, "S_rf_update") == [*bound, ("serial", 3), ("serial", 1), ("serial", 4)]
    assert nest(d, "S")[-1] == ("threadIdx.x", 32)
    assert nest(d, "A_local")[-1] == ("vectorized", 4)


def test_a_block_has_a_row_of_several_reductions():
    d, (group,) = draft(made.softmax())
    recipes.write_rows(d, group, {"threads": 32, "vector": 1, "unroll": 0})
    for stage in (*group.reductions, group.last):
        assert nest(d, stage.name)[0] == ("blockIdx.x", 5)
        assert ("threadIdx.x", 32) in nest(d, stage.name)


@pytest.mark.parametrize("parts", [1, 4])
def test_groups_of_threads_share_columns(parts):
    d, (group,) = draft(made.column_sums())
    numbers = {"columns": 32, "rows": 8, "vector": 1, "parts": parts}
    partial = recipes.tile_columns(d, group, numbers)
    grid = [("blockIdx.x", 5)] + ([("blockIdx.y", 4)] if parts > 1 else [])
    assert nest(d, partial)[:-2] == [*grid, ("threadIdx.y", 8), ("threadIdx.x", 32)]


def test_a_thread_has_a_window_in_several_rows_in_registers():
    d, (group,) = draft(made.pooling())
    recipes.write_window(d, group, {"rows": 4, "vector": 1, "unroll": True})
    blocks, threads, *inside = nest(d, "pool_max_update")
    assert blocks[0] == "blockIdx.x" and inside[-1] == ("serial", 4)
    assert blocks[1] * threads[1] >= 3 * 2 * 6
    assert d.sch.get(d.sch.get_sblock("pool_max_update")).writes[0].source.scope() == "local"


def test_a_convolution_becomes_a_gemm():
    d, (group,) = draft(made.convolution())
    assert not group.plain
    matmul.as_matmul(d, group)
    assert nest(d, "conv2d_nchw") == [("serial", 7), ("serial", 2 * 5 * 6), ("serial", 5 * 9)]
    assert nest(d, "compute") == [("serial", 7), ("serial", 2 * 5 * 6)]


def test_a_gemm_is_padded_to_its_tile():
    d, (group,) = draft(made.gemm())
    assert group.plain
    matmul.pad(d, group, (32, 32, 16))
    assert [extent for _, extent in nest(d, "C")] == [96, 64, 80]
    whole, (group,) = draft(made.gemm(64, 64, 64))
    matmul.pad(whole, group, (32, 32, 16))
    assert whole.lines == []


def test_parts_of_the_depth_are_a_batch():
    d, (group,) = draft(made.gemm(64, 64, 96))
    partial = matmul.split_depth(d, group, 4)
    assert [extent for _, extent in nest(d, partial.name)] == [4, 64, 64, 24]
    assert [len(each) for each in (partial.roles.batch, partial.roles.depth)] == [1, 1]
    assert nest(d, "C_update") == [("blockIdx.x", 32), ("threadIdx.x", 128), ("serial", 4)]


def sliced(slices: int) -> tuple[Draft, Named]:
    """A draft of a GEMM, and its loop over slices of 16."""
    d, _ = draft(made.gemm(64, 64, 16 * slices))
    *_, k = d.loops("C", "i j k")
    return d, d.split(k, [None, 16], to="outer inner")[0]


def test_pipelined_rows_need_three_stages():
    """Two stages would read a slice whose copy has not been awaited (test_find plants that)."""
    with pytest.raises(NotApplicable, match="from 3 stages"):
        moves.copy_ahead(*sliced(4), 2, True)


@pytest.mark.parametrize("stages", [3, 4])
def test_pipelined_rows_need_the_slices_that_are_in_flight(stages):
    """With fewer, TVM cannot tell how many copies a wait leaves in flight."""
    with pytest.raises(NotApplicable, match=f"{stages - 2} slices"):
        moves.copy_ahead(*sliced(stages - 2), stages, True)
    moves.copy_ahead(*sliced(stages - 1), stages, True)
    moves.copy_ahead(*sliced(1), stages, False)


def test_warps_multiply_fragments():
    d, (group,) = draft(made.half_gemm(64, 64, 128))
    tile = tensor_cores.FragmentTile((2, 2), (2, 2))
    f = tensor_cores.tile_warps(d, group, tile)
    warps = [("threadIdx.z", 2), ("threadIdx.y", 2)]
    assert nest(d, f.product)[3:] == [*warps, *[("serial", e) for e in (2, 4, 2, 2)]]
    tensor_cores.share_slices(d, f, tile)
    assert nest(d, "A_shared.dyn")[-5:] == [
        ("serial", 4), *warps, ("threadIdx.x", 32), ("vectorized", 8)
    ]  # fmt: skip
    with pytest.raises(NotApplicable, match="3 stages"):
        tensor_cores.pipeline_fragments(d, f, 2)


def test_names_are_unique_and_code_is_text():
    d, _ = draft(made.gemm())
    i, j, _ = d.loops("C", "i i k")
    assert (i.name, j.name) == ("i", "i2")
    d.transform_layout("C", ("write", 0), Code("lambda i, j: (j, i)"))
    assert d.lines[-1] == 'sch.transform_layout("C", ("write", 0), lambda i, j: (j, i))'
    d.step("empty", "")
    d.step("empty", "nothing was scheduled since")
    assert [name for name, _ in d.steps] == ["empty"]
