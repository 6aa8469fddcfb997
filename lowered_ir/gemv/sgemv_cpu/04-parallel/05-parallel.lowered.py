# gemv/sgemv_cpu:parallel:parallel
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: one core cannot keep enough loads in flight to use all of the bandwidth
# target: llvm x86-64-v3

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((4096, 4096), "float32"), x: T.Buffer((4096,), "float32"), y: T.Buffer((4096,), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        W_1 = W.view(16777216)
        x_1 = T.decl_buffer((4096,), data=x.data)
        y_1 = T.decl_buffer((4096,), data=y.data)
        for i_0 in T.parallel(512):
            y_sum_rf = T.alloc_buffer((64,))
            y_sum = T.alloc_buffer((8,))
            cse_v2: T.let[T.int32] = i_0 * 32768
            for i_1 in range(8):
                cse_v1: T.let[T.int32] = i_1 * 8
                y_sum_rf[cse_v1:cse_v1 + 8] = T.Broadcast(T.float32(0.0), 8)
                y_sum_rf[cse_v1:cse_v1 + 8] = y_sum_rf[T.Ramp(cse_v1, 1, 8)] + W_1[T.Ramp(cse_v2 + i_1 * 4096, 1, 8)] * x_1[T.Ramp(0, 1, 8)]
            for k_0, i_1 in T.grid(511, 8):
                cse_v3: T.let[T.int32] = i_1 * 8
                cse_v4: T.let[T.int32] = k_0 * 8
                y_sum_rf[cse_v3:cse_v3 + 8] = y_sum_rf[T.Ramp(cse_v3, 1, 8)] + W_1[T.Ramp(cse_v2 + i_1 * 4096 + cse_v4 + 8, 1, 8)] * x_1[T.Ramp(cse_v4 + 8, 1, 8)]
            for ax0, ax1 in T.grid(8, 8):
                if ax0 == 0:
                    y_sum[ax1] = T.float32(0.0)
                y_sum[ax1] = y_sum[ax1] + y_sum_rf[ax1 * 8 + ax0]
            for ax0 in range(8):
                y_1[i_0 * 8 + ax0] = y_sum[ax0]
