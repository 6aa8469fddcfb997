"""Base of the strategies with boosted trees: points as features, and XGBoost."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from gpusim.errors import NoTool


class Boosted:
    """The points that may be proposed, those seen, and the times of those measured.

    Parameters
    ----------
    points : sequence of points
        All that may be proposed.
    features : callable
        A point's knobs as numbers.
    """

    name: str

    def __init__(
        self, points: Sequence, features: Callable[..., Sequence[float]], seed: int
    ) -> None:
        self._points = list(points)
        self._place = {point: number for number, point in enumerate(self._points)}
        self._features = np.array([features(point) for point in self._points], dtype="float32")
        self._values = [sorted({point[knob] for point in points}) for knob in range(len(points[0]))]
        self._seed, self._random = seed, random.Random(seed)
        self._shuffled = self._random.sample(self._points, len(self._points))
        self._seen: set = set()
        self._measured: dict = {}

    def observe(self, point, time_us: float | None) -> None:
        self._seen.add(point)
        if point in self._place:
            self._measured[point] = time_us

    def _trees(
        self, places: list[int], labels: np.ndarray, parameters: Mapping, rounds: int, ranked: bool
    ) -> Any:
        """Trees fitted to labels of points; `ranked` where only the order of labels counts."""
        try:
            import xgboost
        except ImportError:
            raise NoTool(f"the strategy {self.name!r} needs XGBoost: install xgboost-cpu") from None
        data = xgboost.DMatrix(self._features[places], label=labels)
        if ranked:
            data.set_group([len(places)])
        return xgboost.train({**parameters, "seed": self._seed}, data, num_boost_round=rounds)
