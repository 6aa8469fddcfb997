# gemm/hgemm:swizzled:write_back
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: each lane rounds and stores its own accumulators as half2
# target: cuda sm_90
# launch main_kernel: grid 8 x 32 x 2, block 32 x 4 x 2, shared 0 B static + 49152 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float16", "global"), B_ptr: T.handle("float16", "global"), C_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.z", "threadIdx.x", "threadIdx.y", "tirx.use_dyn_shared_memory"], "tirx.noalias": True})
        C = T.decl_buffer((16777216,), "float16", data=C_ptr)
        B = T.decl_buffer((16777216,), "float16", data=B_ptr)
        A = T.decl_buffer((16777216,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.z", 2) as blockIdx_z:
            buf_dyn_shmem = T.alloc_buffer((49152,), "uint8", scope="shared.dyn")
            B_shared_dyn = T.decl_buffer((16384,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((8192,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_local = T.alloc_local((4096,))
            A_shared_dyn_local = T.alloc_local((1024,), "float16")
            B_shared_dyn_local = T.alloc_local((1024,), "float16")
            C_sum_local_local = T.alloc_local((8,))
            with T.launch_thread("blockIdx.y", 32) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 8)
                threadIdx_z = T.launch_thread("threadIdx.z", 2)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                threadIdx_y = T.launch_thread("threadIdx.y", 4)
                cse_v1: T.let[T.int32] = blockIdx_y * 524288
                cse_v7: T.let[T.int32] = threadIdx_x * 8
                for k_0 in range(64):
                    cse_v2: T.let[T.int32] = threadIdx_z * 65536
                    cse_v3: T.let[T.int32] = threadIdx_y * 16384
                    cse_v4: T.let[T.int32] = k_0 * 64
                    cse_v5: T.let[T.int32] = threadIdx_z * 1024
                    cse_v6: T.let[T.int32] = threadIdx_y * 256
                    cse_v13: T.let[T.int32] = (threadIdx_x >> 3) * 4096
                    cse_v14: T.let[T.int32] = (threadIdx_x & 7) * 8
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_ax1_fused_0 in range(4):
                        A_shared_dyn[ax0_ax1_fused_0 * 2048 + threadIdx_z * 1024 + threadIdx_y * 256 + threadIdx_x * 8:ax0_ax1_fused_0 * 2048 + threadIdx_z * 1024 + threadIdx_y * 256 + threadIdx_x * 8 + 8] = A[T.Ramp(blockIdx_y * 524288 + ax0_ax1_fused_0 * 131072 + threadIdx_z * 65536 + threadIdx_y * 16384 + (threadIdx_x >> 3) * 4096 + k_0 * 64 + (threadIdx_x & 7) * 8, 1, 8)]
                    for ax0_ax1_fused_0 in range(8):
                        B_shared_dyn[ax0_ax1_fused_0 * 2048 + threadIdx_z * 1024 + threadIdx_y * 256 + threadIdx_x * 8 + 8192:ax0_ax1_fused_0 * 2048 + threadIdx_z * 1024 + threadIdx_y * 256 + threadIdx_x * 8 + 8192 + 8] = B[T.Ramp(blockIdx_z * 8388608 + blockIdx_x * 1048576 + ax0_ax1_fused_0 * 131072 + threadIdx_z * 65536 + threadIdx_y * 16384 + (threadIdx_x >> 3) * 4096 + k_0 * 64 + (threadIdx_x & 7) * 8, 1, 8)]
                    T.tvm_storage_sync("shared.dyn")
                    for k_1 in range(4):
                        cse_v8: T.let[T.int32] = k_1 * 16
                        for ax0_0, ax0_1, ax1_1 in T.grid(4, 16, 16):
                            A_shared_dyn_local[ax0_0 * 256 + (ax0_1 & 7) * 32 + ((ax1_1 & 7) >> 1) * 8 + (ax1_1 >> 3) * 4 + (ax0_1 >> 3) * 2 + (ax1_1 & 1)] = A_shared_dyn[threadIdx_z * 4096 + ax0_0 * 1024 + ax0_1 * 64 + k_1 * 16 + ax1_1]
                        for ax0_0, ax0_1, ax1_1 in T.grid(4, 16, 16):
                            B_shared_dyn_local[ax0_0 * 256 + (ax0_1 & 7) * 32 + ((ax1_1 & 7) >> 1) * 8 + (ax1_1 >> 3) * 4 + (ax0_1 >> 3) * 2 + (ax1_1 & 1)] = B_shared_dyn[threadIdx_y * 4096 + ax0_0 * 1024 + ax0_1 * 64 + k_1 * 16 + ax1_1 + 8192]
                        for i_2, j_2 in T.grid(4, 4):
                            cse_v9: T.let[T.int32] = j_2 * 256
                            cse_v15: T.let[T.int32] = i_2 * 1024 + j_2 * 256
                            if k_0 * 4 + k_1 == 0:
                                for i_3, j_3 in T.grid(16, 16):
                                    C_sum_local[i_2 * 1024 + j_2 * 256 + (i_3 & 7) * 32 + ((j_3 & 7) >> 1) * 8 + (j_3 >> 3) * 4 + (i_3 >> 3) * 2 + (j_3 & 1)] = T.float32(0.0)
                            for i_3, j_3, k_2 in T.grid(16, 16, 16):
                                cse_v10: T.let[T.int32] = j_3 & 7
                                cse_v11: T.let[T.int32] = j_3 >> 3
                                cse_v12: T.let[T.int32] = k_2 & 1
                                cse_v16: T.let[T.int32] = (i_3 & 7) * 32
                                cse_v17: T.let[T.int32] = (i_3 >> 3) * 2
                                cse_v18: T.let[T.int32] = (k_2 >> 3) * 4
                                cse_v20: T.let[T.int32] = ((k_2 & 7) >> 1) * 8
                                cse_v21: T.let[T.int32] = i_2 * 1024 + j_2 * 256 + (i_3 & 7) * 32 + ((j_3 & 7) >> 1) * 8 + (j_3 >> 3) * 4 + (i_3 >> 3) * 2 + (j_3 & 1)
                                C_sum_local[i_2 * 1024 + j_2 * 256 + (i_3 & 7) * 32 + ((j_3 & 7) >> 1) * 8 + (j_3 >> 3) * 4 + (i_3 >> 3) * 2 + (j_3 & 1)] = C_sum_local[i_2 * 1024 + j_2 * 256 + (i_3 & 7) * 32 + ((j_3 & 7) >> 1) * 8 + (j_3 >> 3) * 4 + (i_3 >> 3) * 2 + (j_3 & 1)] + T.Cast("float32", A_shared_dyn_local[i_2 * 256 + (i_3 & 7) * 32 + ((k_2 & 7) >> 1) * 8 + (k_2 >> 3) * 4 + (i_3 >> 3) * 2 + (k_2 & 1)]) * T.Cast("float32", B_shared_dyn_local[j_2 * 256 + (j_3 & 7) * 32 + ((k_2 & 7) >> 1) * 8 + (k_2 >> 3) * 4 + (j_3 >> 3) * 2 + (k_2 & 1)])
                for ax0_0, ax1_0, ax0_1, ax1_1 in T.grid(4, 4, 2, 2):
                    cse_v19: T.let[T.int32] = (threadIdx_x & 3) * 2
                    for ax3 in range(2):
                        C_sum_local_local[(threadIdx_x & 3) * 2 + ax3] = C_sum_local[ax0_0 * 1024 + ax1_0 * 256 + threadIdx_x * 8 + ax1_1 * 4 + ax0_1 * 2 + ax3]
                    C[blockIdx_y * 524288 + threadIdx_z * 262144 + ax0_0 * 65536 + ax0_1 * 32768 + (threadIdx_x >> 2) * 4096 + blockIdx_z * 2048 + blockIdx_x * 256 + threadIdx_y * 64 + ax1_0 * 16 + ax1_1 * 8 + (threadIdx_x & 3) * 2:blockIdx_y * 524288 + threadIdx_z * 262144 + ax0_0 * 65536 + ax0_1 * 32768 + (threadIdx_x >> 2) * 4096 + blockIdx_z * 2048 + blockIdx_x * 256 + threadIdx_y * 64 + ax1_0 * 16 + ax1_1 * 8 + (threadIdx_x & 3) * 2 + 2] = T.Cast("float16x2", C_sum_local_local[T.Ramp((threadIdx_x & 3) * 2, 1, 2)])
