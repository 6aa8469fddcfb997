"""The guide to the simulator has the code's findings and constants."""

from __future__ import annotations

import re

from conftest import ROOT

from schedules.checks.on_machine import MOST_WORK
from schedules.machine import counting, repetition
from schedules.machine.findings import KINDS, MOST_STEPS
from schedules.machine.launch import Options

GUIDE = (ROOT / "docs" / "simulator.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return GUIDE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_the_guides_table_of_findings_is_the_codes():
    rows = re.findall(r"^\| `(.+)` \| .+ \| (yes|no) \|$", section("Findings"), re.M)
    assert rows == [(kind.name, "yes" if kind.wrong else "no") for kind in KINDS.values()]


def test_the_guides_constants_are_the_codes():
    values = re.findall(r"^\| .+ \| ([\d,]+) \|$", section("Constants"), re.M)
    assert [int(one.replace(",", "")) for one in values] == [
        Options().lanes,
        MOST_STEPS,
        MOST_WORK,
        counting._MOST_THREADS,
        counting._MOST_WORK,
        counting._MOST_PLACES,
        repetition._MOST_PASSES,
        repetition._FEWEST_TIMES,
    ]
