"""Bayesian optimization for answers that come late: a Gaussian process that counts what is pending.

The process is over the logarithm of the time. Its prior mean is the logarithm of what a schedule
costs in data moved (`tune.traffic`), its kernel a Matern 5/2 over the knobs and that cost, and a
term linear in the cost, so that measurements decide how much to make of it (Rasmussen and
Williams, Gaussian Processes for Machine Learning, chapters 2, 4 and 5). What is under way narrows
the process as if its mean had been measured (kriging believer: Ginsbourger et al., 2010), and each
proposal is the least of a sample (Thompson sampling, which needs no answers to go on: Kandasamy et
al., Parallelised Bayesian Optimisation via Thompson Sampling, AISTATS 2018). So the first batch is
of what looks good for different reasons.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

import numpy as np

# So many points at random are looked at, where there are more.
MOST = 2048
# Standard deviations of the logarithm of a time: of the process, of one that the cost explains, of
# the level of all, of a measurement; and of the cost's own scale. The kernel's length, in standard
# deviations of a feature.
PROCESS, LEVEL, NOISE, SCALE, LENGTH = 0.3, 1.0, 0.02, 0.5, 1.0
# Samples stay closer to the mean than the process says: a few dozen trials pay for little else.
SHRUNK = 0.1
# What failed counts as so much slower (in logarithms) than the slowest.
FAILED = 0.5

Costs = Callable[[Sequence], Sequence[float | None]]


class Posterior:
    """A Gaussian process at fixed points, one observation after the other.

    `rows` is Cholesky's factor of the observed points' covariance, solved for all points: an
    observation adds one.
    """

    def __init__(self, features: np.ndarray, cost: np.ndarray) -> None:
        self.features, self.cost = features, cost
        self.mean = np.zeros(len(cost))
        self.variance = PROCESS**2 + LEVEL**2 + (SCALE * cost) ** 2
        self.rows = np.empty((64, len(cost)))
        self.count = 0

    def covariance(self, at: int) -> np.ndarray:
        """Of all points with one."""
        apart = ((self.features - self.features[at]) ** 2).mean(axis=1)
        far = np.sqrt(5 * apart) / LENGTH
        matern = (1 + far + far * far / 3) * np.exp(-far)
        return PROCESS**2 * matern + LEVEL**2 + SCALE**2 * self.cost * self.cost[at]

    def add(self, at: int, value: float | None = None) -> None:
        """Observe a point; without a value its mean."""
        rows = self.rows[: self.count]
        left = self.covariance(at) - rows[:, at] @ rows
        deviation = math.sqrt(max(left[at], 0.0) + NOISE**2)
        row = left / deviation
        if self.count == len(self.rows):
            self.rows = np.concatenate([self.rows, np.empty_like(self.rows)])
        self.rows[self.count] = row
        self.count += 1
        self.variance = self.variance - row * row
        if value is not None:
            self.mean = self.mean + row * (value - self.mean[at]) / deviation


class Bayesian:
    """Proposes what should be fastest, given what is measured and what is under way.

    Parameters
    ----------
    points : sequence of points
        All that may be proposed.
    features : callable
        A point's knobs as numbers.
    costs : callable
        What some points' data costs (`tune.traffic.costs`); None where nobody knows.
    """

    def __init__(
        self,
        points: Sequence,
        features: Callable[..., Sequence[float]],
        costs: Costs,
        seed: int,
    ) -> None:
        shuffled = random.Random(seed).sample(list(points), len(points))
        self._points, self._rest = shuffled[:MOST], shuffled[MOST:]
        self._place = {point: at for at, point in enumerate(self._points)}
        self._random = np.random.default_rng(seed)
        cost = logarithms(costs(self._points))
        knobs = np.array([features(point) for point in self._points], dtype=float)
        self._cost = cost - cost.mean()
        scaled = [standardized(knobs)]
        if cost.std() > 0:
            scaled.append(standardized(self._cost[:, None]))
        everything = np.hstack(scaled)
        self._measured = Posterior(everything, self._cost)
        self._under_way = Posterior(everything, self._cost)
        self._seen: set = set()
        self._level: float | None = None
        self._slowest = 0.0

    def observe(self, point, time_us: float | None) -> None:
        at = self._place.get(point)
        if at is None:
            self._seen.add(point)
            return
        if point not in self._seen:
            self._take(point)
        if time_us is not None:
            value = math.log(time_us) - self._cost[at]
            if self._level is None:
                self._level = value
            self._slowest = max(self._slowest, math.log(time_us) - self._level)
            self._measured.add(at, value - self._level)
        else:
            self._measured.add(at, self._slowest + FAILED - self._cost[at])

    def propose(self):
        left = [at for at, point in enumerate(self._points) if point not in self._seen]
        if not left:
            point = next((point for point in self._rest if point not in self._seen), None)
            self._seen.add(point)
            return point
        spread = SHRUNK * np.sqrt(np.maximum(self._under_way.variance[left], 0.0))
        drawn = self._random.standard_normal(len(left)) * spread
        score = self._cost[left] + self._measured.mean[left] + drawn
        return self._take(self._points[left[int(np.argmin(score))]])

    def _take(self, point):
        self._seen.add(point)
        self._under_way.add(self._place[point])
        return point


def logarithms(costs: Sequence[float | None]) -> np.ndarray:
    """Of costs; what has none is taken to be like the middle of the others."""
    known = [math.log(cost) for cost in costs if cost is not None]
    middle = float(np.median(known)) if known else 0.0
    return np.array([middle if cost is None else math.log(cost) for cost in costs])


def standardized(values: np.ndarray) -> np.ndarray:
    """Columns of mean 0 and deviation 1; constant ones are 0."""
    deviation = values.std(axis=0)
    return (values - values.mean(axis=0)) / np.where(deviation > 0, deviation, 1.0)
