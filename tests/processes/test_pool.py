"""Work in several processes, and what the progress bar says meanwhile."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager

from schedules.processes import pool


def test_the_bar_names_a_task_that_is_not_done(monkeypatch):
    labels = []

    @contextmanager
    def progress(total):
        assert total == 3
        yield labels.append

    monkeypatch.setattr(pool, "progress", progress)
    assert pool.in_processes(str.upper, ["a", "b", "c"]) == ["A", "B", "C"]
    assert len(labels) == 3 and labels[-1] == ""
    assert set(labels[:-1]) <= {"a", "b", "c"}


def taker(task: str) -> tuple[str, int]:
    # As long as a rung takes: no process is done with its group before the other has begun.
    time.sleep(0.2)
    return task, os.getpid()


def test_a_process_takes_the_tasks_of_a_group_before_those_of_another():
    tasks = [group + str(number) for number in range(4) for group in "ab"]
    done = pool.in_processes(taker, tasks, lambda task: task[0])
    assert [task for task, _ in done] == tasks
    by_group = {group: {process for task, process in done if task[0] == group} for group in "ab"}
    assert by_group["a"] != by_group["b"]
    # With one group all processes share its tasks, as they do with the rest of the last one.
    assert len({process for _, process in pool.in_processes(taker, tasks)}) == pool.PROCESSES


def test_without_a_terminal_a_line_tells_of_each_finished_task(capsys):
    pool.in_processes(str.upper, ["a", "b", "c"], lines=True)
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in told] == ["1 of 3", "2 of 3", "3 of 3"]
    assert {line.partition(": ")[2] for line in told} == {"a", "b", "c"}
    pool.in_processes(str.upper, ["a", "b", "c"])
    assert capsys.readouterr().err == ""
