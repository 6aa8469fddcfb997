"""Whatever a user's file does to its process, each command ends with a line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from conftest import ROOT
from exhaustive import sampled

# A limit of two seconds in place of 300 for what never ends.
RUN = """
import sys
from dataclasses import replace
from schedules.commands import program
usual = program.FileLimits
program.FileLimits = lambda: replace(usual(), seconds={1})
from {0}.commands import main
sys.argv = ["{0}", *sys.argv[1:]]
main()
"""
ALLOWED = "; limits: {} s and 8 GB"
FILES = {
    "exits": ("import os\nos._exit(0)\n", "exited"),
    "crashes": ("import ctypes\nctypes.string_at(0)\n", "crashed (SIGSEGV)" + ALLOWED.format(300)),
    "loops": ("while True:\n    pass\n", "exceeded its time limit" + ALLOWED.format(2)),
    "eats": ("bytearray(20 * 2**30)\n", ":1 cannot be imported: MemoryError:  in `bytearray(20 * "),
    "quits": ("import sys\nsys.exit(0)\n", ":2 cannot be imported: SystemExit: 0 in `sys.exit(0)`"),
}


def started(program: str, *words: str, seconds: int = 300, **more) -> subprocess.Popen:
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(
        [sys.executable, "-c", RUN.format(program, seconds), *words], env=env, **pipes, **more
    )


@pytest.mark.parametrize("kind", sampled(FILES, ("exits", "loops", "quits")))
def test_the_end_of_a_file_is_told_in_a_line(kind, tmp_path):
    text, says = FILES[kind]
    file = tmp_path / "mine.py"
    file.write_text(text)
    run = started("schedules", "steps", str(file), seconds=2 if kind == "loops" else 300)
    out, err = run.communicate()
    (line,) = err.splitlines()
    assert run.returncode == (2 if says.startswith(":") else 1) and not out
    assert line.startswith(f"schedules: {file}") and says in line


def test_tune_tells_it_too(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(FILES["exits"][0])
    run = started("tune", "space", str(file))
    assert run.communicate() == ("", f"tune: {file} exited\n") and run.returncode == 1


def test_what_is_well_is_as_ever_and_an_end_is_passed_on(tmp_path):
    run = started("schedules", "steps", str(ROOT / "examples/softmax.py"))
    out, err = run.communicate()
    assert run.returncode == 0 and not err and "block_per_row" in out
    file = tmp_path / "mine.py"
    file.write_text(f"open({str(tmp_path / 'begun')!r}, 'w')\nwhile True:\n    pass\n")
    run = started("tune", "space", str(file), start_new_session=True)
    while not (tmp_path / "begun").exists():
        time.sleep(0.05)
    os.killpg(run.pid, signal.SIGINT)
    assert run.communicate()[1].strip() == "tune: interrupted" and run.returncode == 130


GEMM = """
from tvm import te, s_tir
def gemm(n=32):
    A = te.placeholder((n, n), name="A")
    B = te.placeholder((n, n), name="B")
    k = te.reduce_axis((0, n), name="k")
    return [A, B, te.compute((n, n), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")]
def schedule():
    sch = s_tir.Schedule(te.create_prim_func(gemm()))
    sch.bind(sch.get_loops("C")[0], "threadIdx.x")
    return sch
"""


@pytest.fixture
def verify(tmp_path, run_cli):
    def run(text: str, *options: object) -> tuple[int, str, str]:
        (tmp_path / "mine.py").write_text(textwrap.dedent(text))
        done = run_cli("verify", "mine.py", "--on", "serial", *options)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.mark.exhaustive
def test_memory_is_raised_by_an_option(verify):
    text = GEMM + "import numpy; held = numpy.empty(3 * 2**27)"
    assert verify(text, "--memory", "2")[0] == 2
    assert verify(text, "--memory", "6")[0] == 0


def test_what_a_file_prints_is_shown(verify):
    status, stdout, stderr = verify(
        GEMM + "import sys; print('out'); print('err', file=sys.stderr)"
    )
    assert (status, stderr) == (0, "err\n")
    assert "out\n" in stdout
