"""A job's search by MetaSchedule: its budget, its record, and what a resumed run knows."""

from __future__ import annotations

import pytest
from tune_fakes import FakeMeasurer, measured_keys, run

from tune.records.record import Record


@pytest.mark.exhaustive
def test_a_budget_is_measured_and_a_resumed_run_goes_on(job, tmp_path, small_populations):
    path = tmp_path / "r.jsonl"
    run(job(strategy="evolutionary", trials=10), path)
    first = measured_keys(path)
    assert len(first) == 10
    measurer = FakeMeasurer()
    run(job(strategy="evolutionary", trials=16), path, resume=True, measurer=measurer)
    keys = measured_keys(path)
    assert keys[:10] == first and len(set(keys)) == len(keys) == 16
    # Nothing is built again to be searched.
    assert [key for key in measurer.log if " again" not in key] == keys[10:]
    assert len(Record.read(path).finals) == 2
