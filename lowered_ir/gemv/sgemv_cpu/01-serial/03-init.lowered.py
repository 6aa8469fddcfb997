# gemv/sgemv_cpu:serial:init
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: zero the accumulator before the loop over k, not by a test inside it
# target: llvm x86-64-v3

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((4096, 4096), "float32"), x: T.Buffer((4096,), "float32"), y: T.Buffer((4096,), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        y_sum = T.alloc_buffer((1,))
        W_1 = W.view(16777216)
        x_1 = T.decl_buffer((4096,), data=x.data)
        y_1 = T.decl_buffer((4096,), data=y.data)
        for i in range(4096):
            y_sum[0] = T.float32(0.0)
            for k in range(4096):
                y_sum[0] = y_sum[0] + W_1[i * 4096 + k] * x_1[k]
            y_1[i] = y_sum[0]
