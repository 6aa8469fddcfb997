"""What the live page may ask to have graded, and what of it is kept."""

from __future__ import annotations

import pytest

from schedules.explorer.queries import BadQuery
from schedules.explorer.serve import LONGEST_TEXT, Exercises


@pytest.mark.parametrize(
    "query",
    [
        {"grade": "bank_padding"},
        {"grade": "no_such", "text": ""},
        {"grade": ["bank_padding"], "text": ""},
        {"grade": "bank_padding", "text": 1},
        {"grade": "bank_padding", "text": "#" * (LONGEST_TEXT + 1)},
        {"grade": "bank_padding", "text": "", "rung": "gemm/sgemm_tvm:naive"},
    ],
)
def test_what_is_no_text_of_an_exercise_is_refused(query):
    with pytest.raises(BadQuery):
        Exercises().checked(query)


def test_hints_that_were_looked_at_are_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    found = Exercises()
    assert found.done() == {}
    for query in ({"hint": "bank_padding", "number": 9}, {"hint": "no_such", "number": 1}, []):
        with pytest.raises(BadQuery):
            found.hinted(query)
    found.hinted({"hint": "bank_padding", "number": 2})
    assert found.hinted({"hint": "bank_padding", "number": 1})["bank_padding"]["hints"] == 2
