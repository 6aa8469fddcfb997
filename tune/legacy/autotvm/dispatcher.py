"""Which config a template gets: contexts, the innermost first, asked by target and workload."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator
from typing import Any

from schedules.legacy.calls import here
from schedules.legacy.session import session

from .env import GLOBAL_SCOPE
from .measure import MeasureInput, MeasureResult, cost_of
from .refusal import names_missing_in
from .space import ConfigSpace, FallbackConfigEntity

logger = logging.getLogger("autotvm")

Pair = tuple[MeasureInput, MeasureResult]


class DispatchContext:
    """A context; `with` makes it the innermost one."""

    current: DispatchContext | None = None

    def __init__(self) -> None:
        self._outer = DispatchContext.current

    def query(self, target, workload) -> ConfigSpace:
        """The config for a workload, from this context or those around it."""
        found = self._query_inside(target, workload)
        return self._outer.query(target, workload) if found is None else found

    def _query_inside(self, target, workload) -> ConfigSpace | None:
        raise NotImplementedError

    def __enter__(self):
        self._outer, DispatchContext.current = DispatchContext.current, self
        return self

    def __exit__(self, *_error) -> None:
        DispatchContext.current = self._outer


class ApplyConfig(DispatchContext):
    """One config for whatever is asked."""

    def __init__(self, config: ConfigSpace) -> None:
        super().__init__()
        self._config = config

    def _query_inside(self, target, workload) -> ConfigSpace:
        return self._config


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
            if result.error_no != 0:
                continue
            for name in inp.target.keys:
                at = (str(name), inp.task.workload)
                known = self.best_by_targetkey.get(at)
                if known is None or cost_of(known[1]) > cost_of(result):
                    self.best_by_targetkey[at] = (inp, result)

    def update(self, target, workload, cfg: ConfigSpace) -> None:
        """Give a workload a config of one's own."""
        for name in target.keys:
            self._own[str(name), workload] = cfg

    def _query_inside(self, target, workload) -> ConfigSpace | None:
        if target is None:
            raise here("apply_history_best").error(
                "which config is best depends on the target, and there is none; "
                "call the template inside `with tvm.target.Target('llvm'):`"
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
    from .record import load_from_buffer, load_from_file

    if isinstance(records, str | bytes | os.PathLike):
        if session().only_lower and not os.path.exists(records):
            # Nothing is tuned where only the schedules are looked at.
            return
        yield from load_from_file(records)
    elif hasattr(records, "readline"):
        yield from load_from_buffer(records)
    elif isinstance(records, Iterable):
        for one in records:
            if isinstance(one, tuple) and one and isinstance(one[0], MeasureInput):
                yield one
            else:
                yield from pairs(one)
    else:
        raise here("apply_history_best").error(f"{records!r} is no log; give a file or records")


class FallbackContext(DispatchContext):
    """The outermost context: a config whose entities are the first ones, with a warning."""

    warned: set[str] = set()

    def __init__(self) -> None:
        super().__init__()
        self.memory: dict[tuple[str, Any], ConfigSpace] = {}

    def query(self, target, workload) -> ConfigSpace:
        at = (str(target), workload or ())
        if at not in self.memory:
            message = (
                f"Cannot find config for target={target}, workload={workload}. A fallback "
                "configuration is used, which may bring great performance regression."
            )
            if not GLOBAL_SCOPE.silent and message not in self.warned:
                self.warned.add(message)
                logger.warning(message)
            self.memory[at] = FallbackConfigEntity()
        return self.memory[at]

    def clear_cache(self, target, workload) -> None:
        self.memory.pop((str(target), workload), None)

    def update(self, target, workload, cfg: ConfigSpace) -> None:
        self.memory[str(target), workload] = cfg

    def forget(self, task_name: str) -> None:
        """A template of that name is made anew, perhaps with another space."""
        self.memory = {at: one for at, one in self.memory.items() if at[1][:1] != (task_name,)}


ROOT = DispatchContext.current = FallbackContext()

__getattr__ = names_missing_in("autotvm.task.dispatcher")
