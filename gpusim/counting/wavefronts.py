"""Wavefronts of shared memory and sectors of global memory for a warp's addresses.

All functions are vectorized over warps: byte addresses and an active mask, both of shape
(warps, 32), and the bytes that each lane moves.

Shared memory has 32 banks of 4 bytes; a wavefront reads one word from each. Lanes that read the
same word share it; different words of one bank need one wavefront each. Which lanes share a
wavefront depends on the width of the access:

- up to 32 bits: the whole warp,
- 64 bits: half warps,
- 128 bits: quarter warps,
- a 64-bit load joins the two half warps, and a 128-bit load the two quarters of each half, if every
  active lane reads the address of lane n ^ 1, or every one that of lane n ^ 2, as far as those
  lanes are active. It does not suffice that the words of two quarters would fit in the banks.

The programming guide states only the 32-bit rule. Widths and pairing are from NVIDIA's forum
("Unexpected shared memory bank conflict", 77228, for compute capability 7.x): 128-bit loads of byte
tid % 4 * 16, 64 bytes in all, took 4 wavefronts, and 2 once the lanes were paired. On an H100 and
an A10 ("Discrepancy in LDS.128 wavefronts", 373160) lanes 0-15 on one address and 16-31 on another
took 2, so halves do not join, and lanes n and n + 16 on byte 32 * n took 8. The H200 counts of the
16 x 16 threads SGEMM (docs/memory-access.md) agree: 4 wavefronts for 16 neighbouring float4 read
twice, 2 for two float4 read by 16 lanes each.
"""

from __future__ import annotations

import numpy as np

from ..chips import WARP

BANKS = 32
WORD = 4
SECTOR = 32
# Largest access per lane before Blackwell.
WIDEST = 16
# Rows of an 8 x 8 matrix, one lane each, and bytes per row.
MATRIX_ROWS = 8
MATRIX_ROW_BYTES = 16

_ABSENT = np.iinfo(np.int64).max


def _distinct(values: np.ndarray) -> np.ndarray:
    """Mask of the first of each run of equal values along the last axis of a sorted array."""
    first = np.ones(values.shape, dtype=bool)
    first[..., 1:] = values[..., 1:] != values[..., :-1]
    return first & (values != _ABSENT)


