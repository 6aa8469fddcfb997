"""Did it reproduce: ratios of steps, of a source and of records, and the pages that tell them."""

from __future__ import annotations

import pytest
from conftest import ROOT

from benchmarks.reproduction import (
    differ,
    differences,
    record_cell,
    recorded_times,
    rows_of,
    source_cell,
)
from schedules.core.ladder import Figure, Ladder, Tile, ladders
from schedules.measure.records import committed
from schedules.workloads import Gemm

PAGES = ROOT / "docs/ladders"
RECORDS = committed(ROOT / "docs/results").values()


def times_as(value: float, unit: str = "ms") -> list[Figure]:
    return [Figure(value, unit, "RTX 3090", "a document", (64, 64, 64))]


class AnyTile(Tile):
    def block(self) -> tuple[int, int, int]:
        return (1, 1, 1)


@pytest.fixture
def ladder() -> Ladder:
    """first 8 ms, second (without a figure), third 4 ms, fourth 5 ms, against the second."""
    made = Ladder("gemm/made", "made", Gemm(64, 64, 64))
    for name, figures, against in (
        ("first", times_as(8), ()),
        ("second", [Figure(None, "ms", "RTX 3090", "a document", note="a bit faster")], ()),
        ("third", times_as(4), ()),
        ("fourth", times_as(5), "second"),
    ):
        made.rung(AnyTile(), name=name, figures=figures, against=against)(lambda sch, tile: None)
    return made


def record(**times: float) -> dict:
    rows = [
        {"ladder": "gemm/made", "rung": rung, "shape": [64, 64, 64], "time_us": time}
        for rung, time in times.items()
    ]
    return {"device": "some GPU", "rows": rows}


def test_a_ratio_is_to_the_nearest_rung_before_that_the_source_has_a_figure_of(ladder):
    recorded = recorded_times([record(first=10, second=5, third=4, fourth=20)], ladder)
    found = {rung.name: steps for rung, steps in rows_of(ladder, recorded)}
    assert found["first"] == []
    (second,), (third,), (fourth,) = (found[name] for name in ("second", "third", "fourth"))
    assert (second.before, second.source, second.ours) == ("first", None, {"some GPU": 2})
    assert (third.before, third.source, third.ours) == ("first", 2, {"some GPU": 2.5})
    assert (fourth.before, fourth.source, fourth.ours) == ("first", 1.6, {"some GPU": 0.5})
    assert not second.differs and not third.differs and fourth.differs


def test_a_figure_that_a_record_lacks_is_not_told(ladder):
    recorded = recorded_times([record(first=10, third=4)], ladder)
    cells = {
        rung.name: (source_cell(rung, steps), record_cell(rung, steps, "some GPU"))
        for rung, steps in rows_of(ladder, recorded)
    }
    assert cells["third"] == ("2.000 on RTX 3090", "2.500 at 64³")
    assert cells["second"] == ("a bit faster", "not measured")
    assert cells["fourth"] == ("1.600 on RTX 3090", "not measured")


@pytest.mark.parametrize(
    ("source", "ours", "other"),
    [
        (1.2, 1.15, False),
        (1.2, 0.9, True),
        (1.2, 1.01, True),
        (1.01, 0.99, False),
        (1.2, 1.5, True),
        (0.5, 0.6, False),
        (0.5, 0.9, True),
        (1.0, 1.1, True),
    ],
)
def test_another_sign_or_size(source, ours, other):
    assert differ(source, ours) == other


# --- the pages ------------------------------------------------------------------------------------


def test_every_step_that_came_out_otherwise_is_explained_and_no_other():
    said = differences(PAGES)
    assert set(said) <= set(ladders())
    for name, ladder in ladders().items():
        sentences = said.get(name, {})
        assert set(sentences) <= set(ladder.rungs)
        for rung, steps in rows_of(ladder, recorded_times(RECORDS, ladder)):
            known = [step for step in steps if step.source is not None and step.ours]
            if any(step.differs for step in known):
                assert rung.name in sentences, f"{rung.path} differs from its source: say why"
            elif known:
                assert rung.name not in sentences, f"{rung.path} does not differ any more"
