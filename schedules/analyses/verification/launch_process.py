"""Launches kernels in a separate process, for tools that watch a process.

`python -m schedules.analyses.verification.launch_process ARCH TIMES LADDER:RUNG M,N,K [...]`
launches the last step of each rung on random inputs, TIMES times each, and prints a line with `RAN`
after each rung. The process does not load torch: torch's own kernels would be watched too, and an
access out of bounds would stay inside its allocator's block. Outputs are new allocations, so a read
of an output is a read of uninitialized memory.

Starting a tool takes longer than a small kernel, so several kernels share a process. If a tool
reports anything for such a group, its kernels run again one by one, and the report for the single
kernel counts.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import numpy as np
import tvm

from gpusim.errors import UserError

from ...compile.compiler import for_launches
from ...core.kernel import Kernel, last_kernel
from ...core.target import Target
from ...processes.platforms import check_not_windows
from ...sources.names import resolve
from ...workloads import Workload

RAN = "the kernel ran"


def command(kernels: Sequence[Kernel], times: int = 1) -> list[str]:
    """The command line of the child process that launches these."""
    asked = [part for kernel in kernels for part in (kernel.rung.path, kernel.shape)]
    return [sys.executable, "-m", __name__, kernels[0].target.arch, str(times), *asked]


class Tools:
    """Runs tools from any thread.

    Tools that are still running are ended with the `with` block, also if it is left by an error, by
    Ctrl-C or by the SIGTERM of a time limit.
    """

    def __init__(self) -> None:
        self._running: set[subprocess.Popen] = set()
        self._ended = False
        self._lock = threading.Lock()
        self._on_term: object = None

    def __enter__(self) -> Tools:
        check_not_windows("tools watch kernels")
        if threading.current_thread() is threading.main_thread():
            self._on_term = signal.signal(signal.SIGTERM, signal.default_int_handler)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()
        if self._on_term is not None:
            signal.signal(signal.SIGTERM, self._on_term)

    def end(self) -> None:
        """Kill the running processes and start no others."""
        with self._lock:
            self._ended = True
            for process in self._running:
                kill(process)

    def run(self, command: Sequence[str], timeout_s: float) -> tuple[int, str]:
        """A tool's exit status, and the output of the tool and its child; the status is -1 if it
        was ended."""
        path = [str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, path))}
        with self._lock:
            if self._ended:
                return -1, "not started"
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                env=environment,
                # A tool starts the program that it observes; both are ended as a group.
                process_group=0,
            )
            self._running.add(process)
        try:
            text, _ = process.communicate(timeout=timeout_s)
        except subprocess.TimeoutExpired:
            kill(process)
            text, _ = process.communicate()
            return -1, f"{text}\nnot done after {timeout_s:.0f} s"
        except BaseException:
            kill(process)
            raise
        finally:
            with self._lock:
                self._running.discard(process)
        return process.returncode, text


def kill(process: subprocess.Popen) -> None:
    """Kill a process and its children."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def last_line(text: str) -> str:
    """The last non-empty line, without a tool's prefix."""
    lines = [line.strip("= ").strip() for line in text.splitlines()]
    return next((line for line in reversed(lines) if line), "nothing was printed")


def main(*arguments: str) -> None:
    """The child process; its arguments are pairs of LADDER:RUNG and M,N,K."""
    arch, times, *asked = arguments
    compiler = for_launches(Target.parse(arch))
    device = tvm.cuda()
    current: Workload | None = None
    arguments: list[tvm.runtime.Tensor] = []
    for reference, shape in zip(asked[::2], asked[1::2], strict=True):
        rung = resolve(reference).rung
        workload = rung.at(tuple(map(int, shape.split(","))))
        kernel = last_kernel(rung, workload, compiler.target, compiler).executable["main"]
        if workload != current:
            # Large inputs take the host seconds to generate, so rungs with one workload share them.
            arguments.clear()
            inputs = workload.inputs(np.random.default_rng(0))
            arguments += [tvm.runtime.tensor(array, device=device) for array in inputs]
            current = workload
        results = [tvm.runtime.empty(size, dtype, device) for size, dtype in workload.outputs()]
        for _ in range(int(times)):
            kernel(*arguments, *results)
        device.sync()
        # Freed before the next kernel allocates, so that no output holds what another kernel has
        # written.
        del results
        print(f"{RAN}: {reference} at {shape}", flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except UserError as error:
        sys.exit(f"schedules: {error}")
