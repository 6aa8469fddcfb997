"""What newcomers and attackers tried: each is refused in a line, before any work, or just works."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
import time

import psutil
import pytest
from conftest import ROOT

NAIVE = "gemm/sgemm_tvm:naive"
HEAD = "import sys\nfrom tvm import s_tir, te, tirx\n\n\n"
SHAPE, DTYPE, WHAT = "(64,)", "float32", "lambda x: x + x"
POINTWISE = HEAD + textwrap.dedent(
    """
    def schedule():
        a = te.placeholder(SHAPE, name="A", dtype=DTYPE)
        b = te.compute(SHAPE, lambda *i: WHAT(a(*i)), name="B")
        sch = s_tir.Schedule(te.create_prim_func([a, b]))
        sch.bind(sch.get_loops("B")[0], "threadIdx.x")
        return sch
    """
)


@pytest.fixture
def file(tmp_path):
    def write(text: str = POINTWISE, shape=SHAPE, dtype=DTYPE, what=WHAT) -> str:
        path = tmp_path / "mine.py"
        path.write_text(f"{text}\n\nSHAPE, DTYPE, WHAT = {shape}, {dtype!r}, {what}\n")
        return str(path)

    return write


def refused(cli, *arguments) -> str:
    """The line that a command is refused with."""
    code, out, err = cli(*arguments)
    assert (code, out) == (2, ""), err
    assert err.startswith("schedules: ") and err.count("\n") == 1, err
    return err


OUTPUTS = [
    ("report", NAIVE, "--out"),
    ("dump", NAIVE, "--out"),
    ("predict", NAIVE, "--timeline"),
    ("bench", NAIVE, "--record"),
    ("migrate", "examples/legacy/gemm_native.py", "--out"),
]


@pytest.mark.parametrize("command", OUTPUTS, ids=lambda command: command[0])
def test_what_cannot_be_written_is_told_before_the_work(cli, tmp_path, monkeypatch, command):
    """Nothing is resolved, lowered or measured for it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("schedules.sources.names.resolve", None)
    (tmp_path / "text").write_text("no folder")
    below = refused(cli, *command, tmp_path / "text" / "below.svg")
    assert f"cannot write {tmp_path}/text/below.svg" in below
    assert f"{command[-1]} is empty" in refused(cli, *command, "")
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


def test_a_comparison_with_nothing_is_a_line(cli, tmp_path):
    assert "no folder" in refused(cli, "dump", "--check", "--out", tmp_path / "missing")
    code, out, err = cli("dump", NAIVE, "--check", "--out", tmp_path)
    assert code == 1 and out.endswith("gemm/sgemm_tvm/01-naive is missing\n")
    assert cli("dump", NAIVE, "--out", tmp_path)[0] == 0
    (tmp_path / "gemm/sgemm_tvm/01-naive/01-bind_block.cu").unlink()
    code, out, _ = cli("dump", NAIVE, "--check", "--out", tmp_path)
    assert code == 1 and out.count("\n") < 10 and "01-bind_block.cu is missing\n" in out


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_workers_end_with_a_command_that_is_killed(tmp_path):
    dump = [sys.executable, "-m", "schedules", "dump", "gemm/sgemm_tvm", "--out", tmp_path]
    process = subprocess.Popen(dump, cwd=ROOT, stdout=subprocess.DEVNULL, env=dict(os.environ))
    while len(children := psutil.Process(process.pid).children(recursive=True)) < 3:
        assert process.poll() is None
        time.sleep(0.05)
    # While they load what they need nothing has them watch yet.
    time.sleep(1)
    process.kill()
    process.wait()
    _, alive = psutil.wait_procs(children, timeout=30)
    assert not alive


def test_a_refused_primitive_says_why_before_it_shows_where(cli, file):
    bind = 'sch.bind(sch.get_loops("B")[0], "threadIdx.x")'
    path = file(POINTWISE.replace(bind, 'sch.reorder(*sch.get_loops("B") * 2)'))
    code, out, err = cli("show", path)
    assert (code, out) == (2, "")
    where, source, cause, more = err.splitlines()
    assert "mine.py:schedule: ScheduleError at " in where
    assert source.strip().startswith("sch.reorder(")
    assert cause.endswith("appears in the input array for multiple times.")
    assert re.fullmatch(r"\(--verbose prints \d+ more lines\)", more)
    _, _, whole = cli("show", path, "--verbose")
    where, source, cause, ir, *_ = whole.splitlines()
    assert ir.startswith("The IR with diagnostic is:")
    assert "# tirx.For#0" in whole and "Error message" not in whole
