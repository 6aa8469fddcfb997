"""GEMV with int8 and int4 weights on a CPU, through LLVM.

x is quantized to int8, so that a kernel multiplies and adds integers. Memory delivers bytes of W at
the same rate as of float32, but an element takes a quarter or an eighth of them: a core has that
much less time for each multiply-add.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tvm import s_tir
from tvm.s_tir.schedule import LoopRV, SBlockRV

from ..core.cpus import VectorUnit
from ..core.ladder import Ladder, Tile
from ..workloads.integer_gemv import GROUP, QUAD, IntegerGemv
from .dot_intrinsics import dot_product

SIZE = 16384

ladder = Ladder(
    name="gemv/qgemv_cpu",
    title="GEMV with int8 and int4 weights on a CPU: vpdpbusd",
    workload=IntegerGemv(SIZE, SIZE, bits=8),
    place=80,
    target="llvm",
    mcpu="cascadelake",
)
INT4 = IntegerGemv(SIZE, SIZE, bits=4)


@dataclass(frozen=True)
class QuantTile(Tile):
    """Rows of W whose dot products run together, each with a register of `lanes` int32
    accumulators.

    `fused`: the CPU has an instruction with four multiply-adds of bytes in each lane.
    """

    rows: int = 1
    lanes: int = 1
    fused: bool = False

    def block(self) -> tuple[int, int]:
        return (self.rows, GROUP)


def one_row(_workload: IntegerGemv, unit: VectorUnit) -> QuantTile:
    """A register of accumulators; bytes are widened by plain vector instructions."""
    return QuantTile(1, unit.lanes)


def one_row_fused(_workload: IntegerGemv, unit: VectorUnit) -> QuantTile:
    """A register of accumulators."""
    return QuantTile(1, unit.lanes, unit.dot_product)


def eight_rows(_workload: IntegerGemv, unit: VectorUnit) -> QuantTile:
    """Eight registers of accumulators, which share the loads of x."""
    return QuantTile(8, unit.lanes, unit.dot_product)


def group_rows(_workload: IntegerGemv, unit: VectorUnit) -> QuantTile:
    """Eight rows, or two with 16 registers: of four, LLVM interleaves so much that it spills."""
    return QuantTile(8 if unit.registers > 16 else 2, unit.lanes, unit.dot_product)


INIT = "init", "zero the accumulators before the loop over k, not by a test inside it"


@ladder.rung(QuantTile())
def serial(sch: s_tir.Schedule, tile: QuantTile) -> Iterator:
    """A row of W times x: LLVM vectorizes it, since integers may be added in any order."""
    yield "loops", "as the computation states it: y_sum[n] is zeroed at k = 0"
    sch.compute_at("y_sum", *sch.get_loops("y"))
    yield "write_back", "scaled while the sum is in a register"
    for block in ("x_sum", "y_sum"):
        sch.decompose_reduction(block, sch.get_loops(block)[-1])
    yield INIT


def lane_sums(sch: s_tir.Schedule, tile: QuantTile, *, threads: bool = False) -> Iterator:
    """`tile.rows` dot products of int8 together, each in a register of accumulators.

    With `threads`, the rows are spread over the machine's cores.
    """
    _, k = sch.get_loops("y_sum")
    _, lane, _ = sch.split(k, [None, tile.lanes, QUAD])
    sums = sch.rfactor(lane, 1)
    yield "rfactor", f"{tile.lanes} accumulators; four adjacent elements go to the same one"
    outer, _ = sch.split(*sch.get_loops("y"), [None, tile.rows])
    for block in (sch.get_sblock("y_sum"), sums):
        sch.compute_at(block, outer, preserve_unit_loops=True)
    lane, rows, k, quad = sch.get_loops(sums)[1:]
    sch.reorder(k, rows, lane, quad)
    sch.unroll(rows)
    yield (
        "block",
        f"{tile.rows} x {tile.lanes} accumulators, added up and scaled while in registers",
    )
    if threads:
        sch.parallel(outer)
        yield "parallel", "a core alone cannot keep enough loads in flight to use all bandwidth"
    sch.decompose_reduction("x_sum", sch.get_loops("x_sum")[-1])
    zeroed = sch.decompose_reduction(sums, k)
    sch.vectorize(sch.get_loops(zeroed)[-1])
    yield INIT
    yield from dot_registers(sch, tile, sums, lane)


def dot_registers(
    sch: s_tir.Schedule, tile: QuantTile, block: SBlockRV, lane: LoopRV, bits: int = 8
) -> Iterator:
    """The last step: a register of bytes is multiplied by a tensor intrinsic."""
    sch.tensorize(lane, dot_product(bits, tile.lanes, tile.fused))
    how = "one instruction multiplies" if tile.fused else "bytes are widened to multiply"
    yield "tensorize", f"{how} {QUAD * tile.lanes} codes and adds by fours to the lanes"


@ladder.rung(cpu_tiles=one_row)
def widened(sch: s_tir.Schedule, tile: QuantTile) -> Iterator:
    """Four adjacent elements for each lane: bytes are widened, multiplied and added as pairs.

    `vpmaddwd` multiplies the low halves of int32 lanes and adds them as pairs; the bytes have to be
    widened first, four registers of int32 for one of bytes.
    """
    yield from lane_sums(sch, tile)


@ladder.rung(cpu_tiles=one_row_fused)
def dot_instruction(sch: s_tir.Schedule, tile: QuantTile) -> Iterator:
    """`vpdpbusd`: 64 multiply-adds of bytes, four for each of 16 lanes, in one instruction.

    Without VNNI the same kernel as `widened`.
    """
    yield from lane_sums(sch, tile)


@ladder.rung(cpu_tiles=eight_rows)
def row_tile(sch: s_tir.Schedule, tile: QuantTile) -> Iterator:
    """Eight rows at a time: 8 accumulators, 8 streams for the prefetchers, x loaded once."""
    yield from lane_sums(sch, tile)


@ladder.rung(cpu_tiles=eight_rows)
def parallel(sch: s_tir.Schedule, tile: QuantTile) -> Iterator:
    """`row_tile` on every core: TVM's thread pool distributes the rows."""
    yield from lane_sums(sch, tile, threads=True)


