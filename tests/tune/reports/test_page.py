"""The page: what was measured, how the search went, what to do next."""

from __future__ import annotations

import json
import re
from contextlib import closing

from tune_fakes import FakeMeasurer, job_text
from tune_records import edited, load_space, page_of, rows_of
from tvm import s_tir

from tune.engine.tuning import Tuning, start
from tune.jobs.job import load
from tune.measuring.interface import Outcome, Watcher
from tune.records.lines import versions
from tune.records.record import Record
from tune.reports.page import page
from tune.space.base import key


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


def test_candidates_that_the_space_has_lost_are_counted_apart(record, folder, tmp_path):
    def lose(line):
        if line["kind"] != "ok":
            line["knobs"]["tile_i"] = [1, 1, 63]
            line["key"] = key(line["shape"], line["knobs"])

    lost = sum(entry.kind != "ok" for entry in record.entries)
    changed = edited(folder, tmp_path, lose)
    text = " ".join(page(changed).split())
    assert 0 < lost < 40
    assert f"Measured: {40 - lost} candidates of the {len(load_space(record).points)} that" in text
    assert f", and {lost} that it no longer allows:" in text
    assert "the budget of 40 trials is used up" in text


def test_a_confirmation_alone_leaves_the_search_as_it_ended(folder, tmp_path):
    """One that was cut short, too; what an earlier version wrote is committed."""
    path = tmp_path / "r.jsonl"
    path.write_text((folder / "some.jsonl").read_text())
    first = json.loads(path.read_text().splitlines()[0])
    later = {**first, "date": "2099-01-01T00:00:00+00:00"}
    for search, says in ((False, "the budget of 40 trials is used up"), (True, "cut short")):
        run_line = {**later, "search": search, "job": first["job"] | {"shapes": [[8, 8, 8]]}}
        if search:
            run_line["job"] = first["job"] | {"budget": {"trials": 80, "minutes": 1.0}}
        with path.open("a") as file:
            file.write(json.dumps(run_line) + "\n")
        text = page(Record.read(path))
        assert f"End: {says}." in text
        assert ("continue the search" in text) == search
        assert "<dt>confirmed again</dt><dd>2099-01-01 00:00:00 UTC</dd>" in text
    text = page_of("sgemm_h200-nvidia-h200")
    assert "cut short" not in text and "<dt>confirmed again</dt>" in text


def test_what_lines_alone_hold_is_shown(folder, tmp_path):
    def change(line):
        right = bool(line["times_us"])
        line.update(pruned=right, compiler="NVRTC 1.2", stages_s={"walk": 0.25, "time": 0.75})
        line["worker"] = "one" if right else "two"

    changed = edited(folder, tmp_path, change)
    text = page(changed)
    right = [entry for entry in changed.entries if entry.time_us]
    assert text.count('<circle class="pruned"') == len(right) == text.count("<circle")
    assert f"since it could not win ({len(right)})" in text
    assert "NVRTC 1.2" in text and f"one {len(right)}, two {40 - len(right)}" in text
    assert rows_of(text, "stages")[1:] == [
        ["walk", "10.0", "25 %", "250", "40"],
        ["time", "30.0", "75 %", "750", "40"],
    ]


def test_shapes_are_summed_up_in_one_table(tmp_path):
    text = job_text(trials=8).replace(
        "shape = [64, 64, 64]", "shapes = [[64, 64, 64], [32, 64, 32]]"
    )
    (tmp_path / "two.toml").write_text(text)
    path = tmp_path / "two.jsonl"
    job = load(tmp_path / "two.toml")
    found = start(job, path, Watcher(), resume=False, opened=lambda _: FakeMeasurer())
    text = page(Record.read(path))
    rows = rows_of(text, "shapes")[1:]
    assert [row[0] for row in rows] == ["M 64, N 64, K 64", "M 32, N 64, K 32"]
    for row, winner in zip(rows, found, strict=True):
        assert row[1] == "8" and float(row[2]) == winner.time_us
        assert row[4] == f"{winner.hand_written_us / winner.time_us:.2f} ×"
        assert row[5] == winner.key.partition(" ")[2]
    assert "Too few candidates to tell the values apart of tile_i[0]" in text


def test_the_trace_of_an_automatic_space_is_replayed(folder, tmp_path, monkeypatch):
    # Tensor intrinsics take seconds to register, and this schedule has none.
    monkeypatch.setattr("tune.space.generated.intrinsics", lambda: None)
    job = load(folder / "some.toml").model_copy(update={"space": "auto"})
    space = job.space_at((64, 64, 64), job.lowered_for)
    sch = s_tir.Schedule(space.mod)
    sch.split(sch.get_loops("C")[0], [None, 8])
    candidate = space.candidate(space.drawn(sch))
    with closing(Record.open(tmp_path / "auto.jsonl")) as record:
        tuning = Tuning(job, record, job.device(), Watcher(), lambda _: FakeMeasurer())
        tuning.begin()
        made = {"schedule": candidate.schedule}
        tuning.keep(candidate, Outcome("ok", (5.0,), made=made), 1.0)
        final = dict.fromkeys(("runner_up", "runner_up_us", "hand_written_us"))
        final |= {"type": "final", "shape": [64] * 3, "key": candidate.key, "time_us": 4.0}
        record.append(final | {"date": "9999"})
        text = page(record)
    assert "<details open><summary>The winner&#39;s scheduled TIR" in text
    assert "T.grid(8, 8, 64, 64)" in text and "sch.split" in text
    assert f"tune export {record.path} FOLDER" in text and "tune apply" not in text


def test_a_page_where_all_failed_shows_why(folder, tmp_path):
    def change(line):
        line.update(kind="crash", times_us=[], message="<boom>")

    text = page(edited(folder, tmp_path, change))
    assert rows_of(text, "failures")[1:] == [["crash", "40", "<boom>"]]
    assert "No winner is confirmed" in text and "<svg" not in text and "<boom>" not in text


def test_a_search_that_was_taken_up_says_how_often(folder, tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text((folder / "some.jsonl").read_text())
    first = path.read_text().splitlines()[0]
    later = json.dumps({**json.loads(first), "date": "2099-01-01T00:00:00+00:00"})
    for times in ("once,", "2 times, last"):
        with path.open("a") as file:
            file.write(later + "\n")
        assert f", resumed {times} 2099-01-01 00:00:00 UTC</dd>" in page(Record.read(path))
