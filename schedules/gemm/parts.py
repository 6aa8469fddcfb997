"""Split-K: how many parts of K give enough blocks."""

from __future__ import annotations

# SMs of an H100 and an H200, one block each.
BLOCKS = 132
# Threads per block of the kernel that adds the parts; each computes one result.
SUM_THREADS = 128


def split_k_factor(tiles: int, slices: int) -> int:
    """The largest number of parts of K, a power of two, for `tiles` tiles of C: at most BLOCKS
    blocks in total, and at least one of the `slices` along K per part."""
    return 1 << max(0, min(BLOCKS // tiles, slices).bit_length() - 1)
