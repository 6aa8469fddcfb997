# gemm/hgemm:wmma:tensorize
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: 32 lanes together compute a GEMM of 16 x 16 x 16: 4096 FMAs
# target: cuda sm_90
# launch main_kernel: grid 8 x 32 x 2, block 32 x 4 x 2, shared 0 B static + 135168 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float16", "global"), B_ptr: T.handle("float16", "global"), C_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.z", "threadIdx.x", "threadIdx.y", "tirx.use_dyn_shared_memory"], "tirx.noalias": True})
        C = T.decl_buffer((16777216,), "float16", data=C_ptr)
        B = T.decl_buffer((16777216,), "float16", data=B_ptr)
        A = T.decl_buffer((16777216,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.z", 2) as blockIdx_z:
            buf_dyn_shmem = T.alloc_buffer((135168,), "uint8", scope="shared.dyn")
            C_sum_local_shared_dyn = buf_dyn_shmem.view("float32")
            B_shared_dyn = T.decl_buffer((18432,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((9216,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_local_wmma_accumulator = T.Buffer((4096,), scope="wmma.accumulator")
            with T.attr(C_sum_local_wmma_accumulator, "fragment_layout", "row_major"):
                T.attr(C_sum_local_wmma_accumulator, "fragment_shape", "16, 16, 16")
                C_sum_local_wmma_accumulator = T.alloc_buffer((4096,), scope="wmma.accumulator")
            A_shared_dyn_local_wmma_matrix_a = T.Buffer((1024,), "float16", scope="wmma.matrix_a")
            with T.attr(A_shared_dyn_local_wmma_matrix_a, "fragment_layout", "row_major"):
                T.attr(A_shared_dyn_local_wmma_matrix_a, "fragment_shape", "16, 16, 16")
                A_shared_dyn_local_wmma_matrix_a = T.alloc_buffer((1024,), "float16", scope="wmma.matrix_a")
            B_shared_dyn_local_wmma_matrix_b = T.Buffer((1024,), "float16", scope="wmma.matrix_b")
            with T.attr(B_shared_dyn_local_wmma_matrix_b, "fragment_layout", "col_major"):
                T.attr(B_shared_dyn_local_wmma_matrix_b, "fragment_shape", "16, 16, 16")
                B_shared_dyn_local_wmma_matrix_b = T.alloc_buffer((1024,), "float16", scope="wmma.matrix_b")
            with T.launch_thread("blockIdx.y", 32) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 8)
                threadIdx_z = T.launch_thread("threadIdx.z", 2)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                threadIdx_y = T.launch_thread("threadIdx.y", 4)
                for i_2_init, j_2_init in T.grid(4, 4):
                    T.tvm_fill_fragment(C_sum_local_wmma_accumulator.data, 16, 16, 16, i_2_init * 4 + j_2_init, T.float32(0.0))
                cse_v1: T.let[T.int32] = blockIdx_y * 524288
                for k_0 in range(64):
                    cse_v2: T.let[T.int32] = threadIdx_z * 65536
                    cse_v3: T.let[T.int32] = threadIdx_y * 16384
                    cse_v4: T.let[T.int32] = threadIdx_x >> 3
                    cse_v5: T.let[T.int32] = k_0 * 64
                    cse_v6: T.let[T.int32] = threadIdx_z * 1152
                    cse_v7: T.let[T.int32] = threadIdx_y * 288
                    cse_v12: T.let[T.int32] = (threadIdx_x >> 3) * 4096
                    cse_v13: T.let[T.int32] = (threadIdx_x & 7) * 8
                    cse_v14: T.let[T.int32] = (threadIdx_x >> 3) * 72
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_ax1_fused_0 in range(4):
                        A_shared_dyn[ax0_ax1_fused_0 * 2304 + threadIdx_z * 1152 + threadIdx_y * 288 + (threadIdx_x >> 3) * 72 + (threadIdx_x & 7) * 8 + 18432:ax0_ax1_fused_0 * 2304 + threadIdx_z * 1152 + threadIdx_y * 288 + (threadIdx_x >> 3) * 72 + (threadIdx_x & 7) * 8 + 18432 + 8] = A[T.Ramp(blockIdx_y * 524288 + ax0_ax1_fused_0 * 131072 + threadIdx_z * 65536 + threadIdx_y * 16384 + (threadIdx_x >> 3) * 4096 + k_0 * 64 + (threadIdx_x & 7) * 8, 1, 8)]
                    for ax0_ax1_fused_0 in range(8):
                        B_shared_dyn[ax0_ax1_fused_0 * 2304 + threadIdx_z * 1152 + threadIdx_y * 288 + (threadIdx_x >> 3) * 72 + (threadIdx_x & 7) * 8:ax0_ax1_fused_0 * 2304 + threadIdx_z * 1152 + threadIdx_y * 288 + (threadIdx_x >> 3) * 72 + (threadIdx_x & 7) * 8 + 8] = B[T.Ramp(blockIdx_z * 8388608 + blockIdx_x * 1048576 + ax0_ax1_fused_0 * 131072 + threadIdx_z * 65536 + threadIdx_y * 16384 + (threadIdx_x >> 3) * 4096 + k_0 * 64 + (threadIdx_x & 7) * 8, 1, 8)]
                    T.tvm_storage_sync("shared.dyn")
                    for k_1 in range(4):
                        cse_v8: T.let[T.int32] = k_1 * 16
                        for ax0_0 in range(4):
                            T.tvm_load_matrix_sync(A_shared_dyn_local_wmma_matrix_a.data, 16, 16, 16, ax0_0, T.address_of(A_shared_dyn[threadIdx_z * 4608 + ax0_0 * 1152 + k_1 * 16 + 18432]), 72, "row_major")
                        for ax0_0 in range(4):
                            T.tvm_load_matrix_sync(B_shared_dyn_local_wmma_matrix_b.data, 16, 16, 16, ax0_0, T.address_of(B_shared_dyn[threadIdx_y * 4608 + ax0_0 * 1152 + k_1 * 16]), 72, "col_major")
                        for i_2, j_2 in T.grid(4, 4):
                            cse_v15: T.let[T.int32] = i_2 * 4 + j_2
                            T.tvm_mma_sync(C_sum_local_wmma_accumulator.data, i_2 * 4 + j_2, A_shared_dyn_local_wmma_matrix_a.data, i_2, B_shared_dyn_local_wmma_matrix_b.data, j_2, C_sum_local_wmma_accumulator.data, i_2 * 4 + j_2)
                cse_v9: T.let[T.int32] = threadIdx_z * 16896
                cse_v10: T.let[T.int32] = threadIdx_y * 64
                T.tvm_storage_sync("shared.dyn")
                for ax0_0, ax1_0 in T.grid(4, 4):
                    T.tvm_store_matrix_sync(C_sum_local_wmma_accumulator.data, 16, 16, 16, ax0_0 * 4 + ax1_0, T.address_of(C_sum_local_shared_dyn[threadIdx_z * 16896 + ax0_0 * 4224 + threadIdx_y * 64 + ax1_0 * 16]), 264, "row_major")
                T.tvm_storage_sync("shared.dyn")
                for ax0_ax1_fused_0 in range(32):
                    cse_v11: T.let[T.int32] = threadIdx_x >> 4
                    cse_v16: T.let[T.int32] = (threadIdx_x & 15) * 4
                    C[blockIdx_y * 524288 + threadIdx_z * 262144 + ax0_ax1_fused_0 * 8192 + (threadIdx_x >> 4) * 4096 + blockIdx_z * 2048 + blockIdx_x * 256 + threadIdx_y * 64 + (threadIdx_x & 15) * 4:blockIdx_y * 524288 + threadIdx_z * 262144 + ax0_ax1_fused_0 * 8192 + (threadIdx_x >> 4) * 4096 + blockIdx_z * 2048 + blockIdx_x * 256 + threadIdx_y * 64 + (threadIdx_x & 15) * 4 + 4] = T.Cast("float16x4", C_sum_local_shared_dyn[T.Ramp(threadIdx_z * 16896 + ax0_ax1_fused_0 * 528 + (threadIdx_x >> 4) * 264 + threadIdx_y * 64 + (threadIdx_x & 15) * 4, 1, 4)])
