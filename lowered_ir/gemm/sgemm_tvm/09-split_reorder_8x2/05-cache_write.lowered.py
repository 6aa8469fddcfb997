# gemm/sgemm_tvm:split_reorder_8x2:cache_write
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
            for j_1_0, i_1_0, j_1_2, k in T.grid(2, 8, 4, 16384):
                cse_v1: T.let[T.int32] = blockIdx_y * 128
                cse_v2: T.let[T.int32] = j_1_0 * 64
                cse_v3: T.let[T.int32] = threadIdx_y * 4
                cse_v6: T.let[T.int32] = blockIdx_x * 2097152 + i_1_0 * 262144 + threadIdx_x * 16384 + cse_v1 + cse_v2 + cse_v3 + j_1_2
                if k == 0:
                    C_local[cse_v6] = T.float32(0.0)
                cse_v4: T.let[T.int32] = k * 16384
                C_local[cse_v6] = C_local[cse_v6] + A_1[cse_v4 + blockIdx_x * 128 + i_1_0 * 16 + threadIdx_x] * B_1[cse_v4 + cse_v1 + cse_v2 + cse_v3 + j_1_2]
        for ax0, ax1 in T.grid(16384, 16384):
            cse_v5: T.let[T.int32] = ax0 * 16384 + ax1
            C_1[cse_v5] = C_local[cse_v5]
