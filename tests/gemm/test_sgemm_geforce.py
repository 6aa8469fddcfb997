"""Each rung of gemm/sgemm_geforce keeps its promise in its own CUDA."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest
from banks import lane_words, subscripts, wavefronts
from conftest import lowered
from tvm import s_tir

from gpusim.errors import UserError
from schedules.analyses.verification.serial import check_serial, serial
from schedules.core.catalog import ladder
from schedules.core.errors import ShapeError
from schedules.core.ladder import Build
from schedules.core.steps import steps
from schedules.workloads import Gemm

LADDER = ladder("gemm/sgemm_geforce")
BLOCK = (32, 4)
RUNGS = list(LADDER.rungs)[:13]
BEYOND = list(LADDER.rungs)[13:]
C_FIRST = ["l1_only", "shared_tile"]
SCALAR_FETCH = ["shared_tile", "add_at_end", "block_k_16", "block_k_8"]
ON_FLOAT4_READ = ["extra_shared", "transposed_store", "double_buffer"]
FLOAT4_READ = ["float4_read", "no_i3_split", "max_registers", "square_warp", *ON_FLOAT4_READ]
UNSPLIT_I = ["no_i3_split", "max_registers", "square_warp"]


@cache
def kernel(rung: str, step: str = ""):
    return lowered(LADDER[rung], step)


def cuda(rung: str, step: str = "") -> str:
    return kernel(rung, step).kernel_source


def launch(rung: str):
    (one,) = kernel(rung).launches
    return one


def arrays(rung: str) -> dict[str, int]:
    """A kernel's own arrays: name to floats."""
    found = re.findall(r"alignas\(64\) float (\w+)_ptr\[(\d+)\]", cuda(rung))
    return {name: int(size) for name, size in found}


def before_loop(rung: str) -> str:
    """The text that precedes the loop over K."""
    head, found, _ = re.split(r"(for \(int (?:k|k_0) = )", cuda(rung), maxsplit=1)
    assert found
    return head


def inner_loop(rung: str) -> str:
    """The (first) loop over a slice of K."""
    return re.split(r"for \(int k_1 = ", cuda(rung))[1]


def test_the_documents_order():
    assert RUNGS == [
        "l1_only",
        "shared_tile",
        "add_at_end",
        "block_k_16",
        "block_k_8",
        "float4_fetch",
        "float4_read",
        "extra_shared",
        "no_i3_split",
        "max_registers",
        "transposed_store",
        "double_buffer",
        "square_warp",
    ]
    assert BEYOND == ["z_order", "cp_async", "cutlass_profile", "rolled_rows"]


def test_the_documents_figures():
    figures = {name: LADDER[name].figures[0] for name in RUNGS}
    assert {name: figure.value for name, figure in figures.items()} == {
        "l1_only": 30,
        "shared_tile": 37,
        "add_at_end": 39,
        "block_k_16": 44,
        "block_k_8": None,
        "float4_fetch": 52,
        "float4_read": 55,
        "extra_shared": 57.3,
        "no_i3_split": 57.5,
        "max_registers": 58.3,
        "transposed_store": 47,
        "double_buffer": 39,
        "square_warp": None,
    }
    assert {(f.unit, f.device, f.shape) for f in figures.values()} == {
        ("TFLOPS", "RTX 4090", (4096, 4096, 4096))
    }
    (cublas,) = LADDER.reference
    assert (cublas.value, cublas.unit) == (59.2, "TFLOPS")


@pytest.mark.parametrize(
    ("rung", "block_k"), [("block_k_8", 8), ("block_k_16", 16), ("add_at_end", 32)]
)
def test_the_scan_of_slices_differs_in_their_depth_alone(rung, block_k):
    """4096 / block_k turns of the loop over K, each with two barriers and a whole slice of both."""
    text = cuda(rung)
    assert f"for (int k_0 = 0; k_0 < {4096 // block_k}; ++k_0)" in text
    assert text.count("__syncthreads();") == 2
    assert launch(rung).static_shared == 4 * block_k * (64 + 256)
    names = [step.name for step in steps(LADDER[rung])]
    assert names == [step.name for step in steps(LADDER["add_at_end"])]


@pytest.mark.parametrize("rung", RUNGS)
def test_the_documents_launch(rung):
    """64 x 256 of C a block, 32 x 4 threads, 128 sums a thread."""
    assert launch(rung).grid == (16, 64, 1)
    assert launch(rung).block == (32, 4, 1)
    sums = "C_local" if rung in C_FIRST else "C_sum"
    assert {name: size for name, size in arrays(rung).items() if name.startswith(sums)} in (
        {sums: 128},
        {f"{sums}_local": 128},
    )


