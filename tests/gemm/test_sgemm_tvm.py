"""Each rung of gemm/sgemm_tvm keeps its promise in its own CUDA."""

from __future__ import annotations

import re

import pytest
from accesses import needs_compiler
from banks import lane_words, subscripts, wavefronts
from conftest import last_step, lowered

from schedules.analyses.verification.serial import check_serial, serial
from schedules.core.catalog import ladder
from schedules.core.errors import ShapeError
from schedules.core.kernel import last_kernel
from schedules.core.steps import steps
from schedules.core.target import Target
from schedules.sources.names import resolve

LADDER = ladder("gemm/sgemm_tvm")
BLOCK = (16, 16)
# A loop over the patches of a thread along i or j.
OUTER_LOOP = r"for \(int ([ij])_1_0 = 0; [ij]_1_0 < (\d+);"


def cuda(rung: str, step: str = "") -> str:
    return lowered(LADDER[rung], step).kernel_source


def launch(rung: str):
    (one,) = lowered(LADDER[rung]).launches
    return one


def test_the_documents_order():
    assert list(LADDER.rungs) == [
        "naive",
        "block_tile",
        "cache_write",
        "thread_tile",
        "cooperative_fetch",
        "conflict_free_store",
        "vthread",
        "split_reorder",
        "split_reorder_8x2",
        "vectorized_fetch",
        "vectorized_read",
        "double_buffer",
        "software_pipeline",
        "grid_1024x16",
        "block_panels",
        "warp_tile",
        "z_order",
        "register_prefetch",
        "cp_async",
        "ordered_products",
    ]


def test_shapes_and_launches():
    assert LADDER["naive"].workload.shape == (1024,) * 3
    assert {r.workload.shape for r in list(LADDER.rungs.values())[1:]} == {(16384,) * 3}
    assert (launch("naive").grid, launch("naive").block) == ((1024, 1, 1), (1024, 1, 1))
    assert (launch("block_tile").grid, launch("block_tile").block) == ((512, 512, 1), (32, 32, 1))
    assert (launch("vthread").grid, launch("vthread").block) == ((128, 128, 1), (16, 16, 1))
    assert (launch("warp_tile").grid, launch("warp_tile").block) == ((128, 128, 1), (256, 1, 1))
    assert (launch("cp_async").grid, launch("cp_async").block) == ((128, 64, 1), (256, 1, 1))


def test_the_documents_steps_are_there():
    def names(rung: str) -> list[str]:
        return [step.name for step in steps(LADDER[rung])]

    assert names("block_tile") == ["split_i", "split_j", "bind_block", "bind_thread", "init"]
    assert names("cache_write")[4:6] == ["cache_write", "compute_at"]
    assert {"split_block", "bind_block", "bind_thread", "write_back", "split_k"} < set(
        names("thread_tile")
    )
    assert names("cooperative_fetch")[-2:] == ["split_fetch", "bind_fetch"]
    assert all(rung.doc for rung in LADDER.rungs.values())


def test_the_documents_times():
    times = {name: [f.value for f in rung.figures] for name, rung in LADDER.rungs.items()}
    assert {name: value[0] for name, value in times.items() if value and value[0]} == {
        "block_tile": 4849.64,
        "thread_tile": 13717.8,
        "cooperative_fetch": 854,
        # "about 100 ms" less than 854
        "conflict_free_store": 754,
        "vthread": 565,
        "split_reorder": 692.994,
        "vectorized_fetch": 514,
        "vectorized_read": 423,
        "double_buffer": 430,
    }
    assert [figure.value for figure in LADDER.reference] == [420, 420]


@pytest.mark.parametrize("rung", ["naive", "block_tile"])
def test_no_memory_of_its_own(rung):
    text = cuda(rung)
    assert "__shared__" not in text
    assert "_local_ptr[" not in text


def test_cache_write_sums_in_a_register():
    text = cuda("cache_write")
    assert "float C_local_ptr[1];" in text
    assert text.count("C_ptr[") == 1
    assert cuda("block_tile").count("C_ptr[") > 1


@pytest.mark.parametrize("name", list(LADDER.rungs)[3:])
def test_both_levels_of_caches(name):
    text = cuda(name)
    assert "__shared__" in text
    assert re.search(r"float C_local_ptr\[(64|128|16|4)\];", text)
    assert re.search(r"A_shared(_dyn)?_local_ptr\[", text)
    assert "__syncthreads();" in text


def test_thread_tile_fetches_the_whole_tile_in_every_thread():
    (expression, _), *_ = subscripts(cuda("thread_tile"), "A_shared_ptr", store=True)
    assert "threadIdx" not in expression
    (expression, _), *_ = subscripts(cuda("cooperative_fetch"), "A_shared_ptr", store=True)
    assert "threadIdx.x" in expression
    assert "threadIdx.y" in expression


