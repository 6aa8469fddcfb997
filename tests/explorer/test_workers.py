"""Builds in processes of their own."""

from __future__ import annotations

import threading
from multiprocessing.connection import Connection

import pytest
from played_builds import FOREVER_S, HANGING, echo, wait_for

from schedules.explorer.workers import Workers
from schedules.processes.worker import Worker, WorkerLost


def test_a_worker_killed_while_idle_costs_nothing(workers):
    assert workers.do({"n": 1}) == {"query": {"n": 1}}
    workers.all[0].process.kill()
    workers.all[0].process.join()
    assert workers.do({"n": 2}) == {"query": {"n": 2}}


def test_ending_in_the_midst_of_a_build_starts_and_closes_nothing_twice(monkeypatch, tmp_path):
    started, closed = [], []
    start, close = Worker.start, Connection.close

    def starting(self):
        started.append(self)
        start(self)

    def closing(self):
        closed.append(self)
        close(self)

    monkeypatch.setattr(Worker, "start", starting)
    hanging = tmp_path / "hanging"
    monkeypatch.setenv(HANGING, str(hanging))
    found = Workers(echo, count=1, seconds=FOREVER_S, warm=None)
    assert found.do({"n": 1}) == {"query": {"n": 1}}
    ours = started[0]._ours
    monkeypatch.setattr(Connection, "close", closing)
    lost = []

    def build():
        with pytest.raises(WorkerLost, match="SIGKILL") as said:
            found.do({"step": "hang"})
        lost.append(said)

    thread = threading.Thread(target=build)
    thread.start()
    wait_for(hanging)
    found.end()
    found.end()
    thread.join()
    assert lost
    assert len(started) == 1
    assert not started[0].process.is_alive()
    assert closed == [ours]
    with pytest.raises(WorkerLost, match="ending"):
        found.do({"n": 2})
