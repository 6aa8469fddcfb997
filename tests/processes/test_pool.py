"""Work in several processes, and what the progress bar says meanwhile."""

from __future__ import annotations

import os
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from schedules.core.errors import ShapeError
from schedules.processes import worker as pool
from schedules.processes.worker import Outdated, Pool, WorkerLost


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


# --- queries --------------------------------------------------------------------------------------


def behave(query: str) -> tuple[str, int]:
    """Hang once a file is written, refuse, or need a process that has answered nothing yet."""
    if query.startswith("/"):
        Path(query).touch()
        time.sleep(3600)
    if query == "exit":
        os._exit(3)
    if query == "refuse":
        raise ShapeError("does not fit")
    if query == "new" and known:
        raise Outdated
    known.append(query)
    return query, os.getpid()


known: list[str] = []


@contextmanager
def one(**options):
    with Pool(behave, 1, **options) as found:
        yield found


def test_a_worker_is_replaced_only_if_it_has_to_be(tmp_path):
    with one() as found:
        _, first = found.do("this")
        with pytest.raises(ShapeError, match="does not fit"):
            found.do("refuse")
        assert found.do("that") == ("that", first)
        _, second = found.do("new")
        assert second != first
        found.workers[0].process.kill()
        found.workers[0].process.join()
        _, third = found.do("after it died while idle")
        hangs = tmp_path / "hangs"
        assert found.do(str(hangs), lambda _: not hangs.exists()) is None
        assert found.do("after nobody waited")[1] not in (second, third)
    with one(fragile=True) as found:
        _, first = found.do("this")
        with pytest.raises(ShapeError):
            found.do("refuse")
        assert found.do("that")[1] != first


@pytest.mark.parametrize("work", [Pool.do, lambda found, task: found.map([task])])
def test_a_time_limit_holds(work, tmp_path):
    with one(seconds=0.5) as found:
        assert found.do("this")
        with pytest.raises(WorkerLost, match="took more than 0.5 s and was ended"):
            work(found, str(tmp_path / "hangs"))


def test_a_lost_task_costs_no_other(tmp_path):
    hangs = str(tmp_path / "hangs")
    with one() as found:
        soon = time.monotonic() + 0.5
        told = found.map([hangs, "last"], lost=lambda task, error: (task, error.late), until=soon)
        assert told == [(hangs, True), ("last", True)]
    tasks = ["first", "exit", "last"]
    told = pool.in_processes(behave, tasks, lost=lambda task, error: (task, str(error)))
    assert [task for task, _ in told] == tasks and "exit code 3" in told[1][1]


def test_the_end_of_a_pool_ends_its_work(tmp_path):
    hangs, lost = tmp_path / "hangs", []
    with one() as found:

        def ask():
            with pytest.raises(WorkerLost, match="SIGKILL") as error:
                found.do(str(hangs))
            lost.append(error)

        thread = threading.Thread(target=ask)
        thread.start()
        while not hangs.exists():
            time.sleep(0.01)
        found.end()
        thread.join()
    assert lost and not found.workers[0].process.is_alive()
    with pytest.raises(WorkerLost, match="ending"):
        found.do("this")
