"""HTML for notebooks: self-contained, light and dark, without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup, escape

from gpusim.columns import Column

from ..core.data import Cell, Table

# The maximum number of lines of a text.
MOST_LINES, MOST_ROWS = 120, 40

# Colours by purpose; notebooks mark dark mode by an attribute or a class.
_DARK = (
    "--s-line:#3d444d;--s-dim:#9198a1;--s-more:#12351f;--s-less:#43191c;"
    "--s-right:#3fb950;--s-wrong:#f85149;--s-bar:#1f6feb66"
)
_LIGHT = (
    "--s-line:#d1d9e0;--s-dim:#59636e;--s-more:#dafbe1;--s-less:#ffebe9;"
    "--s-right:#1a7f37;--s-wrong:#cf222e;--s-bar:#54aeff66"
)
STYLE = (
    f".schedules{{{_LIGHT}}}"
    f"@media(prefers-color-scheme:dark){{.schedules{{{_DARK}}}}}"
    f"[data-jp-theme-light=true] .schedules,.vscode-light .schedules{{{_LIGHT}}}"
    f"[data-jp-theme-light=false] .schedules,.vscode-dark .schedules{{{_DARK}}}"
    ".schedules{font-size:13px;line-height:1.45;max-width:100%}"
    ".schedules pre{margin:0;padding:6px 8px;max-height:420px;overflow:auto;background:none;"
    "color:inherit;font:12px/1.4 ui-monospace,Menlo,Consolas,monospace;"
    "border:1px solid var(--s-line);white-space:pre}"
    ".schedules table{border-collapse:collapse;margin:4px 0;color:inherit}"
    ".schedules th,.schedules td{border:0;border-bottom:1px solid var(--s-line);padding:2px 10px "
    "2px 0;text-align:left;vertical-align:top;background:none;max-width:48em}"
    ".schedules td.n,.schedules th.n{text-align:right}"
    ".schedules .dim{color:var(--s-dim)}"
    ".schedules .right{color:var(--s-right)}.schedules .wrong{color:var(--s-wrong)}"
    ".schedules .bar{background:var(--s-bar);display:inline-block;height:9px}"
    ".schedules td:has(.bar){white-space:nowrap}"
    ".schedules .more{background:var(--s-more)}.schedules .less{background:var(--s-less)}"
)
# The first character of a diff's line -> the class of its colour.
_DIFF = {"+": "more", "-": "less", "@": "dim"}


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


def code(text: str, *, diff: bool = False) -> Markup:
    """A text, at most MOST_LINES lines; of a `diff`, added and removed lines are coloured."""
    lines = text.splitlines(keepends=True)
    left = len(lines) - MOST_LINES
    kinds = (_DIFF.get(line[0], "") if diff else "" for line in lines[:MOST_LINES])
    inner = Markup("").join(
        Markup("<span class={}>{}</span>").format(kind, line) if kind else escape(line)
        for kind, line in zip(kinds, lines, strict=False)
    )
    more = Markup("<div class=dim>and {} lines more</div>").format(left) if left > 0 else Markup("")
    return Markup("<pre>{}</pre>{}").format(inner, more)


def table(rows: Sequence[Any]) -> Markup:
    """A table of results; numbers are right-aligned."""
    if not rows:
        return Markup("<div class=dim>nothing</div>")
    made = Table.of(rows)
    body = Markup("").join(
        Markup("<tr>{}</tr>").format(Markup("").join(map(_cell, made.columns, row)))
        for row in made.rows[:MOST_ROWS]
    )
    names = Markup("").join(Markup("<th>{}</th>").format(head.label) for head in made.columns)
    left = len(rows) - MOST_ROWS
    more = Markup("<div class=dim>and {} rows more</div>").format(left) if left > 0 else Markup("")
    return Markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>{}").format(
        names, body, more
    )


def _cell(column: Column, cell: Cell) -> Markup:
    if column.bar:
        return Markup("<td>{}</td>").format(bar(cell.value))
    number = isinstance(cell.value, int | float) and not isinstance(cell.value, bool)
    shown = verdict(False, cell.text) if cell.bad else cell.text
    return Markup("<td class=n>{}</td>" if number else "<td>{}</td>").format(shown)


def bar(share: float) -> Markup:
    """A share of 1 as a bar and a number."""
    return Markup('<span class=bar style="width:{:.0f}px"></span> {:.0%}').format(
        100 * min(share, 1.0), share
    )
