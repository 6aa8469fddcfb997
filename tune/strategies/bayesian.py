"""Bayesian optimization with delayed results: a Gaussian process over log times.

The prior mean is the logarithm of a schedule's data-movement cost (`tune.traffic`). The kernel is a
Matern 5/2 over the knobs and that cost, plus a term that is linear in the cost, so that
measurements decide the weight of the cost (Rasmussen and Williams, Gaussian Processes for Machine
Learning, chapters 2, 4 and 5). A proposal is the point with the lowest posterior mean plus a little
noise, after Thompson sampling, which does not need the results of earlier proposals (Kandasamy et
al., Parallelised Bayesian Optimisation via Thompson Sampling, AISTATS 2018). If all costs are
equal, the first proposals are in random order.

With predicted times there are three processes, whose prior means are the predictions, the costs and
a constant. Proposals are distributed over them in proportion to their probabilities: SHARES at
first, then by Bayes' rule (Bayesian model averaging, Hoeting et al., Statistical Science, 1999). A
wrong prediction therefore costs only a few trials.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

# At most this many random points are considered; the times of this many with the lowest cost are
# predicted.
MOST, PREDICTED = 2048, 256
# Standard deviations of log times: of the process around a cost (BESIDE_COST) or a prediction; of
# the overall level; of a measurement (NOISE); and of the prior mean's factor (SCALE). LENGTH is the
# kernel's length scale, in standard deviations of a feature.
BESIDE_COST, BESIDE_PREDICTION, LEVEL, NOISE, SCALE, LENGTH = 0.3, 0.1, 1.0, 0.02, 0.5, 1.0
# Prior probabilities of the processes with predictions, costs and a constant, if every requested
# prediction exists.
SHARES = (0.6, 0.3, 0.1)
# Noise of a proposal, relative to the process: few dozen trials do not pay for more exploration.
SHRUNK = 0.1
# A failed point counts as slower than the slowest measured one by this much, in logarithms.
FAILED = 0.5
# A prior mean with a standard deviation up to this is not used as a feature.
ALIKE = 1e-9
# Added to a prior probability, so that none is zero.
TINY = 1e-6

# One value per point; None if unknown.
Values = Callable[[Sequence], Sequence[float | None]]


@dataclass(frozen=True)
class Prior:
    """Functions of points: their costs, and their predicted times in microseconds if used."""

    costs: Values
    times: Values | None = None


class Hypothesis:
    """A prior mean of log times and a Gaussian process of the deviation from it, at fixed points.

    `rows` (observations x points) is the Cholesky factor of the observed points' covariance, solved
    for all points; each observation adds a row. `evidence` is the log probability of the observed
    values, `share` the prior probability of the hypothesis (not a logarithm).
    """

    def __init__(self, knobs: np.ndarray, prior: np.ndarray, process: float, share: float) -> None:
        self.prior, self.process, self.share = prior - prior.mean(), process, share
        prior_feature = [standardized(self.prior[:, None])] if self.prior.std() > ALIKE else []
        self.features = np.hstack([knobs, *prior_feature])
        self.mean = np.zeros(len(prior))
        self.rows = np.empty((64, len(prior)))
        self.count, self.evidence = 0, 0.0

    def covariance(self, point: int) -> np.ndarray:
        """Prior covariance of every point with one point."""
        squared_distance = ((self.features - self.features[point]) ** 2).mean(axis=1)
        scaled = np.sqrt(5 * squared_distance) / LENGTH
        matern = (1 + scaled + scaled * scaled / 3) * np.exp(-scaled)
        return self.process**2 * matern + LEVEL**2 + SCALE**2 * self.prior * self.prior[point]

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
        residual = (value - self.mean[point]) / deviation
        self.evidence -= residual * residual / 2 + math.log(deviation)
        self.mean = self.mean + row * residual

    def best(self, remaining: Sequence[int], random: np.random.Generator) -> int:
        """The remaining point with the lowest posterior mean plus a little noise."""
        noise = random.standard_normal(len(remaining)) * SHRUNK * self.process
        return remaining[int(np.argmin(self.prior[remaining] + self.mean[remaining] + noise))]


class Bayesian:
    """Proposes the point that is expected to be fastest, given the measured times.

    `features` returns a point's knobs as numbers; `prior` has the costs and predicted times.
    """

    def __init__(
        self,
        points: Sequence,
        features: Callable[..., Sequence[float]],
        prior: Prior,
        seed: int,
    ) -> None:
        shuffled = random.Random(seed).sample(list(points), len(points))
        self._points, self._rest = shuffled[:MOST], shuffled[MOST:]
        self._indices = {point: index for index, point in enumerate(self._points)}
        self._random = np.random.default_rng(seed)
        knobs = standardized(np.array([features(point) for point in self._points], dtype=float))
        cost = logarithms(prior.costs(self._points))
        if prior.times:
            times, known = predicted(self._points, cost, prior.times)
            shares = (SHARES[0] * known + TINY, *SHARES[1:])
            processes = (BESIDE_PREDICTION, BESIDE_COST, BESIDE_COST)
            given = zip((times, cost, np.zeros_like(cost)), processes, shares, strict=True)
        else:
            given = [(cost, BESIDE_COST, 1.0)]
        self._hypotheses = [Hypothesis(knobs, *arguments) for arguments in given]
        self._turns = np.zeros(len(self._hypotheses))
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
        for hypothesis in self._hypotheses:
            hypothesis.add(index, value - hypothesis.prior[index] + hypothesis.prior[first])

    def propose(self):
        remaining = [i for i, point in enumerate(self._points) if point not in self._seen]
        if not remaining:
            point = next((point for point in self._rest if point not in self._seen), None)
            self._seen.add(point)
            return point
        self._turns += self.probabilities()
        turn = int(np.argmax(self._turns))
        self._turns[turn] -= 1
        point = self._points[self._hypotheses[turn].best(remaining, self._random)]
        self._seen.add(point)
        return point

    def probabilities(self) -> np.ndarray:
        """Posterior probability of each hypothesis, given the measured times."""
        evidence = np.array([hypothesis.evidence for hypothesis in self._hypotheses])
        share = np.array([hypothesis.share for hypothesis in self._hypotheses])
        weights = share * np.exp(evidence - evidence.max())
        return weights / weights.sum()


def predicted(points: Sequence, cost: np.ndarray, times: Values) -> tuple[np.ndarray, float]:
    """Log times of all points, and the fraction of requested predictions that exist.

    Only the PREDICTED points with the lowest cost are predicted, because each takes seconds. The
    others get the logarithm of their cost, shifted by the median difference of the predicted ones.
    """
    asked = np.argsort(cost, kind="stable")[:PREDICTED]
    made = dict(zip(asked, times([points[number] for number in asked]), strict=True))
    known = {number: math.log(time) for number, time in made.items() if time is not None}
    if not known:
        return cost, 0.0
    level = np.median([time - cost[number] for number, time in known.items()])
    log_times = np.array([known.get(i, level + log_cost) for i, log_cost in enumerate(cost)])
    return log_times, len(known) / len(made)


def logarithms(costs: Sequence[float | None]) -> np.ndarray:
    """Logarithms of costs; the median replaces unknown ones."""
    known = [math.log(cost) for cost in costs if cost is not None]
    median = float(np.median(known)) if known else 0.0
    return np.array([median if cost is None else math.log(cost) for cost in costs])


def standardized(values: np.ndarray) -> np.ndarray:
    """Columns scaled to mean 0 and standard deviation 1; constant columns become 0."""
    deviation = values.std(axis=0)
    return (values - values.mean(axis=0)) / np.where(deviation > 0, deviation, 1.0)
