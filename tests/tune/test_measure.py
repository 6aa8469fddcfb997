"""Measuring candidates: what goes wrong is told apart, and nothing is left behind."""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
from conftest import no_gpu
from schedules.checks.device import Cubins, first_error

import tune.measure.run
from schedules.catalog import ladder
from schedules.errors import NoGpu, NoTool, UserError
from schedules.lowering.kernel_text import text_fingerprint
from schedules.targets.cpus import native_mcpu
from tune.devices import this_device
from tune.jobs import Rpc, load
from tune.measure import MeasureOptions, open_measurer
from tune.measure.build import Builder, TuningCubins, emitted, nvrtc, nvrtc_precompiled
from tune.measure.child import CANNOT, path
from tune.measure.cli import devices_of
from tune.measure.pool import Pool, Slot, visible
from tune.measure.remote import worker_device
from tune.measure.run import CpuRunner
from tune.space import find
from tune.task import Task

# A file of a user's: what its kernel calls when it runs, and what its schedules do when built.
FILE = """
import ctypes
import time
from dataclasses import dataclass
from pathlib import Path

from tvm import te, tirx

from schedules.workloads import Gemm

CALL = {call!r}

@dataclass(frozen=True)
class Planted(Gemm):
    def prim_func(self):
        if CALL is None:
            return super().prim_func()
        a = te.placeholder((self.m, self.k), "float32", name="A")
        b = te.placeholder((self.k, self.n), "float32", name="B")
        call = tirx.call_extern("float32", CALL) if CALL else 0.0
        c = te.compute((self.m, self.n), lambda i, j: a[i, j] + b[i, j] + call, name="C")
        return te.create_prim_func([a, b, c])

workload = Planted(16, 16, 16)

def plain(sch):
    sch.split(sch.get_loops("C")[0], [None, 4])
    yield "split"

def bound(sch):
    sch.bind(sch.get_loops("C")[0], "blockIdx.x")
    yield "bind"

def build_hangs(sch):
    Path(__file__).with_suffix(".begun").touch()
    time.sleep(1000)
    yield "never"

def build_crashes(sch):
    ctypes.string_at(0)
    yield "never"

def build_fails(sch):
    sch.split(sch.get_loops("C")[0], [3, 3])
    yield "never"
"""
CALLS = {"right": None, "wrong": "", "crashes": "abort", "hangs": "pause"}
GPU_CALLS = {
    "right": None,
    "wrong": "",
    "crashes": '([] { asm volatile("trap;"); return 0.0f; })',
    "hangs": "([] { for (;;) __nanosleep(1000); return 0.0f; })",
}


@pytest.fixture(scope="module")
def candidate(tmp_path_factory):
    """A task by the fault of its kernel, or the name of a schedule whose build has one."""
    folder = tmp_path_factory.mktemp("candidates")
    for name, call in CALLS.items():
        (folder / f"{name}.py").write_text(FILE.format(call=call))

    def make(name: str, key: str = "") -> Task:
        file, rung = (name, "plain") if name in CALLS else ("right", name)
        return Task(key or name, f"{folder / file}.py:{rung}", (), native_mcpu())

    return make


def sgemm(key: str, **knobs: int) -> Task:
    return Task(key, "gemm/sgemm_cpu:parallel", (64, 64, 64), native_mcpu(), knobs)


def measured(tasks, **options) -> dict:
    """Outcomes by key."""
    measurer = open_measurer(MeasureOptions(kind="llvm", workers=2, **options))
    try:
        return {task.key: outcome for task, outcome in measurer.measure(tasks)}
    finally:
        measurer.close()


# --- outcomes -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def outcomes(candidate):
    """Every fault there is, in one run, between candidates that are right."""
    tasks = [
        sgemm("first", block_i=32, rows=4),
        candidate("build_hangs"),
        candidate("build_crashes"),
        candidate("build_fails"),
        candidate("hangs"),
        candidate("crashes"),
        candidate("wrong"),
        candidate("right"),
        sgemm("limit", block_i=64, rows=48),
        sgemm("unknown", nonsense=1),
        sgemm("last", block_i=64, rows=8),
    ]
    return measured(tasks, build_timeout_s=2.0, run_timeout_s=2.0)


