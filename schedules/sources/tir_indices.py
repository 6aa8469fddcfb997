"""Integer inputs of a TIR function: which of them are indices, and their test values."""

from __future__ import annotations

import math
from collections.abc import Sequence

import tvm
from tvm import tirx

from ..lowering.nodes import nodes
from .input_values import integer_limits

Limits = tuple[int, int]


def index_extents(func: tirx.PrimFunc) -> dict[str, int]:
    """The smallest extent that values of a buffer index, by the buffer's name."""
    extents: dict[str, int] = {}
    accesses = [(load.source, load.indices) for load in nodes(tvm.ir.TensorLoad, func.body)]
    accesses += [(store.buffer, store.indices) for store in nodes(tirx.BufferStore, func.body)]
    for buffer, indices in accesses:
        for index, extent in zip(indices, buffer.shape, strict=True):
            for load in nodes(tvm.ir.TensorLoad, index):
                name = str(load.source.name)
                size = int(extent) if isinstance(extent, int | tirx.IntImm) else 1
                extents[name] = min(size, extents.get(name, size))
    return extents


def integer_ranges(
    func: tirx.PrimFunc, params: Sequence[tuple[str, str]], terms: int
) -> dict[str, Limits]:
    """Value ranges for the integer parameters, given as (name, dtype), to test with.

    Indices stay within what they index. Others cover their dtype, except that a sum of `terms`
    products must fit 32 bits. There are none if a parameter has a floating-point dtype of less than
    32 bits, which a sum of integers would overflow.
    """
    extents = index_extents(func)
    narrow = any(
        "float" in dtype and "32" not in dtype and "64" not in dtype for _, dtype in params
    )
    most = math.isqrt(2**31 // max(1, terms)) - 1
    ranges = {}
    for name, dtype in params:
        if "int" not in dtype:
            continue
        if name in extents:
            ranges[name] = 0, min(extents[name] - 1, integer_limits(dtype)[1])
        elif not narrow:
            low, high = integer_limits(dtype)
            small = high < 2**16
            ranges[name] = (low, high) if small else (max(low, -most), min(high, most))
    return ranges
