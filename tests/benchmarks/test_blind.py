"""The blind kernels are complete, and the driver tells the outcomes of `verify` apart."""

from pathlib import Path

import pytest

from benchmarks.blind import KERNELS, SETS, description, is_caught, keep_first, run, summary

CASES = [case for kernels, _ in SETS.values() for case in sorted(kernels.glob("*/*.cu"))]


def test_sixty_of_each_kind_in_a_set() -> None:
    for kernels, _ in SETS.values():
        for kind in ("correct", "faults"):
            assert len(list((kernels / kind).glob("*.cu"))) == 60
    assert len({case.stem for case in CASES}) == 120 * len(SETS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_case_is_complete(case: Path) -> None:
    text = case.read_text()
    assert case.with_suffix(".toml").exists() and case.with_suffix(".py").exists()
    assert text.startswith("// ") and description(case)
    is_fault = case.parent.name == "faults"
    assert ("#ifdef FAULT" in text or "#ifndef FAULT" in text) == is_fault
    assert ("\n// Fault: " in text) == is_fault


def test_statuses_of_a_fault() -> None:
    case = KERNELS / "faults" / "launch_bounds.cu"
    refused, right = run(case, True, 120), run(case, False, 120)
    assert refused["status"] == "refused" and "128" in refused["text"][0]
    assert right == {"status": "right", "text": []}
    assert is_caught(case.stem, refused) and not is_caught("another", refused)
    assert not is_caught(case.stem, right)


def test_wrong_values_and_time_limit() -> None:
    case = KERNELS / "faults" / "shuffle_width.cu"
    wrong = run(case, True, 120)
    assert wrong["status"] == "wrong" and "wrong" in " ".join(wrong["text"])
    assert run(case, False, 0.01)["status"] == "timed out"


def test_summary_counts() -> None:
    right, wrong = {"status": "right", "text": []}, {"status": "wrong", "text": ["race"]}
    entries = {
        "a": {"fault": wrong, "caught": True, "twin": right},
        "b": {"fault": right, "caught": False, "twin": wrong},
        "c": {"correct": right},
    }
    assert summary(entries) == {
        "faults": 2,
        "caught": 1,
        "twins": {"right": 1, "wrong": 1},
        "correct": {"right": 1},
        "changed": [],
    }


def test_a_second_run_keeps_the_first_status() -> None:
    def entry(status: str) -> dict:
        return {"correct": {"status": status, "text": []}}

    before, between, now = entry("refused"), entry("wrong"), entry("right")
    keep_first(between, before)
    keep_first(now, between)
    assert now["correct"]["first"] == "refused" and summary({"a": now})["changed"] == ["a"]
    again = entry("refused")
    keep_first(again, now)
    assert "first" not in again["correct"]
