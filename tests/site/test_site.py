"""The static site: its files, their links, its folder; in Chromium from a disk."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest
from conftest import ROOT, items
from site_rungs import RUNGS

from gpusim.errors import UserError
from schedules.explorer.page import report
from schedules.learning.exercise import all_exercises
from schedules.site.addresses import relative
from schedules.site.build import MARK, site, write_site
from schedules.sources.names import named_paths

LARGEST = 25e6


class Links(HTMLParser):
    """A page's ids, and what it links to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.ids.add(found.get("id", ""))
        self.links += [found[name] for name in ("href", "src") if found.get(name)]


@pytest.mark.exhaustive
def test_every_link_leads_to_something(files):
    """To a file, and to what is named in it; in a ladder's page to a rung that it has."""
    pages = {
        at: Links(text)
        for at, text in files.items()
        if at.endswith(".html") and not at.startswith("ladders/")
    }
    ladders = {at: text for at, text in files.items() if at.startswith("ladders/")}
    broken, seen = [], 0
    for at, page in pages.items():
        for link in page.links:
            address = urlsplit(link)
            if address.scheme:
                assert address.scheme in ("http", "https", "data"), link
                continue
            seen += 1
            target = relative("", at) if not address.path else joined(at, unquote(address.path))
            if target not in files:
                broken.append((at, link))
            elif target in ladders:
                path, rung, *_ = [*address.fragment.removeprefix("overview:").split(":"), ""]
                if f'"{path}' not in ladders[target] or (
                    rung and f'"{path}:{rung}"' not in ladders[target]
                ):
                    broken.append((at, link))
            elif address.fragment and unquote(address.fragment) not in pages[target].ids:
                broken.append((at, link))
    assert broken == [] and seen > 1000


def joined(page: str, link: str) -> str:
    parts = page.split("/")[:-1]
    for part in link.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def test_the_site_has_all_its_parts(files):
    guides = (guide.stem for guide in (ROOT / "docs").glob("*.md"))
    calls = (f"migrating/{page.stem}" for page in (ROOT / "docs/migrating").glob("*.md"))
    assert {f"guides/{name}.html" for name in (*guides, *calls)} <= set(files)
    assert {"index.html", "results/index.html", "results/nvidia-h200.html"} <= set(files)
    for one in all_exercises():
        page = files[f"exercises/{one.name}.html"]
        assert page.count('<details class="hint">') == len(one.hints)
        assert page.index("details") < page.index('class="solution"')
    # What else lies there is a share of what all ladders' pages leave of the 25 MB.
    told = sum(len(one) for at, one in files.items() if not at.startswith("ladders/"))
    assert told < LARGEST - 16e6


def test_a_ladder_s_page_is_that_of_the_report(files):
    """But for the link back to the site."""
    back = re.compile(r'  <a id="home" href="../../index.html">.*</a>\n')
    page = files["ladders/gemv/hgemv.html"]
    assert back.search(page)
    assert back.sub("", page) == report(named_paths(RUNGS[:1]))


def test_a_folder_with_other_things_is_refused(cli, tmp_path, monkeypatch):
    out = tmp_path / "mine"
    out.mkdir()
    (out / "kept.txt").write_text("mine")
    code, _, err = cli("site", *RUNGS[:1], "--out", out)
    assert code == 2 and "contains other files" in err
    assert [one.name for one in out.iterdir()] == ["kept.txt"]
    write_site(tmp_path / "new", {"index.html": "one", "a/b.html": b"two", MARK: ""})
    write_site(tmp_path / "new", {"index.html": "three", MARK: ""})
    assert sorted(one.name for one in (tmp_path / "new").rglob("*")) == [MARK, "index.html"]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["mine", "new"]
    monkeypatch.setattr("schedules.site.addresses.DOCS", tmp_path)
    with pytest.raises(UserError, match="run this in a checkout"):
        site(RUNGS[:1])


def test_the_command_tells_what_it_wrote(cli, tmp_path, monkeypatch, files):
    monkeypatch.setattr("schedules.site.build.site", lambda *_: files)
    code, out, _ = cli("site", "--out", tmp_path / "out")
    assert code == 0 and f"{len(files)} files" in out
    _, out, _ = cli("site", "--out", tmp_path / "out", "--json")
    assert {one["state"] for one in items(out, "files")} == {"written"}
    assert cli("site")[0] == 2
