# gemv/fast_gemv:table_int4:bind_threads
# y[n] = scale sum_k table[W[n,k],k], N,K = 8192,8192, int4 and float16 -> float32 -> float16
# why: 32 threads per row: one accumulator per lane, reduced by shuffles
# since the previous step:
#   b9 = sch.rfactor(loop=l8, factor_axis=1)
#   l10, l11, l12, l13 = sch.get_loops(block=b9)
#   l14, l15, l16 = sch.split(loop=l10, factors=[None, 8, 8], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.reorder(l14, l15, l12, l11, l16, l13)
#   sch.bind(loop=l14, thread_axis="blockIdx.x")
#   sch.bind(loop=l15, thread_axis="threadIdx.y")
#   sch.reverse_compute_at(block=b1, loop=l15, preserve_unit_loops=True, index=-1)
#   sch.reverse_compute_at(block=b2, loop=l15, preserve_unit_loops=True, index=-1)
#   sch.set_scope(block=b1, buffer_index=0, storage_scope="local")
#   sch.set_scope(block=b9, buffer_index=0, storage_scope="local")
#   sch.bind(loop=l12, thread_axis="threadIdx.x")
#   l17, l18, l19, l20 = sch.get_loops(block=b1)
#   sch.reorder(l20, l19)
#   sch.bind(loop=l19, thread_axis="threadIdx.x")
#   b21 = sch.decompose_reduction(block=b9, loop=l11)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 1024), "int32"), x: T.Buffer((8192,), "float16"), scale: T.Buffer((1,), "float16"), zero: T.Buffer((1,), "int32"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        table = T.sblock_alloc_buffer((16, 8192))
        y_sum_local = T.sblock_alloc_buffer((8192,), scope="local")
        y_sum_rf_local = T.sblock_alloc_buffer((8192, 32), scope="local")
        for v, j in T.grid(16, 8192):
            with T.sblock("table"):
                v_v, v_j = T.axis.remap("SS", [v, j])
                T.reads(zero[0], x[v_j])
                T.writes(table[v_v, v_j])
                table[v_v, v_j] = T.Cast("float32", v_v - zero[0]) * T.Cast("float32", x[v_j])
        for i_0 in T.thread_binding(128, thread="blockIdx.x"):
            for i_1 in T.thread_binding(8, thread="threadIdx.y"):
                for k_0_1 in T.thread_binding(32, thread="threadIdx.x"):
                    for i_2_init in range(8):
                        with T.sblock("y_sum_rf_init"):
                            vk_0_1 = T.axis.spatial(32, k_0_1)
                            v_i = T.axis.spatial(8192, i_0 * 64 + i_1 * 8 + i_2_init)
                            T.reads()
                            T.writes(y_sum_rf_local[v_i, vk_0_1])
                            T.sblock_attr({"explicit_read_region": [0]})
                            y_sum_rf_local[v_i, vk_0_1] = T.float32(0.0)
                    for k_0_0, i_2, k_1 in T.grid(16, 8, 16):
                        with T.sblock("y_sum_rf_update"):
                            vk_0_1 = T.axis.spatial(32, k_0_1)
                            v_i = T.axis.spatial(8192, i_0 * 64 + i_1 * 8 + i_2)
                            vk_0_0, vk_1 = T.axis.remap("RR", [k_0_0, k_1])
                            T.reads(y_sum_rf_local[v_i, vk_0_1], table[0:16, vk_0_0 * 512 + vk_0_1 * 16 + vk_1], W[v_i, (vk_0_0 * 512 + vk_0_1 * 16 + vk_1) // 8])
                            T.writes(y_sum_rf_local[v_i, vk_0_1])
                            T.sblock_attr({"explicit_read_region": [0]})
                            y_sum_rf_local[v_i, vk_0_1] = y_sum_rf_local[v_i, vk_0_1] + table[W[v_i, (vk_0_0 * 512 + vk_0_1 * 16 + vk_1) // 8] >> (vk_0_0 * 512 + vk_0_1 * 16 + vk_1) % 8 * 4 & 15, vk_0_0 * 512 + vk_0_1 * 16 + vk_1]
                for ax1 in range(8):
                    for ax0 in T.thread_binding(32, thread="threadIdx.x"):
                        with T.sblock("y_sum"):
                            vk_0_1 = T.axis.reduce(32, ax0)
                            v_i = T.axis.spatial(8192, i_0 * 64 + i_1 * 8 + ax1)
                            T.reads(y_sum_rf_local[v_i, vk_0_1])
                            T.writes(y_sum_local[v_i])
                            T.sblock_attr({"explicit_read_region": [0]})
                            with T.init():
                                y_sum_local[v_i] = T.float32(0.0)
                            y_sum_local[v_i] = y_sum_local[v_i] + y_sum_rf_local[v_i, vk_0_1]
                for ax0 in range(8):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(8192, i_0 * 64 + i_1 * 8 + ax0)
                        T.reads(y_sum_local[v_i], scale[0])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i] * T.Cast("float32", scale[0]))
