# gemv/hgemv:warp8_smem:bind_fetch
# y[n] = sum_k W[n,k] x[k], N,K = 4096,128, float16 -> float32 -> float16
# why: the block loads x once; the cost is a barrier before the first FMA
# since the previous step:
#   l30, l31, l32, l33, l34 = sch.get_loops(block=b29)
#   l35, l36 = sch.split(loop=l34, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   l37, l38, l39 = sch.split(loop=l35, factors=[None, 32, 4], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l38, thread_axis="threadIdx.y")
#   sch.bind(loop=l39, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l36)

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
                        for k_0_0_1, i_2, k_1 in T.grid(4, 1, 8):
                            with T.sblock("y_sum_rf_update"):
                                vk_0_1 = T.axis.spatial(4, k_0_1)
                                v_i = T.axis.spatial(4096, i_0 * 32 + i_1 + i_2)
                                vk_0_0 = T.axis.reduce(4, k_0_0_0 * 4 + k_0_0_1)
                                vk_1 = T.axis.reduce(8, k_1)
                                T.reads(y_sum_rf_local[v_i, vk_0_1], W[v_i, vk_0_0 * 32 + vk_0_1 * 8 + vk_1], x_shared[vk_0_0 * 32 + vk_0_1 * 8 + vk_1])
                                T.writes(y_sum_rf_local[v_i, vk_0_1])
                                y_sum_rf_local[v_i, vk_0_1] = y_sum_rf_local[v_i, vk_0_1] + T.Cast("float32", W[v_i, vk_0_0 * 32 + vk_0_1 * 8 + vk_1]) * T.Cast("float32", x_shared[vk_0_0 * 32 + vk_0_1 * 8 + vk_1])
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
