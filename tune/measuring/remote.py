"""Runners on other machines, and several GPUs of one, through TVM's RPC tracker.

A worker is a process a device with TVM's RPC server, which knows one function more:
`tune.measuring.run` takes a built candidate as JSON and gives its outcome as JSON (and one that
says what device it has). Behind it is the runner that a local run uses, a process of its own that
may die; the worker replaces it. On the tuning side each worker has a process here that holds the
session, since a call that never comes back cannot be ended otherwise.

TVM's RPC gives whoever reaches a worker all that its user may do, and its key is no password: the
default is loopback, and a network that is not trusted is none for it.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from multiprocessing.connection import wait
from typing import Any

from pydantic import ConfigDict, TypeAdapter, with_config

from schedules.errors import NoGpu, NoTool, UserError

from .child import CANNOT, START_SECONDS, Answer, Slot, die_with_parent, runner
from .interface import PATIENCE_S, Device, MeasureOptions, Outcome, Rpc, RunQuery, this_device

FUNCTION = "tune.measuring.run"
DEVICE_FUNCTION = "tune.measuring.device"
WORKER_PORTS = (9091, 9190)
# How long a tracker has to answer.
CONNECT_SECONDS = 5.0
# What a call may take beyond the worker's own time limits.
MARGIN_SECONDS = 30.0
POLL_SECONDS = 0.2
RETRY_SECONDS = 1.0
JOIN_SECONDS = 5.0


# --- candidates and outcomes as JSON --------------------------------------------------------------


@dataclass(frozen=True)
class WorkerQuery:
    """What a worker is asked: the settings of its runner, a query for it, and its seconds."""

    settings: dict[str, Any]
    query: RunQuery
    seconds: float


BASE64 = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")
QUERY = TypeAdapter(with_config(BASE64)(WorkerQuery))
OUTCOME = TypeAdapter(Outcome)
DEVICE = TypeAdapter(Device)


def answer_json(answer: Answer, worker: str) -> str:
    """What a worker answers, by name; its errors name it."""
    if CANNOT in answer:
        error = answer[CANNOT]
        text = f"the worker {worker!r}: {error}"
        return json.dumps({CANNOT: text, "kind": type(error).__name__})
    outcome = replace(answer["outcome"], worker=worker)
    return json.dumps({**answer, "outcome": OUTCOME.dump_python(outcome, mode="json")})


def answer_of(text: str) -> Answer:
    """A worker's answer."""
    answer = json.loads(text)
    if CANNOT in answer:
        kinds = {"NoGpu": NoGpu, "NoTool": NoTool}
        return {CANNOT: kinds.get(answer["kind"], UserError)(answer[CANNOT])}
    return {**answer, "outcome": OUTCOME.validate_python(answer["outcome"])}


def device_json(kind: str, worker: str) -> str:
    """What a worker answers when asked for its device of a TVM target kind."""
    try:
        return json.dumps(asdict(this_device(kind)))
    except UserError as error:
        return answer_json({CANNOT: error}, worker)


def device_of(session: Any, kind: str) -> Device:
    """The device at the other end of a session; raises what the worker raised."""
    text = str(session.get_function(DEVICE_FUNCTION)(kind))
    if CANNOT in json.loads(text):
        raise answer_of(text)[CANNOT]
    return DEVICE.validate_json(text)


# --- the worker's side ----------------------------------------------------------------------------


class Service:
    """`tune.measuring.run` in a session's process, with its runner."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.slot: Slot | None = None

    def __call__(self, text: str) -> str:
        asked = QUERY.validate_json(text)
        if self.slot is None:
            # This is the first call in the process that TVM forked for the session.
            die_with_parent(os.getppid())
            self.slot = runner(asked.settings, {}, self.name)
        self.slot.start().ask(asked.query, asked.seconds)
        answer = None
        while answer is None:
            wait([self.slot.child.connection], max(0, self.slot.child.deadline - time.monotonic()))
            answer = self.slot.hear()
        if "died" in answer:
            answer = {"outcome": Outcome("crash", message=answer["died"])}
        if CANNOT in answer:
            self.slot.end()
        return answer_json(answer, self.name)


def serve(host: str, tracker: tuple[str, int], key: str, name: str) -> None:
    """A worker for one device, registered with the tracker, until a session of it crashes."""
    import tvm_ffi

    # `tvm.rpc.Server` would put one more process in between, which a kill would leave behind.
    from tvm.rpc.server import PopenRPCServerState

    # TVM's server waits for a tracker for a while, and then ends with a traceback.
    threading.excepthook = lambda failed: print(first_line(failed.exc_value), file=sys.stderr)
    while not answers(tracker):
        time.sleep(RETRY_SECONDS)
    tvm_ffi.register_global_func(FUNCTION, Service(name), override=True)
    tvm_ffi.register_global_func(
        DEVICE_FUNCTION, lambda kind: device_json(kind, name), override=True
    )
    state = PopenRPCServerState(host, *WORKER_PORTS, tracker_addr=tracker, key=key, silent=True)
    state.thread.join()


def answers(tracker: tuple[str, int]) -> bool:
    """Whether something listens there."""
    try:
        socket.create_connection(tracker, CONNECT_SECONDS).close()
    except OSError:
        return False
    return True


# --- the tuning side ------------------------------------------------------------------------------


class Tracker:
    """The tracker of a run's options."""

    def __init__(self, options: MeasureOptions) -> None:
        self.options = options
        self.count = 0
        self.asked = time.monotonic()

    def slots(self) -> list[Slot]:
        """A runner for each worker. Raises UserError where there is no tracker, or no worker."""
        rpc = self.options.rpc
        until = time.monotonic() + self.options.patience_s
        while not (count := workers(rpc)):
            if time.monotonic() > until:
                raise no_worker(rpc)
            time.sleep(POLL_SECONDS)
        return [self.slot() for _ in range(count)]

    def joined(self, known: int) -> list[Slot]:
        """Runners for workers beyond those known; asks the tracker now and then."""
        if time.monotonic() - self.asked < JOIN_SECONDS:
            return []
        self.asked = time.monotonic()
        try:
            count = workers(self.options.rpc)
        except UserError:
            # Sessions outlive their tracker.
            return []
        return [self.slot() for _ in range(count - known)]

    def slot(self) -> Slot:
        """The place of a process that holds a session."""
        self.count += 1
        grace_s = START_SECONDS + self.options.patience_s + MARGIN_SECONDS
        settings, name = {"options": self.options}, f"worker {self.count}"
        return Slot("run", "tune.measuring.remote:Client", settings, {}, name, grace_s)


