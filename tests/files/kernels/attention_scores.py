"""Attention scores: softmax(Q K^T / sqrt(d)), a block per query."""

from tvm import te, topi


def workload(queries=4, keys=32, depth=16):
    q = te.placeholder((queries, depth), name="Q")
    k = te.placeholder((keys, depth), name="K")
    d = te.reduce_axis((0, depth), name="d")
    product = te.compute(
        (queries, keys), lambda i, j: te.sum(q[i, d] * k[j, d], axis=d), name="product"
    )
    scaled = te.compute((queries, keys), lambda i, j: product[i, j] * depth**-0.5, name="scaled")
    return [q, k, topi.nn.softmax(scaled)]


def schedule(sch):
    product, scaled, *stages, normalize = sch.get_child_blocks(sch.get_sblock("root"))
    sch.compute_inline(scaled)
    query, _ = sch.get_loops(normalize)
    sch.bind(query, "blockIdx.x")
    for stage in (*reversed(stages), product):
        sch.compute_at(stage, query)
        sch.set_scope(stage, 0, "shared")
    yield "block_per_query", "a query's scores stay in its block"
    for stage in (*stages, normalize):
        _, lane = sch.split(sch.get_loops(stage)[-1], [None, 32])
        sch.bind(lane, "threadIdx.x")
    sch.bind(sch.get_loops(product)[1], "threadIdx.x")
    yield "warp", "a lane a key"
