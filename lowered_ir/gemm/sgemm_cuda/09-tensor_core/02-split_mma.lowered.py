# gemm/sgemm_cuda:tensor_core:split_mma
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32, multiplied as float16
# why: blocks, warps, and 16 x 16 x 16: the GEMM of one tensor-core intrinsic
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: C_init (loops i_0, j_0, i_1, j_1, k_0, k_1, i_2, j_2,
#     i_3, j_3); C (loops i_0, j_0, i_1, j_1, k_0, k_1, i_2, j_2, i_3, j_3, k_2); C_local (loops ax0, ax1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_local = T.alloc_local((1048576,))
        A_1 = A.view(1048576)
        B_1 = B.view(1048576)
        C_1 = C.view(1048576)
        for i_0, j_0, i_1, j_1, k_0, k_1, i_2, j_2 in T.grid(16, 16, 2, 2, 32, 2, 2, 2):
            cse_v1: T.let[T.int32] = j_0 * 64
            cse_v2: T.let[T.int32] = j_1 * 32
            cse_v3: T.let[T.int32] = j_2 * 16
            cse_v5: T.let[T.int32] = i_0 * 65536 + i_1 * 32768 + i_2 * 16384
            if k_0 * 2 + k_1 == 0:
                for i_3, j_3 in T.grid(16, 16):
                    C_local[cse_v5 + i_3 * 1024 + cse_v1 + cse_v2 + cse_v3 + j_3] = T.float32(0.0)
            for i_3, j_3, k_2 in T.grid(16, 16, 16):
                cse_v6: T.let[T.int32] = cse_v5 + i_3 * 1024
                cse_v7: T.let[T.int32] = cse_v6 + cse_v1 + cse_v2 + cse_v3 + j_3
                C_local[cse_v7] = C_local[cse_v7] + A_1[cse_v6 + k_0 * 32 + k_1 * 16 + k_2] * B_1[k_0 * 32768 + k_1 * 16384 + k_2 * 1024 + cse_v1 + cse_v2 + cse_v3 + j_3]
        for ax0, ax1 in T.grid(1024, 1024):
            cse_v4: T.let[T.int32] = ax0 * 1024 + ax1
            C_1[cse_v4] = C_local[cse_v4]
