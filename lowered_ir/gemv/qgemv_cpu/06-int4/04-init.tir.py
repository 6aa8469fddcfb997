# gemv/qgemv_cpu:int4:init
# y[n] = x_scale sum_k scale[n,k/128] (code[n,k] - 8) x[k], N,K = 16384,16384, int4 and int8 -> int32 -> float32
# why: zero the accumulators before the loop over k, not by a test inside it
# since the previous step:
#   b16 = sch.get_sblock(name="x_sum", func_name="main")
#   l17, l18, l19, l20 = sch.get_loops(block=b16)
#   b21 = sch.get_sblock(name="x_sum", func_name="main")
#   b22 = sch.decompose_reduction(block=b21, loop=l19)
#   b23 = sch.decompose_reduction(block=b6, loop=l8)
#   l24, l25, l26, l27, l28, l29, l30 = sch.get_loops(block=b13)
#   b31 = sch.decompose_reduction(block=b13, loop=l28)
#   l32, l33, l34 = sch.get_loops(block=b23)
#   sch.vectorize(loop=l34)
#   l35, l36, l37, l38, l39 = sch.get_loops(block=b31)
#   sch.vectorize(loop=l39)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((16384, 128, 64), "uint8"), x: T.Buffer((128, 2, 64), "int8"), scale: T.Buffer((16384, 128), "float32"), x_scale: T.Buffer((1,), "float32"), y: T.Buffer((16384,), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        part = T.sblock_alloc_buffer((16384, 128, 16), "int32")
        x_sum = T.sblock_alloc_buffer((128, 16), "int32")
        y_sum = T.sblock_alloc_buffer((16384,))
        y_sum_rf = T.sblock_alloc_buffer((16384, 16))
        for g, lane in T.grid(128, 16):
            with T.sblock("x_sum_init"):
                v_g, v_lane = T.axis.remap("SS", [g, lane])
                T.reads()
                T.writes(x_sum[v_g, v_lane])
                x_sum[v_g, v_lane] = 0
            for half, r in T.grid(2, 4):
                with T.sblock("x_sum_update"):
                    v_g, v_lane, v_half, v_r = T.axis.remap("SSRR", [g, lane, half, r])
                    T.reads(x_sum[v_g, v_lane], x[v_g, v_half, v_lane * 4 + v_r])
                    T.writes(x_sum[v_g, v_lane])
                    x_sum[v_g, v_lane] = x_sum[v_g, v_lane] + T.Cast("int32", x[v_g, v_half, v_lane * 4 + v_r])
        for i_0 in range(2048):
            for i_1_init in T.unroll(8):
                for lane_1_init in T.vectorized(16):
                    with T.sblock("y_sum_rf_init"):
                        vlane_1 = T.axis.spatial(16, lane_1_init)
                        v_i = T.axis.spatial(16384, i_0 * 8 + i_1_init)
                        T.reads()
                        T.writes(y_sum_rf[v_i, vlane_1])
                        y_sum_rf[v_i, vlane_1] = T.float32(0.0)
            for g, lane_0 in T.grid(128, 1):
                for i_1 in T.unroll(8):
                    for ax0_init in T.vectorized(16):
                        with T.sblock("part_init"):
                            v_i = T.axis.spatial(16384, i_0 * 8 + i_1)
                            v_g, v_lane = T.axis.remap("SS", [g, ax0_init])
                            T.reads()
                            T.writes(part[v_i, v_g, v_lane])
                            part[v_i, v_g, v_lane] = 0
                    for ax0, ax1, ax2 in T.grid(16, 2, 4):
                        with T.sblock("part_update"):
                            v_i = T.axis.spatial(16384, i_0 * 8 + i_1)
                            v_g, v_lane, v_half, v_r = T.axis.remap("SSRR", [g, ax0, ax1, ax2])
                            T.reads(part[v_i, v_g, v_lane], W[v_i, v_g, v_lane * 4 + v_r], x[v_g, v_half, v_lane * 4 + v_r])
                            T.writes(part[v_i, v_g, v_lane])
                            part[v_i, v_g, v_lane] = part[v_i, v_g, v_lane] + (T.Cast("int32", W[v_i, v_g, v_lane * 4 + v_r]) >> v_half * 4 & 15) * T.Cast("int32", x[v_g, v_half, v_lane * 4 + v_r])
                    for lane_1 in T.vectorized(16):
                        with T.sblock("y_sum_rf_update"):
                            vlane_1 = T.axis.spatial(16, lane_1)
                            v_i = T.axis.spatial(16384, i_0 * 8 + i_1)
                            v_g, vlane_0 = T.axis.remap("RR", [g, lane_0])
                            T.reads(y_sum_rf[v_i, vlane_1], part[v_i, v_g, vlane_0 * 16 + vlane_1], x_sum[v_g, vlane_0 * 16 + vlane_1], scale[v_i, v_g])
                            T.writes(y_sum_rf[v_i, vlane_1])
                            y_sum_rf[v_i, vlane_1] = y_sum_rf[v_i, vlane_1] + T.Cast("float32", part[v_i, v_g, vlane_0 * 16 + vlane_1] - x_sum[v_g, vlane_0 * 16 + vlane_1] * 8) * scale[v_i, v_g]
            for ax0, ax1 in T.grid(16, 8):
                with T.sblock("y_sum"):
                    vlane_1 = T.axis.reduce(16, ax0)
                    v_i = T.axis.spatial(16384, i_0 * 8 + ax1)
                    T.reads(y_sum_rf[v_i, vlane_1])
                    T.writes(y_sum[v_i])
                    with T.init():
                        y_sum[v_i] = T.float32(0.0)
                    y_sum[v_i] = y_sum[v_i] + y_sum_rf[v_i, vlane_1]
            for ax0 in range(8):
                with T.sblock("y"):
                    v_i = T.axis.spatial(16384, i_0 * 8 + ax0)
                    T.reads(y_sum[v_i], x_scale[0])
                    T.writes(y[v_i])
                    y[v_i] = y_sum[v_i] * x_scale[0]
