"""Addresses of the repository's files on the site."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from gpusim.errors import UserError

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PICTURES = (".svg", ".png")
# Text files that get their own page if a guide links to them.
SOURCES = {".py": "python", ".cu": "cuda", ".toml": "toml", ".yml": "yaml", ".yaml": "yaml"}
_DUMP = re.compile(r"lowered_ir/(\w+/\w+)(?:/\d+-(\w+))?(?:/.*)?$")


def check_there() -> None:
    """Raises UserError if there are no guides to make a site of."""
    if not (DOCS / "architecture.md").exists():
        raise UserError("the guides are in the repository's docs/: run this in a checkout")


@cache
def guides() -> list[Path]:
    """The Markdown files that become pages: those of docs/, README, CONTRIBUTING and CHANGELOG."""
    first = (ROOT / f"{name}.md" for name in ("README", "CHANGELOG", "CONTRIBUTING"))
    return [*filter(Path.exists, first), *sorted(DOCS.rglob("*.md"))]


@dataclass
class Addresses:
    """Addresses in the site, from its top; `linked` collects the files that pages ask for.

    `ladders` has the names of the site's rungs by ladder: a link to another rung leads to its
    ladder, a link to another ladder is removed.
    """

    ladders: Mapping[str, Collection[str]]
    linked: dict[str, Path] = field(default_factory=dict)

    def of(self, path: Path) -> str | None:
        """The address of a file or folder of the repository, or None."""
        inside = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
        if dump := _DUMP.match(inside):
            return self.ladder(*(part or "" for part in dump.groups()))
        if not inside or not path.is_file():
            return None
        if path in guides():
            return guide_address(inside)
        if path.suffix in PICTURES:
            return self._asked(f"pictures/{inside}", path)
        if path.suffix in SOURCES:
            return self._asked(f"sources/{inside}.html", path)
        return None

    def ladder(self, ladder: str, rung: str = "", step: str = "") -> str | None:
        """The address of a ladder's page, at a rung, at a step."""
        if ladder not in self.ladders:
            return None
        known = rung in self.ladders[ladder]
        place = ":".join(filter(None, (ladder, rung, step))) if known else f"overview:{ladder}"
        return f"{ladder_address(ladder)}#{place}"

    def named(self, reference: str) -> str | None:
        """The address of LADDER:RUNG[:STEP]."""
        return self.ladder(*reference.split(":"))

    def _asked(self, address: str, path: Path) -> str:
        self.linked[address] = path
        return address

    def link(self, page: str, file: Path, href: str) -> str | None:
        """The target of a file's link on the site; None if the site does not have it."""
        if re.match(r"\w+:", href):
            return href
        target, _, anchor = href.partition("#")
        if not target:
            return f"#{anchor}"
        address = self.of((file.parent / unquote(target)).resolve())
        if address is None:
            return None
        return relative(page, address + (f"#{anchor}" if anchor and "#" not in address else ""))


def guide_address(inside: str) -> str:
    """A Markdown file's page, such as guides/ladders/hgemm.html for docs/ladders/hgemm.md."""
    name = inside.removeprefix("docs/").removesuffix(".md").lower()
    return f"{name}.html" if name.startswith("results/") else f"guides/{name}.html"


def ladder_address(ladder: str) -> str:
    return f"ladders/{ladder}.html"


def relative(page: str, address: str) -> str:
    """An address as a page links to it."""
    target, sign, anchor = address.partition("#")
    return os.path.relpath(target, os.path.dirname(page) or ".") + sign + anchor
