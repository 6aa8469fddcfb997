# gemv/qgemv_cpu:row_tile:block
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: 8 x 16 accumulators, added up and scaled while in registers
# since the previous step:
#   b7 = sch.get_sblock(name="y", func_name="main")
#   l8, = sch.get_loops(block=b7)
#   l9, l10 = sch.split(loop=l8, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   b11 = sch.get_sblock(name="y_sum", func_name="main")
#   sch.compute_at(block=b11, loop=l9, preserve_unit_loops=True, index=-1)
#   sch.compute_at(block=b6, loop=l9, preserve_unit_loops=True, index=-1)
#   l12, l13, l14, l15, l16 = sch.get_loops(block=b6)
#   sch.reorder(l15, l14, l13, l16)
#   sch.unroll(loop=l14)

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
        for _, k in T.grid(1, 16384):
            with T.sblock("x_sum"):
                v__, v_k = T.axis.remap("SR", [_, k])
                T.reads(x[v_k])
                T.writes(x_sum[v__])
                with T.init():
                    x_sum[v__] = 0
                x_sum[v__] = x_sum[v__] + T.Cast("int32", x[v_k])
        for i_0 in range(2048):
            for ax2 in range(256):
                for ax1 in T.unroll(8):
                    for ax0, ax3 in T.grid(16, 4):
                        with T.sblock("y_sum_rf"):
                            vk_1 = T.axis.spatial(16, ax0)
                            v_i = T.axis.spatial(16384, i_0 * 8 + ax1)
                            vk_0, vk_2 = T.axis.remap("RR", [ax2, ax3])
                            T.reads(W[v_i, vk_0 * 64 + vk_1 * 4 + vk_2], x[vk_0 * 64 + vk_1 * 4 + vk_2])
                            T.writes(y_sum_rf[v_i, vk_1])
                            with T.init():
                                y_sum_rf[v_i, vk_1] = 0
                            y_sum_rf[v_i, vk_1] = y_sum_rf[v_i, vk_1] + T.Cast("int32", W[v_i, vk_0 * 64 + vk_1 * 4 + vk_2]) * T.Cast("int32", x[vk_0 * 64 + vk_1 * 4 + vk_2])
            for ax0, ax1 in T.grid(16, 8):
                with T.sblock("y_sum"):
                    vk_1 = T.axis.reduce(16, ax0)
                    v_i = T.axis.spatial(16384, i_0 * 8 + ax1)
                    T.reads(y_sum_rf[v_i, vk_1])
                    T.writes(y_sum[v_i])
                    with T.init():
                        y_sum[v_i] = 0
                    y_sum[v_i] = y_sum[v_i] + y_sum_rf[v_i, vk_1]
            for i_1 in range(8):
                with T.sblock("y"):
                    v_i = T.axis.spatial(16384, i_0 * 8 + i_1)
                    T.reads(y_sum[v_i], x_sum[0], scale[v_i], x_scale[0])
                    T.writes(y[v_i])
                    y[v_i] = T.Cast("float32", y_sum[v_i] - x_sum[0] * 128) * (scale[v_i] * x_scale[0])