@pytest.mark.parametrize(
    ("key", "kind", "said"),
    [
        ("first", "ok", ""),
        ("right", "ok", ""),
        ("last", "ok", ""),
        ("limit", "limit", "no multiple of the register tile's 48"),
        ("unknown", "compile error", "nonsense"),
        ("build_fails", "compile error", "build_fails"),
        ("build_hangs", "time-out", "the build took more than 2 s"),
        ("build_crashes", "crash", "the build crashed: SIGSEGV"),
        ("hangs", "time-out", "the run took more than 2 s"),
        ("crashes", "crash", "the run crashed: SIGABRT"),
        ("wrong", "wrong", "256 of 256 elements wrong, first at [0, 0]"),
    ],
)
def test_outcome(outcomes, key, kind, said):
    assert outcomes[key].kind == kind, outcomes[key]
    assert said in outcomes[key].message


def test_every_task_has_one_outcome_and_only_right_ones_have_times(outcomes):
    assert len(outcomes) == 11
    for outcome in outcomes.values():
        assert bool(outcome.times_us) == (outcome.kind == "ok")
        assert all(time > 0 for time in outcome.times_us)


def test_stages_are_told(outcomes):
    assert {"walk", "compile", "load", "verify", "time"} <= outcomes["last"].stages_s.keys()
    assert outcomes["last"].worker == "local"


def test_a_builder_says_which_schedule_and_kernel_it_made(outcomes):
    assert len(outcomes["first"].made["kernel"]) == 16
    assert outcomes["first"].made.keys() == {"schedule", "kernel"}
    assert outcomes["first"].made != outcomes["last"].made
    # Its schedule is refused, or what comes of it.
    assert outcomes["unknown"].made == outcomes["build_crashes"].made == {}
    assert outcomes["wrong"].made["schedule"] != outcomes["right"].made["schedule"]
    space = find("sgemm_cpu").at(ladder("gemm/sgemm_cpu")["parallel"], (64, 64, 64), native_mcpu())
    point = space.points[0]
    candidate = space.candidate(point)
    (found,) = measured([space.proposed(point).task]).values()
    assert found.made["schedule"] == candidate.schedule


def test_a_trace_replays_and_a_foreign_one_does_not():
    rung = ladder("gemm/sgemm_cpu")["parallel"]
    sch, _ = rung.finished(rung.at((64, 64, 64)), rung.tile)
    import json

    from tune.space import plain

    trace = json.dumps(plain(sch.trace.as_json()))
    builder = Builder({"kind": "llvm", "folder": ""})
    task = Task("trace", rung.path, (64, 64, 64), native_mcpu(), trace=trace)
    assert b"define" in builder(task, lambda: None)["built"]["llvm"]
    other = Task("trace", "gemm/sgemm_cpu:parallel", (64, 64, 64), native_mcpu(), trace="[[],[]")
    assert builder(other, lambda: None)["outcome"].kind == "compile error"


@pytest.mark.parametrize(
    ("rung", "knobs", "said"),
    [
        (
            "gemm/sgemm_tvm:block_tile",
            {"block_i": 64, "block_j": 64, "threads_i": 64, "threads_j": 64},
            "4096 threads exceeds the target's limit of 1024",
        ),
        ("gemm/sgemm_tvm:cp_async", {"block_k": 128}, "exceed the target's limit of"),
        ("gemm/sgemm_tvm:cp_async", {"warps_i": 3}, "not a multiple of the tile"),
    ],
)
def test_a_gpu_limit_is_told_before_compiling(tmp_path, rung, knobs, said):
    builder = Builder({"kind": "cuda", "folder": str(tmp_path)})
    answer = builder(Task("limit", rung, (512, 512, 512), "sm_90", knobs), lambda: None)
    assert answer["outcome"].kind == "limit"
    assert said in answer["outcome"].message
    assert "compile" not in answer["outcome"].stages_s


