# gemm/sgemm_cpu:vectorized:block_ij
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: 64 rows of A use 64 columns of B before these are evicted from the cache
# target: llvm x86-64-v3

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        A_1 = A.view(1048576)
        B_1 = B.view(1048576)
        C_1 = C.view(1048576)
        for i_0, j_0, i_1, j_1, k in T.grid(16, 16, 64, 64, 1024):
            cse_v1: T.let[T.int32] = j_0 * 64
            cse_v2: T.let[T.int32] = i_0 * 65536 + i_1 * 1024
            cse_v3: T.let[T.int32] = cse_v2 + cse_v1 + j_1
            if k == 0:
                C_1[cse_v3] = T.float32(0.0)
            C_1[cse_v3] = C_1[cse_v3] + A_1[cse_v2 + k] * B_1[k * 1024 + cse_v1 + j_1]
