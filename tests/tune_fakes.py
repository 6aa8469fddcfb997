"""A measurer that runs nothing, and `tune` with it as a program of its own."""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Iterable, Iterator

from tune.measure.build import rung_at, scheduled
from tune.space import schedule_hash
from tune.task import Outcome, Task

JOB = """
workload = "gemm/sgemm_cpu:parallel"
shape = [64, 64, 64]
target = "x86-64-v3"
space = "sgemm_cpu"
strategy = "{strategy}"

[budget]
trials = {trials}
minutes = 1
"""


def job_text(strategy: str = "random", trials: int = 20) -> str:
    return JOB.format(strategy=strategy, trials=trials)


def time_of(task: Task) -> float:
    """Microseconds that depend on the tile alone; the best has 4 x 16 in a block of 32 x 32."""
    ideal = {"block_i": 32, "block_j": 32, "rows": 4, "columns": 16}
    return 10.0 + sum(abs(task.knobs[name] - value) for name, value in ideal.items())


def made(task: Task) -> dict[str, str]:
    """What a builder says of a task's schedule; its kernel is not made."""
    rung, workload = rung_at(task.rung, task.shape)
    return {"schedule": schedule_hash(scheduled(task, rung, workload), rung)}


class FakeMeasurer:
    """Times follow `time_of`; one key in eight fails, the same in every process.

    `wrong_again` and `slow_again` are keys that are so when they are timed again; `pause_s` is how
    long a candidate takes; `compiler` is said to have made it; `log` collects what was asked.
    """

    def __init__(
        self,
        wrong_again: Iterable[str] = (),
        slow_again: Iterable[str] = (),
        pause_s: float = 0.0,
        compiler: str = "",
    ) -> None:
        self.wrong_again = set(wrong_again)
        self.slow_again = set(slow_again)
        self.pause_s = pause_s
        self.compiler = {"compiler": compiler} if compiler else {}
        self.log: list[str] = []
        self.closed = False

    def measure(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome]]:
        for task in tasks:
            self.log.append(task.key)
            time.sleep(self.pause_s)
            first, _, again = task.key.partition(" again ")
            if again and first in self.wrong_again:
                yield task, Outcome("wrong", message="an element differs")
            elif again and first in self.slow_again:
                yield task, Outcome("ok", times_us=(1000.0,), made=self.compiler)
            elif hashlib.sha256(first.encode()).digest()[0] < 32:
                yield task, Outcome("time-out", message="took longer than 1 s", made=made(task))
            else:
                all_made = made(task) | self.compiler
                yield task, Outcome("ok", (time_of(task),), worker="fake", made=all_made)

    def close(self) -> None:
        self.closed = True


def small(monkeypatch) -> None:
    """Have the evolutionary search walk few candidates."""
    from tune.strategies import evolutionary

    for name, value in {"BATCH": 4, "POPULATION": 6, "UNMEASURED": 4, "GENERATIONS": 1}.items():
        monkeypatch.setattr(evolutionary, name, value)


if __name__ == "__main__":
    import tune.run
    from tune.cli import main

    pause = float(os.environ.get("FAKE_PAUSE_S", "0"))
    tune.run.open_measurer = lambda job: FakeMeasurer(pause_s=pause)
    main(sys.argv[1:])