@pytest.fixture
def toolkit(monkeypatch):
    """CUDA's headers from the wheels, where TVM and NVRTC find them."""
    from schedules.compile.toolchain import _COMPILER, _file

    monkeypatch.setenv("CUDA_PATH", str(_file(_COMPILER, "include").parent))


def test_a_gpu_candidate_is_a_library_and_its_machine_code_made_once(tmp_path, toolkit):
    builder = Builder({"kind": "cuda", "folder": str(tmp_path)})
    task = Task("small", "gemm/sgemm_tvm:block_tile", (64, 64, 64), "sm_90")
    answers = [builder(task, lambda: None) for _ in range(2)]
    first, again = (answer["built"] for answer in answers)
    assert answers[0]["made"] == answers[1]["made"]
    assert answers[0]["made"]["compiler"].startswith("NVRTC 1")
    assert answers[0]["made"]["kernel"] == text_fingerprint(first["source"].decode())
    assert first["library"].startswith(b"\x7fELF")
    assert b"main_kernel" in first["cubin"]
    assert first["source"] == again["source"]
    assert first["cubin"] == again["cubin"]
    assert [file.read_bytes() for file in tmp_path.glob("*.cubin")] == [first["cubin"]]


def gpu_tasks(folder: Path, arch: str) -> list[Task]:
    """A candidate a fault of GPU_CALLS, between two that are right."""
    for name, call in GPU_CALLS.items():
        (folder / f"{name}.py").write_text(FILE.format(call=call))
    names = ["right", "crashes", "hangs", "wrong", "right"]
    return [
        Task(f"{at} {name}", f"{folder / name}.py:bound", (), arch) for at, name in enumerate(names)
    ]


def test_the_kernels_whose_faults_a_gpu_is_to_show_compile(tmp_path, toolkit):
    builder = Builder({"kind": "cuda", "folder": str(tmp_path)})
    sources = {
        builder(task, lambda: None)["built"]["source"] for task in gpu_tasks(tmp_path, "sm_90")
    }
    assert len(sources) == len(GPU_CALLS)


@pytest.mark.gpu
@pytest.mark.parametrize("runner", ["local", "rpc"])
def test_faults_on_a_gpu_cost_their_candidates_only(tmp_path, runner):
    from schedules.checks.device import device_arch

    options = MeasureOptions(kind="cuda", runner=runner, workers=2, run_timeout_s=5.0)
    with ExitStack() as running:
        if runner == "rpc":
            port, _ = running.enter_context(cluster_of("--gpus", "0"))
            options = replace(options, tracker_port=port)
        measurer = running.enter_context(closing(open_measurer(options)))
        tasks = gpu_tasks(tmp_path, device_arch())
        found = {task.key: outcome for task, outcome in measurer.measure(tasks)}
    kinds = {key: outcome.kind for key, outcome in found.items()}
    assert kinds == {
        "0 right": "ok",
        "1 crashes": "crash",
        "2 hangs": "time-out",
        "3 wrong": "wrong",
        "4 right": "ok",
    }, {key: outcome.message for key, outcome in found.items()}
    assert "block" in found["3 wrong"].message


def test_precompiled_headers_change_no_machine_code(toolkit):
    from conftest import lowered
    from schedules.targets.target import target

    source = lowered(list(ladder("gemv/hgemv").rungs.values())[-1]).source
    assert "#include <cuda_fp16.h>" in source
    with target("cuda", "sm_90"):
        assert nvrtc_precompiled(source, "sm_90") == nvrtc(source, "sm_90")
        with pytest.raises(UserError, match="does not compile: .*error: "):
            nvrtc_precompiled("nonsense", "sm_90")


