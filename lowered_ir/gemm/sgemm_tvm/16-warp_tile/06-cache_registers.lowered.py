# gemm/sgemm_tvm:warp_tile:cache_registers
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: operands of a thread are contiguous in groups of four: LDS.128
# target: cuda sm_90
# launch main_kernel: grid 128 x 128 x 1, block 256 x 1 x 1, shared 16384 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.x"], "tirx.noalias": True})
        C = T.decl_buffer((268435456,), data=C_ptr)
        B = T.decl_buffer((268435456,), data=B_ptr)
        A = T.decl_buffer((268435456,), data=A_ptr)
        with T.launch_thread("blockIdx.y", 128) as blockIdx_y:
            C_local = T.alloc_local((64,))
            A_shared = T.alloc_shared((512,), "float32x4")
            B_shared = T.alloc_shared((512,), "float32x4")
            A_shared_local = T.alloc_local((8,))
            B_shared_local = T.alloc_local((8,))
            with T.launch_thread("blockIdx.x", 128) as blockIdx_x:
                threadIdx_x = T.launch_thread("threadIdx.x", 256)
                cse_v2: T.let[T.int32] = threadIdx_x & 31
                cse_v3: T.let[T.int32] = blockIdx_x * 128
                cse_v5: T.let[T.int32] = threadIdx_x >> 6
                cse_v6: T.let[T.int32] = threadIdx_x & 7
                cse_v12: T.let[T.int32] = (threadIdx_x & 31) >> 3
                cse_v13: T.let[T.int32] = (threadIdx_x & 63) >> 5
                for k_0 in range(1024):
                    cse_v1: T.let[T.int32] = k_0 * 262144
                    cse_v10: T.let[T.int32] = (threadIdx_x >> 5) * 16384
                    cse_v11: T.let[T.int32] = (threadIdx_x & 31) * 4
                    T.tvm_storage_sync("shared")
                    for ax0_ax1_fused_0 in range(2):
                        A_shared[ax0_ax1_fused_0 * 256 + threadIdx_x] = A[T.Ramp(k_0 * 262144 + ax0_ax1_fused_0 * 131072 + (threadIdx_x >> 5) * 16384 + blockIdx_y * 128 + (threadIdx_x & 31) * 4, 1, 4)]
                    for ax0_ax1_fused_0 in range(2):
                        B_shared[ax0_ax1_fused_0 * 256 + threadIdx_x] = B[T.Ramp(k_0 * 262144 + ax0_ax1_fused_0 * 131072 + (threadIdx_x >> 5) * 16384 + blockIdx_x * 128 + (threadIdx_x & 31) * 4, 1, 4)]
                    T.tvm_storage_sync("shared")
                    for k_1 in range(16):
                        cse_v4: T.let[T.int32] = k_1 * 32
                        cse_v18: T.let[T.int32] = k_1 * 32 + (threadIdx_x >> 6) * 8 + ((threadIdx_x & 31) >> 3)
                        A_shared_local[0:4] = A_shared[k_1 * 32 + (threadIdx_x >> 6) * 8 + ((threadIdx_x & 31) >> 3)]
                        A_shared_local[4:8] = A_shared[k_1 * 32 + (threadIdx_x >> 6) * 8 + ((threadIdx_x & 31) >> 3) + 4]
                        cse_v19: T.let[T.int32] = k_1 * 32 + ((threadIdx_x & 63) >> 5) * 16 + (threadIdx_x & 7)
                        B_shared_local[0:4] = B_shared[k_1 * 32 + ((threadIdx_x & 63) >> 5) * 16 + (threadIdx_x & 7)]
                        B_shared_local[4:8] = B_shared[k_1 * 32 + ((threadIdx_x & 63) >> 5) * 16 + (threadIdx_x & 7) + 8]
                        for i_4, j_4 in T.grid(4, 4):
                            cse_v14: T.let[T.int32] = i_4 * 4 + j_4
                            cse_v15: T.let[T.int32] = i_4 * 4 + j_4 + 32
                            cse_v16: T.let[T.int32] = i_4 * 4 + j_4 + 16
                            cse_v17: T.let[T.int32] = i_4 * 4 + j_4 + 48
                            if k_0 * 16 + k_1 == 0:
                                C_local[i_4 * 4 + j_4] = T.float32(0.0)
                                C_local[i_4 * 4 + j_4 + 32] = T.float32(0.0)
                                C_local[i_4 * 4 + j_4 + 16] = T.float32(0.0)
                                C_local[i_4 * 4 + j_4 + 48] = T.float32(0.0)
                            C_local[i_4 * 4 + j_4] = C_local[i_4 * 4 + j_4] + A_shared_local[i_4] * B_shared_local[j_4]
                            cse_v7: T.let[T.int32] = i_4 + 4
                            C_local[i_4 * 4 + j_4 + 32] = C_local[i_4 * 4 + j_4 + 32] + A_shared_local[i_4 + 4] * B_shared_local[j_4]
                            cse_v8: T.let[T.int32] = j_4 + 4
                            C_local[i_4 * 4 + j_4 + 16] = C_local[i_4 * 4 + j_4 + 16] + A_shared_local[i_4] * B_shared_local[j_4 + 4]
                            C_local[i_4 * 4 + j_4 + 48] = C_local[i_4 * 4 + j_4 + 48] + A_shared_local[i_4 + 4] * B_shared_local[j_4 + 4]
                for ax0 in range(4):
                    cse_v9: T.let[T.int32] = ax0 * 4
                    cse_v20: T.let[T.int32] = blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4
                    C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4:blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 4] = C_local[T.Ramp(ax0 * 4, 1, 4)]
                    C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 262144:blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 262144 + 4] = C_local[T.Ramp(ax0 * 4 + 32, 1, 4)]
                    C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 32:blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 32 + 4] = C_local[T.Ramp(ax0 * 4 + 16, 1, 4)]
                    C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 262176:blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 262176 + 4] = C_local[T.Ramp(ax0 * 4 + 48, 1, 4)]
