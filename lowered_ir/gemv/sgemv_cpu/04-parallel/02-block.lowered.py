# gemv/sgemv_cpu:parallel:block
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: 8 x 8 partial sums; a vector of x serves every row
# target: llvm x86-64-v3

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((4096, 4096), "float32"), x: T.Buffer((4096,), "float32"), y: T.Buffer((4096,), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        y_sum_rf = T.alloc_buffer((32768,))
        y_sum = T.alloc_buffer((4096,))
        W_1 = W.view(16777216)
        x_1 = T.decl_buffer((4096,), data=x.data)
        y_1 = T.decl_buffer((4096,), data=y.data)
        for i_0 in range(512):
            cse_v1: T.let[T.int32] = i_0 * 64
            cse_v2: T.let[T.int32] = i_0 * 32768
            for i_1, k_1 in T.grid(8, 8):
                cse_v4: T.let[T.int32] = cse_v1 + i_1 * 8 + k_1
                y_sum_rf[cse_v4] = T.float32(0.0)
                y_sum_rf[cse_v4] = y_sum_rf[cse_v4] + W_1[cse_v2 + i_1 * 4096 + k_1] * x_1[k_1]
            for k_0, i_1, k_1 in T.grid(511, 8, 8):
                cse_v3: T.let[T.int32] = k_0 * 8
                cse_v5: T.let[T.int32] = cse_v1 + i_1 * 8 + k_1
                y_sum_rf[cse_v5] = y_sum_rf[cse_v5] + W_1[cse_v2 + i_1 * 4096 + cse_v3 + k_1 + 8] * x_1[cse_v3 + k_1 + 8]
        for i, k_1 in T.grid(4096, 8):
            if k_1 == 0:
                y_sum[i] = T.float32(0.0)
            y_sum[i] = y_sum[i] + y_sum_rf[i * 8 + k_1]
        for i in range(4096):
            y_1[i] = y_sum[i]
