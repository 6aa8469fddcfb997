"""A measurer that only pretends."""

from __future__ import annotations

import pytest

from tune.measuring.interface import Outcome


class Fake:
    """Times that follow the config's index; `failing` are keys that crash."""

    def __init__(self, failing=()) -> None:
        self.failing = failing
        self.asked: list[str] = []
        self.closed = False

    def measure(self, tasks):
        for one in tasks:
            self.asked.append(one.key)
            if one.key in self.failing:
                yield one, Outcome("time-out", message="the run took more than 1 s and was ended")
            else:
                yield one, Outcome("ok", times_us=(10.0 + abs(int(one.key) - 42),))

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def fake(monkeypatch):
    made = Fake()
    monkeypatch.setattr("te_compat.autotvm.tuner.Pool", lambda _options: made)
    return made
