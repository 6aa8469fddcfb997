"""Results as data: what a document, a table and a notebook show of a dataclass, declared once.

A document (`--json`) has a result's fields and its figures. Tables have the fields made by `column`
and the properties under `shown`, in every medium. An added field therefore appears everywhere:

    @dataclass(frozen=True)
    class Resources:
        registers: int = column("registers")   # documents and tables
        barriers: int                          # documents alone
        launch: Launch = hidden()              # neither

        @figure
        def instructions(self) -> int: ...     # documents alone, computed
        @shown("spill B", after="stack")
        def spills(self) -> int: ...           # tables alone, computed
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, dataclass_transform, get_type_hints

Item = TypeVar("Item")

COLUMN, DOCUMENT = "column", "document"
# What a narrow terminal does with a column: it is left out; its texts are cut to the room left.
LEFT_OUT, CUT = "left out", "cut"
# A column ahead of those of the fields.
FIRST = "first"


@dataclasses.dataclass(frozen=True)
class Column:
    """How tables show a value: `text` is a format, or a function from the value to its text.

    `narrow` is LEFT_OUT, CUT, or the label of the column whose cells take this column's text as a
    second line. `each` makes a column of every key of a mapping. `bar` draws a share in HTML;
    `worse` selects the rows that HTML shows in red.
    """

    label: str
    text: str | Callable[[Any], str] = ""
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


class figure(property):
    """A property that documents contain in addition to the fields."""


class ShownProperty(property):
    """A property that tables show; `after` names the field or property to its left."""

    column: Column
    after: str


def shown(label: str, text: Any = "", after: str = "", **how: Any) -> Callable[..., Any]:
    """Make a property a column of tables: FIRST, after the column of `after`, or the last one.

    `how` takes the arguments of Column.
    """

    def declare(function: Callable[[Any], Any] | property) -> ShownProperty:
        getter = function.fget if isinstance(function, property) else function
        made = _ShownFigure(getter) if isinstance(function, figure) else ShownProperty(getter)
        made.column, made.after = Column(label, text, **how), after
        return made

    return declare


class _ShownFigure(ShownProperty, figure):
    """A property that both documents and tables contain."""


def column(label: str, text: Any = "", default: Any = dataclasses.MISSING, **how: Any) -> Any:
    """A field that tables show under a label; `how` holds options of Column."""
    declared = {COLUMN: Column(label, text, **how)}
    return dataclasses.field(default=default, metadata=declared)


def hidden(default: Any = dataclasses.MISSING) -> Any:
    """A field that documents omit."""
    return dataclasses.field(default=default, repr=False, metadata={DOCUMENT: False})


@dataclass_transform(frozen_default=True, field_specifiers=(column, hidden, dataclasses.field))
def data(cls: type[Item]) -> type[Item]:
    """A frozen dataclass with fields made by `column` and `hidden`, which type checkers know."""
    return dataclasses.dataclass(frozen=True)(cls)


# Figures of the simulator's classes, which do not depend on this module.
_MORE: dict[type, dict[str, Callable[[Any], Any]]] = {}


def also(cls: type, *names: str, **more: Callable[[Any], Any]) -> None:
    """Add properties of a class (by name) and functions of it to its documents."""
    _MORE[cls] = {name: getattr(cls, name).fget for name in names} | more


# --- documents ------------------------------------------------------------------------------------


@cache
def getters(cls: type) -> dict[str, Callable[[Any], Any] | None]:
    """The entries of a dataclass's document in order: name -> getter, None for a field."""
    fields = [field for field in dataclasses.fields(cls) if field.metadata.get(DOCUMENT, True)]
    figures = {
        name: value.fget
        for base in reversed(cls.__mro__)
        for name, value in vars(base).items()
        if isinstance(value, figure)
    }
    return {field.name: None for field in fields} | figures | _MORE.get(cls, {})


