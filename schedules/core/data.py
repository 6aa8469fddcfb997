"""Results as data: the documents and tables of dataclasses, as `gpusim.columns` declares them."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_type_hints

from gpusim.columns import FIRST, HIDDEN, Column, Entry


@cache
def _fields(cls: type) -> dict[str, tuple[Any, ...]]:
    """What the type of each field of a dataclass says about how its value is shown."""
    owners = {
        name: base
        for base in reversed(cls.__mro__)
        for name in vars(base).get("__annotations__", ())
    }
    declared = {}
    for field in dataclasses.fields(cls):
        annotation: Any = field.type
        # Other types may name what only type checkers import.
        if isinstance(annotation, str) and annotation.startswith(("Annotated[", "Hidden[")):
            annotation = eval(annotation, vars(sys.modules[owners[field.name].__module__]))
        declared[field.name] = getattr(annotation, "__metadata__", ())
    return declared


@cache
def _computed(cls: type) -> dict[str, Entry | Column]:
    """The attributes of a dataclass that are computed and shown."""
    every = {name: value for base in reversed(cls.__mro__) for name, value in vars(base).items()}
    return {name: value for name, value in every.items() if isinstance(value, Entry | Column)}


# --- documents ------------------------------------------------------------------------------------


@cache
def entries(cls: type) -> dict[str, Entry | None]:
    """The entries of a dataclass's document in order; None for a field."""
    fields = {name: None for name, declared in _fields(cls).items() if HIDDEN not in declared}
    made = {name: one for name, one in _computed(cls).items() if isinstance(one, Entry)}
    return fields | made


def types(cls: type) -> dict[str, Any]:
    """The type of each entry of a dataclass's document."""
    hints = get_type_hints(cls, include_extras=True)
    return {
        name: hints[name] if entry is None else entry.type for name, entry in entries(cls).items()
    }


# Of the documents (schemas.py).
VERSION = 2


def document(kind: str, items: Iterable[Any]) -> dict[str, Any]:
    """Items of a kind, as `--json` prints them."""
    return {"kind": kind, "version": VERSION, "items": list(items)}


def plain(value: Any) -> Any:
    """A result as plain JSON data: dicts, lists, numbers and strings."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {name: plain(getattr(value, name)) for name in entries(type(value))}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


# --- tables ---------------------------------------------------------------------------------------


@cache
def columns(cls: type) -> dict[str, Column]:
    """The columns of a table of a dataclass, by field or property; if it declares none, those of
    its whole document."""
    columns = {
        name: part
        for name, declared in _fields(cls).items()
        for part in declared
        if isinstance(part, Column)
    }
    for name, one in _computed(cls).items():
        column = one.column if isinstance(one, Entry) else one
        if column is None:
            continue
        names = [*columns]
        places = {name: number + 1 for number, name in enumerate(names)} | {FIRST: 0}
        names.insert(places[column.after] if column.after else len(names), name)
        columns[name] = column
        columns = {key: columns[key] for key in names}
    return columns or {name: Column(name) for name in entries(cls)}


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
