"""Markdown as HTML: headings that can be linked to, links as the site has them, coloured code."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

# Gives the address that stands for one in a text, None where the site has nothing of it.
Link = Callable[[str], str | None]


@dataclass(frozen=True)
class Section:
    """A heading with what stands below it, as plain text; `anchor` is '' ahead of the first."""

    anchor: str
    title: str
    text: str


@dataclass(frozen=True)
class Document:
    """A text as HTML, and what a search finds in it."""

    title: str
    html: str
    sections: tuple[Section, ...]


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"highlight": _fence}).enable("table")


def rendered(text: str, link: Link) -> Document:
    """A document; `link` is asked for the address of every link and picture in it."""
    tokens = _parser().parse(text)
    sections = _anchored(tokens)
    for token in tokens:
        _relink(token.children or [], link)
    html = _parser().renderer.render(tokens, _parser().options, {})
    # Wide tables scroll by themselves.
    html = html.replace("<table>", '<div class="wide"><table>').replace(
        "</table>", "</table></div>"
    )
    title = next((one.title for one in sections if one.title), "")
    return Document(title, html, tuple(sections))


def _anchored(tokens: Sequence[Token]) -> list[Section]:
    """Give every heading an id as GitHub does; the sections that they begin."""
    sections = [["", "", ""]]
    taken: dict[str, int] = {}
    heading = False
    for token in tokens:
        if token.type == "heading_open":
            heading = True
            sections.append(["", "", ""])
        elif token.type == "inline" and heading:
            heading = False
            title = _plain(token)
            anchor = _unique(_slug(title), taken)
            sections[-1][:2] = anchor, title
            opening = tokens[tokens.index(token) - 1]
            opening.attrSet("id", anchor)
        elif token.type == "inline":
            sections[-1][2] += " " + _plain(token)
        elif token.type == "fence":
            sections[-1][2] += " " + token.content
    return [Section(anchor, title, " ".join(text.split())) for anchor, title, text in sections]


def _plain(token: Token) -> str:
    return "".join(one.content if one.content else " " for one in token.children or [])


def _slug(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _unique(slug: str, taken: dict[str, int]) -> str:
    taken[slug] = taken.get(slug, -1) + 1
    return f"{slug}-{taken[slug]}" if taken[slug] else slug


def _relink(children: list[Token], link: Link) -> None:
    """Put the site's addresses in; a link to what it lacks becomes text that says what it was."""
    lacking = False
    for token in children:
        if token.type == "link_open":
            href = str(token.attrGet("href"))
            address = link(href)
            lacking = address is None
            if lacking:
                token.tag = "span"
                token.attrs = {"class": "elsewhere", "title": f"in the repository: {href}"}
            else:
                token.attrSet("href", str(address))
        elif token.type == "link_close" and lacking:
            token.tag, lacking = "span", False
        elif token.type == "image":
            token.attrSet("src", link(str(token.attrGet("src"))) or "")
            token.attrSet("loading", "lazy")


def _fence(code: str, language: str, _attributes: str) -> str:
    return coloured(code, language)


def coloured(code: str, language: str) -> str:
    """Code as HTML with Pygments' classes; plain where the language is nobody's."""
    try:
        lexer = get_lexer_by_name(language or "text")
    except ClassNotFound:
        lexer = get_lexer_by_name("text")
    return f"<pre><code>{highlight(code, lexer, HtmlFormatter(nowrap=True))}</code></pre>"
