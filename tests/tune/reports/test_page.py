"""The page: what was measured, how the search went, what to do next."""

from __future__ import annotations

import json
import re

from tune_fakes import FakeMeasurer, job_text
from tune_records import edited, load_space, rows_of

from tune.engine.tuning import start
from tune.jobs.job import load
from tune.measuring.interface import Watcher
from tune.records.lines import versions
from tune.records.record import Record
from tune.reports.page import page


def test_the_page_shows_the_search_and_the_winner(record):
    text = page(record)
    right = [entry for entry in record.entries if entry.time_us]
    assert text.count('<circle class="right"') == len(right)
    assert text.count('<path class="failed"') - 1 == 40 - len(right) > 0  # one in the legend
    assert 'class="pruned"' not in text
    for label in ("trial", "GFLOP/s", "speed, % of the best"):
        assert f">{label}</text>" in text
    assert "took longer than 1 s" in text
    assert "http" not in text
    # On a narrow screen what is wide scrolls for itself.
    wide = re.findall(r"<table|<svg class", text)
    assert len(wide) == text.count('<div class="scroll"><') > 5


def test_the_page_says_what_was_measured_and_what_to_do_next(record):
    text = page(record)
    space = load_space(record)
    assert f"40 candidates of the {len(space.points)} that the space allows" in text
    assert "the budget of 40 trials is used up" in text
    for words in (
        "M 64, N 64, K 64",
        "seed 0",
        f"tune apply {record.path}",
        "schedules show gemm/sgemm_cpu:parallel@",
        f"tune resume {record.path} --trials 80",
        versions()["apache-tvm"],
    ):
        assert words in text


def test_a_page_where_all_failed_shows_why(folder, tmp_path):
    def change(line):
        line.update(kind="crash", times_us=[], message="<boom>")

    text = page(edited(folder, tmp_path, change))
    assert rows_of(text, "failures")[1:] == [["crash", "40", "<boom>"]]
    assert "No winner is confirmed" in text and "<svg" not in text and "<boom>" not in text


def test_shapes_and_ends_of_a_search(tmp_path):
    text = job_text(trials=8).replace(
        "shape = [64, 64, 64]", "shapes = [[64, 64, 64], [32, 64, 32]]"
    )
    (tmp_path / "two.toml").write_text(text)
    path = tmp_path / "two.jsonl"
    job = load(tmp_path / "two.toml")
    found = start(job, path, Watcher(), resume=False, opened=lambda _: FakeMeasurer())
    rows = rows_of(page(Record.read(path)), "shapes")[1:]
    assert [row[0] for row in rows] == ["M 64, N 64, K 64", "M 32, N 64, K 32"]
    for row, winner in zip(rows, found, strict=True):
        assert row[1] == "8" and float(row[2]) == winner.time_us
        assert row[5] == winner.key.partition(" ")[2]
    # A confirmation alone leaves the search as it ended; a search after it was cut short.
    first = json.loads(path.read_text().splitlines()[0])
    for search, says in ((False, "the budget of 8 trials is used up"), (True, "cut short")):
        later = {**first, "search": search, "date": "2099-01-01T00:00:00+00:00"}
        if search:
            later["job"] = first["job"] | {"budget": {"trials": 80, "minutes": 1.0}}
        with path.open("a") as file:
            file.write(json.dumps(later) + "\n")
        text = page(Record.read(path))
        assert f"End: {says}." in text and ("continue the search" in text) == search
