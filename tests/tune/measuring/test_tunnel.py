"""Tunnels: two machines whose loopbacks are their own, joined by what ssh is told."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from tune_measuring import check_joining, free_port

from gpusim.errors import UserError
from tune.commands.tracker import command as tracker
from tune.commands.worker import command as worker
from tune.measuring.child import path
from tune.measuring.tunnel import Tunnel, check_host

# In place of ssh: the forwards it is told, from one network namespace to another.
SSH = """#!{python}
import ctypes, os, socket, sys, threading
HERE, THERE = {here!r}, sys.argv[-1]

def enter(name):
    with open("/run/netns/" + name) as file:
        assert ctypes.CDLL(None).setns(file.fileno(), 0x40000000) == 0

def pump(one, other):
    while data := one.recv(65536):
        other.sendall(data)
    other.shutdown(socket.SHUT_WR)

def forward(at, near, to, far):
    enter(at)
    listening = socket.create_server(("127.0.0.1", near))
    enter(to)
    while True:
        one, _ = listening.accept()
        try:
            other = socket.create_connection(("127.0.0.1", far))
        except OSError:
            one.close()
            continue
        for pair in ((one, other), (other, one)):
            threading.Thread(target=pump, args=pair, daemon=True).start()

assert sys.argv[-2] == "--" and "ExitOnForwardFailure=yes" in sys.argv
for flag, text in zip(sys.argv[1:], sys.argv[2:]):
    if flag in ("-L", "-R"):
        host, near, to, far = text.split(":")
        assert host == to == "127.0.0.1"
        ends = (HERE, THERE) if flag == "-L" else (THERE, HERE)
        arguments = (ends[0], int(near), ends[1], int(far))
        threading.Thread(target=forward, args=arguments).start()
"""

MEASURE = """
import sys
from tune_measuring import measured, sgemm
from tune.measuring.interface import Rpc
from tune.measuring.workers import awaited_workers
rpc = Rpc(port=int(sys.argv[1]))
(worker,) = awaited_workers(rpc, 600.0)
(found,) = measured([sgemm("a", block_i=32, rows=4)], runner="rpc", rpc=rpc).values()
print(found.kind, found.worker == worker.name)
"""


@pytest.fixture
def machines(tmp_path):
    """Names of two network namespaces, and what starts a program in one of them."""
    names = [f"tune-{os.getpid()}-{end}" for end in ("a", "b")]
    ip = shutil.which("ip")
    if ip is None or subprocess.run([ip, "netns", "add", names[0]], capture_output=True).returncode:
        pytest.skip("network namespaces need root and iproute2")
    processes = []

    def start(at, *arguments, ssh: bool = False, log: Path | None = None, **more):
        folder = tmp_path / at
        folder.mkdir(exist_ok=True)
        (folder / "ssh").write_text(SSH.format(python=sys.executable, here=at))
        (folder / "ssh").chmod(0o755)
        environment = {
            **os.environ,
            "PATH": os.pathsep.join([str(folder) if ssh else "", os.environ["PATH"]]),
            "PYTHONPATH": os.pathsep.join([path(), os.path.dirname(os.path.dirname(__file__))]),
        }
        inside = [ip, "netns", "exec", at, sys.executable, *arguments]
        with open(log or os.devnull, "w") as told:
            if log:
                more = {"stdout": subprocess.DEVNULL, "stderr": told} | more
            process = subprocess.Popen(inside, env=environment, text=True, **more)
        processes.append(process)
        return process

    try:
        subprocess.run([ip, "netns", "add", names[1]], check=True)
        for name in names:
            loopback = ["netns", "exec", name, ip, "link", "set", "lo", "up"]
            subprocess.run([ip, *loopback], check=True)
        yield names, start
    finally:
        for process in processes:
            process.terminate()
            process.wait()
        for name in names:
            subprocess.run([ip, "netns", "del", name], check=True)


def said_beside(run: subprocess.Popen, worker: subprocess.Popen, log: Path) -> list[str]:
    """The words that MEASURE prints; fails at once if its worker, with this stderr, has ended."""
    while True:
        with suppress(subprocess.TimeoutExpired):
            return run.communicate(timeout=0.2)[0].split()
        check_joining(worker, log)


@pytest.mark.exhaustive
def test_a_worker_joins_the_tracker_of_another_machine(machines, tmp_path):
    (here, there), start = machines
    tracker = start(here, "-m", "tune", "tracker", "--port", "9190", stderr=subprocess.PIPE)
    # It says where once it listens.
    assert tracker.stderr.readline().startswith("tracker at ")
    arguments = ["-m", "tune", "worker", "--via-ssh", here]
    log = tmp_path / "worker"
    joined = start(there, *arguments, ssh=True, log=log)
    run = start(here, "-c", MEASURE, "9190", stdout=subprocess.PIPE)
    assert said_beside(run, joined, log) == ["ok", "True"]


def test_a_tracker_brings_itself_to_the_machine_of_its_workers(machines, tmp_path):
    (here, there), start = machines
    first = start(
        here, "-m", "tune", "tracker", "--via-ssh", there, ssh=True, stderr=subprocess.PIPE
    )
    told = [first.stderr.readline() for _ in range(2)]
    assert told[1] == f"on {there}: `tune worker --port 9091`\n"
    arguments = ["-m", "tune", "worker", "--port", "9091"]
    log = tmp_path / "worker"
    joined = start(there, *arguments, log=log)
    run = start(here, "-c", MEASURE, "9190", stdout=subprocess.PIPE)
    assert said_beside(run, joined, log) == ["ok", "True"]
    first.terminate()
    assert first.wait() == 128 + signal.SIGTERM
    first.stderr.close()
    at = subprocess.run(["ip", "netns", "pids", here], capture_output=True, text=True, check=True)
    assert not at.stdout, "the tracker's end of its tunnel goes on"


@pytest.mark.parametrize("command", [worker, tracker])
@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.2", "gpu-server", "::"])
def test_an_address_that_others_reach_is_refused(command, host):
    done = CliRunner().invoke(command, ["--host", host])
    assert isinstance(done.exception, UserError)
    assert "no authentication" in str(done.exception) and "--via-ssh" in str(done.exception)
    check_host(host, insecure=True)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.1.1", "::1", "localhost"])
def test_loopback_needs_no_leave(host):
    check_host(host, insecure=False)


def test_a_tunnel_that_ssh_refuses_is_an_error(tmp_path, monkeypatch):
    (tmp_path / "ssh").write_text("#!/bin/sh\nexit 255\n")
    (tmp_path / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="ssh to some@where ended with 255"):
        Tunnel("some@where", here=[(free_port(), 9190)]).start()
    with pytest.raises(UserError, match="write USER@HOST"):
        Tunnel("-oProxyCommand=touch", [])
