# gemm/tall:small_tiles:stage_store
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
# why: storing pairs would write half sectors: rounded in shared memory, whole rows are stored
# target: cuda sm_90
# build: sm_90 alone
# launch main_kernel: grid 4 x 4 x 1, block 128 x 1 x 1, shared 0 B static + 9216 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float16", "global"), B_ptr: T.handle("float16", "global"), C_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.x", "threadIdx.y", "tirx.use_dyn_shared_memory"], "tirx.noalias": True})
        C = T.decl_buffer((65536,), "float16", data=C_ptr)
        B = T.decl_buffer((4194304,), "float16", data=B_ptr)
        A = T.decl_buffer((4194304,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.z", 1) as blockIdx_z:
            C_sum_local_reindex = T.alloc_local((32,))
            C_shared_dyn = T.alloc_buffer((4608,), "float16", scope="shared.dyn")
            with T.launch_thread("blockIdx.y", 4) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 4)
                threadIdx_x = T.launch_thread("threadIdx.x", 128)
                threadIdx_y = T.launch_thread("threadIdx.y", 1)
                C_sum_local_reindex_1 = T.decl_buffer((32,), data=C_sum_local_reindex.data, scope="local")
                cse_v2: T.let[T.int32] = threadIdx_x >> 5
                cse_v3: T.let[T.int32] = threadIdx_x & 3
                cse_v5: T.let[T.int32] = (threadIdx_x & 31) >> 2
                for ax8_0, ax5, ax6, ax7, ax8_1 in T.grid(256, 8, 2, 2, 64):
                    cse_v1: T.let[T.int32] = ax8_0 * 64
                    cse_v7: T.let[T.int32] = ax5 * 4 + ax6 * 2 + ax7
                    if ax8_0 * 64 + ax8_1 == 0:
                        C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] = T.float32(0.0)
                    C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] = C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7] + T.Cast("float32", A[blockIdx_y * 1048576 + (threadIdx_x >> 5) * 262144 + ax6 * 131072 + ((threadIdx_x & 31) >> 2) * 16384 + ax8_0 * 64 + ax8_1]) * T.Cast("float32", B[blockIdx_x * 1048576 + ax5 * 131072 + (threadIdx_x & 3) * 32768 + ax7 * 16384 + ax8_0 * 64 + ax8_1])
                for ax5, ax6, ax7 in T.grid(8, 2, 2):
                    cse_v8: T.let[T.int32] = ax5 * 4 + ax6 * 2 + ax7
                    C_sum_local_reindex_1[ax5 * 4 + ax6 * 2 + ax7] = C_sum_local_reindex[ax5 * 4 + ax6 * 2 + ax7]
                for ax5, ax6 in T.grid(8, 2):
                    C_shared_dyn[(threadIdx_x >> 5) * 1152 + ax6 * 576 + ((threadIdx_x & 31) >> 2) * 72 + ax5 * 8 + (threadIdx_x & 3) * 2:(threadIdx_x >> 5) * 1152 + ax6 * 576 + ((threadIdx_x & 31) >> 2) * 72 + ax5 * 8 + (threadIdx_x & 3) * 2 + 2] = T.Cast("float16x2", C_sum_local_reindex_1[T.Ramp(ax5 * 4 + ax6 * 2, 1, 2)])
                T.tvm_storage_sync("shared.dyn")
                for ax0_ax1_fused_0 in range(4):
                    cse_v4: T.let[T.int32] = threadIdx_x >> 3
                    cse_v6: T.let[T.int32] = (threadIdx_x & 7) * 8
                    C[blockIdx_y * 16384 + ax0_ax1_fused_0 * 4096 + (threadIdx_x >> 3) * 256 + blockIdx_x * 64 + (threadIdx_x & 7) * 8:blockIdx_y * 16384 + ax0_ax1_fused_0 * 4096 + (threadIdx_x >> 3) * 256 + blockIdx_x * 64 + (threadIdx_x & 7) * 8 + 8] = C_shared_dyn[T.Ramp(ax0_ax1_fused_0 * 1152 + (threadIdx_x >> 3) * 72 + (threadIdx_x & 7) * 8, 1, 8)]
