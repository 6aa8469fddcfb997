"""Processes that may die, and their places."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from tune_measuring import children, runs, started, until

from schedules.core.errors import NoGpu
from tune.measuring.child import seeing

HANGING = """
import sys
from tune.measuring.interface import MeasureOptions
from tune.measuring.pool import Pool
from tune.measuring.interface import BuildRequest

measurer = Pool(MeasureOptions(kind="llvm", builders=2, build_timeout_s=3600))
try:
    for _ in measurer.measure([BuildRequest("hangs", sys.argv[1], (), sys.argv[2])]):
        pass
except KeyboardInterrupt:
    sys.exit(130)
finally:
    measurer.close()
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_no_process_is_left_behind(candidate, number, code):
    task = candidate("build_hangs")
    begun = Path(task.rung.partition(":")[0]).with_suffix(".begun")
    begun.unlink(missing_ok=True)
    process = started(["-c", HANGING, task.rung, task.arch])
    try:
        until(begun.exists)
        below = children(process.pid, "spawn_main")
        assert len(below) == 2, "a builder and a runner"
        process.send_signal(number)
        assert process.wait() == code
        until(lambda: not any(map(runs, below)))
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def test_devices_are_those_this_process_sees(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3,5")
    assert [*map(seeing, (0, 1))] == [{"CUDA_VISIBLE_DEVICES": one} for one in ("3", "5")]
    with pytest.raises(NoGpu, match="no GPU 2"):
        seeing(2)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    assert seeing(2) == {"CUDA_VISIBLE_DEVICES": "2"}
