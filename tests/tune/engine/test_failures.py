"""Failures are told once a kind, and a run in which all fails alike ends with advice."""

from __future__ import annotations

import pytest
from tune_fakes import FakeMeasurer, Told, made, measured_keys, run

from gpusim.errors import UserError
from tune.engine.failures import ALIKE
from tune.measuring.interface import Outcome


class Failing(FakeMeasurer):
    """Every candidate fails, with numbers of its own in the message, but for `right` of them."""

    def __init__(self, kind: str, right: int | None = None):
        super().__init__()
        self.kind, self.right = kind, right

    def measure(self, requests):
        for at, request in enumerate(requests):
            self.log.append(request.key)
            if at == self.right:
                yield request, Outcome("ok", (1.0,), made=made(request))
            else:
                message = f"{at} of 4096 elements wrong (reference.py:12)"
                yield request, Outcome(self.kind, message=message, made=made(request))


@pytest.mark.parametrize(
    ("kind", "advice"),
    [("wrong", "`schedules verify gemm/sgemm_cpu:parallel`"), ("time-out", "run_timeout_s")],
)
def test_ten_alike_and_nothing_right_end_the_run(job, tmp_path, kind, advice):
    path, told = tmp_path / "r.jsonl", Told()
    with pytest.raises(UserError) as ended:
        run(job(trials=40), path, measurer=Failing(kind), told=told)
    assert f"{ALIKE} failed in the same way" in str(ended.value)
    assert advice in str(ended.value) and "elements wrong (reference.py:12)" in str(ended.value)
    assert len(measured_keys(path)) == ALIKE
    assert [line for line in told.lines if kind in line] == [
        f"  {kind}: 0 of 4096 elements wrong (reference.py:12)"
    ]


def test_a_run_with_something_right_goes_on(job, tmp_path):
    path = tmp_path / "r.jsonl"
    run(job(trials=40), path, measurer=Failing("crash", right=ALIKE - 2))
    assert len(set(measured_keys(path))) == 40
