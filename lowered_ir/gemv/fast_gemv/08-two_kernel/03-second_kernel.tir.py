# gemv/fast_gemv:two_kernel:second_kernel
# y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
# why: a thread per row adds the partial sums of its four blocks, with coalesced loads
# since the previous step:
#   b31 = sch.get_sblock(name="y_sum", func_name="main")
#   l32, l33 = sch.get_loops(block=b31)
#   l34, l35 = sch.split(loop=l32, factors=[None, 128], preserve_unit_iters=True, disable_predication=False)
#   sch.bind(loop=l34, thread_axis="blockIdx.x")
#   sch.bind(loop=l35, thread_axis="threadIdx.x")
#   b36 = sch.get_sblock(name="y", func_name="main")
#   sch.reverse_compute_at(block=b36, loop=l35, preserve_unit_loops=True, index=-1)
#   sch.set_scope(block=b31, buffer_index=0, storage_scope="local")
#   b37 = sch.decompose_reduction(block=b31, loop=l33)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 8192), "float16"), x: T.Buffer((8192,), "float16"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y_sum_local = T.sblock_alloc_buffer((8192,), scope="local")
        y_sum_rf = T.sblock_alloc_buffer((4, 8192))
        y_sum_rf_rf_local = T.sblock_alloc_buffer((4, 256, 8192), scope="local")
        for i_0 in T.thread_binding(2048, thread="blockIdx.x"):
            for k_0_1 in T.thread_binding(4, thread="blockIdx.y"):
                for i_1 in T.thread_binding(4, thread="threadIdx.y"):
                    for k_0_2 in T.thread_binding(256, thread="threadIdx.x"):
                        for i_2_init in range(1):
                            with T.sblock("y_sum_rf_rf_init"):
                                vk_0_2, vk_0_1 = T.axis.remap("SS", [k_0_2, k_0_1])
                                v_i = T.axis.spatial(8192, i_0 * 4 + i_1 + i_2_init)
                                T.reads()
                                T.writes(y_sum_rf_rf_local[vk_0_1, vk_0_2, v_i])
                                y_sum_rf_rf_local[vk_0_1, vk_0_2, v_i] = T.float32(0.0)
                        for k_0_0, i_2, k_1 in T.grid(1, 1, 8):
                            with T.sblock("y_sum_rf_rf_update"):
                                vk_0_2, vk_0_1 = T.axis.remap("SS", [k_0_2, k_0_1])
                                v_i = T.axis.spatial(8192, i_0 * 4 + i_1 + i_2)
                                vk_0_0, vk_1 = T.axis.remap("RR", [k_0_0, k_1])
                                T.reads(y_sum_rf_rf_local[vk_0_1, vk_0_2, v_i], W[v_i, vk_0_0 * 8192 + vk_0_1 * 2048 + vk_0_2 * 8 + vk_1], x[vk_0_0 * 8192 + vk_0_1 * 2048 + vk_0_2 * 8 + vk_1])
                                T.writes(y_sum_rf_rf_local[vk_0_1, vk_0_2, v_i])
                                y_sum_rf_rf_local[vk_0_1, vk_0_2, v_i] = y_sum_rf_rf_local[vk_0_1, vk_0_2, v_i] + T.Cast("float32", W[v_i, vk_0_0 * 8192 + vk_0_1 * 2048 + vk_0_2 * 8 + vk_1]) * T.Cast("float32", x[vk_0_0 * 8192 + vk_0_1 * 2048 + vk_0_2 * 8 + vk_1])
                    for ax1, ax2 in T.grid(1, 1):
                        for ax0 in T.thread_binding(256, thread="threadIdx.x"):
                            with T.sblock("y_sum_rf"):
                                vk_0_2 = T.axis.reduce(256, ax0)
                                vk_0_1 = T.axis.spatial(4, k_0_1 + ax1)
                                v_i = T.axis.spatial(8192, i_0 * 4 + i_1 + ax2)
                                T.reads(y_sum_rf_rf_local[vk_0_1, vk_0_2, v_i])
                                T.writes(y_sum_rf[vk_0_1, v_i])
                                with T.init():
                                    y_sum_rf[vk_0_1, v_i] = T.float32(0.0)
                                y_sum_rf[vk_0_1, v_i] = y_sum_rf[vk_0_1, v_i] + y_sum_rf_rf_local[vk_0_1, vk_0_2, v_i]
        for i_0 in T.thread_binding(64, thread="blockIdx.x"):
            for i_1 in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("y_sum_init"):
                    v_i = T.axis.spatial(8192, i_0 * 128 + i_1)
                    T.reads()
                    T.writes(y_sum_local[v_i])
                    y_sum_local[v_i] = T.float32(0.0)
                for k_0_1 in range(4):
                    with T.sblock("y_sum_update"):
                        vk_0_1 = T.axis.reduce(4, k_0_1)
                        v_i = T.axis.spatial(8192, i_0 * 128 + i_1)
                        T.reads(y_sum_local[v_i], y_sum_rf[vk_0_1, v_i])
                        T.writes(y_sum_local[v_i])
                        y_sum_local[v_i] = y_sum_local[v_i] + y_sum_rf[vk_0_1, v_i]
                for ax0 in range(1):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(8192, i_0 * 128 + i_1 + ax0)
                        T.reads(y_sum_local[v_i])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i])
