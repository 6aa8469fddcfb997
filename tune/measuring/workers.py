"""Workers as the tracker lists them: their address, their device, and which of them fit a run.

Each worker registers under its own key, which contains this information. A run can therefore
request a worker by name and skip those with another device, driver or TVM version.
"""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from pydantic import TypeAdapter, ValidationError

from gpusim.errors import UserError
from schedules.core.errors import NoGpu
from schedules.processes.worker import START_SECONDS

from ..records.lines import TVM, versions
from .child import Slot
from .interface import PATIENCE_S, Device, MeasureOptions, Rpc
from .tunnel import CONNECT_SECONDS

# Time of a call in addition to the worker's own time limits.
MARGIN_SECONDS = 30.0
POLL_SECONDS = 0.2
JOIN_SECONDS = 5.0


@dataclass(frozen=True)
class WorkerInfo:
    """A worker: its name, 'HOST' or 'HOST, GPU 0', the process that keeps it up, and its device.

    `kind` is TVM's of its target, `tvm` its version of TVM.
    """

    name: str
    process: int
    kind: str
    device: Device
    tvm: str

    def key(self, key: str) -> str:
        """The key under which the worker registers; TVM allows neither spaces nor colons in it."""
        return "?".join(quote(part, safe="") for part in (key, INFO.dump_json(self)))

    @property
    def host(self) -> str:
        return self.name.partition(",")[0]


INFO = TypeAdapter(WorkerInfo)


def worker_of(text: str) -> WorkerInfo | None:
    """The worker that registered under a key; None if the key is not from this project."""
    try:
        return INFO.validate_json(unquote(text.partition("?")[2]))
    except ValidationError:
        return None


@contextmanager
def connected(rpc: Rpc) -> Iterator[Any]:
    """A session with the tracker; raises UserError if none answers."""
    from tvm.rpc.client import TrackerSession

    try:
        # TVM would retry for a minute.
        socket.create_connection((rpc.host, rpc.port), CONNECT_SECONDS).close()
        session = TrackerSession((rpc.host, rpc.port))
    except (OSError, RuntimeError) as error:
        text = getattr(error, "strerror", None) or error
        raise UserError(
            f"no tracker at {rpc.host}:{rpc.port}: {text}; start one with `tune tracker "
            f"--port {rpc.port}`"
        ) from None
    try:
        yield session
    finally:
        session.close()


def workers(rpc: Rpc) -> list[WorkerInfo]:
    """The workers that a tracker knows under a key, busy ones included, by name."""
    with connected(rpc) as session:
        known = session.summary()["server_info"]
    prefix = f"server:{quote(rpc.key, safe='')}?"
    keys = [worker.get("key", "") for worker in known]
    parsed = [worker_of(key) for key in keys if key.startswith(prefix)]
    return sorted(filter(None, parsed), key=lambda worker: (worker.name, worker.process))


def awaited_workers(rpc: Rpc, patience_s: float) -> list[WorkerInfo]:
    """The tracker's workers once there are any; raises UserError if none registers in time."""
    until = time.monotonic() + patience_s
    while not (waiting := workers(rpc)):
        if time.monotonic() > until:
            raise no_worker(rpc)
        time.sleep(POLL_SECONDS)
    return waiting


def no_worker(rpc: Rpc, name: str = "") -> UserError:
    where = f"{rpc.host}:{rpc.port}"
    gone = f"; {name} is gone" if name else ""
    return UserError(
        f"the tracker at {where} has no free worker with the key {rpc.key!r}{gone}: "
        f"start one with `tune worker --tracker {where} --key {rpc.key}`"
    )


def worker_device(rpc: Rpc, kind: str) -> Device:
    """The device of most workers with this TVM version; raises NoGpu if no worker has that kind of
    device.

    Raises UserError if no tracker answers, or if it has no worker for a while.
    """
    waiting = awaited_workers(rpc, PATIENCE_S)
    fitting = [worker for worker in waiting if worker.kind == kind]
    if not fitting:
        has = f"the worker {waiting[0].name!r} is for {waiting[0].device.name}"
        raise (NoGpu if kind == "cuda" else UserError)(
            f"{has}, but the job is for {device_text(kind)}"
        )
    ours = [worker for worker in fitting if worker.tvm == versions()[TVM]] or fitting
    return Counter(worker.device for worker in ours).most_common(1)[0][0]


