"""A softmax over rows: a generator that yields the names of its steps, with a workload of any size.

schedules explore examples/softmax.py
schedules explore examples/softmax.py --shape 100,300
"""

from tvm import te, topi


def workload(rows: int = 256, columns: int = 384) -> list[te.Tensor]:
    x = te.placeholder((rows, columns), name="x")
    return [x, topi.nn.softmax(x)]


def schedule(sch):
    *stages, normalize = sch.get_child_blocks(sch.get_sblock("root"))
    row, _ = sch.get_loops(normalize)
    sch.bind(row, "blockIdx.x")
    yield "block_per_row", "rows are independent"
    for stage in reversed(stages):
        sch.compute_at(stage, row)
        sch.set_scope(stage, 0, "shared")
    yield "shared", "a row's maximum, exponentials and sum stay in its block"
    for stage in (*stages, normalize):
        _, lane = sch.split(sch.get_loops(stage)[-1], [None, 32])
        sch.bind(lane, "threadIdx.x")
    yield "warp", "a warp per row: its two reductions become shuffles"
