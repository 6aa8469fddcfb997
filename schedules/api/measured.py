"""Times, predicted and measured, and what should gain."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import ClassVar

from ..kernel import Kernel
from ..machine.cycles.advice import Advice
from ..machine.cycles.constants import constants
from ..machine.cycles.times import Prediction
from ..results.units import time_text
from ..timing.alone import Timing
from .results import OfAStep, Record, Result


@dataclass(frozen=True)
class Predicted(OfAStep):
    """The time of a step on a chip, predicted from its machine code: microseconds."""

    kind: ClassVar[str] = "predictions"
    prediction: Prediction

    @classmethod
    def of(cls, kernel: Kernel, chip: str) -> Predicted:
        """Raises UserError for a kernel that the model does not know."""
        return cls(*cls.place(kernel), "", kernel.predict(constants(chip).name))

    @property
    def us(self) -> float:
        return self.prediction.us

    @property
    def between(self) -> tuple[float, float]:
        """The least and the most microseconds it should take."""
        return self.prediction.between

    def __repr__(self) -> str:
        low, high = map(time_text, self.between)
        at = f"{self.rung}:{self.step} on {self.prediction.chip}"
        return f"{at}: predicted {time_text(self.us)}, between {low} and {high}"

    def records(self) -> list[Record]:
        head = self.head()
        head.pop("arch")
        return [{**head, "prediction": self.prediction.record()}]

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
            for launch in self.prediction.launches
            for one in launch.instructions
        ]
        return sorted(found, key=lambda row: -row["us"])


@dataclass(frozen=True)
class Advised(OfAStep):
    """What bounds a step on a chip, and what one change would gain: a prediction."""

    kind: ClassVar[str] = "advice"
    chip: str
    band: tuple[float, float]
    advice: Advice

    @classmethod
    def of(cls, kernel: Kernel, chip: str) -> Advised:
        """Raises as `Predicted.of`."""
        on = constants(chip)
        return cls(*cls.place(kernel), "", on.name, on.band, kernel.advise(on.name))

    def __repr__(self) -> str:
        advice = self.advice
        head = f"{self.rung}:{self.step} on {self.chip}: predicted {time_text(advice.us)}"
        gains = (
            f"  {'up to ' if one.limit else ''}{one.gain:.0%}  {one.what}: {one.how}"
            for one in advice.worth
        )
        return "\n".join([head, f"  bound by {advice.bound}", *gains])

    def records(self) -> list[Record]:
        kernel = f"{self.rung}:{self.step}"
        more = {"kernel": kernel, "chip": self.chip, "band": self.band, "tiles": []}
        return [more | self.advice.record()]

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
