"""Predicted times, advice, measured times, and winners of tuning."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, ClassVar

from markupsafe import Markup

from gpusim.columns import CUT, FIRST, LEFT_OUT, Column, Hidden, time_text
from gpusim.errors import UserError
from gpusim.timing.causes import Side
from gpusim.timing.constants import chip_of, constants
from gpusim.timing.prediction import InstructionTime, LaunchTime, Prediction
from gpusim.timing.what_if import time_if

from ..core.kernel import Kernel
from ..core.results import Record, Result
from ..measure.records import rows_by_kernel
from ..views import html
from .results import CostOfAStep

RESULTS = Path(__file__).parents[2] / "docs" / "results"
# How many instructions of a prediction a notebook shows.
MOST_INSTRUCTIONS = 12


@dataclass(frozen=True)
class Predicted(CostOfAStep):
    """Predicted time of a step on a chip, in microseconds.

    `compiler` generated the predicted SASS. `recorded_us` is the measured time of the same kernel,
    compiled by `recorded_compiler`, or None. `prediction` is None if the model cannot predict the
    kernel; `problem` says why.
    """

    kind: ClassVar[str] = "predictions"
    prediction: Prediction | None = None
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

    us = Column("predicted", of=lambda it: it.known.us, text=lambda us: time_text(us) if us else "")
    range_text = Column(
        "between", of=lambda it: " to ".join(map(time_text, it.between)), narrow=LEFT_OUT
    )
    bound = Column("bound by", of=lambda it: it.known.bound, narrow=LEFT_OUT)
    recorded_text = Column(
        "recorded", of=lambda it: time_text(it.recorded_us) if it.recorded_us else ""
    )
    off_by = Column(
        "error", of=lambda it: it.us / it.recorded_us - 1 if it.recorded_us else None, text="+.0%"
    )

    @property
    def busiest(self) -> Annotated[str, Column("busiest", narrow=CUT)]:
        """The two busiest resources of the longest launch."""
        longest = max(self.known.launches, key=lambda launch: launch.us)
        return ", ".join(f"{use.resource} {use.busy:.0%}" for use in busy(longest)[:2])

    # The loads whose data decide branches or addresses, "" if none do.
    decided_by = Column("depends on data of", of=lambda it: it.known.decided_by, narrow=LEFT_OUT)

    def lines(self) -> list[str]:
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
        parts = [html.head(line) for line in self.lines()]
        for launch in self.known.launches:
            parts += [html.head("", launch_text(launch)), html.table(busy(launch))]
        return Markup("").join([*parts, html.table(self.parts()[:MOST_INSTRUCTIONS])])

    def parts(self) -> list[TimePart]:
        """Each instruction's share of the time, largest first."""
        parts = [part for launch in self.known.launches for part in by_instruction(launch, self.us)]
        return sorted(parts, key=lambda part: -part.us)


# --- breakdown of a launch's time -----------------------------------------------------------------


@dataclass(frozen=True)
class Busy:
    """A hardware resource and the fraction of the launch's time for which it is busy."""

    resource: Annotated[str, Column("resource")]
    busy: Annotated[float, Column("busy", ".0%", bar=True)]


@dataclass(frozen=True)
class TimePart:
    """An instruction's, or a CUDA line's, part of a launch's time.

    `share` is the fraction of the whole time, `us` the microseconds, `causes` their stall reasons.
    """

    kernel: str
    line: int | None
    share: Annotated[float, Column("share", ".1%", bar=True)]
    us: Annotated[float, Column("us", narrow=LEFT_OUT)]
    causes: Hidden[Mapping[str, float]]
    instruction: Annotated[str, Column("code", narrow=CUT)]

    place = Column("line", of=lambda it: it.line or "?", after=FIRST)

    @property
    def mostly(self) -> Annotated[str, Column("top causes", after="us")]:
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


# --- virtual speedups -----------------------------------------------------------------------------

# The parts of a line's cost that are removed in turn, and the lines for which this is done.
PARTS, HOTTEST = (25.0, 50.0, 75.0, 100.0), 5


@dataclass(frozen=True)
class LineSpeedup:
    """A line, its fraction `share` of the time, and predicted times if it were cheaper.

    `times_us` are microseconds by the removed part of the line's cost, such as '50 %'.
    """

    line: Annotated[int, Column("line")]
    share: Annotated[float, Column("share", ".1%", bar=True)]
    times_us: Annotated[
        Mapping[str, float], Column("", lambda us: us if us == "-" else time_text(us), each=True)
    ]
    code: Annotated[str, Column("code", narrow=CUT)]


@dataclass(frozen=True)
class Speedups(CostOfAStep):
    """The predicted time of a step on a chip, `us` microseconds, and with cheaper lines."""

    kind: ClassVar[str] = "speedups"
    chip: str
    us: float
    lines: tuple[LineSpeedup, ...]

    @classmethod
    def of(
        cls, kernel: Kernel, chip: str | None = None, lines: Mapping[int, float] | None = None
    ) -> Speedups:
        """`lines` maps a line to the removed percentage of its cost. By default they are those that
        take or keep others waiting for the longest time, with each of PARTS.

        Raises as `Predicted.of`, and UserError for a line without instructions.
        """
        for line, part in (lines or {}).items():
            if not 0 < part <= 100:
                raise UserError(f"line {line}: between 0 % and 100 % of its cost can be removed")
        on = constants(chip or chip_of(kernel.target.arch)).name
        side = Side(partial(kernel.recordings, on), kernel.cuda_lines)
        # Time of a line, and time in which others wait for its accesses.
        hot: dict[int, float] = defaultdict(float)
        awaited, codes = Counter[int](), dict[int, str]()
        for launch in side.launches:
            awaited.update(launch.waits())
            for share in by_line(launch.time, side.text):
                if share.line:
                    hot[share.line] += share.us
                    codes[share.line] = share.instruction
        hottest = sorted(hot, key=lambda line: -max(hot[line], awaited[line]))[:HOTTEST]
        asked: dict[int, tuple[float, ...]] = dict.fromkeys(hottest, PARTS)
        if lines is not None:
            asked = {line: (part,) for line, part in lines.items()}
        found, launches = [], [each.launch for each in side.launches]
        for line, parts in asked.items():
            if line not in hot:
                raise UserError(f"{kernel.short_name}: line {line} has no instructions")
            times = {f"{part:g} %": time_if(launches, line, part / 100) for part in parts}
            found.append(LineSpeedup(line, hot[line] / side.us, times, codes[line]))
        return cls(*kernel.place, "", on, side.us, tuple(found))

    def parts(self) -> Sequence[LineSpeedup]:
        return self.lines

    def __repr__(self) -> str:
        where = f"{self.name} on {self.chip}"
        return f"{where}: predicted {time_text(self.us)}; with so much less of a line's cost:"


# --- tuning --------------------------------------------------------------------------------------


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
