"""Stores of parts of sectors: microbenchmarks, predicted by the model and as measured."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from accesses import needs_compiler

from benchmarks.chip import runs
from benchmarks.chip.constants import measurements
from benchmarks.chip.measure import compiled
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Program
from gpusim.timing.constants import chips, constants
from gpusim.timing.prediction import record_launch

SIZE = 1 << 28
pytestmark = needs_compiler


def measured(chip: str, name: str, row: str) -> float:
    """GB/s in a chip's record."""
    return measurements(chip)[name]["table"][row]["value"]


def predicted(chip: str, cubin: bytes, name: str, blocks: int, *numbers: Any) -> float:
    """GB/s of a kernel that stores SIZE bytes of an array in DRAM."""
    program = Program.of(name, disassemble(cubin)[name])
    given = "at", *(number.tobytes() for number in numbers)
    call = Call(read_cubin(cubin).kernel(name), program, (blocks, 1, 1), (256, 1, 1), 0, given)
    arrays = {"at": np.broadcast_to(np.uint32(0), (SIZE // 4,))}
    made = record_launch(arrays, call, constants(chip), 8, 2.0 * (1 << 30), lambda: {})
    return SIZE / made.simulate().us / 1e3


def by_columns(chip: str, each: int) -> float:
    """GB/s, as in a row of `dram.by_run`."""
    rows = SIZE // runs.PITCH // 1024 * 1024
    blocks = rows * runs.PITCH // runs.block_bytes(each)
    numbers = np.uint32(rows), np.int64(runs.PITCH)
    whole = rows * runs.PITCH / SIZE
    return whole * predicted(chip, runs.columns_cubin(each), "columns", blocks, *numbers)


@pytest.mark.parametrize("chip", sorted(chips()))
def test_columns_of_half_sectors_take_as_long_as_measured_and_of_whole_ones_less(chip):
    rates = {}
    for each in (4, 16, 32):
        rates[each] = by_columns(chip, each)
        assert rates[each] == pytest.approx(measured(chip, "dram.by_run", runs.row(each)), rel=0.15)
    assert rates[32] > 2.5 * rates[16] > 5 * rates[4]


# Half of each sector of four times 32.
HALVES = """
extern "C" __global__ void halves(char* at) {
  unsigned warp = blockIdx.x * 8 + threadIdx.x / 32, part = <part>;
  at += (<group> * 128 + threadIdx.x % 32) * 32ll + part * 16;
#pragma unroll
  for (int i = 0; i < 4; i++)
    asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};" :: "l"(at + i * 1024), "r"(warp)
                 : "memory");
}
"""


@pytest.mark.parametrize(
    ("row", "group", "part", "share", "within"),
    [
        ("16 B alone", "warp", "0", 0.5, 0.1),
        # The other half comes soon: sectors are not fetched.
        ("16 B by neighbouring warps", "warp / 2", "warp % 2", 1.0, 0.2),
    ],
)
def test_sectors_that_are_never_stored_whole_are_fetched(row, group, part, share, within):
    text = HALVES.replace("<group>", group).replace("<part>", part)
    blocks = SIZE // (8 * 128 * 32) * int(2 * share)
    rate = share * predicted("h200", compiled(text, {"STG.E.128": 4}), "halves", blocks)
    assert rate == pytest.approx(measured("h200", "dram.parts", row), rel=within)
