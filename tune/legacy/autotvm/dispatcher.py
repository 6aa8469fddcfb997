"""Which config a template gets: the best that logs have, besides the contexts of `context`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from schedules.legacy.calls import refuse
from schedules.legacy.session import session

from .context import DispatchContext
from .measure import MeasureInput
from .record import Pair, keep_fastest, load_from_buffer, load_from_file
from .space import ConfigSpace


class ApplyHistoryBest(DispatchContext):
    """The fastest config that logs have of a workload, for a target with the same keys.

    Parameters
    ----------
    records : path, open file, pairs of MeasureInput and MeasureResult, or a list of these
    """

    def __init__(self, records) -> None:
        super().__init__()
        self.best_by_targetkey: dict[tuple[str, Any], Pair] = {}
        self._own: dict[tuple[str, Any], ConfigSpace] = {}
        if records:
            self.load(records)

    def load(self, records) -> None:
        """Take in more records; the fastest of all counts."""
        for inp, result in pairs(records):
            for name in inp.target.keys:
                at = (str(name), inp.task.workload)
                keep_fastest(self.best_by_targetkey, at, (inp, result))

    def update(self, target, workload, cfg: ConfigSpace) -> None:
        """Give a workload a config of one's own."""
        for name in target.keys:
            self._own[str(name), workload] = cfg

    def _query_inside(self, target, workload) -> ConfigSpace | None:
        if target is None:
            raise refuse(
                "which config is best depends on the target, and there is none; "
                "call the template inside `with tvm.target.Target('llvm'):`",
                "apply_history_best",
            )
        for name in target.keys:
            at = (str(name), workload)
            if at in self._own:
                return self._own[at]
            if at in self.best_by_targetkey:
                return self.best_by_targetkey[at][0].config
        return None


def pairs(records) -> Iterator[Pair]:
    """All records of what ApplyHistoryBest takes."""
    if isinstance(records, str | bytes | os.PathLike):
        if session().only_lower and not os.path.exists(records):
            # Nothing is tuned where only the schedules are looked at.
            return
        yield from load_from_file(records)
    elif hasattr(records, "readline"):
        yield from load_from_buffer(records)
    elif isinstance(records, Iterable):
        for record in records:
            if isinstance(record, tuple) and record and isinstance(record[0], MeasureInput):
                yield record
            else:
                yield from pairs(record)
    else:
        raise refuse(f"{records!r} is no log; give a file or records", "apply_history_best")
