"""A tracker and workers: outcomes are those of a local run, and a dead worker is replaced."""

from __future__ import annotations

import threading
from contextlib import suppress
from types import SimpleNamespace

import psutil
import pytest
from tune_fakes import Told, made, time_of
from tune_machines import Machine
from tune_measuring import children, free_port, measured, runs, until

from gpusim.errors import UserError
from tune.engine.tuning import start
from tune.measuring import workers
from tune.measuring.interface import Device, MeasureOptions, Rpc
from tune.measuring.pool import Pool
from tune.measuring.workers import Tracker, WorkerInfo, worker_of
from tune.records.lines import TVM, versions
from tune.records.record import Record


@pytest.mark.exhaustive
def test_a_killed_worker_is_replaced_and_its_candidate_tried_once_more(cluster, candidate):
    """The candidate is given up when its worker has been killed twice; the next one is measured."""
    port, worker = cluster
    until(lambda: not children(worker.pid, "spawn_main"))

    def server_with_runner() -> psutil.Process | None:
        """The process that the worker watches, once the candidate is on its way to its runner."""
        for one in children(worker.pid, "spawn_main"):
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


@pytest.mark.exhaustive
def test_no_tracker_and_no_worker_are_told(cluster):
    soon = {"patience_s": 0.1}
    with pytest.raises(UserError, match="start one with `tune tracker --port .*`"):
        measured([], runner="rpc", rpc=Rpc(port=free_port()), **soon)
    with pytest.raises(UserError, match="start one with `tune worker --tracker .* --key other`"):
        measured([], runner="rpc", rpc=Rpc(port=cluster[0], key="other"), **soon)


def info(
    worker: str,
    device: str = "A",
    driver: str = "580",
    tvm: str = versions()[TVM],
    kind: str = "cuda",
    process: int = 1,
) -> WorkerInfo:
    return WorkerInfo(worker, process, kind, Device(device, "sm_90", driver), tvm)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"device": "B"}, "has B, but the run uses A"),
        ({"driver": "575"}, "has driver 575, but the run uses driver 580"),
        ({"tvm": "0.26"}, f"has TVM 0.26, but the run uses TVM {versions()[TVM]}"),
    ],
)
def test_a_worker_of_another_kind_is_left_out_with_a_line(monkeypatch, other, said):
    monkeypatch.setattr(workers, "workers", lambda rpc: [info("ours"), info("odd", **other)])
    told = []
    tracker = Tracker(MeasureOptions(kind="cuda", runner="rpc", device="A", driver="580"))
    assert [slot.name for slot in tracker.slots(told.append)] == ["ours"]
    assert told == [f"skipped the worker 'odd' with the key 'tune' {said}"]


def test_a_workers_key_says_all_of_it():
    one = info("alpha, GPU 0", device="NVIDIA: H200 &c.")
    key = one.key("my key?")
    assert not set(key) & set(" :\t")
    assert worker_of(key) == one and one.host == "alpha"
    assert worker_of("tune") is None and worker_of("tune?name=a") is None


def test_of_a_foreign_a_dying_and_a_slow_worker_the_right_winner_comes(job, tmp_path, monkeypatch):
    """The slow one's times are twice as long, and the dying one is gone after its third run."""
    speed = {"dying": 1.0, "slow": 2.0, "steady": 1.0}
    machine = Machine(monkeypatch, speed, lambda name, _: speed[name], dies={"dying": 3})
    machine.made, machine.time_of = made, time_of
    found = [info(name, kind="llvm") for name in speed]
    monkeypatch.setattr(
        workers, "workers", lambda rpc: [info("foreign", device="B", kind="llvm"), *found]
    )
    one, told, path = job(trials=24), Told(), tmp_path / "r.jsonl"

    def opened(asked):
        values = asked.measure.model_dump() | {"builders": 2}
        return Pool(MeasureOptions(kind="llvm", runner="rpc", device="A", **values))

    (winner,) = start(one, path, told, resume=False, opened=opened)
    lines = list(Record.read(path).lines())
    assert len(lines) == 24 and {line["kind"] for line in lines} == {"ok"}
    assert any("'foreign'" in text and "skipped" in text for text in told.lines)
    assert "dying is gone; continuing with 2 workers" in told.lines
    assert {line["worker"] for line in lines} == {"dying", "slow", "steady"}
    own = [time_of(SimpleNamespace(knobs=line["tile"])) for line in lines]
    clocks = {round(line["times_us"][0] / time, 6) for line, time in zip(lines, own, strict=True)}
    assert len(clocks) == 1, "all times are of one clock"
    assert winner.key == lines[own.index(min(own))]["key"]