@pytest.mark.parametrize(
    ("rung", "floats"),
    [
        ("l1_only", {}),
        ("shared_tile", {"A_shared": 64 * 32, "B_shared": 32 * 256}),
        ("add_at_end", {"A_shared": 64 * 32, "B_shared": 32 * 256}),
        ("block_k_16", {"A_shared": 64 * 16, "B_shared": 16 * 256}),
        ("float4_fetch", {"A_shared": 64 * 16, "B_shared": 16 * 256}),
        ("float4_read", {"A_shared": 64 * 16, "B_shared": 16 * 256}),
        ("extra_shared", {"A_shared": 64 * 16, "B_shared": 16 * 256 + 5120}),
        ("no_i3_split", {"A_shared": 64 * 16, "B_shared": 16 * 256 + 5120}),
        ("max_registers", {"A_shared": 64 * 16, "B_shared": 16 * 256 + 5120}),
        ("transposed_store", {"A_shared": 64 * 16, "B_shared": 16 * 256}),
        ("double_buffer", {"A_shared": 2 * 64 * 16, "B_shared": 2 * 16 * 256}),
        ("square_warp", {"A_shared": 64 * 20, "B_shared": 16 * 256}),
    ],
)
def test_shared_memory(rung, floats):
    found = arrays(rung)
    assert {name: size for name, size in found.items() if name.endswith("_shared")} == floats
    assert launch(rung).static_shared == 4 * sum(floats.values())


@pytest.mark.parametrize("rung", RUNGS)
def test_where_c_is_added(rung):
    """The sums start at C_in in the first two kernels alone; every kernel reads it once."""
    head = before_loop(rung)
    after = cuda(rung)[len(head) :]
    body = head.partition("{")[2]
    if rung in C_FIRST:
        assert re.search(r"C_local_ptr\[\w+\] = C_in_ptr\[", body)
        assert "C_in_ptr" not in after
        assert "0x0p+0f" not in body
    else:
        assert "C_in_ptr" not in body
        assert re.search(r"C_sum\w*_ptr\[.*\] = 0x0p\+0f", body)
        assert after.index("C_in_ptr") > after.rindex("B_shared")


def test_l1_only_multiplies_straight_from_global_memory():
    assert "__syncthreads" not in cuda("l1_only")
    assert re.search(r"\+ \(A_ptr\[.*\] \* B_ptr\[.*\]\)", cuda("l1_only"))


@pytest.mark.parametrize("rung", RUNGS)
def test_lanes_are_neighbours_in_b(rung):
    """Whatever a warp reads of B, 32 lanes read it without a bank conflict, or coalesced."""
    name = "B_ptr" if rung == "l1_only" else "B_shared_ptr"
    width = 4 if rung in FLOAT4_READ else 1
    found = [pair for pair in subscripts(cuda(rung), name, store=False) if pair[1] == width]
    assert found
    for expression, _ in found:
        words = lane_words(expression, BLOCK)
        distinct = sorted(set(words))
        step = {after - before for before, after in zip(distinct, distinct[1:], strict=False)}
        assert step == {width}
        assert len(distinct) == (8 if rung == "square_warp" else 32)


@pytest.mark.parametrize("rung", RUNGS[1:])
def test_fetches(rung):
    """Every word is fetched once per block: a float, or a float4, per thread and pass."""
    text = cuda(rung).partition("for (int k_1")[0]
    for name in ("A_ptr", "B_ptr"):
        loads = subscripts(text, name, store=False)
        assert len(loads) == (2 if rung == "double_buffer" else 1)
        for expression, width in loads:
            assert width == (1 if rung in SCALAR_FETCH else 4)
            assert len(set(lane_words(expression, BLOCK))) == 32


@pytest.mark.parametrize("rung", RUNGS[1:])
def test_fetched_words_are_stored_without_bank_conflicts(rung):
    text = cuda(rung).partition("for (int k_1")[0]
    for name in ("A_shared_ptr", "B_shared_ptr"):
        for expression, width in subscripts(text, name, store=True):
            # square_warp's padding serves A's reads, 64 a tile and thread; its 2 stores pay.
            padded = rung == "square_warp" and name == "A_shared_ptr"
            passes = 2 * width if padded else width
            assert wavefronts(lane_words(expression, BLOCK), width) == passes


@pytest.mark.parametrize("rung", FLOAT4_READ)
def test_float4_from_shared_memory(rung):
    inner = inner_loop(rung)
    assert inner.count("= *(float4*)(B_shared_ptr") >= 2
    assert "#pragma unroll" in inner
    assert "#pragma unroll\n    for (int k_1" in cuda(rung)
    assert "*(float4*)(C_ptr" in cuda(rung)


