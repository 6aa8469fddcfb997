"""Differences of two texts, unified or in two columns."""

from __future__ import annotations

import difflib
import textwrap


def unified(old_name: str, old: str, new_name: str, new: str) -> str:
    """A unified diff; '' where the texts are equal."""
    return "".join(
        difflib.unified_diff(
            old.splitlines(keepends=True), new.splitlines(keepends=True), old_name, new_name
        )
    )


def columns(old_name: str, old: str, new_name: str, new: str, width: int = 200) -> str:
    """Both texts beside each other: '<' a line only on the left, '>' on the right, '|' changed."""
    side = max(20, (width - 3) // 2)
    rows = [(old_name, " ", new_name)]
    left, right = old.splitlines(), new.splitlines()
    for tag, i, j, m, n in difflib.SequenceMatcher(a=left, b=right, autojunk=False).get_opcodes():
        olds, news = left[i:j], right[m:n]
        for at in range(max(len(olds), len(news))):
            one = olds[at] if at < len(olds) else None
            other = news[at] if at < len(news) else None
            sign = " " if tag == "equal" else "<" if other is None else ">" if one is None else "|"
            rows.append((one or "", sign, other or ""))
    lines = []
    for one, sign, other in rows:
        ones, others = wrapped(one, side), wrapped(other, side)
        for at in range(max(len(ones), len(others))):
            here = ones[at] if at < len(ones) else ""
            there = others[at] if at < len(others) else ""
            lines.append(f"{here:<{side}} {sign} {there}".rstrip())
    return "\n".join(lines) + "\n"


def wrapped(line: str, width: int) -> list[str]:
    """A line cut to pieces of at most `width`, keeping its indentation."""
    indent = " " * min(len(line) - len(line.lstrip()) + 4, width // 2)
    return textwrap.wrap(line, width, subsequent_indent=indent, drop_whitespace=False) or [""]
