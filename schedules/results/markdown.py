"""Markdown of the pages: tables, and links from one file to another."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A Markdown table; columns after the first two stand right."""
    rule = ["---" if at < 2 else "---:" for at in range(len(columns))]
    lines = [columns, rule, *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def link(path: Path, root: Path) -> str:
    return Path(os.path.relpath(path, root)).as_posix()


def image(path: Path, root: Path) -> str:
    return f"![{path.stem}]({link(path, root)})"
