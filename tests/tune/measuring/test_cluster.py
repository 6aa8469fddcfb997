"""A Dask cluster: what is lost runs elsewhere, once in the record; foreign workers are refused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import Future
from contextlib import closing
from types import SimpleNamespace

import pytest
from distributed import Client
from tune_fakes import Told
from tune_measuring import free_port, started, until

from gpusim.errors import UserError
from schedules.core.errors import NoGpu
from tune.engine.tuning import Tuning
from tune.jobs.job import from_values
from tune.measuring import child, cluster
from tune.measuring.child import facts
from tune.measuring.cluster import Cluster, Place, device_of
from tune.measuring.interface import Device, MeasureOptions
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
        f"skipped the worker 'odd': it has TVM 0.26.0, but the run uses {versions()[TVM]}"
        in told.lines
    )
    assert not any("skipped" in line and "'odd'" not in line for line in told.lines)


SAME = facts("") | {"device": "A", "driver": "580"}


@pytest.mark.parametrize("part", ["build", "run"])
def test_a_process_like_the_runs_is_used(monkeypatch, part):
    monkeypatch.setattr(child, "this_device", lambda kind: Device("A", "sm_90", "580"))
    same = SAME if part == "run" else facts("")
    child.check_same({"kind": "cuda", "file": "", "same": same})


@pytest.mark.parametrize(
    ("what", "ours"), [("device", "B"), ("driver", "575"), ("TVM", "0.26"), ("code", "0")]
)
def test_a_process_that_differs_cannot_work(monkeypatch, what, ours):
    monkeypatch.setattr(child, "this_device", lambda kind: Device("A", "sm_90", "580"))
    with pytest.raises(UserError, match=f"it has {what} {SAME[what]}, but the run uses {ours}$"):
        child.check_same({"kind": "cuda", "file": "", "same": SAME | {what: ours}})


def test_a_file_that_differs_cannot_be_used(tmp_path):
    file = tmp_path / "some.py"
    file.write_text("one")
    same = facts(str(file))
    settings = {"kind": "llvm", "file": str(file), "same": same}
    child.check_same(settings)
    file.write_text("two")
    with pytest.raises(UserError, match="it has file .*some.py .*, but the run uses"):
        child.check_same(settings)
    file.unlink()
    with pytest.raises(UserError, match="it has file .*some.py missing, but the run uses"):
        child.check_same(settings)


@pytest.fixture
def two(monkeypatch):
    """A cluster of two workers, each with a place to build and one to run."""
    monkeypatch.setattr(cluster, "connected", lambda options: None)
    monkeypatch.setattr(Cluster, "compare", lambda *_: None)
    one = Cluster(MeasureOptions(kind="llvm", patience_s=0.0))
    one.names = {"left:1": "left", "here:1": "here"}
    one.places = [
        Place(one, part, address, name, address)
        for address, name in one.names.items()
        for part in ("build", "run")
    ]
    return one


def test_the_place_of_a_lost_worker_takes_no_other_candidate(two):
    lost = two.places[0]
    lost.candidate = "being built"
    del two.names["left:1"]
    assert [place.name for place in two.refreshed(print)] == ["left", "here", "here"]
    lost.candidate = None
    assert [place.name for place in two.refreshed(print)] == ["here", "here"]


def test_a_worker_that_cannot_work_is_refused_by_name_and_its_candidate_is_not_to_blame(two):
    told = Told()
    two.refreshed(told.say)
    future = Future()
    future.set_exception(UserError("it has TVM 0.26.0"))
    for place in two.places[:2]:
        place.future = future
        assert place.hear() == {"lost": "it has TVM 0.26.0", "blameless": True}
    assert [place.name for place in two.refreshed(told.say)] == ["here", "here"]
    assert told.lines == ["skipped the worker 'left': it has TVM 0.26.0"]


def test_tasks_that_run_on_a_refused_worker_are_waited_for(two):
    """They end with the same error, and their candidates are not to blame."""
    two.refreshed(print)
    two.refused["left:1"] = "odd"
    two.places[0].future = Future()
    assert two.places[0].hear() is None
    del two.names["left:1"]
    assert two.places[0].hear() == {"lost": "the worker 'left' is gone"}


def test_no_worker_that_can_run_is_told(two):
    two.client = SimpleNamespace(status="running")
    two.names = {}
    with pytest.raises(UserError, match="no worker .* resource CPU: start one with `dask worker "):
        two.refreshed(print)
    two.refused = {"left:1": "the worker 'left': it has TVM 0.26.0"}
    with pytest.raises(UserError, match="^the worker 'left': it has TVM 0.26.0$"):
        two.refreshed(print)


def test_no_scheduler_is_told():
    options = MeasureOptions(
        kind="llvm", cluster={"scheduler": f"tcp://127.0.0.1:{free_port()}"}, patience_s=0.1
    )
    with pytest.raises(UserError, match="no scheduler at .*start one with `dask scheduler`"):
        Pool(options)


def with_workers(folder, **more) -> subprocess.Popen:
    """`tune run JOB --workers 2` as a program."""
    (folder / "some.py").write_text(FILE)
    (folder / "job.toml").write_text(
        'workload = "some.py:schedule"\nshape = [32]\nspace = "own"\nstrategy = "grid"\n'
        'only = { fault = ["none"] }\n[budget]\ntrials = 4\n'
    )
    arguments = ["-m", "tune", "run", "job.toml", "--workers", "2", "--record", "r.jsonl"]
    return started(arguments, cwd=folder, stdout=subprocess.PIPE, **more)


@pytest.mark.exhaustive
def test_each_worker_on_this_machine_sees_one_gpu(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3,5")
    options = {"kind": "cuda", "patience_s": 600.0}
    with cluster.connected(MeasureOptions(**options, cluster={"workers": 2})) as client:
        seen = client.run(os.getenv, "CUDA_VISIBLE_DEVICES")
    assert sorted(seen.values()) == ["3", "5"]
    with pytest.raises(NoGpu, match="no GPU 2 here"):
        cluster.connected(MeasureOptions(**options, cluster={"workers": 3}))


@pytest.mark.exhaustive
def test_ctrl_c_ends_a_run_and_its_workers_without_a_traceback(tmp_path):
    def as_in_a_terminal() -> None:
        # A process that was started in the background ignores SIGINT, and so do its children.
        signal.signal(signal.SIGINT, signal.default_int_handler)

    more = {"start_new_session": True, "preexec_fn": as_in_a_terminal}
    with with_workers(tmp_path, **more) as process:
        until(lambda: "starting" in process.stderr.readline())
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate()
    assert process.returncode == 130
    assert errors.splitlines()[-1].startswith("tune: interrupted; ")
    assert "Traceback" not in errors


@pytest.mark.exhaustive
def test_a_run_with_workers_on_this_machine_finishes(tmp_path):
    """With the confirmation of its winner."""
    with with_workers(tmp_path) as process:
        output, errors = process.communicate()
    assert process.returncode == 0, errors
    assert "confirmed on fresh inputs" in output and "wrote r.jsonl" in output
    record = Record.read(tmp_path / "r.jsonl")
    lines = list(record.lines())
    assert [line["kind"] for line in lines] == ["ok"] * 4
    assert {line["worker"] for line in lines} <= {"0", "1"}
    assert len({line["key"] for line in lines}) == 4 and len(record.finals) == 1