def test_hopper_alone_knows_wgmma_and_an_error_of_ptxas_is_told(toolkit, tmp_path):
    from conftest import lowered
    from schedules.targets.target import target

    source = lowered(ladder("gemm/hgemm")["wgmma"]).source
    assert TuningCubins("sm_90", tmp_path).get(source)
    with target("cuda", "sm_90"), pytest.raises(UserError, match="ptxas.*error *: .*wgmma"):
        nvrtc(source, "sm_90")


def test_a_winner_is_compiled_as_bench_compiles(toolkit, tmp_path, monkeypatch):
    job = load("sgemm_h200")
    assert MeasureOptions.of(job).compiler == "nvrtc"
    asked = MeasureOptions.of(job.confirming()).compiler
    assert asked == "nvcc"
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert TuningCubins("sm_90", tmp_path, asked).compiler == "nvrtc"
    monkeypatch.setattr(shutil, "which", lambda name: f"bin/{name}")
    bench = Cubins("sm_90").compiler
    assert TuningCubins("sm_90", tmp_path, asked).compiler == bench == "nvcc"
    assert TuningCubins("sm_90", tmp_path).compiler == "nvrtc"


@pytest.mark.parametrize(("built", "dealt"), [(0, 3), (3, 2), (5, 0), (9, 0)])
def test_no_more_is_built_than_its_runners_will_soon_take(built, dealt, monkeypatch):
    """Of three builders and a runner, for which two candidates may wait."""
    monkeypatch.setattr(Slot, "start", lambda slot: SimpleNamespace(ask=lambda *_: None))
    tasks = [Task(str(at), "some:rung", (8,), "any") for at in range(9)]
    with closing(Pool(MeasureOptions(kind="cuda", devices=(0,), workers=3))) as pool:
        assert pool._deal_builds(iter(tasks), deque(tasks[:built]))
        busy = [slot.candidate.task.key for slot in pool.builders if slot.candidate]
        assert busy == ["0", "1", "2"][:dealt]
        assert pool._deal_builds(iter(tasks), deque(tasks[:built]))
        assert sum(slot.candidate is not None for slot in pool.builders) == dealt
        for slot in pool.builders:
            slot.candidate = None


@pytest.mark.parametrize("kind", ["llvm", "cuda"])
def test_what_a_killed_child_leaves_goes_with_the_pool(kind):
    with closing(Pool(MeasureOptions(kind=kind, devices=(0,), workers=1))) as pool:
        for slot in [*pool.builders, *pool.runners]:
            assert slot.environment["TMPDIR"] == pool.folder.name


def test_a_cpu_kernels_text_is_the_same_whatever_the_addresses():
    """LLVM names parts of a buffer too, as "0x5c3b.w16.b0"."""
    rung = ladder("gemm/sgemm_cpu")["parallel"]
    space = find("sgemm_cpu").at(rung, (32, 32, 32), "x86-64-v3")
    point = space.point({"tile_i": (1, 4, 8), "tile_j": (1, 1, 32)})
    texts = [emitted(space.schedule(point).mod, rung.build, "llvm", "x86-64-v3") for _ in range(2)]
    assert texts[0] == texts[1] and "0x" not in "".join(re.findall(r"^!.*", texts[0], re.M))


@pytest.mark.parametrize("compiler", ["nvcc", "nvrtc"])
def test_a_builder_is_told_the_compiler(compiler):
    with closing(Pool(MeasureOptions(kind="cuda", devices=(0,), compiler=compiler))) as pool:
        for slot in pool.builders:
            assert Builder(slot.settings).compiler == compiler


LOG = "warning: old\n/tmp/x1/my_kernel.cu(3): error: no such name\n\n1 error detected\n"


@pytest.mark.parametrize(
    ("log", "first"),
    [
        (LOG, "my_kernel.cu(3): error: no such name"),
        (
            "ptxas info\nptxas /tmp/x, line 3; error   : no wgmma\0",
            "ptxas /tmp/x, line 3; error   : no wgmma",
        ),
        ("\n  out of memory \n", "out of memory"),
        ("", "the compiler does not say why"),
        ("\0\n \n", "the compiler does not say why"),
    ],
)
def test_the_first_error_of_a_log(log, first):
    assert first_error(log) == first