def types(cls: type) -> dict[str, Any]:
    """The type of each entry of a dataclass's document."""
    hints = get_type_hints(cls, include_extras=True)
    return {
        name: hints[name] if get is None else get_type_hints(get)["return"]
        for name, get in getters(cls).items()
    }


def plain(value: Any) -> Any:
    """A result as plain JSON data: dicts, lists, numbers and strings."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            name: plain(getattr(value, name) if get is None else get(value))
            for name, get in getters(type(value)).items()
        }
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


# --- tables ---------------------------------------------------------------------------------------


@cache
def columns(cls: type) -> dict[str, Column]:
    """The columns of a table of a dataclass, by field or property; if it declares none, those of
    its whole document."""
    columns = {
        field.name: field.metadata[COLUMN]
        for field in dataclasses.fields(cls)
        if COLUMN in field.metadata
    }
    for base in reversed(cls.__mro__):
        for name, shown in vars(base).items():
            if isinstance(shown, ShownProperty):
                names = [*columns]
                places = {name: number + 1 for number, name in enumerate(names)} | {FIRST: 0}
                place = places[shown.after] if shown.after else len(names)
                names.insert(place, name)
                columns[name] = shown.column
                columns = {key: columns[key] for key in names}
    return columns or {name: Column(name) for name in getters(cls)}


@dataclasses.dataclass(frozen=True)
class Cell:
    """A table cell: a value, its text, and whether it is highlighted as bad."""

    value: Any
    text: str
    bad: bool = False


@dataclasses.dataclass(frozen=True)
class Table:
    """Rows of cells under columns. Columns without any text are omitted."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @classmethod
    def of(cls, rows: Sequence[Any], lead: Mapping[str, Sequence[str]] | None = None) -> Table:
        """A row for each dataclass; a text gives the reason for a missing row.

        `lead` are additional first columns, by label.
        """
        kinds = {type(row): None for row in rows if not isinstance(row, str)}
        pairs = [pair for kind in list(kinds)[:1] for pair in _spread(kind, rows)]
        heads = [Column(label) for label in lead or {}]
        cells = []
        for number, row in enumerate(rows):
            own = [Cell(texts[number], texts[number]) for texts in (lead or {}).values()]
            if isinstance(row, str):
                own += [Cell("-", "-")] * (len(pairs) - 1) + [Cell(row, row)]
            else:
                own += [_cell(column, get(row), row) for column, get in pairs]
            cells.append(tuple(own))
        every = [*heads, *(column for column, _ in pairs)]
        kept = [number for number in range(len(every)) if any(row[number].text for row in cells)]
        return cls(
            tuple(every[number] for number in kept),
            tuple(tuple(row[number] for number in kept) for row in cells),
        )

    def facts(self) -> list[tuple[str, str, bool]]:
        """The first row as label, text and whether it is bad, for a list of facts."""
        cells = zip(self.columns, self.rows[0], strict=True)
        return [(column.label, cell.text, cell.bad) for column, cell in cells]


def _cell(column: Column, value: Any, row: Any) -> Cell:
    return Cell(value, column.cell(value), bool(column.worse and column.worse(row)))


def _spread(kind: type, rows: Sequence[Any]) -> Iterator[tuple[Column, Callable[[Any], Any]]]:
    """Each column with the function that gets its value; a mapping has a column per key."""
    for name, column in columns(kind).items():
        if not column.each:
            yield column, lambda row, name=name: getattr(row, name)
            continue
        keys = {key: None for row in rows if not isinstance(row, str) for key in getattr(row, name)}
        for key in keys:
            label = f"{column.label} {key}".strip()
            part = dataclasses.replace(column, label=label, each=False)
            yield part, lambda row, name=name, key=key: getattr(row, name).get(key, "-")


def scalars(row: Any) -> dict[str, Any]:
    """A DataFrame row: the entries of a result that are numbers or strings, by name."""
    named = plain(row) | {name: getattr(row, name) for name in columns(type(row))}
    return {
        name: value
        for name, value in named.items()
        if value is None or isinstance(value, str | int | float)
    }
