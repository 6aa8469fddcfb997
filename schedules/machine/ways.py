"""The ways that warps took through a kernel."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ..targets import WARP

# A range of instructions that ran one after the other: the first, and one past the last.
Segment = tuple[int, int]
# So many warps that went different ways are looked at.
_MOST_WAYS = 8


class Ways:
    """What ran, in order, with the warps that ran it."""

    def __init__(self) -> None:
        self._ran: list[tuple[int, int, bytes]] = []

    @staticmethod
    def crowd(group: np.ndarray) -> bytes:
        """The warps with a thread in a group."""
        return np.packbits(group.reshape(-1, WARP).any(axis=1)).tobytes()

    def note(self, start: int, end: int, crowd: bytes) -> None:
        self._ran.append((start, end, crowd))

    def distinct(self) -> list[list[Segment]]:
        """A way for each set of warps that always went together, at most some of them.

        Where there are more, those that bring no new pair of neighbouring segments are left out.
        """
        crowds = sorted({crowd for *_, crowd in self._ran})
        if not crowds:
            return []
        bits = np.stack([np.unpackbits(np.frombuffer(crowd, np.uint8)) for crowd in crowds])
        kinds = [kind for kind in np.unique(bits, axis=1).T if kind.any()]
        step = max(1, len(kinds) // _MOST_WAYS)
        ways: list[list[Segment]] = []
        met: set[tuple[Segment, Segment]] = set()
        for kind in kinds[::step][:_MOST_WAYS]:
            members = {crowd for crowd, member in zip(crowds, kind, strict=True) if member}
            way = [(start, end) for start, end, crowd in self._ran if crowd in members]
            new = set(pairwise([(0, 0), *way])) - met
            if new:
                met |= new
                ways.append(way)
        return ways
