"""Tables of the guides that are generated from records: `python -m benchmarks.figures`.

In a page of docs/, `TABLES[NAME]` generates the text between `<!-- figures: NAME -->` and `<!--
/figures -->`. No such figure is typed by hand; tests compare the pages with the records.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from gpusim.errors import nearest

from ..documents import LADDERS
from .bands import error_bands
from .devices import two_gpus
from .documents import document_steps, document_times, other_way, summary
from .goals import goals
from .listings import compared_steps
from .listings import summary as listings_summary
from .listings import times as listings_times
from .published import published_constants
from .records import ROOT
from .second_harness import second_harness
from .unseen import open_half, unseen
from .winners import beside_rungs, compilers, jobs

MARKED = re.compile(r"(<!-- figures: (\S+) -->\n)(.*?)(<!-- /figures -->)", re.S)
# hgemv's document has no times.
TIMED = tuple(name for name in LADDERS if name != "gemv/hgemv")
TABLES: dict[str, Callable[[], str]] = {
    "goals": goals,
    "published-constants": published_constants,
    "two-gpus": two_gpus,
    "tuning-jobs": jobs,
    "winners-beside-rungs": beside_rungs,
    "winners-by-compiler": compilers,
    "unseen": unseen,
    "unseen-open-half": open_half,
    "error-bands": error_bands,
    "second-harness": second_harness,
    "documents-summary": summary,
    "documents-other-way": other_way,
    "listings-summary": listings_summary,
    "listings-steps": compared_steps,
    **{f"listings-times-{name}": partial(listings_times, name) for name in LADDERS},
    **{f"documents-steps-{name}": partial(document_steps, name) for name in LADDERS},
    **{f"documents-times-{name}": partial(document_times, name) for name in TIMED},
}


def filled(text: str) -> str:
    """A page's text with its marked sections made from the records.

    Raises UserError for a name that is not in TABLES.
    """

    def section(match: re.Match) -> str:
        if match[2] not in TABLES:
            raise nearest("figures", match[2], TABLES)
        return match[1] + TABLES[match[2]]() + match[4]

    return MARKED.sub(section, text)


def pages() -> dict[Path, str]:
    """The pages of docs/ that have marked sections, with their present text."""
    texts = {
        page: page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").glob("*.md"))
    }
    return {page: text for page, text in texts.items() if MARKED.search(text)}
