"""Swizzled tiles in shared memory against closed forms, and those of a kernel in its accesses."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from accesses import needs_compiler

from gpusim.counting.shared_tiles import Descriptor, box_tile, tile_records
from gpusim.exact_counts import module_counts
from gpusim.isa.decoder import decode
from gpusim.isa.sass import Instruction
from gpusim.launch import TensorMap
from gpusim.state.memory import SHARED_BASE
from schedules.analyses.accesses import kernel_accesses
from schedules.core.kernel import kernels_of
from schedules.sources.names import resolve

LINE, PIECE = np.indices((8, 8))
# Where piece c of line r lies: the swizzle's span, its pieces, which lines exchange them alike.
PIECES = {
    128: 128 * LINE + 16 * (PIECE ^ LINE),
    64: (64 * LINE + 16 * (PIECE ^ LINE // 2 % 4))[:, :4],
    32: (32 * LINE + 16 * (PIECE ^ LINE // 4 % 2))[:, :2],
}
# Lines of the span's length one behind the other: as many of eight begin in the same bank.
WITHOUT = {128: 8, 64: 4, 32: 2}


def code(text: str):
    opcode, _, operands = text.partition(" ")
    return decode(7, Instruction(0, "", opcode, operands, 12, 1, False, None, None, 0, 0))


@pytest.mark.parametrize("swizzle", PIECES)
def test_a_box_lies_as_the_closed_form_says(swizzle):
    tensor = TensorMap(0, (1024, 1024), (2048,), (swizzle // 2, 16), 2, swizzle)
    record = box_tile(code("UTMALDG.2D [UR8], [UR6]"), tensor, SHARED_BASE + 2048).record()
    assert (np.array(record.pieces) == 2048 + PIECES[swizzle]).all()
    assert (np.diff(np.array(record.pieces_without).ravel()) == 16).all()
    matrices = record.matrices
    assert matrices == 2 * swizzle // 16 == record.wavefronts
    assert record.wavefronts_without == matrices * WITHOUT[swizzle]
    assert record.passes == [list(range(swizzle // 16))] * 8
    assert (
        len({one for row in record.passes_without for one in row})
        == matrices // 2 * (WITHOUT[swizzle])
    )


@pytest.mark.parametrize("swizzle", PIECES)
def test_an_operand_is_read_where_its_lines_are(swizzle):
    """A K-major slice reads two pieces of a line, whatever comes before them."""
    begin = swizzle - 32
    descriptor = Descriptor(SHARED_BASE + 1024 + begin, 16, 8 * swizzle, swizzle)
    hgmma = code("HGMMA.64x128x16.F32 R24, gdesc[UR16], R24")
    record = descriptor.tile(hgmma, "A", 64, False).record()
    assert (np.array(record.pieces) == 1024 + PIECES[swizzle]).all()
    read = np.array(record.passes)[0] >= 0
    assert read.tolist() == [False] * (begin // 16) + [True, True]
    assert (record.lines, record.line_bytes, record.matrices) == (64, 32, 16)
    assert record.wavefronts_without == 16 * WITHOUT[swizzle] > record.wavefronts == 16
    again = tile_records([descriptor.tile(hgmma, "A", 64, False)] * 3)
    assert [one.count for one in again] == [3]


@needs_compiler
def test_a_kernels_accesses_have_its_tiles(cli):
    """Every copy by TMA and every operand of wgmma, of which ptxas moved some to other lines."""
    found = cli("analyze", "gemm/hgemm:wgmma_tma", "--shape", "256,512,256", "--json")
    accesses = json.loads(found[1])["items"][0]["kernels"][0]["accesses"]
    past = {way: [one for one in accesses if one["way"] == way] for way in ("TMA", "wgmma")}
    for way, several in past.items():
        assert several
        for one in several:
            assert {tile["swizzle"] for tile in one["tiles"]} == {128}, one["line"]
            assert "swizzle of 128 B: 1 wavefront a core matrix, 8 without" in one["note"]
            assert len(one["tiles"]) == (1 if way == "TMA" else 4)
    operands = [{tile["operand"] for tile in one["tiles"]} for one in past["wgmma"]]
    assert operands == [{"A"}, {"B"}] * (len(operands) // 2)
    assert not any(one["tiles"] for one in accesses if one["way"] not in past)


@needs_compiler
def test_of_a_kernel_without_tir_they_have_rows_of_their_own(monkeypatch):
    """As of a kernel in a file: of its instructions alone."""
    kernel = kernels_of(resolve("gemm/hgemm:wgmma_tma").rung, (256, 512, 256))[-1]
    (counted,) = kernel.instruction_counts
    rows = kernel_accesses(kernel.launches[0], counted, None).accesses
    tiled = [one for one in rows if one.tiles]
    assert sum(len(one.tiles) for one in tiled) == len(counted.tiles)
    assert {(one.what, one.expression) for one in tiled} == {
        ("shared store (TMA)", "UTMALDG.2D"),
        ("shared load (wgmma)", "HGMMA.64x256x16, operand A"),
        ("shared load (wgmma)", "HGMMA.64x256x16, operand B"),
    }

    def refused(low, high, unknown):
        raise unknown("an operand without swizzle")

    # A layout that the machine does not know is not guessed: what is missing is said.
    monkeypatch.setattr(Descriptor, "of", refused)
    (counted,) = module_counts(kernel.module, dict)
    assert {one.name for one in counted.tiles} == {"UTMALDG.2D"} and counted.instructions
    problem = kernel_accesses(kernel.launches[0], counted, None).problem
    assert re.match(r"Addresses of wgmma .* unknown: .*`HGMMA.*`, an operand w", problem)
