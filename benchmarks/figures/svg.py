"""Small SVG pictures for pages in light and dark: shapes, texts, and panels side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

import numpy as np

STYLE = (
    "text{font:11px -apple-system,'Segoe UI','Noto Sans',Helvetica,Arial,sans-serif;fill:#1f2328}"
    ".t{font-weight:600;font-size:12px}.m{text-anchor:middle}.e{text-anchor:end}"
    ".s{font-size:9px}.f{fill:#59636e}.k{fill:#1f2328}"
    ".o{fill:none;stroke:#59636e}.b{fill:#d1d9e0}.g{fill:#d1d9e0}.h{fill:#8c959f}"
    "@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.f{fill:#9198a1}.k{fill:#1f2328}"
    ".b{fill:#3d444d}.g{fill:#3d444d}.h{fill:#656c76}}"
)
# Eight colours on which dark text is legible, in either theme.
COLOURS = (
    *("#80b3ff", "#ffb77c", "#7ee2a8", "#d9b8ff"),
    *("#ff9bce", "#f2cc60", "#76d9e6", "#b4bcc5"),
)

Parts = list[str]


def rect(x: float, y: float, width: float, height: float, look: str) -> str:
    """A rectangle; `look` is a class, or a colour that begins with '#'."""
    fill = f'fill="{look}"' if look.startswith("#") else f'class="{look}"'
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {fill}/>'


def text(x: float, y: float, said: object, look: str = "") -> str:
    style = f' class="{look}"' if look else ""
    return f'<text x="{x:g}" y="{y:g}"{style}>{escape(str(said))}</text>'


def boxes(places: Iterable[tuple[float, float, float, float]], look: str) -> str:
    """Rectangles (x, y, width, height) of one colour or class as a single path."""
    drawn = "".join(f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}z" for x, y, w, h in places)
    fill = f'fill="{look}"' if look.startswith("#") else f'class="{look}"'
    return f'<path {fill} d="{drawn}"/>' if drawn else ""


def runs(values: Sequence[int]) -> list[tuple[int, int, int]]:
    """(start, end, value) of each stretch of equal values."""
    ends = [at for at in range(1, len(values)) if values[at] != values[at - 1]]
    bounds = [0, *ends, len(values)]
    return [(low, high, values[low]) for low, high in zip(bounds, bounds[1:], strict=False)]


def covered(mask: np.ndarray) -> list[tuple[int, int, int, int]]:
    """Rectangles (row, column, rows, columns) that cover the true elements, each once."""
    done: list[tuple[int, int, int, int]] = []
    growing: dict[tuple[int, int], int] = {}
    for row, line in enumerate([*mask.tolist(), [False] * mask.shape[1]]):
        here = {(low, high) for low, high, value in runs(line) if value}
        for low, high in [place for place in growing if place not in here]:
            first = growing.pop((low, high))
            done.append((first, low, row - first, high - low))
        for place in here:
            growing.setdefault(place, row)
    return sorted(done)


def moved(parts: Parts, x: float, y: float) -> str:
    return f'<g transform="translate({x:g} {y:g})">{"".join(parts)}</g>'


def document(title: str, width: float, height: float, parts: Parts) -> str:
    """A whole picture; its title is what a screen reader says."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img">\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n" + "\n".join(filter(None, parts)) + "\n</svg>\n"
    )
