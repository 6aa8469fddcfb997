# gemv/sgemv_cpu:serial:loops
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: as the computation states it: y_sum[n] is zeroed at k = 0
# target: llvm x86-64-v3

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((4096, 4096), "float32"), x: T.Buffer((4096,), "float32"), y: T.Buffer((4096,), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        y_sum = T.alloc_buffer((4096,))
        W_1 = W.view(16777216)
        x_1 = T.decl_buffer((4096,), data=x.data)
        y_1 = T.decl_buffer((4096,), data=y.data)
        for i, k in T.grid(4096, 4096):
            if k == 0:
                y_sum[i] = T.float32(0.0)
            y_sum[i] = y_sum[i] + W_1[i * 4096 + k] * x_1[k]
        for i in range(4096):
            y_1[i] = y_sum[i]
