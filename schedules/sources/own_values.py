"""`Own`: a reference, inputs and a tolerance that a user defines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from gpusim.errors import UserError

from ..core.arrays import as_float64
from ..core.errors import refused


@dataclass(frozen=True)
class Own:
    """What a file defines in addition to the computation; None for the rest.

    `reference(*inputs)` gives the outputs. `inputs(rng)` gives the inputs (rng: a NumPy generator),
    or a mapping describes some of them by name (`input_values.input_array`). `tolerance(*inputs)`
    gives the allowed error of each element of each output: NumPy arrays, or numbers.
    """

    reference: Callable[..., Any] | None = None
    inputs: Callable[..., Any] | Mapping[str, Any] | None = None
    tolerance: Callable[..., Any] | None = None

    @classmethod
    def of(cls, reference: Any, inputs: Any, tolerance: Any) -> Own:
        """Converts arrays and numbers to functions that return them."""

        def function(given: Any) -> Callable[..., Any] | None:
            return given if given is None or callable(given) else lambda *_: given

        made = inputs if isinstance(inputs, Mapping) else function(inputs)
        return cls(reference, made, function(tolerance))


def arrays_of(
    name: str,
    function: Callable[..., Any],
    shapes: Sequence[tuple[int, ...]],
    *arguments,
    dtypes: Sequence[str] = (),
) -> list[np.ndarray]:
    """The arrays that a user's function returns, one of each shape, as float64.

    For integer `dtypes`, integers get that dtype and wrap around as in C. Raises UserError if the
    function fails or returns anything else; a tolerance must not be negative.
    """
    try:
        given = function(*arguments)
    except (Exception, SystemExit) as error:  # User code may raise anything.
        raise refused(name, function, error) from error
    given = list(given) if isinstance(given, list | tuple) else [given]
    if len(given) != len(shapes):
        raise UserError(f"`{name}` gives {len(given)} arrays for {len(shapes)}")
    arrays = []
    for array, shape, dtype in zip(given, shapes, dtypes or [""] * len(shapes), strict=True):
        try:
            numbers = wrapped(np.asarray(array), dtype)
        except (TypeError, ValueError):
            raise UserError(f"`{name}` gives {type(array).__name__} instead of numbers") from None
        if numbers.shape not in ((), shape):
            raise UserError(f"`{name}` gives shape {numbers.shape} for {shape}")
        if name == "tolerance" and not (numbers >= 0).all():
            raise UserError("`tolerance` gives a negative number or NaN")
        arrays.append(np.broadcast_to(numbers, shape))
    return arrays


def exactly(array: np.ndarray) -> np.ndarray:
    """An array of integers unchanged, any other in float64."""
    return array if array.dtype.kind in "iu" else as_float64(array)


def wrapped(array: np.ndarray, dtype: str) -> np.ndarray:
    """An array in float64, or integers in their dtype.

    Exact values beyond an integer dtype wrap around.
    """
    if "int" not in dtype:
        return as_float64(array)
    if array.dtype.kind in "iu":
        return exactly(array.astype(dtype))
    numbers = as_float64(array)
    limits = ml_dtypes.iinfo(dtype)
    if np.abs(numbers).max(initial=0) > 2**53:
        return numbers
    return np.mod(numbers - float(limits.min), 2.0**limits.bits) + float(limits.min)
