"""Strategies: what to measure next. One per file, all with the interface of `Strategy`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from gpusim.errors import nearest

if TYPE_CHECKING:
    from ..space.knob_space import Space

NAMES = ("grid", "random", "bayesian")


class Strategy(Protocol):
    """Proposes points of a space, and learns from their results.

    A proposal may be requested while earlier ones are still being measured. Observed points need
    not have been proposed: a resumed run first observes its record.
    """

    def propose(self) -> Any | None:
        """A point that was neither proposed nor observed before; None if there is none left."""

    def observe(self, point: Any, time_us: float | None) -> None:
        """Store the point's time; None if it failed."""


def make(name: str, space: Space, seed: int) -> Strategy:
    """The strategy with this name on a space."""
    if name == "grid":
        from .grid import Grid

        return Grid(space.points)
    if name == "random":
        from .grid import Random

        return Random(space.points, seed)
    if name == "bayesian":
        from ..traffic import Costs
        from .bayesian import Bayesian

        return Bayesian(space.points, space.features, Costs(space), seed)
    raise nearest("strategy", name, NAMES)
