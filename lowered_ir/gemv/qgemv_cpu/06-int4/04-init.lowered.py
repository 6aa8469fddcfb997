# gemv/qgemv_cpu:int4:init
# y[n] = x_scale sum_k scale[n,k/128] (code[n,k] - 8) x[k], N,K = 16384,16384, int4 and int8 -> int32 -> float32
# why: zero the accumulators before the loop over k, not by a test inside it
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
        for g, lane in T.grid(128, 16):
            cse_v11: T.let[T.int32] = g * 16 + lane
            x_sum[cse_v11] = 0
            for half, r in T.grid(2, 4):
                x_sum[cse_v11] = x_sum[cse_v11] + T.Cast("int32", x_1[g * 128 + half * 64 + lane * 4 + r])
        for i_0 in range(2048):
            part_1 = T.decl_buffer((8,), data=part.data)
            y_sum_rf[0:16] = T.Broadcast(T.float32(0.0), 16)
            y_sum_rf[16:32] = T.Broadcast(T.float32(0.0), 16)
            y_sum_rf[32:48] = T.Broadcast(T.float32(0.0), 16)
            y_sum_rf[48:64] = T.Broadcast(T.float32(0.0), 16)
            y_sum_rf[64:80] = T.Broadcast(T.float32(0.0), 16)
            y_sum_rf[80:96] = T.Broadcast(T.float32(0.0), 16)
            y_sum_rf[96:112] = T.Broadcast(T.float32(0.0), 16)
            y_sum_rf[112:128] = T.Broadcast(T.float32(0.0), 16)
            for g in range(128):
                part_2 = T.decl_buffer((16,), "int32", data=part.data)
                part_2[0:16] = T.Broadcast(0, 16)
                cse_v2: T.let[T.int32] = g * 128
                cse_v12: T.let[T.int32] = i_0 * 65536 + g * 64
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    cse_v1: T.let[T.int32] = ax0 * 4
                    part_2[ax0] = part_2[ax0] + (T.Cast("int32", W_1[cse_v12 + cse_v1 + ax2]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v1 + ax2])
                cse_v3: T.let[T.int32] = g * 16
                cse_v13: T.let[T.int32] = i_0 * 1024 + g
                y_sum_rf[0:16] = y_sum_rf[T.Ramp(0, 1, 16)] + T.Cast("float32x16", part_2[T.Ramp(0, 1, 16)] - x_sum[T.Ramp(cse_v3, 1, 16)] * T.Broadcast(8, 16)) * T.Broadcast(scale_1[cse_v13], 16)
                part_3 = T.decl_buffer((16,), "int32", data=part.data)
                part_3[0:16] = T.Broadcast(0, 16)
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    cse_v4: T.let[T.int32] = ax0 * 4
                    part_3[ax0] = part_3[ax0] + (T.Cast("int32", W_1[cse_v12 + cse_v4 + ax2 + 8192]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v4 + ax2])
                y_sum_rf[16:32] = y_sum_rf[T.Ramp(16, 1, 16)] + T.Cast("float32x16", part_3[T.Ramp(0, 1, 16)] - x_sum[T.Ramp(cse_v3, 1, 16)] * T.Broadcast(8, 16)) * T.Broadcast(scale_1[cse_v13 + 128], 16)
                part_4 = T.decl_buffer((16,), "int32", data=part.data)
                part_4[0:16] = T.Broadcast(0, 16)
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    cse_v5: T.let[T.int32] = ax0 * 4
                    part_4[ax0] = part_4[ax0] + (T.Cast("int32", W_1[cse_v12 + cse_v5 + ax2 + 16384]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v5 + ax2])
                y_sum_rf[32:48] = y_sum_rf[T.Ramp(32, 1, 16)] + T.Cast("float32x16", part_4[T.Ramp(0, 1, 16)] - x_sum[T.Ramp(cse_v3, 1, 16)] * T.Broadcast(8, 16)) * T.Broadcast(scale_1[cse_v13 + 256], 16)
                part_5 = T.decl_buffer((16,), "int32", data=part.data)
                part_5[0:16] = T.Broadcast(0, 16)
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    cse_v6: T.let[T.int32] = ax0 * 4
                    part_5[ax0] = part_5[ax0] + (T.Cast("int32", W_1[cse_v12 + cse_v6 + ax2 + 24576]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v6 + ax2])
                y_sum_rf[48:64] = y_sum_rf[T.Ramp(48, 1, 16)] + T.Cast("float32x16", part_5[T.Ramp(0, 1, 16)] - x_sum[T.Ramp(cse_v3, 1, 16)] * T.Broadcast(8, 16)) * T.Broadcast(scale_1[cse_v13 + 384], 16)
                part_6 = T.decl_buffer((16,), "int32", data=part.data)
                part_6[0:16] = T.Broadcast(0, 16)
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    cse_v7: T.let[T.int32] = ax0 * 4
                    part_6[ax0] = part_6[ax0] + (T.Cast("int32", W_1[cse_v12 + cse_v7 + ax2 + 32768]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v7 + ax2])
                y_sum_rf[64:80] = y_sum_rf[T.Ramp(64, 1, 16)] + T.Cast("float32x16", part_6[T.Ramp(0, 1, 16)] - x_sum[T.Ramp(cse_v3, 1, 16)] * T.Broadcast(8, 16)) * T.Broadcast(scale_1[cse_v13 + 512], 16)
                part_7 = T.decl_buffer((16,), "int32", data=part.data)
                part_7[0:16] = T.Broadcast(0, 16)
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    cse_v8: T.let[T.int32] = ax0 * 4
                    part_7[ax0] = part_7[ax0] + (T.Cast("int32", W_1[cse_v12 + cse_v8 + ax2 + 40960]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v8 + ax2])
                y_sum_rf[80:96] = y_sum_rf[T.Ramp(80, 1, 16)] + T.Cast("float32x16", part_7[T.Ramp(0, 1, 16)] - x_sum[T.Ramp(cse_v3, 1, 16)] * T.Broadcast(8, 16)) * T.Broadcast(scale_1[cse_v13 + 640], 16)
                part_8 = T.decl_buffer((16,), "int32", data=part.data)
                part_8[0:16] = T.Broadcast(0, 16)
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    cse_v9: T.let[T.int32] = ax0 * 4
                    part_8[ax0] = part_8[ax0] + (T.Cast("int32", W_1[cse_v12 + cse_v9 + ax2 + 49152]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v9 + ax2])
                y_sum_rf[96:112] = y_sum_rf[T.Ramp(96, 1, 16)] + T.Cast("float32x16", part_8[T.Ramp(0, 1, 16)] - x_sum[T.Ramp(cse_v3, 1, 16)] * T.Broadcast(8, 16)) * T.Broadcast(scale_1[cse_v13 + 768], 16)
                part_9 = T.decl_buffer((16,), "int32", data=part.data)
                part_9[0:16] = T.Broadcast(0, 16)
                for ax0, ax1, ax2 in T.grid(16, 2, 4):
                    cse_v10: T.let[T.int32] = ax0 * 4
                    part_9[ax0] = part_9[ax0] + (T.Cast("int32", W_1[cse_v12 + cse_v10 + ax2 + 57344]) >> ax1 * 4 & 15) * T.Cast("int32", x_1[cse_v2 + ax1 * 64 + cse_v10 + ax2])
                y_sum_rf[112:128] = y_sum_rf[T.Ramp(112, 1, 16)] + T.Cast("float32x16", part_9[T.Ramp(0, 1, 16)] - x_sum[T.Ramp(cse_v3, 1, 16)] * T.Broadcast(8, 16)) * T.Broadcast(scale_1[cse_v13 + 896], 16)
            for ax0, ax1 in T.grid(16, 8):
                if ax0 == 0:
                    part_1[ax1] = T.float32(0.0)
                part_1[ax1] = part_1[ax1] + y_sum_rf[ax1 * 16 + ax0]
            for ax0 in range(8):
                y_1[i_0 * 8 + ax0] = part_1[ax0] * x_scale_1[0]
