"""`tune run --dry-run`."""

from __future__ import annotations

import pytest
from tune_records import invoke

from tune.engine import tuning


def test_dry_run_measures_nothing(job, tmp_path, capsys, monkeypatch):
    job(trials=7)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tuning, "measurer_of", lambda _: pytest.fail("measured"))
    code, out, _ = invoke(capsys, "run", "some.toml", "--dry-run", "--strategy", "grid")
    assert code == 0
    assert "strategy grid" in out and "at most 7 trials" in out and "hand-written: 1" in out
    assert [path.name for path in tmp_path.iterdir()] == ["some.toml"]


def test_a_gpu_job_is_planned_without_a_gpu(capsys):
    code, out, _ = invoke(capsys, "run", "hgemm_h200", "--dry-run")
    assert code == 0 and "for sm_90" in out
