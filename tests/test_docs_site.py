"""docs/ as a site: it builds without a warning, and its links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from schedules.learning.exercise import all_exercises

pytestmark = pytest.mark.exhaustive
REPOSITORY = {"GITHUB_SERVER_URL": "https://host", "GITHUB_REPOSITORY": "a/b", "GITHUB_SHA": "c"}


def built(source: Path, out: Path, *options: str) -> subprocess.CompletedProcess:
    pytest.importorskip("sphinx", reason="the site needs the extra 'docs'")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-c", str(ROOT / "docs"), *options]
    return subprocess.run(
        [*command, str(source), str(out)],
        env=os.environ | REPOSITORY | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


def test_the_site_has_every_page_the_exercises_and_the_explorer(tmp_path):
    explorer, out = tmp_path / "ladders.html", tmp_path / "out"
    explorer.write_text("the explorer")
    done = built(ROOT / "docs", out, "-D", f"html_extra_path={explorer}")
    assert (done.returncode, done.stderr) == (0, "")
    pages = {page.relative_to(out).with_suffix("") for page in out.rglob("*.html")}
    assert pages >= {
        page.relative_to(ROOT / "docs").with_suffix("") for page in (ROOT / "docs").rglob("*.md")
    }
    assert (out / "ladders.html").read_text() == "the explorer"
    page = (out / "ladders/sgemm_tvm.html").read_text()
    assert 'href="../ladders.html#overview:gemm/sgemm_tvm"' in page
    page = (out / "architecture.html").read_text()
    assert 'href="https://host/a/b/blob/c/schedules/core"' in page
    exercises = (out / "exercises.html").read_text()
    folded = sum(len(one.hints) + 1 for one in all_exercises())
    assert exercises.count("<details>") == folded
    assert re.search(r"swizzl", (out / "searchindex.js").read_text())


@pytest.mark.parametrize(("target", "status"), [("../schedules", 0), ("../schedule", 1)])
def test_a_link_to_nothing_is_an_error(tmp_path, target, status):
    (tmp_path / "index.md").write_text(f"# A page\n\n[The code]({target})\n")
    done = built(tmp_path, tmp_path / "out")
    assert done.returncode == status
    assert ("cross-reference target not found" in done.stderr) == bool(status)


def test_the_site_has_the_explorers_colours_and_fonts(tmp_path):
    (tmp_path / "index.md").write_text("# A page\n")
    assert built(tmp_path, tmp_path / "out").returncode == 0
    page = (tmp_path / "out/index.html").read_text()
    theme = (ROOT / "schedules/explorer/static/style/theme.css").read_text()
    light, dark = re.search(r"--accent: light-dark\((.+), (.+)\)", theme).groups()
    assert re.findall("--color-brand-primary: (.+);", page) == [light, dark, dark]
    assert set(re.findall("--font-stack--monospace: ([^;]+), monospace;", page)) == {
        re.search(r"--mono: ([^;]+),\s+monospace;", " ".join(theme.split()))[1]
    }
