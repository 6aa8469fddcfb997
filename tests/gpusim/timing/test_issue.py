"""What instructions ask of pipes and register banks."""

from __future__ import annotations

import pytest

from benchmarks.chip.asynchronous import WIDTHS
from benchmarks.chip.constants import measurements
from gpusim.isa.decoder import Code, decode
from gpusim.isa.sass import Instruction
from gpusim.timing.constants import chips
from gpusim.timing.issue import TENSOR, WIDEN, interval_of, pipe_of, register_reads


def code(opcode: str, operands: str, reuse: int = 0) -> Code:
    return decode(0, Instruction(0, "", opcode, operands, 1, 1, False, None, None, 0, reuse))


@pytest.mark.parametrize("chip", sorted(chips()))
@pytest.mark.parametrize("n", WIDTHS)
def test_products_of_warpgroups_wait_for_their_factors(chip, n):
    """As measured, both in shared memory: narrow ones take what reading these takes."""
    measured = measurements(chip)["async.wgmma"]["table"][f"n {n}, interval"]["value"]
    product = code(f"HGMMA.64x{n}x16.F32", "R24, gdesc[UR4], R24")
    assert interval_of(product, {}) == pytest.approx(measured, abs=0.6)


def test_conversions_of_halves_leave_half_of_the_multipliers_free():
    conversion = code("HADD2.F32", "R2, -RZ, R3.H0_H0")
    assert pipe_of(conversion) == WIDEN and interval_of(conversion, {}) == 2
    assert pipe_of(code("HADD2", "R2, R4, R3")) != WIDEN


@pytest.mark.parametrize(
    ("opcode", "registers"),
    [
        ("HMMA.16816.F32", (4, 2, 4)),
        ("HMMA.16816.F32.BF16", (4, 2, 4)),
        ("HMMA.16816.F16", (4, 2, 2)),
        ("HMMA.1688.F32", (2, 1, 4)),
        ("IMMA.16832.S8.S8", (4, 2, 4)),
        ("IMMA.16816.S8.S8", (2, 1, 4)),
    ],
)
def test_tensor_cores_read_their_fragments_from_both_banks(opcode, registers):
    product = code(opcode, "R32, R4, R16, R32")
    assert pipe_of(product) == TENSOR
    assert register_reads(product, None) == (sum(registers) / 2,) * 2
    without_sums = code(opcode, "R32, R4, R16, RZ")
    assert sum(register_reads(without_sums, None)) == sum(registers[:2])
    # The operand cache holds the first factor.
    before = code(opcode, "R40, R4, R20, R40", reuse=1)
    assert sum(register_reads(product, before)) == sum(registers[1:])
