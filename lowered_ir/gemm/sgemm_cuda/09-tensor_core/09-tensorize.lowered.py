# gemm/sgemm_cuda:tensor_core:tensorize
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32, multiplied as float16
# why: 32 lanes together compute a GEMM of 16 x 16 x 16: 4096 FMAs
# target: cuda sm_90
# launch main_kernel: grid 8 x 16 x 2, block 32 x 2 x 2, shared 0 B static + 9728 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.z", "threadIdx.y", "threadIdx.x", "tirx.use_dyn_shared_memory"], "tirx.noalias": True})
        C = T.decl_buffer((1048576,), data=C_ptr)
        B = T.decl_buffer((1048576,), data=B_ptr)
        A = T.decl_buffer((1048576,), data=A_ptr)
        with T.launch_thread("blockIdx.z", 2) as blockIdx_z:
            buf_dyn_shmem = T.alloc_buffer((9728,), "uint8", scope="shared.dyn")
            B_shared_dyn = T.decl_buffer((2304,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((2560,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_local_wmma_accumulator = T.Buffer((1024,), scope="wmma.accumulator")
            with T.attr(C_local_wmma_accumulator, "fragment_layout", "row_major"):
                T.attr(C_local_wmma_accumulator, "fragment_shape", "16, 16, 16")
                C_local_wmma_accumulator = T.alloc_buffer((1024,), scope="wmma.accumulator")
            A_shared_dyn_local_wmma_matrix_a = T.Buffer((512,), "float16", scope="wmma.matrix_a")
            with T.attr(A_shared_dyn_local_wmma_matrix_a, "fragment_layout", "row_major"):
                T.attr(A_shared_dyn_local_wmma_matrix_a, "fragment_shape", "16, 16, 16")
                A_shared_dyn_local_wmma_matrix_a = T.alloc_buffer((512,), "float16", scope="wmma.matrix_a")
            B_shared_dyn_local_wmma_matrix_b = T.Buffer((512,), "float16", scope="wmma.matrix_b")
            with T.attr(B_shared_dyn_local_wmma_matrix_b, "fragment_layout", "row_major"):
                T.attr(B_shared_dyn_local_wmma_matrix_b, "fragment_shape", "16, 16, 16")
                B_shared_dyn_local_wmma_matrix_b = T.alloc_buffer((512,), "float16", scope="wmma.matrix_b")
            with T.launch_thread("blockIdx.y", 16) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 8)
                threadIdx_z = T.launch_thread("threadIdx.z", 2)
                threadIdx_y = T.launch_thread("threadIdx.y", 2)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                for i_2_init, j_2_init in T.grid(2, 2):
                    T.tvm_fill_fragment(C_local_wmma_accumulator.data, 16, 16, 16, i_2_init * 2 + j_2_init, T.float32(0.0))
                cse_v1: T.let[T.int32] = blockIdx_y * 65536
                cse_v4: T.let[T.int32] = blockIdx_z * 512
                cse_v5: T.let[T.int32] = blockIdx_x * 64
                cse_v6: T.let[T.int32] = threadIdx_y * 32
                for k_0 in range(32):
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_ax1_fused_0 in range(4):
                        cse_v2: T.let[T.int32] = threadIdx_x >> 3
                        cse_v7: T.let[T.int32] = (threadIdx_x & 7) * 4
                        A_shared_dyn[ax0_ax1_fused_0 * 640 + threadIdx_z * 320 + threadIdx_y * 160 + (threadIdx_x >> 3) * 40 + (threadIdx_x & 7) * 4 + 2304:ax0_ax1_fused_0 * 640 + threadIdx_z * 320 + threadIdx_y * 160 + (threadIdx_x >> 3) * 40 + (threadIdx_x & 7) * 4 + 2304 + 4] = T.Cast("float16x4", A[T.Ramp(blockIdx_y * 65536 + ax0_ax1_fused_0 * 16384 + threadIdx_z * 8192 + threadIdx_y * 4096 + (threadIdx_x >> 3) * 1024 + k_0 * 32 + (threadIdx_x & 7) * 4, 1, 4)])
                    for ax0_ax1_fused_0 in range(4):
                        cse_v3: T.let[T.int32] = threadIdx_x >> 4
                        cse_v8: T.let[T.int32] = (threadIdx_x & 15) * 4
                        B_shared_dyn[ax0_ax1_fused_0 * 576 + threadIdx_z * 288 + threadIdx_y * 144 + (threadIdx_x >> 4) * 72 + (threadIdx_x & 15) * 4:ax0_ax1_fused_0 * 576 + threadIdx_z * 288 + threadIdx_y * 144 + (threadIdx_x >> 4) * 72 + (threadIdx_x & 15) * 4 + 4] = T.Cast("float16x4", B[T.Ramp(k_0 * 32768 + ax0_ax1_fused_0 * 8192 + threadIdx_z * 4096 + threadIdx_y * 2048 + (threadIdx_x >> 4) * 1024 + blockIdx_z * 512 + blockIdx_x * 64 + (threadIdx_x & 15) * 4, 1, 4)])
                    T.tvm_storage_sync("shared.dyn")
                    for k_1 in range(2):
                        for ax0_0 in range(2):
                            T.tvm_load_matrix_sync(A_shared_dyn_local_wmma_matrix_a.data, 16, 16, 16, ax0_0, T.address_of(A_shared_dyn[threadIdx_z * 1280 + ax0_0 * 640 + k_1 * 16 + 2304]), 40, "row_major")
                        for ax1_0 in range(2):
                            T.tvm_load_matrix_sync(B_shared_dyn_local_wmma_matrix_b.data, 16, 16, 16, ax1_0, T.address_of(B_shared_dyn[k_1 * 1152 + threadIdx_y * 32 + ax1_0 * 16]), 72, "row_major")
                        for i_2, j_2 in T.grid(2, 2):
                            cse_v9: T.let[T.int32] = i_2 * 2 + j_2
                            T.tvm_mma_sync(C_local_wmma_accumulator.data, i_2 * 2 + j_2, A_shared_dyn_local_wmma_matrix_a.data, i_2, B_shared_dyn_local_wmma_matrix_b.data, j_2, C_local_wmma_accumulator.data, i_2 * 2 + j_2)
                for ax0_0, ax1_0 in T.grid(2, 2):
                    T.tvm_store_matrix_sync(C_local_wmma_accumulator.data, 16, 16, 16, ax0_0 * 2 + ax1_0, T.address_of(C[blockIdx_y * 65536 + threadIdx_z * 32768 + ax0_0 * 16384 + blockIdx_z * 512 + blockIdx_x * 64 + threadIdx_y * 32 + ax1_0 * 16]), 1024, "row_major")
