# gemm/sgemm_geforce:cp_async:split_warp
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: 4 x 8 lanes read 4 + 8 float4 per step; 2 x 16 lanes would read 2 + 16
# target: cuda sm_90
# build: cp.async on, storage rewrite off
# no kernel yet: no loop bound to a block or thread axis: C_sum (loops i_0, j_0, i_2, j_2, i_1, j_1, i_3, j_3,
#     i_4, j_4, k); C (loops i, j)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float32"), B: T.Buffer((4096, 4096), "float32"), C_in: T.Buffer((4096, 4096), "float32"), C: T.Buffer((4096, 4096), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum = T.alloc_buffer((16777216,))
        A_1 = A.view(16777216)
        B_1 = B.view(16777216)
        C_in_1 = C_in.view(16777216)
        C_1 = C.view(16777216)
        for i_0, j_0, i_2, j_2, i_1, j_1, i_3, j_3, i_4, j_4, k in T.grid(32, 16, 4, 2, 2, 4, 4, 8, 4, 4, 4096):
            cse_v1: T.let[T.int32] = j_0 * 256
            cse_v2: T.let[T.int32] = j_1 * 64
            cse_v3: T.let[T.int32] = j_2 * 32
            cse_v4: T.let[T.int32] = j_3 * 4
            cse_v6: T.let[T.int32] = i_0 * 524288 + i_1 * 262144 + i_2 * 65536 + i_3 * 16384 + i_4 * 4096
            cse_v7: T.let[T.int32] = cse_v6 + cse_v1 + cse_v2 + cse_v3 + cse_v4 + j_4
            if k == 0:
                C_sum[cse_v7] = T.float32(0.0)
            C_sum[cse_v7] = C_sum[cse_v7] + A_1[cse_v6 + k] * B_1[k * 4096 + cse_v1 + cse_v2 + cse_v3 + cse_v4 + j_4]
        for i, j in T.grid(4096, 4096):
            cse_v5: T.let[T.int32] = i * 4096 + j
            C_1[cse_v5] = C_in_1[cse_v5] + C_sum[cse_v5]
