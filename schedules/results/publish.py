"""Every file made from records: a page and plots per device, and the README's sections.

What stands between `<!-- results: gpu -->` (or cpu) and `<!-- /results -->` is made here; text
around the marks is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..errors import UserError, nearest
from ..ladder import Ladder
from .device_page import page
from .groups import on_cpu
from .plots import plots
from .readme import summary
from .records import Recorded

MARKED = re.compile(r"(<!-- results: (\S+) -->\n)(.*?)(<!-- /results -->)", re.S)
KINDS = ("gpu", "cpu")
NOTHING = {
    "gpu": "No GPU has been measured yet: `schedules bench` on a machine with one writes a record "
    "to `docs/results`, and `schedules publish` puts its tables here.",
    "cpu": "No CPU has been measured yet: `schedules bench gemm/sgemm_cpu` writes a record to "
    "`docs/results`, and `schedules publish` puts its table here.",
}


def published(
    recorded: Sequence[Recorded], ladders: Mapping[str, Ladder], readme: Path, text: str
) -> dict[Path, str]:
    """Every file to be, from the records and the README's present text."""
    files: dict[Path, str] = {}
    for of_device in recorded:
        drawn = plots(of_device.record, ladders)
        files[of_device.page] = page(of_device, ladders, list(drawn))
        files |= {of_device.folder / name: svg for name, svg in drawn.items()}
    files[readme] = filled_in(text, recorded, ladders, readme)
    return files


def filled_in(
    text: str, recorded: Sequence[Recorded], ladders: Mapping[str, Ladder], readme: Path
) -> str:
    """A page with its marked sections made anew; raises UserError where it has none."""

    def section(match: re.Match) -> str:
        kind = match[2]
        if kind not in KINDS:
            raise nearest("results section", kind, KINDS)
        members = [each for each in recorded if on_cpu(each.record) == (kind == "cpu")]
        body = [summary(each, ladders, readme.parent) for each in members]
        return match[1] + ("\n".join(body) or f"{NOTHING[kind]}\n") + match[4]

    filled, count = MARKED.subn(section, text)
    if not count:
        raise UserError(f"{readme} has no <!-- results: gpu --> ... <!-- /results --> to fill in")
    return filled
