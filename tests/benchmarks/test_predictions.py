"""Predicted beside recorded times: the records of both and the guide's tables agree."""

from __future__ import annotations

import pytest

from benchmarks.predictions import (
    ordered,
    summary,
)  # fmt: skip


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
