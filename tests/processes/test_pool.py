"""Work in several processes, and what the progress bar says meanwhile."""

from __future__ import annotations

from contextlib import contextmanager

from schedules.processes import pool


def test_the_bar_names_a_task_that_is_not_done(monkeypatch):
    labels = []

    @contextmanager
    def progress(total):
        assert total == 3
        yield labels.append

    monkeypatch.setattr(pool, "progress", progress)
    assert pool.in_processes(str.upper, ["a", "b", "c"]) == ["A", "B", "C"]
    assert len(labels) == 3 and labels[-1] == ""
    assert set(labels[:-1]) <= {"a", "b", "c"}