def test_of_nvccs_log_the_first_error_is_told(tmp_path, monkeypatch):
    def fails(source, **_):
        raise RuntimeError(f"{source}\nCompilation error:\n{LOG}")

    monkeypatch.setattr("schedules.checks.device.nvcc.compile_cuda", fails)
    monkeypatch.setattr(shutil, "which", lambda name: f"bin/{name}")
    with pytest.raises(UserError) as found:
        TuningCubins("sm_90", tmp_path, "nvcc").get("the text\n")
    said = "the CUDA text does not compile: my_kernel.cu(3): error: no such name"
    assert str(found.value) == said


def test_no_compiler_for_cuda_is_no_candidates_fault(tmp_path, monkeypatch):
    monkeypatch.setenv("CUDA_PATH", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    builder = Builder({"kind": "cuda", "folder": str(tmp_path)})
    task = Task("small", "gemm/sgemm_tvm:block_tile", (64, 64, 64), "sm_90")
    assert isinstance(builder(task, lambda: None)[CANNOT], NoTool)


# --- a runner -------------------------------------------------------------------------------------


def run_query(task: Task, best_us: float | None = None) -> dict:
    answer = Builder({"kind": "llvm", "folder": ""})(task, lambda: None)
    return {"task": task, "built": answer["built"], "best_us": best_us}


def test_a_hopeless_candidate_is_timed_a_few_times_and_says_so(monkeypatch):
    # What a launch may take is more than this kernel takes on a fast machine.
    monkeypatch.setattr(tune.measure.run, "LAUNCH_US", 0.0)
    runner = CpuRunner({"inputs_seed": 0, "hopeless": 2.0})
    task = sgemm("a", block_i=32, rows=4)
    full = runner(run_query(task), lambda: None)["outcome"]
    assert not full.pruned
    few = runner(run_query(task, best_us=1e-3), lambda: None)["outcome"]
    assert few.kind == "ok"
    assert few.pruned
    assert 0 < len(few.times_us) < len(full.times_us)
    runner.hopeless = None
    assert not runner(run_query(task, best_us=1e-3), lambda: None)["outcome"].pruned


def test_a_right_candidate_is_right_on_data_that_another_has_spoilt():
    runner = CpuRunner({"inputs_seed": 0, "hopeless": None})
    task = sgemm("a", block_i=32, rows=4)
    assert runner(run_query(task), lambda: None)["outcome"].kind == "ok"
    for _, expected, _ in runner.checks:
        expected[0][...] = 7.0
    assert runner(run_query(task), lambda: None)["outcome"].kind == "ok"


def test_a_wrong_candidate_is_wrong_on_fresh_data_too(candidate):
    runner = CpuRunner({"inputs_seed": 0, "hopeless": None})
    assert runner(run_query(candidate("right")), lambda: None)["outcome"].kind == "ok"
    for _ in range(2):
        assert runner(run_query(candidate("wrong")), lambda: None)["outcome"].kind == "wrong"
    assert runner(run_query(candidate("right")), lambda: None)["outcome"].kind == "ok"


def test_other_seeds_are_other_inputs():
    tensors = []
    for seed in (0, 1):
        runner = CpuRunner({"inputs_seed": seed, "hopeless": None})
        runner(run_query(sgemm("a", block_i=32, rows=4)), lambda: None)
        tensors.append(runner.checks[0][0][0].numpy())
    assert (tensors[0] != tensors[1]).any()


def test_a_full_disk_is_no_candidates_fault(monkeypatch, tmp_path):
    def write(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    task = sgemm("a", block_i=32, rows=4)
    query = run_query(task)
    monkeypatch.setattr("tempfile.NamedTemporaryFile", write)
    answer = CpuRunner({"inputs_seed": 0, "hopeless": None})(query, lambda: None)
    assert "No space left" in str(answer[CANNOT])
    monkeypatch.setattr(Builder, "built", write)
    answer = Builder({"kind": "llvm", "folder": str(tmp_path)})(task, lambda: None)
    assert "No space left" in str(answer[CANNOT])


# --- options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options", [{"workers": 0}, {"build_timeout_s": 0.0}, {"run_timeout_s": -1.0}]
)
def test_impossible_options(options):
    with pytest.raises(UserError, match=next(iter(options))):
        open_measurer(MeasureOptions(kind="llvm", **options))


def test_devices_are_those_this_process_sees(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3,5")
    assert [visible(device) for device in (0, 1)] == ["3", "5"]
    with pytest.raises(NoGpu, match="no GPU 2"):
        visible(2)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    assert visible(2) == "2"


def test_tasks_are_taken_as_they_are_needed():
    taken = []

    def feed():
        for number in range(40):
            taken.append(number)
            yield sgemm(str(number), block_i=32, rows=4)

    measurer = open_measurer(MeasureOptions(kind="llvm", workers=1))
    try:
        first = next(measurer.measure(feed()))
        assert first[1].kind == "ok"
        assert len(taken) <= 4
    finally:
        measurer.close()
        measurer.close()


# --- processes ------------------------------------------------------------------------------------

HANGING = """
import sys
from tune.measure import MeasureOptions, open_measurer
from tune.task import Task

measurer = open_measurer(MeasureOptions(kind="llvm", workers=2, build_timeout_s=600))
try:
    for _ in measurer.measure([Task("hangs", sys.argv[1], (), sys.argv[2])]):
        pass
except KeyboardInterrupt:
    sys.exit(130)
finally:
    measurer.close()
"""


def started(arguments: list[str], **more) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path()},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def until(condition, seconds: float = 60.0):
    """What `condition` gives once that is true."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError("it did not come about")


def runs(process: psutil.Process) -> bool:
    """Whether it is there; one that ended and waits for its parent to ask is not."""
    with suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def children(process: int, word: str) -> list[psutil.Process]:
    """Its descendants with a word in their command line."""
    found = []
    for one in psutil.Process(process).children(recursive=True):
        try:
            if any(word in part for part in one.cmdline()):
                found.append(one)
        except psutil.NoSuchProcess:
            continue
    return found


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_no_process_is_left_behind(candidate, number, code):
    task = candidate("build_hangs")
    begun = Path(task.rung.partition(":")[0]).with_suffix(".begun")
    begun.unlink(missing_ok=True)
    process = started(["-c", HANGING, task.rung, task.arch])
    try:
        until(begun.exists)
        below = children(process.pid, "tune.measure")
        assert len(below) == 2, "a builder and a runner"
        process.send_signal(number)
        assert process.wait(30) == code
        until(lambda: not any(map(runs, below)), 10)
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


# --- a tracker and workers ------------------------------------------------------------------------

COMMAND = "import sys; from tune.measure import cli; getattr(cli, sys.argv[1])(sys.argv[2:])"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture(scope="module")
def cluster():
    with cluster_of() as found:
        yield found


@contextmanager
def cluster_of(*options: str):
    """A tracker with one worker: the tracker's port and the worker's process."""
    port = free_port()
    tracker = started(["-c", COMMAND, "tracker", "--port", str(port)])
    worker = started(["-c", COMMAND, "worker", "--tracker", f"127.0.0.1:{port}", *options])
    try:
        from tune.measure.remote import workers

        def answers() -> int:
            try:
                return workers("127.0.0.1", port, "tune")
            except UserError:
                return 0

        until(answers)
        yield port, worker
        for process in (worker, tracker):
            below = psutil.Process(process.pid).children(recursive=True)
            process.send_signal(signal.SIGINT)
            process.wait(10)
            until(lambda below=below: not any(map(runs, below)), 10)
    finally:
        for process in (worker, tracker):
            process.kill()
            process.wait()
            process.stderr.close()


def test_over_rpc_outcomes_are_those_of_a_local_run(cluster, candidate):
    port, _ = cluster
    tasks = [*map(candidate, ("right", "crashes", "wrong")), candidate("right", "again")]
    found = measured(tasks, runner="rpc", tracker_port=port, run_timeout_s=2.0)
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
    until(lambda: not children(worker.pid, "tune.measure.child"))

    def server_with_runner() -> psutil.Process | None:
        """The process that the worker watches, once the candidate is on its way to its runner."""
        for one in children(worker.pid, "tune.measure.child"):
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
    found = measured([candidate("hangs")], runner="rpc", tracker_port=port, run_timeout_s=20.0)
    killer.join()
    found |= measured([candidate("right")], runner="rpc", tracker_port=port, run_timeout_s=20.0)
    assert found["hangs"].kind == "crash", found["hangs"]
    assert "the worker is gone" in found["hangs"].message
    assert found["right"].kind == "ok", found["right"]


def test_a_worker_says_what_it_is(cluster):
    """A job that runs on workers is of their device, whatever this machine has."""
    port, _ = cluster
    mine = this_device("llvm")
    assert worker_device("127.0.0.1", port, "tune", "llvm") == mine
    job = load("sgemm_cpu").model_copy(update={"runner": "rpc", "rpc": Rpc(port=port)})
    assert (job.device(), job.arch) == (mine.name, mine.arch)
    assert MeasureOptions.of(job).device == mine.name
    with pytest.raises(NoGpu, match=f"the worker '{socket.gethostname()}': "):
        worker_device("127.0.0.1", port, "tune", "cuda")


def test_a_worker_with_another_device_is_refused(cluster, candidate):
    port, _ = cluster
    with pytest.raises(UserError, match="and the run is of another: give each kind of device"):
        measured([candidate("right")], runner="rpc", tracker_port=port, device="another")


def test_no_tracker_and_no_worker_are_told(cluster, monkeypatch):
    from tune.measure import remote

    monkeypatch.setattr(remote, "VACANT_SECONDS", 0.1)
    with pytest.raises(UserError, match="`tune tracker --port .*` starts one"):
        measured([], runner="rpc", tracker_port=free_port())
    with pytest.raises(UserError, match="`tune worker --tracker .* --key other` starts one"):
        measured([], runner="rpc", tracker_port=cluster[0], key="other")


def test_a_worker_that_finds_no_tracker_says_so():
    address = f"127.0.0.1:{free_port()}"
    process = started(["-c", COMMAND, "worker", "--tracker", address])
    try:
        told = [process.stderr.readline() for _ in range(2)]
        assert told[0].startswith(f"1 worker for {address}")
        way_out = f"`tune tracker --port {address.partition(':')[2]}` starts one"
        assert told[1].startswith(f"no tracker at {address} yet: {way_out}")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
        assert "worker ended" not in process.stderr.read()
        process.stderr.close()


@pytest.mark.parametrize("gpus", ["all", "0"])
def test_a_gpu_that_is_not_there_has_no_worker(gpus):
    if not no_gpu():
        pytest.skip("there is a GPU")
    with pytest.raises(NoGpu):
        devices_of(gpus)


def test_workers_may_join_a_run(monkeypatch):
    from tune.measure import remote

    tracker = remote.Tracker(MeasureOptions(kind="llvm", runner="rpc"), {})
    monkeypatch.setattr(remote, "workers", lambda host, port, key: 3)
    assert tracker.joined(1) == [], "it was asked a moment ago"
    monkeypatch.setattr(remote, "JOIN_SECONDS", 0.0)
    assert [slot.name for slot in tracker.joined(1)] == ["worker 1", "worker 2"]
    assert tracker.joined(3) == []
    monkeypatch.undo()
    monkeypatch.setattr(remote, "JOIN_SECONDS", 0.0)
    gone = remote.Tracker(MeasureOptions(kind="llvm", tracker_port=free_port()), {})
    assert gone.joined(1) == [], "sessions outlive their tracker"
