"""How results are shown: declared in the types of a dataclass's fields and properties.

    registers: Annotated[int, Column("registers")]     # documents and tables
    barriers: int                                      # documents alone
    launch: Hidden[Launch]                             # neither

    instructions = Entry(int, lambda it: sum(it.mix.values()))             # documents, computed
    spills = Column("spill B", of=lambda it: it.stored + it.loaded, after="stack")      # tables

A document (`--json`) has a result's fields and its Entries; tables have the Columns, in every
medium. `schedules.core.data` makes both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

T = TypeVar("T")

HIDDEN = "hidden"
# A field that documents omit.
Hidden = Annotated[T, HIDDEN]

# What a narrow terminal does with a column: it is left out; its texts are cut to the room left.
LEFT_OUT, CUT = "left out", "cut"
# A column ahead of those of the fields.
FIRST = "first"


@dataclass(frozen=True)
class Column:
    """How tables show a value: `text` is a format, or a function from the value to its text.

    A column that no field has is an attribute of the class, whose value is `of` the row. It is
    FIRST, after the column of the field or attribute `after`, or the last one. `narrow` is
    LEFT_OUT or CUT. `each` makes a column of every key of a mapping. `bar` draws a share in HTML;
    `worse` selects the rows that HTML shows in red.
    """

    label: str
    text: str | Callable[[Any], str] = ""
    after: str = ""
    narrow: str = ""
    each: bool = False
    bar: bool = False
    worse: Callable[[Any], bool] | None = None
    of: Callable[[Any], Any] | None = None

    def __get__(self, row: Any, owner: type | None = None) -> Any:
        return self if row is None or self.of is None else self.of(row)

    def __str__(self) -> str:
        return self.label

    def cell(self, value: Any) -> str:
        """The text of a value: '' for None, thousands separators, four significant digits."""
        if callable(self.text):
            return self.text(value)
        if value is None:
            return ""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if self.bar:
            return f"{value:{self.text or '.0%'}}"
        if isinstance(value, int | float):
            return f"{value:{self.text or (',' if isinstance(value, int) else '.4g')}}"
        return str(value)


@dataclass(frozen=True)
class Entry:
    """An entry of documents that no field has: its type, its value `of` a result, and the column
    in which tables show it, if they do."""

    type: Any
    of: Callable[[Any], Any]
    column: Column | None = None

    def __get__(self, result: Any, owner: type | None = None) -> Any:
        return self if result is None else self.of(result)


def digits(value: float, count: int = 3) -> str:
    """`value` with that many significant digits, never in exponent form."""
    if value == 0:
        return "0"
    text = f"{float(f'{value:.{count}g}'):f}"
    whole = text.partition(".")[0].lstrip("-")
    decimals = max(0, count - len(whole)) if whole != "0" else None
    if decimals is None:
        return text.rstrip("0").rstrip(".")
    return f"{value:.{decimals}f}"


def time_text(time_us: float) -> str:
    """'9.43 us', '2.63 ms'."""
    for name, factor in (("s", 1e6), ("ms", 1e3)):
        if time_us >= factor:
            return f"{digits(time_us / factor)} {name}"
    return f"{digits(time_us)} µs"
