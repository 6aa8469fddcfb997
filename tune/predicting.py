"""Predicted times of candidates, computed in several processes and cached in the user's cache
folder.

The cache key has the kernel's text, its launch, the chip's constants, the compiler and the sources
of the model.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path

import gpusim
from gpusim.cache import Cache, cache_key
from gpusim.errors import NoCompiler, NoTool, UserError
from gpusim.timing.constants import chips
from schedules.core.kernel import Kernel, kernel_of
from schedules.core.ladder import steps
from schedules.processes.platforms import cores
from schedules.processes.worker import Pool

from .measuring.build import asked_for
from .measuring.interface import BuildRequest
from .records.lines import hash_of
from .space.base import Point
from .space.knob_space import Space

# With fewer predictions, no processes are started.
FEW = 3
_MEMBER = "prediction.json"


@dataclass(frozen=True)
class Predicted:
    """A candidate's predicted microseconds with lower and upper bound, or why there are none."""

    us: float | None = None
    low_us: float | None = None
    high_us: float | None = None
    kernel: str = ""
    problem: str = ""


@cache
def model_hash(chip: str) -> str:
    """Hash of a chip's constants and of the sources that predict a time from SASS."""
    sources = Path(gpusim.__file__).parent.rglob("*.py")
    return hash_of([chips()[chip], *sorted(sources)])


def predicted(request: BuildRequest, chip: str) -> Predicted:
    """One candidate's time on a chip; raises NoTool and NoCompiler if there is no compiler."""
    try:
        rung, workload = asked_for(request)
        tile = replace(rung.tile_for(workload, request.arch), **request.knobs)
        target = rung.lowered_for(request.arch)
        kernel = kernel_of(rung, steps(rung, workload, tile)[-1], workload, target)
        name = cache_key(
            kernel.lowering.source,
            repr(kernel.launches),
            kernel.shape,
            kernel.compiler.version,
            model_hash(chip),
        )
        kept = Cache().load(f"{name}.prediction.zip", (_MEMBER,))
        if kept is not None:
            return Predicted(**json.loads(kept[_MEMBER]))
        prediction = fresh(kernel, chip)
        members = {_MEMBER: json.dumps(asdict(prediction)).encode()}
        Cache().store(f"{name}.prediction.zip", members)
    except (NoTool, NoCompiler):
        raise
    except UserError as error:
        return Predicted(problem=str(error))
    return prediction


def fresh(kernel: Kernel, chip: str) -> Predicted:
    try:
        made = kernel.predict(chip)
    except (NoTool, NoCompiler):
        raise
    except UserError as error:
        return Predicted(kernel=kernel.fingerprint, problem=str(error))
    return Predicted(made.us, *made.between, kernel.fingerprint)


class Predictor:
    """Predictions of a space's points for a chip, each made once.

    `told` is called after each prediction. Worker processes, by default one per core, are started
    by the first request with more than a few points and end with this object.
    """

    def __init__(
        self,
        space: Space,
        chip: str,
        processes: int | None = None,
        told: Callable[[], None] = lambda: None,
    ) -> None:
        self._space, self.chip, self._told = space, chip, told
        self._workers = processes or cores()
        self._pool: Pool | None = None
        self.made: dict[Point, Predicted] = {}

    def predict(self, points: Sequence[Point]) -> list[Predicted]:
        missing = [point for point in dict.fromkeys(points) if point not in self.made]
        requests = [self._space.request(point) for point in missing]
        if len(missing) < FEW and self._pool is None:
            for point, request in zip(missing, requests, strict=True):
                self.made[point] = predicted(request, self.chip)
                self._told()
        else:
            if self._pool is None:
                self._pool = Pool(partial(predicted, chip=self.chip), self._workers)
            predictions = self._pool.map(requests, done=lambda _position, _running: self._told())
            self.made.update(zip(missing, predictions, strict=True))
        return [self.made[point] for point in points]

    def times(self, points: Sequence[Point]) -> list[float | None]:
        """Predicted microseconds, None if a candidate has no prediction."""
        return [prediction.us for prediction in self.predict(points)]

    def close(self) -> None:
        """End the processes. Safe to call twice."""
        if self._pool is not None:
            self._pool.end()
            self._pool = None
