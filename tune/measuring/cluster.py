"""Builders and runners on the workers of a Dask cluster.

Every worker builds, in all of its threads; a task `run` holds the resource `GPU: 1` or `CPU: 1` of
a worker that has it and is pinned to the device. Both use a child process of the worker, as on one
machine, so that a candidate that crashes or hangs costs one task. The task of a failed candidate
raises `Failed`, so that the dashboard counts it.

Workers may join and leave. What a lost worker had to do is sent to another one. A worker whose
software or device differs from the run's is refused by name.
"""

from __future__ import annotations

import logging
import multiprocessing
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import cache
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Literal

import gpusim
import schedules
from gpusim.errors import NoTool, UserError
from schedules.processes.platforms import cores
from schedules.processes.worker import START_SECONDS, Worker

from ..records.lines import TVM, hash_of, versions
from .child import CANNOT, MOST_RUNS, Answer, InFlight, Slot, builder, runner, seeing
from .faults import builder_memory
from .folders import LockedFolder
from .interface import LOOPBACK, Device, MeasureOptions, this_device

# The resource that a run holds, by kind of device.
RESOURCE = {"cuda": "GPU", "llvm": "CPU"}
POLL_SECONDS = 0.5
# Seconds between two looks at the scheduler's list of workers.
JOIN_SECONDS = 1.0
# A child process that nothing has used for this long is ended.
IDLE_SECONDS = 300.0
# Tasks with a higher priority go first.
PRIORITY = {"build": 0, "run": 1, "look": 2}

# Facts about a worker, by what they are called in messages.
Facts = dict[str, str]


# --- On a worker ----------------------------------------------------------------------------------


class Failed(Exception):
    """A candidate without a time; holds the answer of its builder or runner."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        self.answer = answer


class Children:
    """The idle child processes of this worker, each with the work that it was made for."""

    def __init__(self) -> None:
        # Dask starts its workers as daemons, which multiprocessing does not let have children.
        multiprocessing.current_process()._config["daemon"] = False
        self.lock = threading.Lock()
        self.idle: list[tuple[tuple, float, Slot]] = []
        self.folder = LockedFolder("tune-worker-")

    def taken(self, part: str, settings: dict[str, Any]) -> Slot:
        """A child for this work, a new one if none is idle."""
        work = part, sorted(settings.items())
        with self.lock:
            found = next((entry for entry in self.idle if entry[0] == work), None)
            if found:
                self.idle.remove(found)
                return found[2]
        environment = {"TMPDIR": self.folder.name}
        if part == "run":
            return runner(settings, environment, "")
        more = {"folder": self.folder.name, "memory_bytes": builder_memory(cores())}
        return builder(settings | more, environment)

    def give_back(self, part: str, settings: dict[str, Any], slot: Slot) -> None:
        """Keep a child for the next work, and end those that have been idle for long."""
        now = time.monotonic()
        with self.lock:
            old = [entry for entry in self.idle if entry[1] < now - IDLE_SECONDS]
            kept = [entry for entry in self.idle if entry not in old]
            self.idle = [*kept, ((part, sorted(settings.items())), now, slot)]
        for _, _, idle in old:
            idle.end()


@cache
def children() -> Children:
    return Children()


def answered(part: str, settings: dict[str, Any], query: Any, seconds: float) -> Answer:
    """The answer of a builder or a runner on this worker; raises Failed if its candidate failed.

    `seconds` is the time limit of the candidate.
    """
    slot = children().taken(part, settings)
    slot.start().send(query, seconds)
    answer = None
    while answer is None:
        wait([slot.child.connection], max(0.0, slot.child.deadline - time.monotonic()))
        answer = slot.hear()
    slot.runs += 1
    if "died" in answer or CANNOT in answer or slot.runs >= MOST_RUNS:
        slot.end()
    children().give_back(part, settings, slot)
    if "died" in answer or ("outcome" in answer and answer["outcome"].kind != "ok"):
        raise Failed(answer)
    return answer


# The tasks, by the names that the dashboard shows.
def build(*work: Any) -> Answer:
    return answered("build", *work)


def run(*work: Any) -> Answer:
    return answered("run", *work)


TASKS = {"build": build, "run": run}


@cache
def code() -> str:
    """Hash of this project's code, which is the same for the same commit."""
    roots = [Path(package.__file__).parent for package in (gpusim, schedules)]
    folders = [*roots, Path(__file__).parents[1]]
    return hash_of(file for folder in folders for file in sorted(folder.rglob("*.py")))


def facts(asked: tuple[str, str]) -> Facts:
    """What a worker must share with a run: its software, a file, and the device of a kind, if
    any."""
    kind, file = asked
    found = {"TVM": versions()[TVM], "code": code()}
    if file:
        found[f"file {file}"] = hash_of([Path(file)]) if Path(file).exists() else "missing"
    if kind:
        device = this_device(kind)
        found |= {"device": device.name, "arch": device.arch, "driver": device.driver}
    return found


