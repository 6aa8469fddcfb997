"""Exercises on the live page: the statement, the schedule to edit, hints and the grade."""

from __future__ import annotations

import pytest
from accesses import have_compiler
from browser import expecting

from schedules.explorer.exercises import grade_text
from schedules.learning.exercise import all_exercises, find
from schedules.learning.grading import Checked
from schedules.learning.progress import State, load


def graded(one) -> list[str]:
    """The checks of an exercise's solution, as the command line writes them."""
    record = grade_text({"grade": one.name, "text": one.solved})
    return [str(Checked(**check)) for check in record["checks"]]


@pytest.mark.new_page
def test_a_browser_that_keeps_nothing_has_the_exercises_too(live, watched):
    watched.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied') } })"
    )
    page = live("#overview")
    one = page.locator(".exercise").first
    one.locator("> summary").click()
    text = one.locator("textarea")
    text.fill("tried")
    one.get_by_role("button", name="Reset").click()
    expecting(text).not_to_have_value("tried")


def test_an_exercise_is_written_and_graded_on_the_first_view(live, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    page = live("#overview")
    every, one = page.locator(".exercise"), find("bank_padding")
    expecting(every).to_have_count(len(all_exercises()))
    mine = every.nth(one.number - 1)
    # Below the times of all ladders: the first lines lead there.
    page.get_by_role("button", name=f"{len(all_exercises())} exercises").click()
    expecting(every.first).to_be_in_viewport()
    # A mark says that a title folds out.
    assert "disclosure" in mine.locator("> summary").evaluate(
        "one => getComputedStyle(one).listStyleType"
    )
    mine.locator("> summary").click()
    expecting(mine).to_contain_text(f"schedules exercise {one.number}")
    hints = mine.locator(".hint")
    assert [each.is_visible() for each in hints.all()] == [True, False, False]
    hints.nth(0).locator("> summary").click()
    assert [each.is_visible() for each in hints.all()] == [True, True, False]
    text = mine.get_by_label("Schedule of exercise")
    expecting(text).to_have_value(one.problem)
    assert "factor=32, offset=1" not in page.content()
    if not have_compiler():
        return
    grade = mine.locator(".grade")
    for tried, says in (
        ("def schedule(sch): pass", "must be a generator that takes the schedule"),
        (one.solved, "Passed."),
    ):
        text.fill(tried)
        # By key: times come in above it meanwhile, and move what a pointer is over.
        mine.get_by_role("button", name="Grade it").press("Enter")
        expecting(grade).to_contain_text(says)
    for check in graded(one):
        expecting(grade).to_contain_text(f"yes {check}")
    expecting(mine.locator(".state")).to_have_text("done, 1 try, 1 of 3 hints")
    assert load()["bank_padding"] == State(done=True, tries=1, hints=1)
    page.reload()
    expecting(mine.locator(".state")).to_contain_text("done")
    expecting(text).to_have_value(one.solved)
