# gemm/sgemm_geforce:square_warp:write_back
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: accumulators in registers; each thread writes its own to C once
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: C_sum (loops i_0, j_0, j_1_0, i_1_0, j_1_1_0,
#     i_1_1_j_1_1_1_fused, k, i_1_2, j_1_2); C (loops i_0, j_0, j_1_0, i_1_0, j_1_1_0, i_1_1_j_1_1_1_fused, ax0,
#      ax1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float32"), B: T.Buffer((4096, 4096), "float32"), C_in: T.Buffer((4096, 4096), "float32"), C: T.Buffer((4096, 4096), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum_local = T.alloc_local((4,))
        A_1 = A.view(16777216)
        B_1 = B.view(16777216)
        C_in_1 = C_in.view(16777216)
        C_1 = C.view(16777216)
        for i_0, j_0, j_1_0, i_1_0, j_1_1_0, i_1_1_j_1_1_1_fused in T.grid(64, 16, 2, 16, 4, 32):
            cse_v1: T.let[T.int32] = j_0 * 256
            cse_v2: T.let[T.int32] = j_1_0 * 128
            cse_v3: T.let[T.int32] = j_1_1_0 * 32
            cse_v4: T.let[T.int32] = i_1_1_j_1_1_1_fused % 8 * 4
            cse_v5: T.let[T.int32] = i_0 * 262144 + i_1_0 * 16384 + i_1_1_j_1_1_1_fused // 8 * 4096
            for k, j_1_2 in T.grid(4096, 4):
                if k == 0:
                    C_sum_local[j_1_2] = T.float32(0.0)
                C_sum_local[j_1_2] = C_sum_local[j_1_2] + A_1[cse_v5 + k] * B_1[k * 4096 + cse_v1 + cse_v2 + cse_v3 + cse_v4 + j_1_2]
            for ax1 in range(4):
                cse_v6: T.let[T.int32] = cse_v5 + cse_v1 + cse_v2 + cse_v3 + cse_v4 + ax1
                C_1[cse_v6] = C_in_1[cse_v6] + C_sum_local[ax1]
