"""What the benchmark of tuning makes of a measurer's answers."""

from __future__ import annotations

import json
import os

import pytest
from conftest import ROOT

from benchmarks.tuning import Crew, clocked, crews, warm_up, while_dealt
from gpusim.errors import UserError
from tune.measuring.interface import BuildRequest, Outcome

TASKS = [BuildRequest(str(at), "gemm/sgemm_cpu:parallel", (8, 8, 8), "any") for at in range(12)]


class Workers:
    """Answers by turns; `ahead` tasks are on their way before the first answer."""

    def __init__(self, *names: str, ahead: int = 1) -> None:
        self.names, self.ahead = names, ahead
        self.asked: list[str] = []

    def measure(self, tasks):
        tasks = iter(tasks)
        waiting = []
        while True:
            while len(waiting) < self.ahead and (task := next(tasks, None)):
                self.asked.append(task.key)
                waiting.append(task)
            if not waiting:
                return
            name = self.names[len(self.asked) % len(self.names)]
            kind = "wrong" if len(waiting[0].key) > 1 else "ok"
            yield waiting.pop(0), Outcome(kind, (1.0,) if kind == "ok" else (), "no", worker=name)

    def close(self) -> None:
        pass


def test_a_warm_up_ends_when_each_worker_has_answered():
    workers = Workers("one", "two", "three", ahead=2)
    used = warm_up(workers, TASKS, 3)
    assert workers.asked == [task.key for task in TASKS[:used]]
    assert 3 <= used < len(TASKS)


def test_a_worker_that_never_answers_is_told():
    with pytest.raises(UserError, match="of 3 workers 2 answered 12 candidates"):
        warm_up(Workers("one", "two"), TASKS, 3)


def test_a_rate_is_of_all_that_was_measured():
    found = clocked(Workers("one"), TASKS)
    assert found["candidates"] == 12
    assert found["outcomes"] == {"ok": 10, "wrong": 2}
    assert found["messages"] == {"no": 12}
    assert 0 < found["per_minute"] <= found["per_minute_once_started"]


def test_a_rate_while_dealt_leaves_out_what_fills_and_drains_the_pipe():
    assert while_dealt([9.0, 10.0, 11.0, 12.0, 50.0], 12.0) == 60.0
    assert while_dealt([9.0, 20.0], 9.5) is None


def test_crews_are_workers_and_builders():
    cores = len(os.sched_getaffinity(0))
    assert crews("1:16,1,4") == [Crew(1, 16), Crew(1, cores), Crew(4, cores)]
    for text, why in (("2,1", "ascending"), ("1,x", "'x' is no number"), ("0", "'0' is no number")):
        with pytest.raises(UserError, match=why):
            crews(text)


def test_two_gpus_and_the_memory_of_tuning_are_within_their_bounds():
    """docs/measuring-candidates.md has the figures."""
    workers = json.loads((ROOT / "docs/results/workers-nvidia-h200.json").read_text())
    few, one, two = workers["through_tracker"]
    assert [(crew["workers"], crew["builders"]) for crew in (few, one, two)] == [
        (1, 16),
        (1, 32),
        (2, 32),
    ]
    assert two["per_minute_while_dealt"] > one["per_minute_while_dealt"]
    memory = json.loads((ROOT / "docs/results/tuning-memory.json").read_text())
    assert memory["candidates"] == 10_000 and memory["peak_mb"] < memory["goal_mb"]
