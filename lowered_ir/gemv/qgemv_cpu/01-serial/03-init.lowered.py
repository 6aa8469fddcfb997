# gemv/qgemv_cpu:serial:init
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: zero the accumulators before the loop over k, not by a test inside it
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
        y_sum = T.alloc_buffer((1,), "int32")
        W_1 = W.view(268435456)
        x_1 = T.decl_buffer((16384,), "int8", data=x.data)
        scale_1 = T.decl_buffer((16384,), data=scale.data)
        x_scale_1 = T.decl_buffer((1,), data=x_scale.data)
        y_1 = T.decl_buffer((16384,), data=y.data)
        x_sum[0] = 0
        for k in range(16384):
            x_sum[0] = x_sum[0] + T.Cast("int32", x_1[k])
        for i in range(16384):
            y_sum[0] = 0
            for ax0 in range(16384):
                y_sum[0] = y_sum[0] + T.Cast("int32", W_1[i * 16384 + ax0]) * T.Cast("int32", x_1[ax0])
            y_1[i] = T.Cast("float32", y_sum[0] - x_sum[0] * 128) * (scale_1[i] * x_scale_1[0])
