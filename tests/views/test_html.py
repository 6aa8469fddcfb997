"""What notebooks show."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from conftest import ROOT

import schedules
from schedules.analyses.verification.verdict import Check
from schedules.views import html


class Balanced(HTMLParser):
    """Every element is closed in turn, but for those that have no end."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag != "input":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def check(text: str) -> str:
    parser = Balanced()
    parser.feed(text)
    assert parser.open == []
    assert not re.search(r"<script|https?://|url\(|@import", text)
    return text


def test_everything_shows():
    k = schedules.explore(ROOT / "examples/softmax.py", shape=(4, 64))
    for one in (k, k.steps, k.diff(), k.verify(), k.accesses, k.resources, k.instruction_counts):
        assert check(one._repr_html_())
    assert "h200" in check(k.predict()._repr_html_()) and "bound by" in check(
        k.advise(minutes=0.01)._repr_html_()
    )
    assert "no kernel yet" in check(k["block_per_row"]._repr_html_())
    assert "<span class=more>+" in k["warp"].diff()._repr_html_()
    kernel = schedules.explore(ROOT / "examples/kernels/saxpy.cu")
    assert "saxpy" in check(kernel._repr_html_())


def test_text_is_text():
    assert "&lt;script&gt;" in html.whole(html.head("<script>"))
    rows = [Check("<b>", (), "random", "serial", 0.0)]
    assert "&lt;b&gt;" in html.whole(html.table(rows))
    assert "&lt;i&gt;" in html.code("<i>") and ">+&lt;i&gt;" in html.code("+<i>", diff=True)
