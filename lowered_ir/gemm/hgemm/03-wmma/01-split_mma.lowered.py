# gemm/hgemm:wmma:split_mma
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: blocks, warps, and 16 x 16 x 16: the GEMM of one tensor-core intrinsic
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: C_sum_init (loops i_0, j_0, i_1, j_1, k_0, k_1, i_2,
#     j_2, i_3, j_3); C_sum (loops i_0, j_0, i_1, j_1, k_0, k_1, i_2, j_2, i_3, j_3, k_2); C (loops i, j)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum_local = T.alloc_local((16777216,))
        A_1 = A.view(16777216)
        B_1 = B.view(16777216)
        C_1 = C.view(16777216)
        for i_0, j_0, i_1, j_1, k_0, k_1, i_2, j_2 in T.grid(32, 16, 2, 4, 64, 4, 4, 4):
            cse_v1: T.let[T.int32] = j_0 * 256
            cse_v2: T.let[T.int32] = j_1 * 64
            cse_v3: T.let[T.int32] = j_2 * 16
            cse_v7: T.let[T.int32] = i_0 * 524288 + i_1 * 262144 + i_2 * 65536
            if k_0 * 4 + k_1 == 0:
                for i_3, j_3 in T.grid(16, 16):
                    C_sum_local[cse_v7 + i_3 * 4096 + cse_v1 + cse_v2 + cse_v3 + j_3] = T.float32(0.0)
            for i_3, j_3, k_2 in T.grid(16, 16, 16):
                cse_v4: T.let[T.int32] = k_0 * 64
                cse_v5: T.let[T.int32] = k_1 * 16
                cse_v8: T.let[T.int32] = cse_v7 + i_3 * 4096
                cse_v9: T.let[T.int32] = cse_v8 + cse_v1 + cse_v2 + cse_v3 + j_3
                C_sum_local[cse_v9] = C_sum_local[cse_v9] + T.Cast("float32", A_1[cse_v8 + cse_v4 + cse_v5 + k_2]) * T.Cast("float32", B_1[j_0 * 1048576 + j_1 * 262144 + j_2 * 65536 + j_3 * 4096 + cse_v4 + cse_v5 + k_2])
        for i, j in T.grid(4096, 4096):
            cse_v6: T.let[T.int32] = i * 4096 + j
            C_1[cse_v6] = T.Cast("float16", C_sum_local[cse_v6])
