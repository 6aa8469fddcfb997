"""Times, predicted and measured, and what should gain."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import ClassVar

from markupsafe import Markup

from gpusim.errors import UserError
from gpusim.timing.advice import WORTH
from gpusim.timing.measured_constants import chip_of, constants
from gpusim.timing.time_breakdown import InstructionTime, LaunchTime, Prediction

from ..core.data import CUT, FIRST, LEFT_OUT, also, column, data, hidden, plain, shown
from ..core.kernel import Kernel
from ..core.machine_code import MachineCode
from ..measure.alone import Timing
from ..measure.publishing.groups import rows_by_kernel
from ..measure.publishing.units import time_text
from ..views import html
from .costs import OfAStep
from .results import Record, Result

RESULTS = Path(__file__).parents[2] / "docs" / "results"
# Instructions that a notebook shows of a prediction.
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
    def of(cls, kernel: MachineCode, chip: str | None = None) -> Predicted:
        """Raises UserError for a kernel that the model does not know."""
        on = constants(chip or chip_of(kernel.target.arch))
        predicted = kernel.predict(on.name)
        row = {}
        if isinstance(kernel, Kernel):
            rung, shape = kernel.rung, tuple(kernel.workload.shape)
            known = rows_by_kernel(on.device, RESULTS)
            row = known.get((rung.ladder, rung.name, shape, kernel.fingerprint), {})
        recorded = row.get("time_us"), row.get("compiler")
        return cls(*kernel.place, "", predicted, kernel.compiler_version, *recorded)

    @classmethod
    def none(cls, kernel: MachineCode, problem: str) -> Predicted:
        """Of a kernel that the model does not know, and why."""
        return cls(*kernel.place, problem, None)

    @property
    def known(self) -> Prediction:
        """The prediction; raises UserError where there is none."""
        if self.prediction is None:
            raise UserError(self.problem)
        return self.prediction

    @property
    def between(self) -> tuple[float, float]:
        """The least and the most microseconds it should take."""
        return self.known.between

    def __repr__(self) -> str:
        low, high = map(time_text, self.between)
        at = f"{self.name} on {self.known.chip}"
        return f"{at}: predicted {time_text(self.us)}, between {low} and {high}"

    @shown("predicted", lambda us: time_text(us) if us else "")
    def us(self) -> float:
        return self.known.us

    @shown("between", narrow=LEFT_OUT)
    def range_text(self) -> str:
        return " to ".join(map(time_text, self.between))

    @shown("recorded")
    def recorded_text(self) -> str:
        return time_text(self.recorded_us) if self.recorded_us else ""

    @shown("off by", "+.0%")
    def off_by(self) -> float | None:
        return self.us / self.recorded_us - 1 if self.recorded_us else None

    @shown("busiest", narrow=CUT)
    def busiest(self) -> str:
        """The two busiest resources of the longest launch."""
        longest = max(self.known.launches, key=lambda one: one.us)
        return ", ".join(f"{one.resource} {one.busy:.0%}" for one in busy(longest)[:2])

    def said(self) -> list[str]:
        """The prediction, and what was recorded of this kernel, in lines."""
        lines = [repr(self)]
        if self.recorded_us:
            by = self.recorded_compiler
            another = f", compiled by {by}" if by not in (None, self.compiler) else ""
            lines.append(f"recorded {self.recorded_text}{another}: {self.off_by:+.0%} off")
        return lines

    def html(self) -> Markup:
        parts = [html.head(line) for line in self.said()]
        for launch in self.known.launches:
            parts += [html.head("", launch_text(launch)), html.table(busy(launch))]
        return Markup("").join([*parts, html.table(self.parts()[:MOST_INSTRUCTIONS])])

    def parts(self) -> list[TimePart]:
        """Each instruction's part of the time, the longest first."""
        found = [part for launch in self.known.launches for part in by_instruction(launch, self.us)]
        return sorted(found, key=lambda part: -part.us)


# --- where a launch's time goes -------------------------------------------------------------------


@data
class Busy:
    """A resource, and the part of a launch's time for which it is busy."""

    resource: str = column("resource")
    busy: float = column("busy", ".0%", bar=True)


@data
class TimePart:
    """What an instruction, or a line of CUDA, takes of a launch: `share` of the whole time, `us`
    microseconds, by cause."""

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
        """'scoreboard 61%, issue 20%': the two causes that take most."""
        whole = sum(self.causes.values())
        top = sorted(self.causes.items(), key=lambda one: -one[1])[:2]
        return ", ".join(f"{name} {us / whole:.0%}" for name, us in top)


