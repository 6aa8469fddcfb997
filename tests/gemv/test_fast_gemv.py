"""Each rung of gemv/fast_gemv keeps its promise in its own CUDA."""

from __future__ import annotations

import itertools
import math
import re

import numpy as np
import pytest
from banks import lane_words, subscripts, wavefronts
from conftest import lowered
from cuda_text import guarded, shuffles
from tvm.s_tir import TensorIntrin

from gpusim.errors import UserError
from schedules.core.catalog import ladder
from schedules.core.errors import ShapeError
from schedules.gemv.dot_products import RowTile
from schedules.gemv.fast_gemv_figures import GBPS, LAUNCHES, P100, RTX_3090, SIZES, TIMES_NS
from schedules.gemv.launches import by_size, launch_for
from schedules.gemv.mma_dot import mma_dot
from schedules.workloads import Gemv

LADDER = ladder("gemv/fast_gemv")
NAMES = [
    "thread_per_row",
    "p_threads",
    "warp_reduce",
    "vectorized",
    "rows_per_block",
    "block_reduce",
    "shared_vector",
    "two_kernel",
    "int8",
    "int4",
    "int8_p100_launch",
    "int4_p100_launch",
    "table_int8",
    "table_int4",
    "row_tile",
    "int8_row_tile",
    "int4_row_tile",
]
MMA_NAMES = {8: "int8_mma", 4: "int4_mma"}
WARP = [16, 8, 4, 2, 1]


def kernel(name: str, shape=None):
    return lowered(LADDER[name], shape=shape)


def cuda(name: str, shape=None) -> str:
    return kernel(name, shape).kernel_source


def test_the_documents_order():
    assert list(LADDER.rungs) == [*NAMES, *MMA_NAMES.values()]
    assert all(rung.doc for rung in LADDER.rungs.values())


# --- launches -------------------------------------------------------------------------------------


def by_document(size: int) -> list[str]:
    """The rungs whose launch at `size` is in the document's table."""
    wide = LAUNCHES[RTX_3090][size][0] > 32
    return ["int8", "int4", *(["block_reduce", "shared_vector"] if wide else ["rows_per_block"])]


