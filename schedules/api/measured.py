"""Predicted times, advice, measured times, and winners of tuning."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import ClassVar

from markupsafe import Markup

from gpusim.errors import UserError
from gpusim.timing.advice import WORTH
from gpusim.timing.bands import Band
from gpusim.timing.constants import chip_of, constants
from gpusim.timing.prediction import InstructionTime, LaunchTime, Prediction

from ..core.data import CUT, FIRST, LEFT_OUT, also, column, data, hidden, plain, shown
from ..core.kernel import Kernel
from ..core.results import Record, Result
from ..measure.records import rows_by_kernel
from ..measure.timing import Timing
from ..measure.units import time_text
from ..views import html
from .costs import OfAStep

RESULTS = Path(__file__).parents[2] / "docs" / "results"
# How many instructions of a prediction a notebook shows.
MOST_INSTRUCTIONS = 12


def _low(predicted: Prediction) -> float:
    return predicted.between[0]


def _high(predicted: Prediction) -> float:
    return predicted.between[1]


also(LaunchTime, "us")
also(Prediction, "us", low_us=_low, high_us=_high)


@dataclass(frozen=True)
class Predicted(OfAStep):
    """Predicted time of a step on a chip, in microseconds.

    `compiler` generated the predicted SASS. `recorded_us` is the measured time of the same kernel,
    compiled by `recorded_compiler`, or None. `prediction` is None if the model cannot predict the
    kernel; `problem` says why.
    """

    kind: ClassVar[str] = "predictions"
    prediction: Prediction | None
    compiler: str = ""
    recorded_us: float | None = None
    recorded_compiler: str | None = None

    @classmethod
    def of(cls, kernel: Kernel, chip: str | None = None) -> Predicted:
        """Raises UserError for a kernel or chip that the model does not support."""
        on = constants(chip or chip_of(kernel.target.arch))
        predicted = kernel.predict(on.name)
        # Reading all records takes longer than predicting a small kernel file, which has no row.
        key = kernel.record_key
        row = rows_by_kernel(on.device, RESULTS).get(key, {}) if key else {}
        recorded = row.get("time_us"), row.get("compiler")
        return cls(*kernel.place, "", predicted, kernel.compiler_version, *recorded)

    @classmethod
    def none(cls, kernel: Kernel, problem: str) -> Predicted:
        """A result without a prediction; `problem` says why."""
        return cls(*kernel.place, problem, None)

    @property
    def known(self) -> Prediction:
        """The prediction; raises UserError if there is none."""
        if self.prediction is None:
            raise UserError(self.problem)
        return self.prediction

    @property
    def between(self) -> tuple[float, float]:
        """The error band of the prediction: lowest and highest time in microseconds."""
        return self.known.between

    def __repr__(self) -> str:
        low, high = map(time_text, self.between)
        where = f"{self.name} on {self.known.chip}"
        return f"{where}: predicted {time_text(self.us)}, between {low} and {high}"

    @shown("predicted", lambda us: time_text(us) if us else "")
    def us(self) -> float:
        return self.known.us

    @shown("between", narrow=LEFT_OUT)
    def range_text(self) -> str:
        return " to ".join(map(time_text, self.between))

    @shown("bound by", narrow=LEFT_OUT)
    def bound(self) -> str:
        return self.known.bound

    @shown("recorded")
    def recorded_text(self) -> str:
        return time_text(self.recorded_us) if self.recorded_us else ""

    @shown("error", "+.0%")
    def off_by(self) -> float | None:
        return self.us / self.recorded_us - 1 if self.recorded_us else None

    @shown("busiest", narrow=CUT)
    def busiest(self) -> str:
        """The two busiest resources of the longest launch."""
        longest = max(self.known.launches, key=lambda launch: launch.us)
        return ", ".join(f"{use.resource} {use.busy:.0%}" for use in busy(longest)[:2])

    @shown("depends on data of", narrow=LEFT_OUT)
    def decided_by(self) -> str:
        """The loads whose data decide branches or addresses, "" if none do."""
        return self.known.decided_by

    def said(self) -> list[str]:
        """Lines with the prediction and, if recorded, the measured time of this kernel."""
        lines = [repr(self), self.sure()]
        if self.decided_by:
            lines.append(f"branches or addresses depend on the given inputs: {self.decided_by}")
        if self.recorded_us:
            compiler = self.recorded_compiler
            differs = compiler not in (None, self.compiler)
            by = f", compiled by {compiler}" if differs else ""
            lines.append(f"recorded {self.recorded_text}{by}: {self.off_by:+.0%} off")
        return lines

    def sure(self) -> str:
        """What bounds the kernel, and how many recorded times support the error band."""
        bound, band = self.known.bound, self.known.band
        if not band.rows:
            return f"bound by {bound}; no recorded times of this GPU support the range"
        return f"bound by {bound}; the range holds {band.held:.0%} of {band.rows} recorded times"

    def html(self) -> Markup:
        parts = [html.head(line) for line in self.said()]
        for launch in self.known.launches:
            parts += [html.head("", launch_text(launch)), html.table(busy(launch))]
        return Markup("").join([*parts, html.table(self.parts()[:MOST_INSTRUCTIONS])])

    def parts(self) -> list[TimePart]:
        """Each instruction's share of the time, largest first."""
        parts = [part for launch in self.known.launches for part in by_instruction(launch, self.us)]
        return sorted(parts, key=lambda part: -part.us)


