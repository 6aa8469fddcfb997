"""Compare with another rung: two clicks, both SASS, what each takes, a verdict."""

from __future__ import annotations

import json

import pytest
from browser import FETCH, VTHREAD, Counted, compare, expecting

pytestmark = pytest.mark.exhaustive


def totals(cli, reference: str) -> dict[str, int]:
    """Sums over a kernel's accesses, as the command line has them."""
    _, out, _ = cli("analyze", reference, "--json")
    sums = json.loads(out)["items"][0]["kernels"][0]["totals"].values()
    return {name: sum(one[name] or 0 for one in sums) for name in ("conflicts", "wavefronts")}


def difference(page, name: str):
    return page.get_by_role("region", name="Differences").locator("tr", has_text=name)


def test_a_rung_stands_beside_the_previous_one_by_two_clicks(opened, cli):
    page = opened(f"#{VTHREAD}:bind_fetch")
    hand = Counted(page)
    hand.click(page.get_by_role("tab", name="Compare"))
    hand.choose("previous rung")
    assert hand.actions == 2
    expecting(page.locator("#left .pinned-at")).to_have_text(f"{FETCH}:bind_fetch")
    # Both panes open where the margins' bars are longest: in the hottest loop.
    for side in ("left", "right"):
        expecting(page.locator(f"#{side}-code .line", has_text="LDS").first).to_be_in_viewport()
    expecting(page.locator("#right-code .added").first).to_be_attached()
    before, after = totals(cli, FETCH), totals(cli, VTHREAD)
    assert after["conflicts"] == 0 < before["conflicts"]
    verdict = page.locator(".compared")
    expecting(verdict).to_contain_text("less time than cooperative_fetch, measured")
    expecting(verdict).to_contain_text("no bank conflicts now")
    fewer = round(100 * (1 - after["wavefronts"] / before["wavefronts"]))
    expecting(verdict).to_contain_text(f"{fewer} % fewer shared wavefronts")
    expecting(difference(page, "shared wavefronts")).to_contain_text(f"better, -{fewer} %")
    expecting(difference(page, "registers")).to_be_visible()
    # The link has the comparison.
    link = page.evaluate("location.hash")
    page.goto("about:blank")
    opened(link)
    expecting(page.locator(".compared")).to_contain_text("less time than cooperative_fetch")


def test_the_fastest_rung_is_one_choice(opened):
    page = opened("#gemm/sgemm_tvm:naive:init")
    compare(page, "fastest other rung")
    expecting(page.locator("#left .pinned-at")).to_have_text(f"{VTHREAD}:bind_fetch")
    expecting(page.locator(".compared")).to_contain_text("more time than vthread, measured")
