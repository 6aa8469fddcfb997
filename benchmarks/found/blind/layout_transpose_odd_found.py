"""layout_transpose_odd.py:workload, found by `schedules find` for h200: predicted 19.2 µs; a thread per element: 71.3 µs."""

from layout_transpose_odd import workload


def schedule(sch):
    i, j = sch.get_loops("B")
    row_block, row = sch.split(i, [None, 64])
    column_block, column = sch.split(j, [None, 64])
    sch.reorder(row_block, column_block, row, column)
    block = sch.fuse(row_block, column_block)
    _, y = sch.split(row, [None, 8])
    sch.bind(block, "blockIdx.x")
    sch.bind(y, "threadIdx.y")
    sch.bind(column, "threadIdx.x")
    yield "tile", "a block per 64 x 64 tile; a warp writes adjacent elements"
    shared = sch.cache_read("B", 0, "shared")
    sch.compute_at(shared, block)
    shared_row, shared_column = sch.get_loops(shared)[-2:]
    _, shared_y = sch.split(shared_row, [None, 8])
    sch.bind(shared_y, "threadIdx.y")
    sch.bind(shared_column, "threadIdx.x")
    yield "coalesce", "through shared memory, a warp also reads adjacent elements"
    sch.storage_align(shared, 0, axis=0, factor=32, offset=1)
    yield "pad", "a word of padding per row: a column of the tile lies in 32 different banks"
