"""A Dask cluster: what is lost runs elsewhere, once in the record; foreign workers are refused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from contextlib import closing
from types import SimpleNamespace

import pytest
from distributed import Client
from tune_fakes import Told
from tune_measuring import free_port, until

from gpusim.errors import UserError
from tune.engine.tuning import Tuning
from tune.jobs.job import from_values
from tune.measuring import child, cluster
from tune.measuring.cluster import Cluster, Place, device_of, facts
from tune.measuring.interface import MeasureOptions
from tune.measuring.pool import Pool
from tune.records.lines import TVM, versions
from tune.records.record import Record

FILE = '''
import os
import time
from pathlib import Path

from tvm import te

target = "llvm"


def workload(n=32):
    a, b = (te.placeholder((n, n), name=name) for name in "AB")
    return [a, b, te.compute((n, n), lambda i, j: a[i, j] + b[i, j], name="C")]


def space(cfg):
    cfg.define_knob("rows", [1, 2, 4, 8])
    cfg.define_knob("fault", ["none", "hangs", "eats", "kills", "waits"])
    cfg.restrict(few)


def few(rows, fault):
    """one of each fault"""
    return fault == "none" or rows == 4


def schedule(sch, rows=4, fault="none"):
    begun = Path(__file__).with_suffix("." + fault)
    if fault == "hangs":
        time.sleep(1000)
    if fault == "eats":
        bytearray(10**11)
    if fault in ("kills", "waits") and not begun.exists():
        # The first time only. A builder's parent is its worker.
        begun.with_suffix(".new").write_text(str(os.getppid()))
        begun.with_suffix(".new").rename(begun)
        time.sleep(1000)
    sch.split(sch.get_loops("C")[0], [None, rows])
    yield "split"
'''


class Programs:
    """A scheduler and its workers, as a user starts them."""

    def __init__(self, folder) -> None:
        self.folder, self.port, self.running = folder, free_port(), {}
        # The version of TVM that `odd` has.
        info = folder / "odd" / "apache_tvm-0.26.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Name: apache-tvm\nVersion: 0.26.0\n")
        self.start()

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def start(self) -> None:
        def program(name: str, *arguments: str) -> None:
            odd = [str(self.folder / "odd")] if name == "odd" else []
            with (self.folder / f"{name}.log").open("a") as log:
                self.running[name] = subprocess.Popen(
                    [sys.executable, "-m", *arguments, "--no-dashboard"],
                    env={**os.environ, "PYTHONPATH": os.pathsep.join([*odd, child.path()])},
                    cwd=self.folder,
                    stdout=log,
                    stderr=log,
                )

        where = ("--host", "127.0.0.1", "--port", str(self.port))
        program("scheduler", "distributed.cli.dask_scheduler", *where)
        for name in ("a", "b", "c", "odd"):
            more = ("--name", name, "--nthreads", "1", "--resources", "CPU=1", "--no-nanny")
            program(name, "distributed.cli.dask_worker", self.address, *more)

    def wait(self) -> None:
        """Until all workers are there, however busy the machine is."""
        with Client(self.address, timeout=600, set_as_default=False) as client:
            client.wait_for_workers(4, timeout=600)

    def end(self) -> None:
        for process in self.running.values():
            process.kill()
            process.wait()


@pytest.mark.exhaustive
def test_what_is_lost_runs_elsewhere_and_nothing_is_recorded_twice(tmp_path, monkeypatch):
    """Three workers: one is killed, the scheduler and the others restart, candidates fail."""
    file = tmp_path / "some.py"
    file.write_text(FILE)
    programs = Programs(tmp_path)
    programs.wait()
    said = {
        "workload": f"{file}:schedule",
        "shapes": [[32]],
        "space": "own",
        "strategy": "grid",
        "budget": {"trials": 6},
        "measure": {"memory_gb": 30.0, "build_timeout_s": 3600.0, "run_timeout_s": 3600.0},
        "cluster": {"scheduler": programs.address},
    }
    send = Place.send

    def asked(place, query, seconds):
        send(place, query, 2.0 if place.part == "build" and "hangs" in query.key else seconds)

    def patient(options):
        return device_of(options.model_copy(update={"patience_s": 600.0}))

    monkeypatch.setattr(Place, "send", asked)
    monkeypatch.setattr(cluster, "device_of", patient)

    def disturb() -> None:
        until(file.with_suffix(".kills").exists)
        os.kill(int(file.with_suffix(".kills").read_text()), signal.SIGKILL)
        until(file.with_suffix(".waits").exists)
        programs.end()
        programs.start()

    disturbing = threading.Thread(target=disturb)
    disturbing.start()
    told, path = Told(), tmp_path / "r.jsonl"

    def tuned(trials: int) -> Counter:
        job = from_values(said | {"budget": {"trials": trials}}, "some")
        options = job.options().model_copy(update={"patience_s": 600.0})
        with closing(Record.open(path, told.say)) as record, closing(Pool(options)) as measurer:
            measurer.watcher = told
            tuning = Tuning(job, record, job.device(), told)
            tuning.begin()
            tuning.tune((32,), measurer)
        return Counter((line["knobs"]["fault"], line["kind"]) for line in Record.read(path).lines())

    try:
        tuned(6)
        found = tuned(100)
        disturbing.join()
    finally:
        programs.end()
    assert found == {
        ("none", "ok"): 4,
        ("hangs", "time-out"): 1,
        ("eats", "compile error"): 1,
        ("kills", "ok"): 1,
        ("waits", "ok"): 1,
    }
    assert (
        f"skipped the worker 'odd' has TVM 0.26.0, but the run uses {versions()[TVM]}" in told.lines
    )
    assert not any("skipped" in line and "'odd'" not in line for line in told.lines)


@pytest.fixture
def judged(monkeypatch):
    """Whether a worker with changed facts is used, and what is said of it."""
    monkeypatch.setattr(cluster, "connected", lambda options: (None, lambda: None))

    def judge(**other):
        one = Cluster(MeasureOptions(kind="cuda", device="A", driver="580", patience_s=0.0))
        one.seen["address"] = "gamma"
        device = {"device": "A", "arch": "sm_90", "driver": "580"}
        found = facts(("", "")) | device | other
        one._judge("address", SimpleNamespace(status="finished", result=lambda: found), 3)
        return [place.part for place in one.places], one.refused.get("address", "")

    return judge


def test_a_worker_like_the_runs_builds_and_runs(judged):
    assert judged() == (["build", "build", "run"], "")


@pytest.mark.parametrize(
    ("what", "theirs"), [("device", "B"), ("driver", "575"), ("TVM", "0.26"), ("code", "0")]
)
def test_a_worker_that_differs_is_refused_by_name(judged, what, theirs):
    places, why = judged(**{what: theirs})
    assert not places and why.startswith(
        f"the worker 'gamma' has {what} {theirs}, but the run uses"
    )


def test_the_place_of_a_lost_worker_takes_no_other_candidate(monkeypatch):
    monkeypatch.setattr(cluster, "connected", lambda options: (None, lambda: None))
    monkeypatch.setattr(Cluster, "_look", lambda *_: None)
    one = Cluster(MeasureOptions(kind="llvm"))
    one.seen = {"left:1": "left", "here:1": "here"}
    one.places = [Place(one, part, address) for address in one.seen for part in ("build", "run")]
    lost = one.places[0]
    lost.candidate = "being built"
    one._forget("left:1")
    assert [place.name for place in one.refreshed(print)] == ["left", "here", "here"]
    lost.candidate = None
    assert [place.name for place in one.refreshed(print)] == ["here", "here"]


def test_no_scheduler_is_told():
    options = MeasureOptions(
        kind="llvm", cluster={"scheduler": f"tcp://127.0.0.1:{free_port()}"}, patience_s=0.1
    )
    with pytest.raises(UserError, match="no scheduler at .*start one with `dask scheduler`"):
        Pool(options)
