"""Work on many rungs in a few processes, with a progress bar on a terminal."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import TypeVar
from unittest import mock

from .worker import end_with_the_parent, noted

Task = TypeVar("Task")
Result = TypeVar("Result")

PROCESSES = 2


def workers(processes: int) -> ProcessPoolExecutor:
    """A pool whose processes leave Ctrl-C for the parent to handle."""
    handled = (signal.SIGINT, signal.SIG_IGN)
    return ProcessPoolExecutor(processes, get_context("spawn"), signal.signal, handled)


def in_processes(work: Callable[[Task], Result], tasks: Sequence[Task]) -> list[Result]:
    """The results of `work` on each task, in order; a few tasks run without new processes."""
    if len(tasks) < 3:
        with said():
            return [work(task) for task in tasks]
    pool = ProcessPoolExecutor(
        PROCESSES, mp_context=get_context("spawn"), initializer=end_with_the_parent
    )
    try:
        # One core per process: NumPy's own threads would compete with the other process.
        with mock.patch.dict(os.environ, OPENBLAS_NUM_THREADS="1"):
            futures = [pool.submit(work, task) for task in tasks]
        names = (str(getattr(task, "reference", task)) for task in tasks)
        waiting = dict(zip(futures, names, strict=True))
        with progress(len(tasks)) as advance:
            for future in as_completed(futures):
                future.result()
                del waiting[future]
                # The first unfinished task is the one that runs.
                advance(next(iter(waiting.values()), ""))
        return [future.result() for future in futures]
    except KeyboardInterrupt:
        for process in active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def said() -> Iterator[None]:
    """Show the progress messages of the work on a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status("") as status, noted(status.update):
        yield


@contextmanager
def progress(total: int, label: str = "rungs") -> Iterator[Callable[..., None]]:
    """A progress bar on a terminal, nothing elsewhere; other output appears above it.

    The yielded function advances the bar by one and sets its label if given a text.
    """
    if not sys.stderr.isatty():
        yield lambda text="": None
        return
    from rich.console import Console
    from rich.progress import Progress

    # rich redirects prints to the bar's stream, stderr; not wanted if stdout is a file.
    terminal = sys.stdout.isatty()
    with Progress(console=Console(stderr=True), transient=True, redirect_stdout=terminal) as bar:
        task = bar.add_task(label, total=total)
        yield lambda text=label: bar.update(task, advance=1, description=text)
