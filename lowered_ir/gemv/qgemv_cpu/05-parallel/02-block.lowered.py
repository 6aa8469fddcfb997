# gemv/qgemv_cpu:parallel:block
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: 8 x 16 accumulators, added up and scaled while in registers
# target: llvm cascadelake

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((16384, 16384), "uint8"), x: T.Buffer((16384,), "int8"), scale: T.Buffer((16384,), "float32"), x_scale: T.Buffer((1,), "float32"), y: T.Buffer((16384,), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        x_sum = T.alloc_buffer((1,), "int32")
        y_sum_rf = T.alloc_buffer((128,), "int32")
        y_sum = T.alloc_buffer((8,), "int32")
        W_1 = W.view(268435456)
        x_1 = T.decl_buffer((16384,), "int8", data=x.data)
        scale_1 = T.decl_buffer((16384,), data=scale.data)
        x_scale_1 = T.decl_buffer((1,), data=x_scale.data)
        y_1 = T.decl_buffer((16384,), data=y.data)
        for k in range(16384):
            if k == 0:
                x_sum[0] = 0
            x_sum[0] = x_sum[0] + T.Cast("int32", x_1[k])
        for i_0 in range(2048):
            for ax2 in range(256):
                cse_v1: T.let[T.int32] = ax2 * 64
                cse_v17: T.let[T.int32] = i_0 * 131072 + cse_v1
                for ax0, ax3 in T.grid(16, 4):
                    if ax2 == 0 and ax3 == 0:
                        y_sum_rf[ax0] = 0
                    cse_v2: T.let[T.int32] = ax0 * 4
                    y_sum_rf[ax0] = y_sum_rf[ax0] + T.Cast("int32", W_1[cse_v17 + cse_v2 + ax3]) * T.Cast("int32", x_1[cse_v1 + cse_v2 + ax3])
                for ax0, ax3 in T.grid(16, 4):
                    cse_v3: T.let[T.int32] = ax0 + 16
                    if ax2 == 0 and ax3 == 0:
                        y_sum_rf[cse_v3] = 0
                    cse_v4: T.let[T.int32] = ax0 * 4
                    y_sum_rf[cse_v3] = y_sum_rf[cse_v3] + T.Cast("int32", W_1[cse_v17 + cse_v4 + ax3 + 16384]) * T.Cast("int32", x_1[cse_v1 + cse_v4 + ax3])
                for ax0, ax3 in T.grid(16, 4):
                    cse_v5: T.let[T.int32] = ax0 + 32
                    if ax2 == 0 and ax3 == 0:
                        y_sum_rf[cse_v5] = 0
                    cse_v6: T.let[T.int32] = ax0 * 4
                    y_sum_rf[cse_v5] = y_sum_rf[cse_v5] + T.Cast("int32", W_1[cse_v17 + cse_v6 + ax3 + 32768]) * T.Cast("int32", x_1[cse_v1 + cse_v6 + ax3])
                for ax0, ax3 in T.grid(16, 4):
                    cse_v7: T.let[T.int32] = ax0 + 48
                    if ax2 == 0 and ax3 == 0:
                        y_sum_rf[cse_v7] = 0
                    cse_v8: T.let[T.int32] = ax0 * 4
                    y_sum_rf[cse_v7] = y_sum_rf[cse_v7] + T.Cast("int32", W_1[cse_v17 + cse_v8 + ax3 + 49152]) * T.Cast("int32", x_1[cse_v1 + cse_v8 + ax3])
                for ax0, ax3 in T.grid(16, 4):
                    cse_v9: T.let[T.int32] = ax0 + 64
                    if ax2 == 0 and ax3 == 0:
                        y_sum_rf[cse_v9] = 0
                    cse_v10: T.let[T.int32] = ax0 * 4
                    y_sum_rf[cse_v9] = y_sum_rf[cse_v9] + T.Cast("int32", W_1[cse_v17 + cse_v10 + ax3 + 65536]) * T.Cast("int32", x_1[cse_v1 + cse_v10 + ax3])
                for ax0, ax3 in T.grid(16, 4):
                    cse_v11: T.let[T.int32] = ax0 + 80
                    if ax2 == 0 and ax3 == 0:
                        y_sum_rf[cse_v11] = 0
                    cse_v12: T.let[T.int32] = ax0 * 4
                    y_sum_rf[cse_v11] = y_sum_rf[cse_v11] + T.Cast("int32", W_1[cse_v17 + cse_v12 + ax3 + 81920]) * T.Cast("int32", x_1[cse_v1 + cse_v12 + ax3])
                for ax0, ax3 in T.grid(16, 4):
                    cse_v13: T.let[T.int32] = ax0 + 96
                    if ax2 == 0 and ax3 == 0:
                        y_sum_rf[cse_v13] = 0
                    cse_v14: T.let[T.int32] = ax0 * 4
                    y_sum_rf[cse_v13] = y_sum_rf[cse_v13] + T.Cast("int32", W_1[cse_v17 + cse_v14 + ax3 + 98304]) * T.Cast("int32", x_1[cse_v1 + cse_v14 + ax3])
                for ax0, ax3 in T.grid(16, 4):
                    cse_v15: T.let[T.int32] = ax0 + 112
                    if ax2 == 0 and ax3 == 0:
                        y_sum_rf[cse_v15] = 0
                    cse_v16: T.let[T.int32] = ax0 * 4
                    y_sum_rf[cse_v15] = y_sum_rf[cse_v15] + T.Cast("int32", W_1[cse_v17 + cse_v16 + ax3 + 114688]) * T.Cast("int32", x_1[cse_v1 + cse_v16 + ax3])
            for ax0, ax1 in T.grid(16, 8):
                if ax0 == 0:
                    y_sum[ax1] = 0
                y_sum[ax1] = y_sum[ax1] + y_sum_rf[ax1 * 16 + ax0]
            for i_1 in range(8):
                cse_v18: T.let[T.int32] = i_0 * 8 + i_1
                y_1[cse_v18] = T.Cast("float32", y_sum[i_1] - x_sum[0] * 128) * (scale_1[cse_v18] * x_scale_1[0])
