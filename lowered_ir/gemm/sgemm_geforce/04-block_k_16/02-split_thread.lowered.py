# gemm/sgemm_geforce:block_k_16:split_thread
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: 16 x 8 accumulators per thread: 16 + 8 elements feed 128 FMAs
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: C_sum (loops i_0, j_0, j_1_0, i_1_0, i_1_1, j_1_1, k,
#     i_1_2, j_1_2); C (loops i, j)

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
        for i_0, j_0, j_1_0, i_1_0, i_1_1, j_1_1, k in T.grid(64, 16, 8, 16, 4, 32, 4096):
            cse_v1: T.let[T.int32] = j_0 * 256
            cse_v2: T.let[T.int32] = j_1_0 * 32
            cse_v4: T.let[T.int32] = i_0 * 262144 + i_1_0 * 16384 + i_1_1 * 4096
            cse_v5: T.let[T.int32] = cse_v4 + cse_v1 + cse_v2 + j_1_1
            if k == 0:
                C_sum[cse_v5] = T.float32(0.0)
            C_sum[cse_v5] = C_sum[cse_v5] + A_1[cse_v4 + k] * B_1[k * 4096 + cse_v1 + cse_v2 + j_1_1]
        for i, j in T.grid(4096, 4096):
            cse_v3: T.let[T.int32] = i * 4096 + j
            C_1[cse_v3] = C_in_1[cse_v3] + C_sum[cse_v3]
