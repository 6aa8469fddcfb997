"""Stores of parts of sectors: microbenchmarks, predicted by the model and as measured."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from accesses import needs_compiler

from benchmarks.chip import parts, runs
from benchmarks.chip.constants import measurements
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Program
from gpusim.timing.constants import chips, constants
from gpusim.timing.prediction import record_launch

COLUMNS = "write by columns, {} B of 24576"
SIZE = 1 << 28
pytestmark = needs_compiler


def measured(chip: str, name: str, row: str) -> float:
    """GB/s in a chip's record."""
    constants_of = measurements(chip)
    return constants_of[name]["table"][row]["value"]


def predicted(chip: str, cubin: bytes, name: str, blocks: int, *numbers: Any) -> float:
    """Microseconds of a microbenchmark's kernel that stores SIZE bytes of an array in DRAM."""
    program = Program.of(name, disassemble(cubin)[name])
    given = "out", "at", *(number.tobytes() for number in numbers)
    call = Call(read_cubin(cubin).kernel(name), program, (blocks, 1, 1), (256, 1, 1), 0, given)
    arrays = {"out": np.zeros(64, np.uint32), "at": np.broadcast_to(np.uint32(0), (SIZE // 4,))}
    made = record_launch(arrays, call, constants(chip), 8, 2.0 * (1 << 30), lambda: {})
    return made.simulate().us


def by_columns(chip: str, each: int) -> float:
    """GB/s, as in a row of `dram.by_run`."""
    point = runs.points("dram.by_run")[COLUMNS.format(each)]
    rows = SIZE // point.pitch // 1024 * 1024
    numbers = np.int64(0), np.uint32(rows), np.int64(point.pitch)
    blocks = rows * point.used // point.block
    return rows * point.used / predicted(chip, point.cubin(), "streams", blocks, *numbers) / 1e3


def by_parts(chip: str, row: str) -> float:
    """GB/s, as in a row of `dram.parts`."""
    point = parts.points("dram.parts")[row]._replace(size=SIZE)
    window = np.uint32(point.window)
    return point.stored / predicted(chip, point.cubin(), "parts", point.blocks, window) / 1e3


@pytest.mark.parametrize("chip", sorted(chips()))
def test_columns_of_half_sectors_take_as_long_as_measured_and_of_whole_ones_less(chip):
    rates = {}
    for each in (4, 16, 32):
        rates[each] = by_columns(chip, each)
        assert rates[each] == pytest.approx(
            measured(chip, "dram.by_run", COLUMNS.format(each)), rel=0.15
        )
    assert rates[32] > 2.5 * rates[16] > 5 * rates[4]


@pytest.mark.parametrize("row", ["16 B alone", "4 B alone", "24 B alone", "32 B, loaded before"])
def test_sectors_that_are_never_stored_whole_are_fetched(row):
    """The twin, of sectors that are in L2 already, is not."""
    assert by_parts("h200", row) == pytest.approx(measured("h200", "dram.parts", row), rel=0.1)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "row",
    [
        "24 B, then 8 B",
        "4 lanes of 4 B, 1 stores apart",
        "16 B, 4 stores apart, loaded before",
        "16 B by blocks 1 apart",
        "16 B by neighbouring warps",
    ],
)
def test_sectors_whose_other_part_comes_soon_are_not_fetched(row):
    assert by_parts("h200", row) == pytest.approx(measured("h200", "dram.parts", row), rel=0.2)
