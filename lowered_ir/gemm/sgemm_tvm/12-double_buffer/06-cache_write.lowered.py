# gemm/sgemm_tvm:double_buffer:cache_write
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
            for i_1_2, j_1_2, k in T.grid(4, 4, 16384):
                cse_v1: T.let[T.int32] = blockIdx_y * 128
                cse_v2: T.let[T.int32] = threadIdx_y * 4
                cse_v9: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + cse_v1 + cse_v2 + j_1_2
                cse_v10: T.let[T.int32] = cse_v9 + 64
                cse_v11: T.let[T.int32] = cse_v9 + 1048576
                cse_v12: T.let[T.int32] = cse_v9 + 1048640
                if k == 0:
                    C_local[cse_v9] = T.float32(0.0)
                    C_local[cse_v10] = T.float32(0.0)
                    C_local[cse_v11] = T.float32(0.0)
                    C_local[cse_v12] = T.float32(0.0)
                cse_v3: T.let[T.int32] = k * 16384
                cse_v5: T.let[T.int32] = cse_v3 + blockIdx_x * 128 + threadIdx_x * 4 + i_1_2
                cse_v6: T.let[T.int32] = cse_v3 + cse_v1 + cse_v2 + j_1_2
                C_local[cse_v9] = C_local[cse_v9] + A_1[cse_v5] * B_1[cse_v6]
                cse_v7: T.let[T.int32] = cse_v6 + 64
                C_local[cse_v10] = C_local[cse_v10] + A_1[cse_v5] * B_1[cse_v7]
                cse_v8: T.let[T.int32] = cse_v5 + 64
                C_local[cse_v11] = C_local[cse_v11] + A_1[cse_v8] * B_1[cse_v6]
                C_local[cse_v12] = C_local[cse_v12] + A_1[cse_v8] * B_1[cse_v7]
        for ax0, ax1 in T.grid(16384, 16384):
            cse_v4: T.let[T.int32] = ax0 * 16384 + ax1
            C_1[cse_v4] = C_local[cse_v4]
