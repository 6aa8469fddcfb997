# gemm/w4a16:vectorized_sum:cache_shared
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: 16 bytes per thread; 64 bytes of padding avoid A's bank conflicts
# target: cuda sm_90
# build: cp.async on, at most 255 registers a thread
# launch main_kernel: grid 64 x 1 x 4, block 32 x 4 x 1, shared 0 B static + 13824 B dynamic
# launch main_kernel_1: grid 256 x 1 x 1, block 128 x 1 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float16", "global"), C_sum_rf_ptr: T.handle("float32", "global"), W_ptr: T.handle("int32", "global"), scale_zero_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "blockIdx.z", "threadIdx.y", "threadIdx.x", "threadIdx.z", "tirx.use_dyn_shared_memory"], "tirx.max_registers": 255, "tirx.noalias": True})
        C_sum_rf = T.decl_buffer((524288,), data=C_sum_rf_ptr)
        scale_zero = T.decl_buffer((1048576,), "float16", data=scale_zero_ptr)
        W = T.decl_buffer((8388608,), "int32", data=W_ptr)
        A = T.decl_buffer((131072,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.y", 1) as blockIdx_y:
            buf_dyn_shmem = T.alloc_buffer((13824,), "uint8", scope="shared.dyn")
            scale_zero_shared_dyn = T.decl_buffer((256,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            W_shared_dyn = T.decl_buffer((2048,), "int32", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((2560,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_rf_reindex_local = T.alloc_local((16,))
            with T.launch_thread("blockIdx.x", 64) as blockIdx_x:
                blockIdx_z = T.launch_thread("blockIdx.z", 4)
                threadIdx_y = T.launch_thread("threadIdx.y", 4)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                threadIdx_z = T.launch_thread("threadIdx.z", 1)
                cse_v4: T.let[T.int32] = threadIdx_x & 3
                cse_v5: T.let[T.int32] = threadIdx_x >> 2
                for ax9 in range(16):
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_ax1_fused_0 in range(2):
                        cse_v1: T.let[T.int32] = threadIdx_x >> 4
                        cse_v8: T.let[T.int32] = (threadIdx_x & 15) * 8
                        A_shared_dyn[ax0_ax1_fused_0 * 1280 + threadIdx_y * 320 + (threadIdx_x >> 4) * 160 + (threadIdx_x & 15) * 8 + 256:ax0_ax1_fused_0 * 1280 + threadIdx_y * 320 + (threadIdx_x >> 4) * 160 + (threadIdx_x & 15) * 8 + 256 + 8] = A[T.Ramp(ax0_ax1_fused_0 * 65536 + threadIdx_y * 16384 + (threadIdx_x >> 4) * 8192 + blockIdx_z * 2048 + ax9 * 128 + (threadIdx_x & 15) * 8, 1, 8)]
                    for ax0_ax1_ax2_ax3_fused_0 in range(4):
                        cse_v2: T.let[T.int32] = threadIdx_x * 4
                        W_shared_dyn[ax0_ax1_ax2_ax3_fused_0 * 512 + threadIdx_y * 128 + threadIdx_x * 4 + 1408:ax0_ax1_ax2_ax3_fused_0 * 512 + threadIdx_y * 128 + threadIdx_x * 4 + 1408 + 4] = W[T.Ramp(blockIdx_x * 131072 + ax0_ax1_ax2_ax3_fused_0 * 32768 + (threadIdx_y >> 1) * 16384 + blockIdx_z * 4096 + ax9 * 256 + (threadIdx_y & 1) * 128 + threadIdx_x * 4, 1, 4)]
                    if threadIdx_y < 1:
                        cse_v3: T.let[T.int32] = threadIdx_x * 8
                        scale_zero_shared_dyn[threadIdx_x * 8:threadIdx_x * 8 + 8] = scale_zero[T.Ramp(blockIdx_z * 262144 + ax9 * 16384 + blockIdx_x * 256 + threadIdx_x * 8, 1, 8)]
                    if ax9 == 0:
                        for ax5, ax6, ax7, ax8 in T.grid(2, 2, 2, 2):
                            C_sum_rf_reindex_local[ax5 * 8 + ax6 * 4 + ax7 * 2 + ax8] = T.float32(0.0)
                    T.tvm_storage_sync("shared.dyn")
                    for ax5, ax6, ax7, ax8, ax10, ax11, ax12, ax13, ax14, ax15 in T.grid(2, 2, 2, 2, 2, 2, 4, 2, 2, 2):
                        cse_v9: T.let[T.int32] = ax5 * 8 + ax6 * 4 + ax7 * 2 + ax8
                        cse_v10: T.let[T.int32] = threadIdx_y * 64 + ax5 * 32 + ax7 * 16 + (threadIdx_x >> 2) * 2
                        C_sum_rf_reindex_local[ax5 * 8 + ax6 * 4 + ax7 * 2 + ax8] = C_sum_rf_reindex_local[ax5 * 8 + ax6 * 4 + ax7 * 2 + ax8] + T.Cast("float32", A_shared_dyn[ax6 * 1280 + (threadIdx_x & 3) * 320 + ax8 * 160 + ax10 * 64 + ax11 * 32 + ax12 * 8 + ax13 * 4 + ax14 * 2 + ax15 + 256]) * T.Cast("float32", (T.Cast("float16", W_shared_dyn[threadIdx_y * 512 + ax5 * 256 + ax10 * 128 + (threadIdx_x >> 2) * 16 + ax12 * 4 + ax11 * 2 + ax13 + 1408] >> ax15 * 16 + ax14 * 8 + ax7 * 4 & 15) - scale_zero_shared_dyn[threadIdx_y * 64 + ax5 * 32 + ax7 * 16 + (threadIdx_x >> 2) * 2 + 1]) * scale_zero_shared_dyn[threadIdx_y * 64 + ax5 * 32 + ax7 * 16 + (threadIdx_x >> 2) * 2])
                for ax4, ax5, ax6, ax7 in T.grid(2, 2, 2, 2):
                    C_sum_rf[blockIdx_z * 131072 + ax5 * 65536 + (threadIdx_x & 3) * 16384 + ax7 * 8192 + blockIdx_x * 128 + threadIdx_y * 32 + ax4 * 16 + ax6 * 8 + (threadIdx_x >> 2)] = C_sum_rf_reindex_local[ax4 * 8 + ax5 * 4 + ax6 * 2 + ax7]

    @T.prim_func(s_tir=True)
    def main_kernel_1(C_ptr: T.handle("float16", "global"), C_sum_rf_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"], "tirx.max_registers": 255, "tirx.noalias": True})
        C = T.decl_buffer((131072,), "float16", data=C_ptr)
        C_sum_rf = T.decl_buffer((524288,), data=C_sum_rf_ptr)
        with T.launch_thread("blockIdx.x", 256) as blockIdx_x:
            C_sum_local = T.alloc_local((1,), "float32x4")
            with T.launch_thread("threadIdx.x", 128) as threadIdx_x:
                C_sum_local[0] = T.Broadcast(T.float32(0.0), 4)
                cse_v6: T.let[T.int32] = blockIdx_x * 512
                cse_v7: T.let[T.int32] = threadIdx_x * 4
                for ax0 in T.unroll(4):
                    C_sum_local[0] = C_sum_local[0] + C_sum_rf[T.Ramp(ax0 * 131072 + blockIdx_x * 512 + threadIdx_x * 4, 1, 4)]
                C[blockIdx_x * 512 + threadIdx_x * 4:blockIdx_x * 512 + threadIdx_x * 4 + 4] = T.Cast("float16x4", C_sum_local[0])
