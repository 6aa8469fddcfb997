"""Parts of K: how many of them make blocks enough."""

from __future__ import annotations

# Multiprocessors of an H100 and an H200, a block each.
BLOCKS = 132
# Threads of a block of the kernel that adds the parts, a result each.
SUM_THREADS = 128


def split_k_factor(tiles: int, slices: int) -> int:
    """The largest power of two that gives `tiles` tiles of C no more than BLOCKS blocks and every
    part a slice at least, of `slices` along K."""
    return 1 << max(0, min(BLOCKS // tiles, slices).bit_length() - 1)
