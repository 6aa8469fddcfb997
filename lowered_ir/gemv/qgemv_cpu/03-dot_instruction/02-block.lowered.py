# gemv/qgemv_cpu:dot_instruction:block
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: 1 x 16 accumulators, added up and scaled while in registers
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
        y_sum_rf = T.alloc_buffer((16,), "int32")
        y_sum = T.alloc_buffer((1,), "int32")
        W_1 = W.view(268435456)
        x_1 = T.decl_buffer((16384,), "int8", data=x.data)
        scale_1 = T.decl_buffer((16384,), data=scale.data)
        x_scale_1 = T.decl_buffer((1,), data=x_scale.data)
        y_1 = T.decl_buffer((16384,), data=y.data)
        for k in range(16384):
            if k == 0:
                x_sum[0] = 0
            x_sum[0] = x_sum[0] + T.Cast("int32", x_1[k])
        for i_0 in range(16384):
            for ax2, ax0, ax3 in T.grid(256, 16, 4):
                if ax2 == 0 and ax3 == 0:
                    y_sum_rf[ax0] = 0
                cse_v1: T.let[T.int32] = ax2 * 64
                cse_v2: T.let[T.int32] = ax0 * 4
                y_sum_rf[ax0] = y_sum_rf[ax0] + T.Cast("int32", W_1[i_0 * 16384 + cse_v1 + cse_v2 + ax3]) * T.Cast("int32", x_1[cse_v1 + cse_v2 + ax3])
            for ax0 in range(16):
                if ax0 == 0:
                    y_sum[0] = 0
                y_sum[0] = y_sum[0] + y_sum_rf[ax0]
            y_1[i_0] = T.Cast("float32", y_sum[0] - x_sum[0] * 128) * (scale_1[i_0] * x_scale_1[0])
