"""The glossary: one source, shown by `schedules help terms` and docs/glossary.md."""

from __future__ import annotations

import shlex

import click
import pytest
from conftest import ROOT

from schedules.commands import cli as program
from schedules.sources.names import resolve
from schedules.views.glossary import DOCS, PROGRAM, as_markdown, as_text, terms

COMMANDS = [term.see for term in terms() if term.see.startswith(PROGRAM)]


def test_terms_are_in_order_with_a_line_each():
    names = [term.name for term in terms()]
    assert names == sorted(set(names), key=str.casefold) and len(names) >= 60
    for term in terms():
        assert term.means.endswith(".") and len(term.means) < 150, term.name


@pytest.mark.parametrize("line", sorted(set(COMMANDS)))
def test_a_command_is_one(line):
    """Its options exist, and so do the rungs that it names."""
    _, verb, *rest = shlex.split(line)
    command = program.get_command(click.Context(program), verb)
    assert command is not None, verb
    command.make_context(verb, list(rest))
    for name in (word for word in rest if ":" in word):
        assert resolve(name).rung.name == name.split(":")[1]


def test_a_file_is_there():
    files = [term.see for term in terms() if not term.see.startswith(PROGRAM)]
    assert files and [file for file in files if not file.startswith(DOCS)] == []
    assert [file for file in files if not (ROOT / file).is_file()] == []


def test_both_texts_have_every_term(cli):
    code, out, _ = cli("help", "terms")
    assert code == 0 and out == as_text()
    assert max(map(len, out.splitlines())) <= 80
    page = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    assert as_markdown() in page
    for term in terms():
        assert f"\n{term.name}\n    " in f"\n{out}"
        assert f"\n| {term.name} | " in page


def test_a_page_that_lacks_a_term_is_stale(cli, tmp_path, monkeypatch):
    from publishing import MARKS, RECORD

    from schedules.core.catalog import ladders
    from schedules.measure.publishing.publish import published
    from schedules.measure.records import Recorded

    (tmp_path / "docs").mkdir()
    page = tmp_path / "docs/glossary.md"
    recorded = [Recorded(tmp_path / "docs/results/nvidia-h200.json", RECORD)]

    def made() -> str:
        return published(recorded, ladders(), tmp_path / "README.md", MARKS)[page]

    page.write_text(f"# Glossary\n\n<!-- terms -->\n{as_markdown()}<!-- /terms -->\n")
    assert made() == page.read_text()
    page.write_text(page.read_text().replace("| wavefront |", "| front |"))
    assert made() != page.read_text()


def test_a_topic_that_is_misspelled(cli):
    code, _, err = cli("help", "term")
    assert code == 2 and "did you mean 'terms'?" in err
