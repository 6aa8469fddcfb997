"""The ways that threads took through a kernel."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..chips import WARP

# A range of instructions that ran one after the other: the first, and one past the last.
Segment = tuple[int, int]


class Ways:
    """What ran, in order, with the threads that ran it."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._ran: list[tuple[int, int, bytes]] = []

    def __len__(self) -> int:
        return len(self._ran)

    @staticmethod
    def crowd(group: np.ndarray) -> bytes:
        """The threads of a group."""
        return np.packbits(group).tobytes()

    def note(self, start: int, end: int, crowd: bytes) -> None:
        self._ran.append((start, end, crowd))

    def warps(self) -> Iterator[tuple[int, int, np.ndarray]]:
        """What ran, in order, with the indices of its warps."""
        known: dict[bytes, np.ndarray] = {}
        for start, end, crowd in self._ran:
            if crowd not in known:
                bits = np.unpackbits(np.frombuffer(crowd, np.uint8), count=self._threads)
                known[crowd] = np.flatnonzero(bits.reshape(-1, WARP).any(axis=1))
            yield start, end, known[crowd]

    def distinct(self) -> list[list[Segment]]:
        """Ways of some threads, enough of them that every segment that ran is on one."""
        members: dict[bytes, np.ndarray] = {}
        crowds: dict[Segment, bytes] = {}
        for start, end, crowd in self._ran:
            crowds.setdefault((start, end), crowd)
            if crowd not in members:
                bits = np.frombuffer(crowd, np.uint8)
                members[crowd] = np.unpackbits(bits, count=self._threads)
        ways: list[list[Segment]] = []
        met: set[Segment] = set()
        for segment, crowd in crowds.items():
            if segment in met:
                continue
            thread = int(members[crowd].argmax())
            among = {crowd for crowd, bits in members.items() if bits[thread]}
            way = [(start, end) for start, end, crowd in self._ran if crowd in among]
            met.update(way)
            ways.append(_looked_once(way))
        return ways


def _looked_once(way: list[Segment]) -> list[Segment]:
    """A way on which a wait that was put off is one instruction: nothing goes back to itself, so
    that one which comes twice in a row looked at its barrier in vain and slept."""
    following = [start for start, _ in way[1:]] + [-1]
    ends = [end - (then == end - 1) for (_, end), then in zip(way, following, strict=True)]
    return [(start, end) for (start, _), end in zip(way, ends, strict=True) if start < end]
