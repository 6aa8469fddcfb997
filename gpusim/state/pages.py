"""Large arrays of which only the pages that are accessed are stored.

A page table maps a page of the array to one of the stored rows. Arrays with one `Pages` have a page
table in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any

import numpy as np

_BITS = 12
PAGE = 1 << _BITS
# By how much the stored rows grow, beyond what is needed.
_GROWTH = 1.03


class Pages:
    """A page table. The first `defaults` stored pages stand for pages that are not stored."""

    def __init__(self, size: int, defaults: int = 1) -> None:
        # By page, the index of its first stored row.
        self.table = np.zeros(-(-size // PAGE) + 1, np.int64)
        # By stored page, the default that it had.
        self.origin = np.arange(defaults)
        self.defaults = defaults
        self._last: tuple[Any, np.ndarray | None] = None, None

    def set_default(self, start: int, end: int, default: int) -> None:
        """The default of all pages with an index in [start, end)."""
        self.table[start >> _BITS : -(-end >> _BITS)] = default << _BITS

    def rows(self, index: Any) -> Any:
        """Rows of the stored pages, for an index or an array of them."""
        last, rows = self._last
        if last is index and rows is not None:
            return rows
        rows = self.table[index >> _BITS] + (index & PAGE - 1)
        self._last = index, rows
        return rows

    def stored(self, index: Any) -> Any:
        """Whether the pages of indices are stored."""
        return self.table[index >> _BITS] >= self.defaults << _BITS

    def store(self, index: Any) -> np.ndarray:
        """Store the pages of these indices; returns those that were not."""
        absent = np.unique(np.asarray(index)[~np.asarray(self.stored(index))] >> _BITS)
        if absent.size:
            default = self.table[absent] >> _BITS
            self.table[absent] = (
                np.arange(len(self.origin), len(self.origin) + len(absent)) << _BITS
            )
            self.origin = np.concatenate([self.origin, default])
            self._last = None, None
        return absent

    def finer(self, times: int) -> Pages:
        """The table of an array in which each element has become `times` elements."""
        made = Pages(0, self.defaults * times)
        each = np.arange(times) << _BITS
        made.table = (self.table[:, None] * times + each).ravel()
        made.origin = np.repeat(self.origin, times) * times
        return made

    def __deepcopy__(self, memo: dict) -> Pages:
        made = copy(self)
        made.table, made._last = self.table.copy(), (None, None)
        memo[id(self)] = made
        return made


class PagedArray:
    """One value per index; `defaults` are those of pages that are not stored."""

    def __init__(self, pages: Pages, dtype: type, *defaults: int) -> None:
        self.pages, self.defaults = pages, np.array(defaults, dtype)
        self.data = np.repeat(self.defaults, PAGE)
        self._filled = len(defaults)

    def __getitem__(self, index: Any) -> Any:
        self._grow()
        return self.data[self.pages.rows(index)]

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(value, int) and (self.defaults == value).all():
            # Pages that are not stored have this value.
            index = np.asarray(index)[self.pages.stored(index)]
        else:
            self.pages.store(index)
        self._grow()
        self.data[self.pages.rows(index)] = value

    def _grow(self) -> None:
        """Give newly stored pages their rows, with their defaults."""
        need = len(self.pages.origin)
        if need == self._filled:
            return
        if need > len(self.data) >> _BITS:
            self.data.resize(max(need, int(need * _GROWTH)) << _BITS, refcheck=False)
        new = self.data[self._filled << _BITS : need << _BITS].reshape(-1, PAGE)
        new[:] = self.defaults[self.pages.origin[self._filled :], None]
        self._filled = need

    def change(self, function: Callable[[np.ndarray], None]) -> None:
        """Change all stored values in place."""
        self._grow()
        function(self.data[self.pages.defaults << _BITS :])

    def between(self, start: int, end: int) -> np.ndarray:
        """A copy of the values at indices in [start, end)."""
        self._grow()
        first, last = start >> _BITS, -(-end >> _BITS)
        rows = self.pages.table[first:last] >> _BITS
        whole = self.data[: self._filled << _BITS].reshape(-1, PAGE)[rows].reshape(-1)
        return whole[start - (first << _BITS) : end - (first << _BITS)]

    def mapped(self, function: Callable[[np.ndarray], np.ndarray]) -> PagedArray:
        """What a function makes of each value, as an array with the pages of today."""
        made = copy(self)
        made.pages = copy(self.pages)
        made.pages.table = self.pages.table.copy()
        made.pages._last = None, None
        self._grow()
        made.data, made.defaults = function(self.data), function(self.defaults)
        return made

    def finer(self, times: int, pages: Pages | None = None) -> PagedArray:
        """The same values with `times` elements for each; `pages` may be shared."""
        self._grow()
        made = copy(self)
        made.pages = pages or self.pages.finer(times)
        made.data = np.repeat(self.data, times)
        made.defaults, made._filled = np.repeat(self.defaults, times), self._filled * times
        return made


class PagedColumns:
    """Several values per index, accessed as `columns[index, number]`; each column has its own page
    table, so that one without values takes no memory."""

    def __init__(self, columns: Iterable[PagedArray]) -> None:
        self.columns = list(columns)

    def __getitem__(self, key: tuple[Any, int]) -> Any:
        index, number = key
        return self.columns[number][index]

    def __setitem__(self, key: tuple[Any, Any], value: Any) -> None:
        index, number = key
        if isinstance(number, int):
            self.columns[number][index] = value
            return
        value = np.broadcast_to(value, number.shape)
        for one in np.unique(number).tolist():
            here = number == one
            self.columns[one][index[here]] = value[here]