@pytest.mark.parametrize("size", SIZES)
def test_launches_of_the_documents_table(size):
    lanes, rows = LAUNCHES[RTX_3090][size]
    for name in by_document(size):
        (launch,) = kernel(name, (size, size)).launches
        assert launch.block == (lanes, rows, 1), name
        assert launch.grid == (size // rows, 1, 1), name


@pytest.mark.parametrize("device", [P100, RTX_3090])
@pytest.mark.parametrize("size", SIZES)
def test_the_tile_of_a_size_is_the_tables(device, size):
    tile = launch_for(device=device, vector=8)(Gemv(size, size))
    assert (tile.lanes, tile.rows, tile.vector) == (*LAUNCHES[device][size], 8)


def test_other_sizes_take_the_next_tile():
    at = launch_for()
    assert at(Gemv(7, 1)) == at(Gemv(512, 512))
    assert at(Gemv(7, 4097)) == at(Gemv(8192, 8192))
    assert at(Gemv(7, 99999)) == at(Gemv(16384, 16384))
    assert launch_for(lambda lanes: lanes > 32)(Gemv(7, 100)).lanes == 256


# What a thread takes of a row at a time in the document: float4 of halves; half4, two int8 in each
# half; 16 int4 with 16 of x.
PER_THREAD = {"rows_per_block": 8, "block_reduce": 8, "int8": 8, "int4": 16}


@pytest.mark.parametrize("size", SIZES)
def test_every_thread_of_the_documents_launch_has_work_and_makes_its_passes_over_k(size):
    lanes, _ = LAUNCHES[RTX_3090][size]
    for name in {*by_document(size)} & PER_THREAD.keys():
        text = cuda(name, (size, size))
        assert LADDER[name].tile_for(LADDER[name].at((size, size))).vector == PER_THREAD[name]
        assert guarded(text, "W_ptr") == guarded(text, "x_ptr") == [], name
        assert passes_over_k(text) == size / (lanes * PER_THREAD[name]), name


def passes_over_k(text: str) -> int:
    """Steps along K that a thread makes: turns of the loops around its load of W."""
    loops = re.findall(r"for \(int (k_0_0_[01]) = 0; \1 < (\d+);", text[: text.index("*)(W_ptr")])
    return math.prod(int(turns) for _, turns in loops)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("name", "own"), [("int8_p100_launch", "int8"), ("int4_p100_launch", "int4")]
)
def test_launches_of_the_p100(name, own, size):
    lanes, rows = LAUNCHES[P100][size]
    (launch,) = kernel(name, (size, size)).launches
    assert (launch.block, launch.grid) == ((lanes, rows, 1), (size // rows, 1, 1))
    text = cuda(name, (size, size))
    assert guarded(text, "W_ptr") == []
    assert passes_over_k(text) == size / (lanes * PER_THREAD[own])
    if size >= 8192:
        assert text == cuda(own, (size, size))


def test_a_tile_that_leaves_lanes_idle_at_its_size_is_refused():
    """As the tuning space refuses it. 32 codes a thread, as the rung `int4` once had them."""
    with pytest.raises(UserError, match="K = 512: 16 of 32 lanes are idle"):
        launch_for(vector=32)
    with pytest.raises(UserError, match="K = 4096: 128 of 256 lanes .*128 vectors of 32"):
        by_size({4096: RowTile(256, 1, vector=32)})
    by_size({4096: RowTile(128, 1, vector=32)})


def test_a_size_between_takes_a_tile_whose_lanes_all_work():
    at = launch_for(vector=16)
    # 192 of the 256 threads of the next size up would have a vector of 3072.
    assert at(Gemv(7, 3072)) == at(Gemv(2048, 2048))
    assert at(Gemv(7, 4096)).lanes == 256
    # No tile suits a row of 18: the least of what there is.
    assert at(Gemv(1, 18)) == at(Gemv(512, 512))


def test_two_kernels():
    first, second = kernel("two_kernel").launches
    assert (first.block, first.grid) == ((256, 4, 1), (2048, 4, 1))
    assert (second.block, second.grid) == ((128, 1, 1), (64, 1, 1))
    text = cuda("two_kernel")
    one, two = text.split("main_kernel_1")
    assert "y_sum_rf_ptr[" in one
    assert "W_ptr" not in two
    # Sums of a block are stored one after the other, for coalesced reads.
    assert re.search(r"y_sum_rf_ptr\[\(\(\(int\)blockIdx\.x\) \* 128\)|\* 8192\)", two)


# --- reductions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("thread_per_row", []),
        ("p_threads", []),
        ("warp_reduce", WARP),
        ("vectorized", WARP),
        ("rows_per_block", WARP),
        ("block_reduce", [*WARP, 4, 2, 1]),
        ("shared_vector", [*WARP, 4, 2, 1]),
        ("two_kernel", [*WARP, 4, 2, 1]),
        ("int8", [*WARP, 4, 2, 1]),
        ("int4", [*WARP, 4, 2, 1]),
        ("int4_row_tile", WARP),
    ],
)
def test_shuffles(name, expected):
    assert shuffles(cuda(name)) == expected


def test_p_threads_adds_up_in_shared_memory_one_by_one():
    text = cuda("p_threads")
    assert "__shared__ alignas(64) float y_sum_rf_local_shared_ptr[32];" in text
    assert text.count("__syncthreads();") == 1
    tail = text[text.index("__syncthreads();") :]
    assert re.search(r"for \(int \w+ = 0; \w+ < 32; \+\+\w+\)", tail)
    assert "__shared__" not in cuda("warp_reduce")


def test_lanes_read_neighbours():
    def strides(name: str, buffer: str) -> set[int]:
        found = re.findall(rf"{buffer}\[(.*?)\]\)", cuda(name))
        words = [lane_words(one, (32, 1)) for one in found]
        return {b - a for one in words for a, b in zip(one, one[1:], strict=False)}

    assert strides("warp_reduce", "W_ptr") == {1}
    assert strides("p_threads", "W_ptr") == {1}


def test_thread_per_row_reads_a_row_apart():
    (index,) = set(re.findall(r"W_ptr\[(.*?)\]", cuda("thread_per_row")))
    words = lane_words(index, (128, 1))
    assert words == [8192 * lane for lane in range(32)]


def test_block_reduce_has_two_stages():
    text = cuda("block_reduce")
    assert "__shared__ alignas(64) float red_buf_staging_ptr[32];" in text
    staging = text.index("red_buf_staging_ptr[((")
    assert len(shuffles(text[:staging])) == 5
    assert len(shuffles(text[staging:])) == 3
    assert text.count("__syncthreads();") == 1
    # TVM's own ends with a result in shared memory and a barrier more.
    before = lowered(LADDER["block_reduce"], "unroll").kernel_source
    assert before.count("__syncthreads();") == 2 and "red_result_ptr)[" in before
    assert "volatile" not in text


