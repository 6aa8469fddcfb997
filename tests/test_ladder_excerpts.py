"""Code that a ladder's page shows is in the dump that it names."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT

PAGES = sorted((ROOT / "docs/ladders").glob("*.md"))
EXCERPT = re.compile(r"<!-- excerpt: (\S+) -->\n```\w+\n(.*?)```", re.S)


def quoted(block: str, source: str) -> bool:
    """Whether the parts of a block between line ends and "..." follow each other in the source."""
    words, at = " ".join(source.split()), 0
    for part in re.split(r"\.\.\.|\n", block):
        part = " ".join(part.split())
        at = words.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_excerpts_are_quoted_from_the_dumps(page):
    text = page.read_text(encoding="utf-8")
    found = EXCERPT.findall(text)
    assert len(found) == text.count("```") // 2, "a block of code without its file"
    for path, block in found:
        assert len(block.splitlines()) <= 5, path
        source = (ROOT / "lowered_ir" / path).read_text(encoding="utf-8")
        assert quoted(block, source), f"{path} has no such lines:\n{block}"


def test_a_changed_line_is_found_and_an_elided_one_is_not():
    source = "a = b[i] + c;\n  d = a;\n"
    assert quoted("a = b[...] + c;\nd = a;\n", source)
    assert not quoted("a = b[j] + c;\n", source)
    assert not quoted("d = a;\na = b[i] + c;\n", source)
