"""The input arrays of a kernel in a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from gpusim.errors import nearest

from .input_values import default_array, input_array
from .launch_arguments import Argument
from .own_values import Own, arrays_of


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
    """All arrays by name: inputs as described, or defaults of a kind (`input_values.KINDS`) within
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
