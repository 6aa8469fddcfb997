# gemv/sgemv_cpu:vectorized:rfactor
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: partial sums are independent: no FMA waits for another
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
        for i, k_0, k_1 in T.grid(4096, 512, 8):
            cse_v2: T.let[T.int32] = i * 8 + k_1
            if k_0 == 0:
                y_sum_rf[cse_v2] = T.float32(0.0)
            cse_v1: T.let[T.int32] = k_0 * 8
            y_sum_rf[cse_v2] = y_sum_rf[cse_v2] + W_1[i * 4096 + cse_v1 + k_1] * x_1[cse_v1 + k_1]
        for i, k_1 in T.grid(4096, 8):
            if k_1 == 0:
                y_sum[i] = T.float32(0.0)
            y_sum[i] = y_sum[i] + y_sum_rf[i * 8 + k_1]
        for i in range(4096):
            y_1[i] = y_sum[i]
