"""Work on many rungs in a few processes, with a progress bar on a terminal."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any, TypeVar
from unittest import mock

from .worker import end_with_the_parent, noted

Task = TypeVar("Task")
Result = TypeVar("Result")

PROCESSES = 2


def workers(processes: int) -> ProcessPoolExecutor:
    """A pool whose processes leave Ctrl-C for the parent to handle."""
    handled = (signal.SIGINT, signal.SIG_IGN)
    return ProcessPoolExecutor(processes, get_context("spawn"), signal.signal, handled)


def in_processes(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    group: Callable[[Task], str] = lambda task: "",
    *,
    lines: bool = False,
) -> list[Result]:
    """The results of `work` on each task, in order; a few tasks run without new processes.

    A process takes the tasks of a `group`, which share what it keeps, before those of another. With
    `lines`, stderr gets a line per finished task where it is no terminal, and so has no bar.
    """
    if len(tasks) < 3:
        with said():
            return [work(task) for task in tasks]
    queues: dict[str, deque[int]] = {}
    for position, task in enumerate(tasks):
        queues.setdefault(group(task), deque()).append(position)
    started = [
        ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=end_with_the_parent)
        for _ in range(PROCESSES)
    ]
    results: dict[int, Result] = {}
    running: dict[Future, tuple[ProcessPoolExecutor, int]] = {}
    taken: dict[ProcessPoolExecutor, str] = {}

    def give(process: ProcessPoolExecutor) -> None:
        """Give a process the next task: of its group, of one that no other has, or of any."""
        current = taken.pop(process, None)
        filled = [name for name, queue in queues.items() if queue]
        free = [name for name in filled if name not in taken.values()]
        if filled:
            chosen = current if current in filled else (free or filled)[0]
            taken[process] = chosen
            position = queues[chosen].popleft()
            running[process.submit(work, tasks[position])] = process, position

    try:
        lines = lines and not sys.stderr.isatty()
        with progress(len(tasks)) as advance:
            # One core per process: NumPy's own threads would compete with the other process.
            with mock.patch.dict(os.environ, OPENBLAS_NUM_THREADS="1"):
                for process in started:
                    give(process)
            while running:
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    process, position = running.pop(future)
                    results[position] = future.result()
                    give(process)
                    if lines:
                        done = f"{len(results)} of {len(tasks)}: {name_of(tasks[position])}"
                        print(done, file=sys.stderr, flush=True)
                    runs = min((at for _, at in running.values()), default=None)
                    advance("" if runs is None else name_of(tasks[runs]))
        return [results[position] for position in range(len(tasks))]
    except KeyboardInterrupt:
        for process in active_children():
            process.terminate()
        raise
    finally:
        for process in started:
            process.shutdown(wait=True, cancel_futures=True)


def name_of(task: Any) -> str:
    return str(getattr(task, "reference", task))


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
