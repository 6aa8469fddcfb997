"""The guides of docs/ for the page's search."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from .markdown import sections

DOCS = Path(__file__).parents[2] / "docs"


@cache
def guide_records() -> list[dict[str, Any]]:
    """Each guide's title and sections of blocks; empty outside a checkout."""
    folders = (DOCS, DOCS / "ladders", DOCS / "migrating")
    files = [file for folder in folders for file in sorted(folder.glob("*.md"))]
    return [_record(file) for file in files]


def _record(file: Path) -> dict[str, Any]:
    named = [section for section in sections(file.read_text(encoding="utf-8")) if section.title]
    return {
        "title": named[0].title if named else file.stem,
        "sections": [{"title": section.title, "blocks": section.blocks} for section in named],
    }
