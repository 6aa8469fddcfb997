"""Predicted beside recorded times: the records of both and the guide's tables agree."""

from __future__ import annotations

import pytest

from benchmarks import predictions
from benchmarks.predictions import (
    GUIDE,
    RESULTS,
    ordered,
    recorded_rows,
    records,
    summaries,
    summary,
    tables,
)  # fmt: skip
from schedules.core.files import read_json
from schedules.measure.publishing.publish import filled_in

RECORDS = sorted(RESULTS.glob("predictions-*.json"))


def row(name: str, took: float, predicted: float, group: str = "g") -> dict:
    return {
        "group": group, "name": name, "shape": [1], "recorded_us": took, "predicted_us": predicted,
    }  # fmt: skip


def test_a_summary_tells_size_and_sign_of_errors():
    made = summary([row("a", 10, 11), row("b", 10, 8), row("c", 10, 10)])
    assert (made["mean_error"], made["bias"], made["within_15"]) == (0.1, -0.0333, 0.6667)
    assert made["worst"] == "b [1]" and made["worst_error"] == -0.2
    assert (
        summary([{"group": "g", "name": "a", "shape": [1], "recorded_us": 1.0}])["predicted"] == 0
    )


def test_pairs_that_are_apart_are_put_in_order():
    rows = [row("a", 10, 12), row("b", 11, 11), row("c", 20, 30), row("d", 10.1, 9)]
    right, pairs, lost = ordered(rows)
    # a and d are no pair; a before b is predicted the other way round.
    assert (right, pairs) == (4, 5)
    assert lost == [pytest.approx(0.01)]


@pytest.mark.parametrize("path", RECORDS, ids=lambda one: one.stem)
def test_a_records_summaries_are_of_its_rows(path):
    record = read_json(path)
    made = summaries(record["predictions"])
    assert {name: record[name] for name in made} == made


def test_the_guide_has_what_the_records_say():
    text = GUIDE.read_text()
    assert filled_in(GUIDE, text, "predictions", f"{tables(records())}\n") == text


@pytest.mark.parametrize("path", RECORDS, ids=lambda one: one.stem)
def test_recorded_times_are_those_of_the_records(path):
    record = read_json(path)
    known = {
        (one["group"], one["name"], *one["shape"]): one["recorded_us"]
        for one in recorded_rows(record["device"])
    }
    for one in record["predictions"]:
        assert known[one["group"], one["name"], *one["shape"]] == one["recorded_us"]


def test_only_keeps_the_other_rows_as_recorded(tmp_path, monkeypatch):
    rows = [row("a", 10, 0, "gemm/one"), row("b", 20, 0, "gemm/two")]
    kept = [{name: one[name] for name in one if name != "predicted_us"} for one in rows]
    monkeypatch.setattr(predictions, "recorded_rows", lambda device: kept)
    monkeypatch.setattr(predictions, "stalls", lambda chip, device: [])
    scale = 1.0

    def predicted(chip, rows, jobs, partial):
        yield from (one | {"predicted_us": scale * one["recorded_us"]} for one in rows)

    monkeypatch.setattr(predictions, "each_predicted", predicted)

    def run(*options: str) -> dict[str, float]:
        arguments = ["--chip", "h200", "--folder", str(tmp_path), *options]
        predictions.main(arguments, standalone_mode=False)
        (path,) = tmp_path.iterdir()
        made = read_json(path)
        assert {name: made[name] for name in summaries(made["predictions"])} == summaries(
            made["predictions"]
        )
        return {one["name"]: one["predicted_us"] for one in made["predictions"]}

    assert run() == {"a": 10, "b": 20}
    scale = 2.0
    assert run("--only", "two") == {"a": 10, "b": 40}
    assert run() == {"a": 20, "b": 40}
