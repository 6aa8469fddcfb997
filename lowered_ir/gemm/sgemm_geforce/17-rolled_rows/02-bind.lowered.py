# gemm/sgemm_geforce:rolled_rows:bind
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: one thread axis, so that 32 consecutive threads are a warp in any block
# target: cuda sm_90
# build: cp.async on, storage rewrite off
# no kernel yet: no loop bound to a block or thread axis: C (loops i, j)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float32"), B: T.Buffer((4096, 4096), "float32"), C_in: T.Buffer((4096, 4096), "float32"), C: T.Buffer((4096, 4096), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum = T.alloc_buffer((16777216,))
        A_1 = A.view(16777216)
        B_1 = B.view(16777216)
        C_in_1 = C_in.view(16777216)
        C_1 = C.view(16777216)
        with T.launch_thread("blockIdx.y", 32) as blockIdx_y:
            blockIdx_x = T.launch_thread("blockIdx.x", 16)
            threadIdx_x = T.launch_thread("threadIdx.x", 256)
            for i_4, j_4, k in T.grid(4, 4, 4096):
                cse_v1: T.let[T.int32] = blockIdx_x * 256
                cse_v2: T.let[T.int32] = threadIdx_x % 8 * 4
                cse_v4: T.let[T.int32] = threadIdx_x % 128 // 32 * 64
                cse_v5: T.let[T.int32] = blockIdx_y * 524288 + threadIdx_x // 128 * 262144 + threadIdx_x % 32 // 8 * 16384 + i_4 * 4096
                cse_v12: T.let[T.int32] = cse_v5 + cse_v1 + cse_v4 + cse_v2 + j_4
                cse_v13: T.let[T.int32] = cse_v12 + 65536
                cse_v14: T.let[T.int32] = cse_v12 + 131072
                cse_v15: T.let[T.int32] = cse_v12 + 196608
                cse_v16: T.let[T.int32] = cse_v12 + 32
                cse_v17: T.let[T.int32] = cse_v12 + 65568
                cse_v18: T.let[T.int32] = cse_v12 + 131104
                cse_v19: T.let[T.int32] = cse_v12 + 196640
                if k == 0:
                    C_sum[cse_v12] = T.float32(0.0)
                    C_sum[cse_v13] = T.float32(0.0)
                    C_sum[cse_v14] = T.float32(0.0)
                    C_sum[cse_v15] = T.float32(0.0)
                    C_sum[cse_v16] = T.float32(0.0)
                    C_sum[cse_v17] = T.float32(0.0)
                    C_sum[cse_v18] = T.float32(0.0)
                    C_sum[cse_v19] = T.float32(0.0)
                cse_v6: T.let[T.int32] = cse_v5 + k
                cse_v7: T.let[T.int32] = k * 4096 + cse_v1 + cse_v4 + cse_v2 + j_4
                C_sum[cse_v12] = C_sum[cse_v12] + A_1[cse_v6] * B_1[cse_v7]
                cse_v8: T.let[T.int32] = cse_v6 + 65536
                C_sum[cse_v13] = C_sum[cse_v13] + A_1[cse_v8] * B_1[cse_v7]
                cse_v9: T.let[T.int32] = cse_v6 + 131072
                C_sum[cse_v14] = C_sum[cse_v14] + A_1[cse_v9] * B_1[cse_v7]
                cse_v10: T.let[T.int32] = cse_v6 + 196608
                C_sum[cse_v15] = C_sum[cse_v15] + A_1[cse_v10] * B_1[cse_v7]
                cse_v11: T.let[T.int32] = cse_v7 + 32
                C_sum[cse_v16] = C_sum[cse_v16] + A_1[cse_v6] * B_1[cse_v11]
                C_sum[cse_v17] = C_sum[cse_v17] + A_1[cse_v8] * B_1[cse_v11]
                C_sum[cse_v18] = C_sum[cse_v18] + A_1[cse_v9] * B_1[cse_v11]
                C_sum[cse_v19] = C_sum[cse_v19] + A_1[cse_v10] * B_1[cse_v11]
        for i, j in T.grid(4096, 4096):
            cse_v3: T.let[T.int32] = i * 4096 + j
            C_1[cse_v3] = C_in_1[cse_v3] + C_sum[cse_v3]
