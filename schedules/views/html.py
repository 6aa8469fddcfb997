"""HTML for notebooks: self-contained, light and dark, without scripts."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from ..core.data import Cell, Column, Table

# The maximum number of lines of a text.
MOST_LINES, MOST_ROWS = 120, 40

# Colours by purpose; notebooks mark dark mode by an attribute or a class.
_DARK = (
    "--s-line:#3d444d;--s-dim:#9198a1;--s-word:#79c0ff;--s-text:#a5d6ff;--s-note:#8b949e;"
    "--s-more:#12351f;--s-less:#43191c;--s-right:#3fb950;--s-wrong:#f85149;--s-bar:#1f6feb66"
)
_LIGHT = (
    "--s-line:#d1d9e0;--s-dim:#59636e;--s-word:#0550ae;--s-text:#0a3069;--s-note:#6e7781;"
    "--s-more:#dafbe1;--s-less:#ffebe9;--s-right:#1a7f37;--s-wrong:#cf222e;--s-bar:#54aeff66"
)
STYLE = (
    f".schedules{{{_LIGHT}}}"
    f"@media(prefers-color-scheme:dark){{.schedules{{{_DARK}}}}}"
    f"[data-jp-theme-light=true] .schedules,.vscode-light .schedules{{{_LIGHT}}}"
    f"[data-jp-theme-light=false] .schedules,.vscode-dark .schedules{{{_DARK}}}"
    ".schedules{font-size:13px;line-height:1.45;max-width:100%}"
    ".schedules pre{margin:0;padding:6px 8px;max-height:420px;overflow:auto;background:none;"
    "color:inherit;font-size:12px;line-height:1.4;border:1px solid var(--s-line);white-space:pre}"
    ".schedules table{border-collapse:collapse;margin:4px 0;color:inherit}"
    ".schedules th,.schedules td{border:0;border-bottom:1px solid var(--s-line);padding:2px 10px "
    "2px 0;text-align:left;vertical-align:top;background:none;max-width:48em}"
    ".schedules td.n,.schedules th.n{text-align:right}"
    ".schedules .dim{color:var(--s-dim)}"
    ".schedules .tabs{display:flex;flex-wrap:wrap;margin-top:4px}"
    ".schedules .tabs>input{position:absolute;opacity:0}"
    ".schedules .tabs>label{order:1;padding:2px 10px;cursor:pointer;color:var(--s-dim);"
    "border-bottom:2px solid transparent}"
    ".schedules .tabs>section{order:2;width:100%;display:none;overflow-x:auto}"
    ".schedules .tabs>input:checked+label{color:inherit;border-color:currentColor}"
    ".schedules .tabs>input:checked+label+section{display:block}"
    ".schedules .tabs>input:focus-visible+label{outline:2px solid var(--s-word)}"
    ".schedules .right{color:var(--s-right)}.schedules .wrong{color:var(--s-wrong)}"
    ".schedules .bar{background:var(--s-bar);display:inline-block;height:9px}"
    ".schedules td:has(.bar){white-space:nowrap}"
    ".schedules .k,.schedules .kt,.schedules .kd,.schedules .kn,.schedules .ow,.schedules .nb"
    "{color:var(--s-word)}"
    ".schedules .s,.schedules .s1,.schedules .s2,.schedules .mi,.schedules .mf,.schedules .mh"
    "{color:var(--s-text)}"
    ".schedules .c1,.schedules .cm,.schedules .cp{color:var(--s-note)}"
    ".schedules .gi{background:var(--s-more)}.schedules .gd{background:var(--s-less)}"
    ".schedules .gu,.schedules .gh{color:var(--s-dim)}"
)
_number = itertools.count(1)


def whole(*parts: str) -> str:
    """The complete HTML that `_repr_html_` returns."""
    body = Markup("").join(parts)
    return f'<div class="schedules"><style>{STYLE}</style>{body}</div>'


def head(title: str, about: str = "") -> Markup:
    """A title line with a remark."""
    return Markup("<div><b>{}</b> <span class=dim>{}</span></div>").format(title, about)


def verdict(ok: bool | None, text: str) -> Markup:
    """A line in green or red; plain if there is no verdict."""
    kind = "" if ok is None else "right" if ok else "wrong"
    return Markup("<div class='{}'>{}</div>").format(kind, text)


def code(text: str, language: str) -> Markup:
    """Highlighted code, at most MOST_LINES lines."""
    lines = text.splitlines(keepends=True)
    left = len(lines) - MOST_LINES
    shown = "".join(lines[:MOST_LINES])
    try:
        lexer = get_lexer_by_name(language, stripnl=False)
        inner = Markup(highlight(shown, lexer, HtmlFormatter(nowrap=True)))
    except ClassNotFound:
        inner = escape(shown)
    more = Markup("<div class=dim>and {} lines more</div>").format(left) if left > 0 else Markup("")
    return Markup("<pre>{}</pre>{}").format(inner, more)


def table(rows: Sequence[Any]) -> Markup:
    """A table of results, or of mappings with the same keys; numbers are right-aligned."""
    if not rows:
        return Markup("<div class=dim>nothing</div>")
    if isinstance(rows[0], Mapping):
        heads: Sequence[Column] = [Column(name) for name in rows[0]]
        cells = [[Cell(value, heads[0].cell(value)) for value in row.values()] for row in rows]
    else:
        made = Table.of(rows)
        heads, cells = made.columns, list(map(list, made.rows))
    body = Markup("").join(
        Markup("<tr>{}</tr>").format(Markup("").join(map(_cell, heads, row)))
        for row in cells[:MOST_ROWS]
    )
    names = Markup("").join(Markup("<th>{}</th>").format(head.label) for head in heads)
    left = len(rows) - MOST_ROWS
    more = Markup("<div class=dim>and {} rows more</div>").format(left) if left > 0 else Markup("")
    return Markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>{}").format(
        names, body, more
    )


def _cell(column: Column, cell: Cell) -> Markup:
    if column.bar:
        return Markup("<td>{}</td>").format(bar(cell.value))
    number = isinstance(cell.value, int | float) and not isinstance(cell.value, bool)
    shown: Any = cell.value if isinstance(cell.value, Markup) else cell.text
    if cell.bad:
        shown = verdict(False, cell.text)
    return Markup("<td class=n>{}</td>" if number else "<td>{}</td>").format(shown)


def bar(share: float) -> Markup:
    """A share of 1 as a bar and a number."""
    return Markup('<span class=bar style="width:{:.0f}px"></span> {:.0%}').format(
        100 * min(share, 1.0), share
    )


def tabs(panes: Mapping[str, Markup], chosen: str = "") -> Markup:
    """Tabs by name, made of radio buttons, so that they need no script."""
    digest = hashlib.sha256("".join(panes.values()).encode()).hexdigest()[:8]
    group = f"s{digest}-{next(_number)}"
    parts = []
    for number, (name, pane) in enumerate(panes.items()):
        checked = Markup(" checked") if name == (chosen or next(iter(panes))) else ""
        parts.append(
            Markup(
                '<input type=radio name="{0}" id="{0}-{1}"{2}><label for="{0}-{1}">{3}</label>'
                "<section>{4}</section>"
            ).format(group, number, checked, name, pane)
        )
    return Markup("<div class=tabs>{}</div>").format(Markup("").join(parts))
