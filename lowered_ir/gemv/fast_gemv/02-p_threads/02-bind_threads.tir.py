# gemv/fast_gemv:p_threads:bind_threads
# y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
# why: 32 threads per row: each stores its partial sum to shared memory, where one thread adds them
# since the previous step:
#   b8 = sch.rfactor(loop=l7, factor_axis=0)
#   l9, l10, l11, l12 = sch.get_loops(block=b8)
#   l13, l14, l15 = sch.split(loop=l9, factors=[None, 1, 1], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.reorder(l13, l14, l11, l10, l15, l12)
#   sch.bind(loop=l13, thread_axis="blockIdx.x")
#   sch.bind(loop=l14, thread_axis="threadIdx.y")
#   sch.reverse_compute_at(block=b0, loop=l14, preserve_unit_loops=True, index=-1)
#   sch.reverse_compute_at(block=b1, loop=l14, preserve_unit_loops=True, index=-1)
#   sch.set_scope(block=b0, buffer_index=0, storage_scope="local")
#   sch.set_scope(block=b8, buffer_index=0, storage_scope="local")
#   sch.bind(loop=l11, thread_axis="threadIdx.x")
#   b16 = sch.cache_write(block=b8, write_buffer_index=0, storage_scope="local")
#   sch.reverse_compute_at(block=b16, loop=l11, preserve_unit_loops=True, index=-1)
#   sch.set_scope(block=b16, buffer_index=0, storage_scope="shared")
#   b17 = sch.decompose_reduction(block=b8, loop=l10)

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
        y_sum_rf_local_shared = T.sblock_alloc_buffer((32, 8192), scope="shared")
        y_sum_rf_local_local = T.sblock_alloc_buffer((32, 8192), scope="local")
        for i_0 in T.thread_binding(8192, thread="blockIdx.x"):
            for i_1 in T.thread_binding(1, thread="threadIdx.y"):
                for k_0_1 in T.thread_binding(32, thread="threadIdx.x"):
                    for i_2_init in range(1):
                        with T.sblock("y_sum_rf_init"):
                            vk_0_1 = T.axis.spatial(32, k_0_1)
                            v_i = T.axis.spatial(8192, i_0 + i_1 + i_2_init)
                            T.reads()
                            T.writes(y_sum_rf_local_local[vk_0_1, v_i])
                            y_sum_rf_local_local[vk_0_1, v_i] = T.float32(0.0)
                    for k_0_0, i_2, k_1 in T.grid(256, 1, 1):
                        with T.sblock("y_sum_rf_update"):
                            vk_0_1 = T.axis.spatial(32, k_0_1)
                            v_i = T.axis.spatial(8192, i_0 + i_1 + i_2)
                            vk_0_0, vk_1 = T.axis.remap("RR", [k_0_0, k_1])
                            T.reads(y_sum_rf_local_local[vk_0_1, v_i], W[v_i, vk_0_0 * 32 + vk_0_1 + vk_1], x[vk_0_0 * 32 + vk_0_1 + vk_1])
                            T.writes(y_sum_rf_local_local[vk_0_1, v_i])
                            y_sum_rf_local_local[vk_0_1, v_i] = y_sum_rf_local_local[vk_0_1, v_i] + T.Cast("float32", W[v_i, vk_0_0 * 32 + vk_0_1 + vk_1]) * T.Cast("float32", x[vk_0_0 * 32 + vk_0_1 + vk_1])
                    for ax0, ax1 in T.grid(1, 1):
                        with T.sblock("y_sum.rf_local_local"):
                            v0 = T.axis.spatial(32, k_0_1 + ax0)
                            v1 = T.axis.spatial(8192, i_0 + ax1)
                            T.reads(y_sum_rf_local_local[v0, v1])
                            T.writes(y_sum_rf_local_shared[v0, v1])
                            y_sum_rf_local_shared[v0, v1] = y_sum_rf_local_local[v0, v1]
                for ax0, ax1 in T.grid(32, 1):
                    with T.sblock("y_sum"):
                        vk_0_1 = T.axis.reduce(32, ax0)
                        v_i = T.axis.spatial(8192, i_0 + ax1)
                        T.reads(y_sum_rf_local_shared[vk_0_1, v_i])
                        T.writes(y_sum_local[v_i])
                        with T.init():
                            y_sum_local[v_i] = T.float32(0.0)
                        y_sum_local[v_i] = y_sum_local[v_i] + y_sum_rf_local_shared[vk_0_1, v_i]
                for ax0 in range(1):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(8192, i_0 + ax0)
                        T.reads(y_sum_local[v_i])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i])
