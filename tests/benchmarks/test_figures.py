"""Tables of the guides between marks are those that their records give."""

from __future__ import annotations

from collections import Counter

import pytest
from conftest import ROOT

from benchmarks.figures import MARKED, TABLES, filled, pages
from benchmarks.figures.goals import COLUMNS, GOALS, Reached

PAGES = pages()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_pages_tables_are_of_the_records(page):
    """After a change: `python -m benchmarks.figures`."""
    assert PAGES[page] == filled(PAGES[page])


def test_each_table_stands_on_one_page():
    found = Counter(name for text in PAGES.values() for _, name, *_ in MARKED.findall(text))
    assert found == Counter(TABLES.keys())


def test_a_figure_that_was_edited_is_found():
    page = ROOT / "docs/goals.md"
    spoiled = PAGES[page].replace(", 1.053 |", ", 1.054 |", 1)
    assert spoiled != PAGES[page]
    assert filled(spoiled) == PAGES[page]


def test_every_missed_goal_says_what_bounds_it():
    columns = [Reached(*column) for column in COLUMNS.values()]
    missed = [goal for goal in GOALS if any("**" in goal.cells(column) for column in columns)]
    assert missed and [goal.what for goal in missed if not goal.bound] == []
