"""A float32 matmul by NumPy with a number of threads, timed in a separate process.

NumPy's BLAS reads its number of threads from the environment when it is loaded, so each number
needs a process.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from ..processes.worker import Worker

THREAD_VARIABLES = (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)


class NumpyMatmul:
    """The work: matmuls of a shape M,N,K, or N,K for a matrix times a vector."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape
        self.run: Callable[[], object] | None = None

    def warm(self) -> None:
        """Create the inputs."""
        import numpy as np

        m, *columns, k = self.shape
        rng = np.random.default_rng(0)
        a, b = (rng.uniform(-1, 1, one).astype("float32") for one in ((m, k), (k, *columns)))
        c = np.empty((m, *columns), "float32")
        self.run = lambda: np.matmul(a, b, out=c)

    def __call__(self, runs: int) -> float:
        """Wall-clock seconds of `runs` matmuls, one after the other."""
        assert self.run is not None
        start = time.perf_counter()
        for _ in range(runs):
            self.run()
        return time.perf_counter() - start


def numpy_worker(shape: tuple[int, ...], threads: int) -> Worker:
    """A worker that runs matmuls with a number of threads; `do(n)` is the seconds of n of them."""
    work = NumpyMatmul(shape)
    environment = dict.fromkeys(THREAD_VARIABLES, str(threads))
    return Worker(work, name="NumPy", warm=work.warm, environment=environment)
