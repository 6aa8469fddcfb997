"""Work in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time

import psutil
import pytest

from schedules.core.errors import ShapeError
from schedules.processes.worker import Worker, WorkerLost, note, why

MEMORY = 2 * 2**30


class Odd(Exception):
    """An error that cannot be copied."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__(f"{text} {number}")


def behave(query: str):
    """Does as the query says."""
    note(f"at {query}")
    if query == "sleep":
        time.sleep(3600)
    if query == "loop":
        while True:
            pass
    if query == "exit":
        sys.exit(3)
    if query == "leave":
        os._exit(0)
    if query == "abort":
        os.write(2, b"free(): invalid pointer\n")
        os.abort()
    if query == "eat":
        return len(bytearray(8 * 2**30))
    if query == "refuse":
        raise ShapeError("does not fit")
    if query == "divide":
        return 1 / 0
    if query == "odd":
        raise Odd(3, "no.")
    if query == "speak":
        print("said", file=sys.stderr)
    return f"{query} by {os.getpid()}"


@pytest.fixture
def worker():
    made = Worker(behave, MEMORY, name="mine", quiet=True)
    yield made
    made.end()


def test_a_worker_is_kept_while_it_behaves(worker, capsys):
    first = worker.do("this", 60)
    assert first == worker.do("this", 60)
    for query, kind, text in (
        ("refuse", ShapeError, "does not fit"),
        ("eat", MemoryError, "mine ran out of memory"),
        ("divide", ZeroDivisionError, "ZeroDivisionError: division by zero"),
        ("odd", RuntimeError, "RuntimeError: Odd: no. 3"),
    ):
        with pytest.raises(kind) as error:
            worker.do(query, 60)
        assert why(error.value) == text
    assert worker.do("this", 60) == first
    worker.do("speak", 60)
    assert capsys.readouterr().err == "said\n"


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("sleep", "mine took more than 1 s and was ended, at sleep"),
        ("loop", "mine took more than 1 s and was ended, at loop"),
        ("exit", "mine ended its process (exit code 3), at exit"),
        ("leave", "mine ended its process (exit code 0), at leave"),
        ("abort", "mine crashed (SIGABRT: free(): invalid pointer), at abort"),
    ],
)
def test_what_ends_a_process_is_told(worker, query, message):
    worker.do("start", 60)
    with pytest.raises(WorkerLost) as lost:
        worker.do(query, 1)
    assert str(lost.value) == message


def test_a_worker_in_a_loop_ends_with_its_parent(tmp_path):
    parent = tmp_path / "parent.py"
    parent.write_text(
        textwrap.dedent("""
        # Without a guard: a worker does not run its parent's script.
        import os, sys
        from schedules.processes.worker import Worker
        from test_worker import behave
        worker = Worker(behave, 2**31)
        worker.do("start", 60)
        print(worker.process.pid, flush=True)
        worker.connection.send("loop")
        sys.stdin.read()
        os._exit(1)
        """)
    )
    path = os.pathsep.join([os.path.dirname(__file__), *sys.path])
    process = subprocess.Popen(
        [sys.executable, str(parent)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
    )
    child = psutil.Process(int(process.stdout.readline()))
    process.kill()
    process.communicate()
    assert not psutil.wait_procs([child], timeout=30)[1]
