"""Constant banks of a launch; bank 0 holds launch dimensions, windows and parameters.

Also the bounds of arrays in shared and constant memory, if there are gaps between them.
"""

from __future__ import annotations

import math

import numpy as np

from ..isa.architectures import ClusterLayout
from ..launch import TENSOR_MAP_BYTES, Call, Setup, TensorMap
from .memory import (
    CONSTANT_WINDOW,
    LOCAL_WINDOW,
    MAP_WINDOW,
    PARAMETER_WINDOW,
    SHARED_WINDOW,
    STACK_TOP,
    Global,
    Region,
    Regions,
)

# Shared memory before a block's own that cooperative groups of several warps may use (their
# header says 288 bytes).
RESERVED_BYTES = 288


def constant_banks(
    setup: Setup, memory: Global
) -> tuple[dict[int, np.ndarray], dict[int, TensorMap]]:
    """Bytes of each bank, and the tensor maps among the parameters by generic address."""
    layout = setup.image.architecture
    ends = (offset + len(value) for offset, value in setup.parameters if isinstance(value, bytes))
    bank = np.zeros(-(-max(setup.image.parameter_base, *ends, 0) // 16) * 16, np.uint8)
    words, longs = bank.view(np.uint32), bank.view(np.uint64)
    for axis in range(3):
        words[layout.block // 4 + axis] = setup.call.block[axis]
        words[layout.grid // 4 + axis] = setup.call.grid[axis]
    words[layout.stack // 4] = STACK_TOP
    if layout.dynamic is not None:
        words[layout.dynamic // 4] = setup.call.dynamic_shared
    longs[layout.local_window // 8] = LOCAL_WINDOW
    if layout.shared_window is not None:
        longs[layout.shared_window // 8] = SHARED_WINDOW
    longs[layout.constant_window // 8] = CONSTANT_WINDOW
    if layout.clusters is not None:
        _put_cluster(setup, bank, layout.clusters)
    if layout.parameter_address is not None:
        longs[layout.parameter_address // 8] = PARAMETER_WINDOW
    if layout.multiprocessors is not None:
        words[layout.multiprocessors // 4] = layout.chip.multiprocessors
    if layout.reserved is not None:
        words[layout.reserved // 4] = layout.shared_base - RESERVED_BYTES
    if layout.workspace is not None:
        # Two words, the upper one first.
        words[layout.workspace // 4] = setup.workspace >> 32
        words[layout.workspace // 4 + 1] = setup.workspace & 0xFFFFFFFF
    maps = {}
    for offset, value in setup.parameters:
        if isinstance(value, TensorMap):
            maps[PARAMETER_WINDOW + offset - setup.image.parameter_base] = value
        elif isinstance(value, bytes):
            bank[offset : offset + len(value)] = np.frombuffer(value, np.uint8)
        elif value[0] == "map":
            # A pointer to a tensor map; no kernel reads its bytes.
            longs[offset // 8] = MAP_WINDOW + TENSOR_MAP_BYTES * len(maps)
            maps[int(longs[offset // 8])] = value[1]
        else:
            longs[offset // 8] = memory.address(value[1])
    others = {
        number: np.frombuffer(data.ljust(-(-len(data) // 4) * 4, b"\0"), np.uint8).copy()
        for number, data in setup.image.constants.items()
    }
    return {0: bank, **others}, maps


def separate_arrays(setup: Setup) -> dict[int | None, Regions]:
    """Arrays with gaps between them, in order of address, by constant bank; under None those of
    shared memory."""
    banks = {variable.bank for variable in setup.image.separate}
    arrays = {}
    for bank in banks:
        base = setup.image.architecture.shared_base if bank is None else 0
        regions = [
            Region(variable.name, base + variable.offset, base + variable.offset + variable.size)
            for variable in setup.image.separate
            if variable.bank == bank
        ]
        if bank is None and setup.call.dynamic_shared:
            end = base + setup.shared
            regions.append(Region("dynamic shared memory", end - setup.call.dynamic_shared, end))
        arrays[bank] = Regions(sorted(regions, key=lambda region: region.start))
    return arrays


def _put_cluster(setup: Setup, bank: np.ndarray, layout: ClusterLayout) -> None:
    """Write the dimensions of the launch's clusters."""
    words, floats, size = bank.view(np.uint32), bank.view(np.float32), math.prod(setup.call.cluster)
    words[layout.flag // 4], words[layout.size // 4] = size > 1, size
    for axis, (blocks, each) in enumerate(zip(setup.call.grid, setup.call.cluster, strict=True)):
        words[layout.dimensions // 4 + axis] = each
        floats[layout.reciprocals // 4 + axis] = 1 / each
        words[layout.grid // 4 + axis] = blocks // each


def reserved_bytes(call: Call) -> int:
    """Bytes of shared memory before a block's own that a program uses: it reads their offset."""
    reserved = call.image.architecture.reserved
    used = any(
        operand.kind == "constant" and operand.bank == 0 and operand.index == reserved
        for code in call.program.codes
        for operand in code.operands
    )
    return RESERVED_BYTES if used else 0
