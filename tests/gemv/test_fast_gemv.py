"""gemv/fast_gemv: tiles by size, and the arithmetic of its tensor-core rungs."""

from __future__ import annotations

import re

import numpy as np
import pytest
from conftest import lowered
from tvm.s_tir import TensorIntrin

from gpusim.errors import UserError
from schedules.core.ladder import ladder
from schedules.gemv.dot_products import (
    LAUNCHES,
    P100,
    RTX_3090,
    SIZES,
    RowTile,
    by_size,
    launch_for,
    mma_dot,
)
from schedules.workloads import Gemv

LADDER = ladder("gemv/fast_gemv")


def kernel(name: str, shape=None):
    return lowered(LADDER[name], shape=shape)


def cuda(name: str, shape=None) -> str:
    return kernel(name, shape).kernel_source


# --- launches -------------------------------------------------------------------------------------


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


# --- tensor cores ---------------------------------------------------------------------------------


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


# --- rungs whose tile depends on the size ---------------------------------------------------------


def test_a_rungs_tile_follows_the_workload():
    rung = LADDER["block_reduce"]
    assert rung.tile == rung.tile_for(rung.workload)
    assert (rung.tile.lanes, rung.tile_for(rung.at((64, 4096))).lanes) == (256, 256)
    assert rung.tile_for(rung.at((64, 16384))).lanes == 512
    assert LADDER["vectorized"].tile_for(Gemv(1, 1)) is LADDER["vectorized"].tile


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
