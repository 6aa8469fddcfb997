"""Bayesian optimization with delayed results: a Gaussian process over log times.

The prior mean is the logarithm of a schedule's data-movement cost (`tune.traffic`). The kernel is a
Matern 5/2 over the knobs and that cost, plus a term that is linear in the cost, so that
measurements decide the weight of the cost (Rasmussen and Williams, Gaussian Processes for Machine
Learning, chapters 2, 4 and 5). A proposal is the point with the lowest posterior mean plus a little
noise, after Thompson sampling, which does not need the results of earlier proposals (Kandasamy et
al., Parallelised Bayesian Optimisation via Thompson Sampling, AISTATS 2018). If all costs are
equal, the first proposals are in random order.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

import numpy as np

# At most this many random points are considered.
MOST = 2048
# Standard deviations of log times: of the process around a cost (PROCESS); of the overall level; of
# a measurement (NOISE); and of the prior mean's factor (SCALE). LENGTH is the kernel's length
# scale, in standard deviations of a feature.
PROCESS, LEVEL, NOISE, SCALE, LENGTH = 0.3, 1.0, 0.02, 0.5, 1.0
# Noise of a proposal, relative to the process: few dozen trials do not pay for more exploration.
SHRUNK = 0.1
# A failed point counts as slower than the slowest measured one by this much, in logarithms.
FAILED = 0.5
# A prior mean with a standard deviation up to this is not used as a feature.
ALIKE = 1e-9

# One value per point; None if unknown.
Values = Callable[[Sequence], Sequence[float | None]]


class Process:
    """A Gaussian process of the deviation of log times from a prior mean, at fixed points.

    `rows` (observations x points) is the Cholesky factor of the observed points' covariance, solved
    for all points; each observation adds a row.
    """

    def __init__(self, knobs: np.ndarray, prior: np.ndarray) -> None:
        self.prior = prior - prior.mean()
        prior_feature = [standardized(self.prior[:, None])] if self.prior.std() > ALIKE else []
        self.features = np.hstack([knobs, *prior_feature])
        self.mean = np.zeros(len(prior))
        self.rows = np.empty((64, len(prior)))
        self.count = 0

    def covariance(self, point: int) -> np.ndarray:
        """Prior covariance of every point with one point."""
        squared_distance = ((self.features - self.features[point]) ** 2).mean(axis=1)
        scaled = np.sqrt(5 * squared_distance) / LENGTH
        matern = (1 + scaled + scaled * scaled / 3) * np.exp(-scaled)
        return PROCESS**2 * matern + LEVEL**2 + SCALE**2 * self.prior * self.prior[point]

    def add(self, point: int, value: float) -> None:
        """Observe a point's deviation from the prior mean."""
        rows = self.rows[: self.count]
        posterior = self.covariance(point) - rows[:, point] @ rows
        deviation = math.sqrt(max(posterior[point], 0.0) + NOISE**2)
        row = posterior / deviation
        if self.count == len(self.rows):
            self.rows = np.concatenate([self.rows, np.empty_like(self.rows)])
        self.rows[self.count] = row
        self.count += 1
        self.mean = self.mean + row * (value - self.mean[point]) / deviation

    def best(self, remaining: Sequence[int], random: np.random.Generator) -> int:
        """The remaining point with the lowest posterior mean plus a little noise."""
        noise = random.standard_normal(len(remaining)) * SHRUNK * PROCESS
        return remaining[int(np.argmin(self.prior[remaining] + self.mean[remaining] + noise))]


class Bayesian:
    """Proposes the point that is expected to be fastest, given the measured times.

    `features` returns a point's knobs as numbers, `costs` the costs of points.
    """

    def __init__(
        self,
        points: Sequence,
        features: Callable[..., Sequence[float]],
        costs: Values,
        seed: int,
    ) -> None:
        shuffled = random.Random(seed).sample(list(points), len(points))
        self._points, self._rest = shuffled[:MOST], shuffled[MOST:]
        self._indices = {point: index for index, point in enumerate(self._points)}
        self._random = np.random.default_rng(seed)
        knobs = standardized(np.array([features(point) for point in self._points], dtype=float))
        self._process = Process(knobs, logarithms(costs(self._points)))
        self._seen: set = set()
        self._first: tuple[int, float] | None = None
        self._slowest = 0.0

    def observe(self, point, time_us: float | None) -> None:
        self._seen.add(point)
        index = self._indices.get(point)
        if index is None:
            return
        if time_us is not None:
            self._first = self._first or (index, math.log(time_us))
            value = math.log(time_us) - self._first[1]
            self._slowest = max(self._slowest, value)
        else:
            value = self._slowest + FAILED
        # Times and prior means are relative to the first point with a correct result.
        first = self._first[0] if self._first else index
        prior = self._process.prior
        self._process.add(index, value - prior[index] + prior[first])

    def propose(self):
        remaining = [i for i, point in enumerate(self._points) if point not in self._seen]
        if not remaining:
            point = next((point for point in self._rest if point not in self._seen), None)
            self._seen.add(point)
            return point
        point = self._points[self._process.best(remaining, self._random)]
        self._seen.add(point)
        return point


def logarithms(costs: Sequence[float | None]) -> np.ndarray:
    """Logarithms of costs; the median replaces unknown ones."""
    known = [math.log(cost) for cost in costs if cost is not None]
    median = float(np.median(known)) if known else 0.0
    return np.array([median if cost is None else math.log(cost) for cost in costs])


def standardized(values: np.ndarray) -> np.ndarray:
    """Columns scaled to mean 0 and standard deviation 1; constant columns become 0."""
    deviation = values.std(axis=0)
    return (values - values.mean(axis=0)) / np.where(deviation > 0, deviation, 1.0)
