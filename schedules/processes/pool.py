"""A pool of workers, and work on many rungs with a progress bar on a terminal."""

from __future__ import annotations

import math
import queue
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from typing import Any, TypeVar

from .worker import Work, Worker, WorkerLost, noted

Task = TypeVar("Task")
Result = TypeVar("Result")

PROCESSES = 2
# Interval at which a query's client is checked.
LOOK_S = 0.1


class Outdated(Exception):
    """Raised by work that needs a new process; the query is then asked again."""


class Pool:
    """Workers that do the same work; one that is lost is replaced at once.

    `seconds` is the time limit of a query, `options` are those of a Worker. With `fragile`, a
    worker is also replaced when its work raised an error.
    """

    def __init__(
        self,
        work: Work,
        count: int,
        *,
        seconds: float = math.inf,
        fragile: bool = False,
        **options: Any,
    ) -> None:
        self.seconds, self._fragile = seconds, fragile
        self._ended = False
        # Held while processes start or are killed: none starts after the end.
        self._lock = threading.Lock()
        self.workers = [Worker(work, **options) for _ in range(count)]
        # A worker belongs to the thread that took it from here, which alone restarts it.
        self._idle: queue.Queue[Worker] = queue.Queue()
        for worker in self.workers:
            self._idle.put(worker)

    def do(
        self,
        query: Any,
        wanted: Callable[[Worker | None], bool] = lambda _: True,
        seconds: float | None = None,
    ) -> Any:
        """The answer of the next free worker, by default within the pool's time limit; raises
        WorkerLost and what the work raises.

        `wanted` is called at intervals, with the worker once there is one. If it returns False,
        the work is abandoned and the result is None.
        """
        worker = None
        while worker is None:
            if self._ended:
                raise WorkerLost("the server is ending")
            if not wanted(None):
                return None
            with suppress(queue.Empty):
                worker = self._idle.get(timeout=LOOK_S)
        failed = True
        try:
            if not worker.process.is_alive():
                # It died while idle, so no work is lost.
                self._restart(worker)
            try:
                answer = self._asked(worker, query, wanted, seconds)
            except Outdated:
                self._restart(worker)
                answer = self._asked(worker, query, wanted, seconds)
            failed = False
            return answer
        finally:
            if worker.busy or (failed and self._fragile):
                self._restart(worker)
            self._idle.put(worker)

    def _asked(
        self,
        worker: Worker,
        query: Any,
        wanted: Callable[[Worker], bool],
        seconds: float | None,
    ) -> Any:
        if wanted(worker):
            worker.send(query, self.seconds if seconds is None else seconds)
            while not worker.receive(LOOK_S):
                if not wanted(worker):
                    return None
            return worker.answer
        return None

    def _restart(self, worker: Worker) -> None:
        with self._lock:
            if not self._ended:
                worker.end()
                worker.start()

    def map(
        self,
        tasks: Sequence[Any],
        group: Callable[[Any], str] = lambda task: "",
        done: Callable[[int, Sequence[int]], None] = lambda finished, running: None,
        *,
        lost: Callable[[Any, WorkerLost], Any] | None = None,
        until: float = math.inf,
    ) -> list[Any]:
        """The answers to all tasks, in order; raises what the work raises.

        A process takes the tasks of a `group`, which share what it keeps, before those of another.
        `done` is called with the index of each finished task and those of the running ones. `lost`
        gives the answer for a task whose worker was lost, also because it had not ended by the time
        `until`; without it, WorkerLost is raised.
        """
        waiting: dict[str, deque[int]] = {}
        for position, task in enumerate(tasks):
            waiting.setdefault(group(task), deque()).append(position)
        answers: dict[int, Any] = {}
        running: dict[Worker, tuple[str, int]] = {}

        def failed(position: int, error: WorkerLost) -> Any:
            if lost is None:
                raise error
            return lost(tasks[position], error)

        def give(worker: Worker, latest: str | None = None) -> None:
            left = until - time.monotonic()
            name = next_group(waiting, [taken for taken, _ in running.values()], latest)
            if name is not None and left > 0:
                running[worker] = name, waiting[name].popleft()
                worker.send(tasks[running[worker][1]], min(self.seconds, left))

        try:
            for worker in self.workers:
                give(worker)
            while running:
                for worker in ready(running):
                    name, position = running[worker]
                    try:
                        if not worker.receive(0.0):
                            continue
                        answers[position] = worker.answer
                    except WorkerLost as error:
                        answers[position] = failed(position, error)
                        self._restart(worker)
                    del running[worker]
                    give(worker, name)
                    done(position, [at for _, at in running.values()])
        finally:
            for worker in running:
                self._restart(worker)
        for position in set(range(len(tasks))) - answers.keys():
            answers[position] = failed(position, WorkerLost("not begun in time", late=True))
        return [answers[position] for position in range(len(tasks))]

    def end(self) -> None:
        """End every worker; work under way is lost. Safe to call twice."""
        with self._lock:
            if self._ended:
                return
            self._ended = True
            for worker in self.workers:
                worker.kill()
        for worker in [self._idle.get() for _ in self.workers]:
            worker.end()
            self._idle.put(worker)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


def ready(workers: Collection[Worker]) -> list[Worker]:
    """Wait for workers that have sent something; all of them if a deadline has passed."""
    left = min(worker.deadline for worker in workers) - time.monotonic()
    patience = None if left == math.inf else max(left, 0.0)
    sent = wait([worker.connection for worker in workers], patience)
    return [worker for worker in workers if worker.connection in sent or not sent]


def next_group(
    waiting: Mapping[str, Collection[int]], taken: Collection[str], latest: str | None
) -> str | None:
    """A worker's next group: its latest, one that no other has, or any; None if none has tasks."""
    filled = [name for name, positions in waiting.items() if positions]
    free = [name for name in filled if name not in taken]
    return latest if latest in filled else next(iter(free or filled), None)


def in_processes(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    group: Callable[[Task], str] = lambda task: "",
    *,
    lost: Callable[[Task, WorkerLost], Result] | None = None,
    lines: bool = False,
) -> list[Result]:
    """The results of `work` on each task, in order; a few tasks run without new processes.

    `group` and `lost` are those of `Pool.map`. With `lines`, stderr gets a line per
    finished task where it is no terminal, and so has no bar.
    """
    if len(tasks) < 3:
        with progress_notes():
            return [work(task) for task in tasks]
    lines = lines and not sys.stderr.isatty()
    finished = 0
    with progress(len(tasks)) as advance:

        def done(position: int, running: Sequence[int]) -> None:
            nonlocal finished
            finished += 1
            if lines:
                text = f"{finished} of {len(tasks)}: {name_of(tasks[position])}"
                print(text, file=sys.stderr, flush=True)
            advance(name_of(tasks[min(running)]) if running else "")

        # One core per process: NumPy's own threads would compete with the other process.
        with Pool(work, PROCESSES, environment={"OPENBLAS_NUM_THREADS": "1"}) as pool:
            return pool.map(tasks, group, done, lost=lost)


def name_of(task: Any) -> str:
    return str(getattr(task, "reference", task))


@contextmanager
def progress_notes() -> Iterator[None]:
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
