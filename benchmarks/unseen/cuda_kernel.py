"""A CUDA file with its launch at given extents, to be simulated, predicted and timed.

`CudaKernel` has those members of `schedules.core.kernel.Kernel` that this program uses.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from gpusim.launch import Module
from gpusim.timing.prediction import Prediction
from schedules.analyses.resources import reported
from schedules.compile.compile_errors import Compiled
from schedules.compile.compiler import Backend, for_reading
from schedules.core.arrays import as_dtype, as_float64
from schedules.core.cuda_driver import Gpu
from schedules.core.gpu import cuda
from schedules.measure.baselines import Baseline
from schedules.sources.kernel_files import FileKernel
from schedules.sources.own_values import Own

Extents = tuple[int, ...]
# Takes a generator, the shape and the dtype.
Make = Callable[[np.random.Generator, Extents, str], np.ndarray]
FOLDER = Path(__file__).parent / "kernels"


@dataclass(frozen=True)
class Array:
    """An array parameter; inputs are uniform in [low, high), or what `make` returns.

    A prediction also uses what `make` returns, not [low, high).
    """

    shape: Extents
    dtype: str = "float32"
    low: float = -1
    high: float = 1
    make: Make | None = None

    @property
    def nbytes(self) -> int:
        return math.prod(self.shape) * np.dtype(self.dtype).itemsize

    def values(self, rng: np.random.Generator) -> np.ndarray:
        if self.make:
            return self.make(rng, self.shape, self.dtype)
        if np.dtype(self.dtype).kind == "i":
            return rng.integers(int(self.low), int(self.high), self.shape, self.dtype)
        return as_dtype(rng.uniform(self.low, self.high, self.shape), self.dtype)


@dataclass(frozen=True)
class Launch:
    """One launch: parameters are the inputs, the outputs, then int32 `numbers`.

    `reference` takes the inputs as NumPy arrays and returns the outputs. `tolerance` is rtol and
    atol; 0 requires equality.
    """

    grid: Extents
    block: Extents
    outputs: Mapping[str, Array]
    reference: Callable[..., Any]
    inputs: Mapping[str, Array] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    tolerance: float = 0.0

    @property
    def arrays(self) -> dict[str, Array]:
        return {**self.inputs, **self.outputs}

    def described(self) -> dict[str, Any]:
        """The launch as FILE.toml has it (docs/files.md)."""
        arguments = [
            {
                "name": name,
                "dtype": array.dtype,
                "shape": list(array.shape),
                "role": "in" if name in self.inputs else "out",
            }
            for name, array in self.arrays.items()
        ]
        arguments += [
            {"name": name, "dtype": "int32", "value": value} for name, value in self.numbers.items()
        ]
        return {"grid": list(self.grid), "block": list(self.block), "arguments": arguments}


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

    def kernel(self, extents: Extents) -> CudaKernel:
        return CudaKernel(self.name, self.path, self.launch(*extents))


class CudaKernel:
    """The kernel in a file at given extents.

    Members that need machine code raise UserError if the file does not compile.
    """

    # Of a workload: inputs and reference are NumPy arrays, and results depend on summation order.
    on_host, exact = True, False

    def __init__(self, name: str, path: Path, launch: Launch) -> None:
        self.name, self.launch = name, launch
        made = {name: array.make for name, array in launch.inputs.items() if array.make}
        self._file = FileKernel.load(str(path), launch.described(), Own(inputs=made or None))

    # --- the workload -----------------------------------------------------------------------------

    @property
    def workload(self) -> CudaKernel:
        return self

    @property
    def bytes(self) -> int:
        return sum(array.nbytes for array in self.launch.arrays.values())

    def inputs(self, rng: np.random.Generator, *, integer: bool = False) -> list[np.ndarray]:
        return [array.values(rng) for array in self.launch.inputs.values()]

    def outputs(self) -> list[tuple[Extents, str]]:
        return [(array.shape, array.dtype) for array in self.launch.outputs.values()]

    def reference(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        made = self.launch.reference(*inputs)
        return [as_float64(array) for array in (made if isinstance(made, tuple) else (made,))]

    def tolerance(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        return [self.launch.tolerance * (1 + abs(expected)) for expected in self.reference(inputs)]

    # --- machine code -----------------------------------------------------------------------------

    @property
    def compiler(self) -> Backend:
        return for_reading(self._file.path)

    @property
    def machine(self) -> Compiled:
        """PTX, cubin and the compiler's report."""
        return self._file.compiled

    @cached_property
    def used(self) -> dict[str, int]:
        """Registers, static shared memory and so on, as ptxas reports them."""
        return reported(self.machine.log)[self._file.image.name]

    @property
    def module(self) -> Module:
        """The launch for the simulator; raises UserError if it does not fit the kernel."""
        return self._file.module

    def predict(self, chip: str) -> Prediction:
        """As `Kernel.predict`."""
        return self._file.predict(chip)

    def facts(self) -> dict[str, Any]:
        """Compiler, launch and resources, as in `schedules.measure.gpu.facts`."""
        return {
            "compiler": self.compiler.version,
            "grid": [list(self.launch.grid)],
            "block": [list(self.launch.block)],
            "registers": self.used["registers"],
            "stack_bytes": self.used["stack"],
            "shared_bytes": self.used["static_shared"],
        }

    def launcher(self) -> Baseline:
        """The kernel as a function of torch tensors, on torch's current stream."""
        torch, dims = cuda(), self._file.launch.in_order[0].dims
        function = Gpu().function(self.machine.cubin, self._file.image.name)
        numbers = [np.int32(value) for value in self.launch.numbers.values()]

        def run(inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
            pointers = [np.uint64(tensor.data_ptr()) for tensor in (*inputs, *outputs)]
            stream = torch.cuda.current_stream().cuda_stream
            function.launch(*dims, (*pointers, *numbers), stream=stream)

        return run
