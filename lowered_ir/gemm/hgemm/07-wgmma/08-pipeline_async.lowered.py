# gemm/hgemm:wgmma:pipeline_async
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: two slices are in flight while a third is multiplied
# target: cuda sm_90
# build: cp.async on, sm_90 alone
# launch main_kernel: grid 8 x 32 x 2, block 128 x 2 x 1, shared 0 B static + 147456 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float16", "global"), B_ptr: T.handle("float16", "global"), C_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.x", "threadIdx.y", "tirx.use_dyn_shared_memory"], "tirx.noalias": True})
        C = T.decl_buffer((16777216,), "float16", data=C_ptr)
        B = T.decl_buffer((16777216,), "float16", data=B_ptr)
        A = T.decl_buffer((16777216,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.z", 2) as blockIdx_z:
            buf_dyn_shmem = T.alloc_buffer((147456,), "uint8", scope="shared.dyn")
            B_shared_dyn = T.decl_buffer((33792,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            B_shared_dyn_1 = T.decl_buffer((49152,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((24576,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_local_reindex = T.alloc_local((128,))
            with T.launch_thread("blockIdx.y", 32) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 8)
                threadIdx_x = T.launch_thread("threadIdx.x", 128)
                threadIdx_y = T.launch_thread("threadIdx.y", 2)
                C_sum_local_reindex_1 = T.decl_buffer((128,), data=C_sum_local_reindex.data, scope="local")
                for ax5, ax6, ax7 in T.grid(32, 2, 2):
                    C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] = T.float32(0.0)
                cse_v1: T.let[T.int32] = blockIdx_y * 524288
                cse_v2: T.let[T.int32] = threadIdx_y * 65536
                cse_v3: T.let[T.int32] = threadIdx_x >> 3
                cse_v4: T.let[T.int32] = threadIdx_x & 7
                cse_v5: T.let[T.int32] = threadIdx_y * 1024
                cse_v18: T.let[T.int32] = (threadIdx_x >> 3) * 4096
                cse_v19: T.let[T.int32] = (threadIdx_x & 7) * 8
                cse_v20: T.let[T.int32] = (threadIdx_x >> 3) * 64
                cse_v21: T.let[T.int32] = blockIdx_z * 8388608 + blockIdx_x * 1048576
                cse_v34: T.let[T.int32] = (threadIdx_x & 7 ^ (threadIdx_x & 63) >> 3) * 8
                with T.attr({"async_commit_queue_scope": 0}):
                    for ax0_ax1_fused_0 in range(4):
                        T.s_tir.cp_async_raw("float16", A_shared_dyn.data, ax0_ax1_fused_0 * 2048 + threadIdx_y * 1024 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_x & 63) >> 3) * 8, A.data, blockIdx_y * 524288 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 65536 + (threadIdx_x >> 3) * 4096 + (threadIdx_x & 7) * 8, 16)
                    for ax0_ax1_fused_0 in range(8):
                        T.s_tir.cp_async_raw("float16", B_shared_dyn_1.data, ax0_ax1_fused_0 * 2048 + threadIdx_y * 1024 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_x & 63) >> 3) * 8 + 24576, B.data, blockIdx_z * 8388608 + blockIdx_x * 1048576 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 65536 + (threadIdx_x >> 3) * 4096 + (threadIdx_x & 7) * 8, 16)
                with T.attr({"async_commit_queue_scope": 0}):
                    for ax0_ax1_fused_0 in range(4):
                        T.s_tir.cp_async_raw("float16", A_shared_dyn.data, ax0_ax1_fused_0 * 2048 + threadIdx_y * 1024 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_x & 63) >> 3) * 8 + 8192, A.data, blockIdx_y * 524288 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 65536 + (threadIdx_x >> 3) * 4096 + (threadIdx_x & 7) * 8 + 64, 16)
                    for ax0_ax1_fused_0 in range(8):
                        T.s_tir.cp_async_raw("float16", B_shared_dyn_1.data, ax0_ax1_fused_0 * 2048 + threadIdx_y * 1024 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_x & 63) >> 3) * 8 + 40960, B.data, blockIdx_z * 8388608 + blockIdx_x * 1048576 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 65536 + (threadIdx_x >> 3) * 4096 + (threadIdx_x & 7) * 8 + 64, 16)
                cse_v8: T.let[T.int32] = threadIdx_y * 4096
                cse_v9: T.let[T.int32] = threadIdx_x >> 5
                cse_v10: T.let[T.int32] = threadIdx_x & 31
                cse_v13: T.let[T.int32] = threadIdx_x & 3
                cse_v23: T.let[T.int32] = (threadIdx_x >> 5) * 1024
                cse_v24: T.let[T.int32] = (threadIdx_x & 31) >> 2
                cse_v25: T.let[T.int32] = (threadIdx_x & 3) * 128
                cse_v26: T.let[T.int32] = (threadIdx_x & 3) * 2
                cse_v29: T.let[T.int32] = ((threadIdx_x & 31) >> 2) * 64
                for ax8_0 in range(62):
                    with T.attr({"async_commit_queue_scope": 0}):
                        cse_v6: T.let[T.int32] = ax8_0 * 64
                        cse_v22: T.let[T.int32] = T.truncmod(ax8_0 + 2, 3)
                        T.tvm_storage_sync("shared.dyn")
                        for ax0_ax1_fused_0 in range(4):
                            T.s_tir.cp_async_raw("float16", A_shared_dyn.data, T.truncmod(ax8_0 + 2, 3) * 8192 + ax0_ax1_fused_0 * 2048 + threadIdx_y * 1024 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_x & 63) >> 3) * 8, A.data, blockIdx_y * 524288 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 65536 + (threadIdx_x >> 3) * 4096 + ax8_0 * 64 + (threadIdx_x & 7) * 8 + 128, 16)
                        for ax0_ax1_fused_0 in range(8):
                            T.s_tir.cp_async_raw("float16", B_shared_dyn_1.data, T.truncmod(ax8_0 + 2, 3) * 16384 + ax0_ax1_fused_0 * 2048 + threadIdx_y * 1024 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_x & 63) >> 3) * 8 + 24576, B.data, blockIdx_z * 8388608 + blockIdx_x * 1048576 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 65536 + (threadIdx_x >> 3) * 4096 + ax8_0 * 64 + (threadIdx_x & 7) * 8 + 128, 16)
                    with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 2}):
                        T.tvm_storage_sync("shared")
                        for ax5, ax6, ax7, ax8_1 in T.grid(32, 2, 2, 64):
                            cse_v7: T.let[T.int32] = T.truncmod(ax8_0, 3)
                            cse_v11: T.let[T.int32] = ax8_1 >> 3
                            cse_v12: T.let[T.int32] = ax8_1 & 7
                            cse_v28: T.let[T.int32] = ax5 * 4 + ax6 * 2 + ax7
                            C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] = C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] + T.Cast("float32", A_shared_dyn[T.truncmod(ax8_0, 3) * 8192 + threadIdx_y * 4096 + (threadIdx_x >> 5) * 1024 + ax6 * 512 + ((threadIdx_x & 31) >> 2) * 64 + (ax8_1 >> 3 ^ (threadIdx_x & 31) >> 2) * 8 + (ax8_1 & 7)]) * T.Cast("float32", B_shared_dyn_1[T.truncmod(ax8_0, 3) * 16384 + ax5 * 512 + (threadIdx_x & 3) * 128 + ax7 * 64 + (ax8_1 >> 3 ^ (threadIdx_x & 3) * 2 + ax7) * 8 + (ax8_1 & 7) + 24576])
                cse_v31: T.let[T.int32] = threadIdx_y * 4096 + (threadIdx_x >> 5) * 1024
                with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 1}):
                    T.tvm_storage_sync("shared")
                    for ax5, ax6, ax7, ax8_1 in T.grid(32, 2, 2, 64):
                        cse_v14: T.let[T.int32] = ax8_1 >> 3
                        cse_v15: T.let[T.int32] = ax8_1 & 7
                        cse_v30: T.let[T.int32] = ax5 * 4 + ax6 * 2 + ax7
                        C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] = C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] + T.Cast("float32", A_shared_dyn[threadIdx_y * 4096 + (threadIdx_x >> 5) * 1024 + ax6 * 512 + ((threadIdx_x & 31) >> 2) * 64 + (ax8_1 >> 3 ^ (threadIdx_x & 31) >> 2) * 8 + (ax8_1 & 7) + 16384]) * T.Cast("float32", B_shared_dyn_1[ax5 * 512 + (threadIdx_x & 3) * 128 + ax7 * 64 + (ax8_1 >> 3 ^ (threadIdx_x & 3) * 2 + ax7) * 8 + (ax8_1 & 7) + 57344])
                with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 0}):
                    T.tvm_storage_sync("shared")
                    for ax5, ax6, ax7, ax8_1 in T.grid(32, 2, 2, 64):
                        cse_v16: T.let[T.int32] = ax8_1 >> 3
                        cse_v17: T.let[T.int32] = ax8_1 & 7
                        cse_v32: T.let[T.int32] = ax5 * 4 + ax6 * 2 + ax7
                        C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] = C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] + T.Cast("float32", A_shared_dyn[threadIdx_y * 4096 + (threadIdx_x >> 5) * 1024 + ax6 * 512 + ((threadIdx_x & 31) >> 2) * 64 + (ax8_1 >> 3 ^ (threadIdx_x & 31) >> 2) * 8 + (ax8_1 & 7)]) * T.Cast("float32", B_shared_dyn_1[ax5 * 512 + (threadIdx_x & 3) * 128 + ax7 * 64 + (ax8_1 >> 3 ^ (threadIdx_x & 3) * 2 + ax7) * 8 + (ax8_1 & 7) + 24576])
                for ax5, ax6, ax7 in T.grid(32, 2, 2):
                    cse_v33: T.let[T.int32] = ax5 * 4 + ax6 * 2 + ax7
                    C_sum_local_reindex_1[ax5 * 4 + ax6 * 2 + ax7] = C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7]
                T.tvm_storage_sync("shared.dyn")
                for ax5, ax6 in T.grid(32, 2):
                    B_shared_dyn[threadIdx_y * 16896 + (threadIdx_x >> 5) * 4224 + ax6 * 2112 + ((threadIdx_x & 31) >> 2) * 264 + ax5 * 8 + (threadIdx_x & 3) * 2 + 24576:threadIdx_y * 16896 + (threadIdx_x >> 5) * 4224 + ax6 * 2112 + ((threadIdx_x & 31) >> 2) * 264 + ax5 * 8 + (threadIdx_x & 3) * 2 + 24576 + 2] = T.Cast("float16x2", C_sum_local_reindex_1[T.Ramp(ax5 * 4 + ax6 * 2, 1, 2)])
                T.tvm_storage_sync("shared.dyn")
                for ax0_ax1_fused_0 in range(16):
                    cse_v27: T.let[T.int32] = (threadIdx_x & 31) * 8
                    C[blockIdx_y * 524288 + ax0_ax1_fused_0 * 32768 + threadIdx_y * 16384 + (threadIdx_x >> 5) * 4096 + blockIdx_z * 2048 + blockIdx_x * 256 + (threadIdx_x & 31) * 8:blockIdx_y * 524288 + ax0_ax1_fused_0 * 32768 + threadIdx_y * 16384 + (threadIdx_x >> 5) * 4096 + blockIdx_z * 2048 + blockIdx_x * 256 + (threadIdx_x & 31) * 8 + 8] = B_shared_dyn[T.Ramp(ax0_ax1_fused_0 * 2112 + threadIdx_y * 1056 + (threadIdx_x >> 5) * 264 + (threadIdx_x & 31) * 8 + 24576, 1, 8)]
