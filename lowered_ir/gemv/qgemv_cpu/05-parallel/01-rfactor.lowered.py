# gemv/qgemv_cpu:parallel:rfactor
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: 16 accumulators; four adjacent elements go to the same one
# target: llvm cascadelake

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((16384, 16384), "uint8"), x: T.Buffer((16384,), "int8"), scale: T.Buffer((16384,), "float32"), x_scale: T.Buffer((1,), "float32"), y: T.Buffer((16384,), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        y_sum_rf = T.alloc_buffer((262144,), "int32")
        y_sum = T.alloc_buffer((16384,), "int32")
        x_sum = T.alloc_buffer((1,), "int32")
        W_1 = W.view(268435456)
        x_1 = T.decl_buffer((16384,), "int8", data=x.data)
        scale_1 = T.decl_buffer((16384,), data=scale.data)
        x_scale_1 = T.decl_buffer((1,), data=x_scale.data)
        y_1 = T.decl_buffer((16384,), data=y.data)
        for i, k_0, k_1, k_2 in T.grid(16384, 256, 16, 4):
            cse_v3: T.let[T.int32] = i * 16 + k_1
            if k_0 == 0 and k_2 == 0:
                y_sum_rf[cse_v3] = 0
            cse_v1: T.let[T.int32] = k_0 * 64
            cse_v2: T.let[T.int32] = k_1 * 4
            y_sum_rf[cse_v3] = y_sum_rf[cse_v3] + T.Cast("int32", W_1[i * 16384 + cse_v1 + cse_v2 + k_2]) * T.Cast("int32", x_1[cse_v1 + cse_v2 + k_2])
        for i, k_1 in T.grid(16384, 16):
            if k_1 == 0:
                y_sum[i] = 0
            y_sum[i] = y_sum[i] + y_sum_rf[i * 16 + k_1]
        for k in range(16384):
            if k == 0:
                x_sum[0] = 0
            x_sum[0] = x_sum[0] + T.Cast("int32", x_1[k])
        for i in range(16384):
            y_1[i] = T.Cast("float32", y_sum[i] - x_sum[0] * 128) * (scale_1[i] * x_scale_1[0])
