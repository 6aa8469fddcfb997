# gemm/sgemm_cpu:narrow_tails:write_back
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: accumulators in a separate tile, stored once at the end of K
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
        C_global = T.alloc_buffer((96,))
        A_1 = A.view(1048576)
        B_1 = B.view(1048576)
        C_1 = C.view(1048576)
        for ax1_0, ax0 in T.grid(128, 1024):
            B_global[ax1_0 * 8192 + ax0 * 8:ax1_0 * 8192 + ax0 * 8 + 8] = B_1[T.Ramp(ax0 * 1024 + ax1_0 * 8, 1, 8)]
        for i_0, j_0, j_1, i_1 in T.grid(4, 4, 16, 42):
            cse_v4: T.let[T.int32] = i_0 * 258048 + i_1 * 6144
            for k, i_2, j_2, j_3 in T.grid(1024, 6, 2, 8):
                cse_v6: T.let[T.int32] = i_2 * 16 + j_2 * 8 + j_3
                if k == 0:
                    C_global[cse_v6] = T.float32(0.0)
                C_global[cse_v6] = C_global[cse_v6] + A_1[cse_v4 + i_2 * 1024 + k] * B_global[j_0 * 262144 + j_1 * 16384 + j_2 * 8192 + k * 8 + j_3]
            for ax0, ax1 in T.grid(6, 16):
                C_1[cse_v4 + ax0 * 1024 + j_0 * 256 + j_1 * 16 + ax1] = C_global[ax0 * 16 + ax1]
        for j_0, j_1 in T.grid(4, 16):
            cse_v2: T.let[T.int32] = j_0 * 256
            cse_v3: T.let[T.int32] = j_1 * 16
            cse_v5: T.let[T.int32] = j_0 * 262144 + j_1 * 16384
            for i_1 in range(2):
                C_global_1 = T.decl_buffer((96,), data=C_global.data)
                cse_v1: T.let[T.int32] = i_1 * 6144
                for k, i_2, j_2, j_3 in T.grid(1024, 6, 2, 8):
                    cse_v7: T.let[T.int32] = i_2 * 16 + j_2 * 8 + j_3
                    if k == 0:
                        C_global_1[cse_v7] = T.float32(0.0)
                    C_global_1[cse_v7] = C_global_1[cse_v7] + A_1[cse_v1 + i_2 * 1024 + k + 1032192] * B_global[cse_v5 + j_2 * 8192 + k * 8 + j_3]
                for ax0, ax1 in T.grid(6, 16):
                    C_1[cse_v1 + ax0 * 1024 + cse_v2 + cse_v3 + ax1 + 1032192] = C_global_1[ax0 * 16 + ax1]
            C_global_1 = T.decl_buffer((96,), data=C_global.data)
            for k, i_2 in T.grid(1024, 6):
                if i_2 < 4:
                    for j_2, j_3 in T.grid(2, 8):
                        cse_v8: T.let[T.int32] = i_2 * 16 + j_2 * 8 + j_3
                        if k == 0:
                            C_global_1[cse_v8] = T.float32(0.0)
                        C_global_1[cse_v8] = C_global_1[cse_v8] + A_1[i_2 * 1024 + k + 1044480] * B_global[cse_v5 + j_2 * 8192 + k * 8 + j_3]
            for ax0 in range(6):
                if ax0 < 4:
                    for ax1 in range(16):
                        C_1[ax0 * 1024 + cse_v2 + cse_v3 + ax1 + 1044480] = C_global_1[ax0 * 16 + ax1]
