"""The guide to the simulator has the code's findings and constants."""

from __future__ import annotations

import re

from conftest import ROOT

from gpusim import exact_counts
from gpusim.counting import loop_extrapolation
from gpusim.findings import KINDS, MOST_STEPS
from gpusim.launch import Options
from schedules.analyses.verification.simulated import MOST_WORK

GUIDE = (ROOT / "docs" / "simulator.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return GUIDE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_the_guides_table_of_findings_is_the_codes():
    rows = re.findall(r"^\| `(.+)` \| .+ \| (yes|no|in .+) \|$", section("Findings"), re.M)
    # In code that a compiler scheduled, these say that the tables of latencies are short.
    by_hand = dict.fromkeys(("scoreboard", "stall-count"), "in hand-written SASS")
    wrong = {kind.name: "yes" if kind.wrong else "no" for kind in KINDS.values()}
    assert rows == list((wrong | by_hand).items())


def test_the_guides_constants_are_the_codes():
    values = re.findall(r"^\| .+ \| ([\d,]+) \|$", section("Constants"), re.M)
    assert [int(one.replace(",", "")) for one in values] == [
        Options().lanes,
        MOST_STEPS,
        MOST_WORK,
        exact_counts._MOST_CLASSIFIED,
        exact_counts._MOST_THREADS,
        exact_counts._MOST_WORK,
        exact_counts._MOST_PLACES,
        loop_extrapolation._MOST_ITERATIONS,
        loop_extrapolation.FEWEST_TIMES,
    ]