@pytest.mark.parametrize("buffer", ["A_shared_ptr", "B_shared_ptr"])
def test_conflict_free_store_removes_the_store_conflicts(buffer):
    def passes(rung: str) -> int:
        ((expression, width),) = subscripts(cuda(rung), buffer, store=True)
        return wavefronts(lane_words(expression, BLOCK), width)

    assert passes("cooperative_fetch") == 16
    assert passes("conflict_free_store") == 1
    assert passes("vectorized_fetch") == 4  # 512 bytes take four passes of 128


def test_vthread_removes_the_load_conflicts():
    def passes(rung: str) -> set[int]:
        loads = subscripts(cuda(rung), "A_shared_ptr", store=False)
        assert loads
        return {wavefronts(lane_words(expression, BLOCK), width) for expression, width in loads}

    assert passes("conflict_free_store") == {4}
    assert passes("vthread") == {1}


def test_vthread_reads_are_strided_by_the_threads():
    loads = subscripts(cuda("vthread"), "A_shared_ptr", store=False)
    first = [lane_words(expression, BLOCK)[0] for expression, _ in loads]
    assert first == [16 * patch for patch in range(8)]


@pytest.mark.parametrize(
    ("name", "split", "block"),
    [("split_reorder", (2, 2), (64, 64)), ("split_reorder_8x2", (8, 2), (16, 64))],
)
def test_the_controls_run_through_k_once_per_patch(name, split, block):
    """The document's control is split 2 x 2: 4 passes over K. That of `vthread`, 8 x 2: 16."""
    tile = LADDER[name].tile
    assert (tile.vthreads_i, tile.vthreads_j) == split
    assert "vthread" not in lowered_tir(name)
    # The patches became loops around all of K: a smaller tile, fetched again for each.
    around = cuda(name).partition("for (int k_0 = 0; k_0 < 1024;")[0]
    turns = {axis: int(count) for axis, count in re.findall(OUTER_LOOP, around)}
    assert turns == {"i": split[0], "j": split[1]}
    assert launch(name).static_shared == sum(block) * 16 * 4
    assert f"float C_local_ptr[{64 // (split[0] * split[1])}];" in cuda(name)


def test_a_control_has_the_split_of_vthread():
    assert LADDER["split_reorder_8x2"].tile == LADDER["vthread"].tile
    assert "vthread" in lowered_tir("vthread")
    assert launch("vthread").static_shared == (128 + 128) * 16 * 4


def blocks_in_order(name: str, count: int) -> list[tuple[int, int]]:
    """Row and column of the tile of C that a grid's blocks own, in the order of their numbers."""
    owners = []
    for buffer in ("A_ptr", "B_ptr"):
        ((expression, _),) = subscripts(cuda(name), buffer, store=False)
        # For thread 0 at the first k.
        code = re.sub(r"\(\(int\)threadIdx\.[xy]\)|\b(k_0|ax0\w+)\b", "0", expression)
        code = re.sub(r"\(\(int\)blockIdx\.([xy])\)", r"\1", code)
        owners.append(eval(f"lambda x, y: ({code}) // 128", {"__builtins__": {}}))
    width = launch(name).grid[0]
    numbers = [divmod(number, width) for number in range(count)]
    return [tuple(owner(x, y) for owner in owners) for y, x in numbers]


def test_a_grid_of_1024_x_16_in_the_order_of_128_x_128():
    assert launch("vectorized_read").grid == (128, 128, 1)
    assert launch("grid_1024x16").grid == (1024, 16, 1)
    # 2304 blocks: across a border of panels, which begin every 1024.
    wanted = blocks_in_order("vectorized_read", 2304)
    assert wanted[:3] == [(0, 0), (1, 0), (2, 0)]
    assert blocks_in_order("grid_1024x16", 2304) == wanted


def test_panels_of_eight_columns_are_crossed_row_by_row():
    assert launch("block_panels").grid == (1024, 16, 1)
    found = blocks_in_order("block_panels", 1025)
    assert found[:9] == [*((0, column) for column in range(8)), (1, 0)]
    assert found[1023:] == [(127, 7), (0, 8)]
    # All blocks, each once.
    assert len(set(blocks_in_order("block_panels", 128 * 128))) == 128 * 128
    # What a block does is what it does in the other order.
    assert launch("block_panels").static_shared == launch("vectorized_read").static_shared


def lowered_tir(name: str) -> str:
    return last_step(LADDER[name]).mod.script()


def test_vectorized_fetch_and_read_use_float4():
    fetch = cuda("vectorized_fetch")
    assert "*(float4*)(A_shared_ptr" in fetch
    assert "*(float4*)(A_ptr" in fetch
    assert "float4*)(A_shared_local_ptr" not in fetch
    read = cuda("vectorized_read")
    assert "*(float4*)(A_shared_local_ptr + 4) = " in read
    assert "*(float4*)(B_shared_local_ptr + 4) = " in read


