"""What the hardware takes for a request: wavefronts in shared memory, sectors of global memory."""

from __future__ import annotations

import numpy as np
import pytest

from gpusim.counting.wavefronts import matrix_wavefronts, sectors, serving, shared_wavefronts

LANES = np.arange(32)


def one_warp(address, active=None):
    on = np.ones(32, bool) if active is None else np.isin(LANES, active)
    return np.asarray(address, np.int64).reshape(1, 32), on.reshape(1, 32)


def taken(address, width: int, active=None, *, store: bool = False) -> tuple[int, int]:
    found = shared_wavefronts(*one_warp(address, active), width, store=store)
    return int(found[0][0]), int(found[1][0])


@pytest.mark.parametrize(
    ("address", "wavefronts"),
    [
        (LANES * 4, 1),
        (LANES * 8, 2),
        (LANES * 16, 4),
        (LANES * 128, 32),
        (LANES * 132, 1),
        (LANES * 0, 1),
        (LANES // 16 * 4, 1),  # two words, both broadcast
        (LANES // 16 * 128, 2),  # two words of one bank
        (LANES * 4 + 64, 1),  # begins in any bank
    ],
)
def test_words_are_served_to_a_whole_warp(address, wavefronts):
    assert taken(address, 4) == (wavefronts, 1)
    assert taken(address, 4, store=True) == (wavefronts, 1)


def test_parts_of_a_word_are_one_word():
    assert taken(LANES * 2, 2) == (1, 1)
    assert taken(LANES, 1) == (1, 1)
    assert taken(LANES * 256, 2) == (32, 1)


@pytest.mark.parametrize(
    ("address", "wavefronts", "least"),
    [
        (LANES * 8, 2, 2),
        (LANES * 0, 1, 1),
        (LANES // 2 * 8, 1, 1),  # lanes 2n and 2n + 1 alike: 16 x 8 bytes
        (LANES % 2 * 8 + LANES // 4 * 16, 1, 1),  # lanes n and n ^ 2 alike
        (LANES % 16 * 8, 2, 2),  # the halves alike: not joined
        (LANES * 16, 4, 2),
        (LANES * 128, 32, 2),
    ],
)
def test_double_words_are_served_to_half_warps(address, wavefronts, least):
    assert taken(address, 8) == (wavefronts, least)


@pytest.mark.parametrize(
    ("address", "wavefronts", "least"),
    [
        (LANES * 16, 4, 4),
        (LANES * 0, 2, 2),
        # NVIDIA's forum, 77228: 64 bytes in all, and yet four requests, as a profiler had it.
        (LANES % 4 * 16, 4, 4),
        # The same after pairing, n with n ^ 1 and n with n ^ 2.
        (LANES // 2 % 4 * 16, 2, 2),
        ((LANES % 2 + LANES // 4 % 2 * 2) * 16, 2, 2),
        # The forum's 373160, on an H100 and an A10: 8 wavefronts, and 2.
        (LANES % 16 * 32, 8, 4),
        (LANES // 16 * 32, 2, 2),
        # The two reads of the 16 x 16 threads SGEMM on an H200: 4 + 2 are its 6 of 2 instructions.
        (LANES % 16 * 16, 4, 4),
        (LANES // 16 * 16, 2, 2),
        (LANES * 32, 8, 4),
        (LANES * 128, 32, 4),
    ],
)
def test_quadruple_words_are_served_to_quarter_warps(address, wavefronts, least):
    assert taken(address, 16) == (wavefronts, least)


def test_stores_do_not_join():
    assert taken(LANES * 0, 16, store=True) == (4, 4)
    assert taken(LANES // 2 * 8, 8, store=True) == (2, 2)


def test_lanes_that_take_no_part():
    assert taken(LANES * 0, 4, active=[]) == (0, 0)
    assert taken(LANES * 128, 4, active=[3, 17]) == (2, 1)
    assert taken(LANES * 16, 16, active=[0, 1]) == (1, 1)
    assert taken(LANES * 16, 16, active=[0, 31]) == (2, 2)
    # Lane 1's partner is not there, which does not keep quarters from joining.
    assert taken(np.where(LANES < 8, 0, 16), 16, active=[1, 9]) == (1, 1)
    with pytest.raises(ValueError, match="no access of 12 bytes"):
        taken(LANES, 12)


@pytest.mark.parametrize(
    ("address", "wavefronts"),
    [
        (LANES % 16 * 128 + LANES // 16 * 16, 32),  # rows of 64 halves: all in the same four banks
        (LANES % 16 * 144 + LANES // 16 * 16, 4),  # padded by 8 halves
        (LANES % 16 * 128 + ((LANES // 16) ^ (LANES % 8)) * 16, 4),  # swizzled
    ],
)
def test_ldmatrix_reads_eight_rows_at_a_time(address, wavefronts):
    found = matrix_wavefronts(*one_warp(address), 4)
    assert (int(found[0][0]), int(found[1][0])) == (wavefronts, 4)
    assert int(matrix_wavefronts(*one_warp(address), 2)[1][0]) == 2


@pytest.mark.parametrize(
    ("address", "width", "touched", "least"),
    [
        (LANES * 4, 4, 4, 4),
        (LANES * 4 + 16, 4, 5, 4),
        (LANES * 0, 4, 1, 1),
        (LANES * 16, 16, 16, 16),
        (LANES * 64, 16, 32, 16),
        (LANES * 1024, 4, 32, 4),
        (LANES * 2, 2, 2, 2),
    ],
)
def test_sectors(address, width, touched, least):
    found = sectors(*one_warp(address), width)
    assert (int(found[0][0]), int(found[1][0])) == (touched, least)


@pytest.mark.parametrize("width", [1, 2, 4, 8, 16])
def test_every_word_is_served_once_and_in_as_many_wavefronts_as_counted(width):
    """Strides, broadcasts, pairs and scattered lanes, some of which are off."""
    random = np.random.default_rng(width)
    for _ in range(60):
        stride, apart = random.integers(0, 9, 2)
        address = width * (LANES // 2**apart * stride + random.integers(0, 40, 32) * (stride > 6))
        active = random.random(32) < random.choice([1.0, 0.6])
        for store in (False, True):
            wave = serving(address, active, width, store=store)
            count, _ = taken(address, width, LANES[active], store=store)
            assert set(wave[active].ravel().tolist()) == set(range(count))
            assert (wave[~active] == -1).all()
            words = (address[:, None] // 4 + np.arange(wave.shape[1]))[active]
            held: dict[tuple[int, int], int] = {}
            for word, at in zip(words.ravel().tolist(), wave[active].ravel().tolist(), strict=True):
                assert held.setdefault((word % 32, at), word) == word


def test_the_rows_of_a_matrix_are_served_together():
    rows = LANES % 16 * 128 + LANES // 16 * 16
    on = np.ones(32, bool)
    assert serving(rows, on, 16, matrices=4).max() + 1 == 32
    swizzled = LANES % 16 * 128 + ((LANES // 16) ^ (LANES % 8)) * 16
    assert serving(swizzled, on, 16, matrices=4)[:, 0].tolist() == (LANES // 8).tolist()
    assert (serving(swizzled, on, 16, matrices=2)[16:] == -1).all()
