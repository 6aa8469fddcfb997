# gemv/fast_gemv:table_int4:unroll
# y[n] = scale sum_k table[W[n,k],k], N,K = 8192,8192, int4 and float16 -> float32 -> float16
# why: one step of K unrolled: all their loads are in flight together
# since the previous step:
#   l49, l50, l51, l52, l53, l54 = sch.get_loops(block=b9)
#   l55, l56 = sch.split(loop=l52, factors=[None, 1], preserve_unit_iters=True, disable_predication=False)
#   sch.annotate(block_or_loop=l56, ann_key="pragma_auto_unroll_max_step", ann_val=1024)
#   sch.annotate(block_or_loop=l56, ann_key="pragma_unroll_explicit", ann_val=0)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 1024), "int32"), x: T.Buffer((8192,), "float16"), scale: T.Buffer((1,), "float16"), zero: T.Buffer((1,), "int32"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        table_shared = T.sblock_alloc_buffer((16, 16, 512), scope="shared")
        y_sum_local = T.sblock_alloc_buffer((8192,), scope="local")
        y_sum_rf_local = T.sblock_alloc_buffer((8192, 32), scope="local")
        W_local = T.sblock_alloc_buffer((8192, 1024), "int32", scope="local")
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
                    for k_0_0_0 in range(16):
                        for k_0_0_1 in T.serial(1, annotations={"pragma_auto_unroll_max_step": 1024, "pragma_unroll_explicit": 0}):
                            for ax0_ax1_1_ax1_0_fused_0 in range(32):
                                for ax0_ax1_1_ax1_0_fused_1 in T.thread_binding(8, thread="threadIdx.y"):
                                    for ax0_ax1_1_ax1_0_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                        with T.sblock("table"):
                                            v_v = T.axis.spatial(16, (ax0_ax1_1_ax1_0_fused_0 * 256 + ax0_ax1_1_ax1_0_fused_1 * 32 + ax0_ax1_1_ax1_0_fused_2) // 512)
                                            v_j = T.axis.spatial(8192, k_0_0_0 * 512 + k_0_0_1 * 512 + (ax0_ax1_1_ax1_0_fused_0 * 256 + ax0_ax1_1_ax1_0_fused_1 * 32 + ax0_ax1_1_ax1_0_fused_2) % 32 * 16 + (ax0_ax1_1_ax1_0_fused_0 * 256 + ax0_ax1_1_ax1_0_fused_1 * 32 + ax0_ax1_1_ax1_0_fused_2) % 512 // 32)
                                            T.reads(zero[0], x[v_j])
                                            T.writes(table_shared[v_v, v_j % 16, v_j // 16])
                                            table_shared[v_v, v_j % 16, v_j // 16] = T.Cast("float32", v_v - zero[0]) * T.Cast("float32", x[v_j])
                            for i_2 in range(8):
                                for ax0 in range(1):
                                    for ax1 in T.vectorized(2):
                                        with T.sblock("W_local"):
                                            v0 = T.axis.spatial(8192, i_0 * 64 + i_1 * 8 + i_2 + ax0)
                                            v1 = T.axis.spatial(1024, k_0_0_0 * 64 + k_0_0_1 * 64 + k_0_1 * 2 + ax1)
                                            T.reads(W[v0, v1])
                                            T.writes(W_local[v0, v1])
                                            W_local[v0, v1] = W[v0, v1]
                                for k_1 in range(16):
                                    with T.sblock("y_sum_rf_update"):
                                        vk_0_1 = T.axis.spatial(32, k_0_1)
                                        v_i = T.axis.spatial(8192, i_0 * 64 + i_1 * 8 + i_2)
                                        vk_0_0 = T.axis.reduce(16, k_0_0_0 + k_0_0_1)
                                        vk_1 = T.axis.reduce(16, k_1)
                                        T.reads(y_sum_rf_local[v_i, vk_0_1], table_shared[0:16, vk_1 % 16, vk_0_0 * 32 + vk_1 // 16 + vk_0_1], W_local[v_i, vk_0_0 * 64 + vk_0_1 * 2 + vk_1 // 8])
                                        T.writes(y_sum_rf_local[v_i, vk_0_1])
                                        T.sblock_attr({"explicit_read_region": [0]})
                                        y_sum_rf_local[v_i, vk_0_1] = y_sum_rf_local[v_i, vk_0_1] + table_shared[W_local[v_i, vk_0_0 * 64 + vk_0_1 * 2 + vk_1 // 8] >> vk_1 % 8 * 4 & 15, vk_1 % 16, vk_0_0 * 32 + vk_1 // 16 + vk_0_1]
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
