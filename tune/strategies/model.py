"""Predicted times rank the candidates; what is measured corrects them.

A few hundred candidates are predicted (`tune.predicting`): some at random, then again and again
neighbours of those that look fastest. Measured over predicted time tells by what factor the model
is off. Trees fitted to these factors by the knobs (XGBoost) correct each prediction, and what has
the least corrected time is measured next. One proposal in a few is at random: of a part of the
space that is predicted too fast nothing would tell, were only that measured.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from .boosted import Boosted

# Predicted before the first proposal: at random, and in all, by rounds of so many neighbours of so
# many of the best. Later a round after so many proposals.
AT_RANDOM, UP_FRONT, ROUND, BEST, EVERY = 64, 256, 16, 8, 4
# A candidate that failed counts as so many times (in logarithms) slower than predicted.
FAILED = 2.0
# Fewer factors are not fitted: their median is taken for all.
FEWEST = 4
# A proposal in this many is at random.
RANDOM_EVERY = 8
ROUNDS = 30
PARAMETERS = {
    "objective": "reg:squarederror",
    "base_score": 0.0,
    "max_depth": 3,
    "eta": 0.3,
    "nthread": 1,
    "verbosity": 0,
}

Predict = Callable[[Sequence], Sequence[float | None]]


class Model(Boosted):
    """Proposes what should be fastest; the seed decides what is predicted first.

    `predict` gives the predicted microseconds of some points, None for one without a prediction.
    """

    name = "model"

    def __init__(
        self,
        points: Sequence,
        features: Callable[..., Sequence[float]],
        predict: Predict,
        seed: int,
    ) -> None:
        super().__init__(points, features, seed)
        self._predict = predict
        self._predicted: dict = {}
        self._since = self._proposed = 0
        self._fitted, self._fit = 0, None

    # --- a strategy -------------------------------------------------------------------------------

    def propose(self):
        if len(self._seen) >= len(self._points):
            return None
        if not self._predicted:
            self.search(UP_FRONT)
        elif self._since >= EVERY:
            self._since = 0
            self._go_on()
        self._since += 1
        while not (left := self._unseen()):
            if not self._go_on():
                # What cannot be predicted comes last.
                left = [point for point in self._shuffled if point not in self._seen]
                break
        self._proposed += 1
        if self._proposed % RANDOM_EVERY == 0:
            point = self._random.choice(left)
        else:
            point = left[int(np.argmin(self._corrected(left)))]
        self._seen.add(point)
        return point

    # --- what is predicted ------------------------------------------------------------------------

    def search(
        self, count: int, go_on: Callable[[], bool] = lambda: True, first: Sequence = ()
    ) -> None:
        """Predict so many points, or all there are, as long as `go_on` says."""
        begin = dict.fromkeys([*first, *self._shuffled[:AT_RANDOM]])
        self._add(list(begin)[:count])
        while len(self._predicted) < count and go_on() and self._go_on():
            pass

    def ranked(self) -> list[tuple]:
        """What is predicted with its microseconds, the fastest first."""
        right = ((point, time) for point, time in self._predicted.items() if time is not None)
        return sorted(right, key=lambda one: one[1])

    def _unseen(self) -> list:
        return [
            point
            for point, time in self._predicted.items()
            if time is not None and point not in self._seen
        ]

    def _go_on(self) -> bool:
        """A round more: what was measured alone, neighbours of the best, else any; whether any."""
        fresh = [point for point in self._measured if point not in self._predicted]
        right = [point for point, time in self._predicted.items() if time is not None]
        if right:
            times = self._corrected(right)
            for at in np.argsort(times, kind="stable")[:BEST]:
                fresh += self._neighbours(right[at])
        fresh += (point for point in self._shuffled if point not in self._predicted)
        round_ = list(dict.fromkeys(fresh))[:ROUND]
        self._add(round_)
        return bool(round_)

    def _add(self, points: Sequence) -> None:
        self._predicted.update(zip(points, self._predict(points), strict=True))

    def _neighbours(self, point) -> list:
        """Points not predicted yet that have the next value of one knob."""
        near = []
        for at, values in enumerate(self._values):
            place = values.index(point[at])
            for other in values[max(0, place - 1) : place + 2]:
                near.append((*point[:at], other, *point[at + 1 :]))
        return [one for one in near if one in self._place and one not in self._predicted]

    # --- what corrects it -------------------------------------------------------------------------

    def _corrected(self, points: Sequence) -> np.ndarray:
        """The logarithm of each point's corrected time, infinite without a prediction."""
        guess = np.log([self._predicted.get(point) or math.inf for point in points])
        factors = {
            self._place[point]: math.log(time / self._predicted[point]) if time else FAILED
            for point, time in self._measured.items()
            if self._predicted.get(point)
        }
        if len(factors) < FEWEST:
            return guess
        if len(factors) != self._fitted:
            self._fitted = len(factors)
            # What all have in common changes no order.
            off = np.array(list(factors.values())) - np.median(list(factors.values()))
            self._fit = self._trees(list(factors), off, PARAMETERS, ROUNDS, ranked=False)
        places = [self._place[point] for point in points]
        return guess + self._fit.inplace_predict(self._features[places])