def device_text(kind: str) -> str:
    return {"llvm": "a CPU", "cuda": "a GPU"}[kind]


class Tracker:
    """The tracker of a run's options, and the workers that the run has seen."""

    def __init__(self, options: MeasureOptions) -> None:
        self.options = options
        self.known: dict[WorkerInfo, str] = {}
        self.asked = time.monotonic()

    def slots(self, say: Callable[[str], None]) -> list[Slot]:
        """A runner for each worker that fits the run; prints a notice for the others.

        Raises UserError if there is no tracker or no worker fits.
        """
        rpc = self.options.rpc
        slots = self.taken(awaited_workers(rpc, self.options.patience_s), say)
        if not slots:
            why = next(iter(self.known.values()))
            raise UserError(f"{why}: use a separate key per kind of device")
        return slots

    def joined(self, say: Callable[[str], None]) -> list[Slot]:
        """Runners for workers that joined since; asks the tracker at intervals."""
        if time.monotonic() - self.asked < JOIN_SECONDS:
            return []
        self.asked = time.monotonic()
        try:
            return self.taken(workers(self.options.rpc), say)
        except UserError:
            # Sessions survive their tracker.
            return []

    def taken(self, waiting: list[WorkerInfo], say: Callable[[str], None]) -> list[Slot]:
        fresh = [worker for worker in waiting if worker not in self.known]
        for worker in fresh:
            self.known[worker] = self.unfit(worker)
            if why := self.known[worker]:
                say(f"skipped {why}")
        fitting = [worker for worker in fresh if not self.known[worker]]
        if self.options.kind == "llvm" and fitting:
            warn_of_neighbours([worker for worker, why in self.known.items() if not why], say)
        return [self.slot(worker) for worker in fitting]

    def unfit(self, worker: WorkerInfo) -> str:
        """Why a worker's times cannot be compared with the run's; '' if they can."""
        options = self.options
        for theirs, ours in (
            (worker.device.name, options.device),
            (f"driver {worker.device.driver}", options.driver and f"driver {options.driver}"),
            (f"TVM {worker.tvm}", f"TVM {versions()[TVM]}"),
        ):
            # A run on any device has no device to compare with.
            if ours and theirs != ours:
                return (
                    f"the worker {worker.name!r} with the key {options.rpc.key!r} has {theirs}, "
                    f"but the run uses {ours}"
                )
        return ""

    def left(self, slot: Slot, broken: str) -> None:
        """Remove a worker's runner. A worker that is not `broken` may join again."""
        worker = slot.settings["worker"]
        self.known[worker] = broken
        if not broken:
            del self.known[worker]

    def slot(self, worker: WorkerInfo) -> Slot:
        """The place of a process that holds a session."""
        grace_s = START_SECONDS + self.options.patience_s + MARGIN_SECONDS
        settings = {"options": self.options, "worker": worker}
        return Slot("run", "tune.measuring.remote:Client", settings, {}, worker.name, grace_s)


def warn_of_neighbours(waiting: list[WorkerInfo], say: Callable[[str], None]) -> None:
    """Warn about machines with more than one worker for the CPU, since each disturbs the others'
    times."""
    for host, count in Counter(worker.host for worker in waiting).items():
        if count > 1:
            say(
                f"{host} has {count} workers for its CPU: candidates that run at the same time "
                "slow each other down; run only one"
            )


def free_session(rpc: Rpc, worker: WorkerInfo, patience_s: float) -> Any:
    """A session with a worker; None if it stays busy for a while."""
    until, key = time.monotonic() + patience_s, worker.key(rpc.key)
    while time.monotonic() < until:
        with connected(rpc) as session:
            if session.summary()["queue_info"].get(key, {}).get("free", 0):
                return session.request(key)
        time.sleep(POLL_SECONDS)
    return None
