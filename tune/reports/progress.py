"""Progress of a job: a live panel on a terminal, or lines for new best candidates otherwise."""

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


class LivePanel(ProgressLines):
    """The same as a panel at a fixed position on a terminal."""

    def __init__(self, rate: RateOf) -> None:
        super().__init__(rate)
        from rich.console import Console
        from rich.live import Live

        self.now = ""
        self.console = Console(stderr=True, highlight=False)
        self.live = Live(
            get_renderable=self.picture, console=self.console, refresh_per_second=4, transient=True
        )

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

    def measured(self, entry: Entry, best: Entry | None) -> None:
        self.now = ""
        super().measured(entry, best)

    def picture(self):
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        if not self.shape:
            return self.now
        table = Table.grid(padding=(0, 2))
        table.add_row("measured", f"{self.done} of {self.total}, {self.per_minute:.0f} a minute")
        if self.best is not None:
            table.add_row("best", f"{self.speed(self.best)}  {knobs_of(self.best.key)}")
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.outcomes.most_common())
        table.add_row("outcomes", kinds or "none yet")
        table.add_row("time left", duration(self.left))
        if self.now:
            table.add_row("now", self.now)
        # The bar ends no line by itself.
        picture = Table.grid()
        picture.add_row(f"tuning {dims(self.shape)}")
        picture.add_row(ProgressBar(total=self.total, completed=self.done, width=60))
        picture.add_row(table)
        return picture


def watcher(rate: RateOf) -> ProgressLines:
    """A panel on a terminal, otherwise lines."""
    return LivePanel(rate) if sys.stderr.isatty() else ProgressLines(rate)
