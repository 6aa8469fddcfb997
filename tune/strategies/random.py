"""Points at random, none twice."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .grid import Grid


class Random(Grid):
    """The points in an order that the seed decides."""

    def __init__(self, points: Sequence, seed: int) -> None:
        super().__init__(random.Random(seed).sample(points, len(points)))
