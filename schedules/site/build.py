"""Builds the site's files and writes them to a folder as a whole."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from gpusim.errors import UserError

from ..explorer.page import STATIC, Part, build, inlined, ladder_of, page_of
from ..processes.pool import in_processes
from ..sources.names import named_paths
from .addresses import Addresses, check_there, guides, ladder_address, relative
from .pages import (
    Page,
    exercise_pages,
    front_page,
    guide_page,
    results_page,
    search_index,
    source_page,
)

HERE = Path(__file__).parent
# A folder that contains this file is a site and may be replaced.
MARK = ".schedules-site"
Files = dict[str, str | bytes]


def site(references: Sequence[str] = (), predict: bool = False) -> Files:
    """All files by address, for the rungs of the references, by default of all ladders.

    Raises UserError if one fails, or if there are no guides.
    """
    check_there()
    made = partial(build, predict=predict)
    parts = in_processes(made, named_paths(references), ladder_of, lines=True)
    by_ladder: dict[str, list[Part]] = {}
    for part in parts:
        by_ladder.setdefault(part.ladder["name"], []).append(part)
    ladders: list[dict[str, Any]] = [
        {**some[0].ladder, "rungs": [part.outline for part in some]} for some in by_ladder.values()
    ]
    files: Files = {}
    for name, some in by_ladder.items():
        address = ladder_address(name)
        files[address] = page_of(some, home=relative(address, "index.html"))
    addresses = Addresses(
        {name: {part.outline["name"] for part in some} for name, some in by_ladder.items()}
    )
    pages = told_pages(addresses)
    front = front_page(ladders, pages, addresses)
    sources = []
    for address, file in sorted(addresses.linked.items()):
        if address.startswith("sources/"):
            sources.append(source_page(address, file))
        else:
            files[address] = file.read_bytes()
    every = [front, *pages, *sources]
    files |= {page.address: page.html for page in every}
    files["search-index.js"] = search_index([*pages, *sources], ladders)
    styles, ranking = STATIC / "style/theme.css", STATIC / "ranking.js"
    files["site.css"] = styles.read_text("utf-8") + (HERE / "static/site.css").read_text("utf-8")
    script = (HERE / "static/site.js").read_text("utf-8")
    files["site.js"] = f"{script}\n{inlined(ranking.read_text('utf-8'))}"
    files[MARK] = "Written by `schedules site`, which may replace this folder.\n"
    return files


def told_pages(addresses: Addresses) -> list[Page]:
    """The pages of text."""
    pages = [guide_page(file, addresses) for file in guides()]
    return [*pages, results_page(addresses), *exercise_pages(addresses)]


def check_folder(out: Path) -> None:
    """Raises UserError if a folder contains files that are not a site's."""
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).exists():
        raise UserError(
            f"{out} contains other files: name a new or empty folder, or a site to replace"
        )


def write_site(out: Path, files: Mapping[str, str | bytes]) -> None:
    """Write the files to a temporary folder, which then replaces the old one."""
    check_folder(out)
    out = out.absolute()
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as folder:
            fresh, old = Path(folder) / "new", Path(folder) / "old"
            for address, content in files.items():
                path = fresh / address
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content if isinstance(content, bytes) else content.encode())
            if out.exists():
                os.replace(out, old)
            try:
                os.replace(fresh, out)
            except OSError:
                if old.exists():
                    os.replace(old, out)
                raise
            shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise UserError(f"cannot write {out}: {error.strerror or error}") from error
