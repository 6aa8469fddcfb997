# gemm/epilogue:tma_store:fuse
# C[i,j] = gelu(sum_k A[i,k] B[j,k] + bias[j]) + residual[i,j], M,N,K = 4096,4096,4096, float16 -> float32 ->
#     float16
# why: bias, GELU and residual in one expression, without intermediate buffers
# target: cuda sm_90
# build: at most 168 registers a thread, sm_90 alone
# no kernel yet: no loop bound to a block or thread axis: C_sum (loops i, j, k); C (loops i, j)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), bias: T.Buffer((4096,), "float16"), residual: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum = T.alloc_buffer((16777216,))
        A_1 = A.view(16777216)
        B_1 = B.view(16777216)
        bias_1 = T.decl_buffer((4096,), "float16", data=bias.data)
        residual_1 = residual.view(16777216)
        C_1 = C.view(16777216)
        for i, j, k in T.grid(4096, 4096, 4096):
            cse_v1: T.let[T.int32] = i * 4096
            cse_v2: T.let[T.int32] = cse_v1 + j
            if k == 0:
                C_sum[cse_v2] = T.float32(0.0)
            C_sum[cse_v2] = C_sum[cse_v2] + T.Cast("float32", A_1[cse_v1 + k]) * T.Cast("float32", B_1[j * 4096 + k])
        for i, j in T.grid(4096, 4096):
            cse_v3: T.let[T.int32] = i * 4096 + j
            C_1[cse_v3] = T.Cast("float16", (C_sum[cse_v3] + T.Cast("float32", bias_1[j])) * T.float32(0.5) * (T.float32(1.0) + T.tanh((C_sum[cse_v3] + T.Cast("float32", bias_1[j]) + (C_sum[cse_v3] + T.Cast("float32", bias_1[j])) * (C_sum[cse_v3] + T.Cast("float32", bias_1[j])) * (C_sum[cse_v3] + T.Cast("float32", bias_1[j])) * T.float32(0.044714998453855515)) * T.float32(0.79788458347320557))) + T.Cast("float32", residual_1[cse_v3]))
