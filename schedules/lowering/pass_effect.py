"""The effect of one lowering pass; commands on kernel files, which load no TVM, need its type."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from gpusim.columns import Column, Entry, Hidden


@dataclass(frozen=True)
class PassEffect:
    """One pass: lines added to and removed from the module's TVMScript, and its time."""

    index: Annotated[int, Column("#")]
    name: Annotated[str, Column("pass")]
    milliseconds: Annotated[float, Column("ms", ".1f")]
    after: Hidden[str] = field(repr=False)
    changes: Hidden[tuple[str, ...]] = field(repr=False)

    added = Entry(
        int, lambda it: sum(line.startswith("+") for line in it.changes), Column("+", after="name")
    )
    removed = Entry(
        int, lambda it: sum(line.startswith("-") for line in it.changes), Column("-", after="added")
    )

    @property
    def changed(self) -> bool:
        return bool(self.changes)
