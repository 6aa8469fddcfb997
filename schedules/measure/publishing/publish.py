"""Generates all files made from records: pages and plots of devices, sections of ladders' pages and
README.

The README's section is between `<!-- results -->` and `<!-- /results -->`: a line per device, each
ladder's best rung at its own size, and one device's plots. Text around the marks is not changed.
The same holds for docs/glossary.md and the marks `<!-- terms -->` and `<!-- /terms -->`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from gpusim.errors import UserError

from ...analyses.verification.compute_sanitizer import TOOLS
from ...core.ladder import Ladder
from ...views.glossary import as_markdown
from ..records import Record, Recorded
from .device_page import image, link, page, table, where_and_when
from .groups import Group, checked, first_baseline, groups
from .ladder_pages import ladder_pages
from .plots import plots
from .units import digits, ratio_text, shape_text, time_text


def published(
    recorded: Sequence[Recorded], ladders: Mapping[str, Ladder], readme: Path, text: str
) -> dict[Path, str]:
    """The content of every generated file, from the records and the current text of the README."""
    files: dict[Path, str] = {}
    for of_device in recorded:
        drawn = plots(of_device.record, ladders)
        files[of_device.page] = page(of_device, ladders, list(drawn))
        files |= {of_device.folder / name: svg for name, svg in drawn.items()}
    docs = readme.parent / "docs"
    files[readme] = filled_in(readme, text, "results", summary(recorded, ladders, readme.parent))
    if (glossary := docs / "glossary.md").exists():
        text = glossary.read_text(encoding="utf-8")
        files[glossary] = filled_in(glossary, text, "terms", as_markdown())
    records = [each.record for each in recorded]
    return files | ladder_pages(docs / "ladders", records, ladders, docs / "tuning")


def filled_in(file: Path, text: str, mark: str, body: str) -> str:
    """The text of a file with `body` between its marks; raises UserError if it has no marks."""
    begin, end = f"<!-- {mark} -->\n", f"<!-- /{mark} -->"
    marked = re.compile(f"({begin}).*?({end})", re.S)
    filled, count = marked.subn(lambda match: match[1] + body + match[2], text)
    if not count:
        raise UserError(f"{file} has no section to fill in: add {begin.strip()} and {end}")
    return filled


def summary(recorded: Sequence[Recorded], ladders: Mapping[str, Ladder], root: Path) -> str:
    """The README's section; its links are relative to the folder `root`.

    A ladder's row is from the device whose rungs were timed with the most library baselines. A
    ladder that only another device measured has a row that names that device.
    """
    ranked = sorted(recorded, key=baselines_timed, reverse=True)
    devices = [
        f"- {where_and_when(each.record)}{checks_text(each.record, ladders)} "
        f"[All rungs and sizes]({link(each.page, root)}).\n"
        for each in ranked
    ]
    rows: dict[tuple[str, str], dict[str, str]] = {}
    for each in ranked:
        for group in groups(each.record, ladders):
            row = summary_row(group)
            if each is not ranked[0]:
                row["ladder"] += f" on {each.record['device']}"
            rows.setdefault((group.ladder, group.dtype), row)
    order = list(ladders)
    known = sorted(rows, key=lambda key: order.index(key[0]) if key[0] in order else len(order))
    lines = table([rows[key] for key in known], left=2)
    drawn = ranked[0]
    images = [image(drawn.folder / name, root) for name in plots_of_summary(drawn.record, ladders)]
    note = f"Rows that name no device were measured on the {drawn.record['device']}.\n"
    return "\n".join(["".join(devices), note, lines, " ".join(images) + "\n"])


def summary_row(group: Group) -> dict[str, str]:
    shape = group.main_shape
    best = group.best(shape)
    library, values = first_baseline(best)
    return {
        "ladder": f"`{group.ladder}`, {dtype_text(group.dtype)}",
        "best rung": f"`{best['rung']}`",
        "size": shape_text(shape),
        "time": time_text(best["time_us"]),
        "speed": f"{digits(group.unit.of(best))} {group.unit.name}",
        "of ceiling": f"{best['percent_of_ceiling']:.0f} %",
        "speed vs. library": f"{ratio_text(values['ratio'])} x {library}",
        "vs. library, all sizes": ratio_range(group),
    }


def dtype_text(dtype: str) -> str:
    """A record's dtype in the words of the pages."""
    return dtype.replace(" as ", ", multiplied as ").replace(" by tensor", ", one scale per tensor")


def baselines_timed(recorded: Recorded) -> int:
    """The number of baseline times in a record, which ranks records for the README's plots."""
    return sum(len(row["baselines"]) for row in recorded.record["rows"])


def plots_of_summary(record: Record, ladders: Mapping[str, Ladder]) -> list[str]:
    """The plots that the README shows: the first ladder's, GEMVs over size, and the roofline."""
    members = groups(record, ladders)
    if not members:
        return []
    over_size = [
        f"{group.name}-over-size.svg"
        for group in members
        if len(group.main_shape) == 2 and len(group.shapes) > 1
    ]
    return [f"{members[0].name}.svg", *dict.fromkeys(over_size), "roofline.svg"]


def ratio_range(group: Group) -> str:
    """'0.980 to 1.050': the best rung's ratios over all sizes; '-' for a single size."""
    ratios = group.ratios().values()
    ends = (ratio_text(end(ratios)) for end in (min, max))
    return " to ".join(ends) if len(ratios) > 1 else "-"


def checks_text(record: Record, ladders: Mapping[str, Ladder]) -> str:
    """A sentence about compute-sanitizer's results; '' if it was not run."""
    if not record.get("sanitized"):
        return ""
    known = checked(record, ladders)
    rungs = sum(ladder.rungs for ladder in known)
    passed = {tool: sum(ladder.passed[tool] or 0 for ladder in known) for tool in TOOLS}
    if len(set(passed.values())) == 1:
        (count,) = set(passed.values())
        which = f"All {rungs}" if count == rungs else f"{count} of {rungs}"
        return f" {which} rungs pass compute-sanitizer ({', '.join(passed)})."
    counts = ", ".join(f"{count} pass {tool}" for tool, count in passed.items())
    return f" In compute-sanitizer, of {rungs} rungs, {counts}."