def group_sums(sch: s_tir.Schedule, tile: QuantTile, *, threads: bool = False) -> Iterator:
    """`tile.rows` dot products of int4 together: integers within a group, float32 between groups.

    With `threads`, the rows are spread over the machine's cores.
    """
    _, lane = sch.split(sch.get_loops("y_sum")[-1], [None, tile.lanes])
    sums = sch.rfactor(lane, 1)
    yield "rfactor", "each lane scales its own accumulator: they are added up at the end of the row"
    n, group, register, lane = sch.get_loops(sums)
    outer, rows = sch.split(n, [None, tile.rows])
    sch.reorder(outer, group, register, rows, lane)
    sch.unroll(rows)
    part = sch.get_sblock("part")
    sch.compute_at(part, rows)
    for block in ("y_sum", "y"):
        sch.reverse_compute_at(block, outer)
    yield "block", f"{tile.rows} rows share x; accumulators stay in registers"
    sch.vectorize(lane)
    yield "vectorize", "the accumulators of a group are converted and scaled together"
    if threads:
        sch.parallel(outer)
        yield "parallel", "a core alone cannot keep enough loads in flight to use all bandwidth"
    sch.decompose_reduction("x_sum", sch.get_loops("x_sum")[-2])
    zeroed = [sch.decompose_reduction(sums, group)]
    lane = sch.get_loops(part)[-3]
    zeroed.append(sch.decompose_reduction(part, lane))
    for block in zeroed:
        sch.vectorize(sch.get_loops(block)[-1])
    yield INIT
    yield from dot_registers(sch, tile, part, lane, bits=4)


@ladder.rung(cpu_tiles=group_rows, workload=INT4, against="row_tile")
def int4(sch: s_tir.Schedule, tile: QuantTile) -> Iterator:
    """int4 weights: 64 bytes hold a group of 128, low halves first, so that x is read in order.

    A mask and a shift for two `vpdpbusd`; a subtraction, a conversion and an FMA for the group.
    """
    yield from group_sums(sch, tile)


@ladder.rung(cpu_tiles=group_rows, workload=INT4, against=("int4", "parallel"))
def int4_parallel(sch: s_tir.Schedule, tile: QuantTile) -> Iterator:
    """`int4` on every core."""
    yield from group_sums(sch, tile, threads=True)


if __name__ == "__main__":
    ladder.main()
