# gemm/w4a16:cp_async:init
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: zero the accumulator before the loop over k, not by a test inside it
# target: cuda sm_90
# build: cp.async on, at most 255 registers a thread
# launch main_kernel: grid 128 x 1 x 1, block 32 x 4 x 1, shared 0 B static + 9472 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float16", "global"), C_ptr: T.handle("float16", "global"), W_ptr: T.handle("int32", "global"), scale_zero_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x", "threadIdx.z", "tirx.use_dyn_shared_memory"], "tirx.max_registers": 255, "tirx.noalias": True})
        C = T.decl_buffer((131072,), "float16", data=C_ptr)
        scale_zero = T.decl_buffer((1048576,), "float16", data=scale_zero_ptr)
        W = T.decl_buffer((8388608,), "int32", data=W_ptr)
        A = T.decl_buffer((131072,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.y", 1) as blockIdx_y:
            buf_dyn_shmem = T.alloc_buffer((9472,), "uint8", scope="shared.dyn")
            scale_zero_shared_dyn = T.decl_buffer((128,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            W_shared_dyn = T.decl_buffer((1024,), "int32", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((2560,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_reindex_local = T.alloc_local((8,))
            with T.launch_thread("blockIdx.x", 128) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 4)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                threadIdx_z = T.launch_thread("threadIdx.z", 1)
                for ax5 in T.unroll(2):
                    for ax6 in T.unroll(2):
                        for ax7 in T.unroll(2):
                            C_sum_reindex_local[ax5 * 4 + ax6 * 2 + ax7] = T.float32(0.0)
                cse_v5: T.let[T.int32] = threadIdx_x & 3
                cse_v6: T.let[T.int32] = threadIdx_x >> 2
                for ax8 in range(64):
                    cse_v1: T.let[T.int32] = threadIdx_x >> 4
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_ax1_fused_0 in range(2):
                        cse_v7: T.let[T.int32] = (threadIdx_x & 15) * 8
                        A_shared_dyn[ax0_ax1_fused_0 * 1280 + threadIdx_y * 320 + (threadIdx_x >> 4) * 160 + (threadIdx_x & 15) * 8 + 2176:ax0_ax1_fused_0 * 1280 + threadIdx_y * 320 + (threadIdx_x >> 4) * 160 + (threadIdx_x & 15) * 8 + 2176 + 8] = A[T.Ramp(ax0_ax1_fused_0 * 65536 + threadIdx_y * 16384 + (threadIdx_x >> 4) * 8192 + ax8 * 128 + (threadIdx_x & 15) * 8, 1, 8)]
                    for ax0_ax1_ax2_ax3_fused_0 in range(2):
                        cse_v2: T.let[T.int32] = threadIdx_x * 4
                        W_shared_dyn[ax0_ax1_ax2_ax3_fused_0 * 512 + threadIdx_y * 128 + threadIdx_x * 4 + 64:ax0_ax1_ax2_ax3_fused_0 * 512 + threadIdx_y * 128 + threadIdx_x * 4 + 64 + 4] = W[T.Ramp(blockIdx_x * 65536 + ax0_ax1_ax2_ax3_fused_0 * 32768 + (threadIdx_y >> 1) * 16384 + ax8 * 256 + (threadIdx_y & 1) * 128 + threadIdx_x * 4, 1, 4)]
                    cse_v3: T.let[T.int32] = threadIdx_y * 256
                    if threadIdx_y * 2 + (threadIdx_x >> 4) < 1:
                        cse_v4: T.let[T.int32] = threadIdx_x * 8
                        scale_zero_shared_dyn[threadIdx_y * 256 + threadIdx_x * 8:threadIdx_y * 256 + threadIdx_x * 8 + 8] = scale_zero[T.Ramp(ax8 * 16384 + threadIdx_y * 256 + blockIdx_x * 128 + threadIdx_x * 8, 1, 8)]
                    T.tvm_storage_sync("shared.dyn")
                    for ax5, ax6, ax7, ax9, ax10, ax11, ax12, ax13, ax14 in T.grid(2, 2, 2, 2, 2, 4, 2, 2, 2):
                        cse_v8: T.let[T.int32] = ax5 * 4 + ax6 * 2 + ax7
                        cse_v9: T.let[T.int32] = threadIdx_y * 32 + ax6 * 16 + (threadIdx_x >> 2) * 2
                        C_sum_reindex_local[ax5 * 4 + ax6 * 2 + ax7] = C_sum_reindex_local[ax5 * 4 + ax6 * 2 + ax7] + T.Cast("float32", A_shared_dyn[ax5 * 1280 + (threadIdx_x & 3) * 320 + ax7 * 160 + ax9 * 64 + ax10 * 32 + ax11 * 8 + ax12 * 4 + ax13 * 2 + ax14 + 2176]) * T.Cast("float32", (T.Cast("float16", W_shared_dyn[threadIdx_y * 256 + ax9 * 128 + (threadIdx_x >> 2) * 16 + ax11 * 4 + ax10 * 2 + ax12 + 64] >> ax14 * 16 + ax13 * 8 + ax6 * 4 & 15) - scale_zero_shared_dyn[threadIdx_y * 32 + ax6 * 16 + (threadIdx_x >> 2) * 2 + 1]) * scale_zero_shared_dyn[threadIdx_y * 32 + ax6 * 16 + (threadIdx_x >> 2) * 2])
                for ax3, ax4, ax5 in T.grid(2, 2, 2):
                    C[ax3 * 65536 + (threadIdx_x & 3) * 16384 + ax5 * 8192 + blockIdx_x * 64 + threadIdx_y * 16 + ax4 * 8 + (threadIdx_x >> 2)] = T.Cast("float16", C_sum_reindex_local[ax3 * 4 + ax4 * 2 + ax5])
