"""A process that is kept from the network, and everything that it starts."""

from __future__ import annotations

import subprocess
import sys
import time

import psutil
import pytest
from conftest import ROOT

from gpusim.errors import UserError
from schedules.processes.platforms import check_can_confine
from schedules.processes.worker import Worker

TRIED = """
import ctypes, os, socket, subprocess, sys, threading
from schedules.processes.platforms import confine

def refused(what):
    try:
        what()
    except PermissionError:
        return True
    return False

before = threading.Event()
seen = []
# A thread from before is held to it too.
thread = threading.Thread(target=lambda: (before.wait(), seen.append(refused(socket.socket))))
thread.start()
socket.socket().close()
confine()
before.set()
thread.join()
assert seen == [True]
assert refused(socket.socket) and refused(lambda: socket.socket(socket.AF_UNIX))
assert refused(lambda: socket.create_connection(("127.0.0.1", 9)))
child = [sys.executable, "-c", "import socket; socket.socket()"]
assert subprocess.run(child, stderr=subprocess.DEVNULL).returncode
# By the call's own number, and by another way in.
libc = ctypes.CDLL(None, use_errno=True)
for number in (41, 425) if os.uname().machine == "x86_64" else (198, 425):
    assert libc.syscall(number, 2, 1, 0) == -1 and ctypes.get_errno() == 1, number
# What else a schedule needs goes on.
os.pipe(), open(__file__ if "__file__" in globals() else "/dev/null").close()
confine()
print("held")
"""


@pytest.fixture(autouse=True)
def _can():
    try:
        check_can_confine()
    except UserError as error:
        pytest.skip(str(error))


def test_no_socket_is_made_by_any_way():
    tried = subprocess.run(
        [sys.executable, "-c", TRIED], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (tried.returncode, tried.stdout) == (0, "held\n"), tried.stderr


def leave_a_child(_query) -> int:
    return subprocess.Popen(["sleep", "600"]).pid


def test_what_a_text_starts_ends_with_it():
    worker = Worker(leave_a_child, 8 * 2**30, quiet=True, alone=True)
    pid = worker.do(None, 30)
    assert psutil.pid_exists(pid)
    worker.end()
    until = time.monotonic() + 10
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < until
        time.sleep(0.05)
