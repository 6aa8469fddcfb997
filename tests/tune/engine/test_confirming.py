"""Winners: what is wrong, lucky, stale or foreign does not win."""

from __future__ import annotations

import json

import pytest
from tune_fakes import FakeMeasurer, Told, measured_keys, run

from tune.engine import confirming
from tune.engine.recorded import recorded_job
from tune.engine.tuning import start
from tune.measuring.interface import Outcome
from tune.records.record import Record
from tune.space.base import key


def test_a_winner_that_is_wrong_on_fresh_inputs_loses(job, forty):
    best, second = Record.read(forty).best(count=2)
    told = Told()
    (winner,) = run(
        job(trials=40), forty, resume=True, measurer=FakeMeasurer(wrong_again=[best.key]), told=told
    )
    assert winner.key == second.key
    assert any(best.key in text and "wrong on fresh inputs" in text for text in told.lines)
    assert Record.read(forty).best()[0].key == second.key


def test_lucky_measurements_make_no_winner(job, forty):
    """Slow once they are timed again, all leave the place to the hand-written tile."""
    best = Record.read(forty).best(count=confirming.CONTESTANTS)
    lucky = FakeMeasurer(slow_again=[entry.key for entry in best])
    told = Told()
    (winner,) = run(job(trials=40), forty, resume=True, measurer=lucky, told=told)
    assert winner.key == measured_keys(forty)[0]
    assert winner.time_us == winner.hand_written_us < winner.runner_up_us == 1000.0
    begun, said = told.lines
    count = confirming.CONTESTANTS + 1
    assert (
        f"confirming on fresh inputs: {count} candidates, at rest and under load, up to 3 times"
        in begun
    )
    assert f"fastest, of {best[0].time_us:g} us, took 1000 us again" in said


def test_a_winner_is_confirmed_anew_without_a_search(job, tmp_path):
    path = tmp_path / "r.jsonl"
    run(job(trials=20), path)
    before = measured_keys(path)
    asked, fake = [], FakeMeasurer()

    def opened(one):
        asked.append(one.measure)
        return fake

    (winner,) = start(job(trials=60), path, Told(), resume=True, search=False, opened=opened)
    assert measured_keys(path) == before
    assert fake.closed and all(" again" in key for key in fake.log)
    assert [one.early_stop for one in asked] == [False]
    record = Record.read(path)
    assert [one["search"] for one in record.runs] == [True, False]
    assert record.searches == record.runs[:1]
    assert recorded_job(record).budget.trials == 20
    assert [line["key"] for line in record.finals] == [winner.key] * 2
    for line in record.finals:
        times = line["confirmed_us"]
        assert times[line["hand_written"]] == line["hand_written_us"]
        assert line["time_us"] == times[line["key"]] == min(times.values())


FOREIGN = [{"tile_i": [1, 1, 63]}, {"tile_i": [1, 4, 16], "tile_j": [1, 1, 64]}]


def edit(path, change) -> list[str]:
    """Change the lines of the two fastest candidates; returns all keys, the fastest first."""
    keys = [entry.key for entry in Record.read(path).best(count=100)]
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        if line.get("key") in keys[:2] and line["type"] == "candidate":
            change(line)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return keys


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            {"source": "before the edit", "schedule": "another"},
            "skipped 2 candidates whose schedule has changed: a search",
        ),
        (
            {"lowering": "before the edit", "kernel": "another"},
            "skipped 2 candidates whose schedule has changed: a search",
        ),
        # By hand, where no source has changed.
        ({"schedule": "another"}, "its schedule has changed since it was measured"),
        # One is not among the options, the other against a restriction.
        (FOREIGN, "skipped 2 candidates that are not in this space"),
    ],
)
def test_what_is_stale_or_foreign_is_not_confirmed_anew(job, forty, change, says):
    others = iter(change)

    def edited(line):
        if isinstance(change, dict):
            line.update(change)
        else:
            knobs = next(others)
            line.update(knobs=knobs, key=key(line["shape"], knobs))

    keys = edit(forty, edited)
    told, fake = Told(), FakeMeasurer()
    (winner,) = start(job(), forty, told, resume=True, search=False, opened=lambda _: fake)
    assert winner.key == keys[2]
    assert any(says in text for text in told.lines)
    count = confirming.CONTESTANTS
    asked = list(dict.fromkeys(key.partition(" again")[0] for key in fake.log))
    assert asked[:count] == keys[2 : 2 + count] and len(asked) == count + 1


def test_a_winner_that_is_wrong_once_in_a_while_loses(job, forty):
    """It passes every turn, and fails when it is run some hundred times."""

    class Sporadic(FakeMeasurer):
        def measure(self, tasks):
            for task, outcome in super().measure(tasks):
                if task.checked_runs and task.key.startswith(self.fault):
                    assert 0.99**task.checked_runs < 0.001 < 0.99 ** (task.checked_runs - 2)
                    outcome = Outcome("wrong", message="1 element wrong, in checked run 80")
                yield task, outcome

    path, told = forty, Told()
    best, second = Record.read(path).best(count=2)
    measurer = Sporadic()
    measurer.fault = best.key
    (winner,) = run(job(trials=40), path, resume=True, measurer=measurer, told=told)
    assert winner.key == second.key
    assert any(best.key in text and "in checked run 80" in text for text in told.lines)
    assert Record.read(path).entries_by_key[best.key].kind == "wrong"


@pytest.mark.parametrize(
    ("slower", "tie"), [((1.02, 0.99, 1.01, 0.98, 1.03, 0.99), True), (6 * (1.02,), False)]
)
def test_what_the_turns_do_not_tell_apart_is_a_tie(slower, tie):
    winners = [100.0, 120.0, 99.0, 121.0, 101.0, 119.0]
    times = [time * factor for time, factor in zip(winners, slower, strict=True)]
    low, high = confirming.ratio_interval(times, winners)
    assert low <= high and (low <= 1 <= high) == tie
    assert confirming.ratio_interval(winners, winners) == (1.0, 1.0)


def test_a_short_search_has_a_short_confirmation(job, forty, monkeypatch):
    """One turn, which is always there; a long search has three."""
    for share, turns in ((0.0, 1), (confirming.math.inf, 3)):
        monkeypatch.setattr(confirming, "SHARE", share)
        fake = FakeMeasurer()
        run(job(trials=40), forty, resume=True, measurer=fake)
        numbers = {key.partition(" again ")[2][:1] for key in fake.log if " again " in key}
        assert numbers == set(map(str, range(1, turns + 1)))
        assert Record.read(forty).finals[-1]["rounds"] == turns


def test_a_candidate_without_every_turn_does_not_win():
    turns = {"a": [1.0, 1.0], "b": [2.0, 2.0, 2.0, 2.0], "c": [3.0, 3.0, 3.0, 3.0]}
    assert confirming.in_every_turn(turns) == {"b", "c"}
