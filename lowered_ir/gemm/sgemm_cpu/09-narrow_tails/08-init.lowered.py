# gemm/sgemm_cpu:narrow_tails:init
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
        B_global = T.alloc_buffer((131072,), "float32x8")
        C_global = T.alloc_buffer((12,), "float32x8")
        A_1 = A.view(1048576)
        B_1 = B.view(1048576)
        C_1 = C.view(1048576)
        for ax1_0, ax0 in T.grid(128, 1024):
            B_global[ax1_0 * 1024 + ax0] = B_1[T.Ramp(ax0 * 1024 + ax1_0 * 8, 1, 8)]
        for i_0, j_0, j_1, i_1 in T.grid(4, 4, 16, 42):
            C_global[0] = T.Broadcast(T.float32(0.0), 8)
            C_global[1] = T.Broadcast(T.float32(0.0), 8)
            C_global[2] = T.Broadcast(T.float32(0.0), 8)
            C_global[3] = T.Broadcast(T.float32(0.0), 8)
            C_global[4] = T.Broadcast(T.float32(0.0), 8)
            C_global[5] = T.Broadcast(T.float32(0.0), 8)
            C_global[6] = T.Broadcast(T.float32(0.0), 8)
            C_global[7] = T.Broadcast(T.float32(0.0), 8)
            C_global[8] = T.Broadcast(T.float32(0.0), 8)
            C_global[9] = T.Broadcast(T.float32(0.0), 8)
            C_global[10] = T.Broadcast(T.float32(0.0), 8)
            C_global[11] = T.Broadcast(T.float32(0.0), 8)
            cse_v8: T.let[T.int32] = i_0 * 258048 + i_1 * 6144
            for k in range(1024):
                cse_v11: T.let[T.int32] = cse_v8 + k
                cse_v12: T.let[T.int32] = j_0 * 32768 + j_1 * 2048 + k
                C_global[0] = C_global[0] + T.Broadcast(A_1[cse_v11], 8) * B_global[cse_v12]
                cse_v21: T.let[T.int32] = cse_v12 + 1024
                C_global[1] = C_global[1] + T.Broadcast(A_1[cse_v11], 8) * B_global[cse_v21]
                cse_v22: T.let[T.int32] = cse_v11 + 1024
                C_global[2] = C_global[2] + T.Broadcast(A_1[cse_v22], 8) * B_global[cse_v12]
                C_global[3] = C_global[3] + T.Broadcast(A_1[cse_v22], 8) * B_global[cse_v21]
                cse_v23: T.let[T.int32] = cse_v11 + 2048
                C_global[4] = C_global[4] + T.Broadcast(A_1[cse_v23], 8) * B_global[cse_v12]
                C_global[5] = C_global[5] + T.Broadcast(A_1[cse_v23], 8) * B_global[cse_v21]
                cse_v24: T.let[T.int32] = cse_v11 + 3072
                C_global[6] = C_global[6] + T.Broadcast(A_1[cse_v24], 8) * B_global[cse_v12]
                C_global[7] = C_global[7] + T.Broadcast(A_1[cse_v24], 8) * B_global[cse_v21]
                cse_v25: T.let[T.int32] = cse_v11 + 4096
                C_global[8] = C_global[8] + T.Broadcast(A_1[cse_v25], 8) * B_global[cse_v12]
                C_global[9] = C_global[9] + T.Broadcast(A_1[cse_v25], 8) * B_global[cse_v21]
                cse_v26: T.let[T.int32] = cse_v11 + 5120
                C_global[10] = C_global[10] + T.Broadcast(A_1[cse_v26], 8) * B_global[cse_v12]
                C_global[11] = C_global[11] + T.Broadcast(A_1[cse_v26], 8) * B_global[cse_v21]
            for ax0, ax1_0 in T.grid(6, 2):
                C_1[cse_v8 + ax0 * 1024 + j_0 * 256 + j_1 * 16 + ax1_0 * 8:cse_v8 + ax0 * 1024 + j_0 * 256 + j_1 * 16 + ax1_0 * 8 + 8] = C_global[ax0 * 2 + ax1_0]
        for j_0, j_1 in T.grid(4, 16):
            cse_v2: T.let[T.int32] = j_0 * 256
            cse_v3: T.let[T.int32] = j_1 * 16
            cse_v10: T.let[T.int32] = j_0 * 32768 + j_1 * 2048
            for i_1 in range(2):
                C_global_1 = T.decl_buffer((12,), "float32x8", data=C_global.data)
                C_global_1[0] = T.Broadcast(T.float32(0.0), 8)
                C_global_1[1] = T.Broadcast(T.float32(0.0), 8)
                C_global_1[2] = T.Broadcast(T.float32(0.0), 8)
                C_global_1[3] = T.Broadcast(T.float32(0.0), 8)
                C_global_1[4] = T.Broadcast(T.float32(0.0), 8)
                C_global_1[5] = T.Broadcast(T.float32(0.0), 8)
                C_global_1[6] = T.Broadcast(T.float32(0.0), 8)
                C_global_1[7] = T.Broadcast(T.float32(0.0), 8)
                C_global_1[8] = T.Broadcast(T.float32(0.0), 8)
                C_global_1[9] = T.Broadcast(T.float32(0.0), 8)
                C_global_1[10] = T.Broadcast(T.float32(0.0), 8)
                C_global_1[11] = T.Broadcast(T.float32(0.0), 8)
                cse_v1: T.let[T.int32] = i_1 * 6144
                for k in range(1024):
                    cse_v9: T.let[T.int32] = cse_v1 + k
                    cse_v13: T.let[T.int32] = cse_v9 + 1032192
                    cse_v14: T.let[T.int32] = cse_v10 + k
                    C_global_1[0] = C_global_1[0] + T.Broadcast(A_1[cse_v13], 8) * B_global[cse_v14]
                    cse_v27: T.let[T.int32] = cse_v14 + 1024
                    C_global_1[1] = C_global_1[1] + T.Broadcast(A_1[cse_v13], 8) * B_global[cse_v27]
                    cse_v15: T.let[T.int32] = cse_v9 + 1033216
                    C_global_1[2] = C_global_1[2] + T.Broadcast(A_1[cse_v15], 8) * B_global[cse_v14]
                    C_global_1[3] = C_global_1[3] + T.Broadcast(A_1[cse_v15], 8) * B_global[cse_v27]
                    cse_v16: T.let[T.int32] = cse_v9 + 1034240
                    C_global_1[4] = C_global_1[4] + T.Broadcast(A_1[cse_v16], 8) * B_global[cse_v14]
                    C_global_1[5] = C_global_1[5] + T.Broadcast(A_1[cse_v16], 8) * B_global[cse_v27]
                    cse_v17: T.let[T.int32] = cse_v9 + 1035264
                    C_global_1[6] = C_global_1[6] + T.Broadcast(A_1[cse_v17], 8) * B_global[cse_v14]
                    C_global_1[7] = C_global_1[7] + T.Broadcast(A_1[cse_v17], 8) * B_global[cse_v27]
                    cse_v18: T.let[T.int32] = cse_v9 + 1036288
                    C_global_1[8] = C_global_1[8] + T.Broadcast(A_1[cse_v18], 8) * B_global[cse_v14]
                    C_global_1[9] = C_global_1[9] + T.Broadcast(A_1[cse_v18], 8) * B_global[cse_v27]
                    cse_v19: T.let[T.int32] = cse_v9 + 1037312
                    C_global_1[10] = C_global_1[10] + T.Broadcast(A_1[cse_v19], 8) * B_global[cse_v14]
                    C_global_1[11] = C_global_1[11] + T.Broadcast(A_1[cse_v19], 8) * B_global[cse_v27]
                for ax0, ax1_0 in T.grid(6, 2):
                    C_1[cse_v1 + ax0 * 1024 + cse_v2 + cse_v3 + ax1_0 * 8 + 1032192:cse_v1 + ax0 * 1024 + cse_v2 + cse_v3 + ax1_0 * 8 + 1032192 + 8] = C_global_1[ax0 * 2 + ax1_0]
            C_global_1 = T.decl_buffer((12,), "float32x8", data=C_global.data)
            C_global_1[0] = T.Broadcast(T.float32(0.0), 8)
            C_global_1[1] = T.Broadcast(T.float32(0.0), 8)
            C_global_1[2] = T.Broadcast(T.float32(0.0), 8)
            C_global_1[3] = T.Broadcast(T.float32(0.0), 8)
            C_global_1[4] = T.Broadcast(T.float32(0.0), 8)
            C_global_1[5] = T.Broadcast(T.float32(0.0), 8)
            C_global_1[6] = T.Broadcast(T.float32(0.0), 8)
            C_global_1[7] = T.Broadcast(T.float32(0.0), 8)
            for k in range(1024):
                cse_v4: T.let[T.int32] = k + 1044480
                cse_v20: T.let[T.int32] = cse_v10 + k
                C_global_1[0] = C_global_1[0] + T.Broadcast(A_1[cse_v4], 8) * B_global[cse_v20]
                cse_v28: T.let[T.int32] = cse_v20 + 1024
                C_global_1[1] = C_global_1[1] + T.Broadcast(A_1[cse_v4], 8) * B_global[cse_v28]
                cse_v5: T.let[T.int32] = k + 1045504
                C_global_1[2] = C_global_1[2] + T.Broadcast(A_1[cse_v5], 8) * B_global[cse_v20]
                C_global_1[3] = C_global_1[3] + T.Broadcast(A_1[cse_v5], 8) * B_global[cse_v28]
                cse_v6: T.let[T.int32] = k + 1046528
                C_global_1[4] = C_global_1[4] + T.Broadcast(A_1[cse_v6], 8) * B_global[cse_v20]
                C_global_1[5] = C_global_1[5] + T.Broadcast(A_1[cse_v6], 8) * B_global[cse_v28]
                cse_v7: T.let[T.int32] = k + 1047552
                C_global_1[6] = C_global_1[6] + T.Broadcast(A_1[cse_v7], 8) * B_global[cse_v20]
                C_global_1[7] = C_global_1[7] + T.Broadcast(A_1[cse_v7], 8) * B_global[cse_v28]
            for ax0 in range(6):
                if ax0 < 4:
                    for ax1_0 in range(2):
                        C_1[ax0 * 1024 + cse_v2 + cse_v3 + ax1_0 * 8 + 1044480:ax0 * 1024 + cse_v2 + cse_v3 + ax1_0 * 8 + 1044480 + 8] = C_global_1[ax0 * 2 + ax1_0]
