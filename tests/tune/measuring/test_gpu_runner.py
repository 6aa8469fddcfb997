"""Faults that only a GPU shows."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from tune_measuring import FILE

from tune.engine.confirming import CHECKED_RUNS
from tune.measuring.build import Builder
from tune.measuring.interface import BuildRequest, MeasureOptions
from tune.measuring.pool import Pool

GPU_CALLS = {
    "right": None,
    "wrong": "",
    "crashes": '([] { asm volatile("trap;"); return 0.0f; })',
    "hangs": "([] { for (;;) __nanosleep(1000); return 0.0f; })",
    "sporadic": "sporadic on a GPU",
}


def gpu_tasks(folder: Path, arch: str) -> list[BuildRequest]:
    """A candidate a fault of GPU_CALLS, between two that are right; two are checked further."""
    for name, call in GPU_CALLS.items():
        (folder / f"{name}.py").write_text(FILE.format(call=call))
    names = ["right", "crashes", "hangs", "wrong", "sporadic", "right"]
    return [
        BuildRequest(
            f"{at} {name}",
            f"{folder / name}.py:bound",
            (),
            arch,
            checked_runs=CHECKED_RUNS * (at >= 4),
        )
        for at, name in enumerate(names)
    ]


@pytest.mark.exhaustive
def test_the_kernels_whose_faults_a_gpu_is_to_show_compile(tmp_path):
    builder = Builder({"kind": "cuda", "folder": str(tmp_path)})
    sources = {
        builder(task, lambda: None)["built"]["source"] for task in gpu_tasks(tmp_path, "sm_90")
    }
    assert len(sources) == len(GPU_CALLS)


@pytest.mark.gpu
def test_faults_on_a_gpu_cost_their_candidates_only(tmp_path):
    from schedules.core.gpu import device_target

    options = MeasureOptions(kind="cuda", builders=2, run_timeout_s=5.0)
    with closing(Pool(options)) as measurer:
        tasks = gpu_tasks(tmp_path, device_target().arch)
        found = {task.key: outcome for task, outcome in measurer.measure(tasks)}
    kinds = {key: outcome.kind for key, outcome in found.items()}
    assert kinds == {
        "0 right": "ok",
        "1 crashes": "crash",
        "2 hangs": "time-out",
        "3 wrong": "wrong",
        "4 sporadic": "wrong",
        "5 right": "ok",
    }, {key: outcome.message for key, outcome in found.items()}
    assert "block" in found["3 wrong"].message
