# gemm/w4a16:wgmma_vectorized_sum:bind
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane, K in order
# why: 128 columns per block, 16 per warp
# target: cuda sm_90
# build: cp.async on, at most 255 registers a thread, sm_90 alone
# launch main_kernel: grid 64 x 1 x 4, block 32 x 8 x 1, shared 0 B static + 0 B dynamic
# launch main_kernel_1: grid 256 x 1 x 1, block 128 x 1 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float16", "global"), C_sum_rf_ptr: T.handle("float32", "global"), W_ptr: T.handle("int32", "global"), scale_zero_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "blockIdx.z", "threadIdx.y", "threadIdx.x"], "tirx.max_registers": 255, "tirx.noalias": True})
        C_sum_rf = T.decl_buffer((524288,), data=C_sum_rf_ptr)
        scale_zero = T.decl_buffer((1048576,), "float16", data=scale_zero_ptr)
        W = T.decl_buffer((8388608,), "int32", data=W_ptr)
        A = T.decl_buffer((131072,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.y", 1) as blockIdx_y:
            C_sum_rf_reindex_local = T.alloc_local((8,))
            with T.launch_thread("blockIdx.x", 64) as blockIdx_x:
                blockIdx_z = T.launch_thread("blockIdx.z", 4)
                threadIdx_y = T.launch_thread("threadIdx.y", 8)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                cse_v2: T.let[T.int32] = threadIdx_x >> 2
                cse_v5: T.let[T.int32] = (threadIdx_x & 3) * 16384
                for ax9, ax6, ax7, ax8, ax10, ax11, ax12, ax13, ax14, ax15 in T.grid(16, 2, 2, 2, 2, 2, 2, 2, 4, 2):
                    cse_v6: T.let[T.int32] = ax6 * 4 + ax7 * 2 + ax8
                    if ax9 == 0 and ax10 == 0 and ax11 == 0 and ax12 == 0 and ax13 == 0 and ax14 == 0 and ax15 == 0:
                        C_sum_rf_reindex_local[ax6 * 4 + ax7 * 2 + ax8] = T.float32(0.0)
                    cse_v1: T.let[T.int32] = ax13 * 8
                    cse_v7: T.let[T.int32] = blockIdx_z * 262144 + ax9 * 16384 + blockIdx_x * 256 + threadIdx_y * 32 + ax7 * 16 + (threadIdx_x >> 2) * 2
                    C_sum_rf_reindex_local[ax6 * 4 + ax7 * 2 + ax8] = C_sum_rf_reindex_local[ax6 * 4 + ax7 * 2 + ax8] + T.Cast("float32", A[ax6 * 65536 + (threadIdx_x & 3) * 16384 + ax8 * 8192 + blockIdx_z * 2048 + ax9 * 128 + ax10 * 64 + ax11 * 32 + ax12 * 16 + ax13 * 8 + ax14 * 2 + ax15]) * T.Cast("float32", (T.Cast("float16", W[blockIdx_x * 131072 + threadIdx_y * 16384 + blockIdx_z * 4096 + ax9 * 256 + ax10 * 128 + (threadIdx_x >> 2) * 16 + ax14 * 4 + ax11 * 2 + ax12] >> ax15 * 16 + ax13 * 8 + ax7 * 4 & 15) - scale_zero[blockIdx_z * 262144 + ax9 * 16384 + blockIdx_x * 256 + threadIdx_y * 32 + ax7 * 16 + (threadIdx_x >> 2) * 2 + 1]) * scale_zero[blockIdx_z * 262144 + ax9 * 16384 + blockIdx_x * 256 + threadIdx_y * 32 + ax7 * 16 + (threadIdx_x >> 2) * 2])
                for ax4, ax5, ax6 in T.grid(2, 2, 2):
                    C_sum_rf[blockIdx_z * 131072 + ax4 * 65536 + (threadIdx_x & 3) * 16384 + ax6 * 8192 + blockIdx_x * 128 + threadIdx_y * 16 + ax5 * 8 + (threadIdx_x >> 2)] = C_sum_rf_reindex_local[ax4 * 4 + ax5 * 2 + ax6]

    @T.prim_func(s_tir=True)
    def main_kernel_1(C_ptr: T.handle("float16", "global"), C_sum_rf_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"], "tirx.max_registers": 255, "tirx.noalias": True})
        C = T.decl_buffer((131072,), "float16", data=C_ptr)
        C_sum_rf = T.decl_buffer((524288,), data=C_sum_rf_ptr)
        with T.launch_thread("blockIdx.x", 256) as blockIdx_x:
            C_sum_local = T.alloc_local((1,), "float32x4")
            with T.launch_thread("threadIdx.x", 128) as threadIdx_x:
                C_sum_local[0] = T.Broadcast(T.float32(0.0), 4)
                cse_v3: T.let[T.int32] = blockIdx_x * 512
                cse_v4: T.let[T.int32] = threadIdx_x * 4
                for ax0 in T.unroll(4):
                    C_sum_local[0] = C_sum_local[0] + C_sum_rf[T.Ramp(ax0 * 131072 + blockIdx_x * 512 + threadIdx_x * 4, 1, 4)]
                C[blockIdx_x * 512 + threadIdx_x * 4:blockIdx_x * 512 + threadIdx_x * 4 + 4] = T.Cast("float16x4", C_sum_local[0])
