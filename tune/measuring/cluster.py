"""Builders and runners on the workers of a Dask cluster.

Every worker builds, in all of its threads; a task `run` holds the resource `GPU: 1` or `CPU: 1` of
a worker that has it and is pinned to the device. Both use a child process of the worker, as on one
machine, so that a candidate that crashes or hangs costs one task. The task of a failed candidate
raises `Failed`, so that the dashboard counts it.

Workers may join and leave. What a lost worker had to do is sent to another one. A worker whose
software or device differs from the run's is refused by name, when its first child process starts.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from gpusim.errors import NoTool, UserError
from schedules.processes.platforms import cores
from schedules.processes.worker import START_SECONDS

from .child import CANNOT, Answer, InFlight, Slot, builder, facts, runner, seeing
from .interface import LOOPBACK, Device, MeasureOptions

if TYPE_CHECKING:
    from distributed import Client, Future

# The resource that a run holds, by kind of device.
RESOURCE = {"cuda": "GPU", "llvm": "CPU"}
POLL_SECONDS = 0.5
# Limit of taking the answer of a task that has finished: its worker may be lost just then.
FETCH_SECONDS = 30.0


# --- On a worker ----------------------------------------------------------------------------------

PLACES = {"build": builder, "run": runner}
# The worker's idle child processes, by the cluster that uses them and their part.
IDLE: dict[tuple[str, str], list[Slot]] = defaultdict(list)


class Failed(Exception):
    """A candidate has no time; the argument is the answer of its builder or runner."""


def dask_setup(worker: Any) -> None:
    """Dask calls this when a worker of a cluster on this machine starts."""
    # Ctrl-C reaches it too, but the run ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if RESOURCE["cuda"] in worker.state.total_resources:
        # Its name is its number.
        os.environ.update(seeing(worker.name))


def answered(owner: str, part: str, settings: dict[str, Any], query: Any, seconds: float) -> Answer:
    """The answer of a builder or a runner, which has `seconds` for the candidate.

    Raises Failed if the candidate failed, UserError if this worker cannot work.
    """
    from distributed import get_worker

    # Dask starts its workers as daemons, which multiprocessing does not let have children.
    multiprocessing.current_process()._config["daemon"] = False
    try:
        slot = IDLE[owner, part].pop()
    except IndexError:
        # Dask removes the folder, also that of a worker that was killed.
        slot = PLACES[part](settings, get_worker().local_directory)
    answer = slot.answer(query, seconds)
    IDLE[owner, part].append(slot)
    if CANNOT in answer:
        raise answer[CANNOT]
    if "died" in answer or ("outcome" in answer and answer["outcome"].kind != "ok"):
        raise Failed(answer)
    return answer


def end_children() -> None:
    """End this worker's idle child processes; a run that was killed may have left some."""
    while IDLE:
        for slot in IDLE.popitem()[1]:
            slot.end()


# --- On the tuning side ---------------------------------------------------------------------------


@dataclass
class Place:
    """A place for a candidate on a worker, with the interface of `Slot`."""

    cluster: Cluster
    part: Literal["build", "run"]
    address: str
    name: str
    host: str
    candidate: InFlight | None = None
    runs: int = 0
    future: Any = None
    begun = False

    def start(self) -> None:
        """Start a runner's child process, which answers with its device."""
        if self.future is None and not self.runs:
            self.future = self.cluster.submitted(self, None, START_SECONDS)

    def send(self, query: Any, seconds: float) -> None:
        self.runs += 1
        self.future = self.cluster.submitted(self, query, seconds)

    def hear(self) -> Answer | None:
        """The answer; {'lost': why} if the worker or the scheduler is gone or cannot work, with
        'blameless' unless the candidate may be the reason; None if there is none yet."""
        if not self.future.done() and self.address in self.cluster.names:
            return None
        answer = {"lost": f"the worker {self.name!r} is gone"}
        if self.future.cancelled():
            answer = {"lost": "the scheduler is gone", "blameless": True}
        elif self.future.done():
            try:
                answer = self.future.result(FETCH_SECONDS)
            except Failed as failed:
                (answer,) = failed.args
            except TimeoutError:
                pass
            except Exception as error:  # of the worker, not of the candidate
                self.cluster.refuse(self, error)
                answer = {"lost": str(error), "blameless": True}
        self.end()
        return answer

    def end(self) -> None:
        """Give up what runs here."""
        if self.future is not None:
            self.future.cancel()
            self.future = None


