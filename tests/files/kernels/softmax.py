"""A softmax as TVMScript has it, blocks and loops written by hand."""

from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def softmax(x: T.Buffer((8, 64), "float32"), y: T.Buffer((8, 64), "float32")):
    largest = T.sblock_alloc_buffer((8,), scope="shared")
    total = T.sblock_alloc_buffer((8,), scope="shared")
    for i in T.thread_binding(8, thread="blockIdx.x"):
        for lane in T.thread_binding(32, thread="threadIdx.x"):
            for k in range(2):
                with T.sblock("largest"):
                    row = T.axis.spatial(8, i)
                    column = T.axis.reduce(64, k * 32 + lane)
                    with T.init():
                        largest[row] = T.min_value("float32")
                    largest[row] = T.max(largest[row], x[row, column])
        for lane in T.thread_binding(32, thread="threadIdx.x"):
            for k in range(2):
                with T.sblock("total"):
                    row = T.axis.spatial(8, i)
                    column = T.axis.reduce(64, k * 32 + lane)
                    with T.init():
                        total[row] = T.float32(0)
                    total[row] = total[row] + T.exp(x[row, column] - largest[row])
        for k in range(2):
            for lane in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("y"):
                    row = T.axis.spatial(8, i)
                    column = T.axis.spatial(64, k * 32 + lane)
                    y[row, column] = T.exp(x[row, column] - largest[row]) / total[row]
