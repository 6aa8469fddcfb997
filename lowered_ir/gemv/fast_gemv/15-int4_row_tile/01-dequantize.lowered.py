# gemv/fast_gemv:int4_row_tile:dequantize
# y[n] = scale sum_k (W[n,k] - zero) x[k], N,K = 8192,8192, int4 and float16 -> float32 -> float16
# why: a weight becomes float32 where it is used: W moves through memory as codes
# target: cuda sm_90
# no kernel yet: not under a bound loop: y_sum (loops i, k); y (loops i)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 4096), "uint8"), x: T.Buffer((8192,), "float16"), scale: T.Buffer((1,), "float16"), zero: T.Buffer((1,), "int32"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        y_sum = T.alloc_buffer((8192,))
        W_1 = W.view(33554432)
        x_1 = T.decl_buffer((8192,), "float16", data=x.data)
        scale_1 = T.decl_buffer((1,), "float16", data=scale.data)
        zero_1 = T.decl_buffer((1,), "int32", data=zero.data)
        y_1 = T.decl_buffer((8192,), "float16", data=y.data)
        for i, k in T.grid(8192, 8192):
            if k == 0:
                y_sum[i] = T.float32(0.0)
            cse_v1: T.let[T.int32] = i * 4096 + k // 2
            y_sum[i] = y_sum[i] + T.if_then_else(k % 2 == 0, T.reinterpret("float32", T.Cast("uint32", W_1[cse_v1]) & T.uint32(15) ^ T.reinterpret("uint32", T.Cast("float32", (zero_1[0] & 15) * 256 + 8388608))) - T.Cast("float32", (zero_1[0] & 15) * 256 + zero_1[0] + 8388608), T.reinterpret("float32", T.Cast("uint32", W_1[cse_v1]) & T.uint32(240) ^ T.reinterpret("uint32", T.Cast("float32", (zero_1[0] & 15) * 256 + 524288))) - T.Cast("float32", (zero_1[0] & 15) * 256 + zero_1[0] + 524288)) * T.Cast("float32", x_1[k])
        for i in range(8192):
            y_1[i] = T.Cast("float16", y_sum[i] * T.Cast("float32", scale_1[0]))
