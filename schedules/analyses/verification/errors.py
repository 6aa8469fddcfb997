"""Why a kernel cannot be verified."""

from __future__ import annotations

from gpusim.errors import UserError


class TooMuchWork(UserError):
    """More operations than one CPU thread runs in a few seconds."""


class NoMachine(UserError):
    """The kernel cannot be simulated: no compiler, or code for another chip. `brief` is for a
    table."""

    def __init__(self, text: str, brief: str) -> None:
        super().__init__(text)
        self.brief = brief
