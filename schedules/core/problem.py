"""`Problem`: inputs, the outputs that they must give, and tolerances; arrays of a dtype."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

if TYPE_CHECKING:
    from ..workloads import Workload

# Kinds of inputs: uniform values; small integers whose results are exact in every dtype; of one
# sign; NaN, infinities and extremes.
RANDOM, INTEGER = "random", "integer"
NEGATIVE, POSITIVE, SPECIAL = "negative", "positive", "special"


@dataclass(frozen=True)
class Problem:
    """Inputs of one kind, reference outputs, and tolerances (0: equal after rounding).

    All are NumPy arrays or torch tensors in the order of the parameters. Reference outputs are
    float64; those of integers may have their own dtype. Without a reference, a kernel in a file
    has no `outputs`; for a schedule any value is within the tolerance, and `compared` is False.

    Of a kernel in a file, `tolerances` are None for the rounding errors of what it executes.
    `sensitivity` tells how much each output changes with inputs that are relatively wrong by a
    number. `source` says what is allowed, and why. With `specials`, NaN in both outputs and the
    same infinity in the output's dtype are equal.
    """

    inputs: list[Any]
    outputs: list[Any]
    tolerances: list[Any] | None
    kind: str = RANDOM
    compared: bool = True
    specials: bool = False
    source: str = ""
    sensitivity: Callable[[float], list[Any] | None] | None = None

    @classmethod
    def of(cls, workload: Workload, rng: Any, kind: str = RANDOM) -> Problem:
        """A workload's problem: within rounding for random inputs, exact for integer ones."""
        inputs = workload.inputs(rng, integer=kind == INTEGER)
        outputs = workload.reference(inputs)
        tolerances = workload.tolerance(inputs) if kind == RANDOM else [0] * len(outputs)
        return cls(inputs, outputs, tolerances, kind, workload.compared)


# --- arrays of a dtype: NumPy arrays and torch tensors, rounding, random values -------------------


def is_exact(dtype: str) -> bool:
    """Whether arithmetic in a dtype is exact: integers and bool."""
    return "int" in dtype or dtype == "bool"


def unit_roundoff(dtype: str) -> float:
    """Largest relative error of rounding to `dtype`; 0 for integers and bool."""
    return 0.0 if is_exact(dtype) else float(ml_dtypes.finfo(dtype).eps) / 2


def rounding_bound(size: np.ndarray, dtype: str) -> np.ndarray:
    """A bound on the error of rounding values of at most `size` to `dtype`, subnormals included."""
    least = 0.0 if "int" in dtype else float(ml_dtypes.finfo(dtype).smallest_subnormal) / 2
    return unit_roundoff(dtype) * size + least


def as_float64(array: Any) -> Any:
    """A NumPy array or a torch tensor in float64; formulas over the result hold for both."""
    return array.double() if hasattr(array, "double") else np.asarray(array, dtype="float64")


def as_dtype(array: Any, dtype: str) -> Any:
    """A NumPy array or a torch tensor in another dtype, by NumPy's name."""
    if hasattr(array, "astype"):
        return array.astype(dtype)
    return array.to(getattr(sys.modules["torch"], dtype))


def smallest_step(dtype: str) -> float:
    """Distance between neighbouring numbers below the smallest normal one."""
    return float(ml_dtypes.finfo(dtype).smallest_subnormal)


def random_array(
    rng: np.random.Generator, shape: Sequence[int], dtype: str, *, integer: bool, terms: int
) -> np.ndarray:
    """Values in (-1, 1), or integers so small that a dot product of `terms` terms is exact in
    float16 and wider; then any order of summation gives the same bits."""
    if dtype == "bool":
        return as_dtype(rng.integers(0, 2, size=shape), dtype)
    if integer or "int" in dtype:
        # float16 holds every integer to 2048; in -1..1 a sum of K products stays below K.
        top = 3 if terms * 9 <= 2048 else 1
        return as_dtype(rng.integers(-top, top + 1, size=shape), dtype)
    return as_dtype(rng.uniform(-1.0, 1.0, size=shape), dtype)
