"""What cannot work on macOS and Windows says so in a line; the rest does without."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from conftest import ROOT
from exhaustive import sampled

from gpusim import toolkit
from gpusim.errors import UserError
from schedules.processes import platforms
from schedules.processes.platforms import check_can_confine
from tune.engine import tuning  # noqa: F401  libraries look at the system when they are imported

# A system in which modules and names are missing as there: libraries look at it when imported, so
# that they are imported before. `{lacks}` are those of the standard library.
LACKING = """
import asyncio, concurrent.futures.process, ctypes, multiprocessing.connection, os, pkgutil, psutil
import multiprocessing.popen_spawn_posix, multiprocessing.resource_tracker, signal, sys, tempfile
import subprocess, importlib, pydantic, rich.console, click.testing, distributed, numpy
import tvm.s_tir.meta_schedule, xgboost, elftools.elf.elffile
system, modules, names, *line = sys.argv[1:]
for name in modules.split():
    sys.modules[name] = None
for name in names.split():
    module, _, one = name.partition(".")
    delattr(sys.modules[module], one)
sys.platform = system
import schedules, tune
for package in (schedules, tune):
    for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not info.name.endswith("__main__"):
            try:
                importlib.import_module(info.name)
            except ImportError as error:
                # An extra that is not installed here.
                assert error.name in ("torch", "triton"), info
from schedules.commands import main
main(line)
"""
UNLIMITED = "nothing limits a file's memory: --memory has no effect"
LACKS = {
    "win32": (
        "resource fcntl",
        "os.sched_getaffinity os.killpg os.getpgrp os.setpgid os.fork os.sysconf os.getuid "
        "signal.SIGHUP signal.SIGKILL signal.SIGALRM",
    ),
    "darwin": ("", "os.sched_getaffinity"),
}


@pytest.mark.parametrize("system", sampled(LACKS, ["win32"]))
def test_everything_is_imported_and_shows_a_kernel(system):
    line = ["show", "gemv/hgemv:warp1", "--level", "cuda", "--shape", "8,128"]
    run = [sys.executable, "-c", LACKING, system, *LACKS[system], *line]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(run, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "__global__" in done.stdout, done.stderr


@pytest.fixture(params=["darwin", "win32"])
def elsewhere(request, monkeypatch):
    """The system's name as it is told."""
    monkeypatch.setattr(sys, "platform", request.param)
    monkeypatch.delattr(os, "sched_getaffinity")
    platforms.say_unlimited.cache_clear()
    toolkit.version.cache_clear()
    yield {"darwin": "macOS", "win32": "Windows"}[request.param]
    platforms.say_unlimited.cache_clear()


def test_a_file_is_explored_in_its_own_process(elsewhere, cli, monkeypatch):
    """Which begins with the system's own name here."""
    monkeypatch.setattr(toolkit, "on_linux", lambda: True)
    monkeypatch.chdir(ROOT)
    code, out, err = cli("explore", "examples/softmax.py", "--shape", "4,32")
    assert code == 0 and "correct" in out
    assert err.splitlines() == [f"schedules: on {elsewhere} {UNLIMITED}"]


def test_text_of_others_is_not_run(elsewhere):
    with pytest.raises(UserError, match="running text requires network isolation"):
        check_can_confine()
