# gemm/sgemm_cpu:register_tile:write_back
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
        A_global_pad = T.alloc_buffer((1050624,))
        C_global_pad = T.alloc_buffer((96,))
        A_1 = A.view(1048576)
        B_1 = B.view(1048576)
        C_1 = C.view(1048576)
        for ax1_0, ax0 in T.grid(64, 1024):
            B_global[ax1_0 * 16384 + ax0 * 16:ax1_0 * 16384 + ax0 * 16 + 16] = B_1[T.Ramp(ax0 * 1024 + ax1_0 * 16, 1, 16)]
        for i0_0, i1 in T.grid(171, 1024):
            cse_v1: T.let[T.int32] = i0_0 * 6144
            cse_v2: T.let[T.int32] = cse_v1 + i1
            cse_v3: T.let[T.int32] = cse_v1 + i1 * 6
            A_global_pad[cse_v3] = A_1[cse_v2]
            A_global_pad[cse_v3 + 1] = A_1[cse_v2 + 1024]
            A_global_pad[cse_v3 + 2] = A_1[cse_v2 + 2048]
            A_global_pad[cse_v3 + 3] = A_1[cse_v2 + 3072]
            A_global_pad[cse_v3 + 4] = T.if_then_else(i0_0 < 170, A_1[cse_v2 + 4096], T.float32(0.0))
            A_global_pad[cse_v3 + 5] = T.if_then_else(i0_0 < 170, A_1[cse_v2 + 5120], T.float32(0.0))
        for i_0, j_0, j_1, i_1 in T.grid(5, 4, 16, 42):
            cse_v5: T.let[T.int32] = i_0 * 258048 + i_1 * 6144
            if i_0 * 14 + i_1 // 3 < 57:
                for k, i_2, j_2 in T.grid(1024, 6, 16):
                    cse_v4: T.let[T.int32] = i_2 * 16 + j_2
                    if k == 0:
                        C_global_pad[cse_v4] = T.float32(0.0)
                    C_global_pad[cse_v4] = C_global_pad[cse_v4] + A_global_pad[cse_v5 + k * 6 + i_2] * B_global[j_0 * 262144 + j_1 * 16384 + k * 16 + j_2]
            for ax0 in range(6):
                if i_0 * 63 + (i_1 * 3 + ax0 // 2) // 2 < 256:
                    for ax1 in range(16):
                        C_1[cse_v5 + ax0 * 1024 + j_0 * 256 + j_1 * 16 + ax1] = C_global_pad[ax0 * 16 + ax1]
