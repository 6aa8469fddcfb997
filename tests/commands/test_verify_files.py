"""`schedules verify FILE.py`: what a user's file may do to its process, told in a line."""

from __future__ import annotations

import textwrap

import pytest

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
FAR = """
from tvm import te, s_tir
def schedule():
    A = te.placeholder((64,), name="A")
    far = te.compute((64,), lambda i: A[i * 30000000], name="far")
    sch = s_tir.Schedule(te.create_prim_func([A, far]))
    sch.bind(sch.get_loops("far")[0], "threadIdx.x")
    return sch
"""


@pytest.fixture
def verify(tmp_path, run_cli):
    def run(text: str, *options: object) -> tuple[int, str, str]:
        (tmp_path / "mine.py").write_text(textwrap.dedent(text))
        done = run_cli("verify", "mine.py", "--on", "serial", *options)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import os; os._exit(0)", "mine.py ended its process (exit code 0)"),
        ("import ctypes; ctypes.string_at(0)", "mine.py crashed (SIGSEGV)"),
        (FAR, "mine.py crashed (SIGSEGV), at step 01-bind"),
    ],
)
def test_a_process_that_ends_is_an_error(verify, text, said):
    status, _, stderr = verify(text)
    assert status == 2
    (line,) = stderr.splitlines()
    assert line.startswith(f"schedules: {said}")
    assert line.endswith("limits: 300 s (--timeout) and 8 GB (--memory)")


def test_a_loop_without_an_end_is_an_error(verify):
    status, _, stderr = verify("while True: pass", "--timeout", "2")
    said = "mine.py took more than 2 s and was ended; limits: 2 s (--timeout) and 8 GB"
    assert (status, stderr) == (2, f"schedules: {said} (--memory)\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "import sys; sys.exit(0)",
            "mine.py:1 cannot be imported: SystemExit: 0 in `import sys; sy",
        ),
        ("import numpy; numpy.empty(10 * 2**27)", "cannot be imported: MemoryError"),
        (GEMM + "def schedule():\n    exit(4)", "mine.py:13\n    exit(4)"),
    ],
)
def test_a_file_that_gives_no_schedule_is_bad_input(verify, text, said):
    status, stdout, stderr = verify(text)
    assert status == 2
    assert said in stderr
    assert "not run" in stdout


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
