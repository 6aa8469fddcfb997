# gemv/fast_gemv:int8_row_tile:bind_threads
# y[n] = scale sum_k (W[n,k] - zero) x[k], N,K = 8192,8192, int8 and float16 -> float32 -> float16
# why: 64 threads per row: one accumulator per lane, reduced by shuffles within each warp, then across warps
#     through shared memory
# since the previous step:
#   b9 = sch.rfactor(loop=l8, factor_axis=1)
#   l10, l11, l12, l13 = sch.get_loops(block=b9)
#   l14, l15, l16 = sch.split(loop=l10, factors=[None, 2, 4], preserve_unit_iters=True,
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
    def main(W: T.Buffer((8192, 8192), "int8"), x: T.Buffer((8192,), "float16"), scale: T.Buffer((1,), "float16"), zero: T.Buffer((1,), "int32"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y_sum_local = T.sblock_alloc_buffer((8192,), scope="local")
        y_sum_rf_local = T.sblock_alloc_buffer((8192, 64), scope="local")
        for i_0 in T.thread_binding(1024, thread="blockIdx.x"):
            for i_1 in T.thread_binding(2, thread="threadIdx.y"):
                for k_0_1 in T.thread_binding(64, thread="threadIdx.x"):
                    for i_2_init in range(4):
                        with T.sblock("y_sum_rf_init"):
                            vk_0_1 = T.axis.spatial(64, k_0_1)
                            v_i = T.axis.spatial(8192, i_0 * 8 + i_1 * 4 + i_2_init)
                            T.reads()
                            T.writes(y_sum_rf_local[v_i, vk_0_1])
                            y_sum_rf_local[v_i, vk_0_1] = T.float32(0.0)
                    for k_0_0, i_2, k_1 in T.grid(8, 4, 16):
                        with T.sblock("y_sum_rf_update"):
                            vk_0_1 = T.axis.spatial(64, k_0_1)
                            v_i = T.axis.spatial(8192, i_0 * 8 + i_1 * 4 + i_2)
                            vk_0_0, vk_1 = T.axis.remap("RR", [k_0_0, k_1])
                            T.reads(y_sum_rf_local[v_i, vk_0_1], W[v_i, vk_0_0 * 1024 + vk_0_1 * 16 + vk_1], zero[0], x[vk_0_0 * 1024 + vk_0_1 * 16 + vk_1])
                            T.writes(y_sum_rf_local[v_i, vk_0_1])
                            y_sum_rf_local[v_i, vk_0_1] = y_sum_rf_local[v_i, vk_0_1] + (T.reinterpret("float32", T.Cast("uint32", T.Cast("uint8", W[v_i, vk_0_0 * 1024 + vk_0_1 * 16 + vk_1])) ^ T.reinterpret("uint32", T.Cast("float32", ((zero[0] & 1) << 8) + 8388736))) - T.Cast("float32", ((zero[0] & 1) << 8) + zero[0] + 8388736)) * T.Cast("float32", x[vk_0_0 * 1024 + vk_0_1 * 16 + vk_1])
                for ax1 in range(4):
                    for ax0 in T.thread_binding(64, thread="threadIdx.x"):
                        with T.sblock("y_sum"):
                            vk_0_1 = T.axis.reduce(64, ax0)
                            v_i = T.axis.spatial(8192, i_0 * 8 + i_1 * 4 + ax1)
                            T.reads(y_sum_rf_local[v_i, vk_0_1])
                            T.writes(y_sum_local[v_i])
                            with T.init():
                                y_sum_local[v_i] = T.float32(0.0)
                            y_sum_local[v_i] = y_sum_local[v_i] + y_sum_rf_local[v_i, vk_0_1]
                for ax0 in range(4):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(8192, i_0 * 8 + i_1 * 4 + ax0)
                        T.reads(y_sum_local[v_i], scale[0])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i] * T.Cast("float32", scale[0]))
