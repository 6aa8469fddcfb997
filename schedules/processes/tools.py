"""Tools of a CUDA toolkit that watch a process: Nsight Compute and compute-sanitizer around
`schedules run`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

# What `schedules run` prints after a kernel.
RAN = "the kernel ran"
# Seconds until `schedules run` ends itself, and with it the tool.
TIMEOUT_S = 300


def launch_command(reference: str, shape: str, times: int = 1) -> list[str]:
    """The command line that launches a rung's kernel at a shape, 'M,N,K'."""
    own = [reference, "--shape", shape, "--times", str(times), "--timeout", str(TIMEOUT_S)]
    return [sys.executable, "-m", "schedules", "run", *own]


def watch(line: Sequence[str]) -> tuple[int, str]:
    """A tool's exit status, and its output together with that of the program that it watches."""
    path = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        line,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, path))},
        check=False,
    )
    return done.returncode, done.stdout


def last_line(text: str) -> str:
    """The last non-empty line, without a tool's prefix."""
    lines = [line.strip("= ").strip() for line in text.splitlines()]
    return next((line for line in reversed(lines) if line), "nothing was printed")
