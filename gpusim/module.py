"""The launches of a compiled module: each kernel's code, launch configuration and arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from .isa.cubin import Cubin
from .launch import Call
from .state.heap import HEAP, HEAP_BYTES
from .state.memory import Global

# Name of the module's scalar variables in findings, and their size in bytes.
VARIABLES = "module variables"
_SCALAR = 8
# Name of the array that a cooperative launch's grid barrier uses.
GRID_WORKSPACE = "grid workspace"


@dataclass(frozen=True)
class Buffer:
    """A buffer in global memory; `workspace` if the host allocates it for its kernels."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    workspace: bool = False


@dataclass(frozen=True)
class Module:
    """All launches, in order.

    Arrays are in the order of `buffers`, which tensor maps index, followed by the module's
    `variables`.
    """

    buffers: tuple[Buffer, ...]
    calls: tuple[Call, ...]
    variables: Mapping[str, np.ndarray]

    def arrays(self) -> dict[str, np.ndarray]:
        """Placeholders of the buffers, and the variables, by name."""
        return stand_ins(self.buffers) | self.variables


def stand_ins(buffers: Iterable[Buffer]) -> dict[str, np.ndarray]:
    """Read-only arrays of zeros that occupy no memory, by buffer name."""
    return {
        buffer.name: np.broadcast_to(np.zeros((), buffer.dtype), buffer.shape) for buffer in buffers
    }


def with_variables(
    cubin: Cubin, arrays: Mapping[str, np.ndarray]
) -> tuple[Cubin, dict[str, np.ndarray]]:
    """Load the cubin with its variables behind `arrays`; returns it and the variables by name.

    A variable of more than 8 bytes is an array of its own, so an overrun does not reach another.
    A module that calls malloc has a heap behind its variables.
    """
    if not cubin.memory and not cubin.pointers:
        return cubin, {}
    allocates = any(pointer.function == "malloc" for pointer in cubin.pointers)
    parts = {
        f"__device__ {variable.name}": (variable.offset, variable.offset + variable.size)
        for variable in cubin.variables
        if variable.bank is None and variable.size > _SCALAR
    }
    # All other variables, at their offsets.
    parts[VARIABLES] = 0, len(cubin.memory)
    memory = np.frombuffer(cubin.memory, np.uint8)
    places = [*arrays.items(), *((name, memory[slice(*part)]) for name, part in parts.items())]
    layout = Global(places, held=False)

    def address_of(target: int) -> int:
        number, start = next(
            (number, start)
            for number, (start, end) in enumerate(parts.values())
            if start <= target < end
        )
        return layout.address(len(arrays) + number) + target - start

    loaded = cubin.loaded(address_of)
    memory = np.frombuffer(loaded.memory, np.uint8)
    variables = {name: memory[slice(*part)] for name, part in parts.items()}
    return loaded, variables | ({HEAP: np.zeros(HEAP_BYTES, np.uint8)} if allocates else {})
