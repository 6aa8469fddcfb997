"""The documentation as a site: `make site`, or `sphinx-build -W docs build/html`.

The front page is the README. `build/ladders.html`, if `schedules report` wrote it, is embedded: the
ladders' pages and links to the dumps lead there. Links to other files of the repository lead to its
address in a GitHub workflow, and are plain text elsewhere.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from docutils import nodes
from sphinx import addnodes

from schedules import __version__
from schedules.analyses.figures import FIGURES
from schedules.learning.exercise import Exercise, all_exercises

DOCS = Path(__file__).parent
ROOT = DOCS.parent
DUMP = re.compile(r"lowered_ir/(\w+/\w+)(?:/\d+-(\w+))?(?:/|$)")
# The explorer's colours and fonts, by furo's names for them.
STYLE = ROOT / "schedules/explorer/static/style/theme.css"
COLOURS = {
    "color-background-primary": "page",
    "color-background-secondary": "side",
    "color-background-border": "line",
    "color-foreground-primary": "text",
    "color-foreground-secondary": "quiet",
    "color-brand-primary": "accent",
    "color-brand-content": "accent",
}
FONTS = {"font-stack": "sans", "font-stack--monospace": "mono"}
SOURCE = "{GITHUB_SERVER_URL}/{GITHUB_REPOSITORY}/blob/{GITHUB_SHA}/"

project = "Schedules"
release = __version__
copyright = "the authors of schedules, Apache License 2.0"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Schedules"


def look(dark: bool) -> dict[str, str]:
    """furo's variables in the light or in the dark."""
    theme = dict(re.findall(r"--([\w-]+): ([^;]+);", STYLE.read_text("utf-8")))
    pairs = {name: re.findall(r"#\w+", theme[colour]) for name, colour in COLOURS.items()}
    fonts = {name: " ".join(theme[font].split()) for name, font in FONTS.items()}
    return {name: pair[dark] for name, pair in pairs.items()} | fonts


html_theme_options = {
    "light_css_variables": look(dark=False),
    "dark_css_variables": look(dark=True),
}
exclude_patterns = ["images", "tuning", "**.ipynb"]
myst_heading_anchors = 4
# A line of an excerpt need not be a whole statement.
suppress_warnings = ["misc.highlighting_failure"]


def address(path: Path, page: Path, explorer: list[str]) -> str | None:
    """The address of a file or folder of the repository outside docs/, for the page in a folder."""
    inside = path.relative_to(ROOT).as_posix()
    if explorer and (dump := DUMP.match(inside)):
        place = ":".join(filter(None, dump.groups())) if dump[2] else f"overview:{dump[1]}"
        return f"{os.path.relpath(DOCS, page)}/ladders.html#{place}"
    try:
        return SOURCE.format_map(os.environ) + inside
    except KeyError:
        return None


def relink(app, doctree) -> None:
    """Replace links that lead out of docs/; an unknown one stays and is an error of the build."""
    page = (DOCS / app.env.docname).parent
    links = [*doctree.findall(addnodes.download_reference), *doctree.findall(addnodes.pending_xref)]
    for node in links:
        target = node["reftarget"].partition("#")[0]
        if node.get("refdomain") == "doc":
            if target in app.env.found_docs:
                continue
            target = DOCS / f"{target}.md"
        for folder in (page, ROOT):
            path = (folder / target).resolve()
            outside = path.is_relative_to(ROOT) and not path.is_relative_to(DOCS)
            if path.exists() and (outside or path.is_dir()):
                found = address(path, page, app.config.html_extra_path)
                new = nodes.reference(refuri=found) if found else nodes.inline()
                node.replace_self(new)
                new += node.children
                break


def added(app, docname: str, source: list[str]) -> None:
    """Each exercise on its page, and a link to its explorer on each ladder's page."""
    if docname == "exercises":
        source[0] += "\n" + "\n".join(map(told, all_exercises()))
    if app.config.html_extra_path and docname.startswith("ladders/"):
        head, rest = source[0].split("\n", 1)
        link = '<a href="../ladders.html">All ladders in the explorer</a>'
        source[0] = f"{head}\n\n{link}: every step of every kernel, side by side.\n{rest}"


def told(exercise: Exercise) -> str:
    """An exercise: its statement and file, and folded hints and solution."""
    checks = "".join(f"- {FIGURES[c.figure].text}: {c.bound}\n" for c in exercise.checks)
    folded = {f"Hint {number}": hint for number, hint in enumerate(exercise.hints, 1)}
    folded["A solution"] = f"```python\n{exercise.solved}\n```"
    parts = [
        f"## {exercise.number}. {exercise.title}\n\n{exercise.statement}\n",
        f"```python\n{exercise.problem}\n```\n",
        f"Goals:\n\n{checks}" if checks else "",
        *(
            f"<details><summary>{title}</summary>\n\n{text}\n\n</details>\n"
            for title, text in folded.items()
        ),
    ]
    return "\n".join(parts)


html_extra_path = [str(page)] if (page := ROOT / "build/ladders.html").exists() else []


def setup(app) -> None:
    # All pages are read again if the addresses of links change.
    app.add_config_value("links", [*html_extra_path, os.environ.get("GITHUB_SHA")], "env")
    app.connect("source-read", added)
    # Before files to download are collected.
    app.connect("doctree-read", relink, priority=400)
