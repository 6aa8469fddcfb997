"""Compilers run in fresh processes: reproducible code, Ctrl-C, time limits, lost processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from accesses import needs_compiler
from conftest import ROOT

from benchmarks.unseen import TIMED, kernel
from schedules.compile import fresh
from schedules.compile.nvrtc import Nvrtc
from schedules.core.errors import LimitError

COMPILE = """
from schedules.compile.nvrtc import Nvrtc
print("begun", flush=True)
try:
    while True:
        Nvrtc().compile('extern "C" __global__ void k() {}', "sm_90")
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""

# Its id, addresses of a library and of its heap, and a hash.
OF_A_PROCESS = """(lambda ctypes: (lambda library: (
    __import__('os').getpid(),
    (ctypes.cast(library.malloc, ctypes.c_void_p).value, library.malloc(100), library.malloc(5000)),
    hash('a string'),
))(ctypes.CDLL(None)))(__import__('ctypes'))"""
PERSONALITY = "__import__('ctypes').CDLL(None).personality(0xFFFFFFFF)"
ADDR_NO_RANDOMIZE = 0x0040000


def test_addresses_and_hashes_are_the_same_in_every_process():
    first, second = (fresh.call(eval, OF_A_PROCESS, lines=0) for _ in range(2))
    assert len({first[0], second[0], os.getpid()}) == 3
    assert first[2] == second[2]
    if not fresh.call(eval, PERSONALITY, lines=0) & ADDR_NO_RANDOMIZE:
        pytest.skip("this system does not let a process turn address space randomization off")
    assert first[1] == second[1]


@needs_compiler
def test_code_does_not_depend_on_what_was_compiled_before():
    """NVRTC in one process gives this text's code in several versions."""
    gemv, other = (kernel(name, TIMED).source for name in ("dlight gemv", "sum of rows"))
    first = Nvrtc().compile(gemv, "sm_90")
    Nvrtc().compile(other, "sm_90")
    again = Nvrtc().compile(gemv, "sm_90")
    assert (first.ptx, first.cubin) == (again.ptx, again.cubin)
    assert "used_bytes_mask" not in first.ptx


@needs_compiler
def test_code_does_not_depend_on_the_size_of_the_environment(monkeypatch):
    """The environment moves the heap of the process that forks: without a heap of the compiler's
    own, some sizes gave this kernel other code."""
    text = max((ROOT / "lowered_ir/gemm/sgemm_cuda/07-outer_product").glob("*.cu")).read_text()
    codes = set()
    for size in (1, 40, 100, 400, 1000, 3000):
        monkeypatch.setenv("A_VARIABLE", "x" * size)
        monkeypatch.setattr(fresh, "_FORKING", {})
        codes.add(Nvrtc().compile(text, "sm_90a").cubin)
    assert len(codes) == 1


def test_a_lost_process_is_an_error():
    with pytest.raises(LimitError, match="compiler process died"):
        fresh.call(os._exit, 3, lines=0)
    assert fresh.call(len, "four", lines=0) == 4


def test_a_lost_process_that_forks_is_replaced():
    os.kill(fresh.call(os.getppid, lines=0), signal.SIGKILL)
    time.sleep(0.2)
    assert fresh.call(len, "four", lines=0) == 4


@needs_compiler
def test_ctrl_c_while_a_compiler_runs():
    run = subprocess.Popen(
        [sys.executable, "-c", COMPILE],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert run.stdout.readline() == "begun\n"
    time.sleep(0.2)
    os.killpg(run.pid, signal.SIGINT)
    assert (run.communicate(timeout=300)[0], run.returncode) == ("interrupted\n", 0)
