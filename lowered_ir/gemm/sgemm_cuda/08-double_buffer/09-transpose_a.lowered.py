# gemm/sgemm_cuda:double_buffer:transpose_a
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: A's slice as [k][i]: lanes adjacent along i read contiguous words
# target: cuda sm_90
# launch main_kernel: grid 8 x 8 x 1, block 16 x 16 x 1, shared 8192 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        C = T.decl_buffer((1048576,), data=C_ptr)
        B = T.decl_buffer((1048576,), data=B_ptr)
        A = T.decl_buffer((1048576,), data=A_ptr)
        with T.launch_thread("blockIdx.y", 8) as blockIdx_y:
            C_local = T.alloc_local((64,))
            A_shared = T.alloc_shared((1024,))
            B_shared = T.alloc_shared((1024,))
            with T.launch_thread("blockIdx.x", 8) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 16)
                threadIdx_x = T.launch_thread("threadIdx.x", 16)
                cse_v1: T.let[T.int32] = blockIdx_y * 131072
                cse_v3: T.let[T.int32] = blockIdx_x * 128
                cse_v5: T.let[T.int32] = threadIdx_x * 4
                for k_0 in range(128):
                    cse_v2: T.let[T.int32] = k_0 * 8
                    T.tvm_storage_sync("shared")
                    for ax0, ax1 in T.grid(128, 8):
                        A_shared[ax1 * 128 + ax0] = A[blockIdx_y * 131072 + ax0 * 1024 + k_0 * 8 + ax1]
                    for ax0, ax1 in T.grid(8, 128):
                        B_shared[ax0 * 128 + ax1] = B[k_0 * 8192 + ax0 * 1024 + blockIdx_x * 128 + ax1]
                    T.tvm_storage_sync("shared")
                    for k_1, i_1_2, j_1_2 in T.grid(8, 4, 4):
                        cse_v6: T.let[T.int32] = i_1_2 * 4 + j_1_2
                        cse_v8: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 32
                        cse_v9: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 16
                        cse_v10: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 48
                        if k_0 * 8 + k_1 == 0:
                            C_local[i_1_2 * 4 + j_1_2] = T.float32(0.0)
                            C_local[i_1_2 * 4 + j_1_2 + 32] = T.float32(0.0)
                            C_local[i_1_2 * 4 + j_1_2 + 16] = T.float32(0.0)
                            C_local[i_1_2 * 4 + j_1_2 + 48] = T.float32(0.0)
                        cse_v4: T.let[T.int32] = k_1 * 128
                        cse_v11: T.let[T.int32] = k_1 * 128 + threadIdx_y * 4 + i_1_2
                        cse_v12: T.let[T.int32] = k_1 * 128 + threadIdx_x * 4 + j_1_2
                        C_local[i_1_2 * 4 + j_1_2] = C_local[i_1_2 * 4 + j_1_2] + A_shared[k_1 * 128 + threadIdx_y * 4 + i_1_2] * B_shared[k_1 * 128 + threadIdx_x * 4 + j_1_2]
                        cse_v13: T.let[T.int32] = k_1 * 128 + threadIdx_y * 4 + i_1_2 + 64
                        C_local[i_1_2 * 4 + j_1_2 + 32] = C_local[i_1_2 * 4 + j_1_2 + 32] + A_shared[k_1 * 128 + threadIdx_y * 4 + i_1_2 + 64] * B_shared[k_1 * 128 + threadIdx_x * 4 + j_1_2]
                        cse_v14: T.let[T.int32] = k_1 * 128 + threadIdx_x * 4 + j_1_2 + 64
                        C_local[i_1_2 * 4 + j_1_2 + 16] = C_local[i_1_2 * 4 + j_1_2 + 16] + A_shared[k_1 * 128 + threadIdx_y * 4 + i_1_2] * B_shared[k_1 * 128 + threadIdx_x * 4 + j_1_2 + 64]
                        C_local[i_1_2 * 4 + j_1_2 + 48] = C_local[i_1_2 * 4 + j_1_2 + 48] + A_shared[k_1 * 128 + threadIdx_y * 4 + i_1_2 + 64] * B_shared[k_1 * 128 + threadIdx_x * 4 + j_1_2 + 64]
                for ax0, ax1 in T.grid(4, 4):
                    cse_v7: T.let[T.int32] = ax0 * 4 + ax1
                    cse_v15: T.let[T.int32] = blockIdx_y * 131072 + threadIdx_y * 4096 + ax0 * 1024 + blockIdx_x * 128 + threadIdx_x * 4 + ax1
                    C[blockIdx_y * 131072 + threadIdx_y * 4096 + ax0 * 1024 + blockIdx_x * 128 + threadIdx_x * 4 + ax1] = C_local[ax0 * 4 + ax1]
                    C[blockIdx_y * 131072 + threadIdx_y * 4096 + ax0 * 1024 + blockIdx_x * 128 + threadIdx_x * 4 + ax1 + 65536] = C_local[ax0 * 4 + ax1 + 32]
                    C[blockIdx_y * 131072 + threadIdx_y * 4096 + ax0 * 1024 + blockIdx_x * 128 + threadIdx_x * 4 + ax1 + 64] = C_local[ax0 * 4 + ax1 + 16]
                    C[blockIdx_y * 131072 + threadIdx_y * 4096 + ax0 * 1024 + blockIdx_x * 128 + threadIdx_x * 4 + ax1 + 65600] = C_local[ax0 * 4 + ax1 + 48]
