"""Ctrl-C while NVRTC compiles."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import ROOT

from schedules.compile.interrupts import own_interrupts

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no sigaction")
# A process's first compilation has a handler of NVRTC's while it reads headers.
COMPILE = """
from schedules.compile.nvrtc import Nvrtc
print("begun", flush=True)
try:
    while True:
        Nvrtc().compile('extern "C" __global__ void k() {}', "sm_90")
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_another_handler_is_put_back():
    taken: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: taken.append(number))
    try:
        with own_interrupts(), own_interrupts():
            ctypes.CDLL(None).signal(signal.SIGINT, signal.SIG_IGN)
            until = time.monotonic() + 60
            while not taken and time.monotonic() < until:
                signal.raise_signal(signal.SIGINT)
            assert taken == [signal.SIGINT]
            ctypes.CDLL(None).signal(signal.SIGINT, signal.SIG_IGN)
        signal.raise_signal(signal.SIGINT)
        assert taken == 2 * [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_threads_may_compile_side_by_side():
    def work() -> None:
        with own_interrupts():
            time.sleep(0.01)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not any(type(one).__name__ == "_Watcher" for one in threading.enumerate())


@pytest.mark.parametrize("after", [0.1, 0.25, 0.4])
def test_ctrl_c_while_nvrtc_compiles(after):
    run = subprocess.Popen(
        [sys.executable, "-c", COMPILE],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert run.stdout.readline() == "begun\n"
    time.sleep(after)
    os.killpg(run.pid, signal.SIGINT)
    assert (run.communicate(timeout=300)[0], run.returncode) == ("interrupted\n", 0)
