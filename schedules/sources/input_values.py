"""What a user defines about values: a reference, inputs and a tolerance (`Own`); the values of an
input array: a range, a distribution, zeros, a .npy file, or a Python function. `run_file` imports
the user's Python file.
"""

from __future__ import annotations

import importlib.util
import linecache
import math
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import wraps
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import ml_dtypes
import numpy as np

from gpusim.errors import UserError, nearest

from ..core.errors import refused
from ..core.problem import (
    NEGATIVE,
    POSITIVE,
    RANDOM,
    SPECIAL,
    as_dtype,
    as_float64,
    is_exact,
    random_array,
)


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


# --- Input values ---------------------------------------------------------------------------------

# Integers so small that sums of products do not overflow their dtype.
SMALL = "small"
_SPECIAL_SHARE = 0.25

Range = tuple[float, float]


def integer_limits(dtype: str) -> tuple[int, int]:
    """The smallest and the largest value of an integer dtype."""
    if dtype == "bool":
        return 0, 1
    limits = ml_dtypes.iinfo(dtype)
    return int(limits.min), int(limits.max)


# Elements drawn at once: the numbers that are drawn are wider than those of small dtypes.
_PART = 1 << 24
Drawing = Callable[..., np.ndarray]


def in_parts(draw: Drawing) -> Drawing:
    """A function of a generator, shape, dtype and more that draws large arrays in parts."""

    @wraps(draw)
    def drawn(
        rng: np.random.Generator, shape: Sequence[int], dtype: str, *more: Any, **named: Any
    ) -> np.ndarray:
        if math.prod(shape) <= _PART:
            return draw(rng, shape, dtype, *more, **named)
        result = np.empty(math.prod(shape), as_dtype(np.zeros(0), dtype).dtype)
        for start in range(0, result.size, _PART):
            part = result[start : start + _PART]
            part[:] = draw(rng, part.shape, dtype, *more, **named)
        return result.reshape(shape)

    return drawn


@in_parts
def uniform(
    rng: np.random.Generator, shape: Sequence[int], dtype: str, limits: Range
) -> np.ndarray:
    """Random values in [low, high] for integers, in [low, high) for floating-point dtypes."""
    low, high = limits
    if not is_exact(dtype):
        return as_dtype(rng.uniform(low, high, size=shape), dtype)
    low, high = int(low), int(high)
    if high >= 2**63:
        return rng.integers(low, high, size=shape, dtype=np.uint64, endpoint=True)
    return as_dtype(rng.integers(low, high, size=shape, endpoint=True), dtype)


@in_parts
def default_array(
    rng: np.random.Generator,
    shape: Sequence[int],
    dtype: str,
    kind: str = RANDOM,
    limits: tuple[int, int] | None = None,
) -> np.ndarray:
    """An input without given values.

    Floating-point values are in (-1, 1), integers over the range of their dtype, or over `limits`.
    NEGATIVE and POSITIVE inputs have one sign; SPECIAL inputs contain zeros, infinities, NaN,
    subnormal numbers and the extremes of the dtype.
    """
    if kind == SMALL and limits is None:
        return random_array(rng, shape, dtype, integer=False, terms=1)
    if is_exact(dtype):
        low, high = limits or integer_limits(dtype)
        if limits is None and low < 0:
            low, high = {NEGATIVE: (low, -1), POSITIVE: (1, high)}.get(kind, (low, high))
        array = uniform(rng, shape, dtype, (low, high))
        special = [value for value in (0, 1, -1) if low <= value <= high] + [low, high]
    else:
        low, high = {NEGATIVE: (-1.0, -0.125), POSITIVE: (0.125, 1.0)}.get(kind, (-1.0, 1.0))
        array = uniform(rng, shape, dtype, (low, high))
        special = special_values(dtype)
    if kind == SPECIAL:
        chosen = rng.random(array.shape) < _SPECIAL_SHARE
        array[chosen] = rng.choice(np.array(special, array.dtype), int(chosen.sum()))
    return array


def special_values(dtype: str) -> list[float]:
    """Zeros, subnormal and the largest numbers, infinities and NaN if the dtype has them."""
    limits = ml_dtypes.finfo(dtype)
    least, most = float(limits.smallest_subnormal), float(limits.max)
    with np.errstate(all="ignore"):
        beyond = np.array([np.inf, -np.inf, np.nan]).astype(dtype).astype(np.float64)
    known = [float(value) for value in beyond if not np.isfinite(value)]
    return [0.0, -0.0, least, -least, most, -most, *known]


DISTRIBUTIONS: dict[str, Callable[[np.random.Generator, tuple[int, ...], str], np.ndarray]] = {
    "zeros": lambda rng, shape, dtype: np.zeros(shape, dtype),
    "normal": lambda rng, shape, dtype: as_dtype(rng.standard_normal(shape), dtype),
    "permutation": lambda rng, shape, dtype: as_dtype(
        rng.permutation(int(np.prod(shape))).reshape(shape), dtype
    ),
}


