"""Worker processes of tests are forked from a process that has loaded TVM.

A new process takes two CPU seconds to load it. tests/processes starts new ones, as users do.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from multiprocessing.context import ForkServerContext, ForkServerProcess

import pytest

from schedules.processes import worker

# What most workers load.
LOADED = ["tvm", "schedules.analyses.verification.verify", "schedules.sources.schedule_source"]


class Forked(ForkServerProcess):
    """A process with the environment of its parent; the fork server has that of its start."""

    def __init__(self, group: None = None, target=None, name=None, args=(), **options) -> None:
        told = (dict(os.environ), target, args)
        super().__init__(group, with_environment, name, told, **options)


def with_environment(environment: dict[str, str], target: Callable, arguments: tuple) -> None:
    os.environ.clear()
    os.environ.update(environment)
    target(*arguments)


class Forking(ForkServerContext):
    Process = Forked


CONTEXT = Forking()


def fork_workers(patch: pytest.MonkeyPatch) -> None:
    CONTEXT.set_forkserver_preload(LOADED)
    patch.setattr(worker, "get_context", lambda _method: CONTEXT)
