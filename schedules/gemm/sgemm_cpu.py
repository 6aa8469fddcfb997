"""SGEMM on a CPU: C[i,j] = sum_k A[i,k] B[k,j], float32, all row-major, through LLVM.

The first kernel is the serial loop that franztao's "matrix multiplication in CUDA" (2024) times
next to its GPU kernels. The article mentions blocking as the next step; the other rungs implement
it: cache blocks, vectors, a register tile, packed operands, threads.

Every rung accepts any shape. Before `packed`, TVM's LoopPartition splits a loop that a tile does
not divide into a part without bounds checks and a remainder with them. From `packed` on, the copies
are padded with zeros, so the inner loop has no bounds checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace

from tvm import s_tir
from tvm.s_tir.schedule import LoopRV, SBlockRV

from gpusim.errors import UserError

from ..core.ladder import NO_EFFECT, Figure, Ladder, Tile
from ..core.target import VectorUnit
from ..workloads import Gemm

SOURCE = "franztao, matrix multiplication in CUDA (2024)"
SIZE = 1024

# TVM allocates a small buffer in scope "global" on the stack, and LLVM moves it to registers. A
# buffer in scope "local" would be on the heap on a CPU, and every accumulator stored to it.
CPU_SCOPE = "global"


def document(value: float, host: str, note: str = "") -> Figure:
    """The document's time for its serial loop."""
    return Figure(value, "s", f"the CPU of its {host} host", SOURCE, (SIZE, SIZE, SIZE), note)


ladder = Ladder(
    name="gemm/sgemm_cpu",
    title="SGEMM on a CPU, from three loops to packed panels",
    workload=Gemm(SIZE, SIZE, SIZE),
    place=40,
    target="llvm",
)


