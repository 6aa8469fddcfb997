"""Runners on other machines, or one per GPU of a machine, through TVM's RPC tracker.

A worker is one process per device with TVM's RPC server. It registers the function
`tune.measuring.run`, which takes a built candidate as JSON and returns its outcome as JSON. The
function calls the same runner as a local run, in a separate process, which the worker replaces if
it dies. On the tuning side, a process per worker holds the RPC session, because a call that never
returns can only be ended with its process. `workers` describes how the two sides find each other.

TVM's RPC gives anyone who can reach a worker the rights of the worker's user, and its key is not a
password. Therefore it listens on loopback by default; do not use it on an untrusted network.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import wait
from typing import Any

from pydantic import ConfigDict, TypeAdapter, with_config

from gpusim.errors import NoTool, UserError
from schedules.core.errors import NoGpu
from schedules.processes.platforms import die_with_parent

from .child import CANNOT, Answer, Slot, runner
from .interface import MeasureOptions, Outcome, RunQuery
from .tunnel import answers
from .workers import WorkerInfo, free_session, no_worker, worker_of

FUNCTION = "tune.measuring.run"
RETRY_SECONDS = 1.0


# --- Candidates and outcomes as JSON --------------------------------------------------------------


@dataclass(frozen=True)
class WorkerQuery:
    """A query to a worker: the settings of its runner, the runner's query, its time limit in s."""

    settings: dict[str, Any]
    query: RunQuery
    seconds: float


BASE64 = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")
QUERY = TypeAdapter(with_config(BASE64)(WorkerQuery))
OUTCOME = TypeAdapter(Outcome)


def answer_json(answer: Answer, worker: str) -> str:
    """A worker's answer as JSON; errors contain the worker's name."""
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


# --- The worker -----------------------------------------------------------------------------------


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
        self.slot.start().send(asked.query, asked.seconds)
        answer = None
        while answer is None:
            wait([self.slot.child.connection], max(0, self.slot.child.deadline - time.monotonic()))
            answer = self.slot.hear()
        if "died" in answer:
            answer = {"outcome": Outcome("crash", message=answer["died"])}
        if CANNOT in answer:
            self.slot.end()
        return answer_json(answer, self.name)


def serve(host: str, ports: tuple[int, int], tracker: tuple[str, int], key: str) -> None:
    """A worker for one device, registered with the tracker, until one of its sessions crashes.

    `key` is `WorkerInfo.key`; it listens at the first free port of `ports`, the end excluded.
    """
    import tvm_ffi

    # `tvm.rpc.Server` would add another process, which would survive a kill.
    from tvm.rpc.server import PopenRPCServerState

    # TVM's server waits for a tracker for a while, and then ends with a traceback.
    threading.excepthook = lambda failed: print(first_line(failed.exc_value), file=sys.stderr)
    while not answers(tracker):
        time.sleep(RETRY_SECONDS)
    tvm_ffi.register_global_func(FUNCTION, Service(worker_of(key).name), override=True)
    state = PopenRPCServerState(host, *ports, tracker_addr=tracker, key=key, silent=True)
    state.thread.join()


# --- The tuning side ------------------------------------------------------------------------------


class Client:
    """The Work of a process that holds a session with a worker."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.options: MeasureOptions = settings["options"]
        self.worker: WorkerInfo = settings["worker"]
        self.session: Any = None

    def __call__(self, query: RunQuery, begin: Callable[[], None]) -> Answer:
        """A worker's answer; {'vacant': why} if the worker is lost or cannot run anything."""
        begin()
        options = self.options
        try:
            if self.session is None:
                self.session = free_session(options.rpc, self.worker, options.patience_s)
            if self.session is None:
                return {"vacant": no_worker(options.rpc, self.worker.name)}
            asked = WorkerQuery(options.runner_settings(), query, options.run_timeout_s)
            run = self.session.get_function(FUNCTION)
            answer = answer_of(str(run(QUERY.dump_json(asked).decode())))
        except UserError as error:
            return {"vacant": error}
        except Exception as error:  # If the other end dies, TVM's RPC may raise anything.
            self.session = None
            return {"lost": f"the worker is gone: {type(error).__name__}: {first_line(error)}"}
        return {"vacant": answer[CANNOT], "broken": True} if CANNOT in answer else answer


def first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


# --- The process of a worker ----------------------------------------------------------------------


def main() -> None:
    """`python -m tune.measuring.remote PARENT HOST PORT PORT_END TRACKER_HOST TRACKER_PORT KEY`."""
    parent, host, port, port_end, tracker_host, tracker_port, key = sys.argv[1:]
    die_with_parent(int(parent))
    with suppress(KeyboardInterrupt):
        serve(host, (int(port), int(port_end)), (tracker_host, int(tracker_port)), key)
    sys.exit(1)


if __name__ == "__main__":
    main()