def look(kind: str, file: str) -> Facts:
    """`facts` of this worker, from a child process: TVM and CUDA stay out of the worker's own."""
    children()
    child = Worker(facts, name="looking at the worker", quiet=True)
    try:
        return child.do((kind, file), START_SECONDS)
    finally:
        child.end()


# --- On the tuning side ---------------------------------------------------------------------------


class Place:
    """A place for a candidate on a worker, with the interface of `Slot`."""

    begun = False
    runs = 0

    def __init__(self, cluster: Cluster, part: Literal["build", "run"], address: str) -> None:
        self.cluster, self.part, self.address = cluster, part, address
        self.name = cluster.seen[address]
        self.host = address.rpartition(":")[0]
        self.candidate: InFlight | None = None
        self.future: Any = None
        self.deadline = 0.0
        # `Pool` waits for connections.
        self.connection, self._finished = multiprocessing.Pipe(duplex=False)

    @property
    def child(self) -> Place | None:
        return self if self.future is not None else None

    def start(self) -> Place:
        return self

    def send(self, query: Any, seconds: float) -> None:
        self.deadline = time.monotonic() + POLL_SECONDS
        self.future = self.cluster.submitted(self, query, seconds)
        finished = self._finished
        self.future.add_done_callback(lambda _: finished.send_bytes(b"."))

    def hear(self) -> Answer | None:
        """The answer; {'lost': why} if the worker or the scheduler is gone or cannot work, with
        'blameless' unless the candidate may be the reason; None if there is none yet."""
        self.deadline = time.monotonic() + POLL_SECONDS
        if self.future.cancelled() or not self.cluster.reached:
            answer = {"lost": "the scheduler is gone", "blameless": True}
        elif not self.future.done():
            if self.address in self.cluster.seen:
                return None
            answer = {"lost": f"the worker {self.name!r} is gone"}
        else:
            answer = self._answer()
        self.end()
        return answer

    def _answer(self) -> Answer:
        error = self.future.exception() if self.future.status == "error" else None
        if isinstance(error, Failed):
            return error.answer
        answer = {CANNOT: error} if error else self.future.result()
        if CANNOT not in answer:
            return answer
        self.cluster.refuse(self.address, f": {answer[CANNOT]}")
        return {"lost": str(answer[CANNOT]), "blameless": True}

    def end(self) -> None:
        """Give up what runs here."""
        if self.future is not None:
            self.future.cancel()
            self.future = None
            while self.connection.poll():
                self.connection.recv_bytes()


