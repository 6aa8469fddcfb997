# gemv/hgemv:warp8_smem:vectorize
# y[n] = sum_k W[n,k] x[k], N,K = 4096,128, float16 -> float32 -> float16
# why: 8 contiguous elements per thread, in loads of up to 16 bytes
# since the previous step:
#   l40, l41, l42, l43, l44, l45, l46 = sch.get_loops(block=b8)
#   b47 = sch.cache_read(block=b8, read_buffer_index=1, storage_scope="local")
#   sch.compute_at(block=b47, loop=l45, preserve_unit_loops=True, index=-1)
#   l48, l49, l50, l51, l52, l53, l54, l55 = sch.get_loops(block=b47)
#   sch.vectorize(loop=l55)
#   b56 = sch.cache_read(block=b8, read_buffer_index=2, storage_scope="local")
#   sch.compute_at(block=b56, loop=l44, preserve_unit_loops=True, index=-1)
#   l57, l58, l59, l60, l61, l62 = sch.get_loops(block=b56)
#   sch.vectorize(loop=l62)

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
        y_sum_rf_local = T.sblock_alloc_buffer((4096, 4), scope="local")
        x_shared = T.sblock_alloc_buffer((128,), "float16", scope="shared")
        W_local = T.sblock_alloc_buffer((4096, 128), "float16", scope="local")
        x_shared_local = T.sblock_alloc_buffer((128,), "float16", scope="local")
        for i_0 in T.thread_binding(128, thread="blockIdx.x"):
            for i_1 in T.thread_binding(32, thread="threadIdx.y"):
                for k_0_1 in T.thread_binding(4, thread="threadIdx.x"):
                    for i_2_init in range(1):
                        with T.sblock("y_sum_rf_init"):
                            vk_0_1 = T.axis.spatial(4, k_0_1)
                            v_i = T.axis.spatial(4096, i_0 * 32 + i_1 + i_2_init)
                            T.reads()
                            T.writes(y_sum_rf_local[v_i, vk_0_1])
                            y_sum_rf_local[v_i, vk_0_1] = T.float32(0.0)
                    for k_0_0_0 in range(1):
                        for ax0_0_0 in range(1):
                            for ax0_0_1 in T.thread_binding(32, thread="threadIdx.y"):
                                for ax0_0_2 in T.thread_binding(4, thread="threadIdx.x"):
                                    for ax0_1 in T.vectorized(8):
                                        with T.sblock("x_shared"):
                                            v0 = T.axis.spatial(128, (ax0_0_0 * 128 + ax0_0_1 * 4 + ax0_0_2) * 8 + ax0_1)
                                            T.where((ax0_0_0 * 32 + ax0_0_1) * 4 + ax0_0_2 < 16)
                                            T.reads(x[v0])
                                            T.writes(x_shared[v0])
                                            x_shared[v0] = x[v0]
                        for k_0_0_1 in range(4):
                            for ax0 in T.vectorized(8):
                                with T.sblock("x_shared_local"):
                                    v0 = T.axis.spatial(128, k_0_0_1 * 32 + k_0_1 * 8 + ax0)
                                    T.reads(x_shared[v0])
                                    T.writes(x_shared_local[v0])
                                    x_shared_local[v0] = x_shared[v0]
                            for i_2 in range(1):
                                for ax0 in range(1):
                                    for ax1 in T.vectorized(8):
                                        with T.sblock("W_local"):
                                            v0 = T.axis.spatial(4096, i_0 * 32 + i_1 + ax0)
                                            v1 = T.axis.spatial(128, k_0_0_1 * 32 + k_0_1 * 8 + ax1)
                                            T.reads(W[v0, v1])
                                            T.writes(W_local[v0, v1])
                                            W_local[v0, v1] = W[v0, v1]
                                for k_1 in range(8):
                                    with T.sblock("y_sum_rf_update"):
                                        vk_0_1 = T.axis.spatial(4, k_0_1)
                                        v_i = T.axis.spatial(4096, i_0 * 32 + i_1 + i_2)
                                        vk_0_0 = T.axis.reduce(4, k_0_0_0 * 4 + k_0_0_1)
                                        vk_1 = T.axis.reduce(8, k_1)
                                        T.reads(y_sum_rf_local[v_i, vk_0_1], W_local[v_i, vk_0_0 * 32 + vk_0_1 * 8 + vk_1], x_shared_local[vk_0_0 * 32 + vk_0_1 * 8 + vk_1])
                                        T.writes(y_sum_rf_local[v_i, vk_0_1])
                                        y_sum_rf_local[v_i, vk_0_1] = y_sum_rf_local[v_i, vk_0_1] + T.Cast("float32", W_local[v_i, vk_0_0 * 32 + vk_0_1 * 8 + vk_1]) * T.Cast("float32", x_shared_local[vk_0_0 * 32 + vk_0_1 * 8 + vk_1])
                for ax1 in range(1):
                    for ax0 in T.thread_binding(4, thread="threadIdx.x"):
                        with T.sblock("y_sum"):
                            vk_0_1 = T.axis.reduce(4, ax0)
                            v_i = T.axis.spatial(4096, i_0 * 32 + i_1 + ax1)
                            T.reads(y_sum_rf_local[v_i, vk_0_1])
                            T.writes(y_sum_local[v_i])
                            with T.init():
                                y_sum_local[v_i] = T.float32(0.0)
                            y_sum_local[v_i] = y_sum_local[v_i] + y_sum_rf_local[v_i, vk_0_1]
                for ax0 in range(1):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(4096, i_0 * 32 + i_1 + ax0)
                        T.reads(y_sum_local[v_i])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i])