@dataclass(frozen=True)
class PanelTile(Tile):
    """A block of C, divided into register tiles of rows x columns; K is not split.

    With 16 columns, 4 rows are 8 accumulators in AVX2's 16 vector registers. Two FMA units with a
    latency of 4 cycles keep 8 FMAs in flight, and the other registers hold B's row and A's element.
    AVX-512, twice as wide and with 32 registers, uses 8 x 32.

    rows divides block_i and columns divides block_j; UserError otherwise.
    """

    block_i: int = 64
    block_j: int = 64
    rows: int = 4
    columns: int = 16

    def __post_init__(self) -> None:
        for block, part, axis in (
            (self.block_i, self.rows, "rows"),
            (self.block_j, self.columns, "columns"),
        ):
            if block % part:
                fits = -(-block // part) * part
                raise UserError(
                    f"a block of {block} {axis} is not a multiple of the register tile's {part}: "
                    f"use {fits}"
                )

    def block(self) -> tuple[int, int, int]:
        return (self.block_i, self.block_j, 1)


@dataclass(frozen=True)
class CacheTile(PanelTile):
    """A PanelTile with K split too, so that the blocks of A, B and C all stay in cache."""

    block_k: int = 64

    def block(self) -> tuple[int, int, int]:
        return (self.block_i, self.block_j, self.block_k)


ELEMENT = PanelTile(block_i=1, block_j=1, rows=1, columns=1)
INIT = "init", "zero the accumulator before the loop over k, not by a test inside it"


@ladder.rung(
    ELEMENT,
    any_shape=True,
    figures=[
        document(3.77, "A100", "3.77 to 3.83 s over its tables"),
        document(2.19, "RTX 3090"),
    ],
)
def serial(sch: s_tir.Schedule, tile: PanelTile) -> Iterator:
    """Three loops: a row of A times a column of B, with each FMA waiting for the previous one.

    B is read along a column, with a stride of 4 KB: each load fetches a cache line and uses four of
    its bytes. Since the stride is a power of two, the lines also compete for a few cache sets.
    """
    c = sch.get_sblock("C")
    yield "loops", "the loops of the computation: C is zeroed at k = 0 and updated in memory"
    write = sch.cache_write(c, 0, CPU_SCOPE)
    sch.reverse_compute_at(write, sch.get_loops(c)[1], preserve_unit_loops=True)
    yield (
        "accumulator",
        "the document's tmp: LLVM already kept the accumulator in a register",
        NO_EFFECT,
    )
    sch.decompose_reduction(c, sch.get_loops(c)[-1])
    yield INIT


def cache_blocks(sch: s_tir.Schedule, tile: CacheTile) -> Iterator:
    """Divide C and K into blocks, with the loops within a block in the order i, j, k."""
    i, j, k = sch.get_loops("C")
    io, ii = sch.split(i, [None, tile.block_i])
    jo, ji = sch.split(j, [None, tile.block_j])
    sch.reorder(io, jo, ii, ji, k)
    # If the block does not divide the shape, full blocks get separate loops without bounds checks.
    for outer in (io, jo):
        sch.annotate(outer, "pragma_loop_partition_hint", 1)
    yield "block_ij", "64 rows of A use 64 columns of B before these are evicted from the cache"
    ko, ki = sch.split(k, [None, tile.block_k])
    sch.reorder(ko, ii, ji, ki)
    sch.annotate(ko, "pragma_loop_partition_hint", 1)
    yield "block_k", "blocks of 16 KB: those of A and B fit in the L1 cache, with the rows of C"


def decomposed(sch: s_tir.Schedule, depth: int) -> Iterator:
    """The last step: zeroing becomes a separate loop nest before loop number `depth`."""
    sch.decompose_reduction("C", sch.get_loops("C")[depth])
    yield INIT


@ladder.rung(CacheTile(), any_shape=True)
def blocked(sch: s_tir.Schedule, tile: CacheTile) -> Iterator:
    """Blocks of 64 x 64 x 64: the same FMAs, with operands from the cache.

    Each element is still a dot product: 64 dependent FMAs in one vector lane.
    """
    yield from cache_blocks(sch, tile)
    yield from decomposed(sch, 2)


def vector_columns(sch: s_tir.Schedule, tile: CacheTile) -> Iterator:
    """`cache_blocks` with adjacent columns in the lanes of a vector."""
    yield from cache_blocks(sch, tile)
    *_, ii, ji, ki = sch.get_loops("C")
    sch.reorder(ki, ii, ji)
    yield "permute", "with j inside k, iterations update independent, contiguous elements of C"
    _, lanes = sch.split(ji, [None, tile.columns])
    sch.vectorize(lanes)
    yield "vectorize", "16 columns: two AVX2 registers, or one of AVX-512"


@ladder.rung(CacheTile(), any_shape=True)
def vectorized(sch: s_tir.Schedule, tile: CacheTile) -> Iterator:
    """Vectors along j: one element of A times 16 of B, added to 16 of C in memory.

    Each k updates the whole block of C: a load and a store of C for every FMA.
    """
    yield from vector_columns(sch, tile)
    yield from decomposed(sch, 2)


@ladder.rung(CacheTile(), any_shape=True)
def loop_permuted(sch: s_tir.Schedule, tile: CacheTile) -> Iterator:
    """k inside all loops except a tile of 4 x 16: LLVM keeps the tile of C in registers for 64 k.

    6 loads and no store for 8 vector FMAs, but rows of B are still N floats apart.
    """
    yield from vector_columns(sch, tile)
    ki, ii, j_tile, lanes = sch.get_loops("C")[-4:]
    i_tile, rows = sch.split(ii, [None, tile.rows])
    sch.reorder(i_tile, j_tile, ki, rows, lanes)
    yield "permute_k", "C is loaded and stored once per block of k; each row of B is reused"
    sch.unroll(rows)
    yield "unroll", "accumulators need constant indices to stay in registers"
    yield from decomposed(sch, 2)


def padded_copies(sch: s_tir.Schedule, tile: PanelTile) -> tuple[SBlockRV, SBlockRV, SBlockRV]:
    """Read A and B and write C through copies that are padded to whole register tiles.

    If the tile divides the shape, pad_einsum adds no padding and the plain copy stays. Otherwise it
    adds a padded copy, and the plain copy is inlined.
    """
    c = sch.get_sblock("C")
    copies = [sch.cache_read(c, operand, CPU_SCOPE) for operand in (0, 1)]
    write = sch.cache_write(c, 0, CPU_SCOPE)
    sch.pad_einsum(c, [tile.rows, tile.columns, 1])
    for operand, copy in enumerate(copies):
        (reader,) = sch.get_consumers(copy)
        if sch.get(reader).name_hint != "C":
            sch.compute_inline(copy)
            copies[operand] = reader
    (writer,) = sch.get_producers(write)
    if sch.get(writer).name_hint != "C":
        sch.reverse_compute_inline(write)
        write = writer
    return (*copies, write)


def column_panels(sch: s_tir.Schedule, b: SBlockRV, columns: int) -> LoopRV:
    """B in panels of `columns`, row after row; returns the loop over panels of its copy."""
    sch.transform_layout("C", ("read", 1), lambda k, j: (j // columns, k, j % columns))
    k, j = sch.get_loops(b)
    panel, lanes = sch.split(j, [None, columns])
    sch.reorder(panel, k, lanes)
    sch.vectorize(lanes)
    return panel


def packed_panels(sch: s_tir.Schedule, tile: PanelTile, *, threads: bool = False) -> Iterator:
    """Panels of A and B in the order in which the register tile reads them; accumulators in
    registers.

    With `threads`, packing and FMAs are distributed over the CPU's cores.
    """
    a, b, write = padded_copies(sch, tile)
    yield "copy", "zeros beyond the edge fill all tiles: the inner loop needs no bounds checks"

    panel_b = column_panels(sch, b, tile.columns)
    yield "pack_b", f"panels of {tile.columns} columns, row after row: every byte of a line is used"

    sch.transform_layout("C", ("read", 0), lambda i, k: (i // tile.rows, k, i % tile.rows))
    i, k = sch.get_loops(a)
    panel_a, rows = sch.split(i, [None, tile.rows])
    sch.reorder(panel_a, k, rows)
    sch.unroll(rows)
    yield "pack_a", f"the {tile.rows} elements that one k needs are adjacent"

    c = sch.get_sblock("C")
    i, j, k = sch.get_loops(c)
    io, i_tile, rows = sch.split(i, [None, tile.block_i // tile.rows, tile.rows])
    jo, j_tile, lanes = sch.split(j, [None, tile.block_j // tile.columns, tile.columns])
    sch.reorder(io, jo, j_tile, i_tile, k, rows, lanes)
    yield "block", f"a panel of B stays in cache for {tile.block_i // tile.rows} panels of A"
    sch.reverse_compute_at(write, i_tile, preserve_unit_loops=True)
    yield "write_back", "accumulators in a separate tile, stored once at the end of K"
    sch.vectorize(lanes)
    sch.vectorize(sch.get_loops(write)[-1])
    yield "vectorize", f"{tile.columns} adjacent columns fill whole vector registers"
    sch.unroll(rows)
    yield "unroll", "accumulators need constant indices to stay in registers"
    if threads:
        sch.parallel(panel_b)
        sch.parallel(panel_a)
        yield "parallel_pack", "packing moves as many bytes as it saves: it must be parallel too"
        sch.parallel(sch.fuse(io, jo))
        yield "parallel", "blocks of C are independent of each other"
    sch.decompose_reduction(c, k)
    yield INIT


@ladder.rung(PanelTile(), any_shape=True)
def packed(sch: s_tir.Schedule, tile: PanelTile) -> Iterator:
    """A and B packed in panels, so that the inner loop reads both contiguously.

    Packing takes M*K + K*N copies for M*N*K FMAs. K is not split: a panel of B has 64 KB at K =
    1024 and stays in the L2 cache; with K in the tens of thousands it would not.
    """
    yield from packed_panels(sch, tile)


@ladder.rung(PanelTile(), any_shape=True)
def parallel(sch: s_tir.Schedule, tile: PanelTile) -> Iterator:
    """The packed kernel on every core: TVM's thread pool distributes blocks of C.

    TVM_NUM_THREADS sets the number of threads.
    """
    yield from packed_panels(sch, tile, threads=True)


# Rows and columns of the register tile by vector unit. Two FMA units of 4 cycles' latency need 8
# accumulators; the registers that are left over hold B's row and A's element.
REGISTER_TILES = {
    VectorUnit(16, 32): (8, 32),
    VectorUnit(8, 16): (6, 16),
    VectorUnit(4, 32): (12, 8),
    VectorUnit(4, 16): (4, 8),
}
# Rows and columns of a block of C: 256 KB. A panel of B is read once for 256 rows.
BLOCK = 256


def register_tiles(workload: Gemm, unit: VectorUnit) -> PanelTile:
    """The register tile of a vector unit, in blocks of at most BLOCK x BLOCK."""
    rows, columns = REGISTER_TILES[unit]
    return PanelTile(BLOCK // rows * rows, BLOCK // columns * columns, rows, columns)


def equal_tiles(workload: Gemm, unit: VectorUnit) -> PanelTile:
    """`register_tiles` with blocks of equal size and, beyond one, an even number along each axis.

    The last block along an axis is smaller by less than a register tile for each block.
    """
    tile = register_tiles(workload, unit)

    def block(extent: int, part: int) -> int:
        count = -(-extent // part)
        blocks = -(-extent // BLOCK)
        blocks += blocks > 1 and blocks % 2
        return -(-count // blocks) * part

    m, n, _ = workload.shape
    block_i, block_j = block(m, tile.rows), block(n, tile.columns)
    return replace(tile, block_i=block_i, block_j=block_j)


@ladder.rung(cpu_tiles=register_tiles, any_shape=True, against="packed")
def register_tile(sch: s_tir.Schedule, tile: PanelTile) -> Iterator:
    """The packed kernel, with the register tile of the CPU's own vector unit: one thread.

    AVX2 has 16 registers: 6 x 16 takes 12 accumulators, two vectors of B and a broadcast element of
    A. It needs 8 loads for 12 FMAs, where 4 x 16 needs 6 for 8. AVX-512 has 32 registers twice as
    wide: 8 x 32 are 16 accumulators. NEON has 32 of 4 lanes: 12 x 8 are 24.
    """
    yield from packed_panels(sch, tile)


@ladder.rung(cpu_tiles=equal_tiles, any_shape=True, against=("parallel", "register_tile"))
def equal_parts(sch: s_tir.Schedule, tile: PanelTile) -> Iterator:
    """`register_tile` on every core, in blocks of equal size, an even number along each axis.

    TVM's thread pool assigns each thread the same number of blocks in advance. A smaller last block
    along an axis would leave its thread idle.
    """
    yield from packed_panels(sch, tile, threads=True)


@dataclass(frozen=True)
class TailTile(PanelTile):
    """A PanelTile whose last column of tiles is narrower: whole vectors of `vector` columns."""

    vector: int = 8


def tail_tiles(workload: Gemm, unit: VectorUnit) -> TailTile:
    """`register_tiles` in vectors of the CPU's width."""
    return TailTile(**asdict(register_tiles(workload, unit)), vector=unit.lanes)


@ladder.rung(cpu_tiles=tail_tiles, any_shape=True, against="register_tile")
def narrow_tails(sch: s_tir.Schedule, tile: TailTile) -> Iterator:
    """`register_tile` without padded tiles, and A read in place: small and odd sizes, one thread.

    At 100 x 100, tiles of 8 x 32 compute 104 x 128 elements, a third more than there are.
    """
    a, b, write = padded_copies(sch, PanelTile(1, tile.vector, 1, tile.vector))
    yield "copy", f"columns are padded to whole vectors of {tile.vector}, rows not at all"
    sch.compute_inline(a)
    yield "read_a", f"A in place: {tile.rows} cache lines of its rows serve 16 k"
    column_panels(sch, b, tile.vector)
    yield "pack_b", f"panels of {tile.vector} columns, row after row"
    c = sch.get_sblock("C")
    i, j, k = sch.get_loops(c)
    io, it, rows = sch.split(i, [None, tile.block_i // tile.rows, tile.rows])
    widths = [tile.block_j // tile.columns, tile.columns // tile.vector, tile.vector]
    jo, jt, vectors, lanes = sch.split(j, [None, *widths])
    sch.reorder(io, jo, jt, it, k, rows, vectors, lanes)
    for loop in (io, jo, jt, it):
        sch.annotate(loop, "pragma_loop_partition_hint", 1)
    yield "block", "tiles at the edges get loops of their own, with constant bounds"
    sch.reverse_compute_at(write, it, preserve_unit_loops=True)
    yield "write_back", "accumulators in a separate tile, stored once at the end of K"
    sch.vectorize(lanes)
    _, lanes = sch.split(sch.get_loops(write)[-1], [None, tile.vector])
    sch.vectorize(lanes)
    yield "vectorize", f"{tile.vector} adjacent columns fill a vector register"
    sch.unroll(rows)
    sch.unroll(vectors)
    yield "unroll", "accumulators need constant indices to stay in registers"
    sch.decompose_reduction(c, k)
    yield INIT


if __name__ == "__main__":
    ladder.main()
