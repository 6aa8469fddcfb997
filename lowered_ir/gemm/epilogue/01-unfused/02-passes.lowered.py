# gemm/epilogue:unfused:passes
# C[i,j] = gelu(sum_k A[i,k] B[j,k] + bias[j]) + residual[i,j], M,N,K = 4096,4096,4096, float16 -> float32 ->
#     float16
# why: four adjacent elements per thread: each float32 access has 16 bytes
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: C_sum (loops i, j, k)

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
        C_sum_1 = T.decl_buffer((16777216,), data=C_sum.data)
        for i, j, k in T.grid(4096, 4096, 4096):
            cse_v1: T.let[T.int32] = i * 4096
            cse_v3: T.let[T.int32] = cse_v1 + j
            if k == 0:
                C_sum[cse_v3] = T.float32(0.0)
            C_sum[cse_v3] = C_sum[cse_v3] + T.Cast("float32", A_1[cse_v1 + k]) * T.Cast("float32", B_1[j * 4096 + k])
        with T.launch_thread("blockIdx.x", 16384) as blockIdx_x:
            threadIdx_x = T.launch_thread("threadIdx.x", 256)
            cse_v2: T.let[T.int32] = threadIdx_x * 4
            cse_v4: T.let[T.int32] = blockIdx_x * 1024 + cse_v2
            cse_v6: T.let[T.int32] = blockIdx_x % 4 * 1024 + cse_v2
            C_sum_1[cse_v4:cse_v4 + 4] = (C_sum[T.Ramp(cse_v4, 1, 4)] + T.Cast("float32x4", bias_1[T.Ramp(cse_v6, 1, 4)])) * T.Broadcast(T.float32(0.5), 4) * (T.Broadcast(T.float32(1.0), 4) + T.tanh((C_sum[T.Ramp(cse_v4, 1, 4)] + T.Cast("float32x4", bias_1[T.Ramp(cse_v6, 1, 4)]) + (C_sum[T.Ramp(cse_v4, 1, 4)] + T.Cast("float32x4", bias_1[T.Ramp(cse_v6, 1, 4)])) * (C_sum[T.Ramp(cse_v4, 1, 4)] + T.Cast("float32x4", bias_1[T.Ramp(cse_v6, 1, 4)])) * (C_sum[T.Ramp(cse_v4, 1, 4)] + T.Cast("float32x4", bias_1[T.Ramp(cse_v6, 1, 4)])) * T.Broadcast(T.float32(0.044714998453855515), 4)) * T.Broadcast(T.float32(0.79788458347320557), 4)))
        with T.launch_thread("blockIdx.x", 16384) as blockIdx_x:
            threadIdx_x = T.launch_thread("threadIdx.x", 256)
            cse_v5: T.let[T.int32] = blockIdx_x * 1024 + threadIdx_x * 4
            C_1[cse_v5:cse_v5 + 4] = T.Cast("float16x4", C_sum_1[T.Ramp(cse_v5, 1, 4)] + T.Cast("float32x4", residual_1[T.Ramp(cse_v5, 1, 4)]))
