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

from benchmarks.generic import SCHEDULES
from gpusim.errors import NoTool
from gpusim.toolkit import find_tool
from schedules.compile import fresh, nvrtc
from schedules.compile.libraries import NvrtcResult
from schedules.compile.nvrtc import Nvrtc, include_folders
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

_NONE = NvrtcResult("", "", "", b"", [])
OF_A_PROCESS = "__import__('os').getpid(), id(object()), hash('a string')"
PERSONALITY = "__import__('ctypes').CDLL(None).personality(0xFFFFFFFF)"
ADDR_NO_RANDOMIZE = 0x0040000


@pytest.mark.skipif(sys.platform != "linux", reason="personality is Linux's")
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
    gemv, other = (
        SCHEDULES[name].kernel(SCHEDULES[name].timed) for name in ("dlight gemv", "sum of rows")
    )
    first = Nvrtc().compile(gemv.lowering.source, "sm_90")
    Nvrtc().compile(other.lowering.source, "sm_90")
    again = Nvrtc().compile(gemv.lowering.source, "sm_90")
    assert (first.ptx, first.cubin) == (again.ptx, again.cubin)
    assert "used_bytes_mask" not in first.ptx


@needs_compiler
def test_code_does_not_depend_on_where_the_headers_are(tmp_path, monkeypatch):
    """NVRTC sees the same options and headers in folders of any name."""
    told = []
    monkeypatch.setattr(fresh, "call", lambda *arguments, lines: told.append(arguments) or _NONE)
    folders, compiler = include_folders(), Nvrtc()
    identity = compiler.identity("text", "sm_90")
    for name in ("short", "a longer name"):
        link = tmp_path / name
        link.symlink_to(folders[0])
        moved = [link / folder.relative_to(folders[0]) for folder in folders]
        monkeypatch.setattr(nvrtc, "include_folders", lambda moved=moved: moved)
        compiler.compile("text", "sm_90")
        assert compiler.identity("text", "sm_90") == identity
        assert told[-1][-1] == link
    assert told[0][:-1] == told[1][:-1]
    assert not any(str(tmp_path) in flag for flag in told[0][3])


@needs_compiler
def test_include_options_are_relative_to_the_callers_folder(tmp_path, monkeypatch):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "own.h").write_text("#define VALUE 42\n")
    monkeypatch.chdir(tmp_path)
    source = '#include "own.h"\nextern "C" __global__ void k(int *x) { *x = VALUE; }'
    for flag in ("-Iown", "--include-path=own"):
        assert ", 42;" in Nvrtc(flags=(flag,)).compile(source, "sm_90").ptx


def test_an_error_of_the_function_is_raised_here():
    with pytest.raises(NoTool, match="no-such-tool"):
        fresh.call(find_tool, "no-such-tool", lines=0)


def test_a_lost_process_is_an_error():
    with pytest.raises(LimitError, match="compiler process died"):
        fresh.call(os._exit, 3, lines=0)


@pytest.mark.skipif(sys.platform == "win32", reason="no process groups")
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
