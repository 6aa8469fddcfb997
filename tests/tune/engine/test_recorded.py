"""Recorded candidates: whether they still are what was measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tune_fakes import FakeMeasurer, Told, run

from gpusim.errors import UserError
from schedules.core.kernel_text import text_fingerprint
from tune.engine import recorded, tuning
from tune.measuring.build import emitted
from tune.records.lines import source_hash


def test_a_candidates_sources_are_its_ladders_and_its_space(job, tmp_path):
    path = tmp_path / "r.jsonl"
    run(job(trials=1), path)
    line = json.loads(path.read_text().splitlines()[1])
    file = Path(tuning.__file__).parents[1] / "spaces/sgemm_cpu.py"
    assert line["source"] == source_hash("gemm/sgemm_cpu:parallel", str(file))
    assert line["source"] != source_hash("gemm/sgemm_cpu:parallel")


def test_a_record_of_another_tvm_is_refused(job, tmp_path, monkeypatch):
    path = tmp_path / "r.jsonl"
    run(job(), path)
    path.write_text(path.read_text().replace("0.27.0.post1", "0.26.0"))
    with pytest.raises(UserError, match="is for another TVM \\(0.26.0, "):
        run(job(), path, resume=True)


def test_a_changed_schedule_is_measured_anew(job, tmp_path):
    path = tmp_path / "r.jsonl"
    run(job(trials=10), path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    candidates = [line for line in lines if line["type"] == "candidate"]
    # As if the rung's file had been edited since, to the effect that three schedules differ.
    for line in candidates:
        line["source"] = "before the edit"
    for line in candidates[:3]:
        line["schedule"] = "another"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    told, measurer = Told(), FakeMeasurer()
    run(job(trials=10), path, resume=True, told=told, measurer=measurer)
    assert any("3 candidates whose schedule has changed" in text for text in told.lines)
    fresh = [key for key in measurer.log if " again" not in key]
    assert sorted(fresh) == sorted(line["key"] for line in candidates[:3])


def test_a_changed_lowering_asks_for_the_kernels_themselves(job, tmp_path, monkeypatch):
    path = tmp_path / "r.jsonl"
    one = job(trials=4)
    run(one, path)
    space = one.space_at((64, 64, 64), one.lowered_for)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    candidates = [line for line in lines if line["type"] == "candidate"]
    for line in candidates[:3]:
        mod = space.schedule(space.point(line["knobs"])).mod
        line["kernel"] = text_fingerprint(emitted(mod, space.rung.build, one.lowered_for))
    candidates[2]["kernel"] = "another"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    monkeypatch.setattr(recorded, "lowering_hash", lambda: "after the edit")
    told, measurer = Told(), FakeMeasurer()
    run(one, path, resume=True, told=told, measurer=measurer)
    # One kernel differs, of one nobody knows.
    assert any("2 candidates whose schedule has changed" in text for text in told.lines)
    fresh = [key for key in measurer.log if " again" not in key]
    assert sorted(fresh) == sorted(line["key"] for line in candidates[2:])
