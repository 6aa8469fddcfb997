"""Times, predicted and measured, and what should gain."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import ClassVar

from markupsafe import Markup

from gpusim.errors import UserError
from gpusim.timing.advice import Advice
from gpusim.timing.measured_constants import constants
from gpusim.timing.time_breakdown import Prediction

from ..core.kernel import Kernel
from ..measure.alone import Timing
from ..measure.publishing.groups import rows_by_kernel
from ..measure.publishing.units import time_text
from ..views import html
from .costs import OfAStep
from .results import Record, Result

RESULTS = Path(__file__).parents[2] / "docs" / "results"


@dataclass(frozen=True)
class Predicted(OfAStep):
    """The time of a step on a chip, predicted from its machine code: microseconds."""

    kind: ClassVar[str] = "predictions"
    prediction: Prediction | None
    # Whose machine code it is.
    compiler: str = ""
    # What was recorded of just this kernel on the chip, None where nothing was, and whose code.
    recorded_us: float | None = None
    recorded_compiler: str | None = None

    @classmethod
    def of(cls, kernel: Kernel, chip: str) -> Predicted:
        """Raises UserError for a kernel that the model does not know."""
        on = constants(chip)
        rung, shape = kernel.rung, tuple(kernel.workload.shape)
        predicted = kernel.predict(on.name)
        known = rows_by_kernel(on.device, RESULTS)
        row = known.get((rung.ladder, rung.name, shape, kernel.fingerprint), {})
        recorded = row.get("time_us"), row.get("compiler")
        return cls(*cls.place(kernel), "", predicted, kernel.compiler.version, *recorded)

    @classmethod
    def none(cls, kernel: Kernel, problem: str) -> Predicted:
        """Of a kernel that the model does not know, and why."""
        return cls(*cls.place(kernel), problem, None)

    @property
    def known(self) -> Prediction:
        """The prediction; raises UserError where there is none."""
        if self.prediction is None:
            raise UserError(self.problem)
        return self.prediction

    @property
    def us(self) -> float:
        return self.known.us

    @property
    def between(self) -> tuple[float, float]:
        """The least and the most microseconds it should take."""
        return self.known.between

    def __repr__(self) -> str:
        low, high = map(time_text, self.between)
        at = f"{self.rung}:{self.step} on {self.known.chip}"
        return f"{at}: predicted {time_text(self.us)}, between {low} and {high}"

    @property
    def by_another(self) -> str:
        """', compiled by nvcc 13.0', of what was recorded if that is not the code predicted."""
        by = self.recorded_compiler
        return f", compiled by {by}" if by not in (None, self.compiler) else ""

    def records(self) -> list[Record]:
        head = self.head()
        head.pop("arch")
        problem = head.pop("problem")
        predicted = self.prediction and self.prediction.record()
        return [
            {
                **head,
                "compiler": self.compiler,
                "recorded_us": self.recorded_us,
                "recorded_compiler": self.recorded_compiler,
                "prediction": predicted,
                "problem": problem,
            }
        ]

    def html(self) -> Markup:
        parts = [html.head(repr(self))]
        if self.recorded_us:
            parts.append(html.head("", f"recorded {time_text(self.recorded_us)}{self.by_another}"))
        for launch in self.known.launches:
            busy = sorted(launch.shares.items(), key=lambda one: -one[1])
            rows = [
                {"resource": name, "busy": html.bar(share)} for name, share in busy if share >= 0.01
            ]
            parts.append(html.head("", launch.kernel) + html.table(rows))
        longest = [
            {**row, "us": f"{row['us']:.3g}", "of all": html.bar(row["us"] / self.us)}
            for row in self.rows()[:12]
        ]
        return Markup("").join([*parts, html.table(longest)])

    def rows(self) -> list[Record]:
        """A row an instruction, the longest first."""
        found = [
            {
                "kernel": launch.kernel,
                "line": one.line,
                "instruction": one.instruction,
                "us": one.us,
                "mostly": max(one.causes, key=one.causes.__getitem__, default=""),
            }
            for launch in self.known.launches
            for one in launch.instructions
        ]
        return sorted(found, key=lambda row: -row["us"])


@dataclass(frozen=True)
class Advised(OfAStep):
    """What bounds a step on a chip, and what one change would gain: a prediction."""

    kind: ClassVar[str] = "advice"
    kernel: str
    chip: str
    band: tuple[float, float]
    advice: Advice

    @classmethod
    def of(cls, kernel: Kernel, chip: str) -> Advised:
        """Raises as `Predicted.of`."""
        on = constants(chip)
        return cls(*cls.place(kernel), "", kernel.name, on.name, on.band, kernel.advise(on.name))

    def __repr__(self) -> str:
        advice = self.advice
        head = f"{self.rung}:{self.step} on {self.chip}: predicted {time_text(advice.us)}"
        gains = (
            f"  {'up to ' if one.limit else ''}{one.gain:.0%}  {one.what}: {one.how}"
            for one in advice.worth
        )
        return "\n".join([head, f"  bound by {advice.bound}", *gains])

    def html(self) -> Markup:
        rows = [
            {"gain": html.bar(one.gain), "what": one.what, "how": one.how}
            for one in self.advice.worth
        ]
        title = f"{self.rung}:{self.step} on {self.chip}: bound by {self.advice.bound}"
        about = f"predicted {time_text(self.advice.us)}; what one change would gain at most"
        return html.head(title, about) + html.table(rows)

    def records(self) -> list[Record]:
        more = {"kernel": self.kernel, "chip": self.chip, "band": self.band}
        return [more | self.advice.record() | {"tiles": []}]

    def rows(self) -> list[Record]:
        return [asdict(one) for one in self.advice.gains]


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

    def records(self) -> list[Record]:
        return [asdict(self.timing)]


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
