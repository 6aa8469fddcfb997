# gemv/qgemv_cpu:int4_parallel:tensorize
# y[n] = x_scale sum_k scale[n,k/128] (code[n,k] - 8) x[k], N,K = 16384,16384, int4 and int8 -> int32 -> float32
# why: one instruction multiplies 64 codes and adds by fours to the lanes
# since the previous step:
#   sch.tensorize(block_or_loop=l28, tensor_intrin="dot_int4_16_vpdpbusd", preserve_unit_iters=True)

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
        for i_0 in T.parallel(2048):
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
                    with T.sblock("part_update_o"):
                        v_i_o = T.axis.spatial(16384, i_0 * 8 + i_1)
                        v_g_o = T.axis.spatial(128, g)
                        v_lane_o = T.axis.spatial(1, 0)
                        v_half_o = T.axis.reduce(1, 0)
                        v_r_o = T.axis.reduce(1, 0)
                        T.reads(part[v_i_o, v_g_o, 0:16], W[v_i_o, v_g_o, 0:64], x[v_g_o, 0:2, 0:64])
                        T.writes(part[v_i_o, v_g_o, 0:16])
                        C = T.match_buffer(part[v_i_o, v_g_o, 0:16], (1, 1, 16), "int32", offset_factor=1)
                        W_1 = T.match_buffer(W[v_i_o, v_g_o, 0:64], (1, 1, 64), "uint8", offset_factor=1)
                        X = T.match_buffer(x[v_g_o, 0:2, 0:64], (1, 2, 64), "int8", strides=(128, 64, 1), offset_factor=1)
                        C[0, 0, 0:16] = T.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", T.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", C[0, 0, T.Ramp(0, 1, 16)], T.reinterpret("int8x64", W_1[0, 0, T.Ramp(0, 1, 64)] & T.Broadcast(T.uint8(15), 64)), X[0, 0, T.Ramp(0, 1, 64)]), T.reinterpret("int8x64", W_1[0, 0, T.Ramp(0, 1, 64)] >> T.Broadcast(T.uint8(4), 64)), X[0, 1, T.Ramp(0, 1, 64)])
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
