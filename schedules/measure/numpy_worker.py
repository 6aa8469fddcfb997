"""A float32 matmul by NumPy in a separate process, timed on request.

`python -m schedules.measure.numpy_worker M,N,K`, or N,K for a matrix times a vector: each line on
standard input is a number of runs, answered by the seconds that they took together. NumPy's BLAS
reads its number of threads from the environment when it is loaded, so each number needs a process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

THREAD_VARIABLES = (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)


class NumpyProduct:
    """A running worker; `seconds(n)` is the time of n matmuls. Close it, or use it in a `with`."""

    def __init__(self, shape: tuple[int, ...], threads: int) -> None:
        environment = os.environ | dict.fromkeys(THREAD_VARIABLES, str(threads))
        environment["PYTHONPATH"] = os.pathsep.join(
            filter(None, [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
        )
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, ",".join(map(str, shape))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def seconds(self, runs: int) -> float:
        """Wall-clock seconds of `runs` matmuls, one after the other."""
        self._process.stdin.write(f"{runs}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def close(self) -> None:
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(timeout=60)

    def __enter__(self) -> NumpyProduct:
        return self

    def __exit__(self, *_) -> None:
        self.close()


def main(shape: str) -> None:
    """The worker process."""
    import numpy as np

    m, *columns, k = map(int, shape.split(","))
    rng = np.random.default_rng(0)
    a, b = (rng.uniform(-1, 1, one).astype("float32") for one in ((m, k), (k, *columns)))
    c = np.empty((m, *columns), "float32")
    for line in sys.stdin:
        start = time.perf_counter()
        for _ in range(int(line)):
            np.matmul(a, b, out=c)
        print(time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
