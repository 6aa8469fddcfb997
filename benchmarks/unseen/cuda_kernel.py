"""A CUDA file with its launch at given extents, to be simulated, predicted and timed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from schedules.core.problem import as_dtype, as_float64
from schedules.sources.input_values import Own
from schedules.sources.kernel_files import FileKernel

Extents = tuple[int, ...]
FOLDER = Path(__file__).parent / "kernels"


@dataclass(frozen=True)
class Array:
    """An array parameter; inputs are uniform in [low, high)."""

    shape: Extents
    dtype: str = "float32"
    low: float = -1
    high: float = 1

    def values(self, rng: np.random.Generator) -> np.ndarray:
        if np.dtype(self.dtype).kind == "i":
            return rng.integers(int(self.low), int(self.high), self.shape, self.dtype)
        return as_dtype(rng.uniform(self.low, self.high, self.shape), self.dtype)


@dataclass(frozen=True)
class Launch:
    """One launch: parameters are the inputs, the outputs, then int32 `numbers`.

    `reference` takes the inputs as NumPy arrays and returns the output. `tolerance` is rtol and
    atol; 0 requires equality.
    """

    grid: Extents
    block: Extents
    outputs: Mapping[str, Array]
    reference: Callable[..., Any]
    inputs: Mapping[str, Array] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    tolerance: float = 0.0

    def described(self) -> dict[str, Any]:
        """The launch as FILE.toml has it (docs/files.md)."""
        roles = (("in", self.inputs), ("out", self.outputs))
        arguments: list[dict[str, Any]] = [
            {"name": name, "dtype": array.dtype, "shape": list(array.shape), "role": role}
            for role, arrays in roles
            for name, array in arrays.items()
        ]
        arguments += [
            {"name": name, "dtype": "int32", "value": value} for name, value in self.numbers.items()
        ]
        return {"grid": list(self.grid), "block": list(self.block), "arguments": arguments}

    def own(self) -> Own:
        """What the kernel is compared with. The reference gets the initial values of all
        arguments."""

        def reference(*arguments: Any) -> np.ndarray:
            return np.asarray(self.reference(*arguments[: len(self.inputs)]))

        def inputs(rng: np.random.Generator) -> list[np.ndarray]:
            return [array.values(rng) for array in self.inputs.values()]

        def tolerance(*arguments: Any) -> np.ndarray:
            return self.tolerance * (1 + abs(as_float64(reference(*arguments))))

        return Own(reference, inputs, tolerance)


@dataclass(frozen=True)
class CudaFile:
    """A file in `kernels`, named after `launch`, which takes the extents and returns the launch.

    It is verified at the extents `counted` and timed at `timed`.
    """

    kind: str
    name: str
    launch: Callable[..., Launch]
    counted: Extents
    timed: Extents

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.launch.__name__}.cu"

    def kernel(self, extents: Extents) -> FileKernel:
        """The kernel at given extents, on the inputs that any kernel in a file gets."""
        return FileKernel.load(str(self.path), self.launch(*extents).described())

    def checked(self) -> FileKernel:
        """The kernel at its small extents, with a reference."""
        launch = self.launch(*self.counted)
        return FileKernel.load(str(self.path), launch.described(), launch.own())