def input_array(
    name: str,
    given: Any,
    shape: Sequence[int],
    dtype: str,
    rng: np.random.Generator,
    folder: Path = Path(),
) -> np.ndarray:
    """The array that `given` describes; raises UserError, which names the argument.

    `given` is a range (low, high), an array, a list of all elements in C order, a function of
    (rng, shape, dtype), or a text: a name in DISTRIBUTIONS, FILE.npy, or FILE.py:FUNCTION, with
    paths relative to `folder`.
    """
    shape = tuple(shape)
    if isinstance(given, tuple) and len(given) == 2:
        return uniform(rng, shape, dtype, checked_range(name, given, dtype))
    if isinstance(given, str):
        if given in DISTRIBUTIONS:
            return DISTRIBUTIONS[given](rng, shape, dtype)
        given = _from_file(name, given, folder)
    made = callable(given)
    if made:
        try:
            given = given(rng, shape, dtype)
        except (Exception, SystemExit) as error:  # User code may raise anything.
            raise refused(f"inputs of {name}", given, error) from error
    array = np.asarray(given)
    if isinstance(given, list) and array.shape == (math.prod(shape),):
        array = array.reshape(shape)
    if array.dtype.kind == "V" and array.dtype.itemsize == np.dtype(dtype).itemsize:
        # NumPy's files do not name dtypes such as bfloat16.
        array = array.view(dtype)
    if array.dtype.kind in "OUSV" and array.dtype != np.dtype(dtype):
        raise UserError(f"inputs of {name}: {array.dtype} is not a numeric dtype")
    if array.shape not in ((), shape):
        raise UserError(f"inputs of {name} have shape {array.shape} instead of {shape}")
    typed = array if array.dtype == np.dtype(dtype) else as_dtype(array, dtype)
    if made and typed.shape == shape and typed.flags.owndata and typed.flags.writeable:
        # Made for this argument; what is large and mostly zero takes no memory.
        return typed
    return np.broadcast_to(typed, shape).copy()


def checked_range(name: str, limits: Sequence[float], dtype: str) -> Range:
    """Returns the range; raises UserError if the dtype cannot represent it."""
    low, high = limits
    if not low <= high:
        raise UserError(f"range of {name}: {low} is larger than {high}")
    if is_exact(dtype):
        least, most = integer_limits(dtype)
        if int(low) != low or int(high) != high or low < least or high > most:
            raise UserError(f"range of {name}: {dtype} holds integers from {least} to {most}")
    return low, high


def _from_file(name: str, text: str, folder: Path) -> Any:
    """The array of FILE.npy, or the function of FILE.py:FUNCTION."""
    path, _, function = text.partition(":")
    file = folder / path
    if file.suffix == ".npy":
        try:
            return np.load(file, allow_pickle=False)
        except (OSError, ValueError) as error:
            raise UserError(f"inputs of {name}: {file}: {error}") from None
    if file.suffix == ".py" and function:
        function_found = getattr(run_file(file), function, None)
        if not callable(function_found):
            raise UserError(f"inputs of {name}: {file} has no function {function!r}")
        return function_found
    raise nearest(f"values of {name}", text, [*DISTRIBUTIONS, "FILE.npy", "FILE.py:FUNCTION"])


# --- a user's Python file -------------------------------------------------------------------------


class _AsItIs(SourceFileLoader):
    """Compiles a file, or the `text` that stands for it, at every import.

    Python identifies cached byte code by a time in seconds and a size, and editing a number may
    change neither.
    """

    text: str | None = None

    def get_code(self, fullname: str) -> CodeType:
        data = self.get_data(self.path) if self.text is None else self.text.encode()
        return self.source_to_code(data, self.path)


def run_file(
    file: Path,
    around: Callable[[], AbstractContextManager[None]] = nullcontext,
    text: str | None = None,
) -> ModuleType:
    """Import a file by path, with its own folder importable, within the context `around`; `text`
    is run in place of what is in the file."""
    if not file.is_file():
        raise UserError(f"no such file: {file}")
    name = f"user_{file.stem}"
    loader = _AsItIs(name, str(file.absolute())) if file.suffix == ".py" else None
    if loader:
        loader.text = text
    spec = importlib.util.spec_from_file_location(name, file, loader=loader)
    if spec is None or spec.loader is None:
        raise UserError(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(file.resolve().parent))
    try:
        with around():
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # User code may raise anything.
        # Python makes a relative path absolute.
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == spec.origin]
        line = frames[-1].lineno if frames else getattr(error, "lineno", None)
        where = f"{file}:{line}" if line else str(file)
        source = linecache.getline(str(file), line).strip() if line else ""
        raise UserError(
            f"{where} cannot be imported: {type(error).__name__}: {error}"
            + (f" in `{source}`" if source else "")
        ) from error
    finally:
        sys.path.remove(str(file.resolve().parent))
    return module