@pytest.mark.parametrize("name", ["double_buffer", "software_pipeline"])
def test_doubled_arrays_and_the_next_tile(name):
    before, after = launch("vectorized_read").static_shared, launch(name).static_shared
    assert after == 2 * before
    text = cuda(name)
    main_loop = text[re.search(r"for \(int k_0\w* = 0; k_0\w* < 1023;", text).start() :]
    assert re.search(r"A_shared_ptr \+ \(+\w+ \+ 1\) & 1\) \* 2048", main_loop)
    assert re.search(r"A_ptr \+ .*\+ 262144\)", main_loop)
    # The first tile is fetched before the loop.
    assert "A_shared_ptr" in text[: text.index(main_loop)].split("C_local_ptr[")[-1]


def test_double_buffer_saves_a_barrier_per_tile():
    def barriers_in_loop(name: str) -> int:
        text = cuda(name)
        loop = text[text.index("for (int k_0") :]
        return loop[: loop.index("for (int k_1")].count("__syncthreads")

    assert barriers_in_loop("vectorized_read") == 2
    assert barriers_in_loop("double_buffer") == 1


def test_double_buffer_scope_alone_changes_nothing():
    assert cuda("double_buffer", "double_buffer_scope") == cuda("double_buffer", "vectorize_read")


def test_warp_tile_reads_and_stores_float4_without_conflicts():
    text = cuda("warp_tile")
    assert "*(float4*)(C_ptr" in text
    for buffer, least in (("A_shared_ptr", 4), ("B_shared_ptr", 4)):
        for expression, width in subscripts(text, buffer, store=False):
            assert width == 4
            assert wavefronts(lane_words(expression, (256, 1)), width) <= least


@needs_compiler
@pytest.mark.parametrize(
    ("path", "shape", "expected"),
    [
        ("gemm/sgemm_tvm:warp_tile", (128, 128, 16), {2, 4}),
        ("gemm/sgemm_tvm:z_order", (128, 128, 16), {2}),
        ("gemm/sgemm_geforce:square_warp", (64, 256, 16), {2, 4}),
        ("gemm/sgemm_geforce:z_order", (64, 256, 16), {2}),
    ],
)
def test_lanes_in_a_z_order_take_two_wavefronts_for_each_operand(path, shape, expected):
    """As docs/memory-access.md predicts from the rule of paired lanes; in the machine code."""
    rung = resolve(path, None).rung
    (launch,) = last_kernel(rung, rung.at(shape), Target.parse("sm_90")).instruction_counts
    loads = [one.cost for one in launch.instructions if one.instruction.startswith("LDS.128")]
    assert {cost.taken / cost.requests for cost in loads} == expected


def test_register_prefetch_pipelines_both_levels_without_cp_async():
    text = cuda("register_prefetch")
    assert "cp.async" not in text
    assert launch("register_prefetch").dynamic_shared == 2 * (128 + 128) * 8 * 4
    # The registers of two rows of the tile, and a stage between global and shared memory.
    assert re.search(r"float A_shared_dyn_local\w*_ptr\w*\[16\]", text)
    assert re.search(r"buf_dyn_shmem_ptr\)\[.*\] = A_shared_dyn_local_ptr\[0\];", text)
    assert "#pragma unroll" in text


def test_cp_async_is_multi_stage():
    text = cuda("cp_async")
    assert "cp.async.cg.shared.global" in text
    assert "cp.async.commit_group" in text
    assert "cp.async.wait_group 1" in text
    assert "cp.async.wait_group 0" in text
    assert launch("cp_async").dynamic_shared == 3 * (256 + 128) * 16 * 4


def test_ordered_products_is_cp_async_in_another_order():
    assert cuda("ordered_products", "unroll") == cuda("cp_async")
    assert launch("ordered_products") == launch("cp_async")
    # The loops over a thread's patch are gone, their 128 products a row are there.
    main_loop = cuda("ordered_products").split("for (int k_1 = ")[1]
    # Rows and the last row, in the main loop and for the two tiles after it.
    assert main_loop.count("C_local_ptr[127] = ") == 6
    assert "i_4" not in main_loop


@pytest.mark.parametrize(
    ("size", "block"), [(1024, (64, 64, 16)), (2048, (256, 128, 16)), (16384, (256, 128, 16))]
)
def test_ordered_products_has_a_tile_by_size(size, block):
    rung = LADDER["ordered_products"]
    assert rung.tile_for(rung.at((size,) * 3)).block() == block


def test_ordered_products_with_its_large_tile():
    """The shapes that `verify` takes are too small for it."""
    rung = LADDER["ordered_products"]
    workload = rung.workload.with_shape((256, 128, 48))
    mod = steps(rung, workload, rung.tile)[-1].mod
    for _, error, message in check_serial(serial(mod), workload, rung.build):
        assert message == ""
        assert error <= 1


@pytest.mark.parametrize("name", [n for n in LADDER.rungs if not LADDER[n].any_shape])
def test_shapes_the_tile_does_not_divide_are_refused(name):
    with pytest.raises(ShapeError, match="the nearest shape that fits is"):
        LADDER[name].at((100, 128, 64))


def test_which_rungs_take_any_shape():
    assert [n for n in LADDER.rungs if LADDER[n].any_shape] == [
        "naive",
        "block_tile",
        "cache_write",
    ]
