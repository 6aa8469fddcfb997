# gemv/fast_gemv:table_int4:split_k
# y[n] = scale sum_k table[W[n,k],k], N,K = 8192,8192, int4 and float16 -> float32 -> float16
# why: lanes are interleaved along K: adjacent lanes read adjacent vectors
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: table (loops v, j); y_sum (loops i, k_0_0, k_0_1,
#     k_1); y (loops i)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 1024), "int32"), x: T.Buffer((8192,), "float16"), scale: T.Buffer((1,), "float16"), zero: T.Buffer((1,), "int32"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        table = T.alloc_buffer((131072,))
        y_sum = T.alloc_buffer((8192,))
        W_1 = W.view(8388608)
        x_1 = T.decl_buffer((8192,), "float16", data=x.data)
        scale_1 = T.decl_buffer((1,), "float16", data=scale.data)
        zero_1 = T.decl_buffer((1,), "int32", data=zero.data)
        y_1 = T.decl_buffer((8192,), "float16", data=y.data)
        for v, j in T.grid(16, 8192):
            table[v * 8192 + j] = T.Cast("float32", v - zero_1[0]) * T.Cast("float32", x_1[j])
        for i, k_0_0, k_0_1, k_1 in T.grid(8192, 16, 32, 16):
            cse_v1: T.let[T.int32] = k_0_0 * 512
            cse_v2: T.let[T.int32] = k_0_1 * 16
            if cse_v1 + cse_v2 + k_1 == 0:
                y_sum[i] = T.float32(0.0)
            y_sum[i] = y_sum[i] + table[(W_1[i * 1024 + k_0_0 * 64 + k_0_1 * 2 + k_1 // 8] >> k_1 % 8 * 4 & 15) * 8192 + cse_v1 + cse_v2 + k_1]
        for i in range(8192):
            y_1[i] = T.Cast("float16", y_sum[i] * T.Cast("float32", scale_1[0]))
