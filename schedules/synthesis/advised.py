"""What `advise` returns: moves with their patches, and upper bounds. No TVM is loaded for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from gpusim.columns import FIRST, Column, Hidden, time_text
from gpusim.timing.advice import Advice
from gpusim.timing.constants import Constants, bands

from ..core.kernel import Kernel
from ..core.results import Result


@dataclass(frozen=True)
class Suggestion:
    """A move that applies: the predicted time with it in microseconds, and the fraction of the time
    that it saves.

    `patch` is a unified diff of the user's file, or, for a rung of a ladder, of its primitives.
    `gain` is None if the step is no kernel without the move.
    """

    move: Annotated[str, Column("move", after="time")]
    why: Annotated[str, Column("why")]
    us: float
    gain: float | None
    patch: str
    # The text of the file with the move.
    text: Hidden[str] = ""

    gain_text = Column(
        "gain", of=lambda it: "a kernel" if it.gain is None else f"{it.gain:.0%}", after=FIRST
    )
    time = Column("predicted", of=lambda it: time_text(it.us), after="gain_text")


@dataclass(frozen=True)
class Advised(Result, Advice):
    """What bounds a step on a chip, the moves that gain, fastest first, and upper bounds.

    `us` is the predicted time without changes (None for a step that is no kernel yet), `stalls` the
    fractions of the warps' time by stall reason, `busy` the fractions of the time by resource.
    Every one of `moves` was lowered, compiled and predicted; `tried` counts all that were, `left`
    those for which there was no time. `limits` are upper bounds, which name no change of the code;
    `defects` are moves that failed where they should have been refused.
    """

    kind: ClassVar[str] = "advice"
    kernel: str
    chip: str
    # The step's short name.
    name: Hidden[str]
    moves: tuple[Suggestion, ...] = ()
    tried: int = 0
    left: int = 0
    defects: tuple[str, ...] = ()

    def parts(self) -> Sequence[Suggestion]:
        return self.moves

    def __repr__(self) -> str:
        us = f"predicted {time_text(self.us)}" if self.us else "no kernel yet"
        gains = (f"{each.gain_text}  {each.move}: {each.why}" for each in self.moves)
        tried = f"{self.tried} changes compiled and predicted"
        if self.left:
            tried += f", {self.left} left out for want of time"
        lines = [f"{self.name} on {self.chip}: {us}", f"bound by {self.bound}", tried]
        lines += [*gains, *self.defects]
        return "\n  ".join(lines)


def limits(kernel: Kernel, on: Constants) -> Advised:
    """What bounds a kernel, and upper bounds; of a step that is no kernel, what is missing."""
    name = {"kernel": kernel.name, "chip": on.name, "name": kernel.short_name}
    if not kernel.no_kernel:
        return Advised(**vars(kernel.advise(on.name)), **name)
    none = {"busy": {}, "stalls": {}, "limits": (), "band": on.band or bands()["latency"]}
    return Advised(us=0.0, bound=kernel.no_kernel, **none, **name)