class Cluster:
    """The workers that a run uses; raises NoTool without Dask, UserError without a scheduler."""

    def __init__(self, options: MeasureOptions) -> None:
        self.options = options
        self.own = facts(("", options.file)) | {"device": options.device, "driver": options.driver}
        self.client, self.close = connected(options)
        # By address: the name, the task that asks for its facts, the facts, why it is not used.
        self.seen: dict[str, str] = {}
        self.asked: dict[str, Any] = {}
        self.facts: dict[str, Facts] = {}
        self.refused: dict[str, str] = {}
        self.places: list[Place] = []
        # Whether the scheduler answered the last time.
        self.reached = True
        self.worked = time.monotonic()
        self.looked = self.worked - JOIN_SECONDS

    def submitted(self, place: Place, query: Any, seconds: float) -> Any:
        """The future of a place's task."""
        options, part = self.options, place.part
        holds = {"resources": {RESOURCE[options.kind]: 1}} if part == "run" else {}
        settings = options.runner_settings() if part == "run" else options.builder_settings()
        # A child keeps the file that it has loaded.
        settings["file"] = self.own.get(f"file {options.file}", "")
        return self._submit(TASKS[part], place.address, settings, query, seconds, **holds)

    def _submit(self, task: Callable, address: str, *work: Any, **more: Any) -> Any:
        name = task.__name__
        more = {"key": f"{name}-{uuid.uuid4().hex}", "priority": PRIORITY[name], **more}
        return self.client.submit(task, *work, workers=[address], pure=False, **more)

    def refreshed(self, say: Callable[[str], None]) -> list[Place]:
        """The places on all workers that fit.

        Waits if there is no runner; raises UserError if there is none for `patience_s`.
        """
        while True:
            if time.monotonic() - self.looked >= JOIN_SECONDS:
                self._look(say)
            # A place whose worker is gone takes no other candidate.
            self.places = [
                place
                for place in self.places
                if place.candidate
                or (place.address in self.seen and place.address not in self.refused)
            ]
            if any(place.part == "run" for place in self.places):
                self.worked = time.monotonic()
                return self.places
            # A worker that is being looked at may fit.
            late = time.monotonic() - self.worked > self.options.patience_s
            if late and not self.asked:
                raise self._no_worker()
            time.sleep(POLL_SECONDS)

    def _look(self, say: Callable[[str], None]) -> None:
        """Compare the scheduler's workers with those that were seen before."""
        self.looked = time.monotonic()
        try:
            workers = self.client.scheduler_info(n_workers=-1)["workers"]
            self.reached = True
        except (OSError, RuntimeError, ValueError):
            if self.client.status == "running":
                # It is busy.
                return
            # The client tries to reach it again.
            workers, self.reached = {}, False
        for address in self.seen.keys() - workers.keys():
            say(f"the worker {self.seen[address]!r} is gone")
            self._forget(address)
        for address, worker in workers.items():
            if address not in self.seen:
                kind = self.options.kind
                kind = kind if RESOURCE[kind] in worker["resources"] else ""
                self.seen[address] = str(worker["name"])
                self.asked[address] = self._submit(look, address, kind, self.options.file)
        for address, task in list(self.asked.items()):
            if task.cancelled():
                self._forget(address)
            elif task.done():
                del self.asked[address]
                self._judge(address, task, workers[address]["nthreads"])
                if why := self.refused.get(address):
                    say(f"skipped {why}")

    def _forget(self, address: str) -> None:
        for known in (self.seen, self.asked, self.facts, self.refused):
            known.pop(address, None)

    def _judge(self, address: str, task: Any, threads: int) -> None:
        """Use a worker, or refuse it."""
        if task.status == "error":
            self.refuse(address, f": {type(task.exception()).__name__}: {task.exception()}")
            return
        found = task.result()
        for what, ours in self.own.items():
            if ours and found.get(what, ours) != ours:
                self.refuse(address, f" has {what} {found[what]}, but the run uses {ours}")
                return
        self.facts[address] = found
        runs = "device" in found
        # A thread of a worker that runs is kept for that.
        self.places += [Place(self, "build", address) for _ in range(max(1, threads - runs))]
        self.places += [Place(self, "run", address)] * runs

    def refuse(self, address: str, why: str) -> None:
        self.refused[address] = f"the worker {self.seen.get(address, address)!r}{why}"

    def _no_worker(self) -> UserError:
        resource, where = RESOURCE[self.options.kind], self.options.cluster.scheduler
        if self.client.status != "running":
            return no_scheduler(where, "it is gone")
        if self.refused:
            return UserError("; ".join(self.refused.values()))
        return UserError(
            f"no worker of {where} has the resource {resource}: start one with `dask worker "
            f"{where} --resources {resource}=1`"
        )


def no_scheduler(address: str, why: object) -> UserError:
    return UserError(f"no scheduler at {address}: {why}; start one with `dask scheduler`")


def connected(options: MeasureOptions) -> tuple[Any, Callable[[], None]]:
    """A client of the scheduler, or of a new cluster on this machine, and what closes it."""
    try:
        from distributed import Client, Nanny, Scheduler, SpecCluster
    except ImportError:
        raise NoTool("a cluster needs Dask: pip install 'schedules[cluster]'") from None
    # Lost workers and schedulers are reported here.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    count, held = options.cluster.workers, ExitStack()
    where = options.cluster.scheduler
    if not where:
        at = {"host": LOOPBACK}
        more = at | {"nthreads": 1 + max(1, cores() // count), "memory_limit": 0}
        more |= {"resources": {RESOURCE[options.kind]: 1}, "silence_logs": logging.CRITICAL}
        pinned = [seeing(number) if options.kind == "cuda" else {} for number in range(count)]
        where = held.enter_context(
            SpecCluster(
                {
                    f"local-{number}": {"cls": Nanny, "options": more | {"env": environment}}
                    for number, environment in enumerate(pinned)
                },
                {"cls": Scheduler, "options": at | {"dashboard_address": ":0"}},
                silence_logs=logging.CRITICAL,
            )
        )
    try:
        more = {"timeout": options.patience_s, "set_as_default": False, "name": "tune"}
        return held.enter_context(Client(where, **more)), held.close
    except (OSError, ValueError) as error:
        held.close()
        raise no_scheduler(where, error) from None


def device_of(options: MeasureOptions) -> Device:
    """The device of most workers; raises UserError if no worker has one."""
    with closing(Cluster(options)) as cluster:
        cluster.refreshed(lambda text: None)
        while cluster.asked:
            time.sleep(POLL_SECONDS)
            cluster._look(lambda text: None)
        found = [known for known in cluster.facts.values() if "device" in known]
    devices = Counter(Device(known["device"], known["arch"], known["driver"]) for known in found)
    return devices.most_common(1)[0][0]
