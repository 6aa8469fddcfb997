"""A tracker and workers: outcomes are those of a local run, and a dead worker is replaced."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

import psutil
import pytest
from tune_measuring import children, free_port, measured, runs, until

from schedules.errors import NoGpu, UserError
from tune.jobs.job import load
from tune.measuring import remote
from tune.measuring.interface import MeasureOptions, Rpc, this_device
from tune.measuring.remote import worker_device


def test_over_rpc_outcomes_are_those_of_a_local_run(cluster, candidate):
    port, _ = cluster
    tasks = [*map(candidate, ("right", "crashes", "wrong")), candidate("right", "again")]
    found = measured(tasks, runner="rpc", rpc=Rpc(port=port))
    kinds = {key: outcome.kind for key, outcome in found.items()}
    assert kinds == {
        "right": "ok",
        "crashes": "crash",
        "wrong": "wrong",
        "again": "ok",
    }
    assert "SIGABRT" in found["crashes"].message
    assert socket.gethostname() in found["right"].worker


def test_a_killed_worker_is_replaced_and_its_candidate_tried_once_more(cluster, candidate):
    """The candidate is given up when its worker has been killed twice; the next one is measured."""
    port, worker = cluster
    until(lambda: not children(worker.pid, "tune.measuring.child"))

    def server_with_runner() -> psutil.Process | None:
        """The process that the worker watches, once the candidate is on its way to its runner."""
        for one in children(worker.pid, "tune.measuring.child"):
            with suppress(psutil.NoSuchProcess):
                above = one.parents()
                if psutil.Process(worker.pid) in above:
                    return above[above.index(psutil.Process(worker.pid)) - 1]
        return None

    def kill_twice() -> None:
        for _ in range(2):
            # Between sessions TVM's server has a second process for a moment: look for the runner.
            server = until(server_with_runner)
            below = server.children(recursive=True)
            server.kill()
            until(lambda below=below: not any(map(runs, below)))

    killer = threading.Thread(target=kill_twice)
    killer.start()
    # One by one: whichever were built first would be killed.
    found = measured([candidate("hangs")], runner="rpc", rpc=Rpc(port=port))
    killer.join()
    found |= measured([candidate("right")], runner="rpc", rpc=Rpc(port=port))
    assert found["hangs"].kind == "crash", found["hangs"]
    assert "the worker is gone" in found["hangs"].message
    assert found["right"].kind == "ok", found["right"]


def test_a_worker_says_what_it_is(cluster):
    """A job that runs on workers is of their device, whatever this machine has."""
    port, _ = cluster
    mine = this_device("llvm")
    assert worker_device(Rpc(port=port), "llvm") == mine
    job = load("sgemm_cpu").model_copy(update={"runner": "rpc", "rpc": Rpc(port=port)})
    assert (job.device(), job.lowered_for.arch) == (mine.name, mine.arch)
    assert job.options().device == mine.name
    with pytest.raises(NoGpu, match=f"the worker '{socket.gethostname()}': "):
        worker_device(Rpc(port=port), "cuda")


def test_a_worker_with_another_device_is_refused(cluster, candidate):
    port, _ = cluster
    with pytest.raises(UserError, match="and the run is of another: give each kind of device"):
        measured([candidate("right")], runner="rpc", rpc=Rpc(port=port), device="another")


def test_no_tracker_and_no_worker_are_told(cluster):
    soon = {"patience_s": 0.1}
    with pytest.raises(UserError, match="`tune tracker --port .*` starts one"):
        measured([], runner="rpc", rpc=Rpc(port=free_port()), **soon)
    with pytest.raises(UserError, match="`tune worker --tracker .* --key other` starts one"):
        measured([], runner="rpc", rpc=Rpc(port=cluster[0], key="other"), **soon)


def test_workers_may_join_a_run(monkeypatch):
    monkeypatch.setattr(remote, "JOIN_SECONDS", 3600.0)
    tracker = remote.Tracker(MeasureOptions(kind="llvm", runner="rpc"))
    monkeypatch.setattr(remote, "workers", lambda rpc: 3)
    assert tracker.joined(1) == [], "it was asked a moment ago"
    monkeypatch.setattr(remote, "JOIN_SECONDS", 0.0)
    assert [slot.name for slot in tracker.joined(1)] == ["worker 1", "worker 2"]
    assert tracker.joined(3) == []
    monkeypatch.undo()
    monkeypatch.setattr(remote, "JOIN_SECONDS", 0.0)
    gone = remote.Tracker(MeasureOptions(kind="llvm", rpc=Rpc(port=free_port())))
    assert gone.joined(1) == [], "sessions outlive their tracker"
