"""Comparison of outputs with the reference, for NumPy arrays and torch tensors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.problem import Problem, as_float64


@dataclass(frozen=True)
class Difference:
    """The difference between outputs and their reference.

    `error` is the largest |difference| as a fraction of the tolerance, infinite if `message` says
    what is wrong; `relative_error` is the norm of the difference over the norm of the reference.
    """

    error: float
    relative_error: float
    message: str = ""


def difference(got: Sequence[Any], problem: Problem, *, norms: bool = True) -> Difference:
    """Compare all outputs with their references; the message is for the first wrong output.

    Without `norms`, which take as long as the comparison, the relative error stays 0.
    """
    worst = relative = 0.0
    for output, right, tolerance in zip(got, problem.outputs, problem.tolerances, strict=True):
        error, message = compare(output, right, tolerance)
        worst = max(worst, error)
        if norms and tuple(output.shape) == tuple(right.shape):
            relative = max(relative, norm_of_difference(output, right))
        if message:
            return Difference(worst, relative, message)
    return Difference(worst, relative)


def compare(
    got: np.ndarray, expected: np.ndarray, tolerance: np.ndarray | float
) -> tuple[float, str]:
    """Worst error as a fraction of the tolerance, and what is wrong ('' if nothing is).

    Accepts NumPy arrays and torch tensors.

    `expected` is float64, or has an integer output's dtype. A tolerance of 0 requires equality with
    `expected` rounded to the output's dtype.
    """
    if tuple(got.shape) != tuple(expected.shape):
        return np.inf, f"shape {tuple(got.shape)}, expected {tuple(expected.shape)}"
    if (np.isscalar(tolerance) or isinstance(tolerance, np.ndarray)) and not np.any(tolerance):
        expected = (
            expected.astype(got.dtype) if hasattr(expected, "astype") else expected.to(got.dtype)
        )
    difference = abs(as_float64(got) - as_float64(expected))
    if got.dtype == expected.dtype:
        # Beyond 2^53 different integers may have the same float64.
        difference = difference + ((difference == 0) & (got != expected))
    # Comparisons with NaN are false, so test for right elements, not for wrong ones.
    right = difference <= tolerance
    if bool(right.all()):
        share = difference / (tolerance + (tolerance == 0))
        return float(share.max()), ""
    wrong = np.asarray((~right).cpu() if hasattr(right, "cpu") else ~right)
    first = np.unravel_index(int(np.argmax(wrong)), wrong.shape)
    return np.inf, (
        f"{wrong.sum()} of {wrong.size} elements wrong, first at {list(map(int, first))}: "
        f"{got[first]} instead of {expected[first]}"
    )


def within(
    judged: np.ndarray, got: np.ndarray, expected: np.ndarray, tolerance: np.ndarray | float
) -> tuple[float, str]:
    """As `compare`, for the elements that a mask selects."""
    some = (np.where(judged, array, array.dtype.type(0)) for array in (got, expected))
    return compare(*some, np.where(judged, tolerance, 0.0))


def norm_of_difference(got: Any, right: Any) -> float:
    """Frobenius norm of got - right over that of right."""

    def norm(array: Any) -> float:
        return float(array.norm() if hasattr(array, "norm") else np.linalg.norm(array.ravel()))

    return norm(as_float64(got) - as_float64(right)) / (norm(as_float64(right)) or 1.0)
