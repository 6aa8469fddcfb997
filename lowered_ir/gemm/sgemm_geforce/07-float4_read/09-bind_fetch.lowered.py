# gemm/sgemm_geforce:float4_read:bind_fetch
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: 4 floats per thread, adjacent threads load adjacent words, each word once
# target: cuda sm_90
# launch main_kernel: grid 16 x 64 x 1, block 32 x 4 x 1, shared 20480 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global"), C_in_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        C_in = T.decl_buffer((16777216,), data=C_in_ptr)
        C = T.decl_buffer((16777216,), data=C_ptr)
        B = T.decl_buffer((16777216,), data=B_ptr)
        A = T.decl_buffer((16777216,), data=A_ptr)
        with T.launch_thread("blockIdx.y", 64) as blockIdx_y:
            C_sum_local = T.alloc_local((128,))
            A_shared = T.alloc_shared((1024,))
            B_shared = T.alloc_shared((4096,))
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
                    for k_1, i_1_2, j_1_2 in T.grid(16, 4, 4):
                        cse_v6: T.let[T.int32] = i_1_2 * 4 + j_1_2
                        cse_v8: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 64
                        cse_v9: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 16
                        cse_v10: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 80
                        cse_v11: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 32
                        cse_v12: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 96
                        cse_v13: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 48
                        cse_v14: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 112
                        if k_0 * 16 + k_1 == 0:
                            C_sum_local[i_1_2 * 4 + j_1_2] = T.float32(0.0)
                            C_sum_local[i_1_2 * 4 + j_1_2 + 64] = T.float32(0.0)
                            C_sum_local[i_1_2 * 4 + j_1_2 + 16] = T.float32(0.0)
                            C_sum_local[i_1_2 * 4 + j_1_2 + 80] = T.float32(0.0)
                            C_sum_local[i_1_2 * 4 + j_1_2 + 32] = T.float32(0.0)
                            C_sum_local[i_1_2 * 4 + j_1_2 + 96] = T.float32(0.0)
                            C_sum_local[i_1_2 * 4 + j_1_2 + 48] = T.float32(0.0)
                            C_sum_local[i_1_2 * 4 + j_1_2 + 112] = T.float32(0.0)
                        cse_v15: T.let[T.int32] = threadIdx_y * 64 + i_1_2 * 16 + k_1
                        cse_v16: T.let[T.int32] = k_1 * 256 + threadIdx_x * 4 + j_1_2
                        C_sum_local[i_1_2 * 4 + j_1_2] = C_sum_local[i_1_2 * 4 + j_1_2] + A_shared[threadIdx_y * 64 + i_1_2 * 16 + k_1] * B_shared[k_1 * 256 + threadIdx_x * 4 + j_1_2]
                        cse_v17: T.let[T.int32] = k_1 * 256 + threadIdx_x * 4 + j_1_2 + 128
                        C_sum_local[i_1_2 * 4 + j_1_2 + 64] = C_sum_local[i_1_2 * 4 + j_1_2 + 64] + A_shared[threadIdx_y * 64 + i_1_2 * 16 + k_1] * B_shared[k_1 * 256 + threadIdx_x * 4 + j_1_2 + 128]
                        cse_v18: T.let[T.int32] = threadIdx_y * 64 + i_1_2 * 16 + k_1 + 256
                        C_sum_local[i_1_2 * 4 + j_1_2 + 16] = C_sum_local[i_1_2 * 4 + j_1_2 + 16] + A_shared[threadIdx_y * 64 + i_1_2 * 16 + k_1 + 256] * B_shared[k_1 * 256 + threadIdx_x * 4 + j_1_2]
                        C_sum_local[i_1_2 * 4 + j_1_2 + 80] = C_sum_local[i_1_2 * 4 + j_1_2 + 80] + A_shared[threadIdx_y * 64 + i_1_2 * 16 + k_1 + 256] * B_shared[k_1 * 256 + threadIdx_x * 4 + j_1_2 + 128]
                        cse_v19: T.let[T.int32] = threadIdx_y * 64 + i_1_2 * 16 + k_1 + 512
                        C_sum_local[i_1_2 * 4 + j_1_2 + 32] = C_sum_local[i_1_2 * 4 + j_1_2 + 32] + A_shared[threadIdx_y * 64 + i_1_2 * 16 + k_1 + 512] * B_shared[k_1 * 256 + threadIdx_x * 4 + j_1_2]
                        C_sum_local[i_1_2 * 4 + j_1_2 + 96] = C_sum_local[i_1_2 * 4 + j_1_2 + 96] + A_shared[threadIdx_y * 64 + i_1_2 * 16 + k_1 + 512] * B_shared[k_1 * 256 + threadIdx_x * 4 + j_1_2 + 128]
                        cse_v20: T.let[T.int32] = threadIdx_y * 64 + i_1_2 * 16 + k_1 + 768
                        C_sum_local[i_1_2 * 4 + j_1_2 + 48] = C_sum_local[i_1_2 * 4 + j_1_2 + 48] + A_shared[threadIdx_y * 64 + i_1_2 * 16 + k_1 + 768] * B_shared[k_1 * 256 + threadIdx_x * 4 + j_1_2]
                        C_sum_local[i_1_2 * 4 + j_1_2 + 112] = C_sum_local[i_1_2 * 4 + j_1_2 + 112] + A_shared[threadIdx_y * 64 + i_1_2 * 16 + k_1 + 768] * B_shared[k_1 * 256 + threadIdx_x * 4 + j_1_2 + 128]
                for ax0, ax1 in T.grid(4, 4):
                    cse_v7: T.let[T.int32] = ax0 * 4 + ax1
                    cse_v21: T.let[T.int32] = blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1
                    C[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1] = C_in[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1] + C_sum_local[ax0 * 4 + ax1]
                    cse_v22: T.let[T.int32] = blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 128
                    C[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 128] = C_in[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 128] + C_sum_local[ax0 * 4 + ax1 + 64]
                    cse_v23: T.let[T.int32] = blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 65536
                    C[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 65536] = C_in[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 65536] + C_sum_local[ax0 * 4 + ax1 + 16]
                    cse_v24: T.let[T.int32] = blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 65664
                    C[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 65664] = C_in[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 65664] + C_sum_local[ax0 * 4 + ax1 + 80]
                    cse_v25: T.let[T.int32] = blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 131072
                    C[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 131072] = C_in[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 131072] + C_sum_local[ax0 * 4 + ax1 + 32]
                    cse_v26: T.let[T.int32] = blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 131200
                    C[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 131200] = C_in[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 131200] + C_sum_local[ax0 * 4 + ax1 + 96]
                    cse_v27: T.let[T.int32] = blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 196608
                    C[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 196608] = C_in[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 196608] + C_sum_local[ax0 * 4 + ax1 + 48]
                    cse_v28: T.let[T.int32] = blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 196736
                    C[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 196736] = C_in[blockIdx_y * 262144 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 256 + threadIdx_x * 4 + ax1 + 196736] + C_sum_local[ax0 * 4 + ax1 + 112]
