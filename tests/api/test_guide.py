"""docs/python.md and README say what the API does: lines are run, outputs compared."""

from __future__ import annotations

import doctest
import re
import shutil

import pytest
from conftest import ROOT

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize(("page", "least"), [("docs/python.md", 4), ("README.md", 1)])
def test_the_pages_lines_do_what_they_say(page, least, monkeypatch, tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```pycon\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert len(blocks) >= least
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, page, None, 0)
    said: list[str] = []
    results = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=said.append)
    assert not results.failed, "".join(said)
