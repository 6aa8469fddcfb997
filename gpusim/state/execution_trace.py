"""Execution trace: the instruction ranges that ran, in order, each with its active mask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..chips import WARP

# A straight-line range of executed instructions: first, one past the last.
Segment = tuple[int, int]


# An odd number of 64 bits (Knuth's multiplier), for hashes.
_FACTOR = np.uint64(6364136223846793005)


@dataclass(frozen=True)
class Skip:
    """Skipped iterations: the trace had `segments` segments when they were skipped; its last
    `repeated` segments occur `times` more times.
    """

    segments: int
    repeated: int
    times: int


@dataclass(frozen=True)
class RepeatedIterations:
    """`together` iterations that start at an instruction and repeat `times` more times.

    `moves` are the increments of the registers in the slice, None where lanes differ.
    """

    together: int
    times: int
    moves: tuple[tuple[str, int | None], ...]


class ExecutionTrace:
    """Executed instruction ranges, in order, with the active mask of each."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._ran: list[tuple[int, int, bytes]] = []

    def __len__(self) -> int:
        return len(self._ran)

    @staticmethod
    def active_mask(group: np.ndarray) -> bytes:
        """A group's active mask as packed bits."""
        return np.packbits(group).tobytes()

    def note(self, start: int, end: int, active_mask: bytes) -> None:
        self._ran.append((start, end, active_mask))

    def warps(self) -> Iterator[tuple[int, int, np.ndarray]]:
        """(start, end, indices of the active warps) of each range, in order."""
        known: dict[bytes, np.ndarray] = {}
        for start, end, active_mask in self._ran:
            if active_mask not in known:
                bits = np.unpackbits(np.frombuffer(active_mask, np.uint8), count=self._threads)
                known[active_mask] = np.flatnonzero(bits.reshape(-1, WARP).any(axis=1))
            yield start, end, known[active_mask]

    def hashes(self) -> np.ndarray:
        """By thread, a hash of the ranges that it executed, in order."""
        result = np.zeros(self._threads, np.uint64)
        for start, end, active_mask in self._ran:
            bits = np.unpackbits(np.frombuffer(active_mask, np.uint8), count=self._threads)
            ran = bits.astype(bool)
            result[ran] = result[ran] * _FACTOR + np.uint64(start << 32 | end)
        return result

    def distinct(self) -> list[list[Segment]]:
        """Execution paths of some threads that together cover every executed segment."""
        members: dict[bytes, np.ndarray] = {}
        active_masks: dict[Segment, bytes] = {}
        for start, end, active_mask in self._ran:
            active_masks.setdefault((start, end), active_mask)
            if active_mask not in members:
                bits = np.frombuffer(active_mask, np.uint8)
                members[active_mask] = np.unpackbits(bits, count=self._threads)
        paths: list[list[Segment]] = []
        covered: set[Segment] = set()
        for segment, active_mask in active_masks.items():
            if segment in covered:
                continue
            thread = int(members[active_mask].argmax())
            groups = {active_mask for active_mask, bits in members.items() if bits[thread]}
            path = [(start, end) for start, end, active_mask in self._ran if active_mask in groups]
            covered.update(path)
            paths.append(_looked_once(path))
        return paths


def _looked_once(path: list[Segment]) -> list[Segment]:
    """A path in which each repeated mbarrier wait is one instruction.

    An instruction that directly follows itself has tested its mbarrier, failed and slept.
    """
    following = [start for start, _ in path[1:]] + [-1]
    ends = [end - (then == end - 1) for (_, end), then in zip(path, following, strict=True)]
    return [(start, end) for (start, _), end in zip(path, ends, strict=True) if start < end]
