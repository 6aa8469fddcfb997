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


# The figures of classes of the simulator, which knows nothing of documents.
_MORE: dict[type, dict[str, Callable[[Any], Any]]] = {}


def also(cls: type, *names: str, **more: Callable[[Any], Any]) -> None:
    """Add properties of a class, by name, and functions of it to its documents."""
    _MORE[cls] = {name: getattr(cls, name).fget for name in names} | more


# --- documents ------------------------------------------------------------------------------------


@cache
def getters(cls: type) -> dict[str, Callable[[Any], Any] | None]:
    """The entries of a dataclass's document in order: name -> getter, None for a field."""
    fields = [one for one in dataclasses.fields(cls) if one.metadata.get(DOCUMENT, True)]
    figures = {
        name: one.fget
        for base in reversed(cls.__mro__)
        for name, one in vars(base).items()
        if isinstance(one, figure)
    }
    return {one.name: None for one in fields} | figures | _MORE.get(cls, {})


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
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


# --- tables ---------------------------------------------------------------------------------------


@cache
def columns(cls: type) -> dict[str, Column]:
    """The columns of a table of a dataclass, by the field or property that each shows; those of
    all of its document where it declares none."""
    found = {
        one.name: one.metadata[COLUMN] for one in dataclasses.fields(cls) if COLUMN in one.metadata
    }
    for base in reversed(cls.__mro__):
        for name, one in vars(base).items():
            if isinstance(one, ShownProperty):
                names = [*found]
                places = {name: at + 1 for at, name in enumerate(names)} | {FIRST: 0}
                place = places[one.after] if one.after else len(names)
                names.insert(place, name)
                found[name] = one.column
                found = {key: found[key] for key in names}
    return found or {name: Column(name) for name in getters(cls)}


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
        kinds = {type(one): None for one in rows if not isinstance(one, str)}
        pairs = [pair for kind in list(kinds)[:1] for pair in _spread(kind, rows)]
        heads = [Column(label) for label in lead or {}]
        cells = []
        for at, row in enumerate(rows):
            own = [Cell(texts[at], texts[at]) for texts in (lead or {}).values()]
            if isinstance(row, str):
                own += [Cell("-", "-")] * (len(pairs) - 1) + [Cell(row, row)]
            else:
                own += [_cell(one, get(row), row) for one, get in pairs]
            cells.append(tuple(own))
        every = [*heads, *(one for one, _ in pairs)]
        kept = [at for at in range(len(every)) if any(row[at].text for row in cells)]
        return cls(
            tuple(every[at] for at in kept), tuple(tuple(row[at] for at in kept) for row in cells)
        )

    def facts(self) -> list[tuple[str, str, bool]]:
        """The first row as label, text and whether it is bad, for a list of facts."""
        cells = zip(self.columns, self.rows[0], strict=True)
        return [(one.label, cell.text, cell.bad) for one, cell in cells]


def _cell(one: Column, value: Any, row: Any) -> Cell:
    return Cell(value, one.cell(value), bool(one.worse and one.worse(row)))


def _spread(kind: type, rows: Sequence[Any]) -> Iterator[tuple[Column, Callable[[Any], Any]]]:
    """Columns and how each gets its value; a column for every key of a mapping."""
    for name, one in columns(kind).items():
        if not one.each:
            yield one, lambda row, name=name: getattr(row, name)
            continue
        keys = {key: None for row in rows if not isinstance(row, str) for key in getattr(row, name)}
        for key in keys:
            label = f"{one.label} {key}".strip()
            part = dataclasses.replace(one, label=label, each=False)
            yield part, lambda row, name=name, key=key: getattr(row, name).get(key, "-")


def scalars(row: Any) -> dict[str, Any]:
    """A DataFrame row: the entries of a result that are numbers or strings, by name."""
    named = plain(row) | {name: getattr(row, name) for name in columns(type(row))}
    return {
        name: value
        for name, value in named.items()
        if value is None or isinstance(value, str | int | float)
    }
