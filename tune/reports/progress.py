"""Progress of a job: a live line on a terminal, or lines for new best candidates otherwise."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable

import click

from schedules.measure.units import Rate, short_digits

from ..measuring.interface import Watcher
from ..records.lines import Entry
from ..space.base import dims, knobs_of

RateOf = Callable[[tuple[int, ...]], Rate]


def duration(seconds: float) -> str:
    """'1:02:03 h', '2:03 min' or '10 s'."""
    minutes, rest = divmod(int(max(seconds, 0)), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02d}:{rest:02d} h"
    return f"{minutes}:{rest:02d} min" if minutes else f"{rest} s"


class ProgressLines(Watcher):
    """A line when a shape begins and for every new best candidate; `rate` is that of a shape."""

    def __init__(self, rate: RateOf) -> None:
        self.rate = rate
        self.shape: tuple[int, ...] = ()

    def begin(self, shape: tuple[int, ...], total: int, done: int, seconds: float) -> None:
        self.shape, self.total, self.known, self.seconds = shape, total, done, seconds
        self.started, self.best = time.monotonic(), None
        self.outcomes: Counter[str] = Counter()
        known = f", {done} known" if done else ""
        self.say(f"{dims(shape)}: {total} trials{known}, at most {duration(seconds)}")

    def measured(self, entry: Entry, best: Entry | None) -> None:
        self.outcomes[entry.kind] += 1
        self.best = best
        if best is not None and best.key == entry.key:
            self.on_best(entry)

    def on_best(self, entry: Entry) -> None:
        self.say(f"{self.done:5d} of {self.total}  {self.speed(entry)}  {knobs_of(entry.key)}")

    def say(self, text: str) -> None:
        click.echo(text, err=True)

    def stage(self, text: str) -> None:
        self.say(text)

    # --- Numbers ----------------------------------------------------------------------------------

    def speed(self, entry: Entry) -> str:
        return f"{short_digits(entry.time_us)} us, {self.rate(entry.shape).text(entry.time_us)}"

    @property
    def done(self) -> int:
        return self.known + self.outcomes.total()

    @property
    def per_minute(self) -> float:
        return self.outcomes.total() / max(time.monotonic() - self.started, 1e-3) * 60

    @property
    def left(self) -> float:
        """Seconds until the trials or the minutes are used up, at the current pace."""
        by_time = self.started + self.seconds - time.monotonic()
        pace = self.per_minute / 60
        return min(by_time, (self.total - self.done) / pace) if pace else by_time

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        pass


class LiveLine(ProgressLines):
    """The same, with a line on a terminal that always says how far the search is."""

    def __init__(self, rate: RateOf) -> None:
        super().__init__(rate)
        from rich.console import Console

        self.now = ""
        self.console = Console(stderr=True, highlight=False)
        self.live = self.console.status("")

    def __enter__(self):
        self.live.start()
        return self

    def __exit__(self, *_) -> None:
        self.live.stop()

    def on_best(self, entry: Entry) -> None:
        pass

    def say(self, text: str) -> None:
        self.console.print(text, markup=False)

    def stage(self, text: str) -> None:
        self.now = text
        self.live.update(self.text())

    def measured(self, entry: Entry, best: Entry | None) -> None:
        super().measured(entry, best)
        self.stage("")

    def text(self) -> str:
        from rich.markup import escape

        if not self.shape:
            return escape(self.now)
        said = [
            f"{dims(self.shape)}: {self.done} of {self.total}, {self.per_minute:.0f} a minute",
            *(f"{count} {kind}" for kind, count in self.outcomes.most_common()),
            f"time left {duration(self.left)}",
        ]
        if self.best is not None:
            said.append(f"best {self.speed(self.best)}  {knobs_of(self.best.key)}")
        return escape("; ".join(filter(None, [", ".join(said), self.now])))


def watcher(rate: RateOf) -> ProgressLines:
    """A live line on a terminal, otherwise lines."""
    return LiveLine(rate) if sys.stderr.isatty() else ProgressLines(rate)
