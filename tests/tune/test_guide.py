"""The committed records of the tuner, and what docs/tuning-results.md says of them."""

from __future__ import annotations

import html
import json
import re

import pytest
from conftest import ROOT
from exhaustive import every
from tune_records import page_of

from benchmarks.figures.winners import JOBS, record_of
from schedules.measure.publishing.ladder_pages import pages_of
from schedules.sources.names import resolve
from schedules.tuned import configurations, devices
from tune.records.record import Record
from tune.winners import winners

RECORDS = ROOT / "docs/tuning"
# What of a candidate's line is applied.
APPLIED = ("rung", "shape", "tile", "schedule")


# Measured to compare strategies; their rungs and shapes are those of other jobs.
TO_COMPARE = re.compile(r"_space(_h200)?-")


TUNED = [(name, entry.rung) for name in devices() for entry in configurations(name)]


@pytest.mark.parametrize(("device", "path"), dict.fromkeys(TUNED))
def test_a_tuned_rung_is_verified_at_shapes_that_its_tile_divides(device, path):
    rung = resolve(f"{path}@{device}").rung
    for shape in (*rung.verify_shapes(), rung.one_shape()):
        assert rung.at(shape).shape == tuple(shape)


def test_each_job_of_the_guide_was_confirmed_by_nvcc_and_only_stages_were_wrong():
    for job in JOBS:
        record = record_of(job)
        for one in winners(record):
            assert one["hand_written_us"] >= one["time_us"]
            assert one["compiler"].startswith("nvcc ")
        assert {entry.kind for entry in record.entries} <= {"ok", "wrong"}
        wrong = {entry.key for entry in record.entries if entry.kind == "wrong"}
        two_stages = {entry.key for entry in record.entries if " stages=2 " in entry.key}
        assert wrong == (two_stages if job == "hgemm_wgmma_h200" else set())


def test_each_applied_winner_is_on_a_page():
    """Those of the guide's jobs beside the rungs, those of articles' kernels on ladders' pages."""
    rows = json.loads((RECORDS / "beside-hand-written-nvidia-h200.json").read_text())["rows"]
    timed = {
        (f"{row['ladder']}:{row['rung'].partition('@')[0]}", row["dtype"], row["shape"][0])
        for row in rows
        if "@" in row["rung"]
    }
    device = json.loads((ROOT / "schedules/tuned/nvidia-h200.json").read_text())
    applied, on_pages = set(), 0
    for one in device["configurations"]:
        if one["record"].partition("-")[0] in JOBS:
            applied.add((one["rung"], one["dtype"], one["shape"][0]))
        else:
            name, _, rung = one["rung"].partition(":")
            pages = pages_of(ROOT / "docs/ladders", name)
            link = f"[`{rung}`](../tuning/{one['record']})"
            assert any(link in page.read_text(encoding="utf-8") for page in pages)
            on_pages += 1
    assert timed == applied and on_pages > 0
    assert len(applied) + on_pages == len(device["configurations"])


@pytest.mark.parametrize("name", every(sorted(file.stem for file in RECORDS.glob("*.jsonl")), 5))
def test_a_committed_record_has_a_page_with_its_winners(name):
    text = html.unescape(page_of(name))
    record = Record.read(RECORDS / f"{name}.jsonl")
    finals = winners(record)
    assert text.count('<table class="winner">') == len(finals)
    for final in finals:
        assert final["key"].partition(" ")[2] in text
    assert f"tuned on {record.runs[-1]['device']}</h1>" in text


def test_the_applied_winners_are_those_of_the_records():
    """Each once."""
    device = json.loads((ROOT / "schedules/tuned/nvidia-h200.json").read_text())
    files = [file for file in RECORDS.glob("*-h200.jsonl") if not TO_COMPARE.search(file.stem)]
    finals = []
    for file in files:
        record = Record.read(file)
        if record.job()["space"] == "auto":
            continue  # Its winner is a trace and no tile.
        for one in winners(record):
            # Where both are as fast, the tile written by hand stays.
            key, time = (
                ("hand_written", "hand_written_us") if one.get("tie") else ("key", "time_us")
            )
            line = record.line(record.entries_by_key[one[key]])
            times = [one[name] for name in (time, "hand_written_us", "compiler")]
            finals.append([file.name, *(line[name] for name in APPLIED), *times])
    names = ("record", *APPLIED, "time_us", "hand_written_us", "compiler")
    applied = [[one[name] for name in names] for one in device["configurations"]]
    assert sorted(applied, key=str) == sorted(finals, key=str) and len(files) > 5
