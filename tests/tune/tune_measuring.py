"""What tests of measuring share: requests and processes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress

import psutil

from schedules.core.target import native_mcpu
from tune.measuring.build import Builder
from tune.measuring.child import path
from tune.measuring.interface import BuildRequest, MeasureOptions, RunQuery
from tune.measuring.pool import Pool

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
        if CALL in (None, "no reference"):
            return super().prim_func()
        if CALL in ("sporadic", "varies", "sporadic on a GPU"):
            return self.unsteady()
        a = te.placeholder((self.m, self.k), "float32", name="A")
        b = te.placeholder((self.k, self.n), "float32", name="B")
        call = tirx.call_extern("float32", CALL) if CALL else 0.0
        c = te.compute((self.m, self.n), lambda i, j: a[i, j] + b[i, j] + call, name="C")
        return te.create_prim_func([a, b, c])

    @property
    def exact(self):
        return CALL != "varies"

    def unsteady(self):
        # The product with a fault in 2 % of the runs, or with bits that change.
        a = te.placeholder((self.m, self.k), "float32", name="A")
        b = te.placeholder((self.k, self.n), "float32", name="B")
        k = te.reduce_axis((0, self.k), name="k")
        d = te.compute((self.m, self.n), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="D")
        rand = tirx.call_extern("int32", "rand")
        one, bit, zero = (tirx.const(value, "float32") for value in (1.0, 1e-7, 0.0))

        def unsteady(i, j):
            if CALL == "sporadic on a GPU":
                # A slice of 16 us in each 1 ms of the GPU's clock.
                clock = (
                    '([] {{ unsigned long long t; asm volatile("mov.u64 %0, %%globaltimer;" '
                    ': "=l"(t)); return (int)(t >> 14 & 63); }})'
                )
                now = tirx.call_extern("int32", clock)
                return d[i, j] + tirx.Select(now == 0, one, zero)
            if CALL == "varies":
                return d[i, j] * (one + tirx.Select(rand % 2 == 0, bit, zero))
            return d[i, j] + tirx.Select(rand % (50 * self.m * self.n) == 0, one, zero)

        c = te.compute((self.m, self.n), unsteady, name="C")
        return te.create_prim_func([a, b, c])

    def reference(self, inputs):
        if CALL == "no reference":
            raise KeyError("B")
        return super().reference(inputs)

workload = Planted(16, 16, 16)

def plain(sch):
    sch.split(sch.get_loops("C")[0], [None, 4])
    yield "split"

def bound(sch):
    rows = sch.get_loops("C")[0]
    if CALL == "sporadic on a GPU":
        sch.compute_at("D", rows)
        sch.set_scope("D", 0, "local")
    sch.bind(rows, "blockIdx.x")
    yield "bind"

def build_hangs(sch):
    Path(__file__).with_suffix(".begun").touch()
    time.sleep(1000)
    yield "never"

def build_crashes(sch):
    ctypes.string_at(0)
    yield "never"

def build_eats(sch):
    bytearray(10**11)
    yield "never"

def build_fails(sch):
    sch.split(sch.get_loops("C")[0], [3, 3])
    yield "never"
"""


CALLS = {
    "right": None,
    "wrong": "",
    "crashes": "abort",
    "hangs": "pause",
    "no_reference": "no reference",
    "sporadic": "sporadic",
    "varies": "varies",
}


def sgemm(key: str, **knobs: int) -> BuildRequest:
    return BuildRequest(key, "gemm/sgemm_cpu:parallel", (64, 64, 64), native_mcpu(), knobs)


def measured(requests, **options) -> dict:
    """Outcomes by key. Nothing is late that does not hang, however busy the machine is."""
    patient = {"build_timeout_s": 3600.0, "run_timeout_s": 3600.0, "patience_s": 600.0}
    asked = MeasureOptions(kind="llvm", builders=2, **patient | options)
    with closing(Pool(asked)) as measurer:
        return {request.key: outcome for request, outcome in measurer.measure(requests)}


def run_query(request: BuildRequest, best_us: float | None = None) -> RunQuery:
    answer = Builder({"kind": "llvm", "folder": ""})(request, lambda: None)
    return RunQuery(request, answer["built"], best_us)


def started(arguments: list[str], **more) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path()},
        text=True,
        **{"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE} | more,
    )


def until(condition, seconds: float = 600.0):
    """What `condition` gives once that is true; how long that takes is no matter."""
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


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]
