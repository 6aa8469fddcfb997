# gemv/hgemv:warp8:first_lane
# y[n] = sum_k W[n,k] x[k], N,K = 4096,128, float16 -> float32 -> float16
# why: only lane 0 writes the result: no shuffle or second barrier to send it to the others
# since the previous step:
#   b49 = sch.get_sblock(name="y", func_name="main")
#   sch.annotate(block_or_loop=b49, ann_key="pragma_first_lane", ann_val=1)

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
        W_local = T.sblock_alloc_buffer((4096, 128), "float16", scope="local")
        x_local = T.sblock_alloc_buffer((128,), "float16", scope="local")
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
                        for k_0_0_1 in T.serial(4, annotations={"pragma_auto_unroll_max_step": 1024, "pragma_unroll_explicit": 0}):
                            for ax0 in T.vectorized(8):
                                with T.sblock("x_local"):
                                    v0 = T.axis.spatial(128, k_0_0_0 * 128 + k_0_0_1 * 32 + k_0_1 * 8 + ax0)
                                    T.reads(x[v0])
                                    T.writes(x_local[v0])
                                    x_local[v0] = x[v0]
                            for i_2 in range(1):
                                for ax0 in range(1):
                                    for ax1 in T.vectorized(8):
                                        with T.sblock("W_local"):
                                            v0 = T.axis.spatial(4096, i_0 * 32 + i_1 + ax0)
                                            v1 = T.axis.spatial(128, k_0_0_0 * 128 + k_0_0_1 * 32 + k_0_1 * 8 + ax1)
                                            T.reads(W[v0, v1])
                                            T.writes(W_local[v0, v1])
                                            W_local[v0, v1] = W[v0, v1]
                                for k_1 in range(8):
                                    with T.sblock("y_sum_rf_update"):
                                        vk_0_1 = T.axis.spatial(4, k_0_1)
                                        v_i = T.axis.spatial(4096, i_0 * 32 + i_1 + i_2)
                                        vk_0_0 = T.axis.reduce(4, k_0_0_0 * 4 + k_0_0_1)
                                        vk_1 = T.axis.reduce(8, k_1)
                                        T.reads(y_sum_rf_local[v_i, vk_0_1], W_local[v_i, vk_0_0 * 32 + vk_0_1 * 8 + vk_1], x_local[vk_0_0 * 32 + vk_0_1 * 8 + vk_1])
                                        T.writes(y_sum_rf_local[v_i, vk_0_1])
                                        y_sum_rf_local[v_i, vk_0_1] = y_sum_rf_local[v_i, vk_0_1] + T.Cast("float32", W_local[v_i, vk_0_0 * 32 + vk_0_1 * 8 + vk_1]) * T.Cast("float32", x_local[vk_0_0 * 32 + vk_0_1 * 8 + vk_1])
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
                        T.sblock_attr({"pragma_first_lane": 1})
                        y[v_i] = T.Cast("float16", y_sum_local[v_i])
