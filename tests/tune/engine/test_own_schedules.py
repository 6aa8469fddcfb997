"""A user's schedule, tuned with no settings, beats its numbers or says that they are good.

A runner is played, the CPU is named, and no minutes end the run: nothing depends on the machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import pytest
from conftest import ROOT
from tune_fakes import FakeMeasurer, made, run

from schedules.core import target
from tune.commands.session import verdict
from tune.jobs.job import load
from tune.measuring.interface import BuildRequest, Outcome
from tune.records.record import Record

# The default numbers of examples/tuned_product.py.
OWN = {"rows": 4, "columns": 16}


class Played(FakeMeasurer):
    """Each number that is off by a factor of two costs a tenth."""

    def __init__(self, best: dict[str, int]) -> None:
        super().__init__()
        self.best = best

    def time_us(self, knobs: dict[str, int]) -> float:
        return 100.0 * 1.1 ** sum(
            abs(math.log2(knobs[name] / best)) for name, best in self.best.items()
        )

    def measure(self, requests: Iterable[BuildRequest]):
        for request in requests:
            yield request, Outcome("ok", (self.time_us(request.knobs),), made=made(request))


@pytest.mark.exhaustive
@pytest.mark.parametrize("best", [{"rows": 1, "columns": 64}, OWN])
def test_a_schedule_beats_its_numbers_or_they_are_good(best, tmp_path, monkeypatch):
    monkeypatch.setattr(target, "native_mcpu", lambda: "x86-64-v3")
    job = load(f"{ROOT / 'examples/tuned_product.py'}:schedule")
    assert job.strategy == "bayesian" and job.budget.minutes + 1 <= 3
    budget = job.budget.model_copy(update={"minutes": 600})
    job = job.model_copy(update={"budget": budget, "shapes": [[64]]})
    played = Played(best)
    (winner,) = run(job, tmp_path / "r.jsonl", measurer=played)
    assert winner.time_us == 100.0
    assert winner.hand_written_us == pytest.approx(played.time_us(OWN))
    gain = winner.hand_written_us / winner.time_us
    if best == OWN:
        assert verdict(winner) == "64: the hand-written numbers are within 2 % of the best found"
    else:
        assert verdict(winner) == f"64: {gain:.2f} times as fast as the hand-written numbers"
    assert len(Record.read(tmp_path / "r.jsonl").entries) == 13
