# gemm/sgemm_tvm:vthread:cache_write
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: accumulators get their own buffer; its copy to C has no threads yet
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: C_local (loops ax0, ax1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16384, 16384), "float32"), B: T.Buffer((16384, 16384), "float32"), C: T.Buffer((16384, 16384), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_local = T.alloc_local((268435456,))
        A_1 = A.view(268435456)
        B_1 = B.view(268435456)
        C_1 = C.view(268435456)
        with T.launch_thread("blockIdx.x", 128) as blockIdx_x:
            blockIdx_y = T.launch_thread("blockIdx.y", 128)
            threadIdx_y = T.launch_thread("threadIdx.y", 16)
            threadIdx_x = T.launch_thread("threadIdx.x", 16)
            for j_1_2, k in T.grid(4, 16384):
                cse_v1: T.let[T.int32] = blockIdx_y * 128
                cse_v2: T.let[T.int32] = threadIdx_y * 4
                cse_v14: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + cse_v1 + cse_v2 + j_1_2
                cse_v16: T.let[T.int32] = cse_v14 + 64
                cse_v17: T.let[T.int32] = cse_v14 + 262144
                cse_v18: T.let[T.int32] = cse_v14 + 262208
                cse_v19: T.let[T.int32] = cse_v14 + 524288
                cse_v20: T.let[T.int32] = cse_v14 + 524352
                cse_v21: T.let[T.int32] = cse_v14 + 786432
                cse_v22: T.let[T.int32] = cse_v14 + 786496
                cse_v23: T.let[T.int32] = cse_v14 + 1048576
                cse_v24: T.let[T.int32] = cse_v14 + 1048640
                cse_v25: T.let[T.int32] = cse_v14 + 1310720
                cse_v26: T.let[T.int32] = cse_v14 + 1310784
                cse_v27: T.let[T.int32] = cse_v14 + 1572864
                cse_v28: T.let[T.int32] = cse_v14 + 1572928
                cse_v29: T.let[T.int32] = cse_v14 + 1835008
                cse_v30: T.let[T.int32] = cse_v14 + 1835072
                if k == 0:
                    C_local[cse_v14] = T.float32(0.0)
                    C_local[cse_v16] = T.float32(0.0)
                    C_local[cse_v17] = T.float32(0.0)
                    C_local[cse_v18] = T.float32(0.0)
                    C_local[cse_v19] = T.float32(0.0)
                    C_local[cse_v20] = T.float32(0.0)
                    C_local[cse_v21] = T.float32(0.0)
                    C_local[cse_v22] = T.float32(0.0)
                    C_local[cse_v23] = T.float32(0.0)
                    C_local[cse_v24] = T.float32(0.0)
                    C_local[cse_v25] = T.float32(0.0)
                    C_local[cse_v26] = T.float32(0.0)
                    C_local[cse_v27] = T.float32(0.0)
                    C_local[cse_v28] = T.float32(0.0)
                    C_local[cse_v29] = T.float32(0.0)
                    C_local[cse_v30] = T.float32(0.0)
                cse_v3: T.let[T.int32] = k * 16384
                cse_v5: T.let[T.int32] = cse_v3 + blockIdx_x * 128 + threadIdx_x
                cse_v6: T.let[T.int32] = cse_v3 + cse_v1 + cse_v2 + j_1_2
                C_local[cse_v14] = C_local[cse_v14] + A_1[cse_v5] * B_1[cse_v6]
                cse_v15: T.let[T.int32] = cse_v6 + 64
                C_local[cse_v16] = C_local[cse_v16] + A_1[cse_v5] * B_1[cse_v15]
                cse_v7: T.let[T.int32] = cse_v5 + 16
                C_local[cse_v17] = C_local[cse_v17] + A_1[cse_v7] * B_1[cse_v6]
                C_local[cse_v18] = C_local[cse_v18] + A_1[cse_v7] * B_1[cse_v15]
                cse_v8: T.let[T.int32] = cse_v5 + 32
                C_local[cse_v19] = C_local[cse_v19] + A_1[cse_v8] * B_1[cse_v6]
                C_local[cse_v20] = C_local[cse_v20] + A_1[cse_v8] * B_1[cse_v15]
                cse_v9: T.let[T.int32] = cse_v5 + 48
                C_local[cse_v21] = C_local[cse_v21] + A_1[cse_v9] * B_1[cse_v6]
                C_local[cse_v22] = C_local[cse_v22] + A_1[cse_v9] * B_1[cse_v15]
                cse_v10: T.let[T.int32] = cse_v5 + 64
                C_local[cse_v23] = C_local[cse_v23] + A_1[cse_v10] * B_1[cse_v6]
                C_local[cse_v24] = C_local[cse_v24] + A_1[cse_v10] * B_1[cse_v15]
                cse_v11: T.let[T.int32] = cse_v5 + 80
                C_local[cse_v25] = C_local[cse_v25] + A_1[cse_v11] * B_1[cse_v6]
                C_local[cse_v26] = C_local[cse_v26] + A_1[cse_v11] * B_1[cse_v15]
                cse_v12: T.let[T.int32] = cse_v5 + 96
                C_local[cse_v27] = C_local[cse_v27] + A_1[cse_v12] * B_1[cse_v6]
                C_local[cse_v28] = C_local[cse_v28] + A_1[cse_v12] * B_1[cse_v15]
                cse_v13: T.let[T.int32] = cse_v5 + 112
                C_local[cse_v29] = C_local[cse_v29] + A_1[cse_v13] * B_1[cse_v6]
                C_local[cse_v30] = C_local[cse_v30] + A_1[cse_v13] * B_1[cse_v15]
        for ax0, ax1 in T.grid(16384, 16384):
            cse_v4: T.let[T.int32] = ax0 * 16384 + ax1
            C_1[cse_v4] = C_local[cse_v4]
