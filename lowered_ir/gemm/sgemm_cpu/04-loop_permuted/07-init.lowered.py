# gemm/sgemm_cpu:loop_permuted:init
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
            for i_1_0_init, j_1_0_init in T.grid(16, 4):
                cse_v5: T.let[T.int32] = cse_v1 + i_1_0_init * 4096 + cse_v2 + j_1_0_init * 16
                C_1[cse_v5:cse_v5 + 16] = T.Broadcast(T.float32(0.0), 16)
                C_1[cse_v5 + 1024:cse_v5 + 1024 + 16] = T.Broadcast(T.float32(0.0), 16)
                C_1[cse_v5 + 2048:cse_v5 + 2048 + 16] = T.Broadcast(T.float32(0.0), 16)
                C_1[cse_v5 + 3072:cse_v5 + 3072 + 16] = T.Broadcast(T.float32(0.0), 16)
            for k_0, i_1_0, j_1_0, k_1 in T.grid(16, 16, 4, 64):
                cse_v3: T.let[T.int32] = j_1_0 * 16
                cse_v4: T.let[T.int32] = cse_v1 + i_1_0 * 4096
                cse_v6: T.let[T.int32] = cse_v4 + cse_v2 + cse_v3
                cse_v7: T.let[T.int32] = cse_v4 + k_0 * 64 + k_1
                cse_v8: T.let[T.int32] = k_0 * 65536 + k_1 * 1024 + cse_v2 + cse_v3
                C_1[cse_v6:cse_v6 + 16] = C_1[T.Ramp(cse_v6, 1, 16)] + T.Broadcast(A_1[cse_v7], 16) * B_1[T.Ramp(cse_v8, 1, 16)]
                cse_v9: T.let[T.int32] = cse_v6 + 1024
                C_1[cse_v9:cse_v9 + 16] = C_1[T.Ramp(cse_v9, 1, 16)] + T.Broadcast(A_1[cse_v7 + 1024], 16) * B_1[T.Ramp(cse_v8, 1, 16)]
                cse_v10: T.let[T.int32] = cse_v6 + 2048
                C_1[cse_v10:cse_v10 + 16] = C_1[T.Ramp(cse_v10, 1, 16)] + T.Broadcast(A_1[cse_v7 + 2048], 16) * B_1[T.Ramp(cse_v8, 1, 16)]
                cse_v11: T.let[T.int32] = cse_v6 + 3072
                C_1[cse_v11:cse_v11 + 16] = C_1[T.Ramp(cse_v11, 1, 16)] + T.Broadcast(A_1[cse_v7 + 3072], 16) * B_1[T.Ramp(cse_v8, 1, 16)]