@pytest.mark.parametrize(
    "name", [name for name in NAMES if "tile" not in name and "table" not in name]
)
def test_no_lane_is_told_a_sum_that_it_does_not_use(name):
    assert "__shfl_sync(" not in cuda(name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(37, 1003), (1, 18), (509, 4097)])
def test_every_lane_reaches_the_shuffles_and_the_barriers(name, shape):
    text = cuda(name, shape)
    assert guarded(text, "__shfl") == []
    assert guarded(text, "__syncthreads") == []


# --- loads ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["vectorized", "rows_per_block", "block_reduce", "row_tile"])
def test_eight_float16_per_load(name):
    text = cuda(name)
    assert "*(uint4*)(W_local_ptr + 0) = *(uint4*)(W_ptr" in text
    assert "*(uint4*)(x_local_ptr + 0) = *(uint4*)(x_ptr" in text


@pytest.mark.parametrize("name", ["thread_per_row", "p_threads", "warp_reduce"])
def test_one_float16_per_load_before_that(name):
    assert "uint4" not in cuda(name)


@pytest.mark.parametrize(
    ("name", "registers", "load"),
    [
        ("int8", "signed char W_local_ptr[8];", "int2"),  # 8 codes
        ("int4", "int W_local_ptr[2];", "int2"),  # 16
        ("table_int4", "int W_local_ptr[2];", "int2"),  # 16
    ],
)
def test_codes_per_load(name, registers, load):
    text = cuda(name)
    assert registers in text
    assert f"*({load}*)(W_local_ptr + 0) = *({load}*)(W_ptr" in text


@pytest.mark.parametrize("name", [name for name in NAMES if "table" not in name])
@pytest.mark.parametrize("k", [1003, 131])
def test_no_vectors_where_rows_are_not_aligned(name, k):
    assert not re.search(r"(half[24]|u?int[24]?)\*\)\(", cuda(name, (16, k)))


def test_the_width_follows_the_alignment():
    assert "(half4*)(W_ptr" in cuda("vectorized", (16, 1004))  # rows of 4 * 251 values
    assert "(int2*)(W_ptr" in cuda("int4", (16, 1008))  # rows of 16 * 63 codes, 8 bytes


def test_shared_vector_reads_x_once_per_block():
    kept = kernel("shared_vector")
    text = kept.kernel_source
    assert kept.launches[0].static_shared >= 2 * 8192
    assert text.count("x_ptr +") + text.count("x_ptr[") == 1
    assert "*(uint4*)(x_shared_local_ptr + 0) = x_shared_ptr[" in text
    # However long x is: pieces of 32 KB.
    (launch,) = kernel("shared_vector", (64, 50000)).launches
    assert 2 * 16384 <= launch.static_shared <= 2 * 16384 + 256


def test_rows_of_a_group_share_their_x():
    text = cuda("int4_row_tile")
    x, w = text.index("(x_local_ptr + "), text.index("(W_local_ptr + 0)")
    rows = re.search(r"for \(int (\w+) = 0; \1 < 4; \+\+\1\) {\n *\*\(int4\*\)\(W_local", text)
    assert rows
    assert x < rows.start() < w


# --- quantized weights ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["int8", "int4", "int8_row_tile", "int4_row_tile"])
def test_weights_become_floats_by_their_bits(name):
    text = cuda(name)
    assert "*(float *)(&(" in text
    assert not re.search(r"\(float\)\(*W_local_ptr", text)
    assert "float y_sum_rf_local_ptr[" in text


