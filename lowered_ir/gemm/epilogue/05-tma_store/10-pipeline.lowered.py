# gemm/epilogue:tma_store:pipeline
# C[i,j] = gelu(sum_k A[i,k] B[j,k] + bias[j]) + residual[i,j], M,N,K = 4096,4096,4096, float16 -> float32 ->
#     float16
# why: slice k + 2 is loaded after the wgmma of slice k have started, when those of k - 1 are done
# target: cuda sm_90
# build: at most 168 registers a thread, sm_90 alone
# launch main_kernel: grid 8 x 16 x 1, block 128 x 2 x 1, shared 0 B static + 147456 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float16", "global"), B_ptr: T.handle("float16", "global"), C_ptr: T.handle("float16", "global"), bias_ptr: T.handle("float16", "global"), residual_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x", "tirx.use_dyn_shared_memory"], "tirx.max_registers": 168, "tirx.noalias": True})
        C = T.decl_buffer((16777216,), "float16", data=C_ptr)
        residual = T.decl_buffer((16777216,), "float16", data=residual_ptr)
        bias = T.decl_buffer((4096,), "float16", data=bias_ptr)
        B = T.decl_buffer((16777216,), "float16", data=B_ptr)
        A = T.decl_buffer((16777216,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.y", 16) as blockIdx_y:
            buf_dyn_shmem = T.alloc_buffer((147456,), "uint8", scope="shared.dyn")
            B_shared_dyn = T.decl_buffer((32768,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            B_shared_dyn_1 = T.decl_buffer((49152,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((24576,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_local_reindex = T.alloc_local((128,))
            C_reindex_local = T.alloc_local((128,), "float16")
            with T.launch_thread("blockIdx.x", 8) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 2)
                threadIdx_x = T.launch_thread("threadIdx.x", 128)
                for ax1_0_ax0_0_0_fused in T.serial(4, annotations={"schedules.rounds": 1}):
                    C_sum_local_reindex_1 = T.decl_buffer((128,), data=C_sum_local_reindex.data, scope="local")
                    for ax5, ax6, ax7 in T.grid(32, 2, 2):
                        C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] = T.float32(0.0)
                    cse_v17: T.let[T.int32] = (ax1_0_ax0_0_0_fused & 1) * 8388608 + blockIdx_y * 524288
                    T.tvm_storage_sync("shared.dyn")
                    for ax0, ax1 in T.grid(128, 64):
                        A_shared_dyn[ax0 * 64 + ax1] = A[(ax1_0_ax0_0_0_fused & 1) * 8388608 + blockIdx_y * 524288 + ax0 * 4096 + ax1]
                    cse_v1: T.let[T.int32] = ax1_0_ax0_0_0_fused >> 1
                    cse_v18: T.let[T.int32] = (ax1_0_ax0_0_0_fused >> 1) * 8388608 + blockIdx_x * 1048576
                    for ax0, ax1 in T.grid(256, 64):
                        B_shared_dyn_1[ax0 * 64 + ax1 + 24576] = B[(ax1_0_ax0_0_0_fused >> 1) * 8388608 + blockIdx_x * 1048576 + ax0 * 4096 + ax1]
                    for ax0, ax1 in T.grid(128, 64):
                        A_shared_dyn[ax0 * 64 + ax1 + 8192] = A[(ax1_0_ax0_0_0_fused & 1) * 8388608 + blockIdx_y * 524288 + ax0 * 4096 + ax1 + 64]
                    for ax0, ax1 in T.grid(256, 64):
                        B_shared_dyn_1[ax0 * 64 + ax1 + 40960] = B[(ax1_0_ax0_0_0_fused >> 1) * 8388608 + blockIdx_x * 1048576 + ax0 * 4096 + ax1 + 64]
                    cse_v3: T.let[T.int32] = threadIdx_y * 4096
                    cse_v4: T.let[T.int32] = threadIdx_x >> 5
                    cse_v5: T.let[T.int32] = threadIdx_x & 3
                    cse_v10: T.let[T.int32] = (threadIdx_x >> 5) * 1024
                    cse_v11: T.let[T.int32] = (threadIdx_x & 31) >> 2
                    cse_v12: T.let[T.int32] = (threadIdx_x & 3) * 128
                    cse_v20: T.let[T.int32] = ((threadIdx_x & 31) >> 2) * 64
                    for ax8_0 in range(62):
                        T.tvm_storage_sync("shared.dyn")
                        for ax5, ax6, ax7, ax8_1 in T.grid(32, 2, 2, 64):
                            cse_v2: T.let[T.int32] = T.truncmod(ax8_0, 3)
                            cse_v19: T.let[T.int32] = ax5 * 4 + ax6 * 2 + ax7
                            C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] = C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] + T.Cast("float32", A_shared_dyn[T.truncmod(ax8_0, 3) * 8192 + threadIdx_y * 4096 + (threadIdx_x >> 5) * 1024 + ax6 * 512 + ((threadIdx_x & 31) >> 2) * 64 + ax8_1]) * T.Cast("float32", B_shared_dyn_1[T.truncmod(ax8_0, 3) * 16384 + ax5 * 512 + (threadIdx_x & 3) * 128 + ax7 * 64 + ax8_1 + 24576])
                        cse_v6: T.let[T.int32] = ax8_0 * 64
                        cse_v13: T.let[T.int32] = T.truncmod(ax8_0 + 2, 3)
                        T.tvm_storage_sync("shared.dyn")
                        for ax0, ax1 in T.grid(128, 64):
                            A_shared_dyn[T.truncmod(ax8_0 + 2, 3) * 8192 + ax0 * 64 + ax1] = A[(ax1_0_ax0_0_0_fused & 1) * 8388608 + blockIdx_y * 524288 + ax0 * 4096 + ax8_0 * 64 + ax1 + 128]
                        for ax0, ax1 in T.grid(256, 64):
                            B_shared_dyn_1[T.truncmod(ax8_0 + 2, 3) * 16384 + ax0 * 64 + ax1 + 24576] = B[(ax1_0_ax0_0_0_fused >> 1) * 8388608 + blockIdx_x * 1048576 + ax0 * 4096 + ax8_0 * 64 + ax1 + 128]
                    cse_v22: T.let[T.int32] = threadIdx_y * 4096 + (threadIdx_x >> 5) * 1024
                    T.tvm_storage_sync("shared.dyn")
                    for ax5, ax6, ax7, ax8_1 in T.grid(32, 2, 2, 64):
                        cse_v21: T.let[T.int32] = ax5 * 4 + ax6 * 2 + ax7
                        C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] = C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] + T.Cast("float32", A_shared_dyn[threadIdx_y * 4096 + (threadIdx_x >> 5) * 1024 + ax6 * 512 + ((threadIdx_x & 31) >> 2) * 64 + ax8_1 + 16384]) * T.Cast("float32", B_shared_dyn_1[ax5 * 512 + (threadIdx_x & 3) * 128 + ax7 * 64 + ax8_1 + 57344])
                    for ax5, ax6, ax7, ax8_1 in T.grid(32, 2, 2, 64):
                        cse_v23: T.let[T.int32] = ax5 * 4 + ax6 * 2 + ax7
                        C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] = C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] + T.Cast("float32", A_shared_dyn[threadIdx_y * 4096 + (threadIdx_x >> 5) * 1024 + ax6 * 512 + ((threadIdx_x & 31) >> 2) * 64 + ax8_1]) * T.Cast("float32", B_shared_dyn_1[ax5 * 512 + (threadIdx_x & 3) * 128 + ax7 * 64 + ax8_1 + 24576])
                    for ax5, ax6, ax7 in T.grid(32, 2, 2):
                        cse_v24: T.let[T.int32] = ax5 * 4 + ax6 * 2 + ax7
                        C_sum_local_reindex_1[ax5 * 4 + ax6 * 2 + ax7] = C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7]
                    cse_v7: T.let[T.int32] = blockIdx_x * 256
                    cse_v15: T.let[T.int32] = (ax1_0_ax0_0_0_fused >> 1) * 2048
                    cse_v16: T.let[T.int32] = (threadIdx_x & 3) * 2
                    cse_v25: T.let[T.int32] = (ax1_0_ax0_0_0_fused & 1) * 8388608 + blockIdx_y * 524288 + threadIdx_y * 262144
                    for ax5, ax6 in T.grid(32, 2):
                        cse_v8: T.let[T.int32] = ax5 * 8
                        cse_v14: T.let[T.int32] = ax5 * 4 + ax6 * 2
                        cse_v26: T.let[T.int32] = (ax1_0_ax0_0_0_fused >> 1) * 2048 + blockIdx_x * 256 + ax5 * 8 + (threadIdx_x & 3) * 2
                        C_reindex_local[ax5 * 4 + ax6 * 2:ax5 * 4 + ax6 * 2 + 2] = T.Cast("float16x2", (C_sum_local_reindex_1[T.Ramp(ax5 * 4 + ax6 * 2, 1, 2)] + T.Cast("float32x2", bias[T.Ramp((ax1_0_ax0_0_0_fused >> 1) * 2048 + blockIdx_x * 256 + ax5 * 8 + (threadIdx_x & 3) * 2, 1, 2)])) * T.Broadcast(T.float32(0.5), 2) * (T.Broadcast(T.float32(1.0), 2) + T.call_pure_extern("float32x2", "tanhf", (C_sum_local_reindex_1[T.Ramp(ax5 * 4 + ax6 * 2, 1, 2)] + T.Cast("float32x2", bias[T.Ramp((ax1_0_ax0_0_0_fused >> 1) * 2048 + blockIdx_x * 256 + ax5 * 8 + (threadIdx_x & 3) * 2, 1, 2)]) + (C_sum_local_reindex_1[T.Ramp(ax5 * 4 + ax6 * 2, 1, 2)] + T.Cast("float32x2", bias[T.Ramp((ax1_0_ax0_0_0_fused >> 1) * 2048 + blockIdx_x * 256 + ax5 * 8 + (threadIdx_x & 3) * 2, 1, 2)])) * (C_sum_local_reindex_1[T.Ramp(ax5 * 4 + ax6 * 2, 1, 2)] + T.Cast("float32x2", bias[T.Ramp((ax1_0_ax0_0_0_fused >> 1) * 2048 + blockIdx_x * 256 + ax5 * 8 + (threadIdx_x & 3) * 2, 1, 2)])) * (C_sum_local_reindex_1[T.Ramp(ax5 * 4 + ax6 * 2, 1, 2)] + T.Cast("float32x2", bias[T.Ramp((ax1_0_ax0_0_0_fused >> 1) * 2048 + blockIdx_x * 256 + ax5 * 8 + (threadIdx_x & 3) * 2, 1, 2)])) * T.Broadcast(T.float32(0.044714998453855515), 2)) * T.Broadcast(T.float32(0.79788458347320557), 2))) + T.Cast("float32x2", residual[T.Ramp((ax1_0_ax0_0_0_fused & 1) * 8388608 + blockIdx_y * 524288 + threadIdx_y * 262144 + (threadIdx_x >> 5) * 65536 + ax6 * 32768 + ((threadIdx_x & 31) >> 2) * 4096 + (ax1_0_ax0_0_0_fused >> 1) * 2048 + blockIdx_x * 256 + ax5 * 8 + (threadIdx_x & 3) * 2, 1, 2)]))
                    cse_v9: T.let[T.int32] = threadIdx_y * 16384
                    T.tvm_storage_sync("shared.dyn")
                    for ax5, ax6, ax7 in T.grid(32, 2, 2):
                        B_shared_dyn[threadIdx_y * 16384 + (threadIdx_x >> 5) * 4096 + ax6 * 2048 + ((threadIdx_x & 31) >> 2) * 256 + ax5 * 8 + (threadIdx_x & 3) * 2 + ax7 + 24576] = C_reindex_local[ax5 * 4 + ax6 * 2 + ax7]
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_1, ax1 in T.grid(64, 256):
                        C[(ax1_0_ax0_0_0_fused & 1) * 8388608 + blockIdx_y * 524288 + threadIdx_y * 262144 + ax0_1 * 4096 + (ax1_0_ax0_0_0_fused >> 1) * 2048 + blockIdx_x * 256 + ax1] = B_shared_dyn[threadIdx_y * 16384 + ax0_1 * 256 + ax1 + 24576]
