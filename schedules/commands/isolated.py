"""Runs a user's file in a process with limits; a crash or a timeout is a result."""

from __future__ import annotations

from typing import Any

from ..processes.worker import Work, Worker, WorkerLost, why
from .options import GB, FileLimits


def run_isolated(work: Work, query: Any, name: str, limits: FileLimits) -> tuple[Any, str]:
    """The result of `work` on a query, or None and the reason."""
    worker = Worker(work, limits.memory, name=name, quiet=True)
    try:
        return worker.do(query, limits.seconds), ""
    except (WorkerLost, MemoryError) as error:
        memory = f" and {limits.memory / GB:g} GB (--memory)" if limits.memory else ""
        return None, f"{error}; limits: {limits.seconds:g} s (--timeout){memory}"
    except Exception as error:  # TVM may raise anything for odd numbers
        return None, why(error)
    finally:
        worker.end()
