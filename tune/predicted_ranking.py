"""A job without a device: ranks candidates by predicted time, in a record that is marked as
predicted."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpusim.errors import UserError
from gpusim.timing.constants import constants
from schedules.processes.worker import progress

from .jobs.job import Job
from .measuring.interface import BuildRequest
from .predicting import Predicted, Predictor
from .records.record import Record
from .space.base import Point
from .space.knob_space import Space
from .strategies.bayesian import MOST
from .traffic import least_costly_first

# Targets for which constants are measured.
ARCH = "sm_90"
# Number of predictions between two checks of the time limit.
ROUND = 64


@dataclass(frozen=True)
class Ranking:
    """The predicted candidates of a shape by key, fastest first.

    Also the reasons why others of the `allowed` candidates have no prediction, with their numbers.
    """

    shape: tuple[int, ...]
    allowed: int
    fastest: list[tuple[str, Predicted]]
    problems: Counter[str]


def rank(
    job: Job, chip: str, path: Path, clock: Callable[[], float] = time.monotonic
) -> Iterator[Ranking]:
    """Predict as many candidates of each shape as the job's budget of trials or minutes allows.

    These are the hand-written tiles and the candidates with the lowest cost. Each shape's
    predictions are written to a new record, fastest first. Raises UserError for an unknown chip, an
    existing file, and a target of which no chip has constants.
    """
    on = constants(chip)
    if job.rung.on_cpu:
        raise UserError(
            f"--predict-only predicts GPU kernels, and {job.name} is for a CPU: leave it out"
        )
    if job.target not in ("native", ARCH):
        raise UserError(f"{job.name} is for {job.target}, and times are predicted only for {ARCH}")
    if path.exists() and path.stat().st_size:
        raise UserError(f"{path} exists: remove it or choose another --record")
    target = job.rung.lowered_for(ARCH)
    spaces = [job.space_at(shape, target) for shape in job.shapes]
    # An empty space is reported before a file is created.
    wanted = [min(space.allowed, job.budget.trials) for space in spaces]
    with closing(Record.open(path)) as record:
        record.begin(job.text(), False, on.device, target, predicted=True)
        for space, count in zip(spaces, wanted, strict=True):
            with (
                progress(count, "predictions") as tick,
                closing(Predictor(space, chip, job.measure.builders, tick)) as predictor,
            ):
                ends = clock() + job.budget.minutes * 60
                points = promising(space, job.seeds.strategy)[:count]
                while len(predictor.made) < count and (not predictor.made or clock() < ends):
                    predictor.predict(points[len(predictor.made) :][:ROUND])
            right = {point: made for point, made in predictor.made.items() if made.us is not None}
            ranked = []
            for point in sorted(right, key=lambda ranked_point: right[ranked_point].us):
                request = space.request(point)
                record.append(line(request, right[point], chip))
                ranked.append((request.key, right[point]))
            problems = Counter(
                prediction.problem for prediction in predictor.made.values() if prediction.problem
            )
            yield Ranking(space.shape, space.allowed, ranked, problems)


def promising(space: Space, seed: int) -> list[Point]:
    """The hand-written tiles, then the least costly of as many random candidates as 'bayesian'
    considers."""
    drawn = random.Random(seed).sample(space.points, min(len(space.points), MOST))
    return list(dict.fromkeys([*space.hand_written(), *least_costly_first(space, drawn)]))


def line(request: BuildRequest, made: Predicted, chip: str) -> dict[str, Any]:
    """A candidate's line in the record."""
    return {
        "type": "prediction",
        "key": request.key,
        "rung": request.rung,
        "shape": list(request.shape),
        "arch": request.arch,
        "chip": chip,
        "predicted_us": round(made.us, 4),
        "low_us": round(made.low_us, 4),
        "high_us": round(made.high_us, 4),
        "tile": request.knobs,
        "kernel": made.kernel,
    }
