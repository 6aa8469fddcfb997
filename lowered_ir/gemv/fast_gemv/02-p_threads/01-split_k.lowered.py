# gemv/fast_gemv:p_threads:split_k
# y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
# why: lanes are interleaved along K: adjacent lanes read adjacent vectors
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: y_sum (loops i, k_0_0, k_0_1, k_1); y (loops i)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 8192), "float16"), x: T.Buffer((8192,), "float16"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        y_sum = T.alloc_buffer((8192,))
        W_1 = W.view(67108864)
        x_1 = T.decl_buffer((8192,), "float16", data=x.data)
        y_1 = T.decl_buffer((8192,), "float16", data=y.data)
        for i, k_0_0, k_0_1 in T.grid(8192, 256, 32):
            cse_v1: T.let[T.int32] = k_0_0 * 32
            cse_v2: T.let[T.int32] = cse_v1 + k_0_1
            if cse_v2 == 0:
                y_sum[i] = T.float32(0.0)
            y_sum[i] = y_sum[i] + T.Cast("float32", W_1[i * 8192 + cse_v1 + k_0_1]) * T.Cast("float32", x_1[cse_v2])
        for i in range(8192):
            y_1[i] = T.Cast("float16", y_sum[i])