def no_worker(rpc: Rpc) -> UserError:
    where = f"{rpc.host}:{rpc.port}"
    return UserError(
        f"the tracker at {where} has no free worker with the key {rpc.key!r}: "
        f"`tune worker --tracker {where} --key {rpc.key}` starts one"
    )


@contextmanager
def connected(rpc: Rpc) -> Iterator[Any]:
    """A session with the tracker; raises UserError where none answers."""
    from tvm.rpc.client import TrackerSession

    try:
        # TVM would try for a minute.
        socket.create_connection((rpc.host, rpc.port), CONNECT_SECONDS).close()
        session = TrackerSession((rpc.host, rpc.port))
    except (OSError, RuntimeError) as error:
        text = getattr(error, "strerror", None) or error
        raise UserError(
            f"no tracker at {rpc.host}:{rpc.port}: {text}; `tune tracker --port {rpc.port}` starts "
            "one"
        ) from None
    try:
        yield session
    finally:
        session.close()


def workers(rpc: Rpc) -> int:
    """How many workers a tracker knows under a key, busy ones included."""
    with connected(rpc) as session:
        known = session.summary()["server_info"]
    return sum(worker.get("key") == f"server:{rpc.key}" for worker in known)


def worker_device(rpc: Rpc, kind: str) -> Device:
    """The device of a worker that is free; raises NoGpu where it has none of that kind.

    Raises UserError where no tracker answers, or no worker is free for a while.
    """
    session = free_session(rpc, PATIENCE_S)
    if session is None:
        raise no_worker(rpc)
    return device_of(session, kind)


def free_session(rpc: Rpc, patience_s: float) -> Any:
    """A session with a worker; None where none is free for a while."""
    until = time.monotonic() + patience_s
    while time.monotonic() < until:
        with connected(rpc) as session:
            if session.summary()["queue_info"].get(rpc.key, {}).get("free", 0):
                return session.request(rpc.key)
        time.sleep(POLL_SECONDS)
    return None


class Client:
    """The Work of a process that holds a session with a worker."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.options: MeasureOptions = settings["options"]
        self.session: Any = None

    def __call__(self, query: RunQuery, begin: Callable[[], None]) -> Answer:
        begin()
        options = self.options
        try:
            if self.session is None and not self.join():
                return {"vacant": no_worker(options.rpc)}
            asked = WorkerQuery(options.runner_settings(), query, options.run_timeout_s)
            run = self.session.get_function(FUNCTION)
            return answer_of(str(run(QUERY.dump_json(asked).decode())))
        except UserError as error:
            return {CANNOT: error}
        except Exception as error:  # TVM's RPC raises whatever the other end's death brings about
            self.session = None
            return {"lost": f"the worker is gone: {type(error).__name__}: {first_line(error)}"}

    def join(self) -> bool:
        """Get a session; False where no worker is free for a while.

        Raises UserError for a worker whose device is not the run's.
        """
        options = self.options
        session = free_session(options.rpc, options.patience_s)
        if session is None:
            return False
        if options.device and (device := device_of(session, options.kind)).name != options.device:
            raise UserError(
                f"a worker with the key {options.rpc.key!r} has {device.name}, and the run is of "
                f"{options.device}: give each kind of device a key of its own"
            )
        self.session = session
        return True


def first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


# --- the process of a worker ----------------------------------------------------------------------


def main() -> None:
    """`python -m tune.measuring.remote PARENT HOST TRACKER_HOST TRACKER_PORT KEY NAME`."""
    parent, host, tracker_host, tracker_port, key, name = sys.argv[1:]
    die_with_parent(int(parent))
    with suppress(KeyboardInterrupt):
        serve(host, (tracker_host, int(tracker_port)), key, name)
    sys.exit(1)


if __name__ == "__main__":
    main()
