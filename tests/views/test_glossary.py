"""The glossary: one source, shown by `schedules help terms` and docs/glossary.md."""

from __future__ import annotations

from conftest import ROOT

from schedules.views.glossary import as_markdown, as_text, terms


def test_both_texts_have_every_term(cli):
    code, out, _ = cli("help", "terms")
    assert code == 0 and out == as_text()
    page = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    assert as_markdown() in page
    for term in terms():
        assert f"\n{term.name}\n    " in f"\n{out}"
        assert f"\n| {term.name} | " in page
