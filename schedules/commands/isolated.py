"""Runs a user's file in a process with limits; a crash or a timeout is a result."""

from __future__ import annotations

from typing import Any

from ..processes.worker import Work, Worker, WorkerLost
from .options import GB, FileLimits


def run_isolated(work: Work, query: Any, name: str, limits: FileLimits) -> tuple[Any, str]:
    """The result of `work` on a query, or None and the reason."""
    memory = f" and {limits.memory / GB:g} GB (--memory)" if limits.memory else ""
    allowed = f"limits: {limits.seconds:g} s (--timeout){memory}"
    worker = Worker(work, limits.memory, name=name, quiet=True)
    try:
        answer = worker.do(query, limits.seconds)
    except WorkerLost as lost:
        return None, f"{lost}; {allowed}"
    finally:
        worker.end()
    if isinstance(answer, dict) and answer.keys() == {"error", "kind"}:
        more = f"; {allowed}" if answer["kind"] == "MemoryError" else ""
        return None, answer["error"] + more
    return answer, ""