class Cluster:
    """The workers that a run uses; raises NoTool without Dask, UserError without a scheduler."""

    def __init__(self, options: MeasureOptions) -> None:
        self.options, self.resource = options, RESOURCE[options.kind]
        self.owner = uuid.uuid4().hex
        self.client = connected(options)
        # By address: the names of the workers, and why some are not used.
        self.names: dict[str, str] = {}
        self.refused: dict[str, str] = {}
        self.places: list[Place] = []
        self.changed = threading.Event()
        self.worked = time.monotonic()
        same = facts(options.file)
        device = {"device": options.device, "driver": options.driver}
        self.settings = {
            "build": options.builder_settings() | {"same": same},
            "run": options.runner_settings() | {"same": same | device},
        }

    def close(self) -> None:
        if self.client.status == "running":
            self.client.run(asyncio.to_thread, end_children, wait=False, on_error="ignore")
        self.client.close()

    def submitted(self, place: Place, query: Any, seconds: float) -> Future:
        """The future of a place's task; the dashboard names it after its part."""
        part = place.part
        holds = {"resources": {self.resource: 1}} if part == "run" else {}
        work = self.owner, part, self.settings[part], query, seconds
        key = f"{part}-{uuid.uuid4().hex}"
        future = self.client.submit(answered, *work, key=key, workers=[place.address], **holds)
        future.add_done_callback(lambda _: self.changed.set())
        return future

    def wait(self) -> None:
        """Until a task has ended, or for a little time."""
        self.changed.wait(POLL_SECONDS)
        self.changed.clear()

    def refuse(self, place: Place, error: Exception) -> None:
        if place.address not in self.refused:
            why = self.refused[place.address] = f"the worker {place.name!r}: {error}"
            self.say(f"skipped {why}")

    def refreshed(self, say: Callable[[str], None]) -> list[Place]:
        """The places on all workers.

        Waits if there is no runner; raises UserError if there is none for `patience_s`.
        """
        self.say = say
        while True:
            self.compare()
            # A place whose worker is gone takes no other candidate.
            usable = self.names.keys() - self.refused.keys()
            self.places = [one for one in self.places if one.candidate or one.address in usable]
            if any(place.part == "run" for place in self.places):
                self.worked = time.monotonic()
                return self.places
            if time.monotonic() - self.worked > self.options.patience_s:
                where = self.options.cluster.scheduler
                raise UserError(
                    "; ".join(self.refused.values())
                    or f"no worker of {where} has the resource {self.resource}: start one with "
                    f"`dask worker {where} --resources {self.resource}=1`"
                )
            self.wait()

    def compare(self) -> None:
        """Compare the scheduler's workers with those that were known before."""
        try:
            workers = self.client.scheduler_info()["workers"]
        except (OSError, RuntimeError, ValueError):
            if self.client.status == "running":
                # The scheduler is busy.
                return
            # The client tries to reach it again.
            workers = {}
        for address in self.names.keys() - workers.keys():
            self.say(f"the worker {self.names.pop(address)!r} is gone")
            self.refused.pop(address, None)
        for address in workers.keys() - self.names.keys():
            worker = workers[address]
            name = self.names[address] = str(worker["name"])
            runs = self.resource in worker["resources"]
            # A thread of a worker that runs is kept for that.
            parts = ["build"] * max(1, worker["nthreads"] - runs) + ["run"] * runs
            at = address, name, address.rpartition(":")[0]
            self.places += [Place(self, part, *at) for part in parts]


def connected(options: MeasureOptions) -> Client:
    """A client of the scheduler, or of a new cluster on this machine, which closes with it."""
    try:
        from distributed import Client
    except ImportError:
        raise NoTool("a cluster needs Dask: pip install 'schedules[cluster]'") from None
    # Lost workers and schedulers are reported here.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    count, where = options.cluster.workers, options.cluster.scheduler
    if options.kind == "cuda":
        for number in range(count):
            seeing(number)
    here = {
        "n_workers": count,
        "threads_per_worker": 1 + max(1, cores() // max(1, count)),
        "resources": {RESOURCE[options.kind]: 1},
        "memory_limit": 0,
        "preload": [__name__],
        "host": LOOPBACK,
        "dashboard_address": ":0",
        "silence_logs": logging.CRITICAL,
    }
    more = {"timeout": options.patience_s, "set_as_default": False, "name": "tune"}
    try:
        return Client(where, **more) if where else Client(**more, **here)
    except (OSError, ValueError) as error:
        raise UserError(
            f"no scheduler at {where}: {error}; start one with `dask scheduler`"
        ) from None


def device_of(options: MeasureOptions) -> Device:
    """The device of most workers; raises UserError if no worker has one."""
    found: Counter[Device] = Counter()
    with closing(Cluster(options)) as cluster:
        places = [one for one in cluster.refreshed(lambda text: None) if one.part == "run"]
        for place in places:
            place.start()
        for place in places:
            while (answer := place.hear()) is None:
                cluster.wait()
                cluster.compare()
            if "device" in answer:
                found[answer["device"]] += 1
    if not found:
        raise UserError("; ".join(cluster.refused.values()) or f"no device: {answer}")
    return found.most_common(1)[0][0]
