# gemm/sgemm_cuda:tensor_core:fragments
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32, multiplied as float16
# why: the next operands of a warp, in registers
# target: cuda sm_90
# launch main_kernel: grid 8 x 16 x 2, block 32 x 2 x 2, shared 0 B static + 9728 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.z", "threadIdx.y", "threadIdx.x", "tirx.use_dyn_shared_memory"], "tirx.noalias": True})
        C = T.decl_buffer((1048576,), data=C_ptr)
        B = T.decl_buffer((1048576,), data=B_ptr)
        A = T.decl_buffer((1048576,), data=A_ptr)
        with T.launch_thread("blockIdx.z", 2) as blockIdx_z:
            buf_dyn_shmem = T.alloc_buffer((9728,), "uint8", scope="shared.dyn")
            B_shared_dyn = T.decl_buffer((2304,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((2560,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_local = T.alloc_local((1024,))
            A_shared_dyn_local = T.alloc_local((512,), "float16")
            B_shared_dyn_local = T.alloc_local((512,), "float16")
            with T.launch_thread("blockIdx.y", 16) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 8)
                threadIdx_z = T.launch_thread("threadIdx.z", 2)
                threadIdx_y = T.launch_thread("threadIdx.y", 2)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                cse_v1: T.let[T.int32] = blockIdx_y * 65536
                cse_v4: T.let[T.int32] = blockIdx_z * 512
                cse_v5: T.let[T.int32] = blockIdx_x * 64
                cse_v6: T.let[T.int32] = threadIdx_y * 32
                for k_0 in range(32):
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_ax1_fused_0 in range(4):
                        cse_v2: T.let[T.int32] = threadIdx_x >> 3
                        cse_v10: T.let[T.int32] = (threadIdx_x & 7) * 4
                        A_shared_dyn[ax0_ax1_fused_0 * 640 + threadIdx_z * 320 + threadIdx_y * 160 + (threadIdx_x >> 3) * 40 + (threadIdx_x & 7) * 4 + 2304:ax0_ax1_fused_0 * 640 + threadIdx_z * 320 + threadIdx_y * 160 + (threadIdx_x >> 3) * 40 + (threadIdx_x & 7) * 4 + 2304 + 4] = T.Cast("float16x4", A[T.Ramp(blockIdx_y * 65536 + ax0_ax1_fused_0 * 16384 + threadIdx_z * 8192 + threadIdx_y * 4096 + (threadIdx_x >> 3) * 1024 + k_0 * 32 + (threadIdx_x & 7) * 4, 1, 4)])
                    for ax0_ax1_fused_0 in range(4):
                        cse_v3: T.let[T.int32] = threadIdx_x >> 4
                        cse_v11: T.let[T.int32] = (threadIdx_x & 15) * 4
                        B_shared_dyn[ax0_ax1_fused_0 * 576 + threadIdx_z * 288 + threadIdx_y * 144 + (threadIdx_x >> 4) * 72 + (threadIdx_x & 15) * 4:ax0_ax1_fused_0 * 576 + threadIdx_z * 288 + threadIdx_y * 144 + (threadIdx_x >> 4) * 72 + (threadIdx_x & 15) * 4 + 4] = T.Cast("float16x4", B[T.Ramp(k_0 * 32768 + ax0_ax1_fused_0 * 8192 + threadIdx_z * 4096 + threadIdx_y * 2048 + (threadIdx_x >> 4) * 1024 + blockIdx_z * 512 + blockIdx_x * 64 + (threadIdx_x & 15) * 4, 1, 4)])
                    T.tvm_storage_sync("shared.dyn")
                    for k_1 in range(2):
                        for ax0_0, ax0_1, ax1_1 in T.grid(2, 16, 16):
                            A_shared_dyn_local[ax0_0 * 256 + ax0_1 * 16 + ax1_1] = A_shared_dyn[threadIdx_z * 1280 + ax0_0 * 640 + ax0_1 * 40 + k_1 * 16 + ax1_1 + 2304]
                        for ax1_0, ax0_1, ax1_1 in T.grid(2, 16, 16):
                            cse_v7: T.let[T.int32] = ax1_0 * 16
                            B_shared_dyn_local[ax0_1 * 32 + ax1_0 * 16 + ax1_1] = B_shared_dyn[k_1 * 1152 + ax0_1 * 72 + threadIdx_y * 32 + ax1_0 * 16 + ax1_1]
                        for i_2, j_2 in T.grid(2, 2):
                            cse_v8: T.let[T.int32] = i_2 * 512
                            cse_v9: T.let[T.int32] = j_2 * 16
                            if k_0 * 2 + k_1 == 0:
                                for i_3, j_3 in T.grid(16, 16):
                                    C_local[i_2 * 512 + i_3 * 32 + j_2 * 16 + j_3] = T.float32(0.0)
                            for i_3, j_3, k_2 in T.grid(16, 16, 16):
                                cse_v12: T.let[T.int32] = i_2 * 512 + i_3 * 32 + j_2 * 16 + j_3
                                C_local[i_2 * 512 + i_3 * 32 + j_2 * 16 + j_3] = C_local[i_2 * 512 + i_3 * 32 + j_2 * 16 + j_3] + T.Cast("float32", A_shared_dyn_local[i_2 * 256 + i_3 * 16 + k_2]) * T.Cast("float32", B_shared_dyn_local[k_2 * 32 + j_2 * 16 + j_3])
                for ax0, ax1 in T.grid(32, 32):
                    C[blockIdx_y * 65536 + threadIdx_z * 32768 + ax0 * 1024 + blockIdx_z * 512 + blockIdx_x * 64 + threadIdx_y * 32 + ax1] = C_local[ax0 * 32 + ax1]
