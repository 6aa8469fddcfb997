"""Bayesian optimization for answers that come late: a Gaussian process over what is known before.

The process is over the logarithm of the time. Its prior mean is the logarithm of what a schedule
costs in data moved (`tune.traffic`), its kernel a Matern 5/2 over the knobs and that cost, and a
term linear in the cost, so that measurements decide how much to make of it (Rasmussen and
Williams, Gaussian Processes for Machine Learning, chapters 2, 4 and 5). Each proposal is the least
of the means and a little noise, after Thompson sampling, which needs no answers to go on (Kandasamy
et al., Parallelised Bayesian Optimisation via Thompson Sampling, AISTATS 2018). Where all cost the
same, the first proposals are in random order.

With predicted times there are three such processes: with the predictions as the prior mean, with
the costs, and with none. They take turns, each as often as it is probable: by a share of its own
at first, then by how well it foretold what was measured (Bayesian model averaging, Hoeting et al.,
Statistical Science, 1999). So a wrong prediction costs a few trials.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

# So many points at random are looked at, where there are more; of those so many of the least costly
# are predicted.
MOST, PREDICTED = 2048, 256
# Standard deviations of the logarithm of a time: of the process, beside a cost or a prediction; of
# the level of all; of a measurement; and of the prior mean's own scale. The kernel's length, in
# standard deviations of a feature.
BESIDE_COST, BESIDE_PREDICTION, LEVEL, NOISE, SCALE, LENGTH = 0.3, 0.1, 1.0, 0.02, 0.5, 1.0
# How probable predictions, costs and neither are before anything is measured, where all that was
# asked for is predicted.
SHARES = (0.6, 0.3, 0.1)
# The noise, as a share of the process: a few dozen trials pay for no more.
SHRUNK = 0.1
# What failed counts as so much slower (in logarithms) than the slowest.
FAILED = 0.5
# Prior means that deviate by no more do not tell points apart.
ALIKE = 1e-9
# No hypothesis is impossible.
TINY = 1e-6

# Of points; None where nobody knows.
Values = Callable[[Sequence], Sequence[float | None]]


@dataclass(frozen=True)
class Prior:
    """What is known of points beforehand: their costs, and where they are predicted their times."""

    costs: Values
    times: Values | None = None


class Hypothesis:
    """A prior mean, in logarithms, and a Gaussian process of what is beyond it, at fixed points.

    `rows` is Cholesky's factor of the observed points' covariance, solved for all points: an
    observation adds one. `evidence` is the logarithm of the observed values' probability, `share`
    that of the hypothesis before any, no logarithm.
    """

    def __init__(self, knobs: np.ndarray, prior: np.ndarray, process: float, share: float) -> None:
        self.prior, self.process, self.share = prior - prior.mean(), process, share
        told = [standardized(self.prior[:, None])] if self.prior.std() > ALIKE else []
        self.features = np.hstack([knobs, *told])
        self.mean = np.zeros(len(prior))
        self.rows = np.empty((64, len(prior)))
        self.count, self.evidence = 0, 0.0

    def covariance(self, at: int) -> np.ndarray:
        """Of all points with one."""
        apart = ((self.features - self.features[at]) ** 2).mean(axis=1)
        far = np.sqrt(5 * apart) / LENGTH
        matern = (1 + far + far * far / 3) * np.exp(-far)
        return self.process**2 * matern + LEVEL**2 + SCALE**2 * self.prior * self.prior[at]

    def add(self, at: int, value: float) -> None:
        """Observe how far a point's value is beyond the prior mean."""
        rows = self.rows[: self.count]
        left = self.covariance(at) - rows[:, at] @ rows
        deviation = math.sqrt(max(left[at], 0.0) + NOISE**2)
        row = left / deviation
        if self.count == len(self.rows):
            self.rows = np.concatenate([self.rows, np.empty_like(self.rows)])
        self.rows[self.count] = row
        self.count += 1
        off = (value - self.mean[at]) / deviation
        self.evidence -= off * off / 2 + math.log(deviation)
        self.mean = self.mean + row * off

    def best(self, left: Sequence[int], random: np.random.Generator) -> int:
        """The fastest of the points that are left, times being off by a little at random."""
        drawn = random.standard_normal(len(left)) * SHRUNK * self.process
        return left[int(np.argmin(self.prior[left] + self.mean[left] + drawn))]


class Bayesian:
    """Proposes what should be fastest, given what is measured.

    `features` gives a point's knobs as numbers, `prior` what is known of points beforehand.
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
        self._place = {point: at for at, point in enumerate(self._points)}
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
        self._hypotheses = [Hypothesis(knobs, *one) for one in given]
        self._turns = np.zeros(len(self._hypotheses))
        self._seen: set = set()
        self._first: tuple[int, float] | None = None
        self._slowest = 0.0

    def observe(self, point, time_us: float | None) -> None:
        self._seen.add(point)
        at = self._place.get(point)
        if at is None:
            return
        if time_us is not None:
            self._first = self._first or (at, math.log(time_us))
            value = math.log(time_us) - self._first[1]
            self._slowest = max(self._slowest, value)
        else:
            value = self._slowest + FAILED
        # Times and priors are relative to the first point that was right.
        first = self._first[0] if self._first else at
        for one in self._hypotheses:
            one.add(at, value - one.prior[at] + one.prior[first])

    def propose(self):
        left = [at for at, point in enumerate(self._points) if point not in self._seen]
        if not left:
            point = next((point for point in self._rest if point not in self._seen), None)
            self._seen.add(point)
            return point
        self._turns += self.probabilities()
        turn = int(np.argmax(self._turns))
        self._turns[turn] -= 1
        point = self._points[self._hypotheses[turn].best(left, self._random)]
        self._seen.add(point)
        return point

    def probabilities(self) -> np.ndarray:
        """Of the hypotheses, given what is measured."""
        evidence = np.array([one.evidence for one in self._hypotheses])
        share = np.array([one.share for one in self._hypotheses])
        likely = share * np.exp(evidence - evidence.max())
        return likely / likely.sum()


def predicted(points: Sequence, cost: np.ndarray, times: Values) -> tuple[np.ndarray, float]:
    """Logarithms of predicted times; of what has none its cost's, at the others' level.

    Only the least costly points are predicted, for that takes seconds each. Second, the share of
    these that have a prediction.
    """
    asked = np.argsort(cost, kind="stable")[:PREDICTED]
    made = dict(zip(asked, times([points[at] for at in asked]), strict=True))
    known = {at: math.log(time) for at, time in made.items() if time is not None}
    if not known:
        return cost, 0.0
    level = np.median([time - cost[at] for at, time in known.items()])
    found = np.array([known.get(at, level + one) for at, one in enumerate(cost)])
    return found, len(known) / len(made)


def logarithms(costs: Sequence[float | None]) -> np.ndarray:
    """Of costs; what has none is taken to be like the middle of the others."""
    known = [math.log(cost) for cost in costs if cost is not None]
    middle = float(np.median(known)) if known else 0.0
    return np.array([middle if cost is None else math.log(cost) for cost in costs])


def standardized(values: np.ndarray) -> np.ndarray:
    """Columns of mean 0 and deviation 1; constant ones are 0."""
    deviation = values.std(axis=0)
    return (values - values.mean(axis=0)) / np.where(deviation > 0, deviation, 1.0)
