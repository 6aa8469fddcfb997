# gemv/qgemv_cpu:int4_parallel:block
# y[n] = x_scale sum_k scale[n,k/128] (code[n,k] - 8) x[k], N,K = 16384,16384, int4 and int8 -> int32 -> float32
# why: 8 rows share x; accumulators stay in registers
# target: llvm cascadelake

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((16384, 128, 64), "uint8"), x: T.Buffer((128, 2, 64), "int8"), scale: T.Buffer((16384, 128), "float32"), x_scale: T.Buffer((1,), "float32"), y: T.Buffer((16384,), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        x_sum = T.alloc_buffer((2048,), "int32")
        y_sum_rf = T.alloc_buffer((128,))
        part = T.alloc_buffer((16,), "int32")
        W_1 = W.view(134217728)
        x_1 = x.view(16384)
        scale_1 = scale.view(2097152)
        x_scale_1 = T.decl_buffer((1,), data=x_scale.data)
        y_1 = T.decl_buffer((16384,), data=y.data)
        for g, lane, half, r in T.grid(128, 16, 2, 4):
            cse_v18: T.let[T.int32] = g * 16 + lane
            if half == 0 and r == 0:
                x_sum[cse_v18] = 0
            x_sum[cse_v18] = x_sum[cse_v18] + T.Cast("int32", x_1[g * 128 + half * 64 + lane * 4 + r])
        for i_0 in range(2048):
            part_1 = T.decl_buffer((8,), data=part.data)
            for g in range(128):
                part_2 = T.decl_buffer((16,), "int32", data=part.data)
                cse_v2: T.let[T.int32] = g * 128
                cse_v19: T.let[T.int32] = i_0 * 65536 + g * 64
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    if ax1 == 0 and ax2 == 0:
                        part_2[ax0] = 0
                    cse_v1: T.let[T.int32] = ax0 * 4
                    part_2[ax0] = part_2[ax0] + (T.Cast("int32", W_1[cse_v19 + cse_v1 + ax2]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v1 + ax2])
                cse_v3: T.let[T.int32] = g * 16
                cse_v20: T.let[T.int32] = i_0 * 1024 + g
                for lane_1 in range(16):
                    if g == 0:
                        y_sum_rf[lane_1] = T.float32(0.0)
                    y_sum_rf[lane_1] = y_sum_rf[lane_1] + T.Cast("float32", part_2[lane_1] - x_sum[cse_v3 + lane_1] * 8) * scale_1[cse_v20]
                part_3 = T.decl_buffer((16,), "int32", data=part.data)
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    if ax1 == 0 and ax2 == 0:
                        part_3[ax0] = 0
                    cse_v4: T.let[T.int32] = ax0 * 4
                    part_3[ax0] = part_3[ax0] + (T.Cast("int32", W_1[cse_v19 + cse_v4 + ax2 + 8192]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v4 + ax2])
                for lane_1 in range(16):
                    cse_v5: T.let[T.int32] = lane_1 + 16
                    if g == 0:
                        y_sum_rf[cse_v5] = T.float32(0.0)
                    y_sum_rf[cse_v5] = y_sum_rf[cse_v5] + T.Cast("float32", part_3[lane_1] - x_sum[cse_v3 + lane_1] * 8) * scale_1[cse_v20 + 128]
                part_4 = T.decl_buffer((16,), "int32", data=part.data)
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    if ax1 == 0 and ax2 == 0:
                        part_4[ax0] = 0
                    cse_v6: T.let[T.int32] = ax0 * 4
                    part_4[ax0] = part_4[ax0] + (T.Cast("int32", W_1[cse_v19 + cse_v6 + ax2 + 16384]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v6 + ax2])
                for lane_1 in range(16):
                    cse_v7: T.let[T.int32] = lane_1 + 32
                    if g == 0:
                        y_sum_rf[cse_v7] = T.float32(0.0)
                    y_sum_rf[cse_v7] = y_sum_rf[cse_v7] + T.Cast("float32", part_4[lane_1] - x_sum[cse_v3 + lane_1] * 8) * scale_1[cse_v20 + 256]
                part_5 = T.decl_buffer((16,), "int32", data=part.data)
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    if ax1 == 0 and ax2 == 0:
                        part_5[ax0] = 0
                    cse_v8: T.let[T.int32] = ax0 * 4
                    part_5[ax0] = part_5[ax0] + (T.Cast("int32", W_1[cse_v19 + cse_v8 + ax2 + 24576]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v8 + ax2])
                for lane_1 in range(16):
                    cse_v9: T.let[T.int32] = lane_1 + 48
                    if g == 0:
                        y_sum_rf[cse_v9] = T.float32(0.0)
                    y_sum_rf[cse_v9] = y_sum_rf[cse_v9] + T.Cast("float32", part_5[lane_1] - x_sum[cse_v3 + lane_1] * 8) * scale_1[cse_v20 + 384]
                part_6 = T.decl_buffer((16,), "int32", data=part.data)
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    if ax1 == 0 and ax2 == 0:
                        part_6[ax0] = 0
                    cse_v10: T.let[T.int32] = ax0 * 4
                    part_6[ax0] = part_6[ax0] + (T.Cast("int32", W_1[cse_v19 + cse_v10 + ax2 + 32768]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v10 + ax2])
                for lane_1 in range(16):
                    cse_v11: T.let[T.int32] = lane_1 + 64
                    if g == 0:
                        y_sum_rf[cse_v11] = T.float32(0.0)
                    y_sum_rf[cse_v11] = y_sum_rf[cse_v11] + T.Cast("float32", part_6[lane_1] - x_sum[cse_v3 + lane_1] * 8) * scale_1[cse_v20 + 512]
                part_7 = T.decl_buffer((16,), "int32", data=part.data)
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    if ax1 == 0 and ax2 == 0:
                        part_7[ax0] = 0
                    cse_v12: T.let[T.int32] = ax0 * 4
                    part_7[ax0] = part_7[ax0] + (T.Cast("int32", W_1[cse_v19 + cse_v12 + ax2 + 40960]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v12 + ax2])
                for lane_1 in range(16):
                    cse_v13: T.let[T.int32] = lane_1 + 80
                    if g == 0:
                        y_sum_rf[cse_v13] = T.float32(0.0)
                    y_sum_rf[cse_v13] = y_sum_rf[cse_v13] + T.Cast("float32", part_7[lane_1] - x_sum[cse_v3 + lane_1] * 8) * scale_1[cse_v20 + 640]
                part_8 = T.decl_buffer((16,), "int32", data=part.data)
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    if ax1 == 0 and ax2 == 0:
                        part_8[ax0] = 0
                    cse_v14: T.let[T.int32] = ax0 * 4
                    part_8[ax0] = part_8[ax0] + (T.Cast("int32", W_1[cse_v19 + cse_v14 + ax2 + 49152]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v14 + ax2])
                for lane_1 in range(16):
                    cse_v15: T.let[T.int32] = lane_1 + 96
                    if g == 0:
                        y_sum_rf[cse_v15] = T.float32(0.0)
                    y_sum_rf[cse_v15] = y_sum_rf[cse_v15] + T.Cast("float32", part_8[lane_1] - x_sum[cse_v3 + lane_1] * 8) * scale_1[cse_v20 + 768]
                part_9 = T.decl_buffer((16,), "int32", data=part.data)
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    if ax1 == 0 and ax2 == 0:
                        part_9[ax0] = 0
                    cse_v16: T.let[T.int32] = ax0 * 4
                    part_9[ax0] = part_9[ax0] + (T.Cast("int32", W_1[cse_v19 + cse_v16 + ax2 + 57344]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v16 + ax2])
                for lane_1 in range(16):
                    cse_v17: T.let[T.int32] = lane_1 + 112
                    if g == 0:
                        y_sum_rf[cse_v17] = T.float32(0.0)
                    y_sum_rf[cse_v17] = y_sum_rf[cse_v17] + T.Cast("float32", part_9[lane_1] - x_sum[cse_v3 + lane_1] * 8) * scale_1[cse_v20 + 896]
            for ax0, ax1 in T.grid(16, 8):
                if ax0 == 0:
                    part_1[ax1] = T.float32(0.0)
                part_1[ax1] = part_1[ax1] + y_sum_rf[ax1 * 16 + ax0]
            for ax0 in range(8):
                y_1[i_0 * 8 + ax0] = part_1[ax0] * x_scale_1[0]
