# gemv/fast_gemv:int4_mma:vectorize
# y[n] = scale sum_k (W[n,k] - zero) x[k], N,K = 8192,8192, int4 and float16 -> float32 -> float16
# why: 16 codes of two rows per thread, which share x
# since the previous step:
#   l30, l31, l32, l33, l34, l35, l36 = sch.get_loops(block=b9)
#   l37, l38 = sch.split(loop=l35, factors=[None, 2], preserve_unit_iters=True, disable_predication=False)
#   b39 = sch.cache_read(block=b9, read_buffer_index=1, storage_scope="local")
#   sch.compute_at(block=b39, loop=l37, preserve_unit_loops=True, index=-1)
#   l40, l41, l42, l43, l44, l45, l46, l47 = sch.get_loops(block=b39)
#   sch.vectorize(loop=l47)
#   b48 = sch.cache_read(block=b9, read_buffer_index=3, storage_scope="local")
#   sch.compute_at(block=b48, loop=l34, preserve_unit_loops=True, index=-1)
#   l49, l50, l51, l52, l53, l54 = sch.get_loops(block=b48)
#   l55, l56 = sch.split(loop=l54, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   sch.vectorize(loop=l56)

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
        y_sum_rf_local = T.sblock_alloc_buffer((8192, 64), scope="local")
        W_local = T.sblock_alloc_buffer((8192, 1024), "int32", scope="local")
        x_local = T.sblock_alloc_buffer((8192,), "float16", scope="local")
        for i_0 in T.thread_binding(256, thread="blockIdx.x"):
            for i_1 in T.thread_binding(8, thread="threadIdx.y"):
                for k_0_1 in T.thread_binding(64, thread="threadIdx.x"):
                    for i_2_init in range(4):
                        with T.sblock("y_sum_rf_init"):
                            vk_0_1 = T.axis.spatial(64, k_0_1)
                            v_i = T.axis.spatial(8192, i_0 * 32 + i_1 * 4 + i_2_init)
                            T.reads()
                            T.writes(y_sum_rf_local[v_i, vk_0_1])
                            y_sum_rf_local[v_i, vk_0_1] = T.float32(0.0)
                    for k_0_0_0 in range(4):
                        for k_0_0_1 in T.serial(2, annotations={"pragma_auto_unroll_max_step": 1024, "pragma_unroll_explicit": 0}):
                            for ax0_0 in range(2):
                                for ax0_1 in T.vectorized(8):
                                    with T.sblock("x_local"):
                                        v0 = T.axis.spatial(8192, k_0_0_0 * 2048 + k_0_0_1 * 1024 + k_0_1 * 16 + ax0_0 * 8 + ax0_1)
                                        T.reads(x[v0])
                                        T.writes(x_local[v0])
                                        x_local[v0] = x[v0]
                            for i_2_0 in range(2):
                                for ax0 in range(2):
                                    for ax1 in T.vectorized(2):
                                        with T.sblock("W_local"):
                                            v0 = T.axis.spatial(8192, i_0 * 32 + i_1 * 4 + i_2_0 * 2 + ax0)
                                            v1 = T.axis.spatial(1024, k_0_0_0 * 256 + k_0_0_1 * 128 + k_0_1 * 2 + ax1)
                                            T.reads(W[v0, v1])
                                            T.writes(W_local[v0, v1])
                                            W_local[v0, v1] = W[v0, v1]
                                for i_2_1, k_1 in T.grid(2, 16):
                                    with T.sblock("y_sum_rf_update"):
                                        vk_0_1 = T.axis.spatial(64, k_0_1)
                                        v_i = T.axis.spatial(8192, i_0 * 32 + i_1 * 4 + i_2_0 * 2 + i_2_1)
                                        vk_0_0 = T.axis.reduce(8, k_0_0_0 * 2 + k_0_0_1)
                                        vk_1 = T.axis.reduce(16, k_1)
                                        T.reads(y_sum_rf_local[v_i, vk_0_1], W_local[v_i, vk_0_0 * 128 + vk_0_1 * 2 + vk_1 // 8], zero[0], x_local[vk_0_0 * 1024 + vk_0_1 * 16 + vk_1])
                                        T.writes(y_sum_rf_local[v_i, vk_0_1])
                                        y_sum_rf_local[v_i, vk_0_1] = y_sum_rf_local[v_i, vk_0_1] + (T.reinterpret("float32", T.Cast("uint32", W_local[v_i, vk_0_0 * 128 + vk_0_1 * 2 + vk_1 // 8]) >> T.Cast("uint32", T.Select(5 <= (vk_0_0 * 1024 + vk_0_1 * 16 + vk_1) % 8, 12, 0)) & T.Cast("uint32", 15 << (vk_0_0 * 1024 + vk_0_1 * 16 + vk_1) % 8 * 4 - T.Select(5 <= (vk_0_0 * 1024 + vk_0_1 * 16 + vk_1) % 8, 3, 0) * 4) ^ T.reinterpret("uint32", T.Cast("float32", (8388608 >> (vk_0_0 * 1024 + vk_0_1 * 16 + vk_1) % 8 * 4 - T.Select(5 <= (vk_0_0 * 1024 + vk_0_1 * 16 + vk_1) % 8, 3, 0) * 4) + ((zero[0] & 7) << 4)))) - T.Cast("float32", (8388608 >> (vk_0_0 * 1024 + vk_0_1 * 16 + vk_1) % 8 * 4 - T.Select(5 <= (vk_0_0 * 1024 + vk_0_1 * 16 + vk_1) % 8, 3, 0) * 4) + ((zero[0] & 7) << 4) + zero[0])) * T.Cast("float32", x_local[vk_0_0 * 1024 + vk_0_1 * 16 + vk_1])
                for ax1 in range(4):
                    for ax0 in T.thread_binding(64, thread="threadIdx.x"):
                        with T.sblock("y_sum"):
                            vk_0_1 = T.axis.reduce(64, ax0)
                            v_i = T.axis.spatial(8192, i_0 * 32 + i_1 * 4 + ax1)
                            T.reads(y_sum_rf_local[v_i, vk_0_1])
                            T.writes(y_sum_local[v_i])
                            with T.init():
                                y_sum_local[v_i] = T.float32(0.0)
                            y_sum_local[v_i] = y_sum_local[v_i] + y_sum_rf_local[v_i, vk_0_1]
                for ax0 in range(4):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(8192, i_0 * 32 + i_1 * 4 + ax0)
                        T.reads(y_sum_local[v_i], scale[0])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i] * T.Cast("float32", scale[0]))
