"""The terminal while a job runs."""

from __future__ import annotations

import re
from functools import partial

from tune_fakes import FakeMeasurer

from schedules.measure.units import Rate
from tune.commands.arguments import rate_of
from tune.engine.tuning import start
from tune.jobs.job import load
from tune.reports.progress import LiveLine, ProgressLines


def test_the_lines_of_a_run_tell_the_rate_of_the_workload(job, tmp_path, capsys):
    rates = partial(rate_of, job(trials=5))
    with ProgressLines(rates) as view:
        start(
            job(trials=5), tmp_path / "r.jsonl", view, resume=False, opened=lambda _: FakeMeasurer()
        )
    err = capsys.readouterr().err
    assert "64x64x64: 5 trials, at most 10:00:00 h" in err
    assert re.search(r"of 5  [\d.]+ us, [\d.]+ GFLOP/s  tile_i=", err)
    assert rates((64, 64, 64)) == Rate("GFLOP/s", 2 * 64**3 / 1e3)
    gemv = rate_of(load("gemv_f16_h200"), (4096, 4096))
    assert gemv.unit == "GB/s" and gemv.text(10.0) == f"{(2 * 4096**2 + 4 * 4096) / 1e4:.0f} GB/s"


def test_the_live_line_shows_the_run(job, tmp_path):
    view = LiveLine(lambda _: Rate("GFLOP/s", 2 * 64**3 / 1e3))
    shown = []
    view.live.update = shown.append
    start(
        job(trials=30),
        tmp_path / "r.jsonl",
        view,
        resume=False,
        opened=lambda _: FakeMeasurer(),
    )
    text = next(line for line in shown if "64x64x64: 30 of 30" in line)
    assert "GFLOP/s" in text and "time-out" in text and "time left" in text and "tile_i=" in text
    assert any("choosing the first candidates" in line for line in shown)
