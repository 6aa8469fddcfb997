"""Exercises on the live page: the statement, the file, hints one at a time, and no solution."""

from __future__ import annotations

from browser import expecting

from schedules.learning.exercise import all_exercises, find


def test_exercises_stand_on_the_first_view(live):
    page = live("#overview")
    every, one = page.locator(".exercise"), find("bank_padding")
    expecting(every).to_have_count(len(all_exercises()))
    mine = every.nth(one.number - 1)
    mine.locator("> summary").click()
    expecting(mine).to_contain_text(f"schedules exercise {one.number}")
    hints = mine.locator(".hint")
    assert [each.is_visible() for each in hints.all()] == [True, False, False]
    hints.nth(0).locator("> summary").click()
    assert [each.is_visible() for each in hints.all()] == [True, True, False]
    mine.get_by_text("The file to edit").click()
    expecting(mine.locator("pre")).to_have_text(one.problem)
    assert "factor=32, offset=1" not in page.content()
