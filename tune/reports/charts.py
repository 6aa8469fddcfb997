"""The report's charts: what lies where, in SVG's coordinates. The template draws them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 760, 250
LEFT, RIGHT, TOP, BOTTOM = 66, 12, 12, 44
BINS = 20


@dataclass(frozen=True)
class Axes:
    """A chart's axes: their labels, and ticks as (coordinate, text)."""

    label_x: str
    label_y: str
    ticks_x: list[tuple[float, str]]
    ticks_y: list[tuple[float, str]]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


@dataclass(frozen=True)
class Trial:
    """A candidate in the order of measuring; a speed of 0 stands for a failed one."""

    speed: float
    pruned: bool
    title: str

    @property
    def mark(self) -> str:
        return "failed" if not self.speed else "pruned" if self.pruned else "right"


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    mark: str
    title: str


@dataclass(frozen=True)
class Curve:
    """Speeds over trials, the line of the best so far, and a level to hold them against."""

    axes: Axes
    dots: list[Dot]
    line: str
    level: float | None


@dataclass(frozen=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    title: str


@dataclass(frozen=True)
class Distribution:
    axes: Axes
    bars: list[Bar]


def round_ticks(top: float, most: int = 6, least_step: float = 0.0) -> list[float]:
    """Ticks from 0 to the first at or above `top`, 1, 2 or 5 times a power of ten apart."""
    rough = max(top / most, least_step, 1e-12)
    power = 10.0 ** math.floor(math.log10(rough))
    # A power of ten may come out a hair too small.
    step = next(one * power for one in (1, 2, 5, 10, 20) if one * power >= rough * (1 - 1e-9))
    return [at * step for at in range(math.ceil(top / step - 1e-9) + 1)]


def across(value: float, top: float) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * value / top, 1)


def up(value: float, top: float) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top, 1)


def curve(trials: Sequence[Trial], unit: str, level: float | None = None) -> Curve:
    """A search; `level` is a speed drawn as a line of its own."""
    most = max([*(one.speed for one in trials), level or 0.0]) or 1.0
    speeds = round_ticks(most)
    counts = [at for at in round_ticks(len(trials), 8, 1) if at <= len(trials)]
    end, top = max(len(trials), 1), speeds[-1]
    dots, line, best = [], [], 0.0
    for at, one in enumerate(trials, 1):
        x = across(at, end)
        dots.append(Dot(x, up(one.speed, top), one.mark, f"{at}: {one.title}"))
        if one.speed > best:
            line += [f"{x},{up(best, top)}", f"{x},{up(one.speed, top)}"]
            best = one.speed
    line = [f"{across(0, end)},{up(0, top)}", *line, f"{across(end, end)},{up(best, top)}"]
    axes = Axes(
        "trial",
        unit,
        [(across(at, end), f"{at:g}") for at in counts],
        [(up(at, top), f"{at:g}") for at in speeds],
    )
    return Curve(axes, dots, " ".join(line), None if level is None else up(level, top))


def distribution(shares: Iterable[float]) -> Distribution:
    """How many candidates reach which share of the best, the best being 1."""
    counts = [0] * BINS
    for share in shares:
        counts[min(int(share * BINS), BINS - 1)] += 1
    ticks = round_ticks(max(counts) or 1, 4, 1)
    top = ticks[-1]
    wide = across(1 / BINS, 1) - across(0, 1)
    bars = [
        Bar(
            across(at / BINS, 1),
            up(count, top),
            round(wide - 2, 1),
            round(up(0, top) - up(count, top), 1),
            f"{count} at {at * 100 // BINS} to {(at + 1) * 100 // BINS} % of the best",
        )
        for at, count in enumerate(counts)
        if count
    ]
    axes = Axes(
        "speed, % of the best",
        "candidates",
        [(across(at / 100, 1), str(at)) for at in range(0, 101, 20)],
        [(up(at, top), f"{at:g}") for at in ticks],
    )
    return Distribution(axes, bars)
