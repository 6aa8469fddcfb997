"""Recipes of the GEMV ladders: rows distributed over threads, vector loads, x in shared memory.

The recipes are generators, as rungs are: a rung composes them with `yield from`. All of them accept
any N and K. Predicates for a remainder guard loads and FMAs, never a shuffle or a barrier, which
every lane reaches. A vector is as wide as the alignment of K allows.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tvm import s_tir, tirx
from tvm.backend.cuda.op import cuda_func_call
from tvm.s_tir import TensorIntrin
from tvm.s_tir.schedule import LoopRV, SBlockRV
from tvm.script import tirx as T
from tvm.sym import Analyzer

from gpusim.errors import UserError

from ..core.files import cuda_parts
from ..core.ladder import Figure, Tile
from ..core.schedule_moves import reduce_to_first_lane
from ..core.tvm_script import quick_parser
from ..workloads import Workload
from ..workloads.quantized import CODES, int4_value, int8_value

# Maximum number of elements of x in shared memory at a time: 32 KB as float16, within the 48 KB of
# a static array and small enough for several blocks per SM. A longer x is processed in pieces.
SHARED_ELEMENTS = 16384


@dataclass(frozen=True)
class RowTile(Tile):
    """How a block's threads share rows of W, each row a dot product with x.

    Parameters
    ----------
    lanes : int
        Threads per dot product, a power of two.
    rows : int
        Groups of `lanes` threads in a block.
    per_group : int
        Rows that a group works on at once, with one load of x for all of them.
    vector : int
        Elements of K that a thread loads at a time, if it divides K; otherwise the largest power of
        two that divides K.
    unroll : int
        Maximum number of steps along K whose loads a thread issues before it waits.
    """

    lanes: int
    rows: int
    per_group: int = 1
    vector: int = 1
    unroll: int = 1

    def block(self) -> tuple[int, int]:
        return (self.rows * self.per_group, self.lanes * self.vector)

    def vector_at(self, k: int) -> int:
        """The vector width for rows of `k` elements: every row is aligned to it."""
        return math.gcd(self.vector, k)

    def idle_lanes(self, k: int) -> int:
        """Lanes of a group for which a row of `k` elements has no vector."""
        return max(0, self.lanes - -(-k // self.vector_at(k)))


def extent(sch: s_tir.Schedule, loop: LoopRV) -> int:
    return int(sch.get(loop).extent)


def k_loops(sch: s_tir.Schedule, sums: SBlockRV) -> list[LoopRV]:
    """The loops of the dot products inside their threads: steps along K, rows, vector."""
    return sch.get_loops(sums)[-3:]


# --- threads --------------------------------------------------------------------------------------


def thread_per_row(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """A thread per row, `tile.rows` threads per block, without reductions across threads.

    Returns the block of the reduction.

        for n, k in T.grid(4096, 128): y_sum[n] += W[n, k] * x[k]
        for n in range(4096): y[n] = y_sum[n]
    becomes
        for bx in T.thread_binding(32, "blockIdx.x"):
            for tx in T.thread_binding(128, "threadIdx.x"):
                for ko, r, v in T.grid(16, 1, 8): y_sum[..] += W[.., ko * 8 + v] * x[ko * 8 + v]
                y[bx * 128 + tx] = y_sum[..]
    """
    sums = sch.get_sblock("y_sum")
    n, k = sch.get_loops(sums)
    block, thread, row = sch.split(n, [None, tile.rows, 1], preserve_unit_iters=True)
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    ko, lanes = sch.split(k, [None, tile.vector_at(extent(sch, k))], preserve_unit_iters=True)
    sch.reorder(ko, row, lanes)
    sch.reverse_compute_at(sch.get_sblock("y"), thread, preserve_unit_loops=True)
    sch.set_scope(sums, 0, "local")
    yield "bind_rows", "a thread per row; rows are independent"
    sch.decompose_reduction(sums, ko)
    yield "init", "zero the accumulator before the loop over k, not by a test inside it"
    return sums


def lanes_per_row(
    sch: s_tir.Schedule, tile: RowTile, reduction: str = "shuffle", blocks: int = 1
) -> Iterator:
    """`tile.lanes` threads per row: each adds up every lanes-th vector, then the threads are
    reduced.

        for n, k in T.grid(4096, 4096): y_sum[n] += W[n, k] * x[k]
        for n in range(4096): y[n] = y_sum[n]
    becomes, with 32 lanes, 4 rows and vectors of 8,
        for bx in T.thread_binding(1024, "blockIdx.x"):
            for ty in T.thread_binding(4, "threadIdx.y"):
                for tx in T.thread_binding(32, "threadIdx.x"):
                    for ko, r, v in T.grid(16, 1, 8):
                        rf[.., tx] += W[.., (ko * 32 + tx) * 8 + v] * x[(ko * 32 + tx) * 8 + v]
                for tx in T.thread_binding(32, "threadIdx.x"): y_sum[..] += rf[.., tx]
                y[bx * 4 + ty] = y_sum[..]

    `reduction` is 'shuffle' (registers and, above 32 lanes, shared memory between the warps) or
    'serial' (partial sums in shared memory, which every thread of the row then reads one by one).
    With `blocks` above 1, this number of blocks along y share a row. Each stores a partial sum to
    global memory, and another kernel computes y_sum and y.

    Returns the block of the partial sums, rf. The final reduction is moved below rf by
    reverse_compute_at; compute_at of rf would drop the predicate of a K that ends within a step.
    """
    sums, y = sch.get_sblock("y_sum"), sch.get_sblock("y")
    k = sch.get_loops(sums)[-1]
    ko, lanes = sch.split(k, [None, tile.vector_at(extent(sch, k))], preserve_unit_iters=True)
    shares = [blocks, tile.lanes] if blocks > 1 else [tile.lanes]
    _, *parts, lane = sch.split(ko, [None, *shares], preserve_unit_iters=True)
    yield "split_k", "lanes are interleaved along K: adjacent lanes read adjacent vectors"
    for part in parts:
        sums = sch.rfactor(part, 0)
        lane = sch.get_loops(sums)[-2]
    partial = sch.rfactor(lane, 1 if reduction == "shuffle" else 0)
    n, ko, *parts, lane, lanes = sch.get_loops(partial)
    # At most N rows: TVM clips the registers of the accumulators to N, but its reduction writes
    # all.
    per_group = min(tile.per_group, extent(sch, n))
    block, group, row = sch.split(n, [None, tile.rows, per_group], preserve_unit_iters=True)
    sch.reorder(block, *parts, group, lane, ko, row, lanes)
    sch.bind(block, "blockIdx.x")
    sch.bind(group, "threadIdx.y")
    sch.reverse_compute_at(sums, group, preserve_unit_loops=True)
    if parts:
        sch.bind(*parts, "blockIdx.y")
    else:
        sch.reverse_compute_at(y, group, preserve_unit_loops=True)
        sch.set_scope(sums, 0, "local")
    sch.set_scope(partial, 0, "local")
    sch.bind(lane, "threadIdx.x")
    if reduction == "shuffle":
        final_lane, *rest = sch.get_loops(sums)[2 + len(parts) :]
        sch.reorder(*rest, final_lane)
        sch.bind(final_lane, "threadIdx.x")
        final = "one accumulator per lane, reduced by shuffles"
        if tile.lanes > 32:
            final += " within each warp, then across warps through shared memory"
    else:
        write = sch.cache_write(partial, 0, "local")
        sch.reverse_compute_at(write, lane, preserve_unit_loops=True)
        sch.set_scope(write, 0, "shared")
        final = "each stores its partial sum to shared memory, where one thread adds them"
    # In this step, because a lane beyond a short K has no iteration that would zero its
    # accumulator.
    sch.decompose_reduction(partial, ko)
    yield "bind_threads", f"{tile.lanes} threads per row: {final}"
    return partial


# --- loads ----------------------------------------------------------------------------------------


def cache(sch: s_tir.Schedule, block: SBlockRV, buffer: str, scope: str, loop: LoopRV) -> SBlockRV:
    """Read `buffer`, or an earlier copy of it, through a copy in `scope` made inside `loop`."""
    names = [str(region.source.name) for region in sch.get(block).reads]
    operand = next(
        number for number, name in enumerate(names) if (name + "_").startswith(buffer + "_")
    )
    copy = sch.cache_read(block, operand, scope)
    sch.compute_at(copy, loop, preserve_unit_loops=True)
    return copy


def vector_loads(sch: s_tir.Schedule, sums: SBlockRV) -> Iterator:
    """Load W and x to registers by vectors; x once for all rows of a group."""
    ko, row, lanes = k_loops(sch, sums)
    width = extent(sch, lanes)
    vectorize_copy(sch, cache(sch, sums, "W", "local", row))
    vectorize_copy(sch, cache(sch, sums, "x", "local", ko))
    if width > 1:
        yield "vectorize", f"{width} contiguous elements per thread, in loads of up to 16 bytes"
    else:
        yield "vectorize", "with this K, rows are aligned to one element only, so loads stay scalar"


def vectorize_copy(sch: s_tir.Schedule, copy: SBlockRV) -> None:
    """Copy 16 bytes at a time, or fewer if the innermost loop has fewer."""
    block = sch.get(copy)
    max_elements = 16 // block.writes[0].source.ty.dtype.dtype.itemsize
    loop = sch.get_loops(copy)[-1]
    width = math.gcd(extent(sch, loop), max_elements)
    if width < extent(sch, loop):
        _, loop = sch.split(loop, [None, width])
    sch.vectorize(loop)


def share_vector(
    sch: s_tir.Schedule, sums: SBlockRV, tile: RowTile, threads: dict[str, int]
) -> Iterator:
    """x in shared memory, copied by the whole block, at most SHARED_ELEMENTS at a time."""
    ko, _, lanes = k_loops(sch, sums)
    per_step = tile.lanes * extent(sch, lanes)
    steps = min(extent(sch, ko), max(SHARED_ELEMENTS // per_step, 1))
    piece, _ = sch.split(ko, [None, steps], preserve_unit_iters=True)
    shared = cache(sch, sums, "x", "shared", piece)
    yield "cache_shared", "x in shared memory; so far every thread loads all of it"
    loop = sch.get_loops(shared)[-1]
    loop, vector = sch.split(loop, [None, math.gcd(extent(sch, loop), 8)], preserve_unit_iters=True)
    _, *bound = sch.split(loop, [None, *threads.values()], preserve_unit_iters=True)
    for axis, extent_axis in zip(threads, bound, strict=True):
        sch.bind(extent_axis, axis)
    sch.vectorize(vector)
    yield "bind_fetch", "the block loads x once; the cost is a barrier before the first FMA"


def unroll(sch: s_tir.Schedule, sums: SBlockRV, tile: RowTile) -> Iterator:
    """Unroll several steps along K, so that a thread has their loads in flight together."""
    ko = k_loops(sch, sums)[0]
    steps = math.gcd(tile.unroll, extent(sch, ko))
    _, inner = sch.split(ko, [None, steps], preserve_unit_iters=True)
    sch.annotate(inner, "pragma_auto_unroll_max_step", 1024)
    sch.annotate(inner, "pragma_unroll_explicit", 0)
    step = "one step" if steps == 1 else f"{steps} steps"
    yield "unroll", f"{step} of K unrolled: all their loads are in flight together"


def first_lane(sch: s_tir.Schedule) -> Iterator:
    """Reduce the sum of a row only to the lane that writes it."""
    reduce_to_first_lane(sch, sch.get_sblock("y"))
    yield (
        "first_lane",
        "only lane 0 writes the result: no shuffle or second barrier to send it to the others",
    )


# --- multiplication by table: the recipe of the `table_` rungs of `fast_gemv` ---------------------


def table_rows(sch: s_tir.Schedule, tile: RowTile, bits: int) -> Iterator:
    """`lanes_per_row` with multiples of x looked up in shared memory, a piece of K at a time.

    The table is laid out so that lane l reads bank l, whatever its code: [code][v][l].
    """
    low, high, *_ = CODES[bits]
    codes = high - low + 1
    products = sch.get_sblock("y_sum")
    names = [str(region.source.name) for region in sch.get(products).reads]
    # The rows that a look-up reads depend on the values of W. Without this annotation, the table
    # could not be computed in pieces inside a loop.
    sch.annotate_buffer_access(
        products, names.index("table"), "read", lambda n, k: ((0, codes), (k, k + 1))
    )
    sums = yield from lanes_per_row(sch, tile)
    ko, row, lanes = k_loops(sch, sums)
    vector = extent(sch, lanes)
    table = sch.get_sblock("table")
    # Set the scope before compute_at: only then does the piece cover all lanes of the block.
    sch.set_scope(table, 0, "shared")
    sch.compute_at(table, ko, preserve_unit_loops=True)
    yield (
        "table",
        f"a table of x times each of the {codes} codes, for a step of K; so far every thread "
        "computes all of it",
    )
    sch.transform_layout(table, ("write", 0), lambda code, k: (code, k % vector, k // vector))
    code, k = sch.get_loops(table)[-2:]
    lane, place = sch.split(k, [None, vector], preserve_unit_iters=True)
    sch.reorder(code, place, lane)
    _, *bound = sch.split(
        sch.fuse(code, place, lane), [None, tile.rows, tile.lanes], preserve_unit_iters=True
    )
    for axis, loop in zip(("threadIdx.y", "threadIdx.x"), bound, strict=True):
        sch.bind(loop, axis)
    yield "bind_table", "the threads of a block compute the table together; lane l accesses bank l"
    vectorize_copy(sch, cache(sch, sums, "W", "local", row))
    yield "vectorize", f"{vector} codes per load"
    yield from unroll(sch, sums, tile)


# --- on tensor cores ------------------------------------------------------------------------------

# Dot products of 4- and 8-bit codes with float16 on tensor cores, a row along the lanes of a warp.
#
# mma.sync.m16n8k16 adds A B to D: A 16 x 16 and B 16 x 8 in float16, D in float32. Lane 4 g + t
# holds two pairs of values of each of rows g and g + 8 of A, the same two pairs of column g of B,
# and columns 2 t and 2 t + 1 of rows g and g + 8 of D.
#
# A GEMV multiplies a lane's codes by the same lane's x, for two rows of W. The codes go to rows g
# and g + 8 of A, and x to column g of B. D[g, g] and D[g + 8, g] are then the dot products over the
# quad of lanes 4 g .. 4 g + 3. The seven other columns mix values of different lanes and are
# discarded: 7/8 of the work, which costs nothing, because a GEMV leaves the tensor cores idle
# otherwise.
#
# The tensor intrinsic is described lane by lane, in plain loops, with one difference: the dot
# products of the quad's four lanes all end up in the lane that has D[g, g]. The reduction over the
# lanes of the warp that follows gives the same result. All 32 lanes must take part.
#
# The conversion of codes to float16 is exact and takes one operation for two codes (the technique
# of Kim et al., "Who Says Elephants Can't Run", 2022, and of NVIDIA's FasterTransformer).

ROWS = 2  # rows of W of a lane in one instruction

_PARTS = cuda_parts(Path(__file__).with_name("mma_dot.cuh"))


def _description(bits: int, vector: int) -> tirx.PrimFunc:
    _, _, dtype, per_element = CODES[bits]
    stored = vector // per_element

    def value(w, i, j, zero):
        code = (
            int8_value(w[i, j], zero[0]) if bits == 8 else int4_value(w[i, j // 8], j % 8, zero[0])
        )
        # As te.create_prim_func leaves it: tensorize compares expressions as they are written.
        return Analyzer().simplify(code)

    @T.prim_func(s_tir=True)
    def description(y: T.handle, w: T.handle, x: T.handle, z: T.handle) -> None:
        Y = T.match_buffer(y, (ROWS, 1), "float32", offset_factor=1, scope="local")
        W = T.match_buffer(w, (ROWS, stored), dtype, offset_factor=1, scope="local")
        X = T.match_buffer(x, (vector,), "float16", offset_factor=1, scope="local")
        Z = T.match_buffer(z, (1,), "int32", offset_factor=1)
        with T.sblock("root"):
            T.reads(Y[0:ROWS, 0:1], W[0:ROWS, 0:stored], Z[0:1], X[0:vector])
            T.writes(Y[0:ROWS, 0:1])
            for i, j in T.grid(ROWS, vector):
                with T.sblock("dot"):
                    vi, vj = T.axis.remap("SR", [i, j])
                    Y[vi, 0] = Y[vi, 0] + value(W, vi, vj, Z) * T.Cast("float32", X[vj])

    return description


def _implementation(bits: int, vector: int) -> tirx.PrimFunc:
    _, _, dtype, per_element = CODES[bits]
    stored = vector // per_element

    def call(y, w, x, z):
        return cuda_func_call(
            f"mma_dot_int{bits}<{vector * bits // 32}>",
            y.access_ptr("rw"),
            w.access_ptr("r"),
            x.access_ptr("r"),
            z[0],
            source_code=_PARTS["common"] + _PARTS[f"int{bits}"],
        )

    @T.prim_func(s_tir=True)
    def implementation(y: T.handle, w: T.handle, x: T.handle, z: T.handle) -> None:
        Y = T.match_buffer(y, (ROWS, 1), "float32", offset_factor=1, scope="local")
        W = T.match_buffer(w, (ROWS, stored), dtype, offset_factor=1, scope="local")
        X = T.match_buffer(x, (vector,), "float16", offset_factor=1, scope="local")
        Z = T.match_buffer(z, (1,), "int32", offset_factor=1)
        with T.sblock("root"):
            T.reads(Y[0:ROWS, 0:1], W[0:ROWS, 0:stored], Z[0:1], X[0:vector])
            T.writes(Y[0:ROWS, 0:1])
            T.evaluate(call(Y, W, X, Z))

    return implementation


@functools.cache
@quick_parser()
def mma_dot(bits: int, vector: int) -> str:
    """Name of the intrinsic for `vector` codes of `bits` bits, registered on first use.

    sums[i] += sum_j (W[i,j] - zero) x[j] for two rows i and whole words of codes j, all in
    registers. Codes become float16, exactly for |zero| <= 896; accumulation is in float32.
    """
    name = f"mma_dot_int{bits}_{vector}"
    TensorIntrin.register(name, _description(bits, vector), _implementation(bits, vector))
    return name


# --- launches of FastGEMV -------------------------------------------------------------------------

# The tables in the document of `fast_gemv`, launches and times per size and device; and a GEMV's
# tile by the length of its rows, from these launches or from tables of other tiles.

SOURCE = "wangsiping97, FastGEMV, method and result (2023)"
P100, RTX_3090 = "P100", "RTX 3090"
SIZES = (512, 1024, 2048, 4096, 8192, 16384)

# Size of the square matrix -> (blockDim.x, blockDim.y): threads per dot product, rows per block.
LAUNCHES = {
    P100: {
        512: (32, 4),
        1024: (32, 4),
        2048: (32, 4),
        4096: (128, 8),
        8192: (256, 4),
        16384: (512, 2),
    },
    RTX_3090: {
        512: (32, 16),
        1024: (32, 32),
        2048: (32, 32),
        4096: (256, 1),
        8192: (256, 4),
        16384: (512, 2),
    },
}

# Average run time of all kernels of a GEMV, in nanoseconds, per size.
TIMES_NS = {
    P100: {
        "pytorch": (5891.6, 9047.2, 28231.4, 100727.5, 618377.7, 1588132.0),
        "float16": (4087.6, 5559.0, 18197.8, 62975.1, 229488.3, 891879.9),
    },
    RTX_3090: {
        "pytorch": (4071.7, 6106.2, 13971.8, 46031.9, 159163.1, 691660.6),
        "float16": (3237.2, 4372.4, 12395.4, 40621.4, 156448.3, 609235.0),
        "int8": (3338.2, 4450.3, 6736.8, 22489.2, 82325.7, 310524.5),
        "int4": (3390.1, 4359.1, 6855.3, 15971.1, 49884.9, 162752.0),
    },
}

# The bandwidth in GB/s as printed: bytes of the matrix and both vectors, divided by the time.
GBPS = {
    P100: {
        "pytorch": (89.337, 232.254, 297.428, 333.284, 202.083, 320.796),
        "float16": (128.764, 377.990, 461.418, 533.081, 584.999, 602.028),
    },
    RTX_3090: {
        "pytorch": (129.267, 344.117, 600.982, 729.295, 820.615, 776.300),
        "float16": (162.590, 480.571, 677.413, 826.432, 858.533, 881.759),
        "int8": (79.142, 236.540, 623.812, 746.741, 816.357, 865.513),
        "int4": (39.267, 121.214, 307.112, 526.263, 674.608, 826.690),
    },
}


def figures(kernel: str, above: int = 0, up_to: int = SIZES[-1]) -> tuple[Figure, ...]:
    """The document's times and bandwidths of 'pytorch', 'float16', 'int8' or 'int4'."""
    label = "torch, float16, " if kernel == "pytorch" else ""
    return tuple(
        Figure(
            table[device][kernel][number],
            unit,
            device,
            SOURCE,
            (size, size),
            f"{label}{size} x {size}",
        )
        for device in LAUNCHES
        for number, size in enumerate(SIZES)
        if above < size <= up_to
        for table, unit in ((TIMES_NS, "ns"), (GBPS, "GB/s"))
        if kernel in table[device]
    )


