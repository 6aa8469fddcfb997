"""The input arrays of a kernel in a file, and what depends on their exact values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gpusim.errors import UserError, nearest

from ..core.arrays import as_float64, is_exact
from .input_values import default_array, input_array
from .launch_arguments import Argument
from .own_values import Own, arrays_of

# Random changes of the inputs that `sensitivity` tries.
_DRAWS = 6


def default_inputs(buffers: Mapping[str, Argument], own: Own) -> list[str]:
    """The inputs that neither FILE.toml nor `own` describes."""
    if own.inputs is not None and not isinstance(own.inputs, Mapping):
        return []
    described = own.inputs or {}
    return [
        name
        for name, argument in buffers.items()
        if argument.role != "out" and argument.given is None and name not in described
    ]


def input_arrays(
    buffers: Mapping[str, Argument],
    own: Own,
    kind: str,
    folder: Path,
    seed: int = 0,
    ranges: Mapping[str, tuple[int, int]] | None = None,
) -> dict[str, np.ndarray]:
    """All arrays by name: inputs as described, or defaults of a kind (`core.problem`) within
    `ranges`, and zeros for arrays that are only written.

    Paths are relative to `folder`. Raises UserError for an unknown name and like `input_array`.
    """
    rng = np.random.default_rng(seed)
    read = {name: argument for name, argument in buffers.items() if argument.role != "out"}
    described = {}
    if isinstance(own.inputs, Mapping):
        if unknown := set(own.inputs) - set(read):
            raise nearest("input", min(unknown), list(read))
        described = own.inputs
    elif own.inputs is not None:
        shapes = [tuple(argument.shape or ()) for argument in read.values()]
        described = dict(zip(read, arrays_of("inputs", own.inputs, shapes, rng), strict=True))
    made = {}
    for name, argument in buffers.items():
        shape, dtype = tuple(argument.shape or ()), str(argument.dtype)
        given = described.get(name, argument.given)
        if argument.role == "out":
            made[name] = np.zeros(shape, dtype)
        elif given is not None:
            made[name] = input_array(name, given, shape, dtype, rng, folder)
        else:
            made[name] = default_array(rng, shape, dtype, kind, (ranges or {}).get(name))
    return made


def sensitivity(
    reference: Callable[[Sequence[Any]], list[np.ndarray]], given: Sequence[Any], relative: float
) -> list[np.ndarray] | None:
    """How much each reference value changes with inputs that are relatively wrong by `relative`;
    None if the reference does not take them in float64.

    All elements grow, or all shrink, or each one does either, at random, _DRAWS times.
    """
    rng = np.random.default_rng(0)
    most: list[np.ndarray] | None = None
    right = reference(given)
    random = [[_signs(rng, value) for value in given] for _ in range(_DRAWS)]
    for signs in ([1.0] * len(given), [-1.0] * len(given), *random):
        changed = [
            as_float64(value) * (1 + relative * sign) if _is_float(value) else value
            for value, sign in zip(given, signs, strict=True)
        ]
        try:
            moved = reference(changed)
        except UserError:
            return None
        pairs = zip(moved, right, strict=True)
        change = [np.nan_to_num(abs(as_float64(a) - as_float64(b)), posinf=0.0) for a, b in pairs]
        most = change if most is None else list(map(np.maximum, most, change))
    return most


def _is_float(value: Any) -> bool:
    is_array = isinstance(value, np.ndarray) and not value.dtype.names
    return is_array and not is_exact(str(value.dtype))


def _signs(rng: np.random.Generator, value: Any) -> Any:
    return rng.choice([-1.0, 1.0], value.shape) if _is_float(value) else 1.0
