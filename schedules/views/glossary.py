"""The glossary: `schedules help terms` and docs/glossary.md."""

from __future__ import annotations

import textwrap
import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

# Prefixes of a file in docs/ and of a command.
DOCS, PROGRAM = "docs/", "schedules "


class Term(NamedTuple):
    """A term, its definition, and the command or the file below docs/ that shows it."""

    name: str
    means: str
    see: str


@cache
def terms() -> tuple[Term, ...]:
    """The terms in alphabetical order."""
    text = files(__package__).joinpath("glossary.toml").read_text(encoding="utf-8")
    return tuple(Term(name, **entry) for name, entry in tomllib.loads(text).items())


def as_text(width: int = 80) -> str:
    """The terms for a terminal: each with its definition and where to see it."""

    def indented(text: str) -> str:
        return textwrap.fill(text, width, initial_indent="    ", subsequent_indent="    ")

    told = [f"{term.name}\n{indented(term.means)}\n    see: {term.see}\n" for term in terms()]
    return "\n".join([*told, f"As a page with links: {DOCS}glossary.md\n"])


def as_markdown() -> str:
    """The terms as a table whose links are from docs/."""
    rows = [f"| {term.name} | {term.means} | {_link(term.see)} |\n" for term in terms()]
    return "".join(["| term | definition | example |\n", "| --- | --- | --- |\n", *rows])


def _link(see: str) -> str:
    name = see.removeprefix(DOCS)
    return f"`{see}`" if name == see else f"[{name}]({name})"
