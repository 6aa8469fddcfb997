# gemv/fast_gemv:int4_p100_launch:unroll
# y[n] = scale sum_k (W[n,k] - zero) x[k], N,K = 8192,8192, int4 and float16 -> float32 -> float16
# why: 2 steps of K unrolled: all their loads are in flight together
# since the previous step:
#   l44, l45, l46, l47, l48, l49 = sch.get_loops(block=b9)
#   l50, l51 = sch.split(loop=l47, factors=[None, 2], preserve_unit_iters=True, disable_predication=False)
#   sch.annotate(block_or_loop=l51, ann_key="pragma_auto_unroll_max_step", ann_val=1024)
#   sch.annotate(block_or_loop=l51, ann_key="pragma_unroll_explicit", ann_val=0)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 1024), "int32"), x: T.Buffer((8192,), "float16"), scale: T.Buffer((1,), "float16"), zero: T.Buffer((1,), "int32"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y_sum_local = T.sblock_alloc_buffer((8192,), scope="local")
        y_sum_rf_local = T.sblock_alloc_buffer((8192, 256), scope="local")
        W_local = T.sblock_alloc_buffer((8192, 1024), "int32", scope="local")
        x_local = T.sblock_alloc_buffer((8192,), "float16", scope="local")
        for i_0 in T.thread_binding(2048, thread="blockIdx.x"):
            for i_1 in T.thread_binding(4, thread="threadIdx.y"):
                for k_0_1 in T.thread_binding(256, thread="threadIdx.x"):
                    for i_2_init in range(1):
                        with T.sblock("y_sum_rf_init"):
                            vk_0_1 = T.axis.spatial(256, k_0_1)
                            v_i = T.axis.spatial(8192, i_0 * 4 + i_1 + i_2_init)
                            T.reads()
                            T.writes(y_sum_rf_local[v_i, vk_0_1])
                            y_sum_rf_local[v_i, vk_0_1] = T.float32(0.0)
                    for k_0_0_0 in range(1):
                        for k_0_0_1 in T.serial(2, annotations={"pragma_auto_unroll_max_step": 1024, "pragma_unroll_explicit": 0}):
                            for ax0_0 in range(2):
                                for ax0_1 in T.vectorized(8):
                                    with T.sblock("x_local"):
                                        v0 = T.axis.spatial(8192, k_0_0_0 * 8192 + k_0_0_1 * 4096 + k_0_1 * 16 + ax0_0 * 8 + ax0_1)
                                        T.reads(x[v0])
                                        T.writes(x_local[v0])
                                        x_local[v0] = x[v0]
                            for i_2 in range(1):
                                for ax0 in range(1):
                                    for ax1 in T.vectorized(2):
                                        with T.sblock("W_local"):
                                            v0 = T.axis.spatial(8192, i_0 * 4 + i_1 + ax0)
                                            v1 = T.axis.spatial(1024, k_0_0_0 * 1024 + k_0_0_1 * 512 + k_0_1 * 2 + ax1)
                                            T.reads(W[v0, v1])
                                            T.writes(W_local[v0, v1])
                                            W_local[v0, v1] = W[v0, v1]
                                for k_1 in range(16):
                                    with T.sblock("y_sum_rf_update"):
                                        vk_0_1 = T.axis.spatial(256, k_0_1)
                                        v_i = T.axis.spatial(8192, i_0 * 4 + i_1 + i_2)
                                        vk_0_0 = T.axis.reduce(2, k_0_0_0 * 2 + k_0_0_1)
                                        vk_1 = T.axis.reduce(16, k_1)
                                        T.reads(y_sum_rf_local[v_i, vk_0_1], W_local[v_i, vk_0_0 * 512 + vk_0_1 * 2 + vk_1 // 8], zero[0], x_local[vk_0_0 * 4096 + vk_0_1 * 16 + vk_1])
                                        T.writes(y_sum_rf_local[v_i, vk_0_1])
                                        y_sum_rf_local[v_i, vk_0_1] = y_sum_rf_local[v_i, vk_0_1] + (T.reinterpret("float32", T.Cast("uint32", W_local[v_i, vk_0_0 * 512 + vk_0_1 * 2 + vk_1 // 8]) >> T.Cast("uint32", T.Select(5 <= (vk_0_0 * 4096 + vk_0_1 * 16 + vk_1) % 8, 12, 0)) & T.Cast("uint32", 15 << (vk_0_0 * 4096 + vk_0_1 * 16 + vk_1) % 8 * 4 - T.Select(5 <= (vk_0_0 * 4096 + vk_0_1 * 16 + vk_1) % 8, 3, 0) * 4) ^ T.reinterpret("uint32", T.Cast("float32", (8388608 >> (vk_0_0 * 4096 + vk_0_1 * 16 + vk_1) % 8 * 4 - T.Select(5 <= (vk_0_0 * 4096 + vk_0_1 * 16 + vk_1) % 8, 3, 0) * 4) + ((zero[0] & 7) << 4)))) - T.Cast("float32", (8388608 >> (vk_0_0 * 4096 + vk_0_1 * 16 + vk_1) % 8 * 4 - T.Select(5 <= (vk_0_0 * 4096 + vk_0_1 * 16 + vk_1) % 8, 3, 0) * 4) + ((zero[0] & 7) << 4) + zero[0])) * T.Cast("float32", x_local[vk_0_0 * 4096 + vk_0_1 * 16 + vk_1])
                for ax1 in range(1):
                    for ax0 in T.thread_binding(256, thread="threadIdx.x"):
                        with T.sblock("y_sum"):
                            vk_0_1 = T.axis.reduce(256, ax0)
                            v_i = T.axis.spatial(8192, i_0 * 4 + i_1 + ax1)
                            T.reads(y_sum_rf_local[v_i, vk_0_1])
                            T.writes(y_sum_local[v_i])
                            with T.init():
                                y_sum_local[v_i] = T.float32(0.0)
                            y_sum_local[v_i] = y_sum_local[v_i] + y_sum_rf_local[v_i, vk_0_1]
                for ax0 in range(1):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(8192, i_0 * 4 + i_1 + ax0)
                        T.reads(y_sum_local[v_i], scale[0])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i] * T.Cast("float32", scale[0]))
