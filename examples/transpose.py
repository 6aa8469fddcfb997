"""A matrix transpose: uncoalesced, through shared memory, then without bank conflicts.

schedules explore examples/transpose.py
schedules analyze examples/transpose.py:schedule:coalesce
schedules analyze examples/transpose.py
"""

from tvm import te


def workload(n: int = 1024) -> list[te.Tensor]:
    a = te.placeholder((n, n), name="A")
    return [a, te.compute((n, n), lambda i, j: a[j, i], name="B")]


def schedule(sch):
    i, j = sch.get_loops("B")
    block_i, i = sch.split(i, [None, 32])
    block_j, j = sch.split(j, [None, 32])
    sch.reorder(block_i, block_j, i, j)
    sch.bind(block_i, "blockIdx.y")
    sch.bind(block_j, "blockIdx.x")
    sch.bind(i, "threadIdx.y")
    sch.bind(j, "threadIdx.x")
    yield "naive", "a warp writes a row of B, but reads a column of A"
    tile = sch.cache_read("B", 0, "shared")
    sch.compute_at(tile, block_j)
    row, column = sch.get_loops(tile)[-2:]
    sch.bind(row, "threadIdx.y")
    sch.bind(column, "threadIdx.x")
    yield "coalesce", "a warp reads a row of the tile and writes a row of B"
    sch.storage_align(tile, 0, axis=0, factor=32, offset=1)
    yield "pad", "rows of 33 words spread a column over all 32 banks"
