"""Recorded candidates: whether they still are what was measured."""

from __future__ import annotations

import json

from tune_fakes import FakeMeasurer, Told, run

from schedules.compile.listing import text_fingerprint
from tune.engine import recorded
from tune.measuring.build import emitted


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
