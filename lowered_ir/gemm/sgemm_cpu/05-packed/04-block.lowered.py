# gemm/sgemm_cpu:packed:block
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: a panel of B stays in cache for 16 panels of A
# target: llvm x86-64-v3

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        B_global = T.alloc_buffer((1048576,))
        A_global = T.alloc_buffer((1048576,))
        C_global = T.alloc_buffer((1048576,))
        A_1 = A.view(1048576)
        B_1 = B.view(1048576)
        C_1 = C.view(1048576)
        for ax1_0, ax0 in T.grid(64, 1024):
            B_global[ax1_0 * 16384 + ax0 * 16:ax1_0 * 16384 + ax0 * 16 + 16] = B_1[T.Ramp(ax0 * 1024 + ax1_0 * 16, 1, 16)]
        for ax0_0, ax1 in T.grid(256, 1024):
            cse_v1: T.let[T.int32] = ax0_0 * 4096
            cse_v2: T.let[T.int32] = cse_v1 + ax1
            cse_v3: T.let[T.int32] = cse_v1 + ax1 * 4
            A_global[cse_v3] = A_1[cse_v2]
            A_global[cse_v3 + 1] = A_1[cse_v2 + 1024]
            A_global[cse_v3 + 2] = A_1[cse_v2 + 2048]
            A_global[cse_v3 + 3] = A_1[cse_v2 + 3072]
        for i_0, j_0, j_1, i_1, k, i_2, j_2 in T.grid(16, 16, 4, 16, 1024, 4, 16):
            cse_v4: T.let[T.int32] = i_0 * 65536 + i_1 * 4096
            cse_v6: T.let[T.int32] = cse_v4 + i_2 * 1024 + j_0 * 64 + j_1 * 16 + j_2
            if k == 0:
                C_global[cse_v6] = T.float32(0.0)
            C_global[cse_v6] = C_global[cse_v6] + A_global[cse_v4 + k * 4 + i_2] * B_global[j_0 * 65536 + j_1 * 16384 + k * 16 + j_2]
        for ax0, ax1 in T.grid(1024, 1024):
            cse_v5: T.let[T.int32] = ax0 * 1024 + ax1
            C_1[cse_v5] = C_global[cse_v5]
