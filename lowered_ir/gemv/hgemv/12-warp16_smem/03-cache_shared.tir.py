# gemv/hgemv:warp16_smem:cache_shared
# y[n] = sum_k W[n,k] x[k], N,K = 4096,128, float16 -> float32 -> float16
# why: x in shared memory; so far every thread loads all of it
# since the previous step:
#   l21, l22, l23, l24, l25, l26 = sch.get_loops(block=b8)
#   l27, l28 = sch.split(loop=l24, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   b29 = sch.cache_read(block=b8, read_buffer_index=2, storage_scope="shared")
#   sch.compute_at(block=b29, loop=l27, preserve_unit_loops=True, index=-1)

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
        y_sum_rf_local = T.sblock_alloc_buffer((4096, 2), scope="local")
        x_shared = T.sblock_alloc_buffer((128,), "float16", scope="shared")
        for i_0 in T.thread_binding(64, thread="blockIdx.x"):
            for i_1 in T.thread_binding(64, thread="threadIdx.y"):
                for k_0_1 in T.thread_binding(2, thread="threadIdx.x"):
                    for i_2_init in range(1):
                        with T.sblock("y_sum_rf_init"):
                            vk_0_1 = T.axis.spatial(2, k_0_1)
                            v_i = T.axis.spatial(4096, i_0 * 64 + i_1 + i_2_init)
                            T.reads()
                            T.writes(y_sum_rf_local[v_i, vk_0_1])
                            y_sum_rf_local[v_i, vk_0_1] = T.float32(0.0)
                    for k_0_0_0 in range(1):
                        for ax0 in range(128):
                            with T.sblock("x_shared"):
                                v0 = T.axis.spatial(128, ax0)
                                T.reads(x[v0])
                                T.writes(x_shared[v0])
                                x_shared[v0] = x[v0]
                        for k_0_0_1, i_2, k_1 in T.grid(8, 1, 8):
                            with T.sblock("y_sum_rf_update"):
                                vk_0_1 = T.axis.spatial(2, k_0_1)
                                v_i = T.axis.spatial(4096, i_0 * 64 + i_1 + i_2)
                                vk_0_0 = T.axis.reduce(8, k_0_0_0 * 8 + k_0_0_1)
                                vk_1 = T.axis.reduce(8, k_1)
                                T.reads(y_sum_rf_local[v_i, vk_0_1], W[v_i, vk_0_0 * 16 + vk_0_1 * 8 + vk_1], x_shared[vk_0_0 * 16 + vk_0_1 * 8 + vk_1])
                                T.writes(y_sum_rf_local[v_i, vk_0_1])
                                y_sum_rf_local[v_i, vk_0_1] = y_sum_rf_local[v_i, vk_0_1] + T.Cast("float32", W[v_i, vk_0_0 * 16 + vk_0_1 * 8 + vk_1]) * T.Cast("float32", x_shared[vk_0_0 * 16 + vk_0_1 * 8 + vk_1])
                for ax1 in range(1):
                    for ax0 in T.thread_binding(2, thread="threadIdx.x"):
                        with T.sblock("y_sum"):
                            vk_0_1 = T.axis.reduce(2, ax0)
                            v_i = T.axis.spatial(4096, i_0 * 64 + i_1 + ax1)
                            T.reads(y_sum_rf_local[v_i, vk_0_1])
                            T.writes(y_sum_local[v_i])
                            with T.init():
                                y_sum_local[v_i] = T.float32(0.0)
                            y_sum_local[v_i] = y_sum_local[v_i] + y_sum_rf_local[v_i, vk_0_1]
                for ax0 in range(1):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(4096, i_0 * 64 + i_1 + ax0)
                        T.reads(y_sum_local[v_i])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i])
