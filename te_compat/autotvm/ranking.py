"""AutoTVM's strategy: XGBoost ranks unmeasured points, simulated annealing finds the best ranked.

After Chen et al., Learning to Optimize Tensor Programs (NeurIPS 2018), and AutoTVM's XGBTuner: the
model sees only the knobs, not the program, and is refitted after each batch. Annealing searches the
space by the model's scores, starting from the measured points with the best scores.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

import numpy as np

from gpusim.errors import NoTool

# Random points before the first fit.
WARM_UP = 8
BATCH = 4
CHAINS = 64
STEPS = 60
# One proposal in this many is random, to explore what the model does not know.
RANDOM_EVERY = 32
ROUNDS = 60
PARAMETERS = {
    "objective": "rank:pairwise",
    "lambdarank_pair_method": "topk",
    "lambdarank_num_pair_per_sample": 32,
    "max_depth": 6,
    "eta": 0.2,
    "gamma": 1e-4,
    "min_child_weight": 0.5,
    "nthread": 1,
    "verbosity": 0,
}


class Ranking:
    """Proposes a batch at a time; the seed determines everything.

    `features` returns a point's knobs as numbers.
    """

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
        # The times of the measured points.
        self._measured: dict = {}
        self._plan: list = []
        self._fitted_at = self._proposed = 0

    def observe(self, point, time_us: float | None) -> None:
        self._seen.add(point)
        if point in self._place:
            self._measured[point] = time_us

    def propose(self):
        if len(self._seen) >= len(self._points):
            return None
        self._proposed += 1
        right = sum(time is not None for time in self._measured.values())
        if len(self._measured) < WARM_UP or right < 2 or self._proposed % RANDOM_EVERY == 0:
            return self._take(self._at_random())
        if not self._plan or len(self._measured) - self._fitted_at >= BATCH:
            self._fitted_at = len(self._measured)
            self._plan = self._best_unseen(2 * BATCH)
        while self._plan:
            point = self._plan.pop(0)
            if point not in self._seen:
                return self._take(point)
        return self._take(self._at_random())

    def _take(self, point):
        self._seen.add(point)
        return point

    def _at_random(self):
        while self._shuffled[-1] in self._seen:
            self._shuffled.pop()
        return self._shuffled[-1]

    # --- the model --------------------------------------------------------------------------------

    def _fit(self) -> Callable[[np.ndarray], np.ndarray]:
        """A function from features to scores, higher for faster."""
        try:
            import xgboost
        except ImportError:
            raise NoTool("XGBTuner needs XGBoost: install xgboost-cpu") from None
        places = [self._place[point] for point in self._measured]
        best = min(time for time in self._measured.values() if time is not None)
        # Speed relative to the best; a failure is the slowest of all.
        speed = np.array([best / time if time else 0.0 for time in self._measured.values()])
        data = xgboost.DMatrix(self._features[places], label=speed)
        # Only the order of the labels counts.
        data.set_group([len(places)])
        parameters = {**PARAMETERS, "seed": self._seed}
        return xgboost.train(parameters, data, num_boost_round=ROUNDS).inplace_predict

    def _best_unseen(self, count: int) -> list:
        """The points with the highest scores that simulated annealing finds."""
        score = self._fit()
        measured = sorted(
            (point for point, time in self._measured.items() if time),
            key=self._measured.__getitem__,
        )
        chains = measured[: CHAINS // 4]
        chains += [self._random.choice(self._points) for _ in range(CHAINS - len(chains))]
        known: dict = {}

        def scores(points: list) -> list[float]:
            fresh = [point for point in dict.fromkeys(points) if point not in known]
            if fresh:
                rows = self._features[[self._place[point] for point in fresh]]
                known.update(zip(fresh, map(float, score(rows)), strict=True))
            return [known[point] for point in points]

        values = scores(chains)
        for step in range(STEPS):
            heat = 1 - step / STEPS
            moved = [self._neighbour(point) for point in chains]
            for chain, (point, value) in enumerate(zip(moved, scores(moved), strict=True)):
                gain = value - values[chain]
                if gain >= 0 or self._random.random() < math.exp(gain / max(heat, 1e-6)):
                    chains[chain], values[chain] = point, value
        unseen = [point for point in known if point not in self._seen]
        return sorted(unseen, key=known.__getitem__, reverse=True)[:count]

    def _neighbour(self, point):
        """The point with one knob changed, or itself if a few tries leave the space."""
        for _ in range(8):
            knob = self._random.randrange(len(point))
            near = (*point[:knob], self._random.choice(self._values[knob]), *point[knob + 1 :])
            if near != point and near in self._place:
                return near
        return point
