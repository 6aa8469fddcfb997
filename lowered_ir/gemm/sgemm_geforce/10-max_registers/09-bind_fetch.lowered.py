# gemm/sgemm_geforce:max_registers:bind_fetch
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: 4 floats per thread, adjacent threads load adjacent words, each word once
# target: cuda sm_90
# build: 20480 B of shared memory beyond need, at most 255 registers a thread
# launch main_kernel: grid 16 x 64 x 1, block 32 x 4 x 1, shared 40960 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global"), C_in_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x"], "tirx.max_registers": 255, "tirx.noalias": True})
        C_in = T.decl_buffer((16777216,), data=C_in_ptr)
        C = T.decl_buffer((16777216,), data=C_ptr)
        B = T.decl_buffer((16777216,), data=B_ptr)
        A = T.decl_buffer((16777216,), data=A_ptr)
        with T.launch_thread("blockIdx.y", 64) as blockIdx_y:
            C_sum_local = T.alloc_local((128,))
            A_shared = T.alloc_shared((1024,))
            B_shared = T.alloc_shared((9216,))
            with T.launch_thread("blockIdx.x", 16) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 4)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                cse_v1: T.let[T.int32] = blockIdx_y * 262144
                cse_v4: T.let[T.int32] = threadIdx_x * 4
                cse_v5: T.let[T.int32] = blockIdx_x * 256
                for k_0 in range(256):
                    cse_v2: T.let[T.int32] = k_0 * 16
                    cse_v3: T.let[T.int32] = threadIdx_y * 128
                    T.tvm_storage_sync("shared")
                    for ax0_ax1_fused_0 in range(2):
                        A_shared[ax0_ax1_fused_0 * 512 + threadIdx_y * 128 + threadIdx_x * 4:ax0_ax1_fused_0 * 512 + threadIdx_y * 128 + threadIdx_x * 4 + 4] = A[T.Ramp(blockIdx_y * 262144 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 32768 + (threadIdx_x >> 2) * 4096 + k_0 * 16 + (threadIdx_x & 3) * 4, 1, 4)]
                    for ax0_ax1_fused_0 in range(8):
                        B_shared[ax0_ax1_fused_0 * 512 + threadIdx_y * 128 + threadIdx_x * 4:ax0_ax1_fused_0 * 512 + threadIdx_y * 128 + threadIdx_x * 4 + 4] = B[T.Ramp(k_0 * 65536 + ax0_ax1_fused_0 * 8192 + (threadIdx_y >> 1) * 4096 + blockIdx_x * 256 + (threadIdx_y & 1) * 128 + threadIdx_x * 4, 1, 4)]
                    T.tvm_storage_sync("shared")
                    for k_1, j_1_2 in T.grid(16, 4):
                        if k_0 * 16 + k_1 == 0:
                            for vthread_y_s in range(16):
                                cse_v6: T.let[T.int32] = vthread_y_s * 4 + j_1_2
                                C_sum_local[vthread_y_s * 4 + j_1_2] = T.float32(0.0)
                                C_sum_local[vthread_y_s * 4 + j_1_2 + 64] = T.float32(0.0)
                        for vthread_y_s in range(16):
                            cse_v7: T.let[T.int32] = vthread_y_s * 4 + j_1_2
                            cse_v9: T.let[T.int32] = vthread_y_s * 64 + threadIdx_y * 16 + k_1
                            cse_v10: T.let[T.int32] = k_1 * 256 + threadIdx_x * 4 + j_1_2
                            C_sum_local[vthread_y_s * 4 + j_1_2] = C_sum_local[vthread_y_s * 4 + j_1_2] + A_shared[vthread_y_s * 64 + threadIdx_y * 16 + k_1] * B_shared[k_1 * 256 + threadIdx_x * 4 + j_1_2]
                            cse_v11: T.let[T.int32] = vthread_y_s * 4 + j_1_2 + 64
                            C_sum_local[vthread_y_s * 4 + j_1_2 + 64] = C_sum_local[vthread_y_s * 4 + j_1_2 + 64] + A_shared[vthread_y_s * 64 + threadIdx_y * 16 + k_1] * B_shared[k_1 * 256 + threadIdx_x * 4 + j_1_2 + 128]
                for ax1, vthread_y_s in T.grid(4, 16):
                    cse_v8: T.let[T.int32] = vthread_y_s * 4 + ax1
                    cse_v12: T.let[T.int32] = blockIdx_y * 262144 + vthread_y_s * 16384 + threadIdx_y * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1
                    C[blockIdx_y * 262144 + vthread_y_s * 16384 + threadIdx_y * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1] = C_in[blockIdx_y * 262144 + vthread_y_s * 16384 + threadIdx_y * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1] + C_sum_local[vthread_y_s * 4 + ax1]
                    cse_v13: T.let[T.int32] = blockIdx_y * 262144 + vthread_y_s * 16384 + threadIdx_y * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 128
                    C[blockIdx_y * 262144 + vthread_y_s * 16384 + threadIdx_y * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 128] = C_in[blockIdx_y * 262144 + vthread_y_s * 16384 + threadIdx_y * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 128] + C_sum_local[vthread_y_s * 4 + ax1 + 64]
