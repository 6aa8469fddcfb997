"""Everything in the README and in docs/ that is generated: `python -m benchmarks.figures`.

- A page per device, docs/results/DEVICE.md, and its plots.
- The pictures of docs/figures (`drawn`).
- The text between `<!-- figures: NAME ARGUMENT... -->` and `<!-- /figures -->`, which is that of
  `TABLES[NAME](ARGUMENT...)`.
- Figures in the running text (`prose`).

No such figure is typed by hand; tests compare the pages with the records.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from gpusim.errors import nearest
from schedules.views.glossary import as_markdown

from .. import external, old_corpus
from ..external import gpuverify
from . import ladders, listings, plots, prose
from .bands import error_bands
from .found import dispatch_table, found_ladders, found_table
from .goals import goals
from .predictions import predictions
from .published import published_constants
from .records import ROOT, records
from .results import device_page
from .results import summary as results_summary
from .rungs import rung_table
from .second_harness import second_harness
from .unseen import open_half, unseen
from .winners import beside_rungs

MARKED = re.compile(r"(<!-- figures: (\S+)((?: \S+)*) -->\n)(.*?)(<!-- /figures -->)", re.S)
TABLES: dict[str, Callable[..., str]] = {
    "results": results_summary,
    "terms": as_markdown,
    "reproduced": ladders.reproduced,
    "tuned": ladders.tuned,
    "rungs": rung_table,
    "by-size": ladders.by_size,
    "goals": goals,
    "published-constants": published_constants,
    "winners-beside-rungs": beside_rungs,
    "predictions": predictions,
    "unseen": unseen,
    "unseen-open-half": open_half,
    "error-bands": error_bands,
    "second-harness": second_harness,
    "external": external.table,
    "gpuverify": gpuverify.table,
    "found": found_table,
    "found-ladders": found_ladders,
    "dispatch": dispatch_table,
    "old-corpus": old_corpus.table,
    "listings-summary": listings.summary,
    "listings-steps": listings.compared_steps,
    "listings-times": listings.times,
}


def filled(text: str) -> str:
    """A page's text with its tables and figures made from the records.

    Raises UserError for a name that is not in TABLES.
    """

    def section(match: re.Match) -> str:
        if match[2] not in TABLES:
            raise nearest("figures", match[2], TABLES)
        return match[1] + TABLES[match[2]](*match[3].split()) + match[5]

    return prose.filled(MARKED.sub(section, text))


def pages() -> dict[Path, str]:
    """Every page with generated text as it should be."""
    made = {
        file.with_suffix(".md"): device_page(file, record, plots.names(record))
        for file, record in records().items()
    }
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        if page not in made:
            made[page] = filled(page.read_text(encoding="utf-8"))
    return made


def images() -> dict[Path, str]:
    """Every plot of the records, as SVG."""
    return {
        file.with_suffix("") / name: plots.plot(record, name)
        for file, record in records().items()
        for name in plots.names(record)
    }
