"""Runs: what is measured, what survives, how they end. The measurer alone is a fake."""

from __future__ import annotations

import pytest
from exhaustive import sampled
from tune_fakes import FakeMeasurer, Told, measured_keys, run

from gpusim.errors import UserError
from schedules.core.errors import NoGpu
from tune.commands.arguments import changed
from tune.engine import confirming, tuning
from tune.engine.tuning import start
from tune.measuring.interface import Outcome
from tune.records.record import Record


def test_a_run_measures_its_budget_and_confirms_the_winner(job, tmp_path):
    path = tmp_path / "r.jsonl"
    measurer = FakeMeasurer()
    (winner,) = run(job(trials=40), path, measurer=measurer)
    record = Record.read(path)
    assert len(record.entries) == 40 == len(set(measured_keys(path)))
    assert {entry.kind for entry in record.entries} == {"ok", "time-out"}
    best, second = record.best(count=2)
    assert (winner.key, winner.time_us, winner.runner_up_us) == (
        best.key,
        best.time_us,
        second.time_us,
    )
    # The rung's own tile is the first candidate and one that the winner is compared with.
    own = measured_keys(path)[0]
    assert winner.hand_written_us == next(e.time_us for e in record.entries if e.key == own)
    again = [key for key in measurer.log if " again" in key]
    entries = record.best(count=confirming.CONTESTANTS)
    keys = list(dict.fromkeys([*(one.key for one in entries), own]))
    limit = best.time_us * (1 + confirming.CLOSE)
    close = {own, *(one.key for one in entries if one.time_us <= limit)}
    later = [key for key in keys if key in close]
    turns = [(turn, keys if turn == 1 else later) for turn in (1, 2, 3)]
    expected = [
        f"{key} again {turn}{load}"
        for turn, asked in turns
        for load in ("", " under load")
        for key in asked
    ]
    checked = [f"{key} again, checked" for key in dict.fromkeys([best.key, own])]
    assert again == [*expected, *checked]
    assert measurer.closed
    assert record.finals[0]["key"] == best.key


@pytest.mark.parametrize("strategy", sampled(["grid", "random"], ["random"]))
def test_the_same_seed_gives_the_same_record(job, tmp_path, strategy):
    paths = [tmp_path / "one.jsonl", tmp_path / "other.jsonl"]
    for path in paths:
        run(job(strategy=strategy, trials=30), path)
    assert measured_keys(paths[0]) == measured_keys(paths[1])


def test_what_people_wrote_and_what_was_fast_elsewhere_comes_first(job, tmp_path):
    path = tmp_path / "r.jsonl"
    one = changed(job(trials=25), shapes=[[64, 64, 64], [128, 128, 64]])
    run(one, path)
    best = [entry.knobs for entry in Record.read(path).best((64, 64, 64), tuning.BEST_ELSEWHERE)]
    space = one.space_at((128, 128, 64), one.lowered_for)
    keys = [space.request(point).key for point in space.hand_written()]
    for knobs in best:
        # A split of 64 is none of 128.
        with pytest.raises(UserError):
            space.point(knobs)
    assert [key for key in measured_keys(path) if key.startswith("128")][: len(keys)] == keys


def test_a_run_in_which_nothing_was_right_says_so(job, tmp_path):
    class Failing(FakeMeasurer):
        def measure(self, tasks):

            for task in tasks:
                yield task, Outcome("crash", message="died by SIGSEGV")

    told = Told()
    assert run(job(trials=5), tmp_path / "r.jsonl", measurer=Failing(), told=told) == []
    assert told.lines == ["  crash: died by SIGSEGV", "64x64x64: no candidate was correct"]


def test_an_error_midway_says_where_what_was_measured_is(job, tmp_path):
    class Ending(FakeMeasurer):
        def measure(self, tasks):
            yield next(super().measure(tasks))
            raise NoGpu("the GPU is gone")

    path = tmp_path / "r.jsonl"
    with pytest.raises(NoGpu, match="the GPU is gone; measurements are in .*`tune resume .*`"):
        run(job(), path, measurer=Ending())
    assert len(measured_keys(path)) == 1
    with pytest.raises(NoGpu, match="are in .*: confirm with `tune resume .* --confirm-only`"):
        start(job(), path, Told(), resume=True, search=False, opened=lambda _: Ending())


def test_a_record_is_not_begun_twice_nor_resumed_before_it_is_begun(job, tmp_path):
    path = tmp_path / "r.jsonl"
    with pytest.raises(UserError, match="no such record: .*: start one"):
        run(job(), path, resume=True)
    run(job(), path)
    with pytest.raises(UserError, match="exists: continue it with `tune resume`"):
        run(job(), path)


@pytest.mark.parametrize("strategy", sampled(["grid", "random"], ["random"]))
def test_resuming_goes_on_where_an_uninterrupted_run_would_be(job, tmp_path, strategy):
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    run(job(strategy=strategy, trials=30), whole)
    run(job(strategy=strategy, trials=11), parts)
    run(job(strategy=strategy, trials=30), parts, resume=True)
    assert measured_keys(parts) == measured_keys(whole)
