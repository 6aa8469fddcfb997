"""The committed records of the tuner, and what the documents and the package take from them."""

from __future__ import annotations

import html
import json
import re

import pytest
from conftest import ROOT
from exhaustive import every
from tune_records import page_of

from schedules.sources.names import resolve
from schedules.tuned import FOLDER, stored
from tune.records.record import Record
from tune.winners import winners

RECORDS = sorted((ROOT / "docs/tuning").glob("*.jsonl*"))
DEVICE = json.loads((FOLDER / "nvidia-h200.json").read_text())["configurations"]
# The jobs of the rungs that this project wrote.
JOBS = (
    *("sgemm_h200", "sgemm_accumulate_h200", "hgemm_h200", "hgemm_wgmma_h200"),
    *("gemv_f16_h200", "gemv_int8_h200", "gemv_int4_h200"),
)
# What of a candidate's line is applied.
APPLIED = ("rung", "shape", "schedule")
# Measured to compare strategies; their rungs and shapes are those of other jobs.
TO_COMPARE = re.compile(r"_space(_h200)?-")
TUNED = [(file.stem, one.rung) for file in FOLDER.glob("*.json") for one in stored(file)]


@pytest.mark.parametrize(("device", "path"), dict.fromkeys(TUNED))
def test_a_tuned_rung_is_verified_at_shapes_that_its_tile_divides(device, path):
    rung = resolve(f"{path}@{device}").rung
    for shape in (*rung.verify_shapes(), rung.one_shape()):
        assert rung.at(shape).shape == tuple(shape)


def test_every_record_is_packed_and_what_is_applied_is_its_winners():
    assert len(RECORDS) > 25 and {file.suffix for file in RECORDS} == {".gz"}
    finals = []
    for file in RECORDS:
        record = Record.read(file)
        entries, job = record.entries_by_key, record.job()
        if job["name"] in JOBS:
            assert {entry.kind for entry in entries.values()} <= {"ok", "wrong"}
            wrong = {key for key, entry in entries.items() if entry.kind == "wrong"}
            assert all(" stages=2 " in key for key in wrong)
            assert bool(wrong) == (job["name"] == "hgemm_wgmma_h200")
        if TO_COMPARE.search(file.name):
            continue
        for one in winners(record):
            assert one["hand_written_us"] >= one["time_us"] or one.get("tie")
            if not record.runs[-1]["device"].endswith("H200"):
                continue
            assert one["compiler"].startswith("nvcc ")
            # Where both are as fast, the tile written by hand stays.
            key, time = (
                ("hand_written", "hand_written_us") if one.get("tie") else ("key", "time_us")
            )
            line = record.line(entries[one[key]])
            times = [one[name] for name in (time, "hand_written_us", "compiler")]
            finals.append([record.name, *(line[name] for name in APPLIED), *times])
    names = ("record", *APPLIED, "time_us", "hand_written_us", "compiler")
    applied = [[one[name] for name in names] for one in DEVICE]
    assert sorted(applied, key=str) == sorted(finals, key=str)


def test_each_applied_winner_is_on_a_page():
    """On its ladder's page; those of JOBS also beside the rungs, in the guide."""
    beside = json.loads((ROOT / "docs/tuning/beside-hand-written-nvidia-h200.json").read_text())
    timed = {
        (f"{row['ladder']}:{row['rung'].partition('@')[0]}", row["dtype"], row["shape"][0])
        for row in beside["rows"]
        if "@" in row["rung"]
    }
    applied = set()
    for one in DEVICE:
        if one["record"].partition("-")[0] in JOBS:
            applied.add((one["rung"], one["dtype"], one["shape"][0]))
        name, _, rung = one["rung"].rpartition("/")[2].partition(":")
        link = f"[`{rung}`](../tuning/{one['record']}.gz)"
        pages = (ROOT / "docs/ladders").glob(f"{name}*.md")
        assert any(link in page.read_text(encoding="utf-8") for page in pages)
    assert timed == applied


@pytest.mark.parametrize("file", every(RECORDS, 16), ids=lambda file: file.name)
def test_a_committed_record_has_a_page_with_its_winners(file):
    text = html.unescape(page_of(file.name.partition(".")[0]))
    record = Record.read(file)
    finals = winners(record)
    assert text.count('<table class="winner">') == len(finals)
    assert all(final["key"].partition(" ")[2] in text for final in finals)
    assert f"tuned on {record.runs[-1]['device']}</h1>" in text
