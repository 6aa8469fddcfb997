"""The effect of one lowering pass."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.data import column, figure, hidden, shown


@dataclass(frozen=True)
class PassEffect:
    """One pass: lines added to and removed from the module's TVMScript, and its time."""

    index: int = column("#")
    name: str = column("pass")
    milliseconds: float = column("ms", ".1f")
    after: str = hidden()
    changes: tuple[str, ...] = hidden()

    @shown("+", after="name")
    @figure
    def added(self) -> int:
        return sum(line.startswith("+") for line in self.changes)

    @shown("-", after="added")
    @figure
    def removed(self) -> int:
        return sum(line.startswith("-") for line in self.changes)

    @property
    def changed(self) -> bool:
        return bool(self.changes)

    def touches(self, text: str) -> bool:
        """Whether a line that contains `text` was added or removed."""
        return any(text in line for line in self.changes)
