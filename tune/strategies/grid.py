"""Every point once: in order, or at random."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence


class Grid:
    """The points in the order of the space."""

    def __init__(self, points: Sequence) -> None:
        self._seen: set = set()
        self._rest: Iterator = iter(points)

    def propose(self):
        for point in self._rest:
            if point not in self._seen:
                self._seen.add(point)
                return point
        return None

    def observe(self, point, time_us: float | None) -> None:
        self._seen.add(point)


class Random(Grid):
    """The points in a random order that depends on the seed."""

    def __init__(self, points: Sequence, seed: int) -> None:
        super().__init__(random.Random(seed).sample(points, len(points)))
