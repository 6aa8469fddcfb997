"""Selects the config of a template: contexts are queried by target and workload, innermost first.

`record` has the context that returns the best config of a log.
"""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

from .space import ConfigSpace, FallbackConfigEntity

logger = logging.getLogger("autotvm")

# Logger in which scripts silence the warning about missing configs.
GLOBAL_SCOPE = SimpleNamespace(in_tuning=False, silent=False)


class DispatchContext:
    """A context; `with` makes it the innermost one."""

    current: DispatchContext | None = None

    def __init__(self) -> None:
        self._outer = DispatchContext.current

    def query(self, target, workload) -> ConfigSpace:
        """The config for a workload, from this context or those around it."""
        config = self._query_inside(target, workload)
        return self._outer.query(target, workload) if config is None else config

    def _query_inside(self, target, workload) -> ConfigSpace | None:
        raise NotImplementedError

    def __enter__(self):
        self._outer, DispatchContext.current = DispatchContext.current, self
        return self

    def __exit__(self, *_error) -> None:
        DispatchContext.current = self._outer


class ApplyConfig(DispatchContext):
    """Returns the same config for every query."""

    def __init__(self, config: ConfigSpace) -> None:
        super().__init__()
        self._config = config

    def _query_inside(self, target, workload) -> ConfigSpace:
        return self._config


class FallbackContext(DispatchContext):
    """The outermost context: a config whose entities are the first ones, with a warning."""

    warned: set[str] = set()

    def __init__(self) -> None:
        super().__init__()
        self.memory: dict[tuple[str, Any], ConfigSpace] = {}

    def _query_inside(self, target, workload) -> ConfigSpace:
        key = (str(target), workload or ())
        if key not in self.memory:
            message = (
                f"Cannot find config for target={target}, workload={workload}. A fallback "
                "configuration is used, which may bring great performance regression."
            )
            if not GLOBAL_SCOPE.silent and message not in self.warned:
                self.warned.add(message)
                logger.warning(message)
            self.memory[key] = FallbackConfigEntity()
        return self.memory[key]

    def clear_cache(self, target, workload) -> None:
        self.memory.pop((str(target), workload), None)

    def update(self, target, workload, cfg: ConfigSpace) -> None:
        self.memory[str(target), workload] = cfg

    def forget(self, task_name: str) -> None:
        """Forget the configs of a template that is defined again, perhaps with another space."""
        for key in [key for key in self.memory if key[1][:1] == (task_name,)]:
            del self.memory[key]


ROOT = DispatchContext.current = FallbackContext()
