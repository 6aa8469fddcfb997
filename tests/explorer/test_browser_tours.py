"""Guided tours in a browser: every stop of two ladders, and that what it points at is there.

The pages of all ladders' stops take minutes to build; tests/core/test_tours.py checks their texts.
"""

from __future__ import annotations

import re

import pytest
from browser import expecting, where
from exhaustive import sampled

from schedules.core.ladder import ladders, tour
from schedules.explorer.page import build, page_of
from schedules.processes.worker import in_processes

HGEMV = "gemv/hgemv"


@pytest.fixture(scope="session")
def tour_file(tmp_path_factory):
    """A page with the rungs that a ladder's tour stops at, by the ladder's name."""
    folder = tmp_path_factory.mktemp("tours")

    def made(name):
        file = folder / f"{name.replace('/', '-')}.html"
        if not file.exists():
            stops = [stop["at"].partition(":")[0] for stop in tour(name)]
            paths = list(dict.fromkeys(f"{name}:{rung}" for rung in stops))
            file.write_text(page_of(in_processes(build, paths)), encoding="utf-8")
        return file

    return made


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", sampled([HGEMV, "gemm/tall"], [HGEMV]))
def test_every_stop_leads_to_what_it_points_at(watched, tour_file, name):
    page, stops = watched.page, tour(name)
    assert len(stops) in (5, 6)
    page.goto(f"{tour_file(name).as_uri()}#overview:{name}")
    bar = page.locator("#tour")
    keys = set(page.locator("#help dt kbd").all_text_contents())
    for at, stop in enumerate(stops, 1):
        page.keyboard.press("g")
        rung, step = stop["at"].split(":")
        expecting(bar).to_contain_text(f"{at} of {len(stops)}: {rung}, {step}.")
        assert where(page) == f"{name}:{stop['at']}"
        # The ladder's own words.
        expecting(bar).to_contain_text(ladders()[name].rungs[rung].summary)
        expecting(page.locator("#message")).to_be_empty()
        right = re.split(r"[|+]", stop["panes"].partition("|")[2])[0]
        expecting(page.locator("#right .tabs [aria-selected=true]")).to_have_id(
            f"right-code-tab-{right}"
        )
        if stop["look"]:
            expecting(page.locator("#right-code .cursor")).to_contain_text(stop["look"])
        assert page.locator("#right-code .line").count() > 0
        assert set(re.findall(r"\[(\S)\]", stop["say"])) <= keys
    page.keyboard.press("g")
    expecting(bar).to_be_hidden()
    assert where(page) == f"{name}:{stops[-1]['at']}"


@pytest.mark.exhaustive
def test_a_stop_is_a_link_and_the_bar_stays_while_one_looks_around(watched, tour_file):
    page = watched.page
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{tour_file(HGEMV).as_uri()}#{HGEMV}:warp1:first_lane@tir|cuda+diff&tour=3")
    bar = page.locator("#tour")
    expecting(bar).to_contain_text("3 of 6")
    assert page.evaluate("location.hash").endswith("&tour=3")
    page.keyboard.press("d")
    expecting(page.locator("#right .diff")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("k")
    expecting(bar).to_contain_text("3 of 6")
    bar.get_by_role("button", name="Previous").click()
    expecting(bar).to_contain_text("2 of 6")
    page.reload()
    expecting(bar).to_contain_text("2 of 6")
    page.keyboard.press("Escape")
    expecting(bar).to_be_hidden()
    assert "tour" not in page.evaluate("location.hash")
    page.locator("#tour-button").click()
    expecting(bar).to_contain_text("1 of 6")
    bar.get_by_role("button", name="End the tour").click()
    expecting(bar).to_be_hidden()


@pytest.mark.exhaustive
def test_a_page_offers_the_stops_that_it_has(opened):
    """Of six stops of sgemm_tvm the file has three; the last key ends the tour."""
    page = opened("#gemm/sgemm_tvm:naive")
    for at in (1, 2, 3):
        page.keyboard.press("g")
        expecting(page.locator("#tour")).to_contain_text(f"{at} of 3: ")
    page.goto(page.url.partition("#")[0] + "#marked_up:schedule")
    expecting(page.locator("#tour")).to_be_hidden()
