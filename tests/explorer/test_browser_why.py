"""Why two kernels' predicted times differ, on the page's Compare: the causes of `diff --why`."""

from __future__ import annotations

import json

import pytest
from browser import FETCH, VTHREAD, compare, expecting

pytestmark = pytest.mark.exhaustive


def test_causes_are_those_of_the_command_and_lead_to_their_lines(live, cli):
    page = live(f"#{VTHREAD}:bind_fetch&shape=256,256,256")
    compare(page, FETCH)
    page.get_by_role("button", name="Why", exact=True).click()
    causes = page.get_by_role("region", name="Causes").locator("tbody tr")
    expecting(causes.first).to_be_visible()
    _, out, _ = cli("diff", FETCH, VTHREAD, "--why", "--shape", "256,256,256", "--json")
    (found,) = json.loads(out)["items"]
    expecting(causes).to_have_count(len(found["causes"]))
    for row, cause in zip(causes.all(), found["causes"], strict=True):
        expecting(row).to_contain_text(cause["kind"])
        for line in cause["lines"]:
            name = f"line {line['line']}"
            expecting(row.get_by_role("button", name=name, exact=True)).to_be_visible()
    slower = found["before_us"] > found["after_us"]
    side = "left" if slower else "right"
    button = causes.locator("button").first
    number = button.inner_text().removeprefix("line ")
    button.click()
    expecting(page.locator(f"#{side}-code .cursor .number")).to_have_text(number)
    # The kernel beside itself has nothing to explain.
    compare(page, "init")
    expecting(page.get_by_role("button", name="Why", exact=True)).to_be_visible()


def test_a_file_names_the_command(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    compare(page, FETCH)
    command = f"schedules diff {FETCH}:bind_fetch {VTHREAD}:bind_fetch --why"
    expecting(page.locator("#details")).to_contain_text(command)
