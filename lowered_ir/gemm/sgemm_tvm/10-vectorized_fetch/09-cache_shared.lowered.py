# gemm/sgemm_tvm:vectorized_fetch:cache_shared
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: the block's slices of A and B, loaded once per ko
# target: cuda sm_90
# launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, shared 16384 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "blockIdx.y", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        C = T.decl_buffer((268435456,), data=C_ptr)
        B = T.decl_buffer((268435456,), data=B_ptr)
        A = T.decl_buffer((268435456,), data=A_ptr)
        with T.launch_thread("blockIdx.x", 128) as blockIdx_x:
            C_local = T.alloc_local((64,))
            A_shared = T.alloc_shared((2048,))
            B_shared = T.alloc_shared((2048,))
            with T.launch_thread("blockIdx.y", 128) as blockIdx_y:
                threadIdx_y = T.launch_thread("threadIdx.y", 16)
                threadIdx_x = T.launch_thread("threadIdx.x", 16)
                cse_v2: T.let[T.int32] = blockIdx_y * 128
                cse_v19: T.let[T.int32] = threadIdx_y * 4
                for k_0 in range(1024):
                    cse_v1: T.let[T.int32] = k_0 * 262144
                    T.tvm_storage_sync("shared")
                    for ax0, ax1 in T.grid(16, 128):
                        A_shared[ax0 * 128 + ax1] = A[k_0 * 262144 + ax0 * 16384 + blockIdx_x * 128 + ax1]
                    for ax0, ax1 in T.grid(16, 128):
                        B_shared[ax0 * 128 + ax1] = B[k_0 * 262144 + ax0 * 16384 + blockIdx_y * 128 + ax1]
                    T.tvm_storage_sync("shared")
                    for k_1, j_1_2 in T.grid(16, 4):
                        cse_v3: T.let[T.int32] = j_1_2 + 32
                        cse_v4: T.let[T.int32] = j_1_2 + 4
                        cse_v5: T.let[T.int32] = j_1_2 + 36
                        cse_v6: T.let[T.int32] = j_1_2 + 8
                        cse_v7: T.let[T.int32] = j_1_2 + 40
                        cse_v8: T.let[T.int32] = j_1_2 + 12
                        cse_v9: T.let[T.int32] = j_1_2 + 44
                        cse_v10: T.let[T.int32] = j_1_2 + 16
                        cse_v11: T.let[T.int32] = j_1_2 + 48
                        cse_v12: T.let[T.int32] = j_1_2 + 20
                        cse_v13: T.let[T.int32] = j_1_2 + 52
                        cse_v14: T.let[T.int32] = j_1_2 + 24
                        cse_v15: T.let[T.int32] = j_1_2 + 56
                        cse_v16: T.let[T.int32] = j_1_2 + 28
                        cse_v17: T.let[T.int32] = j_1_2 + 60
                        if k_0 * 16 + k_1 == 0:
                            C_local[j_1_2] = T.float32(0.0)
                            C_local[j_1_2 + 32] = T.float32(0.0)
                            C_local[j_1_2 + 4] = T.float32(0.0)
                            C_local[j_1_2 + 36] = T.float32(0.0)
                            C_local[j_1_2 + 8] = T.float32(0.0)
                            C_local[j_1_2 + 40] = T.float32(0.0)
                            C_local[j_1_2 + 12] = T.float32(0.0)
                            C_local[j_1_2 + 44] = T.float32(0.0)
                            C_local[j_1_2 + 16] = T.float32(0.0)
                            C_local[j_1_2 + 48] = T.float32(0.0)
                            C_local[j_1_2 + 20] = T.float32(0.0)
                            C_local[j_1_2 + 52] = T.float32(0.0)
                            C_local[j_1_2 + 24] = T.float32(0.0)
                            C_local[j_1_2 + 56] = T.float32(0.0)
                            C_local[j_1_2 + 28] = T.float32(0.0)
                            C_local[j_1_2 + 60] = T.float32(0.0)
                        cse_v18: T.let[T.int32] = k_1 * 128
                        cse_v20: T.let[T.int32] = k_1 * 128 + threadIdx_x
                        cse_v21: T.let[T.int32] = k_1 * 128 + threadIdx_y * 4 + j_1_2
                        C_local[j_1_2] = C_local[j_1_2] + A_shared[k_1 * 128 + threadIdx_x] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2]
                        cse_v29: T.let[T.int32] = k_1 * 128 + threadIdx_y * 4 + j_1_2 + 64
                        C_local[j_1_2 + 32] = C_local[j_1_2 + 32] + A_shared[k_1 * 128 + threadIdx_x] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2 + 64]
                        cse_v22: T.let[T.int32] = k_1 * 128 + threadIdx_x + 16
                        C_local[j_1_2 + 4] = C_local[j_1_2 + 4] + A_shared[k_1 * 128 + threadIdx_x + 16] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2]
                        C_local[j_1_2 + 36] = C_local[j_1_2 + 36] + A_shared[k_1 * 128 + threadIdx_x + 16] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2 + 64]
                        cse_v23: T.let[T.int32] = k_1 * 128 + threadIdx_x + 32
                        C_local[j_1_2 + 8] = C_local[j_1_2 + 8] + A_shared[k_1 * 128 + threadIdx_x + 32] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2]
                        C_local[j_1_2 + 40] = C_local[j_1_2 + 40] + A_shared[k_1 * 128 + threadIdx_x + 32] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2 + 64]
                        cse_v24: T.let[T.int32] = k_1 * 128 + threadIdx_x + 48
                        C_local[j_1_2 + 12] = C_local[j_1_2 + 12] + A_shared[k_1 * 128 + threadIdx_x + 48] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2]
                        C_local[j_1_2 + 44] = C_local[j_1_2 + 44] + A_shared[k_1 * 128 + threadIdx_x + 48] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2 + 64]
                        cse_v25: T.let[T.int32] = k_1 * 128 + threadIdx_x + 64
                        C_local[j_1_2 + 16] = C_local[j_1_2 + 16] + A_shared[k_1 * 128 + threadIdx_x + 64] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2]
                        C_local[j_1_2 + 48] = C_local[j_1_2 + 48] + A_shared[k_1 * 128 + threadIdx_x + 64] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2 + 64]
                        cse_v26: T.let[T.int32] = k_1 * 128 + threadIdx_x + 80
                        C_local[j_1_2 + 20] = C_local[j_1_2 + 20] + A_shared[k_1 * 128 + threadIdx_x + 80] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2]
                        C_local[j_1_2 + 52] = C_local[j_1_2 + 52] + A_shared[k_1 * 128 + threadIdx_x + 80] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2 + 64]
                        cse_v27: T.let[T.int32] = k_1 * 128 + threadIdx_x + 96
                        C_local[j_1_2 + 24] = C_local[j_1_2 + 24] + A_shared[k_1 * 128 + threadIdx_x + 96] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2]
                        C_local[j_1_2 + 56] = C_local[j_1_2 + 56] + A_shared[k_1 * 128 + threadIdx_x + 96] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2 + 64]
                        cse_v28: T.let[T.int32] = k_1 * 128 + threadIdx_x + 112
                        C_local[j_1_2 + 28] = C_local[j_1_2 + 28] + A_shared[k_1 * 128 + threadIdx_x + 112] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2]
                        C_local[j_1_2 + 60] = C_local[j_1_2 + 60] + A_shared[k_1 * 128 + threadIdx_x + 112] * B_shared[k_1 * 128 + threadIdx_y * 4 + j_1_2 + 64]
                for ax1 in range(4):
                    cse_v30: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1] = C_local[ax1]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 64] = C_local[ax1 + 32]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 262144] = C_local[ax1 + 4]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 262208] = C_local[ax1 + 36]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 524288] = C_local[ax1 + 8]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 524352] = C_local[ax1 + 40]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 786432] = C_local[ax1 + 12]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 786496] = C_local[ax1 + 44]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1048576] = C_local[ax1 + 16]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1048640] = C_local[ax1 + 48]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1310720] = C_local[ax1 + 20]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1310784] = C_local[ax1 + 52]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1572864] = C_local[ax1 + 24]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1572928] = C_local[ax1 + 56]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1835008] = C_local[ax1 + 28]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1835072] = C_local[ax1 + 60]