@pytest.mark.parametrize("rung", ["shared_tile", "add_at_end", "block_k_16", "float4_fetch"])
def test_scalar_reads_before_that(rung):
    assert "float4" not in inner_loop(rung)


@pytest.mark.parametrize("rung", FLOAT4_READ)
def test_the_split_of_i(rung):
    """i3 is a loop of four inside the sixteen rows of a thread, or there is none."""
    inner = inner_loop(rung).partition("__syncthreads")[0]
    assert ("i_1_2 < 4" in inner) == (rung not in UNSPLIT_I)
    assert ("< 16; ++vthread" in inner) == (rung in UNSPLIT_I)


def test_build_options_of_the_rungs():
    builds = {name: LADDER[name].build for name in RUNGS if LADDER[name].build != Build()}
    assert builds == {
        "extra_shared": Build(extra_shared=20480),
        "max_registers": Build(extra_shared=20480, max_registers=255),
    }
    # This one's are numbers of its tile, stated by the schedule.
    root = steps(LADDER["no_i3_split"])[-1].mod["main"].body.block
    assert {str(mark): int(value) for mark, value in root.annotations.items()} == {
        "schedules.extra_shared": 20480
    }


def test_extra_shared_is_float4_read_and_more_memory():
    longer = cuda("extra_shared").replace("B_shared_ptr[9216]", "B_shared_ptr[4096]")
    assert longer == cuda("float4_read")
    assert launch("extra_shared").static_shared == 2 * launch("float4_read").static_shared


def test_max_registers_is_no_i3_split_and_a_cap():
    assert "__launch_bounds__(128) main_kernel" in cuda("no_i3_split")
    capped = cuda("max_registers")
    assert "__maxnreg__(255) main_kernel" in capped
    assert capped.replace("__maxnreg__(255)", "__launch_bounds__(128)") == cuda("no_i3_split")


def test_transposed_store():
    """A goes into shared memory word by word, k-major, and leaves it as float4 along i."""
    text = cuda("transposed_store")
    assert "*(float4*)(A_local_ptr + 0) = *(float4*)(A_ptr" in text
    ((expression, width),) = subscripts(text, "A_shared_ptr", store=True)
    assert width == 1
    steps_of_k = [lane_words(expression, BLOCK, ax1_1=word)[0] for word in range(4)]
    assert steps_of_k == [0, 64, 128, 192]
    assert inner_loop("transposed_store").count("= *(float4*)(A_shared_ptr") == 4


def test_double_buffer():
    """The next tile is on its way to registers while this one is multiplied."""
    text = cuda("double_buffer")
    main = text[text.index("for (int k_0") :].partition("for (int k_1")
    assert "*(float4*)(A_ptr" in main[0]
    assert "*(float4*)(B_ptr" in main[0]
    assert "_shared_ptr +" not in main[0]
    assert "& 1)" in text
    assert text.count("__syncthreads();") == 3


def test_square_warp():
    """A warp reads 8 float4 of B and 4 rows of A, both without a conflict."""
    expressions = [e for e, _ in subscripts(cuda("square_warp"), "A_shared_ptr", store=False)]
    reads = [e for e in expressions if "k_1" in e]
    assert reads
    for expression in reads:
        words = lane_words(expression, BLOCK)
        assert len(set(words)) == 4
        assert wavefronts(words) == 1
    unpadded = lane_words(
        subscripts(cuda("square_warp", "vectorize_write"), "A_shared_ptr", store=False)[0][0], BLOCK
    )
    assert wavefronts(unpadded) == 2


