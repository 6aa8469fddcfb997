"""How results are shown: declared in the types of a dataclass's fields and properties.

    registers: Annotated[int, Column("registers")]     # documents and tables
    barriers: int                                      # documents alone
    launch: Hidden[Launch]                             # neither

    @property
    def instructions(self) -> Figure[int]: ...         # documents alone, computed
    @property
    def spills(self) -> Annotated[int, Column("spill B", after="stack")]: ...  # tables alone

A document (`--json`) has a result's fields and its Figures; tables have the Columns, in every
medium. `schedules.core.data` makes both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

T = TypeVar("T")

HIDDEN, FIGURE = "hidden", "figure"
# A field that documents omit, and a property that they contain.
Hidden = Annotated[T, HIDDEN]
Figure = Annotated[T, FIGURE]

# What a narrow terminal does with a column: it is left out; its texts are cut to the room left.
LEFT_OUT, CUT = "left out", "cut"
# A column ahead of those of the fields.
FIRST = "first"


@dataclass(frozen=True)
class Column:
    """How tables show a value: `text` is a format, or a function from the value to its text.

    A property's column is FIRST, after the column of the field or property `after`, or the last
    one. `narrow` is LEFT_OUT, CUT, or the label of the column whose cells take this column's text
    as a second line. `each` makes a column of every key of a mapping. `bar` draws a share in HTML;
    `worse` selects the rows that HTML shows in red.
    """

    label: str
    text: str | Callable[[Any], str] = ""
    after: str = ""
    narrow: str = ""
    each: bool = False
    bar: bool = False
    worse: Callable[[Any], bool] | None = None

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
