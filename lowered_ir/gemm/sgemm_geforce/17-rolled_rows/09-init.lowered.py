# gemm/sgemm_geforce:rolled_rows:init
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: zero the accumulator before the loop over k, not by a test inside it
# target: cuda sm_90
# build: cp.async on, storage rewrite off
# launch main_kernel: grid 16 x 32 x 1, block 256 x 1 x 1, shared 0 B static + 49664 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global"), C_in_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.x", "tirx.use_dyn_shared_memory"], "tirx.noalias": True})
        C_in = T.decl_buffer((16777216,), data=C_in_ptr)
        C = T.decl_buffer((16777216,), data=C_ptr)
        B = T.decl_buffer((16777216,), data=B_ptr)
        A = T.decl_buffer((16777216,), data=A_ptr)
        with T.launch_thread("blockIdx.y", 32) as blockIdx_y:
            buf_dyn_shmem = T.alloc_buffer((49664,), "uint8", scope="shared.dyn")
            B_shared_dyn = T.decl_buffer((8192,), data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((4224,), data=buf_dyn_shmem.data, scope="shared.dyn")
            with T.launch_thread("blockIdx.x", 16) as blockIdx_x:
                threadIdx_x = T.launch_thread("threadIdx.x", 256)
                C_sum_local = T.alloc_local((128,), annotations={"buffer_allocated_addr": [], "buffer_data_alignment": 64})
                for i_4_init, j_4_init in T.grid(4, 4):
                    cse_v11: T.let[T.int32] = i_4_init * 4 + j_4_init
                    C_sum_local[i_4_init * 4 + j_4_init] = T.float32(0.0)
                    C_sum_local[i_4_init * 4 + j_4_init + 32] = T.float32(0.0)
                    C_sum_local[i_4_init * 4 + j_4_init + 64] = T.float32(0.0)
                    C_sum_local[i_4_init * 4 + j_4_init + 96] = T.float32(0.0)
                    C_sum_local[i_4_init * 4 + j_4_init + 16] = T.float32(0.0)
                    C_sum_local[i_4_init * 4 + j_4_init + 48] = T.float32(0.0)
                    C_sum_local[i_4_init * 4 + j_4_init + 80] = T.float32(0.0)
                    C_sum_local[i_4_init * 4 + j_4_init + 112] = T.float32(0.0)
                cse_v1: T.let[T.int32] = blockIdx_y * 524288
                cse_v3: T.let[T.int32] = threadIdx_x & 31
                cse_v4: T.let[T.int32] = blockIdx_x * 256
                cse_v5: T.let[T.int32] = threadIdx_x >> 7
                cse_v12: T.let[T.int32] = (threadIdx_x & 31) >> 3
                cse_v13: T.let[T.int32] = (threadIdx_x & 7) * 4
                cse_v15: T.let[T.int32] = ((threadIdx_x & 127) >> 5) * 64
                for k_0 in range(128):
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_ax1_fused_0 in range(16):
                        cse_v2: T.let[T.int32] = threadIdx_x >> 5
                        A_shared_dyn[(threadIdx_x & 31) * 132 + ax0_ax1_fused_0 * 8 + (threadIdx_x >> 5)] = A[blockIdx_y * 524288 + ax0_ax1_fused_0 * 32768 + (threadIdx_x >> 5) * 4096 + k_0 * 32 + (threadIdx_x & 31)]
                    for ax0_ax1_fused_0 in range(8):
                        B_shared_dyn[ax0_ax1_fused_0 * 1024 + threadIdx_x * 4 + 4224:ax0_ax1_fused_0 * 1024 + threadIdx_x * 4 + 4224 + 4] = B[T.Ramp(k_0 * 131072 + ax0_ax1_fused_0 * 16384 + (threadIdx_x >> 6) * 4096 + blockIdx_x * 256 + (threadIdx_x & 63) * 4, 1, 4)]
                    T.tvm_storage_sync("shared.dyn")
                    for k_1_0, k_1_1 in T.grid(2, 16):
                        A_shared_dyn_local = T.alloc_local((16,), annotations={"buffer_allocated_addr": [], "buffer_data_alignment": 64})
                        B_shared_dyn_local = T.alloc_local((8,), annotations={"buffer_allocated_addr": [], "buffer_data_alignment": 64})
                        cse_v23: T.let[T.int32] = k_1_0 * 2112 + k_1_1 * 132 + (threadIdx_x >> 7) * 64 + ((threadIdx_x & 31) >> 3) * 4
                        A_shared_dyn_local[0:4] = A_shared_dyn[T.Ramp(k_1_0 * 2112 + k_1_1 * 132 + (threadIdx_x >> 7) * 64 + ((threadIdx_x & 31) >> 3) * 4, 1, 4)]
                        A_shared_dyn_local[4:8] = A_shared_dyn[T.Ramp(k_1_0 * 2112 + k_1_1 * 132 + (threadIdx_x >> 7) * 64 + ((threadIdx_x & 31) >> 3) * 4 + 16, 1, 4)]
                        A_shared_dyn_local[8:12] = A_shared_dyn[T.Ramp(k_1_0 * 2112 + k_1_1 * 132 + (threadIdx_x >> 7) * 64 + ((threadIdx_x & 31) >> 3) * 4 + 32, 1, 4)]
                        A_shared_dyn_local[12:16] = A_shared_dyn[T.Ramp(k_1_0 * 2112 + k_1_1 * 132 + (threadIdx_x >> 7) * 64 + ((threadIdx_x & 31) >> 3) * 4 + 48, 1, 4)]
                        cse_v24: T.let[T.int32] = k_1_0 * 4096 + k_1_1 * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4
                        B_shared_dyn_local[0:4] = B_shared_dyn[T.Ramp(k_1_0 * 4096 + k_1_1 * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 4224, 1, 4)]
                        B_shared_dyn_local[4:8] = B_shared_dyn[T.Ramp(k_1_0 * 4096 + k_1_1 * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 4256, 1, 4)]
                        for i_4, j_4 in T.grid(4, 4):
                            cse_v14: T.let[T.int32] = i_4 * 4 + j_4
                            C_sum_local[i_4 * 4 + j_4] = C_sum_local[i_4 * 4 + j_4] + A_shared_dyn_local[i_4] * B_shared_dyn_local[j_4]
                            cse_v6: T.let[T.int32] = i_4 + 4
                            cse_v16: T.let[T.int32] = i_4 * 4 + j_4 + 32
                            C_sum_local[i_4 * 4 + j_4 + 32] = C_sum_local[i_4 * 4 + j_4 + 32] + A_shared_dyn_local[i_4 + 4] * B_shared_dyn_local[j_4]
                            cse_v7: T.let[T.int32] = i_4 + 8
                            cse_v17: T.let[T.int32] = i_4 * 4 + j_4 + 64
                            C_sum_local[i_4 * 4 + j_4 + 64] = C_sum_local[i_4 * 4 + j_4 + 64] + A_shared_dyn_local[i_4 + 8] * B_shared_dyn_local[j_4]
                            cse_v8: T.let[T.int32] = i_4 + 12
                            cse_v18: T.let[T.int32] = i_4 * 4 + j_4 + 96
                            C_sum_local[i_4 * 4 + j_4 + 96] = C_sum_local[i_4 * 4 + j_4 + 96] + A_shared_dyn_local[i_4 + 12] * B_shared_dyn_local[j_4]
                            cse_v9: T.let[T.int32] = j_4 + 4
                            cse_v19: T.let[T.int32] = i_4 * 4 + j_4 + 16
                            C_sum_local[i_4 * 4 + j_4 + 16] = C_sum_local[i_4 * 4 + j_4 + 16] + A_shared_dyn_local[i_4] * B_shared_dyn_local[j_4 + 4]
                            cse_v20: T.let[T.int32] = i_4 * 4 + j_4 + 48
                            C_sum_local[i_4 * 4 + j_4 + 48] = C_sum_local[i_4 * 4 + j_4 + 48] + A_shared_dyn_local[i_4 + 4] * B_shared_dyn_local[j_4 + 4]
                            cse_v21: T.let[T.int32] = i_4 * 4 + j_4 + 80
                            C_sum_local[i_4 * 4 + j_4 + 80] = C_sum_local[i_4 * 4 + j_4 + 80] + A_shared_dyn_local[i_4 + 8] * B_shared_dyn_local[j_4 + 4]
                            cse_v22: T.let[T.int32] = i_4 * 4 + j_4 + 112
                            C_sum_local[i_4 * 4 + j_4 + 112] = C_sum_local[i_4 * 4 + j_4 + 112] + A_shared_dyn_local[i_4 + 12] * B_shared_dyn_local[j_4 + 4]
                for ax0 in range(4):
                    cse_v10: T.let[T.int32] = ax0 * 4
                    cse_v25: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4
                    C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4, 1, 4)]
                    cse_v26: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65536
                    C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65536:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65536 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65536, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4 + 32, 1, 4)]
                    cse_v27: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131072
                    C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131072:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131072 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131072, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4 + 64, 1, 4)]
                    cse_v28: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196608
                    C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196608:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196608 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196608, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4 + 96, 1, 4)]
                    cse_v29: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 32
                    C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 32:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 32 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 32, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4 + 16, 1, 4)]
                    cse_v30: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65568
                    C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65568:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65568 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65568, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4 + 48, 1, 4)]
                    cse_v31: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131104
                    C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131104:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131104 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131104, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4 + 80, 1, 4)]
                    cse_v32: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196640
                    C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196640:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196640 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196640, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4 + 112, 1, 4)]
