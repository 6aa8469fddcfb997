# gemm/sgemm_cpu:parallel:unroll
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: accumulators need constant indices to stay in registers
# target: llvm x86-64-v3

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        B_global = T.alloc_buffer((65536,), "float32x16")
        A_global = T.alloc_buffer((1048576,))
        C_global = T.alloc_buffer((4,), "float32x16")
        A_1 = A.view(1048576)
        B_1 = B.view(1048576)
        C_1 = C.view(1048576)
        for ax1_0, ax0 in T.grid(64, 1024):
            B_global[ax1_0 * 1024 + ax0] = B_1[T.Ramp(ax0 * 1024 + ax1_0 * 16, 1, 16)]
        for ax0_0, ax1 in T.grid(256, 1024):
            cse_v1: T.let[T.int32] = ax0_0 * 4096
            cse_v2: T.let[T.int32] = cse_v1 + ax1
            cse_v3: T.let[T.int32] = cse_v1 + ax1 * 4
            A_global[cse_v3] = A_1[cse_v2]
            A_global[cse_v3 + 1] = A_1[cse_v2 + 1024]
            A_global[cse_v3 + 2] = A_1[cse_v2 + 2048]
            A_global[cse_v3 + 3] = A_1[cse_v2 + 3072]
        for i_0, j_0, j_1, i_1 in T.grid(16, 16, 4, 16):
            cse_v4: T.let[T.int32] = i_0 * 65536 + i_1 * 4096
            for k in range(1024):
                if k == 0:
                    C_global[0] = T.Broadcast(T.float32(0.0), 16)
                cse_v5: T.let[T.int32] = cse_v4 + k * 4
                cse_v6: T.let[T.int32] = j_0 * 4096 + j_1 * 1024 + k
                C_global[0] = C_global[0] + T.Broadcast(A_global[cse_v5], 16) * B_global[cse_v6]
                if k == 0:
                    C_global[1] = T.Broadcast(T.float32(0.0), 16)
                C_global[1] = C_global[1] + T.Broadcast(A_global[cse_v5 + 1], 16) * B_global[cse_v6]
                if k == 0:
                    C_global[2] = T.Broadcast(T.float32(0.0), 16)
                C_global[2] = C_global[2] + T.Broadcast(A_global[cse_v5 + 2], 16) * B_global[cse_v6]
                if k == 0:
                    C_global[3] = T.Broadcast(T.float32(0.0), 16)
                C_global[3] = C_global[3] + T.Broadcast(A_global[cse_v5 + 3], 16) * B_global[cse_v6]
            for ax0 in range(4):
                C_1[cse_v4 + ax0 * 1024 + j_0 * 64 + j_1 * 16:cse_v4 + ax0 * 1024 + j_0 * 64 + j_1 * 16 + 16] = C_global[ax0]
