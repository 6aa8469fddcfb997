"""Style of plots: colours on light and dark pages, fonts, and reproducible SVGs.

The text of an SVG stays text. Colours are those of the light page; a style sheet in the file
replaces them, and the background, if the reader's browser prefers dark.
"""

from __future__ import annotations

import io
import re
from typing import Any

from gpusim.errors import UserError

PAPER, INK, FAINT, GRID = "#ffffff", "#1f2328", "#59636e", "#d1d9e0"
SERIES = ("#0969da", "#bc4c00", "#1a7f37", "#8250df", "#bf3989", "#9a6700", "#1b7c83")
DARK = {
    PAPER: "#0d1117",
    INK: "#f0f6fc",
    FAINT: "#9198a1",
    GRID: "#3d444d",
    "#0969da": "#4493f8",
    "#bc4c00": "#f0883e",
    "#1a7f37": "#3fb950",
    "#8250df": "#ab7df8",
    "#bf3989": "#db61a2",
    "#9a6700": "#d29922",
    "#1b7c83": "#39c5cf",
}
MARKERS = "oDs^vP*"
FONT = '-apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif'
WIDTH = 8.4
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "schedules",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.titlepad": 10,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "legend.edgecolor": GRID,
    "legend.facecolor": PAPER,
    "legend.framealpha": 1.0,
    "legend.fontsize": 9,
    "text.color": INK,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
}
# Line styles of baselines and ceilings, by number.
DASHES = ("-", "--", ":", "-.")


def check_matplotlib() -> None:
    """Raise UserError if matplotlib is missing."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise UserError("plots need matplotlib: install the extra 'plots'") from None


def figure_of(draw, *data) -> Any:
    """A matplotlib figure with `draw(figure, *data)` on it."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(layout="constrained")
        draw(figure, *data)
        figure.draw_without_rendering()
    return figure


def axes_on(figure: Any, height: float, title: str, label_x: str, label_y: str) -> Any:
    """The axes of a figure with a single plot, `height` inches high."""
    figure.set_size_inches(WIDTH, height)
    return figure.add_subplot(title=title, xlabel=label_x, ylabel=label_y)


def as_svg(draw, *data) -> str:
    """The SVG text of a drawing."""
    from matplotlib import rc_context

    figure = figure_of(draw, *data)
    buffer = io.StringIO()
    with rc_context(STYLE):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": "schedules"})
    return themed(buffer.getvalue())


def themed(svg: str) -> str:
    """The SVG with our fonts, and with the style sheet for dark pages."""
    rules = "".join(
        f'[style*="{kind}: {light}"]{{{kind}:{dark}!important}}'
        for light, dark in DARK.items()
        for kind in ("fill", "stroke")
    )
    style = f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"
    svg = re.sub(r"'DejaVu Sans'(?:, [^;\"]*?sans-serif)?", FONT.replace('"', "'"), svg)
    svg = re.sub(r"[ \t]+$", "", svg, flags=re.M)
    head, tag, rest = svg.partition("<defs>")
    return f"{head}{style}\n {tag}{rest}"


def reference_line(number: int) -> dict[str, Any]:
    """The line style of a baseline; the first one is emphasized."""
    return {
        "color": FAINT if number else INK,
        "linestyle": DASHES[number % len(DASHES)],
        "linewidth": 1.1 if number else 1.4,
    }


def plain_numbers(axis: Any) -> None:
    """Ticks as 1000, not 10^3."""
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
