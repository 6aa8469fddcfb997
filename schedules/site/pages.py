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

# Guides in reading order; others follow.
FIRST = (
    *("reading-a-kernel", "explorer", "exercises", "schedules-in-files", "writing-a-rung"),
    *("memory-access", "reading-sass", "simulator", "predicting", "advice", "benchmarks", "tuning"),
    *("simulator-internals", "timing-model"),
)
# Pages that are not guides.
FRONT = ("readme", "changelog", "contributing")
# The search index has this many characters of a section.
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
    text = document(file, address, addresses)
    sections = text.sections
    results = address.startswith("results/")
    if results:
        # Their text is tables of numbers.
        sections = tuple(Section(section.anchor, section.title) for section in sections)
    body = Markup(text.html)
    return page(address, "guide", text.title, sections, body=body, results=results)


def results_page(addresses: Addresses) -> Page:
    """The results page: the tables of the front page, and links to each device's page."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    tables = re.findall(r"<!-- results -->\n(.*?)<!-- /results -->", readme, re.S)
    address = "results/index.html"
    text = document(ROOT / "README.md", address, addresses, "# Results\n\n" + "\n".join(tables))
    sections = [Section("", "Results")]
    return page(address, "guide", "Results", sections, body=Markup(text.html), results=True)


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
    for number, exercise in enumerate(every):
        address = exercise_address(exercise)
        told = rendered(exercise.statement, lambda href: href)
        see = addresses.named(exercise.see)
        checks = [f"{FIGURES[check.figure].text}: {check.bound}" for check in exercise.checks]
        sections = [Section("", exercise.title, told.sections[0].blocks)]
        pages.append(
            page(
                address,
                "exercise",
                f"Exercise {exercise.number}: {exercise.title}",
                sections,
                exercise=exercise,
                statement=Markup(told.html),
                start=Markup(coloured(exercise.problem, "python")),
                solution=Markup(coloured(exercise.solved, "python")),
                hints=[Markup(rendered(hint, lambda href: href).html) for hint in exercise.hints],
                checks=checks,
                see=see and relative(address, see),
                before=exercise_address(every[number - 1]) if number else "",
                after=exercise_address(every[number + 1]) if number + 1 < len(every) else "",
            )
        )
    listed = [(exercise, exercise_address(exercise)) for exercise in every]
    index = page("exercises/index.html", "exercises", "Exercises", exercises=listed)
    return [*pages, index]


# --- the front page and the search ----------------------------------------------------------------


def front_page(
    ladders: Sequence[dict[str, Any]], pages: Sequence[Page], addresses: Addresses
) -> Page:
    """The front page: ladders, exercises, guides, results."""
    by_name = {
        Path(guide.address).stem: guide for guide in pages if guide.address.startswith("guides/")
    }
    first = [by_name[name] for name in FIRST if name in by_name]
    others = [
        guide
        for guide in by_name.values()
        if guide not in first
        and guide.address.count("/") == 1
        and Path(guide.address).stem not in FRONT
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
        exercises=[(exercise, exercise_address(exercise)) for exercise in all_exercises()],
        guides=[*first, *others],
    )


def _plot(ladder: str) -> Path:
    """The plot of a ladder's times on the device with the most records."""
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
            page.address + (f"#{section.anchor}" if section.anchor else ""),
            page.title,
            section.title,
            section.text[:MOST_TEXT],
        )
        for page in pages
        for section in page.sections
        if section.title or section.text
    ]
    for ladder in ladders:
        entries += ladder_sections(ladder)
    return f"const INDEX = {json.dumps(entries, ensure_ascii=False, separators=(',', ':'))};\n"
