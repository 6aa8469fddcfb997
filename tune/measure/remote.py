"""Runners on other machines, and several GPUs of one, through TVM's RPC tracker.

A worker is a process a device with TVM's RPC server, which knows one function more:
`tune.measure.run` takes a built candidate as JSON and gives its outcome as JSON (and one that says
what device it has). Behind it is the
runner that a local run uses, a process of its own that may die; the worker replaces it. On the
tuning side each worker has a process here that holds the session, since a call that never comes
back cannot be ended otherwise.

TVM's RPC gives whoever reaches a worker all that its user may do, and its key is no password: the
default is loopback, and a network that is not trusted is none for it.
"""

from __future__ import annotations

import base64
import json
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from multiprocessing.connection import wait
from typing import Any

import tvm_ffi

from schedules.errors import NoGpu, NoTool, UserError

from ..devices import Device, this_device
from ..task import Outcome, Task
from . import MeasureOptions
from .child import CANNOT, START_SECONDS, Answer, die_with_parent
from .pool import Slot, runner

FUNCTION = "tune.measure.run"
DEVICE_FUNCTION = "tune.measure.device"
WORKER_PORTS = (9091, 9190)
# How long a tracker has to answer, and a worker that died to come back.
CONNECT_SECONDS = 5.0
VACANT_SECONDS = 30.0
# What a call may take beyond the worker's own time limits.
MARGIN_SECONDS = 30.0
POLL_SECONDS = 0.2
RETRY_SECONDS = 1.0
JOIN_SECONDS = 5.0


# --- candidates and outcomes as JSON --------------------------------------------------------------


def query_json(settings: Mapping[str, Any], query: Mapping[str, Any], seconds: float) -> str:
    """What a worker is asked."""
    built = {name: base64.b64encode(data).decode() for name, data in query["built"].items()}
    asked = {"task": asdict(query["task"]), "built": built, "best_us": query["best_us"]}
    return json.dumps({"settings": dict(settings), "query": asked, "seconds": seconds})


def query_of(text: str) -> tuple[dict[str, Any], dict[str, Any], float]:
    """Settings of the runner, a query for it, and its seconds."""
    read = json.loads(text)
    query = read["query"]
    query["task"] = Task(**{**query["task"], "shape": tuple(query["task"]["shape"])})
    query["built"] = {name: base64.b64decode(data) for name, data in query["built"].items()}
    return read["settings"], query, read["seconds"]


def device_json(kind: str, worker: str) -> str:
    """What a worker answers when asked for its device of a TVM target kind."""
    try:
        return json.dumps(asdict(this_device(kind)))
    except UserError as error:
        return answer_json({CANNOT: of_worker(error, worker)})


def of_worker(error: UserError, worker: str) -> UserError:
    """An error with the name of the worker that had it."""
    return type(error)(f"the worker {worker!r}: {error}")


def device_of(text: str) -> Device:
    """A worker's device; raises what it raised."""
    answer = json.loads(text)
    if CANNOT in answer:
        raise answer_of(text)[CANNOT]
    return Device(**answer)


def answer_json(answer: Answer) -> str:
    """What a worker answers."""
    if CANNOT in answer:
        return json.dumps({CANNOT: str(answer[CANNOT]), "kind": type(answer[CANNOT]).__name__})
    return json.dumps({**answer, "outcome": asdict(answer["outcome"])})


def answer_of(text: str) -> Answer:
    """A worker's answer."""
    answer = json.loads(text)
    if CANNOT in answer:
        kinds = {"NoGpu": NoGpu, "NoTool": NoTool}
        return {CANNOT: kinds.get(answer["kind"], UserError)(answer[CANNOT])}
    outcome = answer["outcome"]
    return {**answer, "outcome": Outcome(**{**outcome, "times_us": tuple(outcome["times_us"])})}


# --- the worker's side ----------------------------------------------------------------------------