@pytest.mark.parametrize(
    ("rung", "most"), [("cp_async", 2), ("cutlass_profile", 1), ("rolled_rows", 4)]
)
def test_words_of_a_scatter(rung, most):
    """cp.async by 4 bytes: whole sectors of A into a k-major tile, whose padding spreads them."""
    text = cuda(rung)
    tile = LADDER[rung].tile
    copies = re.findall(r"cp_async_legacy_ca_4_4_4\(buf_dyn_shmem_ptr, (.*), A_ptr, (.*)\);", text)
    assert len(copies) == tile.stages
    for into, source in copies:
        words, read = (lane_words(e, (256, 1)) for e in (into, source))
        assert wavefronts(words) == most
        assert len({word // 8 for word in read}) == 4
        # A row of K is 128 rows of A and 4 words of padding.
        rows = {word - 132 * (at % 4096) for word, at in zip(words, read, strict=True)}
        assert rows == {min(rows) + row for row in range(32 // tile.block_k)}


@pytest.mark.parametrize("rung", BEYOND[1:])
def test_four_rows_of_a_by_one_load(rung):
    reads = re.findall(
        r"A_shared_dyn_local\w*_ptr.* = (.*)\(\(\(float\*\)buf_dyn_shmem", cuda(rung)
    )
    assert set(reads) == {"*(float4*)"}
    assert "*(float4*)(C_ptr" in cuda(rung)
    assert "*(float4*)(C_in_ptr" in cuda(rung)


def test_cutlass_profile_is_256x128_8x4():
    """Column-major 256 x 128 in 256 threads, 8 of K a tile, four tiles."""
    tile, text = LADDER["cutlass_profile"].tile, cuda("cutlass_profile")
    assert (tile.block(), tile.stages, tile.threads) == ((128, 256, 8), 4, 256)
    assert "cp.async.wait_group 2" in text
    # Rows of A's slice are padded by 4 words.
    assert launch("cutlass_profile").dynamic_shared == 4 * 4 * 8 * (132 + 256)


def test_rolled_rows_unrolls_half_a_tile():
    text = cuda("rolled_rows")
    tile = LADDER["rolled_rows"].tile
    assert (tile.block_k, tile.rows) == (32, 16)
    # A group's rows but the last, whose registers are loaded ahead, in a loop over groups.
    assert "for (int k_1_0 = 0; k_1_0 < 2; ++k_1_0) {" in text
    assert "#pragma unroll\n      for (int k_1_1 = 0; k_1_1 < 15; ++k_1_1) {" in text
    assert "cp.async.wait_group 2" in text
    # The loops over a thread's patch are gone.
    assert "i_4 <" not in text.split("for (int k_1_0")[1]
    assert "i_4 <" in cuda("cp_async").split("for (int k_1 =")[1]


@pytest.mark.parametrize(
    ("rung", "shape", "nearest"),
    [
        ("shared_tile", (64, 256, 16), "64,256,32"),
        ("add_at_end", (65, 256, 32), "128,256,32"),
        ("block_k_16", (64, 100, 16), "64,256,16"),
        ("float4_read", (4096, 4096, 4095), "4096,4096,4096"),
        ("max_registers", (1, 1, 1), "64,256,16"),
        ("double_buffer", (64, 256, 16), "64,256,32"),
    ],
)
def test_shapes_that_do_not_fit(rung, shape, nearest):
    with pytest.raises(ShapeError, match=f"the nearest shape that fits is {nearest}$"):
        LADDER[rung].at(shape)


def test_only_l1_only_takes_any_shape():
    assert [name for name, rung in LADDER.rungs.items() if rung.any_shape] == ["l1_only"]
    assert LADDER["l1_only"].at((1, 3, 5)).shape == (1, 3, 5)


def test_a_sum_that_starts_at_c_in():
    """The workload variant behind the first two rungs, in every layout and mix of dtypes."""
    for options in (
        {},
        {"a_layout": "km", "b_layout": "nk"},
        {"in_dtype": "float16"},
        {"in_dtype": "float16", "out_dtype": "float16"},
    ):
        gemm = Gemm(5, 7, 13, accumulate=True, c_in_at="start", **options)
        text = gemm.prim_func().script()
        assert re.search(r"with T\.init\(\):\s+C\w*\[v_i, v_j\] = .*C_in\[v_i, v_j\]", text)
        mod = s_tir.Schedule(gemm.prim_func()).mod
        for _, error, message in check_serial(serial(mod), gemm):
            assert message == ""
            assert error <= 1


def test_c_in_at_is_checked():
    with pytest.raises(UserError, match="c_in_at 'middle' is neither 'end' nor 'start'"):
        Gemm(1, 1, 1, accumulate=True, c_in_at="middle")


def test_both_places_of_c_in_have_one_reference():
    ends = [Gemm(3, 4, 5, accumulate=True, c_in_at=at) for at in ("start", "end")]
    inputs = ends[0].inputs(np.random.default_rng(0))
    first, second = (gemm.reference(inputs)[0] for gemm in ends)
    np.testing.assert_array_equal(first, second)
    assert [gemm.bytes for gemm in ends] == [4 * (15 + 20 + 2 * 12)] * 2


def test_every_step_is_small_and_ends_in_a_kernel():
    for name in RUNGS:
        assert len(cuda(name)) < 20_000
        names = [step.name for step in steps(LADDER[name])]
        assert names[:2] == ["split_block", "split_thread"]
        assert len(names) >= 7
