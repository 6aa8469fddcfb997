# gemm/tall:tiles_128x64:init
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
# why: zero the accumulator before the loop over k, not by a test inside it
# target: cuda sm_90
# build: sm_90 alone
# launch main_kernel: grid 4 x 2 x 16, block 128 x 2 x 1, shared 0 B static + 24576 B dynamic
# launch main_kernel_1: grid 512 x 1 x 1, block 128 x 1 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float16", "global"), B_ptr: T.handle("float16", "global"), C_sum_rf_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x", "tirx.use_dyn_shared_memory"], "tirx.noalias": True})
        C_sum_rf = T.decl_buffer((1048576,), data=C_sum_rf_ptr)
        B = T.decl_buffer((4194304,), "float16", data=B_ptr)
        A = T.decl_buffer((4194304,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.z", 16) as blockIdx_z:
            buf_dyn_shmem = T.alloc_buffer((24576,), "uint8", scope="shared.dyn")
            B_shared_dyn = T.decl_buffer((4096,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((8192,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_rf_reindex_local = T.alloc_local((32,))
            with T.launch_thread("blockIdx.y", 2) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 4)
                threadIdx_y = T.launch_thread("threadIdx.y", 2)
                threadIdx_x = T.launch_thread("threadIdx.x", 128)
                C_sum_rf_reindex_local_1 = T.decl_buffer((32,), data=C_sum_rf_reindex_local.data, scope="local")
                for ax6, ax7, ax8 in T.grid(8, 2, 2):
                    C_sum_rf_reindex_local[ax6 * 4 + ax7 * 2 + ax8] = T.float32(0.0)
                cse_v3: T.let[T.int32] = threadIdx_x >> 5
                cse_v4: T.let[T.int32] = threadIdx_x & 3
                cse_v6: T.let[T.int32] = (threadIdx_x & 31) >> 2
                for ax9_0 in range(16):
                    cse_v1: T.let[T.int32] = blockIdx_z * 1024
                    cse_v2: T.let[T.int32] = ax9_0 * 64
                    T.tvm_storage_sync("shared.dyn")
                    for ax0, ax1 in T.grid(128, 64):
                        A_shared_dyn[ax0 * 64 + ax1 + 4096] = A[blockIdx_y * 2097152 + ax0 * 16384 + blockIdx_z * 1024 + ax9_0 * 64 + ax1]
                    for ax0, ax1 in T.grid(64, 64):
                        B_shared_dyn[ax0 * 64 + ax1] = B[blockIdx_x * 1048576 + ax0 * 16384 + blockIdx_z * 1024 + ax9_0 * 64 + ax1]
                    T.tvm_storage_sync("shared.dyn")
                    for ax6, ax7, ax8, ax9_1 in T.grid(8, 2, 2, 64):
                        cse_v7: T.let[T.int32] = ax6 * 4 + ax7 * 2 + ax8
                        C_sum_rf_reindex_local[ax6 * 4 + ax7 * 2 + ax8] = C_sum_rf_reindex_local[ax6 * 4 + ax7 * 2 + ax8] + T.Cast("float32", A_shared_dyn[threadIdx_y * 4096 + (threadIdx_x >> 5) * 1024 + ax7 * 512 + ((threadIdx_x & 31) >> 2) * 64 + ax9_1 + 4096]) * T.Cast("float32", B_shared_dyn[ax6 * 512 + (threadIdx_x & 3) * 128 + ax8 * 64 + ax9_1])
                for ax6, ax7, ax8 in T.grid(8, 2, 2):
                    cse_v8: T.let[T.int32] = ax6 * 4 + ax7 * 2 + ax8
                    C_sum_rf_reindex_local_1[ax6 * 4 + ax7 * 2 + ax8] = C_sum_rf_reindex_local[ax6 * 4 + ax7 * 2 + ax8]
                for ax6, ax7 in T.grid(8, 2):
                    C_sum_rf[blockIdx_z * 65536 + blockIdx_y * 32768 + threadIdx_y * 16384 + (threadIdx_x >> 5) * 4096 + ax7 * 2048 + ((threadIdx_x & 31) >> 2) * 256 + blockIdx_x * 64 + ax6 * 8 + (threadIdx_x & 3) * 2:blockIdx_z * 65536 + blockIdx_y * 32768 + threadIdx_y * 16384 + (threadIdx_x >> 5) * 4096 + ax7 * 2048 + ((threadIdx_x & 31) >> 2) * 256 + blockIdx_x * 64 + ax6 * 8 + (threadIdx_x & 3) * 2 + 2] = C_sum_rf_reindex_local_1[T.Ramp(ax6 * 4 + ax7 * 2, 1, 2)]

    @T.prim_func(s_tir=True)
    def main_kernel_1(C_ptr: T.handle("float16", "global"), C_sum_rf_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"], "tirx.noalias": True})
        C = T.decl_buffer((65536,), "float16", data=C_ptr)
        C_sum_rf = T.decl_buffer((1048576,), data=C_sum_rf_ptr)
        with T.launch_thread("blockIdx.x", 512) as blockIdx_x:
            C_sum_local = T.alloc_local((1,))
            with T.launch_thread("threadIdx.x", 128) as threadIdx_x:
                C_sum_local[0] = T.float32(0.0)
                cse_v5: T.let[T.int32] = blockIdx_x * 128
                for k_0 in T.unroll(16):
                    C_sum_local[0] = C_sum_local[0] + C_sum_rf[k_0 * 65536 + blockIdx_x * 128 + threadIdx_x]
                C[blockIdx_x * 128 + threadIdx_x] = T.Cast("float16", C_sum_local[0])
