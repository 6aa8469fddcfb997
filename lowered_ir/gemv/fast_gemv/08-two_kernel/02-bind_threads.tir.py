# gemv/fast_gemv:two_kernel:bind_threads
# y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
# why: 256 threads per row: one accumulator per lane, reduced by shuffles within each warp, then across warps
#     through shared memory
# since the previous step:
#   b9 = sch.rfactor(loop=l7, factor_axis=0)
#   l10, l11, l12, l13, l14 = sch.get_loops(block=b9)
#   b15 = sch.rfactor(loop=l13, factor_axis=1)
#   l16, l17, l18, l19, l20 = sch.get_loops(block=b15)
#   l21, l22, l23 = sch.split(loop=l16, factors=[None, 4, 1], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.reorder(l21, l18, l22, l19, l17, l23, l20)
#   sch.bind(loop=l21, thread_axis="blockIdx.x")
#   sch.bind(loop=l22, thread_axis="threadIdx.y")
#   sch.reverse_compute_at(block=b9, loop=l22, preserve_unit_loops=True, index=-1)
#   sch.bind(loop=l18, thread_axis="blockIdx.y")
#   sch.set_scope(block=b15, buffer_index=0, storage_scope="local")
#   sch.bind(loop=l19, thread_axis="threadIdx.x")
#   l24, l25, l26, l27, l28, l29 = sch.get_loops(block=b9)
#   sch.reorder(l28, l29, l27)
#   sch.bind(loop=l27, thread_axis="threadIdx.x")
#   b30 = sch.decompose_reduction(block=b15, loop=l17)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 8192), "float16"), x: T.Buffer((8192,), "float16"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y_sum = T.sblock_alloc_buffer((8192,))
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
        for i, k_0_1 in T.grid(8192, 4):
            with T.sblock("y_sum"):
                vk_0_1, v_i = T.axis.remap("RS", [k_0_1, i])
                T.reads(y_sum_rf[vk_0_1, v_i])
                T.writes(y_sum[v_i])
                with T.init():
                    y_sum[v_i] = T.float32(0.0)
                y_sum[v_i] = y_sum[v_i] + y_sum_rf[vk_0_1, v_i]
        for i in range(8192):
            with T.sblock("y"):
                v_i = T.axis.spatial(8192, i)
                T.reads(y_sum[v_i])
                T.writes(y[v_i])
                y[v_i] = T.Cast("float16", y_sum[v_i])
