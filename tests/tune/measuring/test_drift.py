"""Times are corrected by a reference, and only what is borne out steers."""

from __future__ import annotations

import pytest
from tune_fakes import Told
from tune_machines import Machine

from tune.measuring.drift import EVERY, borne_out
from tune.measuring.interface import Outcome


def test_a_lucky_time_steers_nothing(monkeypatch):
    machine = Machine(monkeypatch, lucky=["2"])
    times = {"0": 100.0, "1": 90.0, "2": 87.0, "3": 95.0, "4": 80.0}
    found = machine.measured(*times.values())
    assert {key: one.times_us[0] for key, one in found.items()} == times
    # What is given up as hopeless is compared with times that were borne out.
    assert {best for _, key, best in machine.log if key == "3"} == {87.0}
    # New bests are timed twice, the lucky one three times, others once.
    count = {key: sum(key == one for _, one, _ in machine.log) for key in found}
    assert count == {"0": 2, "1": 2, "2": 3, "3": 1, "4": 2}


def test_drift_is_told_and_corrected(monkeypatch):
    """From its 20th run on the device takes a quarter longer."""
    machine = Machine(monkeypatch, speed=lambda _, run: 1.25 if run > 20 else 1.0)
    told = Told()
    times = [100.0, *(200.0 + at for at in range(5 * EVERY))]
    found = machine.measured(*times, told=told)
    said = (
        "a: the reference candidate takes 1.25 x its first time; "
        "other times are corrected for this drift"
    )
    assert told.lines == [said]
    late = {key: one for key, one in found.items() if int(key) > 4 * EVERY}
    for key, outcome in late.items():
        assert outcome.drift == 1.25
        assert outcome.times_us == (pytest.approx(times[int(key)]),)


def test_workers_of_different_speed_give_times_of_one_clock(monkeypatch):
    speed = {"fast": 1.0, "slow": 1.7}
    machine = Machine(monkeypatch, tuple(speed), lambda runner, _: speed[runner])
    times = [100.0 + (at * 37) % 50 for at in range(40)]
    found = machine.measured(*times)
    assert {one.worker for one in found.values()} == set(speed)
    first = found["0"].times_us[0] / times[0]
    for key, outcome in found.items():
        assert outcome.times_us[0] == pytest.approx(times[int(key)] * first)


def test_of_three_times_the_middle_counts():
    one, two, three = (Outcome("ok", (us,)) for us in (31.0, 87.0, 88.0))
    assert borne_out([one, two]) is None
    assert borne_out([two, three]).times_us == (87.0, 88.0)
    assert borne_out([one, three, two]) == two
