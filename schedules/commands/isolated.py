"""A user's text in a process of its own, with limits; that it crashes or hangs is an answer."""

from __future__ import annotations

from typing import Any

from ..processes.worker import Work, Worker, WorkerLost
from .options import GB, FileLimits


def run_isolated(work: Work, query: Any, name: str, limits: FileLimits) -> tuple[Any, str]:
    """What `work` makes of a query, or None and why there is nothing."""
    most = f"{limits.seconds:g} s (--timeout) and {limits.memory / GB:g} GB (--memory)"
    allowed = f"a file may take {most}"
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
