"""The pages of the site."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from .. import __version__
from ..explorer.markdown import Document, Section, coloured, rendered
from ..learning.exercise import Exercise, all_exercises
from ..learning.figures import FIGURES
from .addresses import DOCS, ROOT, SOURCES, Addresses, guide_address, ladder_address, relative

# Guides in the order in which one reads them; others follow.
FIRST = (
    *("reading-a-kernel", "explorer", "exercises", "schedules-in-files", "writing-a-rung"),
    *("memory-access", "reading-sass", "simulator", "predicting", "advice", "benchmarks", "tuning"),
)
# What is no guide, though it is a page among them.
FRONT = ("readme", "changelog", "contributing")
# Sections of a search's index are cut here.
MOST_TEXT = 2000


@dataclass(frozen=True)
class Page:
    """A page: its address from the site's top, its HTML, what a search finds in it."""

    address: str
    title: str
    html: str
    sections: tuple[Section, ...] = ()


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["number"] = lambda value: f"{value:02d}"
    return made


def page(address: str, template: str, title: str, sections=(), **values: Any) -> Page:
    """A page of a template, which gets the relative address of the site's top."""
    html = (
        _environment()
        .get_template(f"{template}.html.j2")
        .render(
            title=title,
            top=relative(address, "index.html").removesuffix("index.html"),
            at=lambda target: relative(address, target),
            made=f"Written by schedules {__version__}.",
            **values,
        )
    )
    return Page(address, title, html, tuple(sections))


# --- guides ---------------------------------------------------------------------------------------


def document(file: Path, address: str, addresses: Addresses, text: str | None = None) -> Document:
    """A Markdown file (or part of its text) as it appears on its page."""
    said = file.read_text(encoding="utf-8") if text is None else text
    return rendered(said, lambda href: addresses.link(address, file, href))


def guide_page(file: Path, addresses: Addresses) -> Page:
    address = guide_address(file.relative_to(ROOT).as_posix())
    found = document(file, address, addresses)
    sections = found.sections
    results = address.startswith("results/")
    if results:
        # Their text is tables of numbers.
        sections = tuple(Section(one.anchor, one.title) for one in sections)
    body = Markup(found.html)
    return page(address, "guide", found.title, sections, body=body, results=results)


def results_page(addresses: Addresses) -> Page:
    """The results page: the tables of the front page, and links to each device's page."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    tables = re.findall(r"<!-- results -->\n(.*?)<!-- /results -->", readme, re.S)
    address = "results/index.html"
    found = document(ROOT / "README.md", address, addresses, "# Results\n\n" + "\n".join(tables))
    sections = [Section("", "Results")]
    return page(address, "guide", "Results", sections, body=Markup(found.html), results=True)


def source_page(address: str, file: Path) -> Page:
    """The page of a source file that a guide links to."""
    name = file.relative_to(ROOT).as_posix()
    code = coloured(file.read_text(encoding="utf-8"), SOURCES[file.suffix])
    body = Markup("<h1><code>{}</code></h1>\n{}").format(name, Markup(code))
    return page(address, "guide", name, [Section("", name)], body=body, results=False)


# --- exercises ------------------------------------------------------------------------------------


def exercise_address(exercise: Exercise) -> str:
    return f"exercises/{exercise.name}.html"


def exercise_pages(addresses: Addresses) -> list[Page]:
    """A page for each exercise, and the list of them."""
    every = all_exercises()
    pages = []
    for at, one in enumerate(every):
        address = exercise_address(one)
        told = rendered(one.statement, lambda href: href)
        see = addresses.named(one.see)
        checks = [f"{FIGURES[check.figure].text}: {check.bound}" for check in one.checks]
        sections = [Section("", one.title, told.sections[0].blocks)]
        pages.append(
            page(
                address,
                "exercise",
                f"Exercise {one.number}: {one.title}",
                sections,
                exercise=one,
                statement=Markup(told.html),
                start=Markup(coloured(one.problem, "python")),
                solution=Markup(coloured(one.solved, "python")),
                hints=[Markup(rendered(hint, lambda href: href).html) for hint in one.hints],
                checks=checks,
                see=see and relative(address, see),
                before=exercise_address(every[at - 1]) if at else "",
                after=exercise_address(every[at + 1]) if at + 1 < len(every) else "",
            )
        )
    listed = [(one, exercise_address(one)) for one in every]
    index = page("exercises/index.html", "exercises", "Exercises", exercises=listed)
    return [*pages, index]


# --- the front page and the search ----------------------------------------------------------------


def front_page(
    ladders: Sequence[dict[str, Any]], found: Sequence[Page], addresses: Addresses
) -> Page:
    """The front page: ladders, exercises, guides, results."""
    by_name = {Path(one.address).stem: one for one in found if one.address.startswith("guides/")}
    first = [by_name[name] for name in FIRST if name in by_name]
    others = [
        one
        for one in by_name.values()
        if one not in first and one.address.count("/") == 1 and Path(one.address).stem not in FRONT
    ]
    plots = {ladder["name"]: addresses.of(_plot(ladder["name"])) for ladder in ladders}
    return page(
        "index.html",
        "front",
        "Schedules, step by step",
        ladders=ladders,
        plots=plots,
        ladder_address=ladder_address,
        story=lambda name: f"guides/ladders/{name.partition('/')[2]}.html",
        exercises=[(one, exercise_address(one)) for one in all_exercises()],
        guides=[*first, *others],
    )


def _plot(ladder: str) -> Path:
    """The picture of a ladder's times on the device of which most is known."""
    return DOCS / "results/nvidia-h200" / f"{ladder.partition('/')[2]}.svg"


def ladder_sections(ladder: dict[str, Any]) -> Iterable[tuple[str, str, str, str]]:
    """The search entries of a ladder: its rungs, then their steps."""
    top = ladder_address(ladder["name"])
    yield f"{top}#overview:{ladder['name']}", ladder["name"], "", ladder["title"]
    for rung in ladder["rungs"]:
        yield f"{top}#{rung['path']}", ladder["name"], rung["name"], rung["summary"]
    for rung in ladder["rungs"]:
        for step in rung["steps"]:
            yield f"{top}#{rung['path']}:{step['key']}", rung["path"], step["name"], step["why"]


def search_index(pages: Sequence[Page], ladders: Sequence[dict[str, Any]]) -> str:
    """The search index as a script: a list of [address, page, heading, text]."""
    entries = [
        (
            page.address + (f"#{one.anchor}" if one.anchor else ""),
            page.title,
            one.title,
            one.text[:MOST_TEXT],
        )
        for page in pages
        for one in page.sections
        if one.title or one.text
    ]
    for ladder in ladders:
        entries += ladder_sections(ladder)
    return f"const INDEX = {json.dumps(entries, ensure_ascii=False, separators=(',', ':'))};\n"