@pytest.mark.parametrize(("name", "codes"), [("table_int8", 256), ("table_int4", 16)])
def test_products_are_looked_up(name, codes):
    kept = kernel(name)
    text = kept.kernel_source
    assert kept.launches[0].static_shared == 32 * 1024 == codes * (32 * 1024 // codes)
    (update,) = [line for line in text.splitlines() if "W_local_ptr[" in line and "table" in line]
    assert "*" not in update.partition("table_shared_ptr[")[0].partition("=")[2]
    assert "x_ptr" not in update


@pytest.mark.parametrize("name", ["table_int8", "table_int4"])
def test_look_ups_and_stores_meet_no_bank_conflict(name):
    text = cuda(name)
    ((store, width),) = subscripts(text, "table_shared_ptr", store=True)
    assert (wavefronts(lane_words(store, (32, 8)), width), width) == (1, 1)
    (load,) = re.findall(r" \+ table_shared_ptr\[(.*)\]\);", text)
    for code in (0, 1, 5):
        # Any byte, the same in all lanes: where it moves a lane by whole rows of banks only, lanes
        # with different codes do not meet either.
        index = re.sub(r"(\(\(int\)W_local_ptr\[.*?\]\)|W_local_ptr\[.*?\])", str(code), load)
        assert [word % 32 for word in lane_words(index, (32, 8))] == list(range(32))


# --- tensor cores ---------------------------------------------------------------------------------


def code_words(name: str) -> int:
    """Words of 32 bits that a lane loads of a row at a time."""
    return LADDER[name].tile.vector * int(name[3]) // 32


@pytest.mark.parametrize("name", MMA_NAMES.values())
def test_products_on_tensor_cores_with_float32_sums(name):
    text = cuda(name)
    tile = LADDER[name].tile
    assert "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32" in text
    assert f"float y_sum_rf_local_ptr[{tile.per_group}];" in text
    # A pair of rows at a time, all with one x.
    assert f"mma_dot_{name[:4]}<{code_words(name)}>((&(y_sum_rf_local_ptr[(i_2_0 * 2)])), " in text
    assert f"for (int i_2_0 = 0; i_2_0 < {tile.per_group // 2}; ++i_2_0)" in text
    assert text.index("(x_local_ptr + (") < text.index("int i_2_0 = 0")
    assert "(float)" not in text.partition("for (int ax1 = 0;")[0].partition("main_kernel")[2]


@pytest.mark.parametrize("name", MMA_NAMES.values())
def test_all_lanes_take_part(name):
    text = cuda(name)
    assert guarded(text, " mma_dot_int") == []
    assert shuffles(text)[:5] == WARP
    block = LADDER[name].tile.block()
    with pytest.raises(ShapeError, match="not a multiple of the tile"):
        LADDER[name].at((block[0], block[1] - 1))


@pytest.mark.parametrize("name", MMA_NAMES.values())
def test_lanes_read_neighbouring_codes(name):
    load = rf"\(W_local_ptr \+ .*\) = \*\(int{code_words(name)}\*\)\(W_ptr \+ (.*)\);"
    (w,) = re.findall(load, cuda(name))
    words = lane_words(w, (LADDER[name].tile.lanes, 1))
    # W is indexed by words of eight codes, or by codes of 8 bits.
    stride = code_words(name) if name == "int4_mma" else LADDER[name].tile.vector
    assert {b - a for a, b in itertools.pairwise(words)} == {stride}


@pytest.mark.parametrize(("bits", "vector"), [(4, 8), (4, 16), (4, 32), (8, 4), (8, 8), (8, 16)])
def test_an_intrinsic_for_each_vector(bits, vector):
    name = mma_dot(bits, vector)
    call = TensorIntrin.get(name).impl.script()
    assert name == f"mma_dot_int{bits}_{vector}"
    assert f'"mma_dot_int{bits}<{vector * bits // 32}>"' in call


def as_float16(bits: np.ndarray) -> np.ndarray:
    return bits.astype("uint16").view("float16")


def test_codes_become_float16_exactly():
    """For every code, and zero points beyond those a code of that size can have."""
    four, eight = np.arange(16)[:, None], np.arange(256)[:, None]
    zero = np.arange(-896, 897)[None, :]
    low = as_float16(0x6400 | four) - (1024 + zero).astype("float16")
    assert low.dtype == np.float16
    assert np.array_equal(low, four - zero)
    # A fused multiply-add rounds once: float64 holds the product and the sum exactly.
    high = as_float16(0x6400 | four << 4).astype("float64") / 16 + (-64 - zero).astype("float16")
    assert np.array_equal(high.astype("float16"), four - zero)
    byte = as_float16(0x6400 | eight) - (1024 + 128 + zero).astype("float16")
    assert np.array_equal(byte, eight - 128 - zero)


def test_the_constants_are_those_of_the_kernel():
    text = cuda("int4_mma")
    assert "__int2half_rn(1024 + zero)" in text and "__int2half_rn(-64 - zero)" in text
    assert '"r"(0x64006400u)' in text
    assert "__int2half_rn(1024 + 128 + zero)" in cuda("int8_mma")


def test_the_diagonal_has_the_sums_of_the_quads():
    """The fragments of mma.m16n8k16 as the PTX manual has them, filled as the kernel fills them."""
    rng = np.random.default_rng(0)
    codes = rng.integers(-9, 9, size=(32, 2, 4))  # of a lane, for two rows of W
    x = rng.integers(-9, 9, size=(32, 4))
    a, b = np.zeros((16, 16), int), np.zeros((16, 8), int)
    for lane in range(32):
        quad, place = divmod(lane, 4)
        columns = 2 * place + np.array([0, 1, 8, 9])
        a[quad, columns], a[quad + 8, columns] = codes[lane]
        b[columns, quad] = x[lane]
    d = a @ b
    sums = np.zeros((32, 2), int)
    for lane in range(32):
        quad, place = divmod(lane, 4)
        fragment = d[[quad, quad, quad + 8, quad + 8], [2 * place, 2 * place + 1] * 2]
        # As in mma_dot_add.
        if lane >> 3 == lane & 3:
            odd = bool(lane & 4)
            sums[lane] = fragment[[odd, 2 + odd]]
    own = np.einsum("lrj,lj->lr", codes, x)
    assert np.array_equal(sums.reshape(8, 4, 2).sum(1), own.reshape(8, 4, 2).sum(1))
    assert np.count_nonzero(sums.any(1)) == 8


# --- the document's figures -----------------------------------------------------------------------


def test_figures_are_where_their_kernels_are():
    def shapes(name: str) -> set[tuple]:
        return {(f.device, f.shape[0]) for f in LADDER[name].figures}

    small, large = SIZES[:3], SIZES[3:]
    assert shapes("rows_per_block") == {(d, s) for d in (P100, RTX_3090) for s in small}
    assert shapes("block_reduce") == {(d, s) for d in (P100, RTX_3090) for s in large}
    assert shapes("int8") == shapes("int4") == {(RTX_3090, s) for s in SIZES}
    assert len(LADDER.reference) == 2 * 2 * len(SIZES)
    (time,) = [f for f in LADDER["int4"].figures if f.unit == "ns" and f.shape == (16384, 16384)]
    assert (time.value, time.device) == (162752.0, RTX_3090)


def test_the_documents_bandwidths_follow_from_its_times_but_three():
    bytes_per_weight = {"int8": 1, "int4": 0.5}
    off = []
    for device, kernels in TIMES_NS.items():
        for name, times in kernels.items():
            weight = bytes_per_weight.get(name, 2)
            for size, time, gbps in zip(SIZES, times, GBPS[device][name], strict=True):
                if abs((weight * size**2 + 4 * size) / time / gbps - 1) > 0.005:
                    off.append((device, name, size))
    assert off == [
        (P100, "pytorch", 8192),
        (P100, "pytorch", 16384),
        (RTX_3090, "pytorch", 8192),
    ]


@pytest.mark.parametrize("name", NAMES)
def test_any_shape_but_an_empty_one(name):
    assert LADDER[name].at((1, 1)).shape == (1, 1)
    with pytest.raises(ShapeError, match="must be at least 1"):
        LADDER[name].at((512, 0))


# --- rungs whose tile depends on the size ---------------------------------------------------------


def test_a_rungs_tile_follows_the_workload():
    rung = LADDER["block_reduce"]
    assert rung.tile == rung.tile_for(rung.workload)
    assert (rung.tile.lanes, rung.tile_for(rung.at((64, 4096))).lanes) == (256, 256)
    assert rung.tile_for(rung.at((64, 16384))).lanes == 512
    assert LADDER["vectorized"].tile_for(Gemv(1, 1)) is LADDER["vectorized"].tile


def test_a_rung_may_name_itself_and_its_verify_shapes():
    assert LADDER["thread_per_row"].function.__name__ == "one_thread"
    assert LADDER["int4"].verify_shapes() == [(64, 1024), (37, 131), (1, 18)]


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_a_group_takes_no_more_rows_than_there_are(n):
    """TVM clips the registers of the sums to N rows, and writes as many as a group takes."""
    text = cuda("int4_row_tile", (n, 64))
    rows = min(n, 4)
    assert set(re.findall(r"float y_sum\w*_ptr\[(\d+)\];", text)) == {str(rows)}
    stores = re.findall(r" y_sum_local_ptr\[(\w+)\] = ", text)
    for loop in stores:
        assert f"for (int {loop} = 0; {loop} < {rows}; ++{loop})" in text
    assert len(stores) == (1 if rows > 1 else 0)