def busy(launch: LaunchTime) -> list[Busy]:
    """Resources that are busy for more than a percent, the busiest first."""
    shares = sorted(launch.shares.items(), key=lambda one: -one[1])
    return [Busy(name, share) for name, share in shares if share >= 0.01]


def launch_text(launch: LaunchTime) -> str:
    """A launch's blocks, traffic and clock."""
    return (
        f"{launch.kernel}: the busiest SM runs {launch.blocks} blocks, {launch.resident} at once; "
        f"{launch.l2_bytes / 1e6:,.1f} MB through L2, {launch.dram_bytes / 1e6:,.1f} MB through "
        f"DRAM; clock {launch.clock_mhz:,.0f} MHz"
    )


def by_instruction(launch: LaunchTime, whole_us: float) -> list[TimePart]:
    """A launch's time by instruction, as parts of so many microseconds."""
    return [
        TimePart(launch.kernel, one.line, one.us / whole_us, one.us, one.causes, one.instruction)
        for one in launch.instructions
    ]


def by_line(launch: LaunchTime, text: Sequence[str]) -> list[TimePart]:
    """A launch's time by line of its CUDA text."""
    lines: dict[int | None, list[InstructionTime]] = defaultdict(list)
    for one in launch.instructions:
        lines[one.line].append(one)
    parts = []
    for line, of in lines.items():
        causes: Counter[str] = Counter()
        for one in of:
            causes.update(one.causes)
        us = sum(one.us for one in of)
        code = text[line - 1].strip() if line and line <= len(text) else "no line"
        parts.append(TimePart(launch.kernel, line, us / launch.us, us, causes, code))
    return parts


# --- advice ---------------------------------------------------------------------------------------


@data
class Move:
    """A move and the microseconds predicted with it; `gain` is the part of the time it saves.

    With `limit` no more than that can be gained: the model removes the whole cost.
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
    """A schedule with another tile number, made, compiled and predicted; `kind` is the move's."""

    kind: str = column("for")
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

    `us` is the predicted time as it is, `stalls` parts of the warps' time, `busy` parts of the time
    by resource; `gains` begin with the largest.
    """

    kind: ClassVar[str] = "advice"
    kernel: str
    chip: str
    band: tuple[float, float]
    us: float
    bound: str
    busy: Mapping[str, float]
    stalls: Mapping[str, float]
    gains: tuple[Move, ...]
    tiles: tuple[OtherTile, ...] = ()
    # The step, in short.
    name: str = hidden(default="")

    @classmethod
    def of(cls, kernel: MachineCode, chip: str | None = None) -> Advised:
        """Raises as `Predicted.of`."""
        on = constants(chip or chip_of(kernel.target.arch))
        advice = kernel.advise(on.name)
        moves = tuple(Move(**asdict(one)) for one in advice.gains)
        numbers = advice.us, advice.bound, advice.busy, advice.stalls
        name = ":".join(filter(None, kernel.place[:2]))
        return cls(kernel.name, on.name, on.band, *numbers, moves, name=name)

    def parts(self) -> list[Move]:
        """The moves that gain enough for a line."""
        return [one for one in self.gains if one.gain >= WORTH]

    def __repr__(self) -> str:
        gains = (f"{one.gain_text}  {one.what}: {one.how}" for one in self.parts())
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
        one = self.timing
        return (
            f"{one.rung}:{one.step} on {one.device}: {time_text(one.time_us)}, "
            f"{one.gflops:.4g} GFLOP/s, {one.gbps:.4g} GB/s ({one.samples} samples)"
        )

    def parts(self) -> list[Timing]:
        return [self.timing]

    def records(self) -> list[Record]:
        return [plain(self.timing)]


@dataclass(frozen=True)
class Tuned(Result):
    """Winners of a search, a dict a shape: `key` has the numbers, `time_us` what they took."""

    kind: ClassVar[str] = "winners"
    file: str
    record: str
    winners: tuple[Record, ...]

    def __repr__(self) -> str:
        lines = (f"{one['key']}: {time_text(one['time_us'])}" for one in self.winners)
        return "\n".join([f"{self.file}, recorded in {self.record}", *lines])

    def records(self) -> list[Record]:
        return [{"file": self.file, "record": self.record, **one} for one in self.winners]
