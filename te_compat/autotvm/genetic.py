"""AutoTVM's genetic algorithm, as a strategy."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .space import ConfigSpace, Point


class Genetic:
    """AutoTVM's genetic algorithm: parents are selected by speed, and a config is measured once.

    A generation is bred from the configs measured so far, since proposals do not wait for results.
    """

    def __init__(
        self,
        space: ConfigSpace,
        points: Sequence[Point],
        seed: int,
        population: int,
        elites: int,
        mutation: float,
    ) -> None:
        self._space = space
        self._random = random.Random(seed)
        self._rest = self._random.sample(points, len(points))
        self._population, self._elites, self._mutation = population, elites, mutation
        self._seen: set[Point] = set()
        # Of this generation, and of those from which it is bred.
        self._speeds: dict[Point, float] = {}
        self._parents: dict[Point, float] = {}
        self._queue: list[Point] = self._fresh(population)

    def observe(self, point: Point, time_us: float | None) -> None:
        self._seen.add(point)
        self._speeds[point] = 1 / time_us if time_us else 0.0

    def propose(self) -> Point | None:
        self._queue = self._queue or self._bred()
        while self._queue:
            point = self._queue.pop(0)
            if point not in self._seen:
                self._seen.add(point)
                return point
            self._queue = self._queue or self._bred()
        return None

    def _fresh(self, count: int) -> list[Point]:
        """Random points that have not been seen."""
        fresh: list[Point] = []
        while self._rest and len(fresh) < count:
            point = self._rest.pop()
            if point not in self._seen:
                fresh.append(point)
        return fresh

    def _bred(self) -> list[Point]:
        """The next generation: children of this one and of the best so far."""
        every = self._parents | self._speeds
        best = sorted(every, key=every.__getitem__, reverse=True)[: self._elites]
        self._parents = self._speeds | {parent: every[parent] for parent in best}
        self._speeds = {}
        children: dict[Point, None] = {}
        parents, weights = list(self._parents), list(self._parents.values())
        if len(parents) > 1 and any(weights):
            # In a nearly exhausted space, most children have been seen.
            for _ in range(10 * self._population):
                if len(children) >= self._population:
                    break
                child = self._child(*self._random.choices(parents, weights, k=2))
                index = self._space.knob2point(child)
                if child not in self._seen and self._space.is_index_valid(index):
                    children[child] = None
        return [*children, *self._fresh(self._population - len(children))]

    def _child(self, first: Point, second: Point) -> Point:
        cut = self._random.randrange(len(first) + 1)
        return tuple(
            self._random.randrange(dim) if self._random.random() < self._mutation else gene
            for gene, dim in zip((*first[:cut], *second[cut:]), self._space.dims, strict=True)
        )
