"""Markdown as HTML (linkable headings, the site's links, highlighted code), and as plain blocks
of text."""

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

# Maps an address in a text to one on the site; None if the site does not have it.
Link = Callable[[str], str | None]


# A paragraph or an item of a list ('p', 'li'), code ('pre'), a row of a table ('tr', its cells).
Block = tuple[str, str | list[str]]


@dataclass(frozen=True)
class Section:
    """A heading with the blocks below it; `anchor` is '' before the first heading."""

    anchor: str
    title: str
    blocks: tuple[Block, ...] = ()

    @property
    def text(self) -> str:
        """The blocks as one line of plain text."""
        parts = [said if isinstance(said, str) else " ".join(said) for _, said in self.blocks]
        return " ".join(" ".join(parts).split())


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
    """A document; `link` maps the addresses of its links and pictures."""
    tokens = _parser().parse(text)
    sections = _anchored(tokens)
    for token in tokens:
        _relink(token.children or [], link)
    html = _parser().renderer.render(tokens, _parser().options, {})
    # Wide tables get their own scroll bar.
    html = html.replace("<table>", '<div class="wide"><table>').replace(
        "</table>", "</table></div>"
    )
    title = next((section.title for section in sections if section.title), "")
    return Document(title, html, tuple(sections))


def sections(text: str) -> tuple[Section, ...]:
    """A document's sections."""
    return tuple(_anchored(_parser().parse(text)))


def _anchored(tokens: Sequence[Token]) -> list[Section]:
    """Give every heading an id as GitHub does; returns the sections that the headings begin."""
    sections: list[tuple[str, str, list[Block]]] = [("", "", [])]
    taken: dict[str, int] = {}
    opened: list[Token] = []
    for token in tokens:
        blocks = sections[-1][2]
        if token.nesting == 1:
            opened.append(token)
        elif token.nesting == -1:
            opened.pop()
        if token.type == "fence":
            blocks.append(("pre", token.content))
        elif token.type == "tr_open":
            blocks.append(("tr", []))
        elif token.type == "inline" and opened[-1].type == "heading_open":
            title = _plain(token)
            opened[-1].attrSet("id", _unique(_slug(title), taken))
            sections.append((str(opened[-1].attrGet("id")), title, []))
        elif token.type == "inline" and opened[-1].type in ("th_open", "td_open"):
            blocks[-1][1].append(_plain(token))
        elif token.type == "inline":
            listed = any(token.type == "list_item_open" for token in opened)
            blocks.append(("li" if listed else "p", _plain(token)))
    return [Section(anchor, title, tuple(blocks)) for anchor, title, blocks in sections]


def _plain(token: Token) -> str:
    """A token's text without comments; a link's own tokens, and those of emphasis, have none."""
    breaks = ("softbreak", "hardbreak")
    return "".join(
        " " if child.type in breaks else child.content
        for child in token.children or []
        if child.type != "html_inline"
    )


def _slug(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _unique(slug: str, taken: dict[str, int]) -> str:
    taken[slug] = taken.get(slug, -1) + 1
    return f"{slug}-{taken[slug]}" if taken[slug] else slug


def _relink(children: list[Token], link: Link) -> None:
    """Insert the site's addresses; a link that the site does not have becomes plain text."""
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
    """Code as HTML with Pygments' classes; plain text if the language is unknown."""
    try:
        lexer = get_lexer_by_name(language or "text")
    except ClassNotFound:
        lexer = get_lexer_by_name("text")
    return f"<pre><code>{highlight(code, lexer, HtmlFormatter(nowrap=True))}</code></pre>"
