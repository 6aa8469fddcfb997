"""A matmul by NumPy in a separate process, timed on request.

`python -m schedules.measure.numpy_worker M,N,K float32`, or N,K for a matrix times a vector: each
line on standard input is a number of runs, answered by the seconds that they took together. int8 is
multiplied with int32 accumulators. NumPy's BLAS reads its number of threads from the environment
when it is loaded, so each number needs a process.
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

    def __init__(self, shape: tuple[int, ...], threads: int, dtype: str = "float32") -> None:
        environment = os.environ | dict.fromkeys(THREAD_VARIABLES, str(threads))
        environment["PYTHONPATH"] = os.pathsep.join(
            filter(None, [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
        )
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, ",".join(map(str, shape)), dtype],
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


def main(shape: str, dtype: str) -> None:
    """The worker process."""
    import numpy as np

    m, *columns, k = map(int, shape.split(","))
    rng = np.random.default_rng(0)
    a, b = (matrix(rng, one, dtype) for one in ((m, k), (k, *columns)))
    c = np.empty((m, *columns), "float32" if dtype == "float32" else "int32")
    # For integers, which BLAS does not support, einsum was 2.5 times as fast as matmul.
    subscripts = "ik,kj->ij" if columns else "ik,k->i"

    def product() -> None:
        if dtype == "float32":
            np.matmul(a, b, out=c)
        else:
            np.einsum(subscripts, a, b, out=c, dtype=c.dtype, casting="safe")

    for line in sys.stdin:
        start = time.perf_counter()
        for _ in range(int(line)):
            product()
        print(time.perf_counter() - start, flush=True)


def matrix(rng, shape: tuple[int, ...], dtype: str):
    """Random values of a dtype, int8 over its whole range."""
    if dtype == "float32":
        return rng.uniform(-1, 1, shape).astype(dtype)
    return rng.integers(-128, 128, shape, dtype=dtype)


if __name__ == "__main__":
    main(*sys.argv[1:])