def words(note: str) -> tuple[Figure, ...]:
    """A statement of the document about a variant, without a figure or a GPU."""
    return (Figure(None, "ns", "its GPUs", SOURCE, note=note),)


# --- tiles ----------------------------------------------------------------------------------------

TileAt = Callable[[Workload], RowTile]


def launch_for(
    lanes: Callable[[int], bool] = lambda _: True, device: str = RTX_3090, **fields: int
) -> TileAt:
    """The document's block for a workload's K: that of the next larger size, or of the largest.

    `lanes` selects the entries that a rung can use by their threads per dot product; `fields` are
    the other fields of the tile.
    """
    table = {size: block for size, block in LAUNCHES[device].items() if lanes(block[0])}
    return by_size({size: RowTile(*block, **fields) for size, block in table.items()})


def by_size(tiles: dict[int, RowTile]) -> TileAt:
    """The tile of the next size that is not smaller than a workload's K, or of the largest size.

    Only tiles are considered whose lanes all have a vector of such a row, or all tiles if K is too
    short for any of them.

    Raises UserError for a tile that leaves lanes without work at its own size.
    """
    for size, tile in tiles.items():
        if idle := tile.idle_lanes(size):
            raise UserError(
                f"K = {size}: {idle} of {tile.lanes} lanes are idle because a row has "
                f"{size // tile.vector} vectors of {tile.vector}: use fewer lanes or smaller "
                "vectors"
            )

    def tile_for(workload: Workload) -> RowTile:
        k = workload.shape[1]
        busy = [size for size, tile in tiles.items() if not tile.idle_lanes(k)] or list(tiles)
        return tiles[min((size for size in busy if size >= k), default=max(busy))]

    return tile_for