# --- breakdown of a launch's time -----------------------------------------------------------------


@data
class Busy:
    """A hardware resource and the fraction of the launch's time for which it is busy."""

    resource: str = column("resource")
    busy: float = column("busy", ".0%", bar=True)


@data
class TimePart:
    """An instruction's, or a CUDA line's, part of a launch's time.

    `share` is the fraction of the whole time, `us` the microseconds, `causes` their stall reasons.
    """

    kernel: str
    line: int | None
    share: float = column("share", ".1%", bar=True)
    us: float = column("us", narrow=LEFT_OUT)
    causes: Mapping[str, float] = hidden()
    instruction: str = column("code", narrow=CUT)

    @shown("line", after=FIRST)
    def place(self) -> int | str:
        return self.line or "?"

    @shown("top causes", after="us")
    def mostly(self) -> str:
        """The two largest causes, as 'scoreboard 61%, issue 20%'."""
        total = sum(self.causes.values())
        top = Counter(self.causes).most_common(2)
        return ", ".join(f"{name} {us / total:.0%}" for name, us in top)


def busy(launch: LaunchTime) -> list[Busy]:
    """Resources that are busy for at least 1 % of the time, busiest first."""
    shares = Counter(launch.shares).most_common()
    return [Busy(name, share) for name, share in shares if share >= 0.01]


def launch_text(launch: LaunchTime) -> str:
    """A line with a launch's blocks, memory traffic and clock."""
    return (
        f"{launch.kernel}: the busiest SM runs {launch.blocks} blocks, {launch.resident} at once; "
        f"{launch.l2_bytes / 1e6:,.1f} MB through L2, {launch.dram_bytes / 1e6:,.1f} MB through "
        f"DRAM; clock {launch.clock_mhz:,.0f} MHz"
    )


def by_instruction(launch: LaunchTime, whole_us: float) -> list[TimePart]:
    """A launch's time by instruction; shares are of `whole_us` microseconds."""
    return [
        TimePart(
            launch.kernel, time.line, time.us / whole_us, time.us, time.causes, time.instruction
        )
        for time in launch.instructions
    ]


def by_line(launch: LaunchTime, text: Sequence[str]) -> list[TimePart]:
    """A launch's time by line of `text`, its CUDA source."""
    lines: dict[int | None, list[InstructionTime]] = defaultdict(list)
    for time in launch.instructions:
        lines[time.line].append(time)
    parts = []
    for line, times in lines.items():
        causes: Counter[str] = Counter()
        for time in times:
            causes.update(time.causes)
        us = sum(time.us for time in times)
        code = text[line - 1].strip() if line and line <= len(text) else "no line"
        parts.append(TimePart(launch.kernel, line, us / launch.us, us, causes, code))
    return parts


# --- advice ---------------------------------------------------------------------------------------


