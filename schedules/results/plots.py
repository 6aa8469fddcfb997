"""Plots of a record as SVG: a ladder each, over size where there are several, and the roofline."""

from __future__ import annotations

from collections.abc import Mapping

from ..ladder import Ladder
from .groups import Group, groups
from .plot_ladder import draw_ladder
from .plot_over_size import draw_over_size
from .plot_roofline import draw_roofline
from .plot_style import as_svg, check_matplotlib
from .records import Record


def plots(record: Record, ladders: Mapping[str, Ladder]) -> dict[str, str]:
    """File name -> SVG: the same bytes for the same record."""
    drawn = drawings(record, ladders).items()
    return dict(sorted((name, as_svg(draw, *data)) for name, (draw, *data) in drawn))


def drawings(record: Record, ladders: Mapping[str, Ladder]) -> dict[str, tuple]:
    """File name -> the function that draws it, and its arguments."""
    check_matplotlib()
    by_ladder: dict[str, list[Group]] = {}
    for group in groups(record, ladders):
        by_ladder.setdefault(group.ladder, []).append(group)
    drawn: dict[str, tuple] = {}
    for name, members in by_ladder.items():
        short = name.rpartition("/")[2]
        drawn[f"{short}.svg"] = (draw_ladder, record, members)
        if any(len(group.shapes) > 1 for group in members):
            drawn[f"{short}-over-size.svg"] = (draw_over_size, record, members)
    if by_ladder:
        drawn["roofline.svg"] = (draw_roofline, record, list(by_ladder.values()))
    return drawn
