"""HGEMV with a short K: how many threads should share a dot product of 128 terms?

Twelve kernels for y[n] = sum_k W[n,k] x[k], float16 in and out with float32 accumulation, after
"Nvidia CUDA Core: HGEMV optimization" by hope_wisdom (github.com/Bruce-Lee-LY/cuda_hgemv) on an
RTX 3090. The document's A is x here, and its B (K x N, column-major) is W, row by row. Tensor cores
compute at least 8 columns, but a GEMV has one, so `cublasGemmEx` wastes 7/8 of their rate, and
kernels on CUDA cores can be faster.

The document's lanes load one float16 at a time. Here they load up to eight (16 bytes), as long as
every lane of a dot product has some to load. The document's kernels are correct only if the lanes
(for the copy to shared memory, the block's 128 threads) divide K, and the results per warp divide
N: a lane beyond K still loads and adds, and lanes beyond N return before `__shfl_xor_sync`,
although its mask includes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tvm import s_tir

from gpusim.chips import WARP

from ..core.ladder import Build, Figure, Ladder
from ..workloads import Gemv, Workload
from .dot_products import (
    RowTile,
    first_lane,
    lanes_per_row,
    share_vector,
    thread_per_row,
    unroll,
    vector_loads,
)

SOURCE = "hope_wisdom, Nvidia CUDA Core HGEMV (CUDA 11.8)"
N, K = 4096, 128
THREADS = 128
RESULTS = (1, 2, 4, 8, 16)
SHAPES = ((128, 128), (37, 130), (1, 35))

ladder = Ladder(
    name="gemv/hgemv",
    title="HGEMV on CUDA cores at K = 128, from a thread to a warp per result",
    workload=Gemv(N, K),
    reference=(
        Figure(
            None,
            "x",
            "RTX 3090",
            SOURCE,
            (N, K),
            "cuBLAS cublasGemmEx; the best of the rungs is above 1.5 times its speed "
            "for every N of 1..4096",
        ),
    ),
    place=60,
)


def tile_for(lanes: int) -> Callable[[Workload], RowTile]:
    """128 threads per block, `lanes` of them per dot product, all busy if K is large enough."""

    def tile(workload: Workload) -> RowTile:
        per_lane = -(-workload.shape[1] // lanes)
        vector = min(8, 1 << (per_lane.bit_length() - 1))
        return RowTile(lanes, THREADS // lanes, vector=vector, unroll=8)

    return tile


def kernel(results: int | None, *, shared: bool) -> Callable[[s_tir.Schedule, RowTile], Iterator]:
    """The recipe of a rung: `results` per warp, or one per thread (None); x shared or not."""

    def recipe(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
        if results is None:
            sums = yield from thread_per_row(sch, tile)
            threads = {"threadIdx.x": tile.rows}
        else:
            sums = yield from lanes_per_row(sch, tile)
            threads = {"threadIdx.y": tile.rows, "threadIdx.x": tile.lanes}
        if shared:
            yield from share_vector(sch, sums, tile, threads)
        yield from vector_loads(sch, sums)
        yield from unroll(sch, sums, tile)
        if results is not None:
            yield from first_lane(sch)

    recipe.__doc__ = DOCS[results] + (SHARED if shared else "")
    return recipe


DOCS = {
    None: """A thread per result: it reads a whole row of W.

    There is no reduction across threads, but the lanes of a warp read 32 rows at once: each load
    touches 32 lines, which the L1 cache keeps for the following loads. At small N few threads run.
    """,
    1: """A warp per result: 32 lanes on 128 terms, five shuffles.

    One coalesced load of four values per lane covers the row. The five shuffles that add up 32
    partial sums are as much work as the four FMAs of a lane.
    """,
    2: """Two results per warp: 16 lanes each, four shuffles.

    One load of eight values (16 bytes) per lane covers a row, the widest a thread has.
    """,
    4: """Four results per warp: 8 lanes each, three shuffles.

    Two loads in flight per lane, and a load of a group touches one line of 128 bytes.
    """,
    8: """Eight results per warp: 4 lanes each, two shuffles.""",
    16: """Sixteen results per warp: 2 lanes each, one shuffle.

    Almost `thread`: eight loads per lane, and the lanes of a warp read 16 rows at once.
    """,
}
SHARED = """

    x is in shared memory: the block loads its 256 bytes once, instead of each group from L1, and
    then waits at a barrier. Because of the barrier, the document expects little from this.
    """

for smem in (False, True):
    for results in (None, *RESULTS):
        lanes = 1 if results is None else WARP // results
        name = "thread" if results is None else f"warp{results}"
        ladder.rung(
            tile_for(lanes),
            name=name + ("_smem" if smem else ""),
            any_shape=True,
            shapes=SHAPES,
            against=name if smem else (),
            # nvcc sees that x is aligned and loads its last element by 16 bytes. If K is odd, this
            # load ends beyond the array, which memcheck reports as an error.
            build=Build(extra_shared=12) if smem and results is None else Build(),
        )(kernel(results, shared=smem))

if __name__ == "__main__":
    ladder.main()