class Service:
    """`tune.measure.run` in a session's process, with its runner."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.slot: Slot | None = None

    def __call__(self, text: str) -> str:
        settings, query, seconds = query_of(text)
        if self.slot is None:
            # This is the first call in the process that TVM forked for the session.
            die_with_parent(os.getppid())
            self.slot = runner(settings, {}, self.name)
        self.slot.start().ask(query, seconds)
        while True:
            wait([self.slot.child.connection], max(0, self.slot.child.deadline - time.monotonic()))
            answer = self.slot.hear()
            if answer is not None:
                break
        if "died" in answer:
            answer = {"outcome": Outcome("crash", message=answer["died"])}
        if CANNOT in answer:
            self.slot.end()
            answer[CANNOT] = of_worker(answer[CANNOT], self.name)
        else:
            answer["outcome"] = replace(answer["outcome"], worker=self.name)
        return answer_json(answer)


def serve(host: str, tracker: tuple[str, int], key: str, name: str) -> None:
    """A worker for one device, registered with the tracker, until a session of it crashes."""
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

    def __init__(self, options: MeasureOptions, settings: Mapping[str, Any]) -> None:
        self.options = options
        self.settings = {
            **settings,
            "tracker": [options.tracker_host, options.tracker_port],
            "key": options.key,
            "run_timeout_s": options.run_timeout_s,
            "device": options.device,
        }
        self.count = 0
        self.asked = time.monotonic()

    def slots(self) -> list[Slot]:
        """A runner for each worker. Raises UserError where there is no tracker, or no worker."""
        options = self.options
        found = workers(options.tracker_host, options.tracker_port, options.key)
        until = time.monotonic() + VACANT_SECONDS
        while not found and time.monotonic() < until:
            time.sleep(POLL_SECONDS)
            found = workers(options.tracker_host, options.tracker_port, options.key)
        if not found:
            raise UserError(no_worker(self.settings))
        return [self.slot() for _ in range(found)]

    def joined(self, known: int) -> list[Slot]:
        """Runners for workers beyond those known; asks the tracker now and then."""
        if time.monotonic() - self.asked < JOIN_SECONDS:
            return []
        self.asked = time.monotonic()
        options = self.options
        try:
            found = workers(options.tracker_host, options.tracker_port, options.key)
        except UserError:
            # Sessions outlive their tracker.
            return []
        return [self.slot() for _ in range(found - known)]

    def slot(self) -> Slot:
        """The place of a process that holds a session."""
        self.count += 1
        return Slot(
            "run",
            "tune.measure.remote:Client",
            self.settings,
            {},
            f"worker {self.count}",
            grace_s=START_SECONDS + VACANT_SECONDS + MARGIN_SECONDS,
        )


def no_worker(settings: Mapping[str, Any]) -> str:
    host, port = settings["tracker"]
    return (
        f"the tracker at {host}:{port} has no free worker with the key {settings['key']!r}: "
        f"`tune worker --tracker {host}:{port} --key {settings['key']}` starts one"
    )


def connected(host: str, port: int):
    """A session with the tracker; raises UserError where none answers."""
    from tvm.rpc.client import TrackerSession

    try:
        # TVM would try for a minute.
        socket.create_connection((host, port), CONNECT_SECONDS).close()
        return TrackerSession((host, port))
    except (OSError, RuntimeError) as error:
        text = getattr(error, "strerror", None) or error
        raise UserError(
            f"no tracker at {host}:{port}: {text}; `tune tracker --port {port}` starts one"
        ) from None


def workers(host: str, port: int, key: str) -> int:
    """How many workers a tracker knows under a key, busy ones included."""
    session = connected(host, port)
    try:
        found = session.summary()["server_info"]
    finally:
        session.close()
    return sum(one.get("key") == f"server:{key}" for one in found)


def free_workers(host: str, port: int, key: str) -> int:
    """How many of them wait for a session."""
    session = connected(host, port)
    try:
        return session.summary()["queue_info"].get(key, {}).get("free", 0)
    finally:
        session.close()


def worker_device(host: str, port: int, key: str, kind: str) -> Device:
    """The device of a worker that is free; raises NoGpu where it has none of that kind.

    Raises UserError where no tracker answers, or no worker is free for a while.
    """
    settings = {"tracker": [host, port], "key": key}
    session = free_session(settings)
    if session is None:
        raise UserError(no_worker(settings))
    return device_of(str(session.get_function(DEVICE_FUNCTION)(kind)))


def free_session(settings: Mapping[str, Any]) -> Any:
    """A session with a worker; None where none is free for a while."""
    host, port = settings["tracker"]
    until = time.monotonic() + VACANT_SECONDS
    while not free_workers(host, port, settings["key"]):
        if time.monotonic() > until:
            return None
        time.sleep(POLL_SECONDS)
    session = connected(host, port)
    try:
        return session.request(settings["key"])
    finally:
        session.close()


class Client:
    """The Work of a process that holds a session with a worker."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.session: Any = None

    def __call__(self, query: Mapping[str, Any], begin: Callable[[], None]) -> Answer:
        begin()
        try:
            if self.session is None and not self.join():
                return {"vacant": no_worker(self.settings)}
            run = self.session.get_function(FUNCTION)
            text = query_json(self.runner_settings, query, self.settings["run_timeout_s"])
            return answer_of(str(run(text)))
        except UserError as error:
            return {CANNOT: error}
        except Exception as error:  # TVM's RPC raises whatever the other end's death brings about
            self.session = None
            return {"lost": f"the worker is gone: {type(error).__name__}: {first_line(error)}"}

    @property
    def runner_settings(self) -> dict[str, Any]:
        return {
            name: self.settings[name] for name in ("kind", "inputs_seed", "hopeless", "threads")
        }

    def join(self) -> bool:
        """Get a session; False where no worker is free for a while.

        Raises UserError for a worker whose device is not the run's.
        """
        session = free_session(self.settings)
        if session is None:
            return False
        wanted = self.settings["device"]
        if wanted:
            found = device_of(str(session.get_function(DEVICE_FUNCTION)(self.settings["kind"])))
            if found.name != wanted:
                raise UserError(
                    f"a worker with the key {self.settings['key']!r} has {found.name}, and the run "
                    f"is of {wanted}: give each kind of device a key of its own"
                )
        self.session = session
        return True


def first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


# --- the process of a worker ----------------------------------------------------------------------


def main() -> None:
    """`python -m tune.measure.remote PARENT HOST TRACKER_HOST TRACKER_PORT KEY NAME`."""
    parent, host, tracker_host, tracker_port, key, name = sys.argv[1:]
    die_with_parent(int(parent))
    with suppress(KeyboardInterrupt):
        serve(host, (tracker_host, int(tracker_port)), key, name)
    sys.exit(1)


if __name__ == "__main__":
    main()
