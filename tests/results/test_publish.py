"""Publishing fills in the marked sections of a page, and nothing else of it."""

from __future__ import annotations

import re

import pytest
from publishing import MARKS

from schedules.catalog import ladders
from schedules.errors import UserError
from schedules.results.publish import NOTHING, filled_in


@pytest.mark.parametrize("kind", ["gpu", "cpu"])
def test_without_a_record_a_section_says_so(kind, tmp_path):
    text = filled_in(MARKS.format(kind), [], ladders(), tmp_path / "README.md")
    assert text == MARKS.format(kind).replace("old text", NOTHING[kind])


def test_a_cpu_is_no_gpu(recorded, tmp_path):
    marked = MARKS.format("cpu") + MARKS.format("gpu")
    text = filled_in(marked, [recorded], ladders(), tmp_path / "README.md")
    cpu, gpu = text.split("The end.\n")[:2]
    assert NOTHING["cpu"] in cpu
    assert "cp_async" in gpu


@pytest.mark.parametrize(
    ("text", "message"),
    [("# no marks\n", "has no <!-- results"), (MARKS.format("gpus"), "did you mean 'gpu'?")],
)
def test_a_page_without_marks_is_refused(text, message, tmp_path):
    with pytest.raises(UserError, match=re.escape(message)):
        filled_in(text, [], ladders(), tmp_path / "README.md")
