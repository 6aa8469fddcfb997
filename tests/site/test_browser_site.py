"""The site in Chromium, from a disk: every part is reached, the search finds, both themes hold."""

from __future__ import annotations

from itertools import product

import pytest
from browser import Watched, expecting
from exhaustive import sampled_tuples

from schedules.site.build import write_site

pytestmark = pytest.mark.exhaustive

LANDING = (
    "index.html",
    "exercises/bank_padding.html",
    "guides/tuning.html",
    "results/nvidia-h200.html",
)


@pytest.fixture(scope="session")
def folder(tmp_path_factory, files):
    out = tmp_path_factory.mktemp("site") / "out"
    write_site(out, files)
    return out


@pytest.mark.parametrize(
    ("width", "theme"),
    sampled_tuples(product([1440, 800, 390], ["light", "dark"]), [(1440, "light"), (390, "dark")]),
)
def test_pages_fit_and_ask_for_nothing_else(chromium, folder, theme, width):
    context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
    watched = Watched(context.new_page())
    for at in LANDING:
        watched.page.goto((folder / at).as_uri())
        wide = watched.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, (at, wide)
        assert contrast(watched.page) >= 4.5
    assert watched.errors == [] and watched.outside(folder.as_uri()) == []
    context.close()


def contrast(page) -> float:
    """The least contrast of text with the page, by WCAG's formula."""
    return page.evaluate(
        """() => {
          const often = { willReadFrequently: true };
          const canvas = document.createElement("canvas").getContext("2d", often);
          const light = (colour) => {
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
            const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((one) => {
              const part = one / 255;
              return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
            });
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const ground = light(getComputedStyle(document.body).backgroundColor);
          const texts = [...document.querySelectorAll("main a, main p, main code span, .quiet")];
          return Math.min(...texts.map((one) => {
            const text = light(getComputedStyle(one).color);
            return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
          }));
        }"""
    )


def test_the_search_finds_and_leads_there(watched, folder):
    page = watched.page
    page.goto((folder / "index.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("bank conflicts transpose")
    first = page.locator("#found [role=option]").first
    expecting(first).to_contain_text("Remove the bank conflicts of a transpose")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expecting(page.locator("h1")).to_contain_text("Exercise 6")
    # From a page below, to a rung of a ladder.
    page.keyboard.press("/")
    page.keyboard.type("hgemv:thread bind")
    page.locator("#found [role=option] a").first.click()
    expecting(page.locator("#where")).to_contain_text("thread")
    assert "ladders/gemv/hgemv.html#gemv/hgemv:thread" in page.url
    page.goto((folder / "guides/simulator.html").as_uri())
    page.locator("#search").fill("why does vthread remove the bank conflict?")
    expecting(first).to_contain_text("vthread: shared loads without bank conflicts")
    page.locator("#search").fill("nothing of this sort")
    expecting(page.locator("#found")).to_have_text("No results")
    page.keyboard.press("Escape")
    expecting(page.locator("#found")).to_be_hidden()


def test_hints_come_one_at_a_time(watched, folder):
    page = watched.page
    page.goto((folder / "exercises/bank_padding.html").as_uri())
    hints, solution = page.locator(".hint"), page.locator(".solution pre")
    expecting(hints).to_have_count(3)
    assert [one.is_visible() for one in hints.all()] == [True, False, False]
    expecting(solution).to_be_hidden()
    page.locator(".hint > summary").first.click()
    assert [one.is_visible() for one in hints.all()] == [True, True, False]
    page.locator(".solution > summary").click()
    expecting(solution).to_be_visible()
    page.get_by_role("link", name="Next exercise").click()
    expecting(page.locator("h1")).to_contain_text("Exercise 7")
    page.locator("#theme").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
