"""What `schedules.explore("FILE.py").tune()` does: a job of the file, run without a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .engine.tuning import Watcher, start
from .jobs.job import Budget, load
from .records.record import default_path

if TYPE_CHECKING:
    from .engine.confirming import Winner


def tune_file(
    reference: str,
    shape: Sequence[int] | None,
    trials: int,
    minutes: float,
    record: str | Path | None,
) -> tuple[list[Winner], Path]:
    """Run the job of FILE.py[:NAME], or go on with its record; the winners, and the record."""
    job = load(reference)
    budget = Budget(trials=trials, minutes=minutes)
    shapes = [list(shape)] if shape else job.shapes
    job = job.model_copy(update={"shapes": shapes, "budget": budget})
    path = Path(record) if record else default_path(job.name, job.device())
    return start(job, path, Watcher(), resume=path.exists()), path
