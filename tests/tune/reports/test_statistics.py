"""What is counted of a search."""

from __future__ import annotations

import itertools
import re

import pytest
from tune_records import edited, load_space, page_of, rows_of

from tune.jobs.job import Budget
from tune.reports import statistics
from tune.reports.page import page
from tune.space.base import key


def test_failures_that_differ_in_numbers_alone_are_one_row(folder, tmp_path):
    places = itertools.cycle(["x=0 y=3", "y=12 z=0", "x=1 y=0 z=0"])
    values = itertools.cycle(["-2.5", "nan", "1e-05", "inf"])

    def change(line):
        number = int(line["at_s"] * 1e6) % 97
        text = f"{number} of 4096 elements wrong, first at [0, {number}]: {next(values)} instead "
        text += f"of {number}.25; written by block {next(places)}, thread x=1"
        line.update(kind="wrong", times_us=[], message=text)

    changed = edited(folder, tmp_path, change)
    first = changed.line(changed.entries[0])["message"]
    ((kind, count, text),) = rows_of(page(changed), "failures")[1:]
    assert (kind, count) == ("wrong", "40")
    assert text == f"{first} the first of 40, which differ in their numbers"


def test_what_a_restriction_refuses_since_is_said_with_its_reason(folder, tmp_path, monkeypatch):
    text = page_of("hgemm_wgmma_h200-nvidia-h200")
    said_so = re.findall(r'<p class="refused">(.*?)</p>', text, re.S)
    assert [re.sub("<[^>]+>", "", " ".join(one.split())) for one in said_so] == 3 * [
        "12 that products_under_way refuses since: what loads by TMA does so while products are "
        "under way: three stages at least; 12 of them wrong."
    ]
    assert [row[:2] for row in rows_of(text, "failures")[1:]] == [["wrong", "12"]]

    def lose(line):
        if line["kind"] != "ok":
            line["knobs"]["tile_i"] = [1, 1, 63]
            line["key"] = key(line["shape"], line["knobs"])

    changed = edited(folder, tmp_path, lose)
    space = load_space(changed)
    entries = changed.entries

    def narrow(tile_j) -> bool:
        """columns that are few"""
        return tile_j[-1] < 16

    space.restrictions.append(narrow)
    lost = {one.name: one for one in statistics.refused(space, entries)}
    wide = [one for one in entries if one.kind == "ok" and one.knobs["tile_j"][-1] >= 16]
    assert lost["narrow"] == statistics.Refused("narrow", narrow.__doc__, [("ok", len(wide))])
    (unknown,) = lost.keys() - {"narrow"}
    assert unknown == "" and lost[""].outcomes == [("time-out", lost[""].count)]
    assert lost[""].count == sum(one.kind != "ok" for one in entries) and wide


@pytest.mark.parametrize(
    ("arguments", "ending"),
    [
        ((9, 1.0, 9, True, 1), "every candidate of the space is measured"),
        ((10, 1.0, 99, True, 1), "the budget of 10 trials is used up"),
        ((5, 2.0, None, True, 1), "the budget of 2 minutes is used up"),
        ((5, 1.0, 99, True, 1), "the strategy had nothing left to propose"),
        ((5, 1.0, 99, False, 1), "cut short"),
    ],
)
def test_why_a_search_ended(arguments, ending):
    trials, minutes, allowed, confirmed, runs = arguments
    budget = Budget(trials=10, minutes=2.0)
    assert statistics.ending(trials, minutes, allowed, budget, confirmed, runs) == ending
