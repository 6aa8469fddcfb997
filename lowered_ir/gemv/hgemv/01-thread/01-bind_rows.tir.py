# gemv/hgemv:thread:bind_rows
# y[n] = sum_k W[n,k] x[k], N,K = 4096,128, float16 -> float32 -> float16
# why: a thread per row; rows are independent
# since the previous step:
#   b0 = sch.get_sblock(name="y_sum", func_name="main")
#   l1, l2 = sch.get_loops(block=b0)
#   l3, l4, l5 = sch.split(loop=l1, factors=[None, 128, 1], preserve_unit_iters=True, disable_predication=False)
#   sch.bind(loop=l3, thread_axis="blockIdx.x")
#   sch.bind(loop=l4, thread_axis="threadIdx.x")
#   l6, l7 = sch.split(loop=l2, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l6, l5, l7)
#   b8 = sch.get_sblock(name="y", func_name="main")
#   sch.reverse_compute_at(block=b8, loop=l4, preserve_unit_loops=True, index=-1)
#   sch.set_scope(block=b0, buffer_index=0, storage_scope="local")

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((4096, 128), "float16"), x: T.Buffer((128,), "float16"), y: T.Buffer((4096,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y_sum_local = T.sblock_alloc_buffer((4096,), scope="local")
        for i_0 in T.thread_binding(32, thread="blockIdx.x"):
            for i_1 in T.thread_binding(128, thread="threadIdx.x"):
                for k_0, i_2, k_1 in T.grid(16, 1, 8):
                    with T.sblock("y_sum"):
                        v_i = T.axis.spatial(4096, i_0 * 128 + i_1 + i_2)
                        v_k = T.axis.reduce(128, k_0 * 8 + k_1)
                        T.reads(W[v_i, v_k], x[v_k])
                        T.writes(y_sum_local[v_i])
                        with T.init():
                            y_sum_local[v_i] = T.float32(0.0)
                        y_sum_local[v_i] = y_sum_local[v_i] + T.Cast("float32", W[v_i, v_k]) * T.Cast("float32", x[v_k])
                for ax0 in range(1):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(4096, i_0 * 128 + i_1 + ax0)
                        T.reads(y_sum_local[v_i])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i])
