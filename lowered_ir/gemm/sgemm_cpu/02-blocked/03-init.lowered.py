# gemm/sgemm_cpu:blocked:init
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: zero the accumulator before the loop over k, not by a test inside it
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
        for i_0, j_0 in T.grid(16, 16):
            cse_v1: T.let[T.int32] = i_0 * 65536
            cse_v2: T.let[T.int32] = j_0 * 64
            for i_1_init, j_1_init in T.grid(64, 64):
                C_1[cse_v1 + i_1_init * 1024 + cse_v2 + j_1_init] = T.float32(0.0)
            for k_0, i_1, j_1, k_1 in T.grid(16, 64, 64, 64):
                cse_v3: T.let[T.int32] = cse_v1 + i_1 * 1024
                cse_v4: T.let[T.int32] = cse_v3 + cse_v2 + j_1
                C_1[cse_v4] = C_1[cse_v4] + A_1[cse_v3 + k_0 * 64 + k_1] * B_1[k_0 * 65536 + k_1 * 1024 + cse_v2 + j_1]
