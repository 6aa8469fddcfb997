"""Remove the bank conflicts of a transpose

A matrix is transposed through shared memory, 32 x 32 elements at a time, so that global memory is
read *and* written along rows. When a warp reads a column of the tile, its 32 lanes access words
that are 32 words apart. Shared memory has 32 banks, so all of them are in one bank, and the access
takes 32 wavefronts.

Spread them over 32 banks. One primitive is enough; use no more shared memory than necessary.
"""

from tvm import te

from ..exercise import Check

RUN = (64, 96)
M = N = 4096


def workload(m=4096, n=4096):
    a = te.placeholder((m, n), name="A")
    return [a, te.compute((n, m), lambda i, j: a[j, i], name="T")]


def tile(sch):
    """Tiles of 32 x 32 through shared memory; returns the copy to there."""
    copy = sch.cache_read("T", 0, "shared")
    i, j = sch.get_loops("T")
    by, i = sch.split(i, [None, 32])
    bx, j = sch.split(j, [None, 32])
    sch.reorder(by, bx, i, j)
    sch.bind(by, "blockIdx.y")
    sch.bind(bx, "blockIdx.x")
    sch.compute_at(copy, bx)
    for stage in ("T", copy):
        row, column = sch.get_loops(stage)[-2:]
        _, ty = sch.split(row, [None, 8])
        sch.bind(ty, "threadIdx.y")
        sch.bind(column, "threadIdx.x")
    return copy


def start(sch):
    copy = tile(sch)
    yield "tile", "a warp reads a row of A, and writes a row of T"
    # Here.
    yield "padding", "no bank conflicts among the lanes of a warp"


def solution(sch):
    copy = tile(sch)
    yield "tile", "a warp reads a row of A, and writes a row of T"
    sch.storage_align(copy, 0, axis=-2, factor=32, offset=1)
    yield "padding", "rows of 33 words: a column lies in 32 banks"


checks = [
    Check(
        "conflicts",
        "lanes still use the same bank: the length of a row in words decides where the next one "
        "begins",
        at_most=0,
    ),
    Check("sectors", "accesses to global memory must stay coalesced", at_most=2 * M * N * 4 / 32),
    Check("shared_bytes", "one word of padding per row is enough", at_most=32 * 33 * 4),
]
hints = [
    "Word w lies in bank w % 32. In which banks is column 0 of a tile whose rows are 32 words? And "
    "if rows were 33 words?",
    "`sch.storage_align(block, buffer_index, axis, factor, offset)` makes the stride of an axis a "
    "multiple of `factor`, plus `offset`.",
    "The block is `copy`, its buffer 0, the axis is -2 (rows), the factor 32.",
]
see = "gemm/sgemm_cuda:conflict_free:pad"
