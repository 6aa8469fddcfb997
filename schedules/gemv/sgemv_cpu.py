"""SGEMV on a CPU: y[n] = sum_k W[n,k] x[k], float32, W row by row, through LLVM.

Each element of W is used once, so the memory bandwidth bounds every kernel. One dependent FMA every
4 cycles, as in `serial`, is too slow to reach this bound.

Every rung accepts any shape. If a tile does not divide it, LoopPartition splits the loop into a
part without bounds checks and a remainder with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tvm import s_tir

from ..core.ladder import Ladder, Tile
from ..core.target import VectorUnit
from ..workloads import Gemv

SIZE = 4096

ladder = Ladder(
    name="gemv/sgemv_cpu",
    title="SGEMV on a CPU, from a dot product to the bandwidth of memory",
    workload=Gemv(SIZE, SIZE, "float32", "float32", "float32"),
    place=70,
    target="llvm",
)


@dataclass(frozen=True)
class DotTile(Tile):
    """Rows of W that are computed together, and the number of partial sums of each row.

    `unroll` iterations over k are written out. `tasks` is how many parts the rows are dealt to
    threads in; 0 leaves that to TVM's thread pool.
    """

    rows: int = 1
    lanes: int = 1
    unroll: int = 1
    tasks: int = 0

    def block(self) -> tuple[int, int]:
        return (self.rows, self.lanes)


def one_row(_workload: Gemv, unit: VectorUnit) -> DotTile:
    """A vector register of partial sums."""
    return DotTile(1, unit.lanes)


def eight_rows(_workload: Gemv, unit: VectorUnit) -> DotTile:
    """Eight registers of partial sums: two FMA units of 4 cycles' latency keep 8 in flight."""
    return DotTile(8, unit.lanes)


@ladder.rung(DotTile(), any_shape=True)
def serial(sch: s_tir.Schedule, tile: DotTile) -> Iterator:
    """A row of W times x, in one accumulator: an FMA every 4 cycles, for 4 bytes of W."""
    yield "loops", "as the computation states it: y_sum[n] is zeroed at k = 0"
    sch.reverse_compute_at("y", sch.get_loops("y_sum")[0])
    yield "write_back", "the accumulator is a scalar, not an array like y"
    sch.decompose_reduction("y_sum", sch.get_loops("y_sum")[-1])
    yield "init", "zero the accumulator before the loop over k, not by a test inside it"


def partial_sums(sch: s_tir.Schedule, tile: DotTile, *, threads: bool = False) -> Iterator:
    """`tile.rows` dot products together, each in `tile.lanes` partial sums, added up at the end.

    With `threads`, the rows are distributed over the CPU's cores.
    """
    _, k = sch.get_loops("y_sum")
    _, lanes = sch.split(k, [None, tile.lanes])
    sums = sch.rfactor(lanes, 1)
    yield "rfactor", "partial sums are independent: no FMA waits for another"
    n, k, lane = sch.get_loops(sums)
    outer, rows = sch.split(n, [None, tile.rows])
    sch.reorder(outer, k, rows, lane)
    if tile.unroll > 1:
        k, steps = sch.split(k, [None, tile.unroll])
        sch.unroll(steps)
    part = outer
    if threads and tile.tasks:
        part, outer = sch.split(outer, [tile.tasks, None])
    for loop in (outer, k):
        sch.annotate(loop, "pragma_loop_partition_hint", 1)
    yield "block", f"{tile.rows} x {tile.lanes} partial sums; a vector of x serves every row"
    sch.vectorize(lane)
    yield "vectorize", "adjacent k: each load is a whole vector register"
    sch.reverse_compute_at("y_sum", outer)
    sch.reverse_compute_at("y", outer)
    yield "write_back", "partial sums are added while they are in registers"
    if threads:
        sch.parallel(part)
        yield "parallel", "one core cannot keep enough loads in flight to use all of the bandwidth"
    sch.decompose_reduction(sums, k)
    yield "init", "zero the partial sums before the loop over k, not by a test inside it"


@ladder.rung(cpu_tiles=one_row, any_shape=True)
def vectorized(sch: s_tir.Schedule, tile: DotTile) -> Iterator:
    """A vector register of partial sums: an FMA every 4 cycles, for 16, 32 or 64 bytes of W."""
    yield from partial_sums(sch, tile)


@ladder.rung(cpu_tiles=eight_rows, any_shape=True)
def row_tile(sch: s_tir.Schedule, tile: DotTile) -> Iterator:
    """Eight rows at a time: 8 independent FMAs, 8 streams for the hardware prefetchers.

    x is loaded once for eight rows: 9 loads for 8 FMAs, whereas `vectorized` needs 2 for one.
    """
    yield from partial_sums(sch, tile)


@ladder.rung(cpu_tiles=eight_rows, any_shape=True)
def parallel(sch: s_tir.Schedule, tile: DotTile) -> Iterator:
    """`row_tile` on every core: TVM's thread pool distributes the rows."""
    yield from partial_sums(sch, tile, threads=True)


if __name__ == "__main__":
    ladder.main()
