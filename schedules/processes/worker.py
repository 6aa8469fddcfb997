"""A worker, a process for work that may hang, crash, exit or use too much memory; and a pool of
them.

A worker is a new interpreter, so it inherits neither threads nor a CUDA context. It leads a process
group, so that what it starts ends with it, and it exits when its parent does. Starting takes as
long as loading its modules, so it is kept until its work fails.
"""

from __future__ import annotations

import importlib
import math
import os
import pickle
import queue
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from types import ModuleType
from typing import Any, TypeVar

from gpusim.errors import UserError

from .platforms import GB, FileLimits, confine, limit_memory, on_windows, say_unlimited

# Time to load TVM and torch and to initialize a GPU, on a busy machine.
START_SECONDS = 180.0
# The length of the output that a crash message may quote.
QUOTED_BYTES = 2000

# Workers of a pool for many tasks.
PROCESSES = 2
# Interval at which a query's client is checked.
LOOK_S = 0.1

Work = Callable[[Any], Any]
Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkerLost(Exception):
    """The work gave no answer: it was `late`, or its process died."""

    def __init__(self, text: str, *, late: bool = False) -> None:
        super().__init__(text)
        self.late = late


class Worker:
    """One process that does one piece of work after the other.

    Parameters
    ----------
    work : callable
        Answers a query. Work, query and answer are pickled.
    memory : int, optional
        Bytes of address space that the process may have (on Linux).
    name : str
        The work's name in messages.
    warm : callable, optional
        Called once, before the first work.
    quiet : bool
        Hold back what the process prints on stderr until `do` has its answer.
    alone : bool
        No network, and output is discarded (platforms.py).
    prepares : bool
        The work calls `begun`: the time limit of a query starts then, not when it arrives.
    environment : mapping, optional
        Added to this process's.
    """

    # The answer to the latest query.
    answer: Any = None

    def __init__(
        self,
        work: Work,
        memory: int | None = None,
        *,
        name: str = "the work",
        warm: Callable[[], None] | None = None,
        quiet: bool = False,
        alone: bool = False,
        prepares: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._name = name
        # On Windows, a second process cannot write to an open file.
        kept = quiet and not on_windows()
        self._said = tempfile.NamedTemporaryFile("r", errors="replace") if kept else None  # noqa: SIM115  until the end
        main = getattr(sys.modules["__main__"], "__spec__", None)
        pickled = pickle.dumps((work, warm))
        named = main.name if main and b"__main__" in pickled else ""
        told = self._said and self._said.name, dict(environment or {}), memory, alone, prepares
        self._arguments = pickled, named, *told
        if memory is not None:
            say_unlimited()
        self.start()

    def start(self) -> None:
        """Start a new process."""
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        arguments = theirs, *self._arguments
        self.process = context.Process(target=_serve, args=arguments, name=self._name, daemon=True)
        with _no_main_module():
            self.process.start()
        theirs.close()
        self.busy = self.begun = False
        # The latest progress note of the current work.
        self.progress = ""

    def do(self, query: Any, seconds: float = math.inf) -> Any:
        """The answer to a query.

        Raises what the work raises, MemoryError if that ran out of memory, and WorkerLost, after
        which the worker has to be restarted.
        """
        self.send(query, seconds)
        while not self.receive():
            pass
        if self._said:
            sys.stderr.write(self._said.read())
        return self.answer

    def send(self, query: Any, seconds: float = math.inf) -> None:
        """Begin with a query, whose answer `receive` takes."""
        self._seconds, self.progress = seconds, ""
        self.busy, self.begun = True, False
        self.deadline = time.monotonic() + START_SECONDS
        with suppress(OSError):
            # A dead process is noticed when the answer is received.
            self.connection.send(query)

    def receive(self, patience: float = math.inf) -> bool:
        """Wait for the process's next message, at most `patience` seconds; true if it has answered.

        Raises what `do` raises.
        """
        left = min(self.deadline - time.monotonic(), patience)
        try:
            if not self.connection.poll(None if left == math.inf else max(left, 0.0)):
                if time.monotonic() < self.deadline:
                    return False
                text = f"more than {self._seconds:g} s" if self.begun else "too long to start"
                raise WorkerLost(f"{self._name} took {text} and was ended{self._at}", late=True)
            kind, value = self.connection.recv()
        except (EOFError, OSError):
            self.process.join(START_SECONDS)
            raise WorkerLost(f"{self._name} {self._ending()}{self._at}") from None
        if kind == "note":
            self.progress = value
        elif kind == "begun":
            self.begun, self.deadline = True, time.monotonic() + self._seconds
        else:
            self.busy, self.answer = False, value
        if kind == "error":
            full = isinstance(value, MemoryError)
            raise MemoryError(f"{self._name} ran out of memory") if full else value
        return not self.busy

    @property
    def _at(self) -> str:
        return f", {self.progress}" if self.progress else ""

    def _ending(self) -> str:
        code = self.process.exitcode
        if code is None or code >= 0:
            return f"ended its process ({'no exit code' if code is None else f'exit code {code}'})"
        name = signal.Signals(-code).name
        # On abort, the C library prints the reason; other crashes print a stack trace at most.
        words = self.printed() if name == "SIGABRT" else []
        return f"crashed ({': '.join([name, *words[-1:]])})"

    def printed(self) -> list[str]:
        """The last lines that a quiet worker printed."""
        if self._said is None:
            return []
        self._said.seek(max(0, self._said.seek(0, os.SEEK_END) - QUOTED_BYTES))
        return [line.strip() for line in self._said.read().splitlines() if line.strip()]

    def kill(self) -> None:
        """Kill the process group; any thread may."""
        if not on_windows():
            # The group may outlive its first process.
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()

    def end(self) -> None:
        """Kill the process; it has nothing to lose."""
        self.kill()
        self.process.join()
        self.connection.close()


# Receive the progress of this process's own work; the last of them does.
_listeners: list[Callable[[str, str], None]] = []


def note(text: str) -> None:
    """Report progress; if the process ends, its last note is part of the error message."""
    for listener in _listeners[-1:]:
        listener("note", text)


def begun() -> None:
    """Report that the preparations are done: the time limit of the query starts now."""
    for listener in _listeners[-1:]:
        listener("begun", "")


@contextmanager
def noted(listener: Callable[[str], None]) -> Iterator[None]:
    """Call `listener` with the progress notes of this process's own work."""
    _listeners.append(lambda _, text: listener(text))
    try:
        yield
    finally:
        _listeners.pop()


_STARTING = threading.Lock()


@contextmanager
def _no_main_module() -> Iterator[None]:
    """A process that starts meanwhile does not run the main module, which may be a script."""
    with _STARTING:
        main, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


# --- a file's work, and many tasks ----------------------------------------------------------------


def run_isolated(work: Any, query: Any, name: str, limits: FileLimits) -> tuple[Any, str]:
    """The result of a new worker's `work` on a query, or None and the reason."""
    return last_answer(Worker(work, limits.memory, name=name, quiet=True), query, limits)


def last_answer(worker: Worker, query: Any, limits: FileLimits) -> tuple[Any, str]:
    """The worker's answer to a query, or None and the reason; then it ends."""
    try:
        return worker.do(query, limits.seconds), ""
    except (WorkerLost, MemoryError) as error:
        memory = f" and {limits.memory / GB:g} GB (--memory)" if limits.memory else ""
        return None, f"{error}; limits: {limits.seconds:g} s (--timeout){memory}"
    except Exception as error:  # TVM may raise anything for odd numbers
        return None, why(error)
    finally:
        worker.end()


def why(error: Exception) -> str:
    """An error of a worker's work in one line."""
    if isinstance(error, UserError | MemoryError | WorkerLost):
        return str(error)
    return f"{type(error).__name__}: {_last_line(error)}"


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


# --- In the process -------------------------------------------------------------------------------


def _serve(
    connection: Connection,
    pickled: bytes,
    main: str,
    stderr: str | None,
    environment: dict[str, str],
    memory: int | None,
    alone: bool,
    prepares: bool,
) -> None:
    os.environ.update(environment)
    _listeners.append(lambda *message: connection.send(message))
    if not on_windows():
        os.setpgid(0, 0)
    _end_with_the_parent()
    if memory is not None:
        limit_memory(memory)
    if stderr:
        os.dup2(os.open(stderr, os.O_WRONLY | os.O_APPEND), 2)
    with suppress(EOFError, OSError):
        try:
            if main:
                sys.modules["__main__"] = importlib.import_module(main)
            work, warm = pickle.loads(pickled)
            if warm:
                warm()
        except UserError as error:
            connection.send(("error", error))
            return
        if alone:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            confine()
        while True:
            query = connection.recv()
            if not prepares:
                begun()
            try:
                message = "answer", work(query)
            except Exception as error:  # TVM may raise anything for odd numbers
                message = "error", _portable(error)
            sys.stdout.flush()
            sys.stderr.flush()
            connection.send(message)


def _portable(error: Exception) -> Exception:
    """An error that can be sent, with its traceback as a note."""
    error.add_note("".join(traceback.format_exception(error)))
    try:
        return pickle.loads(pickle.dumps(error))
    except Exception:  # an exception's own constructor may raise anything
        return RuntimeError(f"{type(error).__name__}: {_last_line(error)}")


def _end_with_the_parent() -> None:
    """Make this process exit when its parent ends for any reason, and ignore Ctrl-C.

    A thread waits for the parent, because a process in an endless loop handles no events.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        if not on_windows():
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _last_line(error: Exception) -> str:
    return str(error).strip().rpartition("\n")[2]
