# gemv/qgemv_cpu:dot_instruction:init
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: zero the accumulators before the loop over k, not by a test inside it
# since the previous step:
#   b17 = sch.get_sblock(name="x_sum", func_name="main")
#   l18, l19 = sch.get_loops(block=b17)
#   b20 = sch.get_sblock(name="x_sum", func_name="main")
#   b21 = sch.decompose_reduction(block=b20, loop=l19)
#   b22 = sch.decompose_reduction(block=b6, loop=l15)
#   l23, l24, l25 = sch.get_loops(block=b22)
#   sch.vectorize(loop=l25)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((16384, 16384), "uint8"), x: T.Buffer((16384,), "int8"), scale: T.Buffer((16384,), "float32"), x_scale: T.Buffer((1,), "float32"), y: T.Buffer((16384,), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y_sum = T.sblock_alloc_buffer((16384,), "int32")
        x_sum = T.sblock_alloc_buffer((1,), "int32")
        y_sum_rf = T.sblock_alloc_buffer((16384, 16), "int32")
        for _ in range(1):
            with T.sblock("x_sum_init"):
                v__ = T.axis.spatial(1, _)
                T.reads()
                T.writes(x_sum[v__])
                x_sum[v__] = 0
            for k in range(16384):
                with T.sblock("x_sum_update"):
                    v__, v_k = T.axis.remap("SR", [_, k])
                    T.reads(x_sum[v__], x[v_k])
                    T.writes(x_sum[v__])
                    x_sum[v__] = x_sum[v__] + T.Cast("int32", x[v_k])
        for i_0 in range(16384):
            for ax1_init in T.unroll(1):
                for ax0_init in T.vectorized(16):
                    with T.sblock("y_sum_rf_init"):
                        vk_1 = T.axis.spatial(16, ax0_init)
                        v_i = T.axis.spatial(16384, i_0 + ax1_init)
                        T.reads()
                        T.writes(y_sum_rf[v_i, vk_1])
                        y_sum_rf[v_i, vk_1] = 0
            for ax2 in range(256):
                for ax1 in T.unroll(1):
                    for ax0, ax3 in T.grid(16, 4):
                        with T.sblock("y_sum_rf_update"):
                            vk_1 = T.axis.spatial(16, ax0)
                            v_i = T.axis.spatial(16384, i_0 + ax1)
                            vk_0, vk_2 = T.axis.remap("RR", [ax2, ax3])
                            T.reads(y_sum_rf[v_i, vk_1], W[v_i, vk_0 * 64 + vk_1 * 4 + vk_2], x[vk_0 * 64 + vk_1 * 4 + vk_2])
                            T.writes(y_sum_rf[v_i, vk_1])
                            y_sum_rf[v_i, vk_1] = y_sum_rf[v_i, vk_1] + T.Cast("int32", W[v_i, vk_0 * 64 + vk_1 * 4 + vk_2]) * T.Cast("int32", x[vk_0 * 64 + vk_1 * 4 + vk_2])
            for ax0, ax1 in T.grid(16, 1):
                with T.sblock("y_sum"):
                    vk_1 = T.axis.reduce(16, ax0)
                    v_i = T.axis.spatial(16384, i_0 + ax1)
                    T.reads(y_sum_rf[v_i, vk_1])
                    T.writes(y_sum[v_i])
                    with T.init():
                        y_sum[v_i] = 0
                    y_sum[v_i] = y_sum[v_i] + y_sum_rf[v_i, vk_1]
            for i_1 in range(1):
                with T.sblock("y"):
                    v_i = T.axis.spatial(16384, i_0 + i_1)
                    T.reads(y_sum[v_i], x_sum[0], scale[v_i], x_scale[0])
                    T.writes(y[v_i])
                    y[v_i] = T.Cast("float32", y_sum[v_i] - x_sum[0] * 128) * (scale[v_i] * x_scale[0])
