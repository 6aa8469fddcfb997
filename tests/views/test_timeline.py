"""A timeline as a trace: every warp, pipe and barrier at its cycles."""

from __future__ import annotations

import json

import pytest

from gpusim.timing.timeline import ACTIVITIES, AT_BARRIER, MULTIPLIES, OTHER, Span, Timeline
from schedules.views.timeline import FIRST_BLOCK, SM, trace

LINE = Timeline(
    start=1000.0,
    end=1100.0,
    warps={
        (0, 0): [Span(1000, 1050, MULTIPLIES), Span(1050, 1100, AT_BARRIER)],
        (0, 1): [Span(1000, 1100, OTHER)],
        (1, 0): [Span(1025, 1075, MULTIPLIES)],
    },
    pipes={"FMA": [Span(1000, 1050), Span(1025, 1075)]},
    units={"FMA": 4},
    under_way=[(1000.0, 1040.0, 2048.0), (1020.0, 1060.0, 2048.0)],
    barriers=[(1050.0, 1)],
    loop=(3, 9),
    passes=(1000.0, 1100.0),
)


@pytest.fixture(scope="module")
def document() -> dict:
    return json.loads(trace(LINE, "k", ("predicted",)))


def events(document: dict, phase: str) -> list[dict]:
    return [one for one in document["traceEvents"] if one["ph"] == phase]


def test_a_track_for_every_warp(document):
    spans = {
        (one["pid"] - FIRST_BLOCK, one["tid"], one["name"], one["ts"], one["dur"])
        for one in events(document, "X")
    }
    assert spans == {
        (0, 0, ACTIVITIES[MULTIPLIES], 1000, 50),
        (0, 0, ACTIVITIES[AT_BARRIER], 1050, 50),
        (0, 1, ACTIVITIES[OTHER], 1000, 100),
        (1, 0, ACTIVITIES[MULTIPLIES], 1025, 50),
    }
    names = {(one["pid"], one["tid"], one["args"]["name"]) for one in events(document, "M")}
    assert names == {
        (SM, 0, "SM: k"),
        (FIRST_BLOCK, 0, "block 0"),
        (FIRST_BLOCK + 1, 0, "block 1"),
        (FIRST_BLOCK, 0, "warp 0"),
        (FIRST_BLOCK, 1, "warp 1"),
        (FIRST_BLOCK + 1, 0, "warp 0"),
    }


def test_counters_add_up_what_overlaps(document):
    found: dict[str, list[tuple]] = {}
    for one in events(document, "C"):
        found.setdefault(one["name"], []).append((one["ts"], *one["args"].values()))
    assert found == {
        "FMA, of 4": [(1000, 1), (1025, 2), (1050, 1), (1075, 0)],
        "loads in flight": [(1000, 2048), (1020, 4096), (1040, 2048), (1060, 0)],
    }


def test_barriers_and_iterations(document):
    marks = [(one["name"], one["s"], one["pid"], one["ts"]) for one in events(document, "i")]
    assert marks == [
        ("barrier complete", "p", FIRST_BLOCK + 1, 1050),
        ("iteration begins", "g", SM, 1000),
        ("iteration begins", "g", SM, 1100),
    ]
    assert document["otherData"]["notes"] == ["predicted"]
