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


@pytest.fixture
def verify(tmp_path, run_cli):
    def run(text: str, *options: object) -> tuple[int, str, str]:
        (tmp_path / "mine.py").write_text(textwrap.dedent(text))
        done = run_cli("verify", "mine.py", "--on", "serial", *options)
        return done.returncode, done.stdout, done.stderr

    return run


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
