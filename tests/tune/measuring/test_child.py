"""Processes: nothing is left behind."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from tune_measuring import children, runs, started, until

HANGING = """
import sys
from tune.measuring.options import MeasureOptions
from tune.measuring.pool import open_measurer
from tune.measuring.interface import BuildRequest

measurer = open_measurer(MeasureOptions(kind="llvm", builders=2, build_timeout_s=3600))
try:
    for _ in measurer.measure([BuildRequest("hangs", sys.argv[1], (), sys.argv[2])]):
        pass
except KeyboardInterrupt:
    sys.exit(130)
finally:
    measurer.close()
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_no_process_is_left_behind(candidate, number, code):
    task = candidate("build_hangs")
    begun = Path(task.rung.partition(":")[0]).with_suffix(".begun")
    begun.unlink(missing_ok=True)
    process = started(["-c", HANGING, task.rung, task.arch])
    try:
        until(begun.exists)
        below = children(process.pid, "tune.measuring")
        assert len(below) == 2, "a builder and a runner"
        process.send_signal(number)
        assert process.wait() == code
        until(lambda: not any(map(runs, below)))
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
