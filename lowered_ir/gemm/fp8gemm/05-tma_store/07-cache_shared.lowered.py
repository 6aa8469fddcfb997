# gemm/fp8gemm:tma_store:cache_shared
# C[i,j] = scale_a[i] scale_b[j] sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float8_e4m3fn -> float32 ->
#     bfloat16
# why: wgmma reads both operands from shared memory, without registers
# target: cuda sm_90
# build: at most 168 registers a thread, sm_90 alone
# launch main_kernel: grid 8 x 16 x 1, block 128 x 2 x 1, shared 0 B static + 114688 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float8_e4m3fn", "global"), B_ptr: T.handle("float8_e4m3fn", "global"), C_ptr: T.handle("bfloat16", "global"), scale_a_ptr: T.handle("float32", "global"), scale_b_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x", "tirx.use_dyn_shared_memory"], "tirx.max_registers": 168, "tirx.noalias": True})
        C = T.decl_buffer((16777216,), "bfloat16", data=C_ptr)
        scale_b = T.decl_buffer((4096,), data=scale_b_ptr)
        scale_a = T.decl_buffer((4096,), data=scale_a_ptr)
        B = T.decl_buffer((16777216,), "float8_e4m3fn", data=B_ptr)
        A = T.decl_buffer((16777216,), "float8_e4m3fn", data=A_ptr)
        with T.launch_thread("blockIdx.y", 16) as blockIdx_y:
            buf_dyn_shmem = T.alloc_buffer((114688,), "uint8", scope="shared.dyn")
            C_shared_dyn = T.decl_buffer((32768,), "bfloat16", data=buf_dyn_shmem.data, scope="shared.dyn")
            B_shared_dyn = T.decl_buffer((32768,), "float8_e4m3fn", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((16384,), "float8_e4m3fn", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_local_reindex = T.alloc_local((128,))
            C_reindex_local = T.alloc_local((128,), "bfloat16")
            with T.launch_thread("blockIdx.x", 8) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 2)
                threadIdx_x = T.launch_thread("threadIdx.x", 128)
                for ax1_0_ax0_0_0_fused in T.serial(4, annotations={"schedules.rounds": 1}):
                    C_sum_local_reindex_1 = T.decl_buffer((128,), data=C_sum_local_reindex.data, scope="local")
                    cse_v1: T.let[T.int32] = ax1_0_ax0_0_0_fused & 1
                    cse_v3: T.let[T.int32] = ax1_0_ax0_0_0_fused >> 1
                    cse_v4: T.let[T.int32] = threadIdx_x >> 5
                    cse_v5: T.let[T.int32] = threadIdx_x & 3
                    cse_v8: T.let[T.int32] = (threadIdx_x & 31) >> 2
                    cse_v12: T.let[T.int32] = (ax1_0_ax0_0_0_fused & 1) * 8388608 + blockIdx_y * 524288
                    for ax8_0 in range(32):
                        cse_v2: T.let[T.int32] = ax8_0 * 128
                        T.tvm_storage_sync("shared.dyn")
                        for ax0, ax1 in T.grid(128, 128):
                            A_shared_dyn[ax0 * 128 + ax1] = A[(ax1_0_ax0_0_0_fused & 1) * 8388608 + blockIdx_y * 524288 + ax0 * 4096 + ax8_0 * 128 + ax1]
                        for ax0, ax1 in T.grid(256, 128):
                            B_shared_dyn[ax0 * 128 + ax1 + 16384] = B[(ax1_0_ax0_0_0_fused >> 1) * 8388608 + blockIdx_x * 1048576 + ax0 * 4096 + ax8_0 * 128 + ax1]
                        if ax8_0 == 0:
                            for ax5, ax6, ax7 in T.grid(32, 2, 2):
                                C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] = T.float32(0.0)
                        T.tvm_storage_sync("shared.dyn")
                        for ax5, ax6, ax7, ax8_1 in T.grid(32, 2, 2, 128):
                            cse_v13: T.let[T.int32] = ax5 * 4 + ax6 * 2 + ax7
                            C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] = C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] + T.Cast("float32", A_shared_dyn[threadIdx_y * 8192 + (threadIdx_x >> 5) * 2048 + ax6 * 1024 + ((threadIdx_x & 31) >> 2) * 128 + ax8_1]) * T.Cast("float32", B_shared_dyn[ax5 * 1024 + (threadIdx_x & 3) * 256 + ax7 * 128 + ax8_1 + 16384])
                    for ax5, ax6, ax7 in T.grid(32, 2, 2):
                        cse_v14: T.let[T.int32] = ax5 * 4 + ax6 * 2 + ax7
                        C_sum_local_reindex_1[ax5 * 4 + ax6 * 2 + ax7] = C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7]
                    cse_v6: T.let[T.int32] = blockIdx_x * 256
                    cse_v10: T.let[T.int32] = (ax1_0_ax0_0_0_fused >> 1) * 2048
                    cse_v11: T.let[T.int32] = (threadIdx_x & 3) * 2
                    for ax5, ax6 in T.grid(32, 2):
                        cse_v9: T.let[T.int32] = ax5 * 4 + ax6 * 2
                        C_reindex_local[ax5 * 4 + ax6 * 2:ax5 * 4 + ax6 * 2 + 2] = T.Cast("bfloat16x2", C_sum_local_reindex_1[T.Ramp(ax5 * 4 + ax6 * 2, 1, 2)] * T.Broadcast(scale_a[(ax1_0_ax0_0_0_fused & 1) * 2048 + blockIdx_y * 128 + threadIdx_y * 64 + (threadIdx_x >> 5) * 16 + ax6 * 8 + ((threadIdx_x & 31) >> 2)], 2) * scale_b[T.Ramp((ax1_0_ax0_0_0_fused >> 1) * 2048 + blockIdx_x * 256 + ax5 * 8 + (threadIdx_x & 3) * 2, 1, 2)])
                    cse_v7: T.let[T.int32] = threadIdx_y * 16384
                    T.tvm_storage_sync("shared.dyn")
                    for ax5, ax6, ax7 in T.grid(32, 2, 2):
                        C_shared_dyn[threadIdx_y * 16384 + (threadIdx_x >> 5) * 4096 + ax6 * 2048 + ((threadIdx_x & 31) >> 2) * 256 + ax5 * 8 + (threadIdx_x & 3) * 2 + ax7 + 24576] = C_reindex_local[ax5 * 4 + ax6 * 2 + ax7]
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_1, ax1 in T.grid(64, 256):
                        C[(ax1_0_ax0_0_0_fused & 1) * 8388608 + blockIdx_y * 524288 + threadIdx_y * 262144 + ax0_1 * 4096 + (ax1_0_ax0_0_0_fused >> 1) * 2048 + blockIdx_x * 256 + ax1] = C_shared_dyn[threadIdx_y * 16384 + ax0_1 * 256 + ax1 + 24576]