def _group_wavefronts(
    address: np.ndarray, active: np.ndarray, width: int, lanes: int
) -> tuple[np.ndarray, np.ndarray]:
    """Wavefronts of groups of `lanes` lanes, and whether each group has an active lane.

    Both have shape (warps, 32 / lanes).
    """
    warps = address.shape[0]
    words = address[..., None] // WORD + np.arange(max(1, width // WORD))
    words = np.where(active[..., None], words, 0).reshape(warps, WARP // lanes, -1)
    present = np.repeat(active[..., None], max(1, width // WORD), axis=2).reshape(words.shape)
    # Sorted by bank, then by word: equal neighbours are one word.
    low = words.min(initial=0)
    row = (words - low) // BANKS
    bank = (words - low) % BANKS
    key = np.sort(np.where(present, bank * (row.max(initial=0) + 1) + row, _ABSENT), axis=-1)
    fresh = _distinct(key)
    banks = np.where(fresh, key // (row.max(initial=0) + 1), 0)
    groups = warps * (WARP // lanes)
    bins = np.arange(groups)[:, None] * BANKS + banks.reshape(groups, -1)
    counts = np.bincount(bins[fresh.reshape(groups, -1)], minlength=groups * BANKS)
    most = counts.reshape(warps, WARP // lanes, BANKS).max(axis=-1)
    return most, (most > 0).astype(np.int64)


def paired(address: np.ndarray, active: np.ndarray) -> np.ndarray:
    """Whether lanes share addresses in pairs, n with n ^ 1 or n with n ^ 2, along the last axis."""
    lane = np.arange(address.shape[-1])
    alike = [
        (~active | ~active[..., lane ^ distance] | (address == address[..., lane ^ distance])).all(
            axis=-1
        )
        for distance in (1, 2)
    ]
    return alike[0] | alike[1]


def shared_wavefronts(
    address: np.ndarray, active: np.ndarray, width: int, *, store: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Wavefronts of each warp's access, and the minimum without conflicts.

    The minimum is one wavefront for each group of lanes that is served together; the hardware's
    counter of bank conflicts is the difference.
    """
    if width not in (1, 2, 4, 8, 16):
        raise ValueError(f"no access of {width} bytes a lane")
    lanes = WARP if width <= WORD else WARP * WORD // width
    taken, groups = _group_wavefronts(address, active, width, lanes)
    if not store and lanes < WARP:
        joined, half = _group_wavefronts(address, active, width, 2 * lanes)
        shape = (address.shape[0], -1, 2 * lanes)
        join = paired(address.reshape(shape), active.reshape(shape))
        taken = np.where(join, joined, taken.reshape(*join.shape, 2).sum(axis=-1))
        groups = np.where(join, half, groups.reshape(*join.shape, 2).sum(axis=-1))
    return taken.sum(axis=-1), groups.sum(axis=-1)


def matrix_wavefronts(
    address: np.ndarray, active: np.ndarray, matrices: int
) -> tuple[np.ndarray, np.ndarray]:
    """Wavefronts of an ldmatrix and the minimum: lane l addresses the 16-byte row l % 8 of matrix l
    // 8.

    Each matrix is a separate group; lanes beyond the last row address nothing.
    """
    named = active & (np.arange(WARP) < MATRIX_ROWS * matrices)
    taken, groups = _group_wavefronts(address, named, MATRIX_ROW_BYTES, MATRIX_ROWS)
    return taken.sum(axis=-1), groups.sum(axis=-1)


def serving(
    address: np.ndarray, active: np.ndarray, width: int, *, store: bool = False, matrices: int = 0
) -> np.ndarray:
    """The wavefront that serves each word of a warp's access, from 0; -1 for inactive lanes.

    `address` and `active` have shape (32,), the result (32, words per lane); `matrices` is the
    number of matrices of an ldmatrix. The number of wavefronts equals that of `shared_wavefronts`
    or `matrix_wavefronts`. The hardware's order within a bank is unknown; lower lanes come first
    here.
    """
    words = address[:, None] // WORD + np.arange(max(1, width // WORD))
    served = np.full(words.shape, -1)
    first = 0
    for group in _served_together(address, active, width, store, matrices):
        met: dict[int, list[int]] = {}
        for lane in group:
            for part, word in enumerate(words[lane].tolist()):
                rows = met.setdefault(word % BANKS, [])
                if word not in rows:
                    rows.append(word)
                served[lane, part] = first + rows.index(word)
        first += max(map(len, met.values()), default=0)
    return served


def _served_together(
    address: np.ndarray, active: np.ndarray, width: int, store: bool, matrices: int
) -> list[list[int]]:
    """Groups of active lanes that share wavefronts, in order."""
    on = [lane for lane in range(WARP) if active[lane]]
    if matrices:
        return [
            [lane for lane in on if lane // MATRIX_ROWS == number] for number in range(matrices)
        ]
    size = WARP if width <= WORD else WARP * WORD // width
    groups = [[lane for lane in on if lane // size == number] for number in range(WARP // size)]
    if store or size == WARP:
        return groups
    shape = -1, 2 * size
    join = paired(address.reshape(shape), active.reshape(shape))
    return [
        group
        for pair, both in enumerate(join)
        for group in (
            [groups[2 * pair] + groups[2 * pair + 1]] if both else groups[2 * pair : 2 * pair + 2]
        )
    ]


def sectors(address: np.ndarray, active: np.ndarray, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Sectors of 32 bytes that each warp's access touches, and the minimum for its bytes."""
    touched = np.sort(np.where(active, address // SECTOR, _ABSENT), axis=-1)
    pieces = np.sort(np.where(active, address // width, _ABSENT), axis=-1)
    held = _distinct(pieces).sum(axis=-1) * width
    return _distinct(touched).sum(axis=-1), -(-held // SECTOR)


def distinct_banks(address: np.ndarray, active: np.ndarray, width: int) -> np.ndarray:
    """Whether all active lanes that are served together start in different banks.

    Then the access takes the least number of wavefronts for any distance in multiples of 128 bytes.
    """
    lanes = WARP if width <= WORD else WARP * WORD // width
    bank = np.where(active, address // WORD % BANKS, _ABSENT)
    groups = np.sort(bank.reshape(address.shape[0], -1, lanes), axis=-1)
    same = (groups[..., 1:] == groups[..., :-1]) & (groups[..., 1:] != _ABSENT)
    return ~same.any(axis=(-1, -2))