@data
class Move:
    """A possible optimization and the time predicted with it; `gain` is the fraction saved.

    With `limit`, the gain is an upper bound: the model removes the whole cost.
    """

    kind: str
    what: str = column("move")
    how: str = column("how", narrow="move")
    us: float
    gain: float
    limit: bool

    @shown("gain", after=FIRST)
    def gain_text(self) -> str:
        return f"{'up to ' if self.limit else ''}{self.gain:.0%}"

    time = shown("predicted", after="gain_text")(lambda self: time_text(self.us))


@data
class OtherTile:
    """The schedule compiled and predicted with one tile number changed; `kind` is the move's."""

    kind: str = column("move")
    number: str
    old: int
    new: int
    us: float
    gain: float

    @shown("gain", after=FIRST)
    def gain_text(self) -> str:
        return f"{self.gain:+.0%}"

    time = shown("predicted", after="gain_text")(lambda self: time_text(self.us))
    change = shown("tile", after="time")(lambda self: f"{self.number} {self.old} -> {self.new}")


@data
class Advised(Result):
    """What bounds a step on a chip, and the predicted gain of single changes.

    `us` is the predicted time without changes, `stalls` the fractions of the warps' time by stall
    reason, `busy` the fractions of the time by resource; `gains` are sorted, largest first.
    """

    kind: ClassVar[str] = "advice"
    kernel: str
    chip: str
    band: Band
    us: float
    bound: str
    busy: Mapping[str, float]
    stalls: Mapping[str, float]
    gains: tuple[Move, ...]
    tiles: tuple[OtherTile, ...] = ()
    # The step's short name.
    name: str = hidden(default="")

    @classmethod
    def of(cls, kernel: Kernel, chip: str | None = None) -> Advised:
        """Raises as `Predicted.of`."""
        on = constants(chip or chip_of(kernel.target.arch))
        advice = kernel.advise(on.name)
        moves = tuple(Move(**asdict(gain)) for gain in advice.gains)
        numbers = advice.us, advice.bound, advice.busy, advice.stalls
        return cls(kernel.name, on.name, advice.band, *numbers, moves, name=kernel.short_name)

    def parts(self) -> list[Move]:
        """The moves with a gain large enough to show."""
        return [move for move in self.gains if move.gain >= WORTH]

    def __repr__(self) -> str:
        gains = (f"{move.gain_text}  {move.what}: {move.how}" for move in self.parts())
        head = f"{self.name} on {self.chip}: predicted {time_text(self.us)}"
        return "\n  ".join([head, f"bound by {self.bound}", *gains])

    def html(self) -> Markup:
        head, bound, *_ = repr(self).splitlines()
        return html.head(head, bound.strip()) + html.table(self.parts())


@dataclass(frozen=True)
class Timed(Result):
    """A measured time."""

    kind: ClassVar[str] = "times"
    timing: Timing

    @property
    def us(self) -> float:
        return self.timing.time_us

    def __repr__(self) -> str:
        timing = self.timing
        rate = f"{timing.gflops:.4g} GFLOP/s, " if timing.flops else ""
        by = f", compiled by {timing.compiler}" if timing.compiler else ""
        return (
            f"{':'.join(filter(None, (timing.rung, timing.step)))} on {timing.device}: "
            f"{time_text(timing.time_us)}, {rate}{timing.gbps:.4g} GB/s "
            f"({timing.samples} samples{by})"
        )

    def parts(self) -> list[Timing]:
        return [self.timing]

    def records(self) -> list[Record]:
        return [plain(self.timing)]


@dataclass(frozen=True)
class Tuned(Result):
    """The best candidates, one dict per shape: `key` holds the numbers, `time_us` the time."""

    kind: ClassVar[str] = "winners"
    file: str
    record: str
    winners: tuple[Record, ...]

    def __repr__(self) -> str:
        lines = (f"{winner['key']}: {time_text(winner['time_us'])}" for winner in self.winners)
        return "\n".join([f"{self.file}, recorded in {self.record}", *lines])

    def records(self) -> list[Record]:
        return [{"file": self.file, "record": self.record, **winner} for winner in self.winners]
