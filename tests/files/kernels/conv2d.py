"""A convolution with padding, a thread per pixel, its filter in shared memory."""

from tvm import te, topi


def workload(channels=4, size=6, filters=4):
    data = te.placeholder((1, channels, size, size), name="data")
    weight = te.placeholder((filters, channels, 3, 3), name="weight")
    return [data, weight, topi.nn.conv2d(data, weight, strides=1, padding=1, dilation=1)]


space = {"filters_each": [1, 2, 4]}


def schedule(sch, filters_each=1):
    pad, conv = sch.get_child_blocks(sch.get_sblock("root"))
    sch.compute_inline(pad)
    _, filters, y, x, *_ = sch.get_loops(conv)
    filters, _ = sch.split(filters, [None, filters_each])
    sch.bind(filters, "blockIdx.x")
    sch.bind(y, "threadIdx.y")
    sch.bind(x, "threadIdx.x")
    yield "bind", "a block a filter or a few, a thread a pixel"
    weight = sch.cache_read(conv, 1, "shared")
    sch.compute_at(weight, filters)
    fused = sch.fuse(*sch.get_loops(weight)[-3:])
    _, thread_y, thread_x = sch.split(fused, [None, 6, 6])
    sch.bind(thread_y, "threadIdx.y")
    sch.bind(thread_x, "threadIdx.x")
    yield "shared", "all pixels of a block read the same filter"
