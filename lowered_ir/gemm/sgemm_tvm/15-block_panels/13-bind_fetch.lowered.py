# gemm/sgemm_tvm:block_panels:bind_fetch
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: lane l copies the l-th piece of the tile, 4 floats per thread: no bank conflicts
# target: cuda sm_90
# launch main_kernel: grid 1024 x 16 x 1, block 16 x 16 x 1, shared 16384 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        C = T.decl_buffer((268435456,), data=C_ptr)
        B = T.decl_buffer((268435456,), data=B_ptr)
        A = T.decl_buffer((268435456,), data=A_ptr)
        with T.launch_thread("blockIdx.y", 16) as blockIdx_y:
            C_local = T.alloc_local((64,))
            A_shared = T.alloc_shared((2048,))
            B_shared = T.alloc_shared((2048,))
            A_shared_local = T.alloc_local((8,))
            B_shared_local = T.alloc_local((8,))
            with T.launch_thread("blockIdx.x", 1024) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 16)
                threadIdx_x = T.launch_thread("threadIdx.x", 16)
                for i_1_2_init, j_1_2_init in T.grid(4, 4):
                    cse_v10: T.let[T.int32] = i_1_2_init * 4 + j_1_2_init
                    C_local[i_1_2_init * 4 + j_1_2_init] = T.float32(0.0)
                    C_local[i_1_2_init * 4 + j_1_2_init + 32] = T.float32(0.0)
                    C_local[i_1_2_init * 4 + j_1_2_init + 16] = T.float32(0.0)
                    C_local[i_1_2_init * 4 + j_1_2_init + 48] = T.float32(0.0)
                cse_v2: T.let[T.int32] = blockIdx_x >> 3
                cse_v5: T.let[T.int32] = blockIdx_y * 1024
                cse_v7: T.let[T.int32] = threadIdx_y * 4
                cse_v13: T.let[T.int32] = (blockIdx_x & 7) * 128
                for k_0 in range(1024):
                    cse_v1: T.let[T.int32] = k_0 * 262144
                    cse_v3: T.let[T.int32] = threadIdx_x * 4
                    cse_v4: T.let[T.int32] = threadIdx_y * 64
                    cse_v11: T.let[T.int32] = (threadIdx_y >> 1) * 16384
                    cse_v12: T.let[T.int32] = (threadIdx_y & 1) * 64
                    T.tvm_storage_sync("shared")
                    for ax0_ax1_fused_0 in range(2):
                        A_shared[ax0_ax1_fused_0 * 1024 + threadIdx_y * 64 + threadIdx_x * 4:ax0_ax1_fused_0 * 1024 + threadIdx_y * 64 + threadIdx_x * 4 + 4] = A[T.Ramp(k_0 * 262144 + ax0_ax1_fused_0 * 131072 + (threadIdx_y >> 1) * 16384 + (blockIdx_x >> 3) * 128 + (threadIdx_y & 1) * 64 + threadIdx_x * 4, 1, 4)]
                    for ax0_ax1_fused_0 in range(2):
                        B_shared[ax0_ax1_fused_0 * 1024 + threadIdx_y * 64 + threadIdx_x * 4:ax0_ax1_fused_0 * 1024 + threadIdx_y * 64 + threadIdx_x * 4 + 4] = B[T.Ramp(k_0 * 262144 + ax0_ax1_fused_0 * 131072 + (threadIdx_y >> 1) * 16384 + blockIdx_y * 1024 + (blockIdx_x & 7) * 128 + (threadIdx_y & 1) * 64 + threadIdx_x * 4, 1, 4)]
                    T.tvm_storage_sync("shared")
                    for k_1 in range(16):
                        cse_v6: T.let[T.int32] = k_1 * 128
                        for ax1 in range(4):
                            cse_v16: T.let[T.int32] = k_1 * 128 + threadIdx_x * 4 + ax1
                            A_shared_local[ax1] = A_shared[k_1 * 128 + threadIdx_x * 4 + ax1]
                            A_shared_local[ax1 + 4] = A_shared[k_1 * 128 + threadIdx_x * 4 + ax1 + 64]
                        for ax1 in range(4):
                            cse_v17: T.let[T.int32] = k_1 * 128 + threadIdx_y * 4 + ax1
                            B_shared_local[ax1] = B_shared[k_1 * 128 + threadIdx_y * 4 + ax1]
                            B_shared_local[ax1 + 4] = B_shared[k_1 * 128 + threadIdx_y * 4 + ax1 + 64]
                        for i_1_2, j_1_2 in T.grid(4, 4):
                            cse_v14: T.let[T.int32] = i_1_2 * 4 + j_1_2
                            C_local[i_1_2 * 4 + j_1_2] = C_local[i_1_2 * 4 + j_1_2] + A_shared_local[i_1_2] * B_shared_local[j_1_2]
                            cse_v8: T.let[T.int32] = j_1_2 + 4
                            cse_v18: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 32
                            C_local[i_1_2 * 4 + j_1_2 + 32] = C_local[i_1_2 * 4 + j_1_2 + 32] + A_shared_local[i_1_2] * B_shared_local[j_1_2 + 4]
                            cse_v9: T.let[T.int32] = i_1_2 + 4
                            cse_v19: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 16
                            C_local[i_1_2 * 4 + j_1_2 + 16] = C_local[i_1_2 * 4 + j_1_2 + 16] + A_shared_local[i_1_2 + 4] * B_shared_local[j_1_2]
                            cse_v20: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 48
                            C_local[i_1_2 * 4 + j_1_2 + 48] = C_local[i_1_2 * 4 + j_1_2 + 48] + A_shared_local[i_1_2 + 4] * B_shared_local[j_1_2 + 4]
                for ax0, ax1 in T.grid(4, 4):
                    cse_v15: T.let[T.int32] = ax0 * 4 + ax1
                    cse_v21: T.let[T.int32] = (blockIdx_x >> 3) * 2097152 + threadIdx_x * 65536 + ax0 * 16384 + blockIdx_y * 1024 + (blockIdx_x & 7) * 128 + threadIdx_y * 4 + ax1
                    C[(blockIdx_x >> 3) * 2097152 + threadIdx_x * 65536 + ax0 * 16384 + blockIdx_y * 1024 + (blockIdx_x & 7) * 128 + threadIdx_y * 4 + ax1] = C_local[ax0 * 4 + ax1]
                    C[(blockIdx_x >> 3) * 2097152 + threadIdx_x * 65536 + ax0 * 16384 + blockIdx_y * 1024 + (blockIdx_x & 7) * 128 + threadIdx_y * 4 + ax1 + 64] = C_local[ax0 * 4 + ax1 + 32]
                    C[(blockIdx_x >> 3) * 2097152 + threadIdx_x * 65536 + ax0 * 16384 + blockIdx_y * 1024 + (blockIdx_x & 7) * 128 + threadIdx_y * 4 + ax1 + 1048576] = C_local[ax0 * 4 + ax1 + 16]
                    C[(blockIdx_x >> 3) * 2097152 + threadIdx_x * 65536 + ax0 * 16384 + blockIdx_y * 1024 + (blockIdx_x & 7) * 128 + threadIdx_y * 4 + ax1 + 1048640] = C_local[ax0 * 4 + ax1 + 48]
